"""Moves worth trying in Sums."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement

from companion.games.sums import moves as m
from companion.games.sums.game import Sums
from companion.games.sums.state import SumsState
from companion.lab.candidates import Candidates
from companion.pyramid.agree import Built
from companion.pyramid.cells import Cell
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import die, open_funnels

WAYS = tuple(die("?", faces) for faces in ORIENTATIONS)
ROLLS = tuple(combinations_with_replacement(range(1, 7), 3))


@lru_cache(maxsize=32)
def _rolls(seat: str) -> tuple[m.Roll, ...]:
    return tuple(m.Roll(seat=seat, dice=dice) for dice in ROLLS)


@lru_cache(maxsize=32)
def _calls(seat: str) -> tuple[m.SumsMove, ...]:
    return m.Stop(seat=seat), m.Niete(seat=seat), m.GiveUp(seat=seat)


@lru_cache(maxsize=256)
def _places(seat: str, cell: Cell) -> tuple[m.Place, ...]:
    return tuple(m.Place(seat=seat, cell=cell, die=die) for die in WAYS)


def candidates(state: SumsState, seat: str) -> Sequence[m.SumsMove]:
    cells = open_funnels(state.pyramid) if state.phase in ("show", "check", "place") else ()
    match state.phase:
        case "build":
            seen = [Built(seat=seat, pyramid=base) for base in Sums.examples.pyramids()]
            return [*seen, Built(seat=seat)]
        case "roll" if not state.rounds or seat == state.roller:
            return _rolls(seat)
        case "search":
            return _calls(seat)
        case "show" if seat == state.caller:
            return Candidates(lambda cell: m.Show(seat=seat, cell=cell), cells, m.Niete(seat=seat))
        case "add":
            return [m.Summed(seat=seat, sum=total) for total in range(3, 19)]
        case "check" if seat != state.caller:
            return Candidates(lambda cell: m.Show(seat=seat, cell=cell), cells, m.Stand(seat=seat))
        case "place" if seat == state.caller:
            wanted = cells if state.shown is None else (state.shown,)
            return tuple(chain.from_iterable([_places(seat, cell) for cell in wanted]))
    return []
