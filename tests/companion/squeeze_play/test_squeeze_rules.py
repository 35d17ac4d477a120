"""The rules of Squeeze Play, case by case; the ids are those of the rulebook."""

import json
import os
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.facts import Fact, Kind, Source
from companion.game import next_seat
from companion.games.squeeze_play import GAME
from companion.games.squeeze_play.bot import LEVELS, choose
from companion.games.squeeze_play.state import own_dice, possible_builds, supply_of
from companion.games.squeeze_play.vectors import HANDLES, answer
from companion.pyramid.agree import trouble
from companion.pyramid.cells import LAYERS, cells_of
from companion.pyramid.notation import read_pyramid, shape
from companion.pyramid.shape import above, funnels
from companion.rulings import Question
from companion.table.judge import judge
from companion.words import game_words

SEATS = ("Elfi", "Tom", "Uli")
START = [(2, 2, 3), (3, 2, 3), (2, 3, 3), (2, 2, 4)]
TRIPLE = [(3, 1, 3), (4, 1, 3), (3, 1, 4)]  # beside the start pyramid
AWAY = [(5, 1, 1), (6, 1, 1), (5, 2, 1), (5, 1, 2)]  # beside nothing
BUILD_3 = {"phase": "build", "rolled": 3}
FOLDER = os.environ.get("COMPANION_VECTORS")


def written(cells, colour):
    return {",".join(map(str, cell)): f"{colour}???" for cell in cells}


def position(**given):
    """A position after the start pyramid of Elfi, Tom on turn, unless it is said otherwise."""
    plain = {
        "seats": SEATS,
        "phase": "roll",
        "on_turn": "Tom",
        "starter": "Elfi",
        "start": START,
        "pyramid": written(START, "r"),
    }
    return GAME.read_position({**plain, **given})


def move(kind, seat, **given):
    return GAME.read_move({"move": kind, "seat": seat, **given})


def refusal(state, *args, **given):
    why = GAME.refuse(state, move(*args, **given))
    if why is None:
        return None
    for language in ("en", "de"):
        text = game_words(GAME).say(why.says, language)
        assert text != why.says.key and "{" not in text
    return f"{why.rule} {why.says.key}"


def play(state, *args, **given):
    made = move(*args, **given)
    assert GAME.refuse(state, made) is None
    return GAME.play(state, made)


# --- who begins, and the start pyramid ---


def test_the_first_4_begins():
    """SP2: the others go on rolling; the start pyramid is the start player's first turn."""
    state = GAME.start(SEATS, GAME.options())
    for number in (1, 6, 3):
        state = play(state, "roll", state.on_turn, number=number).state
    assert (state.phase, state.on_turn) == ("start roll", "Elfi")
    state = play(state, "roll", "Elfi", number=4).state
    assert (state.phase, state.starter) == ("start build", "Elfi")
    state = play(state, "build", "Elfi", cells=START).state
    assert (state.phase, state.on_turn) == ("roll", "Tom")  # A-SP8: the left neighbour is next
    assert supply_of(state, "Elfi") == 51  # SP1: 55 less those built


@pytest.mark.parametrize(
    ("cells", "options", "refused"),
    [
        pytest.param(START, {}, None, id="SP3 round a saddle in the middle"),
        pytest.param([(1, 1, 5), (2, 1, 5), (1, 2, 5), (1, 1, 6)], {}, None, id="A-SP1 away from the centre"),
        pytest.param(
            [(1, 1, 5), (2, 1, 5), (1, 2, 5), (1, 1, 6)], {"centre": "central"}, "A-SP1 start_not_central",
            id="A-SP1 where the table wants the very centre",
        ),
        pytest.param(START, {"centre": "central"}, None, id="A-SP1 the very centre"),
        pytest.param(
            [(0, 3, 4), (1, 3, 4), (0, 4, 4), (0, 3, 5)], {}, "SP3 start_at_the_edge", id="SP3 edge funnels"
        ),
        pytest.param(
            [(2, 2, 4), (3, 2, 3), (2, 3, 3), (4, 2, 2)], {}, "SP3 no_start_pyramid", id="SP3 no top"
        ),
        pytest.param(START[:3], {}, "SP3 too_few", id="SP3 three dice"),
        pytest.param([*START, (4, 2, 2)], {}, "SP3 too_many_built", id="SP3 five dice"),
    ],
)  # fmt: skip
def test_start_pyramid(cells, options, refused):
    state = position(phase="start build", on_turn="Elfi", start=[], pyramid={}, options=options, rolled=4)
    assert refusal(state, "build", "Elfi", cells=cells) == refused


def test_the_start_pyramid_must_be_built():
    """SP3: nobody passes it."""
    state = position(phase="start build", on_turn="Elfi", start=[], pyramid={})
    assert refusal(state, "pass", "Elfi") == "SP3 start_must"


# --- turns ---


@pytest.mark.parametrize(
    ("given", "args", "refused"),
    [
        pytest.param({}, ("roll", "Uli", {"number": 3}), "SP4 not_your_turn", id="SP4 another's turn"),
        pytest.param({}, ("build", "Tom", {"cells": TRIPLE}), "SP4 roll_first", id="SP4 before the roll"),
        pytest.param({}, ("pass", "Tom", {}), "SP4 roll_first", id="SP4 passing before the roll"),
        pytest.param({}, ("tap", "Tom", {"cells": TRIPLE}), "SP4 roll_first", id="SP4 tapping too early"),
        pytest.param(
            BUILD_3, ("roll", "Tom", {"number": 2}), "SP4 rolled_already", id="SP4 twice"
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": TRIPLE[:2]}), "SP4 too_few", id="SP4 two of 3"
        ),
        pytest.param(
            {**BUILD_3, "rolled": 5}, ("build", "Tom", {"cells": [*TRIPLE, (8, 0, 0), (0, 8, 0), (0, 0, 8)]}),
            "SP4 too_many_built", id="SP4 six of 5",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": [(3, 1, 3), (4, 1, 3), (5, 1, 2)]}),
            "SP5 not_in_a_funnel", id="SP5 a die in the air",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": [(9, 9, 9), (4, 1, 3), (5, 1, 2)]}),
            "G1 no_such_cell", id="G1 beyond the pyramid",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": [(4, 1, 3), (4, 1, 3), (3, 1, 4)]}),
            "G2 cell_twice", id="G2 the same place twice",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": [(4, 1, 3), (8, 0, 0), (0, 8, 0)]}),
            "SP6 not_linked", id="SP6 not linked",
        ),
        pytest.param(
            {"phase": "build", "rolled": 3, "options": {"linked": False}},
            ("build", "Tom", {"cells": [(4, 1, 3), (8, 0, 0), (0, 8, 0)]}), "SP6 not_touching",
            id="A-SP2 not touching",
        ),
        pytest.param(
            {"phase": "build", "rolled": 3, "on_turn": "Elfi", "start": [],
             "pyramid": {**written(START, "r"), **written(TRIPLE, "y")}},
            ("build", "Elfi", {"cells": [(5, 0, 3), (5, 1, 2), (4, 0, 3)]}), "SP5 not_in_a_funnel",
            id="SP5 what would be linked hangs",
        ),
        pytest.param(
            {**BUILD_3, "rolled": 4}, ("build", "Tom", {"cells": AWAY}),
            "SP8 not_beside_any", id="SP8 the first dice need contact",
        ),
        pytest.param(
            {"phase": "build", "rolled": 4, "on_turn": "Elfi"},
            ("build", "Elfi", {"cells": AWAY}), "SP7 not_beside_own",
            id="SP7 next to the own dice",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": TRIPLE}), None, id="SP8 beside an opponent"
        ),
        pytest.param(BUILD_3, ("pass", "Tom", {}), "SP10 can_build", id="SP10 who can, builds"),
        pytest.param(
            {"phase": "build", "rolled": 3, "options": {"mustBuild": "may"}}, ("pass", "Tom", {}), None,
            id="A-SP9 a table that allows passing",
        ),
        pytest.param(
            {"phase": "build", "rolled": 1, "pyramid": {**written(START, "r"), **written(TRIPLE, "y")}},
            ("build", "Tom", {"cells": [(5, 1, 2)]}), "A-SP3 not_linked",
            id="A-SP3 a rolled 1 is never built",
        ),
    ],
)  # fmt: skip
def test_turn(given, args, refused):
    kind, seat, rest = args
    assert refusal(position(**given), kind, seat, **rest) == refused


def test_a_rolled_1_may_be_built_where_the_table_allows_it():
    """A-SP3: next to an own die."""
    pyramid = {**written([*START, (2, 1, 4), (2, 1, 5)], "r"), **written(TRIPLE, "y")}
    state = position(phase="roll", pyramid=pyramid, options={"one": "lone"})
    rolled = play(state, "roll", "Tom", number=1).state
    assert [cells_of(build) for build in possible_builds(rolled)] == [((2, 1, 3),)]


def test_what_fits_nowhere_passes_by_itself():
    """SP10: after the start pyramid 1, 2 or 4 dice cannot be built; the referee proves it and goes on."""
    for number in (1, 2, 4):
        step = play(position(), "roll", "Tom", number=number)
        assert (step.state.phase, step.state.on_turn) == ("roll", "Uli")
        assert [note.rule for note in step.notes] == ["SP10"]
    for number in (3, 5, 6):
        assert play(position(), "roll", "Tom", number=number).state.phase == "build"


def test_a_build_uses_up_dice():
    """SP1, SP14: the supply shrinks; what the dice show is not written down."""
    step = play(position(phase="build", rolled=3), "build", "Tom", cells=TRIPLE)
    assert supply_of(step.state, "Tom") == 52
    assert step.state.pyramid["4,1,3"] == "y???"
    assert step.state.on_turn == "Uli"
    assert step.state.start  # SP9: Elfi has not built on it yet


def test_covering_another_colour_is_allowed():
    """SP15: only the start pyramid is protected."""
    pyramid = {**written(START, "r"), **written(TRIPLE, "y")}
    state = position(phase="build", on_turn="Elfi", rolled=2, pyramid=pyramid, starter="Uli", start=[])
    hiding = [cells_of(build) for build in possible_builds(state)]
    assert all(refusal(state, "build", "Elfi", cells=cells) is None for cells in hiding)


def test_the_protection_ends_when_the_start_player_has_built():
    """SP9."""
    state = position(phase="build", on_turn="Elfi", rolled=3)
    assert state.start
    after = play(state, "build", "Elfi", cells=TRIPLE).state
    assert after.start == ()


# --- bonus dice ---


def row_position(length, left=40):
    """Tom can lay a row of *length* into a notch that is ready for it; a die of his own lies beside it."""
    row = [(i, 2, 2) for i in range(5 - length, 5)]
    lower = (cell for n in range(5, 9) for cell in cells_of(LAYERS[n]))
    around = [(i, j, k) for i, j, k in lower if i > 4 or j > 2 or k > 2]
    pyramid = {**written(around, "m"), "3,3,2": "y???"}
    supply = {"Tom": left, "Elfi": 20, "Uli": 55}
    return row, position(phase="build", rolled=length, pyramid=pyramid, start=[], supply=supply)


@pytest.mark.parametrize(
    ("length", "left", "bonus"),
    [
        pytest.param(3, 40, 0, id="SP11 three in a row earn nothing"),
        pytest.param(4, 40, 1, id="SP11 four earn one"),
        pytest.param(5, 40, 2, id="SP11 five earn two"),
        pytest.param(5, 6, 1, id="SP11 not more than are left"),
    ],
)
def test_bonus(length, left, bonus):
    row, state = row_position(length, left)
    step = play(state, "build", "Tom", cells=row)
    assert step.state.bonus == bonus
    assert step.state.phase == ("bonus" if bonus else "roll")


@pytest.fixture
def bonus_state():
    row, state = row_position(5)
    return play(state, "build", "Tom", cells=row).state


def test_bonus_dice_keep_the_normal_rules(bonus_state):
    """SP12, A-SP3: linked, next to an own die of any turn; a single one needs no partner."""
    for n in (1, 2):
        builds = [cells_of(b) for b in possible_builds(bonus_state) if b.bit_count() == n]
        assert builds
        assert refusal(bonus_state, "build", "Tom", cells=builds[0]) is None
    far = funnels(shape(bonus_state.pyramid)) & ~above(own_dice(bonus_state, "Tom"))
    apart = cells_of(far)[:3]
    assert refusal(bonus_state, "build", "Tom", cells=apart[:1]) == "SP12 not_beside_own"
    assert refusal(bonus_state, "build", "Tom", cells=apart[:2]) == "SP12 not_linked"
    assert refusal(bonus_state, "build", "Tom", cells=apart) == "SP11 bonus_number"
    assert refusal(bonus_state, "build", "Tom", cells=[]) == "SP11 bonus_number"


def test_bonus_dice_may_be_left(bonus_state):
    """SP11: a gift."""
    after = play(bonus_state, "pass", "Tom").state
    assert (after.phase, after.on_turn) == ("roll", "Uli")


def test_bonus_dice_earn_nothing_more(bonus_state):
    """SP13: one bonus build, then the turn is over; and nobody rolls for it."""
    assert refusal(bonus_state, "roll", "Tom", number=3) == "SP13 bonus_not_rolled"
    largest = cells_of(possible_builds(bonus_state)[0])
    assert play(bonus_state, "build", "Tom", cells=largest).state.phase == "roll"


def test_a_bonus_without_a_place_is_told():
    """SP11, SP12: the row counts, but beside no die of hers a single one would lie in a funnel."""
    yellow = [
        (2, 3, 2),
        (2, 4, 2),
        (3, 1, 3),
        (3, 1, 4),
        (3, 2, 2),
        (3, 2, 3),
        (3, 3, 2),
        (4, 1, 2),
        (4, 1, 3),
    ]
    pyramid = {
        **written([(2, 2, 3), (2, 2, 4)], "r"),
        **written([*yellow, (4, 2, 2), (5, 1, 2)], "y"),
        **written([(1, 3, 3), (1, 3, 4), (1, 4, 3), (2, 3, 3)], "m"),
    }
    state = position(phase="build", on_turn="Elfi", starter="Uli", start=[], rolled=6, pyramid=pyramid)
    row = [(2, 1, 2), (2, 1, 3), (2, 1, 4), (2, 1, 5)]
    step = play(state, "build", "Elfi", cells=[*row, (2, 2, 2), (3, 1, 2)])
    assert (step.state.phase, [note.says.key for note in step.notes]) == ("roll", ["bonus_nowhere"])


def test_after_an_agreement_nothing_may_fit_any_more():
    """SP10: then, and only then, there is a way on without building."""
    building = position(phase="build", rolled=3)
    assert "pass" not in [choice.value for choice in GAME.asks(building)[1].choices]
    full = {**position(pyramid=FULL_BUT_TOP).pyramid, "3,3,2": "y???"}
    stuck = GAME.read_position({**GAME.write_position(building), "pyramid": full})
    assert [choice.value for choice in GAME.asks(stuck)[1].choices] == ["pass"]
    after = play(stuck, "pass", "Tom")
    assert [note.rule for note in after.notes] == ["SP10"]


def test_the_last_die_as_a_bonus_die_wins():
    """SP18."""
    row, state = row_position(4, left=5)
    earned = play(state, "build", "Tom", cells=row).state
    single = next(cells_of(b) for b in possible_builds(earned) if b.bit_count() == 1)
    step = play(earned, "build", "Tom", cells=single)
    assert GAME.outcome(step.state).rule == "SP18"
    assert GAME.outcome(step.state).winners == ("Tom",)


# --- the ends ---


def test_a_roll_of_the_whole_supply_wins_at_once():
    """SP16: whether they fit or not, whatever the others have."""
    state = position(supply={"Elfi": 3, "Tom": 4, "Uli": 20})
    step = play(state, "roll", "Tom", number=4)
    assert GAME.outcome(step.state).winners == ("Tom",)
    assert [note.rule for note in step.notes] == ["SP16"]
    assert refusal(step.state, "roll", "Tom", number=1) == "SP16 over"


FULL_BUT_TOP = {"full": True, "minus": [[0, 0, 0]], "fill": "m"}


def enclosed_position(supply, **options):
    """Only the top is empty, and Tom's single die lies in the middle."""
    state = position(pyramid=FULL_BUT_TOP, start=[], supply=supply, options=options)
    pyramid = {**state.pyramid, "3,3,2": "y???", "1,0,0": "r???"}
    return position(pyramid=pyramid, start=[], supply=supply, options=options)


@pytest.mark.parametrize(
    ("supply", "roll", "options", "turns", "winners", "rule"),
    [
        pytest.param((12, 30, 9), 2, {}, {}, ("Uli",), "SP17", id="SP17 the fewest left win"),
        pytest.param((9, 30, 9), 2, {}, {}, ("Elfi", "Uli"), "SP17", id="A-SP7 shared"),
        pytest.param(
            (9, 30, 9), 2, {"tie": "turns"}, {"Elfi": 9, "Uli": 8}, ("Uli",), "SP17", id="A-SP7 fewer turns"
        ),
        pytest.param((9, 30, 9), 2, {"tie": "after"}, {}, ("Uli",), "SP17", id="A-SP7 the next after Tom"),
        pytest.param((9, 2, 9), 2, {}, {}, ("Tom",), "SP16", id="A-SP6 the roll comes first"),
        pytest.param(
            (9, 2, 9),
            2,
            {"order": "enclosed"},
            {},
            ("Tom",),
            "SP17",
            id="A-SP6 the look comes first, fewest anyway",
        ),
        pytest.param(
            (1, 2, 9), 2, {"order": "enclosed"}, {}, ("Elfi",), "SP17", id="A-SP6 the look comes first"
        ),
    ],
)
def test_enclosed(supply, roll, options, turns, winners, rule):
    state = enclosed_position(dict(zip(SEATS, supply, strict=True)), **options)
    state = GAME.read_position({**GAME.write_position(state), "turns": turns})
    step = play(state, "roll", "Tom", number=roll)
    assert (GAME.outcome(step.state).winners, GAME.outcome(step.state).rule) == (winners, rule)


def test_enclosed_before_the_roll():
    """A-SP6: where the table looks first, the game ends as soon as the turn comes round."""
    state = enclosed_position({"Elfi": 5, "Tom": 40, "Uli": 40}, order="enclosed")
    state = GAME.read_position({**GAME.write_position(state), "on_turn": "Elfi"})
    step = play(state, "roll", "Elfi", number=3)
    assert GAME.outcome(step.state).rule == "SP17"


def test_visible_dice_on_a_finished_side():
    """SP17, A-SP5: they can be seen, but nothing can be built at them."""
    supply = {"Elfi": 12, "Tom": 30, "Uli": 9}
    for enclosed, over in (("buildable", True), ("visible", False)):
        state = enclosed_position(supply, enclosed=enclosed)
        pyramid = {**state.pyramid, "3,3,2": "m???", "0,4,4": "y???"}
        state = GAME.read_position({**GAME.write_position(state), "pyramid": pyramid})
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


@pytest.mark.parametrize(
    ("value", "verdict", "key"),
    [
        pytest.param({"placed": written(TRIPLE, "r")}, "unsure", "wrong_colour", id="SP4 another's dice"),
        pytest.param({"placed": {}}, "unsure", "nothing_new", id="SP4 nothing was built"),
        pytest.param({"taken": ["2,2,3"]}, "unsure", "differs", id="SP1 a die has vanished"),
        pytest.param({"placed": {"2,2,3": "y???"}}, "unsure", "two_in_one", id="G2 two dice in one place"),
        pytest.param({"placed": written(TRIPLE[:2], "y")}, "refused", "too_few", id="SP4 not finished"),
        pytest.param({"dice": {"1,1,1": "r???"}}, "unsure", "differs", id="G2 another pyramid altogether"),
        pytest.param("garbage", "unsure", "unreadable_pyramid", id="G1 garbage"),
    ],
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


@pytest.mark.parametrize(
    ("pyramid", "rule"),
    [
        pytest.param({"2,2,3": "r???"}, "G2", id="G2 in the air"),
        pytest.param({"8,0,0": "r162"}, "G16", id="G16 faces that cannot be"),
        pytest.param({"8,0,0": "????"}, "SP1", id="SP1 a colour is needed"),
        pytest.param({"full": True, "fill": "r"}, "G1", id="G1 165 red dice"),
    ],
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


@pytest.mark.parametrize("level", LEVELS)
def test_opponents_play_by_the_rules(level):
    """A bot proposes only what may stand, and the same question has the same answer."""
    random = Random(5)
    state = GAME.start(SEATS, GAME.options())
    for _ in range(60):
        if GAME.outcome(state):
            break
        before = random.getstate()
        proposed = choose(state, state.on_turn, level, random, 200)
        random.setstate(before)
        assert choose(state, state.on_turn, level, random, 200) == proposed
        assert GAME.refuse(state, proposed) is None
        assert choose(state, next_seat(SEATS, state.on_turn), level, random, 200) is None
        state = GAME.play(state, proposed).state


# --- the vectors ---


@pytest.mark.skipif(not FOLDER, reason="COMPANION_VECTORS does not name the folder with the vector files")
def test_vectors():
    vectors = json.loads((Path(FOLDER or "") / "pyramid.json").read_text("utf-8"))
    asked = [v for v in vectors if v["op"] in HANDLES]
    assert len(asked) >= 16
    for vector in asked:
        told = answer(vector, {})
        assert told.got == told.expected, vector["id"]


# --- positions ---


@pytest.mark.parametrize(
    ("given", "says"),
    [
        pytest.param({"seats": ["A", "B"]}, "3 seats", id="G20 two seats"),
        pytest.param({"seats": SEATS, "on_turn": "Zoe"}, "Zoe", id="SP4 nobody of that name"),
        pytest.param({"seats": SEATS, "pyramid": {"1,1,1": "r???"}}, "hang in the air", id="G2 in the air"),
        pytest.param({"seats": SEATS, "pyramid": {"8,8,8": "r???"}}, "no place", id="G1 beyond"),
        pytest.param(
            {"seats": SEATS, "pyramid": {"8,0,0": "r162"}}, "no die can lie", id="G16 impossible faces"
        ),
        pytest.param(
            {"seats": SEATS, "pyramid": {"8,0,0": "green"}}, "at 8,0,0", id="a die that cannot be read"
        ),
        pytest.param({"seats": SEATS, "colour": "red"}, "colour", id="an unknown field"),
        pytest.param(5, "object", id="no object"),
    ],
)
def test_positions_that_cannot_be(given, says):
    with pytest.raises(msgspec.ValidationError, match=says):
        GAME.read_position(given)


def test_a_partial_position_takes_defaults():
    state = GAME.read_position(
        {"seats": SEATS, "phase": "build", "rolled": 3, "pyramid": {"plus": START, "fill": "r"}}
    )
    assert state.on_turn == "Elfi"
    assert supply_of(state, "Elfi") == 51
    assert GAME.read_position(GAME.write_position(state)) == state


# --- dice are conserved, and the screen shows them ---


@pytest.mark.parametrize("seed", range(4))
def test_every_die_is_built_or_left(seed):
    """SP1: 55 of each colour, at every moment of a random game; and the pyramid always stands (SP5)."""
    random, state = Random(seed), GAME.start(SEATS, GAME.options())
    while GAME.outcome(state) is None:
        state = GAME.play(state, random.choice(GAME.legal(state, state.on_turn))).state
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
