"""Moves worth trying in Cui bono?."""

from collections.abc import Sequence

from companion.games.cui_bono import moves as m
from companion.games.cui_bono.game import CuiBono
from companion.games.cui_bono.handling import takeable
from companion.games.cui_bono.state import CuiBonoState
from companion.lab.candidates import Candidates
from companion.pyramid.agree import Built
from companion.pyramid.notation import COLOURS, open_funnels


def candidates(state: CuiBonoState, seat: str) -> Sequence[m.CuiBonoMove]:
    begins = state.phase == "take" and state.turns == 0
    if state.phase in ("take", "put") and seat != state.on_turn and not begins:
        return []
    match state.phase:
        case "build":
            seen = [Built(seat=seat, pyramid=built) for built in CuiBono.examples.pyramids()]
            return [*seen, Built(seat=seat)]
        case "take":
            return Candidates(lambda cell: m.Take(seat=seat, cell=cell), takeable(state.pyramid))
        case "tell":
            return [m.Tell(seat=seat, colour=colour) for colour in COLOURS]
        case "put":
            funnels = open_funnels(state.pyramid)
            return Candidates(lambda cell: m.Put(seat=seat, cell=cell), funnels, m.Keep(seat=seat))
        case "judge":
            return [m.Judge(seat=seat, fits=fits) for fits in (True, False)]
    return []
