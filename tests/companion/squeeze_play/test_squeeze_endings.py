"""Squeeze Play: the ends, bad input, how many moves there are, opponents."""

from random import Random

import pytest
from squeeze_positions import (
    FULL_BUT_TOP,
    SEATS,
    START,
    TRIPLE,
    move,
    play,
    position,
    refusal,
    written,
)

from companion.asks import Fact, Kind, Source
from companion.bots import LEVELS
from companion.games.squeeze_play import GAME
from companion.games.squeeze_play.bot import choose
from companion.games.squeeze_play.state import own_dice, possible_builds, supply_of
from companion.lab.candidates import legal
from companion.lab.short_pyramid import read_position, read_pyramid
from companion.pyramid.agree import trouble
from companion.pyramid.cells import cells_of
from companion.rulings import Question
from companion.table.judge import judge
from companion.words import game_words
from tests.at_first import quick
from tests.companion.referee_of import RefereeOf
from tests.tables import cases

# --- the ends ---


def test_a_roll_of_the_whole_supply_wins_at_once():
    """SP16: whether they fit or not, whatever the others have."""
    state = position(supply={"Elfi": 3, "Tom": 4, "Uli": 20})
    step = play(state, "roll", "Tom", number=4)
    assert GAME.outcome(step.state).winners == ("Tom",)
    assert [note.rule for note in step.notes] == ["SP16"]
    assert refusal(step.state, "roll", "Tom", number=1) == "SP16 over"


def enclosed_position(supply, **options):
    """Only the top is empty, and Tom's single die lies in the middle."""
    state = position(pyramid=FULL_BUT_TOP, start=[], supply=supply, options=options)
    pyramid = {**state.pyramid, "3,3,2": "y???", "1,0,0": "r???"}
    return position(pyramid=pyramid, start=[], supply=supply, options=options)


@cases(
    "supply, roll, options, turns, winners, rule",
    {
        "SP17 the fewest left win": ((12, 30, 9), 2, {}, {}, ("Uli",), "SP17"),
        "A-SP7 shared": ((9, 30, 9), 2, {}, {}, ("Elfi", "Uli"), "SP17"),
        "A-SP7 fewer turns": ((9, 30, 9), 2, {"tie": "turns"}, {"Elfi": 9, "Uli": 8}, ("Uli",), "SP17"),
        "A-SP7 the next after Tom": ((9, 30, 9), 2, {"tie": "after"}, {}, ("Uli",), "SP17"),
        "A-SP6 the roll comes first": ((9, 2, 9), 2, {}, {}, ("Tom",), "SP16"),
        "A-SP6 the look comes first, fewest anyway": (
            (9, 2, 9),
            2,
            {"order": "enclosed"},
            {},
            ("Tom",),
            "SP17",
        ),
        "A-SP6 the look comes first": ((1, 2, 9), 2, {"order": "enclosed"}, {}, ("Elfi",), "SP17"),
    },
)
def test_enclosed(supply, roll, options, turns, winners, rule):
    state = enclosed_position(dict(zip(SEATS, supply, strict=True)), **options)
    state = read_position(GAME, {**GAME.write_position(state), "turns": turns})
    step = play(state, "roll", "Tom", number=roll)
    assert (GAME.outcome(step.state).winners, GAME.outcome(step.state).rule) == (winners, rule)


def test_enclosed_before_the_roll():
    """A-SP6: where the table looks first, the game ends as soon as the turn comes round."""
    state = enclosed_position({"Elfi": 5, "Tom": 40, "Uli": 40}, order="enclosed")
    state = read_position(GAME, {**GAME.write_position(state), "on_turn": "Elfi"})
    step = play(state, "roll", "Elfi", number=3)
    assert GAME.outcome(step.state).rule == "SP17"


def test_visible_dice_on_a_finished_side():
    """SP17, A-SP5: they can be seen, but nothing can be built at them."""
    supply = {"Elfi": 12, "Tom": 30, "Uli": 9}
    for enclosed, over in (("buildable", True), ("visible", False)):
        state = enclosed_position(supply, enclosed=enclosed)
        pyramid = {**state.pyramid, "3,3,2": "m???", "0,4,4": "y???"}
        state = read_position(GAME, {**GAME.write_position(state), "pyramid": pyramid})
        after = play(state, "roll", "Tom", number=2).state
        assert (GAME.outcome(after) is not None) == over


def test_who_has_no_dice_yet_is_not_enclosed():
    """SP8, SP17."""
    state = position(pyramid=FULL_BUT_TOP, start=[], supply={"Elfi": 12, "Tom": 30, "Uli": 9})
    assert GAME.outcome(play(state, "roll", "Tom", number=2).state) is None


# --- bad input, and how table and model come together again ---


def hear(state, ask, value, seat=""):
    """What the referee says to a fact, as the table asks it."""
    kind = Kind.PYRAMID if ask == "build" else Kind.DICE if ask == "roll" else Kind.CHOICE
    return judge(GAME, state, GAME.asks(state), Fact(kind, value, 1, Source.CAMERA, seat, ask))


@pytest.fixture
def building():
    return position(phase="build", rolled=3)


def test_the_eyes_see_a_build(building):
    """SP4: the new dice of the own colour, with hidden ones inferred from what must carry them."""
    seen = {"cells": [{"ijk": list(cell), "colour": "yellow"} for cell in TRIPLE]
            + [{"ijk": list(cell), "colour": "red"} for cell in START]}  # fmt: skip
    told = hear(building, "build", seen)
    assert told.ruling.verdict == "accepted"
    assert own_dice(told.state, "Tom").bit_count() == 3
    assert hear(building, "build", {"placed": written(TRIPLE, "y")}).state == told.state


@cases(
    "value, verdict, key",
    {
        "SP4 another's dice": ({"placed": written(TRIPLE, "r")}, "unsure", "wrong_colour"),
        "SP4 nothing was built": ({"placed": {}}, "unsure", "nothing_new"),
        "SP1 a die has vanished": ({"taken": ["2,2,3"]}, "unsure", "differs"),
        "G2 two dice in one place": ({"placed": {"2,2,3": "y???"}}, "unsure", "two_in_one"),
        "SP4 not finished": ({"placed": written(TRIPLE[:2], "y")}, "refused", "too_few"),
        "G2 another pyramid altogether": ({"dice": {"1,1,1": "r???"}}, "unsure", "hangs"),
        "G1 garbage": ("garbage", "unsure", "unreadable_pyramid"),
    },
)
def test_what_the_eyes_may_say(building, value, verdict, key):
    told = hear(building, "build", value)
    assert (told.ruling.verdict, told.ruling.why.key) == (verdict, key)
    for language in ("en", "de"):
        assert "{" not in game_words(GAME).say(told.ruling.why, language)


def test_a_vanished_die_is_agreed_on_without_losing_scores(building):
    """SP1: back where it was, or the table says that it is gone and back in the supply."""
    told = hear(building, "build", {"taken": ["2,2,3"]})
    restored, agreed = (hear(building, "build", choice.value) for choice in told.ruling.choices)
    assert (restored.ruling.verdict, agreed.ruling.verdict) == ("accepted", "accepted")
    assert restored.state.pyramid == building.pyramid
    assert supply_of(agreed.state, "Elfi") == supply_of(building, "Elfi") + 1
    assert (agreed.state.on_turn, agreed.state.rolled) == ("Tom", 3)


@cases(
    "pyramid, rule",
    {
        "G2 in the air": ({"2,2,3": "r???"}, "G2"),
        "G16 faces that cannot be": ({"8,0,0": "r162"}, "G16"),
        "SP1 a colour is needed": ({"8,0,0": "????"}, "SP1"),
        "G1 165 red dice": ({"full": True, "fill": "r"}, "G1"),
    },
)
def test_impossible_agreements(building, pyramid, rule):
    why = GAME.refuse(building, move("agree", "", pyramid=read_pyramid(pyramid)))
    assert why is not None and why.rule == rule


def test_a_stop_or_a_turn_of_the_wrong_seat_is_told_kindly(building):
    """SP4."""
    told = hear(building, "build", {"placed": written(TRIPLE, "y")}, seat="Uli")
    assert told.ruling.verdict == "refused"


def test_by_touch_alone(building):
    """SP4: few builds are offered at once; many are narrowed down touch by touch, and one can start over."""
    touch = GAME.asks(building)[1]
    assert len(touch.choices) == len(possible_builds(building)) == 6
    many = position(phase="build", rolled=6)
    assert len(possible_builds(many)) == 21
    first = next(c for c in GAME.asks(many)[1].choices if "tapped" in c.value)
    tapped = hear(many, "build:touch", first.value, "Tom").state
    assert tapped.tapped
    assert all(shape_has(c, tapped.tapped) for c in GAME.asks(tapped)[1].choices[:-1])
    over = hear(tapped, "build:touch", GAME.asks(tapped)[1].choices[-1].value, "Tom").state
    assert over == many
    assert refusal(many, "tap", "Tom", cells=[(8, 0, 0)]) == "SP5 no_such_build"
    assert refusal(many, "tap", "Tom", cells=[(8, 8, 8)]) == "G1 no_such_cell"


def shape_has(choice, tapped):
    named = choice.value.get("cells") or choice.value.get("tapped")
    return set(tapped) <= {tuple(cell) for cell in named}


@pytest.mark.parametrize("value", [{"pips": [7]}, {"pips": []}, {"pips": [1, 2]}, {}, 5, {"pips": "x"}])
def test_a_die_that_shows_nonsense_is_asked_about(value):
    """SP4."""
    state = position()
    understood = GAME.understand(state, GAME.asks(state)[0], Fact(Kind.DICE, value, 1, Source.TOUCH))
    assert isinstance(understood, Question)
    assert len(understood.choices) == 6


# --- move counts from a fixed start, against silent changes of the rules ---


def test_move_counts():
    """How many builds there are two builds deep, from the central start pyramid."""
    state = position(phase="roll")
    counts = {}
    for number in (3, 5, 6):
        rolled = play(state, "roll", "Tom", number=number).state
        counts[number] = (
            len(possible_builds(rolled)),
            sum(replies(rolled, build) for build in possible_builds(rolled)),
        )
    assert counts == {3: (6, 48), 5: (3, 27), 6: (21, 191)}


def replies(state, build):
    after = play(state, "build", "Tom", cells=cells_of(build)).state
    rolled = play(after, "roll", "Uli", number=3).state
    return len(possible_builds(rolled)) if rolled.on_turn == "Uli" else 0


# --- opponents ---


@pytest.mark.parametrize("level", quick([*LEVELS], 2))
def test_opponents_play_by_the_rules(level):
    state = GAME.start(SEATS, GAME.options())
    RefereeOf(GAME).lets_play(choose, state, level, Random(5), moves=60, nodes=200)


# --- dice are conserved, and the screen shows them ---


@pytest.mark.parametrize("seed", range(4))
def test_every_die_is_built_or_left(seed):
    """SP1: 55 of each colour, at every moment of a random game; and the pyramid always stands (SP5)."""
    random, state = Random(seed), GAME.start(SEATS, GAME.options())
    while GAME.outcome(state) is None:
        state = GAME.play(state, random.choice(legal(GAME, state, state.on_turn))).state
        assert trouble(state.pyramid) is None
        for seat in SEATS:
            assert supply_of(state, seat) + own_dice(state, seat).bit_count() == 55


def test_the_screen_shows_who_has_how_many_left():
    """SP1, SP4: supply, turn, and the die that counts now."""
    shown = GAME.view(position(phase="build", rolled=3))
    assert [panel.stats[0].value for panel in shown.panels] == ["51", "55", "55"]
    assert [panel.turn for panel in shown.panels] == [False, True, False]
    assert [die.value for die in shown.dice] == ["3"]
    assert shown.panels[0].stats[1].value == "4"  # all four dice of the start pyramid can be built on
    assert shown.detail["pyramid"] == written(START, "r")
