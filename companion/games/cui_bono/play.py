"""What each move of Cui bono? leads to."""

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Step, next_seat
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.rules import put_verdict
from companion.games.cui_bono.scoring import costs, is_over, limit
from companion.games.cui_bono.state import CuiBonoState, fingerprint, kept_by, on_turn
from companion.games.cui_bono.taking import take
from companion.pyramid.agree import Agree, cell_says, colour_says
from companion.pyramid.cells import FULL, Cell, cells_of
from companion.pyramid.learning import Seen, learnt
from companion.pyramid.notation import with_dice
from companion.rulings import Importance, Note

NewStep = Step[CuiBonoState]

WARN_AT = 3  # A-CB6: the companion speaks up when a position comes for the third time


def play(state: CuiBonoState, move: m.CuiBonoMove) -> NewStep:
    """The table after *move*."""
    match move:
        case m.Built(pyramid=pyramid):
            whole = learnt(with_dice({}, cells_of(FULL)), state.pyramid)  # with what lay there before
            now = replace(state, phase="take", pyramid=pyramid or whole)
            return Step(now, (Note(Say("note.built"), "CB4", Importance.ANNOUNCE),))
        case Seen(pyramid=pyramid):
            return Step(replace(state, pyramid=learnt(state.pyramid, pyramid)))
        case Agree(pyramid=pyramid):
            return Step(replace(state, pyramid=pyramid), (Note(Say("note.agreed"), "CB5"),))
        case m.Take(seat=seat, cell=cell):
            return _take(replace(state, on_turn=seat or on_turn(state)), cell)
        case m.Tell(colour=colour):
            return Step(replace(state, phase="put", die=colour + state.die[1:]))
        case m.Put(cell=cell):
            return _try(state, cell)
        case m.Judge(fits=fits):
            return _judged(state, fits)
        case m.Keep():
            return _keep(state)


def _take(state: CuiBonoState, cell: Cell) -> NewStep:
    """CB5: the row above slides down, with its colours and numbers."""
    taken = take(state.pyramid, cell)
    now = replace(
        state,
        phase="put" if taken.die[0] != "?" else "tell",
        pyramid=taken.pyramid,
        die=taken.die,
        took=cell,
        vacated=taken.vacated,
        denied=(),
    )
    told = {"seat": on_turn(state), "cell": cell_says(cell), "n": len(taken.path)}
    notes = [Note(Say("note.taken", told), "CB3", seat=on_turn(state))]
    if taken.path:
        notes.append(Note(Say("note.slides", {**told, "empty": cell_says(taken.vacated)}), "CB5"))
    return Step(now, tuple(notes))


def _try(state: CuiBonoState, cell: Cell) -> NewStep:
    """CB6: where not all colours are known, the table judges."""
    if put_verdict(state, cell) == "unknown":
        return Step(replace(state, phase="judge", trying=cell))
    return _put(state, cell)


def _judged(state: CuiBonoState, fits: bool) -> NewStep:
    assert state.trying is not None
    if fits:
        return _put(state, state.trying)
    told = {"seat": on_turn(state), "cell": cell_says(state.trying)}
    now = replace(state, phase="put", trying=None, denied=(*state.denied, state.trying))
    return Step(now, (Note(Say("note.does_not_fit", told), "CB7"),))


def _put(state: CuiBonoState, cell: Cell) -> NewStep:
    """CB15: how the die is turned does not matter, so its numbers are unknown from now on."""
    seat = on_turn(state)
    now = replace(
        state,
        pyramid=with_dice(state.pyramid, [cell], state.die[0] + "???"),
        put_back={**state.put_back, seat: state.put_back.get(seat, 0) + 1},
    )
    told = {"seat": seat, "cell": cell_says(cell)}
    return _next(now, (Note(Say("note.put_back", told), "CB6", seat=seat),))


def _keep(state: CuiBonoState) -> NewStep:
    """CB10: for good; CB12: perhaps the last one."""
    seat, colour = on_turn(state), state.die[0]
    cost = costs(state.options.points)[colour]
    now = replace(state, kept={**state.kept, seat: kept_by(state, seat) + colour}, repeats={})
    told = {"seat": seat, "colour": colour_says(colour), "n": len(kept_by(now, seat)), "points": cost}
    note = Note(Say("note.kept", told), "CB10", seat=seat, points={seat: cost})
    if is_over(now.kept, len(state.seats)):
        last = Note(Say("note.last_kept", {"seat": seat, "n": limit(len(state.seats))}), "CB12")
        return Step(replace(now, phase="over", die="????", turns=state.turns + 1), (note, last))
    return _next(now, (note,))


def _next(state: CuiBonoState, notes: tuple[Note, ...]) -> NewStep:
    """The left neighbour's turn, unless the agreed number of turns is over (A-CB6)."""
    seat, turns = next_seat(state.seats, on_turn(state)), state.turns + 1
    now = replace(state, phase="take", on_turn=seat, die="????", trying=None, denied=(), turns=turns)
    if state.options.turn_cap and turns >= state.options.turn_cap:
        capped = Note(Say("note.turn_cap", {"n": turns}), "A-CB6", Importance.ANNOUNCE)
        return Step(replace(now, phase="over"), (*notes, capped))
    name = fingerprint(now.pyramid, state.seats.index(seat))
    times = state.repeats.get(name, 0) + 1
    now = replace(now, repeats={**state.repeats, name: times})
    if times >= WARN_AT:
        notes = (*notes, Note(Say("note.repeated", {"n": times}), "A-CB6", Importance.WARN))
    return Step(now, notes)
