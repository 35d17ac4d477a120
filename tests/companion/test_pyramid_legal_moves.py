"""How many moves each seat has at fixed tables of the pyramid games: no rule changes that unnoticed."""

from typing import Any

import msgspec
import pytest

from companion.games import find_game
from companion.lab.candidates import legal
from companion.lab.short_pyramid import read_position, read_pyramid
from companion.pyramid.cells import BASE
from companion.pyramid.positions import mixed

SEATS = ("Ann", "Ben", "Cleo")
FIFTEEN = {"8,0,0": [4, 1, 2], "7,1,0": [3, 5, 6], "7,0,1": [3, 5, 6]}  # 4 + 5 + 6 look into (7,0,0)
ONE_FUNNEL = read_pyramid({"plus": [[8, 0, 0], [7, 1, 0], [7, 0, 1]], "ori": FIFTEEN})
UNREAD_FUNNEL = dict.fromkeys(ONE_FUNNEL, "????")
FULL_BASE = mixed(1, BASE, {"m": 45})
CALLED = {"caller": "Ben", "call": "stop", "roller": "Ann", "rounds": 1, "roll": [4, 5, 6]}
NIETE = {**CALLED, "call": "niete", "roll": [1, 1, 1]}

SUMS = {
    "SU2 five bases to build": ({"phase": "build"}, (5, 5, 5)),
    "SU2 whoever takes the dice first": ({"phase": "roll"}, (56, 56, 56)),
    "SU8 then only the roller": ({"phase": "roll", "rounds": 1, "roller": "Ben"}, (0, 56, 0)),
    "SU4 Stop, SU6 Niete, A-SU2 give up": ({"phase": "search", "roll": [4, 5, 6]}, (3, 3, 3)),
    "A-SU2 no giving up": ({"phase": "search", "roll": [4, 5, 6], "options": {"all_pass": False}}, (2, 2, 2)),
    "SU4 the caller shows a funnel or names a Niete": (
        {**CALLED, "phase": "show", "pyramid": ONE_FUNNEL},
        (0, 2, 0),
    ),
    "A-SU3 with a button of its own no Niete": (
        {**CALLED, "phase": "show", "pyramid": ONE_FUNNEL, "options": {"niete_button": "own"}},
        (0, 1, 0),
    ),
    "SU10 sixteen sums": (
        {**CALLED, "phase": "add", "pyramid": UNREAD_FUNNEL, "shown": [7, 0, 0]},
        (16, 16, 16),
    ),
    "A-SU1 the others show a funnel that may match, all let it stand": (
        {**NIETE, "phase": "check", "pyramid": UNREAD_FUNNEL},
        (2, 0, 2),
    ),
    "A-SU1 a funnel that cannot match proves nothing": (
        {**NIETE, "phase": "check", "pyramid": ONE_FUNNEL},
        (1, 0, 1),
    ),
    "SU5 one place, 24 ways to lay a die": (
        {**CALLED, "phase": "place", "pyramid": FULL_BASE, "shown": [7, 0, 0]},
        (0, 24, 0),
    ),
    "SU6 any of the 36 funnels": ({**NIETE, "phase": "place", "pyramid": FULL_BASE}, (0, 864, 0)),
    "SU9 it is over": ({"phase": "over", "supply": {"Ann": 0, "Ben": 2, "Cleo": 1}}, (0, 0, 0)),
}

TWO_LAYERS = {"pyramid": {**mixed(1, BASE, {"y": 45}), "7,0,0": "r???", "6,0,1": "r???"}}
MEMORY = {"on_turn": "Ben", "rolls": 1, "roll": [4, 5, 6], **TWO_LAYERS}

FORCED_MEMORY = {
    "FM1 five bases to build": ({"phase": "build"}, (5, 5, 5)),
    "FM2 whoever takes the dice first": ({"phase": "roll", **TWO_LAYERS}, (56, 56, 56)),
    "FM4 then only who is on turn": ({"phase": "roll", **MEMORY}, (0, 56, 0)),
    "FM6 lift, or roll again": ({"phase": "choose", **MEMORY}, (0, 58, 0)),
    "A-FM1 lift, or roll one die again": (
        {"phase": "choose", **MEMORY, "options": {"reroll": "one"}},
        (0, 18, 0),
    ),
    "FM3 two dice to lift": ({"phase": "lift", **MEMORY}, (0, 2, 0)),
    "FM11 sixteen sums to say": ({"phase": "say", **MEMORY, "lifted": [7, 0, 0]}, (0, 16, 0)),
    "FM3 sixteen sums to read": ({"phase": "read", **MEMORY, "lifted": [7, 0, 0]}, (0, 16, 0)),
    "FM8 it is over": ({"phase": "over", **MEMORY, "won": {"Ben": 8}}, (0, 0, 0)),
}

FREE = read_pyramid(
    {"full": True, "minus": [[0, 0, 0]], "ori": {"1,0,0": [1, 3, 2], "0,1,0": [2, 1, 3], "0,0,1": [3, 2, 1]}}
)
HUNT = {"roller": "Ben", "rounds": 1, "number": 1, "pyramid": FREE}
COUNTING = {"roller": "Ben", "rounds": 1, "number": 1, "follow": "counts"}
GONE = {"cell": [1, 0, 0], "die": "r132"}

PACK_RAT = {
    "PR1 six ways to begin": ({"phase": "build"}, (6, 6, 6)),
    "PR2 whoever takes the die first": ({"phase": "roll", "pyramid": FREE}, (6, 6, 6)),
    "PR9 then only the roller": ({**HUNT, "phase": "roll"}, (0, 6, 0)),
    "PR3 one die each, PR7 the roller may say Stop": ({**HUNT, "phase": "hunt"}, (1, 2, 1)),
    "PR12 unread dice may be anybody's": (
        {**HUNT, "phase": "hunt", "pyramid": {**FREE, "1,0,0": "????", "0,1,0": "????", "0,0,1": "????"}},
        (3, 4, 3),
    ),
    "PR12 everybody may say whose it was, if it can have been theirs": (
        {**HUNT, "phase": "audit", "taken": [{**GONE, "die": "r???"}]},
        (1, 1, 1),
    ),
    "PR12 only Ann has seen the one": ({**HUNT, "phase": "audit", "taken": [GONE]}, (1, 0, 0)),
    "A-PR1 late or not": ({**HUNT, "phase": "audit", "taken": [{**GONE, "seat": "Ann"}]}, (2, 2, 2)),
    "PR7 where nobody follows: 0 to 20 dice": ({**COUNTING, "phase": "audit"}, (21, 21, 21)),
    "PR7 where nobody follows: who has not counted yet": (
        {**COUNTING, "phase": "audit", "counted": ["Ann"]},
        (0, 21, 21),
    ),
    "PR1 no more than are left": (
        {**COUNTING, "phase": "audit", "dice": {"Ann": 60, "Ben": 60, "Cleo": 41}, "base_only": False},
        (4, 4, 4),
    ),
    "PR10 whether only the base is left": (
        {**COUNTING, "phase": "audit", "dice": {"Ann": 60, "Ben": 60}},
        (2, 2, 2),
    ),
    "PR10 it is only settled": ({**HUNT, "phase": "settle"}, (1, 1, 1)),
    "PR10 it is over": ({**HUNT, "phase": "over"}, (0, 0, 0)),
}

TAKING = {"on_turn": "Ben", "turns": 1, "pyramid": mixed(1)}

CUI_BONO = {
    "CB1 seven pyramids to build": ({"phase": "build"}, (7, 7, 7)),
    "CB3 whoever begins takes one of the three corners": ({**TAKING, "phase": "take", "turns": 0}, (3, 3, 3)),
    "CB3 then only who is on turn": ({**TAKING, "phase": "take"}, (0, 3, 0)),
    "CB6 three colours to tell": ({**TAKING, "phase": "tell", "took": [8, 0, 0]}, (3, 3, 3)),
    "CB6 yes or no": ({**TAKING, "phase": "judge", "die": "r???", "trying": [7, 0, 0]}, (2, 2, 2)),
    "CB12 it is over": ({**TAKING, "phase": "over"}, (0, 0, 0)),
}

TABLES = {"sums": SUMS, "forced_memory": FORCED_MEMORY, "pack_rat": PACK_RAT, "cui_bono": CUI_BONO}


@pytest.mark.parametrize(
    ("name", "position", "counts"),
    [
        pytest.param(name, position, counts, id=f"{name} {told}")
        for name, table in TABLES.items()
        for told, (position, counts) in table.items()
    ],
)
def test_how_many_moves_each_seat_may_make(name: str, position: dict[str, Any], counts: tuple[int, ...]):
    game = find_game(name)
    state = read_position(game, {"seats": SEATS, **position})

    different = [{msgspec.json.encode(move) for move in legal(game, state, seat)} for seat in SEATS]
    assert tuple(map(len, different)) == counts
