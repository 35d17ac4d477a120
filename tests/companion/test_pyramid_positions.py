"""Positions of the pyramid games as somebody writes them: what a table can hold, and what no table can."""

from typing import Any

import msgspec
import pytest

from companion.games.cui_bono import GAME as CUI_BONO
from companion.games.cui_bono import moves as cui_bono
from companion.games.dice_march import GAME as DICE_MARCH
from companion.games.forced_memory import GAME as FORCED_MEMORY
from companion.games.forced_memory import moves as forced_memory
from companion.games.pack_rat import GAME as PACK_RAT
from companion.games.squeeze_play import GAME as SQUEEZE_PLAY
from companion.games.sums import GAME as SUMS
from companion.games.sums import moves as sums
from companion.lab.short_pyramid import read_position
from companion.pyramid.agree import Agree
from companion.pyramid.cells import BASE, LAYERS, cells_of
from companion.pyramid.notation import name_of
from tests.tables import cases

THREE = ("Ann", "Ben", "Cleo")
BOTTOM_FIRST = (*cells_of(BASE), *cells_of(LAYERS[7]))


def sitting(players):
    return {"seats": list("ABCDEFGHIJ"[:players])}


# --- how many sit there ---


@cases(
    "game, fewest, most",
    {
        "A-SU7 two to six": (SUMS, 2, 6),
        "CB12 two to six": (CUI_BONO, 2, 6),
        "A-FM2 two to eight": (FORCED_MEMORY, 2, 8),
        "G20 three sides": (PACK_RAT, 3, 3),
        "G20 three sides of Squeeze Play": (SQUEEZE_PLAY, 3, 3),
        "G20 three sides of Dice March": (DICE_MARCH, 3, 3),
    },
)
def test_so_many_seats_and_no_others(game, fewest, most):
    for players in (fewest, most):
        assert len(read_position(game, sitting(players)).seats) == players
    for players in (fewest - 1, most + 1):
        with pytest.raises(msgspec.ValidationError, match="seats"):
            read_position(game, sitting(players))


# --- what no position of any of them can say ---


@pytest.mark.parametrize(
    "game", (SUMS, CUI_BONO, FORCED_MEMORY, PACK_RAT, SQUEEZE_PLAY, DICE_MARCH), ids=lambda g: g.about.name
)
@cases(
    "position, says",
    {
        "no object": ([], "object"),
        "no seats": ({}, "seats"),
        "one name twice": ({"seats": ["Ann", "Ann", "Ben"]}, "seats"),
        "G2 in the air": ({"seats": THREE, "pyramid": {"7,0,0": "r321"}}, "hang in the air"),
        "G16 faces opposite": ({"seats": THREE, "pyramid": {"8,0,0": "r162"}}, "no die can lie"),
        "G1 beyond the rim": ({"seats": THREE, "pyramid": {"8,0,1": "r???"}}, "no place"),
        "a die that cannot be read": ({"seats": THREE, "pyramid": {"8,0,0": "green"}}, "at 8,0,0"),
        "no such phase": ({"seats": THREE, "phase": "party"}, "phase"),
        "no such colour": ({"seats": THREE, "pyramid": {"fill": 3}}, "fill"),
        "an unknown field": ({"seats": THREE, "colour": "red"}, "colour"),
    },
)
def test_positions_that_no_pyramid_game_has(game, position, says):
    with pytest.raises(msgspec.ValidationError, match=says):
        read_position(game, position)


# --- numbers, phases, and what belongs to them ---


@cases(
    "game, position",
    {
        "SU2 three dice, 1 to 6": (SUMS, {"roll": [1, 6, 1], "phase": "search"}),
        "SU8 nobody has rolled": (SUMS, {"roll": [], "phase": "roll"}),
        "SU9 at the end no roll is needed": (SUMS, {"roll": [], "phase": "over"}),
        "A-SU1 a call, and no funnel shown": (
            SUMS,
            {"roll": [1, 2, 3], "phase": "check", "caller": "Ben", "call": "niete"},
        ),
        "SU9 no die left": (SUMS, {"supply": {"Ann": 0}}),
        "PR2 before the first roll": (PACK_RAT, {"number": 0}),
        "PR2 a six": (PACK_RAT, {"number": 6, "phase": "hunt"}),
        "PR2 a one": (PACK_RAT, {"number": 1, "phase": "hunt"}),
        "PR1 nothing yet": (PACK_RAT, {"dice": {"Ann": 0}}),
        "CB6 a red die in the hand": (CUI_BONO, {"phase": "put", "die": "r???"}),
        "CB6 a die that is judged": (CUI_BONO, {"phase": "judge", "die": "m???", "trying": [7, 0, 0]}),
        "CB3 nothing in the hand": (CUI_BONO, {"phase": "take"}),
        "CB13 three colours": (CUI_BONO, {"kept": {"Ann": "rymmm"}}),
        "FM2 three dice, 1 to 6": (FORCED_MEMORY, {"roll": [1, 6, 1], "phase": "lift"}),
        "FM2 nobody has rolled": (FORCED_MEMORY, {"roll": [], "phase": "roll"}),
        "FM3 a lifted die": (FORCED_MEMORY, {"roll": [1, 1, 1], "phase": "read", "lifted": [7, 0, 0]}),
        "SP11 three bonus dice": (SQUEEZE_PLAY, {"rolled": 6, "bonus": 3}),
        "SP4 before the roll": (SQUEEZE_PLAY, {"rolled": 0, "bonus": 0}),
        "DM2 a one towards the owner": (DICE_MARCH, {"front": 1}),
        "DM2 a six towards the owner": (DICE_MARCH, {"front": 6}),
        "DM14 it is over": (DICE_MARCH, {"phase": "over", "winners": ["Ben"], "end_rule": "DM14"}),
        "SP17 it is over": (SQUEEZE_PLAY, {"phase": "over", "winners": ["Ben"], "end_rule": "SP17"}),
    },
)
def test_positions_that_a_table_can_hold(game, position):
    read = read_position(game, {"seats": THREE, **position})

    for key, value in position.items():
        written = msgspec.to_builtins(getattr(read, key))
        assert (list(written) if isinstance(value, list) else written) == value


@cases(
    "game, position, says",
    {
        "SU2 a nought": (SUMS, {"roll": [0, 1, 1], "phase": "search"}, "1 to 6"),
        "SU2 no dice": (SUMS, {"phase": "search"}, "three dice"),
        "SU4 nobody has called": (SUMS, {"phase": "add", "roll": [1, 2, 3]}, "caller"),
        "PR2 a hunt without a number": (PACK_RAT, {"phase": "hunt"}, "number"),
        "PR1 nobody of that name": (PACK_RAT, {"dice": {"Zoe": 3}}, "Zoe"),
        "CB6 nothing in the hand": (CUI_BONO, {"phase": "put"}, "colour"),
        "CB13 no such colour": (CUI_BONO, {"kept": {"Ann": "rx"}}, "got x"),
        "FM2 no dice": (FORCED_MEMORY, {"phase": "lift"}, "three dice"),
        "FM4 nobody of that name": (FORCED_MEMORY, {"won": {"Zoe": 3}}, "Zoe"),
        "DM2 nobody of that name": (DICE_MARCH, {"on_turn": "Zoe"}, "Zoe"),
        "SP4 nobody of that name": (SQUEEZE_PLAY, {"on_turn": "Zoe"}, "Zoe"),
        "G16 left-handed": (DICE_MARCH, {"pyramid": {"8,0,0": "r312"}}, "right-handed"),
        "SU2 a seven": (SUMS, {"roll": [1, 1, 7], "phase": "search"}, "1 to 6"),
        "SU2 two dice": (SUMS, {"roll": [1, 1], "phase": "search"}, "three dice"),
        "SU4 no call": (SUMS, {"roll": [1, 2, 3], "phase": "place", "caller": "Ann"}, "a caller"),
        "SU4 no caller": (SUMS, {"roll": [1, 2, 3], "phase": "show", "call": "stop"}, "a caller"),
        "SU10 nothing to add up": (
            SUMS,
            {"roll": [1, 2, 3], "phase": "add", "caller": "Ann", "call": "stop"},
            "shown funnel",
        ),
        "SU9 less than no die": (SUMS, {"supply": {"Ann": -1}}, "fewer than 0"),
        "SU4 a stranger calls": (SUMS, {"caller": "Zoe"}, "Zoe"),
        "PR2 a seven": (PACK_RAT, {"number": 7}, "1 to 6"),
        "PR2 less than nothing": (PACK_RAT, {"number": -1}, "1 to 6"),
        "PR1 less than no die": (PACK_RAT, {"dice": {"Ann": -1}}, "fewer than 0"),
        "PR12 taken": (PACK_RAT, {"taken": [{"cell": [1, 0, 0], "die": "r???", "seat": "Zoe"}]}, "Zoe"),
        "PR12": (PACK_RAT, {"taken": [{"cell": [1, 0, 0], "die": "r???", "whose": "Ann"}]}, "whose"),
        "CB6 no colour": (CUI_BONO, {"phase": "put", "die": "????"}, "a colour"),
        "CB6 nothing is judged": (CUI_BONO, {"phase": "judge", "die": "r???"}, "judged"),
        "CB13 turquoise": (CUI_BONO, {"kept": {"Ann": "rt"}}, "got t"),
        "FM2 a nought": (FORCED_MEMORY, {"roll": [0, 1, 1], "phase": "lift"}, "1 to 6"),
        "FM2 a seven": (FORCED_MEMORY, {"roll": [1, 1, 7], "phase": "lift"}, "1 to 6"),
        "FM2 two dice": (FORCED_MEMORY, {"roll": [1, 1], "phase": "choose"}, "three dice"),
        "FM11 nothing is lifted": (FORCED_MEMORY, {"roll": [1, 1, 1], "phase": "say"}, "a lifted die"),
        "FM3 nobody's": (FORCED_MEMORY, {"shown": {"7,0,0": {"sum": 9, "at": 0, "by": "Ann"}}}, "by"),
        "SP4 a seven": (SQUEEZE_PLAY, {"rolled": 7}, "6"),
        "SP4 less than nothing": (SQUEEZE_PLAY, {"rolled": -1}, "0"),
        "SP11 four bonus dice": (SQUEEZE_PLAY, {"bonus": 4}, "3"),
        "SP11 less than no bonus": (SQUEEZE_PLAY, {"bonus": -1}, "0"),
        "SP2 a stranger starts": (SQUEEZE_PLAY, {"starter": "Zoe"}, "Zoe"),
        "DM2 a nought": (DICE_MARCH, {"front": 0}, "1"),
        "DM2 a seven": (DICE_MARCH, {"front": 7}, "6"),
        "SP16 nobody has won": (SQUEEZE_PLAY, {"phase": "over", "end_rule": "SP16"}, "the winners"),
        "SP16 nobody knows why": (SQUEEZE_PLAY, {"phase": "over", "winners": ["Ann"]}, "the rule"),
        "SP16 another rule": (SQUEEZE_PLAY, {"phase": "over", "winners": ["Ann"], "end_rule": "DM1"}, "DM1"),
        "DM1 nobody has won": (DICE_MARCH, {"phase": "over", "end_rule": "DM1"}, "the winners"),
        "DM1 nobody knows why": (DICE_MARCH, {"phase": "over", "winners": ["Ann"]}, "the rule"),
        "DM7 a stranger wins dice": (DICE_MARCH, {"won": {"Zoe": 1}}, "Zoe"),
        "DM6 a die half read": (DICE_MARCH, {"pyramid": {"2,3,3": "r4??"}}, "all three numbers"),
        "DM2 nobody's die": (DICE_MARCH, {"pyramid": {"2,3,3": "?654"}}, "the colour"),
    },
)
def test_positions_that_no_table_can_hold(game, position, says):
    with pytest.raises(msgspec.ValidationError, match=says):
        read_position(game, {"seats": THREE, **position})


# --- what is in the box of a game ---


@cases(
    "game, built, colour, dice",
    {
        "SU2 30 red": (SUMS, sums.Built(), "r", 30),
        "SU2 30 yellow": (SUMS, sums.Built(), "y", 30),
        "SU2 45 in the base and the three that are rolled": (SUMS, sums.Built(), "m", 48),
        "SU2 no turquoise die": (SUMS, sums.Built(), "t", 0),
        "FM1 36 red": (FORCED_MEMORY, forced_memory.Built(), "r", 36),
        "FM1 45 yellow": (FORCED_MEMORY, forced_memory.Built(), "y", 45),
        "FM2 three that are rolled": (FORCED_MEMORY, forced_memory.Built(), "m", 3),
        "FM1 no turquoise die": (FORCED_MEMORY, forced_memory.Built(), "t", 0),
        "G1 55 red": (CUI_BONO, cui_bono.Built(), "r", 55),
        "G1 the turquoise die": (CUI_BONO, cui_bono.Built(), "t", 1),
    },
)
def test_more_dice_than_there_are_cannot_lie_there(game, built, colour, dice):
    state = game.play(game.start(THREE, game.options()), built).state

    def so_many(number: int) -> dict[str, Any]:
        return {name_of(cell): f"{colour}???" for cell in BOTTOM_FIRST[:number]}

    assert game.refuse(state, Agree(pyramid=so_many(dice))) is None
    assert game.refuse(state, Agree(pyramid=so_many(dice + 1))).rule == "G1"
