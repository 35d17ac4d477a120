"""Simulated families with real dice play the six pyramid games; referee and truth agree at every step."""

from itertools import combinations, product
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.asks import MS, Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.games.squeeze_play.lab.real_building import SPLITS, RealBuilding, longest_row
from companion.games.squeeze_play.rules import fewest_left
from companion.games.squeeze_play.state import SqueezeOptions
from companion.journal import Journal
from companion.lab.family import OpenFamily, family_class
from companion.lab.pyramid_people import differences
from companion.lab.real_pyramid import PLACES, WAYS, RealDie, RealPyramid, named
from companion.pyramid.cells import cells_of
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import shape
from companion.pyramid.shape import free_lying, funnels, upper_funnels
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import quick
from tests.tables import cases
from ui.lab.compared import ComparedEvening, PlainSenses
from ui.twin.evening import Report

NAMES = ("Ada", "Ben", "Cem", "Dora", "Elif", "Finn", "Greta", "Hugo")


class Play(NamedTuple):
    game: str
    seats: int
    options: dict[str, str]
    rules: str  # the rules that this evening is about

    def __str__(self) -> str:
        rules = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.rules}: {self.game} for {self.seats} {rules}".strip()


ALL = (
    *(Play("sums", seats, {}, "SU1") for seats in range(2, 7)),
    Play("sums", 3, {"niete_judge": "players", "search_s": "5"}, "A-SU1"),
    Play("sums", 4, {"niete_button": "own", "tie": "most_dice"}, "A-SU5"),
    Play("sums", 2, {"touch_move": "off", "show_s": "1", "all_pass": "off"}, "A-SU8"),
    Play("pack_rat", 3, {}, "PR1"),
    Play("pack_rat", 3, {"wrong_take": "penalty", "per_die": "off"}, "A-PR2"),
    Play("pack_rat", 3, {"grace_ms": "0", "empty_hint_s": "1"}, "A-PR5"),
    *(Play("cui_bono", seats, {}, "CB1") for seats in range(2, 7)),
    Play("cui_bono", 3, {"voluntary": "off", "min_row": "3"}, "A-CB4"),
    Play("cui_bono", 3, {"row_scope": "visible", "turn_cap": "25"}, "A-CB3"),
    Play("dice_march", 3, {}, "DM1"),
    Play("dice_march", 3, {"multi": "order", "ownTie": "literal"}, "A-DM2"),
    Play("dice_march", 3, {"goalFirst": "off", "repetition": "none", "score": "all"}, "A-DM6"),
    Play("squeeze_play", 3, {}, "SP1"),
    Play("squeeze_play", 3, {"linked": "off", "one": "lone", "tie": "after"}, "A-SP2"),
    Play("squeeze_play", 3, {"protect": "free", "mustBuild": "may", "centre": "central"}, "A-SP4"),
    Play("squeeze_play", 3, {"order": "enclosed", "enclosed": "visible", "tie": "turns"}, "A-SP6"),
    *(Play("forced_memory", seats, {}, "FM1") for seats in range(2, 7)),
    Play("forced_memory", 3, {"limit_s": "10", "reroll": "one"}, "A-FM6"),
    Play("forced_memory", 3, {"hint_impossible": "on", "training": "on"}, "FM11"),
)
QUICK = (
    *((play, 0.0) for play in ALL if not play.options and play.seats == 3),
    *((play, 0.2) for play in ALL if play.options or play.seats == 3),
)


def evening(play: Play, seed: int, cheats: float) -> Report:
    game, clock = find_game(play.game), HandClock(now=1_000_000_000)
    seats = seats_named(NAMES[: play.seats], "en")
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats, game.read_options(play.options), journal, clock)
        names = tuple(seat.name for seat in seats)
        family = family_class(game)(game, names, table.options, Random(seed), cheats)
        return ComparedEvening(table, family, clock, PlainSenses(clock)).play(most=5000)


def check(play: Play, seed: int, cheats: float) -> None:
    report = evening(play, seed, cheats)
    assert not report.disagreements, report.disagreements[:3]
    assert report.over
    assert report.caught == report.cheats - report.hidden_cheats
    assert bool(report.cheats) == bool(cheats)


@pytest.mark.parametrize(("play", "cheats"), quick(QUICK[1:] + QUICK[:1], 3, more=6), ids=str)
def test_referee_and_real_dice_agree(play, cheats):
    check(play, seed=1, cheats=cheats)


@pytest.mark.parametrize("cheats", quick([0.2, 0.0], more=1), ids=("cheating", "honest"))
@pytest.mark.parametrize("telling", ("taps", "counts"))
def test_pr8_pr10_dice_of_pack_rat_that_no_eyes_follow(telling, cheats):
    """Every take is tapped, or everybody counts at the end of a round."""
    game, three = find_game("pack_rat"), NAMES[:3]
    families = ((n, family_class(game)(game, three, game.options(), Random(n), cheats)) for n in range(1, 50))
    seed = next(number for number, family in families if vars(family)["_telling"] == telling)

    check(Play("pack_rat", 3, {}, "PR10"), seed, cheats)


@pytest.mark.parametrize(("seed", "read"), [(1, True), (2, False)], ids=("dice that were read", "unread"))
def test_cb7_cb13_what_a_family_of_cui_bono_knows_while_a_die_is_tried(seed, read):
    """It stands on the base form then, not before; nobody tells the colour of dice that were read."""
    game, clock = find_game("cui_bono"), HandClock(now=1_000_000_000)
    family = family_class(game)(game, NAMES[:3], game.options(), Random(seed))
    compare, tried, untold = family.disagreements, set(), set()

    def look(state):
        found = compare(state)
        if state.phase != "build" and not vars(family)["_under_way"]:
            assert family.lies().pyramid.keys() == game.lies(state).pyramid.keys()
            tried.add(state.trying is not None)
        if state.phase == "put":
            untold.add(any("phase" in wrong for wrong in compare(replace(state, phase="tell"))))
        return found

    family.disagreements = look
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats_named(NAMES[:3], "en"), game.options(), journal, clock)
        ComparedEvening(table, family, clock, PlainSenses(clock)).play(most=400)
    assert tried == ({False} if read else {False, True})
    assert untold == {read}


@pytest.mark.long
@pytest.mark.parametrize("cheats", (0.0, 0.2), ids=("honest", "cheating"))
@pytest.mark.parametrize("play", ALL, ids=str)
def test_referee_and_real_dice_agree_for_many_evenings(play, cheats):
    for seed in range(2, 8):
        check(play, seed, cheats)


@pytest.mark.parametrize("name", sorted({play.game for play in ALL}))
def test_every_pyramid_game_has_a_family_of_its_own(name):
    assert family_class(find_game(name)) is not OpenFamily


# --- the truth itself ---


def test_g16_a_real_die_lies_in_the_24_ways_of_a_right_handed_one():
    assert set(WAYS) == set(ORIENTATIONS)


def grown(seed: int, dice: int) -> RealPyramid:
    random, pyramid = Random(seed), RealPyramid()
    for _ in range(dice):
        room = [p for p in PLACES if p not in pyramid.dice and pyramid.lies_firmly(p)]
        pyramid.dice[random.choice(room)] = RealDie(random.choice("rym"), random.choice(WAYS))
    return pyramid


@pytest.mark.parametrize("seed", range(6))
def test_g2_g3_g8_real_dice_and_the_model_of_the_referee_see_the_same(seed):
    pyramid = grown(seed, 30 * seed)
    occupied = shape(pyramid.written())
    assert sorted(pyramid.free()) == sorted(cells_of(free_lying(occupied)))
    assert sorted(pyramid.gaps()) == sorted(cells_of(upper_funnels(occupied)))
    firm = [p for p in PLACES if p not in pyramid.dice and pyramid.lies_firmly(p)]
    assert sorted(firm) == sorted(cells_of(funnels(occupied)))


def test_a_wrong_belief_of_the_referee_is_noticed():
    pyramid = grown(1, 20)
    place = next(iter(pyramid.dice))
    right, name = pyramid.written(), named(place)
    unknown = {**right, name: "????"}
    other = {**right, name: ("y" if right[name][0] == "r" else "r") + right[name][1:]}
    missing = {key: die for key, die in right.items() if key != name}
    assert not list(differences(right, pyramid))
    assert not list(differences(unknown, pyramid))
    for wrong in (other, missing, {**right, "0,0,0": "r???"}):
        assert len(list(differences(wrong, pyramid))) == 1


@pytest.mark.parametrize("n", (2, 3))
def test_sp6_sp7_the_family_finds_every_build_that_may_stand(n):
    """Compared with all sets of so many places near the start pyramid, one by one."""
    building = RealBuilding(("Ada", "Ben", "Cem"), SqueezeOptions())
    start = next(build for build in building.start_builds() if (2, 2, 3) in build)
    building.pyramid.dice = {place: RealDie("r", WAYS[0]) for place in start}
    near = [
        p for p in PLACES if all(abs(a - b) <= 2 for a, b in zip(p, (2, 2, 3), strict=True)) and sum(p) > 4
    ]
    tried = {frozenset(c) for c in combinations(near, n) if building.may_stand("Ada", c)}
    assert tried == {build for build in building.builds("Ada", n) if build <= set(near)}
    assert bool(tried) == (n == 3)  # after the start pyramid only 3, 5 or 6 dice can be built


@pytest.mark.parametrize("n", range(1, 7))
def test_sp6_dice_that_are_built_apart_are_at_least_two_in_each_place(n):
    """However many places there are, in every order of their sizes."""
    sizes = (each for places in (2, 3) for each in product(range(2, n), repeat=places))

    assert sorted(SPLITS.get(n, ())) == sorted(each for each in sizes if sum(each) == n)


@pytest.mark.parametrize(
    ("build", "length"),
    [
        ({(8, 0, 0)}, 1),
        ({(6, 1, 1), (5, 1, 1), (4, 1, 1), (3, 1, 1)}, 4),
        ({(6, 1, 1), (5, 1, 1), (3, 1, 1)}, 2),
    ],
)
def test_sp11_a_row_is_straight_and_without_gaps(build, length):
    assert longest_row(frozenset(build)) == length


# --- what the families have found ---


@cases(
    "tie, enclosed, winners",
    {
        "A-SP7 they share": ("shared", "Ada", ("Ben", "Cem")),
        "A-SP7 who had fewer turns": ("turns", "Ada", ("Cem",)),
        "A-SP7 who comes first after the enclosed one": ("after", "Ada", ("Ben",)),
        "A-SP7 the left neighbour": ("after", "Ben", ("Cem",)),
        "A-SP7 past somebody who has more left": ("after", "Cem", ("Ben",)),
    },
)
def test_a_sp7_family_and_referee_know_who_has_won_of_those_with_equally_few_left(tie, enclosed, winners):
    game, left, turns = (
        find_game("squeeze_play"),
        {"Ada": 9, "Ben": 5, "Cem": 5},
        {"Ada": 7, "Ben": 7, "Cem": 6},
    )
    options = game.read_options({"tie": tie})
    family = vars(squeeze := family_class(game)(game, NAMES[:3], options, Random(1)))
    family["_turn"], family["_turns"] = enclosed, turns
    vars(family["_building"])["left"] = left.get
    squeeze._ends_enclosed()
    state = replace(game.start(NAMES[:3], options), supply=left, turns=turns)

    assert family["_winners"] == fewest_left(state, enclosed) == winners


def test_a_fm6_everybody_has_the_whole_time_to_think():
    """The time of the next one begins anew, even if the one before has lifted nothing."""
    game, clock = find_game("forced_memory"), HandClock(now=1_000_000_000)
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats_named(NAMES[:3], "en"), {"limit_s": 10}, journal, clock)
        for kind, value in ((Kind.CONFIRM, True), (Kind.DICE, {"pips": [1, 2, 3]})):
            table.hear(Fact(kind, value, clock.now(), Source.TOUCH, seat=NAMES[0]))
        on_turn = [table.state.on_turn]
        for _ in range(3):
            assert table.next_tick() == clock.now() + 10_000 * MS
            clock.advance(10_000 * MS)
            table.tick()
            on_turn.append(table.state.on_turn)
    assert on_turn == ["Ada", "Ben", "Cem", "Ada"]


@pytest.mark.parametrize(("tapped_after_s", "asked"), [(-1, False), (1, True)], ids=("before", "after"))
def test_a_pr1_only_a_tap_after_the_stop_is_asked_about(tapped_after_s, asked):
    """A tap comes some time after the take that it tells of, so one before the Stop was in time."""
    game, clock = find_game("pack_rat"), HandClock(now=1_000_000_000)
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats_named(NAMES[:3], "en"), {}, journal, clock)
        stop = (Kind.CALL, "stop")
        tap = (Kind.CHOICE, {"cells": [[1, 0, 0]]})
        last = (stop, tap) if tapped_after_s > 0 else (tap, stop)
        for kind, value in ((Kind.CHOICE, "dice"), (Kind.DICE, {"pips": [3]}), *last):
            clock.advance(1000 * MS)
            table.hear(Fact(kind, value, clock.now(), Source.TOUCH, "Ada"))
    assert any(ask.id.startswith("late:") for ask in table.asks) is asked


@pytest.mark.parametrize(("name", "pips"), [("sums", 3), ("forced_memory", 3), ("pack_rat", 1)])
def test_eyes_see_no_names_so_who_began_is_asked(name, pips):
    game, clock = find_game(name), HandClock(now=1_000_000_000)
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats_named(NAMES[:3], "en"), {}, journal, clock)
        kind, value = (Kind.CHOICE, "dice") if name == "pack_rat" else (Kind.CONFIRM, True)
        table.hear(Fact(kind, value, clock.now(), Source.TOUCH))
        seen = Fact(Kind.DICE, {"pips": [2] * pips}, clock.now(), Source.CAMERA)

        asked = table.hear(seen)
        assert (asked.verdict, asked.why.key) == (Verdict.UNSURE, "who_began")
        assert [choice.seat for choice in asked.choices] == list(NAMES[:3])

        told = asked.choices[2]
        table.hear(replace(seen, value=told.value, seat=told.seat))
        roller = table.state.on_turn if name == "forced_memory" else table.state.roller
        assert roller == NAMES[2]
