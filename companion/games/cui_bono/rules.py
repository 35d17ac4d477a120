"""The rules of Cui bono?: what is refused and why, and what each move leads to."""

from typing import Any

from msgspec.structs import replace

from companion.game import Rules, Step, certain, gained, next_seat, only_in
from companion.games.cui_bono import handling
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.state import CuiBonoState, costs, fingerprint, is_over, kept_by, limit
from companion.pyramid import positions
from companion.pyramid.agree import Agree, Built, Seen, cell_says, cells_say, colour_says, learnt, trouble
from companion.pyramid.cells import FULL, LOWEST, Cell, cells_of, exists, layer
from companion.pyramid.notation import name_of, shape, with_dice
from companion.pyramid.sides import in_the_base
from companion.rulings import Note, Refusal, against, announce, tell, warn

_RULE_OF = {"no-funnel": "CB6", "two-colour": "CB7", "same-colour": "CB7", "row": "CB8"}


def _wrong_phase(state: CuiBonoState, *phases: str) -> Refusal | None:
    if state.phase in phases:
        return None
    rule = {"build": "CB4", "take": "CB2", "tell": "CB13", "put": "CB6", "judge": "CB7"}[state.phase]
    return against(rule, f"refused.now_{state.phase}", seat=state.on_turn)


def _not_your_turn(state: CuiBonoState, move: m.Take | m.Put | m.Keep) -> Refusal | None:
    """Before the first turn anybody may begin, as the players agree."""
    if wrong := _wrong_phase(state, "take" if isinstance(move, m.Take) else "put"):
        return wrong
    begins = state.turns == 0 and state.phase == "take"
    if begins or move.seat in ("", state.on_turn):
        return None
    return against("CB2", "refused.not_your_turn", seat=move.seat, turn=state.on_turn)


def _refuse_built(state: CuiBonoState, move: Built) -> Refusal | None:
    missing = (FULL & ~shape(move.pyramid)).bit_count()
    incomplete = against("CB4", "refused.not_complete", n=missing)
    return trouble(move.pyramid) or (incomplete if move.pyramid and missing else None)


def _refuse_agree(state: CuiBonoState, move: Agree) -> Refusal | None:
    return _wrong_phase(state, "build", "take", "put") or trouble(move.pyramid)


def _refuse_take(state: CuiBonoState, move: m.Take) -> Refusal | None:
    """CB3. There is always a die that may be taken, so nobody is ever stuck."""
    cell = move.cell
    if not exists(cell) or name_of(cell) not in state.pyramid:
        return against("CB3", "refused.no_die_there")
    if layer(cell) != LOWEST:
        return against("CB3", "refused.not_lowest", **_at(cell))
    if cell in handling.takeable(state.pyramid):
        return None
    return against("CB3", "refused.covered", **_at(cell), cells=cells_say(handling.takeable(state.pyramid)))


def _refuse_put(state: CuiBonoState, move: m.Put) -> Refusal | None:
    cell = move.cell
    args = {**(_at(cell) if exists(cell) else {}), "colour": colour_says(state.die[0])}
    if in_the_base(cell) and name_of(cell) not in state.pyramid:
        return against("CB9", "refused.bare_base", **args)
    if cell in state.denied:
        return against("CB7", "refused.denied", **args)
    said = put_verdict(state, cell)
    if said in ("ok", "unknown"):
        return None
    return against(_RULE_OF[said], f"refused.{said}", **args)


def put_verdict(state: CuiBonoState, cell: Cell) -> str:
    """Whether the taken die may be put at *cell* under the house rules."""
    return handling.verdict(state.pyramid, cell, state.die[0], state.options.min_row, state.options.row_scope)


def fitting(state: CuiBonoState) -> tuple[Cell, ...]:
    """Every funnel into which the taken die surely may be put."""
    return handling.fitting(state.pyramid, state.die[0], state.options.min_row, state.options.row_scope)


def _refuse_keep(state: CuiBonoState, move: m.Keep) -> Refusal | None:
    """A-CB4: as a house rule a die that fits must be put back."""
    if state.options.voluntary:
        return None
    where = [cell for cell in fitting(state) if cell not in state.denied]
    if not where:
        return None
    return against("A-CB4", "refused.must_put_back", cells=cells_say(where))


def _at(cell: Cell) -> dict[str, Any]:
    return {"cell": cell_says(cell)}


# --- what follows ---

NewStep = Step[CuiBonoState]

WARN_AT = 3  # A-CB6: the companion speaks up when a position comes for the third time


def _built(state: CuiBonoState, move: Built) -> NewStep:
    whole = learnt(with_dice({}, cells_of(FULL)), state.pyramid)  # with what lay there before
    now = replace(state, phase="take", pyramid=move.pyramid or whole)
    return Step(now, (announce("CB4", "note.built"),))


def _take(state: CuiBonoState, move: m.Take) -> NewStep:
    """CB5: the row above slides down, with its colours and numbers."""
    seat, cell = move.seat or state.on_turn, move.cell
    taken = handling.take(state.pyramid, cell)
    now = replace(state, on_turn=seat, phase="put" if taken.die[0] != "?" else "tell", denied=())
    now = replace(now, pyramid=taken.pyramid, die=taken.die, took=cell, vacated=taken.vacated)
    args = {**_at(cell), "n": len(taken.path)}
    notes = [tell("CB3", "note.taken", seat, **args)]
    if taken.path:
        notes.append(tell("CB5", "note.slides", seat=seat, **args, empty=cell_says(taken.vacated)))
    return Step(now, tuple(notes))


def _tell(state: CuiBonoState, move: m.Tell) -> NewStep:
    return Step(replace(state, phase="put", die=move.colour + state.die[1:]))


def _try(state: CuiBonoState, move: m.Put) -> NewStep:
    """CB6: where not all colours are known, the table judges."""
    if put_verdict(state, move.cell) == "unknown":
        return Step(replace(state, phase="judge", trying=move.cell))
    return _put(state, move.cell)


def _judged(state: CuiBonoState, move: m.Judge) -> NewStep:
    cell = certain(state.trying)
    if move.fits:
        return _put(state, cell)
    now = replace(state, phase="put", trying=None, denied=(*state.denied, cell))
    return Step(now, (tell("CB7", "note.does_not_fit", seat=state.on_turn, **_at(cell)),))


def _put(state: CuiBonoState, cell: Cell) -> NewStep:
    """CB15: how the die is turned does not matter, so its numbers are unknown from now on."""
    seat = state.on_turn
    whole = with_dice(state.pyramid, [cell], state.die[0] + "???")
    now = replace(state, pyramid=whole, put_back=gained(state.put_back, seat))
    return _next(now, (tell("CB6", "note.put_back", seat, cell=cell_says(cell)),))


def _keep(state: CuiBonoState, move: m.Keep) -> NewStep:
    """CB10: for good; CB12: perhaps the last one."""
    seat, colour = state.on_turn, state.die[0]
    cost = costs(state.options.points)[colour]
    now = replace(state, kept={**state.kept, seat: kept_by(state, seat) + colour}, repeats={})
    args = {"colour": colour_says(colour), "n": len(kept_by(now, seat)), "points": cost}
    note = tell("CB10", "note.kept", seat, **args).with_points({seat: cost})
    if is_over(now.kept, len(state.seats)):
        last = tell("CB12", "note.last_kept", seat=seat, n=limit(len(state.seats)))
        return Step(replace(now, phase="over", die="????", turns=state.turns + 1), (note, last))
    return _next(now, (note,))


def _next(state: CuiBonoState, notes: tuple[Note, ...]) -> NewStep:
    """The left neighbour's turn, unless the agreed number of turns is over (A-CB6)."""
    seat, turns = next_seat(state.seats, state.on_turn), state.turns + 1
    now = replace(state, phase="take", on_turn=seat, die="????", trying=None, denied=(), turns=turns)
    if state.options.turn_cap and turns >= state.options.turn_cap:
        return Step(replace(now, phase="over"), (*notes, announce("A-CB6", "note.turn_cap", n=turns)))
    name = fingerprint(now.pyramid, state.seats.index(seat))
    times = state.repeats.get(name, 0) + 1
    now = replace(now, repeats={**state.repeats, name: times})
    if times >= WARN_AT:
        notes = (*notes, warn("A-CB6", "note.repeated", n=times))
    return Step(now, notes)


RULES = Rules[CuiBonoState](
    positions.whoever_sits_here(over="CB12", stranger="CB1"),
    {
        Built: (only_in("CB4", "built", "build"), _refuse_built, _built),
        Seen: (positions.refuse_reading, positions.play_reading),
        Agree: (_refuse_agree, positions.lies_as_agreed("CB5")),
        m.Take: (_not_your_turn, _refuse_take, _take),
        m.Tell: (lambda state, _: _wrong_phase(state, "tell"), _tell),
        m.Put: (_not_your_turn, _refuse_put, _try),
        m.Judge: (lambda state, _: _wrong_phase(state, "judge"), _judged),
        m.Keep: (_not_your_turn, _refuse_keep, _keep),
    },
)
