"""Moves worth trying in Forced Memory."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from companion.games.forced_memory import moves as m
from companion.games.forced_memory.game import ForcedMemory
from companion.games.forced_memory.state import ForcedMemoryState, covered
from companion.lab.candidates import Candidates
from companion.pyramid.agree import Built

ROLLS = tuple(combinations_with_replacement(range(1, 7), 3))


@lru_cache(maxsize=32)
def _rolls(seat: str) -> tuple[m.Roll, ...]:
    return tuple(m.Roll(seat=seat, dice=dice) for dice in ROLLS)


def candidates(state: ForcedMemoryState, seat: str) -> Sequence[m.ForcedMemoryMove]:
    if state.phase != "build" and state.rolls and seat != state.on_turn:
        return []
    match state.phase:
        case "build":
            bases = ForcedMemory.examples.pyramids()
            return [*(Built(seat=seat, pyramid=base) for base in bases), Built(seat=seat)]
        case "roll":
            return _rolls(seat)
        case "choose":
            return Candidates(lambda cell: m.Lift(seat=seat, cell=cell), covered(state), *_rolls(seat))
        case "lift":
            return Candidates(lambda cell: m.Lift(seat=seat, cell=cell), covered(state))
        case "say":
            return [m.Say(seat=seat, sum=total) for total in range(3, 19)]
        case "read":
            return [m.Read(seat=seat, sum=total) for total in range(3, 19)]
    return []
