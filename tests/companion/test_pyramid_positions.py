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
from companion.pyramid.agree import Agree
from companion.pyramid.cells import BASE, LAYERS, cells_of
from companion.pyramid.notation import name_of

THREE = ("Ann", "Ben", "Cleo")
BOTTOM_FIRST = (*cells_of(BASE), *cells_of(LAYERS[7]))


def sitting(players):
    return {"seats": list("ABCDEFGHIJ"[:players])}


# --- how many sit there ---


@pytest.mark.parametrize(
    ("game", "fewest", "most"),
    [
        pytest.param(SUMS, 2, 6, id="A-SU7 two to six"),
        pytest.param(CUI_BONO, 2, 6, id="CB12 two to six"),
        pytest.param(FORCED_MEMORY, 2, 8, id="A-FM2 two to eight"),
        pytest.param(PACK_RAT, 3, 3, id="G20 three sides"),
        pytest.param(SQUEEZE_PLAY, 3, 3, id="G20 three sides of Squeeze Play"),
        pytest.param(DICE_MARCH, 3, 3, id="G20 three sides of Dice March"),
    ],
)
def test_so_many_seats_and_no_others(game, fewest, most):
    for players in (fewest, most):
        assert len(game.read_position(sitting(players)).seats) == players
    for players in (fewest - 1, most + 1):
        with pytest.raises(msgspec.ValidationError, match="seats"):
            game.read_position(sitting(players))


# --- numbers, phases, and what belongs to them ---


@pytest.mark.parametrize(
    ("game", "position"),
    [
        pytest.param(SUMS, {"roll": [1, 6, 1], "phase": "search"}, id="SU2 three dice, 1 to 6"),
        pytest.param(SUMS, {"roll": [], "phase": "roll"}, id="SU8 nobody has rolled"),
        pytest.param(SUMS, {"roll": [], "phase": "over"}, id="SU9 at the end no roll is needed"),
        pytest.param(
            SUMS,
            {"roll": [1, 2, 3], "phase": "check", "caller": "Ben", "call": "niete"},
            id="A-SU1 a call, and no funnel shown",
        ),
        pytest.param(SUMS, {"supply": {"Ann": 0}}, id="SU9 no die left"),
        pytest.param(PACK_RAT, {"number": 0}, id="PR2 before the first roll"),
        pytest.param(PACK_RAT, {"number": 6, "phase": "hunt"}, id="PR2 a six"),
        pytest.param(PACK_RAT, {"number": 1, "phase": "hunt"}, id="PR2 a one"),
        pytest.param(PACK_RAT, {"dice": {"Ann": 0}}, id="PR1 nothing yet"),
        pytest.param(CUI_BONO, {"phase": "put", "die": "r???"}, id="CB6 a red die in the hand"),
        pytest.param(
            CUI_BONO, {"phase": "judge", "die": "m???", "trying": [7, 0, 0]}, id="CB6 a die that is judged"
        ),
        pytest.param(CUI_BONO, {"phase": "take"}, id="CB3 nothing in the hand"),
        pytest.param(CUI_BONO, {"kept": {"Ann": "rymmm"}}, id="CB13 three colours"),
        pytest.param(FORCED_MEMORY, {"roll": [1, 6, 1], "phase": "lift"}, id="FM2 three dice, 1 to 6"),
        pytest.param(FORCED_MEMORY, {"roll": [], "phase": "roll"}, id="FM2 nobody has rolled"),
        pytest.param(
            FORCED_MEMORY, {"roll": [1, 1, 1], "phase": "read", "lifted": [7, 0, 0]}, id="FM3 a lifted die"
        ),
        pytest.param(SQUEEZE_PLAY, {"rolled": 6, "bonus": 3}, id="SP11 three bonus dice"),
        pytest.param(SQUEEZE_PLAY, {"rolled": 0, "bonus": 0}, id="SP4 before the roll"),
        pytest.param(DICE_MARCH, {"front": 1}, id="DM2 a one towards the owner"),
        pytest.param(DICE_MARCH, {"front": 6}, id="DM2 a six towards the owner"),
        pytest.param(
            DICE_MARCH, {"phase": "over", "winners": ["Ben"], "end_rule": "DM14"}, id="DM14 it is over"
        ),
        pytest.param(
            SQUEEZE_PLAY, {"phase": "over", "winners": ["Ben"], "end_rule": "SP17"}, id="SP17 it is over"
        ),
    ],
)
def test_positions_that_a_table_can_hold(game, position):
    read = game.read_position({"seats": THREE, **position})

    for key, value in position.items():
        written = msgspec.to_builtins(getattr(read, key))
        assert (list(written) if isinstance(value, list) else written) == value


@pytest.mark.parametrize(
    ("game", "position", "says"),
    [
        pytest.param(SUMS, {"roll": [0, 1, 1], "phase": "search"}, "1 to 6", id="SU2 a nought"),
        pytest.param(SUMS, {"roll": [1, 1, 7], "phase": "search"}, "1 to 6", id="SU2 a seven"),
        pytest.param(SUMS, {"roll": [1, 1], "phase": "search"}, "three dice", id="SU2 two dice"),
        pytest.param(
            SUMS, {"roll": [1, 2, 3], "phase": "place", "caller": "Ann"}, "a caller", id="SU4 no call"
        ),
        pytest.param(
            SUMS, {"roll": [1, 2, 3], "phase": "show", "call": "stop"}, "a caller", id="SU4 no caller"
        ),
        pytest.param(
            SUMS,
            {"roll": [1, 2, 3], "phase": "add", "caller": "Ann", "call": "stop"},
            "shown funnel",
            id="SU10 nothing to add up",
        ),
        pytest.param(SUMS, {"supply": {"Ann": -1}}, "fewer than 0", id="SU9 less than no die"),
        pytest.param(SUMS, {"caller": "Zoe"}, "Zoe", id="SU4 a stranger calls"),
        pytest.param(PACK_RAT, {"number": 7}, "1 to 6", id="PR2 a seven"),
        pytest.param(PACK_RAT, {"number": -1}, "1 to 6", id="PR2 less than nothing"),
        pytest.param(PACK_RAT, {"dice": {"Ann": -1}}, "fewer than 0", id="PR1 less than no die"),
        pytest.param(
            PACK_RAT, {"taken": [{"cell": [1, 0, 0], "die": "r???", "seat": "Zoe"}]}, "Zoe", id="PR12 taken"
        ),
        pytest.param(
            PACK_RAT, {"taken": [{"cell": [1, 0, 0], "die": "r???", "whose": "Ann"}]}, "whose", id="PR12"
        ),
        pytest.param(CUI_BONO, {"phase": "put", "die": "????"}, "a colour", id="CB6 no colour"),
        pytest.param(CUI_BONO, {"phase": "judge", "die": "r???"}, "judged", id="CB6 nothing is judged"),
        pytest.param(CUI_BONO, {"kept": {"Ann": "rt"}}, "got t", id="CB13 turquoise"),
        pytest.param(FORCED_MEMORY, {"roll": [0, 1, 1], "phase": "lift"}, "1 to 6", id="FM2 a nought"),
        pytest.param(FORCED_MEMORY, {"roll": [1, 1, 7], "phase": "lift"}, "1 to 6", id="FM2 a seven"),
        pytest.param(FORCED_MEMORY, {"roll": [1, 1], "phase": "choose"}, "three dice", id="FM2 two dice"),
        pytest.param(
            FORCED_MEMORY, {"roll": [1, 1, 1], "phase": "say"}, "a lifted die", id="FM11 nothing is lifted"
        ),
        pytest.param(
            FORCED_MEMORY, {"shown": {"7,0,0": {"sum": 9, "at": 0, "by": "Ann"}}}, "by", id="FM3 nobody's"
        ),
        pytest.param(SQUEEZE_PLAY, {"rolled": 7}, "6", id="SP4 a seven"),
        pytest.param(SQUEEZE_PLAY, {"rolled": -1}, "0", id="SP4 less than nothing"),
        pytest.param(SQUEEZE_PLAY, {"bonus": 4}, "3", id="SP11 four bonus dice"),
        pytest.param(SQUEEZE_PLAY, {"bonus": -1}, "0", id="SP11 less than no bonus"),
        pytest.param(SQUEEZE_PLAY, {"starter": "Zoe"}, "Zoe", id="SP2 a stranger starts"),
        pytest.param(DICE_MARCH, {"front": 0}, "1", id="DM2 a nought"),
        pytest.param(DICE_MARCH, {"front": 7}, "6", id="DM2 a seven"),
        pytest.param(
            SQUEEZE_PLAY, {"phase": "over", "end_rule": "SP16"}, "the winners", id="SP16 nobody has won"
        ),
        pytest.param(
            SQUEEZE_PLAY, {"phase": "over", "winners": ["Ann"]}, "the rule", id="SP16 nobody knows why"
        ),
        pytest.param(
            SQUEEZE_PLAY,
            {"phase": "over", "winners": ["Ann"], "end_rule": "DM1"},
            "DM1",
            id="SP16 another rule",
        ),
        pytest.param(
            DICE_MARCH, {"phase": "over", "end_rule": "DM1"}, "the winners", id="DM1 nobody has won"
        ),
        pytest.param(
            DICE_MARCH, {"phase": "over", "winners": ["Ann"]}, "the rule", id="DM1 nobody knows why"
        ),
        pytest.param(DICE_MARCH, {"won": {"Zoe": 1}}, "Zoe", id="DM7 a stranger wins dice"),
        pytest.param(
            DICE_MARCH, {"pyramid": {"2,3,3": "r4??"}}, "all three numbers", id="DM6 a die half read"
        ),
        pytest.param(DICE_MARCH, {"pyramid": {"2,3,3": "?654"}}, "the colour", id="DM2 nobody's die"),
    ],
)
def test_positions_that_no_table_can_hold(game, position, says):
    with pytest.raises(msgspec.ValidationError, match=says):
        game.read_position({"seats": THREE, **position})


# --- what is in the box of a game ---


@pytest.mark.parametrize(
    ("game", "built", "colour", "dice"),
    [
        pytest.param(SUMS, sums.Built(), "r", 30, id="SU2 30 red"),
        pytest.param(SUMS, sums.Built(), "y", 30, id="SU2 30 yellow"),
        pytest.param(SUMS, sums.Built(), "m", 48, id="SU2 45 in the base and the three that are rolled"),
        pytest.param(SUMS, sums.Built(), "t", 0, id="SU2 no turquoise die"),
        pytest.param(FORCED_MEMORY, forced_memory.Built(), "r", 36, id="FM1 36 red"),
        pytest.param(FORCED_MEMORY, forced_memory.Built(), "y", 45, id="FM1 45 yellow"),
        pytest.param(FORCED_MEMORY, forced_memory.Built(), "m", 3, id="FM2 three that are rolled"),
        pytest.param(FORCED_MEMORY, forced_memory.Built(), "t", 0, id="FM1 no turquoise die"),
        pytest.param(CUI_BONO, cui_bono.Built(), "r", 55, id="G1 55 red"),
        pytest.param(CUI_BONO, cui_bono.Built(), "t", 1, id="G1 the turquoise die"),
    ],
)
def test_more_dice_than_there_are_cannot_lie_there(game, built, colour, dice):
    state = game.play(game.start(THREE, game.options()), built).state

    def so_many(number: int) -> dict[str, Any]:
        return {name_of(cell): f"{colour}???" for cell in BOTTOM_FIRST[:number]}

    assert game.refuse(state, Agree(pyramid=so_many(dice))) is None
    assert game.refuse(state, Agree(pyramid=so_many(dice + 1))).rule == "G1"
