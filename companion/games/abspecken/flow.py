"""What follows by itself: after an action the takes, after the takes the check, then refilling or scoring."""

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Step
from companion.games.abspecken.callers import victims, waiting
from companion.games.abspecken.refill import due, still_to_refill
from companion.games.abspecken.rounds import next_playthrough
from companion.games.abspecken.state import AbspeckenState, Call, Phase
from companion.rulings import Importance, Note


def after_action(state: AbspeckenState) -> Step[AbspeckenState]:
    """A26: when everybody has discarded or called, the callers take."""
    if not all(state.acted(seat) for seat in state.seats):
        return Step(replace(state, phase=Phase.ACT))
    return serve(replace(state, phase=Phase.TAKE))


def serve(state: AbspeckenState) -> Step[AbspeckenState]:
    """The next caller takes; whoever can choose nobody takes nothing (AM-1)."""
    notes: list[Note] = []
    while callers := waiting(state):
        caller = callers[0]
        if victims(state, caller):
            notes.append(Note(Say("take_now", {"seat": caller}), "A23", Importance.ANNOUNCE, caller))
            return Step(state, tuple(notes))
        notes.append(Note(Say("nobody_to_take_from", {"seat": caller}), "AM-1", seat=caller))
        state = served(state, caller)
    after = check(state)
    return Step(after.state, (*notes, *after.notes))


def served(state: AbspeckenState, caller: str) -> AbspeckenState:
    def done(call: Call) -> Call:
        return replace(call, served=True) if call.seat == caller else call

    return replace(state, calls=tuple(map(done, state.calls)))


def check(state: AbspeckenState) -> Step[AbspeckenState]:
    """A30: the round ends when somebody is out; otherwise hands are refilled."""
    out = tuple(seat for seat in state.seats if is_out(state, seat))
    if out:
        key = "out" if len(out) == 1 else "out_together"  # A31
        note = Note(Say(key, {"seat": out[0], "seats": list(out)}), "A30", Importance.ANNOUNCE, out[0])
        return Step(replace(state, phase=Phase.SCORE, out=out), (note,))
    if not still_to_refill(state):
        return next_playthrough(state)
    told = tuple(
        Note(Say("refill_now", {"seat": seat, "n": due(state, seat)}), "A27", seat=seat)
        for seat in still_to_refill(state)
    )
    return Step(replace(state, phase=Phase.REFILL), told)


def is_out(state: AbspeckenState, seat: str) -> bool:
    """A30, AM-4: no card left, not a caller in this playthrough; perhaps not by losing the last one."""
    player = state.player(seat)
    if player.own or state.called(seat):
        return False
    return not player.robbed or state.options.stripped == "out"
