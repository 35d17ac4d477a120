"""What no pyramid can be, told to a real table: said plainly in both languages, and no score is lost.

Every game has points on its table before something strange is seen. After it the state is the same, and one
touch brings table and companion together again.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from companion.asks import Kind
from companion.games import find_game
from companion.games.squeeze_play.state import supply_of
from companion.pyramid.cells import BASE, LAYERS, bit
from companion.pyramid.notation import cell_named, shape
from companion.pyramid.positions import mixed
from companion.pyramid.shape import carried, free_lying
from companion.rulings import Verdict
from tests.companion.at_the_table import AtTheTable
from tests.tables import cases

NAMES = ("Ann", "Ben", "Cleo")


class Game(NamedTuple):
    name: str
    opening: tuple[dict[str, Any], ...]  # moves until points lie on the table and the eyes are asked
    points: Callable[[Any], Any]
    reads_faces: bool = True  # in Squeeze Play numbers do not matter (SP14)


def memory_pyramid():
    return {**mixed(1, BASE, {"y": 45}), **mixed(2, LAYERS[7], {"r": 36})}


def free_dice(pyramid):
    return [name for name in pyramid if free_lying(shape(pyramid)) & bit(cell_named(name))]


GAMES = (
    Game(
        "squeeze_play",
        (
            {"move": "roll", "number": 4, "seat": "Ann"},
            {"move": "build", "seat": "Ann", "cells": [[2, 2, 3], [3, 2, 3], [2, 3, 3], [2, 2, 4]]},
            {"move": "roll", "number": 3, "seat": "Ben"},
        ),
        lambda state: {seat: supply_of(state, seat) for seat in NAMES},
        reads_faces=False,
    ),
    Game(
        "pack_rat",
        (
            {"move": "built", "pyramid": mixed(1)},
            {"move": "roll", "seat": "Ann", "number": int(mixed(1)["1,0,0"][1])},
            {"move": "take", "seat": "Ann", "cells": [[1, 0, 0]]},
        ),
        lambda state: state.dice,
    ),
    Game(
        "sums",
        (
            {"move": "built", "pyramid": mixed(1, BASE, {"m": 45})},
            {"move": "roll", "seat": "Ann", "dice": [4, 5, 6]},
            {"move": "niete", "seat": "Ben"},
        ),
        lambda state: state.supply,
    ),
    Game(
        "cui_bono",
        (
            {"move": "built", "pyramid": mixed(1)},
            {"move": "take", "seat": "Ann", "cell": [8, 0, 0]},
            {"move": "keep", "seat": "Ann"},
        ),
        lambda state: state.kept,
    ),
    Game(
        "forced_memory",
        ({"move": "built", "pyramid": memory_pyramid()}, {"move": "roll", "seat": "Ann", "dice": [1, 2, 3]}),
        lambda state: (state.won, state.roll),
    ),
    Game("dice_march", ({"move": "begin", "seat": "Ann"},), lambda state: (state.won, state.removed)),
)


class Strange(NamedTuple):
    name: str
    rule: str
    key: str
    seen: Callable[[dict[str, str]], dict[str, Any]]  # from the pyramid that lies there


def hanging(pyramid):
    """A red die high above and nothing below it; where there is no gap, the lowest corner is knocked out."""
    gaps = [name for name in ("0,0,0", "1,1,1", "2,2,2") if name not in pyramid]
    firm = carried(shape(pyramid))
    in_the_air = [name for name in gaps if not firm & bit(cell_named(name))]
    return {"placed": {in_the_air[0]: "r???"}} if in_the_air else {"taken": ["0,0,8", "0,1,7"]}


def crowded(_pyramid):
    """A complete pyramid with 56 red dice, the other colours as they are."""
    whole = mixed(3)
    spare = next(name for name, die in whole.items() if die[0] == "y")
    return {"dice": {**whole, spare: "r" + whole[spare][1:]}}


def two_in_one_cell(pyramid):
    ijk = list(cell_named(next(iter(pyramid))))
    return {"cells": [{"ijk": ijk, "colour": "red"}, {"ijk": ijk, "colour": "yellow"}]}


def two_at_once(pyramid):
    return {"placed": {next(iter(pyramid)): "r???"}}


def no_die(pyramid):
    """1 and 6 side by side: they are each other's back on every die."""
    name = free_dice(pyramid)[0]
    return {"turned": {name: pyramid[name][0] + "162"}}


def beyond_the_rim(pyramid):
    return {"dice": {**pyramid, "5,5,5": "r???"}}


def nonsense(_pyramid):
    return {"dice": 3}


STRANGE = (
    Strange("two dice in one cell", "G2", "two_in_one", two_in_one_cell),
    Strange("a die put where one lies", "G2", "two_in_one", two_at_once),
    Strange("56 red dice", "G1", "too_many", crowded),
    Strange("unsupported", "G2", "hangs", hanging),
    Strange("faces of no die", "G16", "impossible_faces", no_die),
    Strange("beyond the rim", "G1", "no_such_cell", beyond_the_rim),
    Strange("no pyramid at all", "G1", "unreadable_pyramid", nonsense),
)
CASES = [
    (game, strange) for game in GAMES for strange in STRANGE if game.reads_faces or strange.seen != no_die
]
OWN_WORDS = {  # what a game says in its own way, and why
    ("forced_memory", "faces of no die"): ("FM12", "question.moved"),  # tells no number
    ("dice_march", "faces of no die"): ("G16", "impossible_faces"),  # as a turn that cannot be
}


def begun(game):
    at = AtTheTable(find_game(game.name), NAMES)
    for move in game.opening:
        at.propose(**move)
    return at


every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@pytest.mark.parametrize(("game", "strange"), CASES, ids=lambda one: one.name)
def test_what_no_pyramid_can_be_is_told_and_changes_nothing(game, strange):
    at = begun(game)
    before = at.state

    ruling = at.see(strange.seen(dict(before.pyramid)))

    expected = OWN_WORDS.get((game.name, strange.name), (strange.rule, strange.key))
    assert (ruling.rule, ruling.why.key) == expected
    assert ruling.verdict is not Verdict.ACCEPTED
    at.said(ruling)
    assert at.state == before
    for way_back in ruling.choices:
        at.in_words(way_back.says)
    if ruling.choices:
        again = at.hear(Kind.PYRAMID, ruling.choices[0].value)
        assert again.verdict is Verdict.ACCEPTED
        assert (at.state.pyramid, game.points(at.state)) == (before.pyramid, game.points(before))


@every_game
def test_what_cannot_be_is_not_offered_as_right(game):
    ruling = begun(game).see(crowded({}))
    assert [choice.says.key for choice in ruling.choices] == ["as_remembered"]


# --- dice that vanish, and calls of the wrong seat ---


class Gone(NamedTuple):
    game: str
    taken: tuple[str, ...]
    rule: str
    points_after: Any = None  # where the table says that it lies right, if they are not as before

    def __str__(self):
        return f"{self.rule} {self.game}"


GONE = (
    Gone("squeeze_play", ("2,2,3",), "SP1", {"Ann": 52, "Ben": 55, "Cleo": 55}),  # back in its supply
    Gone("sums", ("0,0,8", "0,8,0"), "SU11"),
    Gone("dice_march", ("0,2,6",), "DM2"),
)
by_name = {game.name: game for game in GAMES}


@pytest.mark.parametrize("lies_right", (False, True), ids=("put back", "right as it lies"))
@pytest.mark.parametrize("gone", GONE, ids=str)
def test_a_die_that_vanished_without_a_take(gone, lies_right):
    game = by_name[gone.game]
    at = begun(game)
    before, scored = at.state, game.points(at.state)

    asked = at.see({"taken": list(gone.taken)})
    assert (asked.verdict, asked.rule, asked.why.key) == (Verdict.UNSURE, gone.rule, "differs")
    sentences = at.said(asked)
    assert all("A{}-B{}-C{}".format(*gone.taken[0].split(",")) in said for said in sentences.values())
    assert at.state == before

    remembered, lies = asked.choices
    assert at.hear(Kind.PYRAMID, (lies if lies_right else remembered).value).verdict is Verdict.ACCEPTED
    assert (set(before.pyramid) - set(at.state.pyramid)) == (set(gone.taken) if lies_right else set())
    assert game.points(at.state) == ((lies_right and gone.points_after) or scored)


@cases(
    "name, taken, rule",
    {
        "CB3 not from the lowest layer": ("cui_bono", ["1,0,0"], "CB3"),
        "PR11 from below others": ("pack_rat", ["0,0,8"], "PR11"),
        "G2 a yellow one: those above would hang": ("forced_memory", ["0,0,8"], "G2"),
    },
)
def test_a_die_that_nobody_may_take_is_gone(name, taken, rule):
    at = begun(by_name[name])
    before = at.state
    told = at.see({"taken": taken})
    assert told.verdict is not Verdict.ACCEPTED and told.rule == rule
    at.said(told)
    assert at.state == before


def test_pr7_a_stop_from_the_wrong_seat_is_told_in_words():
    at = begun(by_name["pack_rat"])
    before = at.state
    at.press("Ben")
    at.wait(500)

    told = at.told[-1].ruling
    assert told.verdict is Verdict.REFUSED
    assert "Ben" in at.said(told)["en"] and "Ben" in at.said(told)["de"]
    assert at.state == before


@pytest.mark.parametrize("call", ("stop", "niete"))
def test_su4_a_call_when_nothing_is_searched(call):
    at = begun(by_name["sums"])
    before = at.state
    told = at.hear(Kind.CALL, call, "Ben")
    if told is None:  # it waits for others that might have called first
        at.wait(500)
        told = at.told[-1].ruling
    assert told.verdict is Verdict.REFUSED
    at.said(told)
    assert at.state == before
