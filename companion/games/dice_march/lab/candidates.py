"""Moves worth trying in Dice March."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from companion.games.dice_march.competition import all_tips
from companion.games.dice_march.moves import Begin, Draw, First, MarchMove, Tip, Turn
from companion.games.dice_march.rules import funnels_to_order
from companion.games.dice_march.state import MarchState, axis_of, own_cells
from companion.lab.candidates import Candidates
from companion.pyramid.cells import Cell
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import shape


@lru_cache(maxsize=256)
def _turns_of(seat: str, cell: Cell) -> tuple[Turn, ...]:
    """Every way in which the die at *cell* can be turned."""
    return tuple(Turn(cell=cell, faces=faces, seat=seat) for faces in ORIENTATIONS)


def candidates(state: MarchState, seat: str) -> Sequence[MarchMove]:
    if state.phase == "begin":
        return (Begin(seat=seat),)
    draw = () if seat in state.draw else (Draw(seat=seat),)
    if state.phase == "order":
        return tuple(First(funnel=funnel, seat=seat) for funnel in funnels_to_order(state))
    if seat != state.on_turn:
        return draw
    cells = own_cells(state, seat)
    tips = all_tips(shape(state.pyramid), cells, axis_of(state, seat))
    turns = chain.from_iterable([_turns_of(seat, cell) for cell in cells])
    return Candidates(lambda way: Tip(cell=way[0], to=way[1], seat=seat), tips, *turns, *draw)
