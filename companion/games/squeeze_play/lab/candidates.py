"""Moves worth trying in Squeeze Play."""

from collections.abc import Sequence
from functools import lru_cache

from companion.games.squeeze_play.moves import Build, Pass, Roll, SqueezeMove
from companion.games.squeeze_play.state import SqueezeState, possible_builds
from companion.lab.candidates import Candidates
from companion.pyramid.cells import cells_of


@lru_cache(maxsize=32)
def _rolls(seat: str) -> tuple[Roll, ...]:
    return tuple(Roll(number=number, seat=seat) for number in range(1, 7))


def candidates(state: SqueezeState, seat: str) -> Sequence[SqueezeMove]:
    if seat != state.on_turn:
        return ()
    if state.phase in ("start roll", "roll"):
        return _rolls(seat)
    builds = possible_builds(state)
    return Candidates(lambda build: Build(cells=cells_of(build), seat=seat), builds, Pass(seat=seat))
