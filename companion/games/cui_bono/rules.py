"""What is refused in Cui bono?, and why."""

from typing import Any

from companion.asks import Say
from companion.games.cui_bono import moves as m
from companion.games.cui_bono import putting
from companion.games.cui_bono.putting import in_the_bare_base, verdict
from companion.games.cui_bono.state import CuiBonoState, on_turn
from companion.games.cui_bono.taking import may_take, takeable
from companion.pyramid.agree import Agree, cell_says, cells_say, colour_says, trouble
from companion.pyramid.cells import FULL, LOWEST, Cell, exists, layer
from companion.pyramid.learning import Seen, refuse_seen
from companion.pyramid.notation import Pyramid, name_of, shape
from companion.rulings import Refusal

_RULE_OF = {"no-funnel": "CB6", "two-colour": "CB7", "same-colour": "CB7", "row": "CB8"}


def refuse(state: CuiBonoState, move: m.CuiBonoMove) -> Refusal | None:
    """The first rule that *move* breaks, or None if it may stand."""
    if state.phase == "over":
        return Refusal("CB12", Say("refused.over"))
    if move.seat and move.seat not in state.seats:
        return Refusal("CB1", Say("refused.no_such_seat", {"name": move.seat}))
    match move:
        case m.Built(pyramid=pyramid):
            return _refuse_built(state, pyramid)
        case Seen(pyramid=pyramid):
            return refuse_seen(state.pyramid, pyramid)
        case Agree(pyramid=pyramid):
            return _wrong_phase(state, "build", "take", "put") or trouble(pyramid)
        case m.Take(cell=cell):
            return _wrong_phase(state, "take") or _refuse_seat(state, move.seat) or _refuse_take(state, cell)
        case m.Tell():
            return _wrong_phase(state, "tell")
        case m.Put(cell=cell):
            return _wrong_phase(state, "put") or _refuse_seat(state, move.seat) or _refuse_put(state, cell)
        case m.Judge():
            return _wrong_phase(state, "judge")
        case m.Keep():
            return _wrong_phase(state, "put") or _refuse_seat(state, move.seat) or _refuse_keep(state)


def _wrong_phase(state: CuiBonoState, *phases: str) -> Refusal | None:
    if state.phase in phases:
        return None
    rule = {"build": "CB4", "take": "CB2", "tell": "CB13", "put": "CB6", "judge": "CB7"}[state.phase]
    return Refusal(rule, Say(f"refused.now_{state.phase}", {"seat": on_turn(state)}))


def _refuse_seat(state: CuiBonoState, seat: str) -> Refusal | None:
    """Before the first turn anybody may begin, as the players agree."""
    begins = state.turns == 0 and state.phase == "take"
    if begins or seat in ("", on_turn(state)):
        return None
    return Refusal("CB2", Say("refused.not_your_turn", {"seat": seat, "turn": on_turn(state)}))


def _refuse_built(state: CuiBonoState, pyramid: Pyramid) -> Refusal | None:
    if state.phase != "build":
        return Refusal("CB4", Say("refused.built"))
    missing = (FULL & ~shape(pyramid)).bit_count()
    if pyramid and missing:
        return trouble(pyramid) or Refusal("CB4", Say("refused.not_complete", {"n": missing}))
    return trouble(pyramid)


def _refuse_take(state: CuiBonoState, cell: Cell) -> Refusal | None:
    """CB3. There is always a die that may be taken, so nobody is ever stuck."""
    if not exists(cell) or name_of(cell) not in state.pyramid:
        return Refusal("CB3", Say("refused.no_die_there"))
    if layer(cell) != LOWEST:
        return Refusal("CB3", Say("refused.not_lowest", _at(cell)))
    if may_take(state.pyramid, cell):
        return None
    return Refusal("CB3", Say("refused.covered", {**_at(cell), "cells": cells_say(takeable(state.pyramid))}))


def _refuse_put(state: CuiBonoState, cell: Cell) -> Refusal | None:
    told = {**(_at(cell) if exists(cell) else {}), "colour": colour_says(state.die[0])}
    if in_the_bare_base(cell) and name_of(cell) not in state.pyramid:
        return Refusal("CB9", Say("refused.bare_base", told))
    if cell in state.denied:
        return Refusal("CB7", Say("refused.denied", told))
    said = put_verdict(state, cell)
    if said in ("ok", "unknown"):
        return None
    return Refusal(_RULE_OF[said], Say(f"refused.{said}", told))


def put_verdict(state: CuiBonoState, cell: Cell) -> str:
    """Whether the taken die may be put at *cell* under the house rules."""
    return verdict(state.pyramid, cell, state.die[0], state.options.min_row, state.options.row_scope)


def fitting(state: CuiBonoState) -> tuple[Cell, ...]:
    """Every funnel into which the taken die surely may be put."""
    return putting.fitting(state.pyramid, state.die[0], state.options.min_row, state.options.row_scope)


def _refuse_keep(state: CuiBonoState) -> Refusal | None:
    """A-CB4: as a house rule a die that fits must be put back."""
    if state.options.voluntary:
        return None
    where = [cell for cell in fitting(state) if cell not in state.denied]
    if not where:
        return None
    return Refusal("A-CB4", Say("refused.must_put_back", {"cells": cells_say(where)}))


def _at(cell: Cell) -> dict[str, Any]:
    return {"cell": cell_says(cell)}
