"""What follows by itself: after an action the takes, after the takes the check, then refilling or scoring."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Step
from companion.games.abspecken.refill import due, still_to_refill
from companion.games.abspecken.rounds import next_playthrough
from companion.games.abspecken.state import AbspeckenState, Call, Phase
from companion.games.abspecken.turn import acting, victims, waiting
from companion.rulings import Note, announce, tell


def after_action(state: AbspeckenState) -> Step[AbspeckenState]:
    """A26: when everybody has discarded or called, the callers take."""
    if not all(state.acted(seat) for seat in state.seats):
        return Step(replace(state, phase=acting(state)))
    return serve(replace(state, phase=Phase.TAKE))


def nobody_takes(state: AbspeckenState) -> bool:
    """A24, AM-1: there are callers, nobody has taken, and nobody can choose anybody: the table goes on."""
    callers = waiting(state) if state.phase is Phase.TAKE and not takes_begun(state) else ()
    return bool(callers) and not any(victims(state, caller) for caller in callers)


def takes_begun(state: AbspeckenState) -> bool:
    """A24: until then a call may be taken back."""
    return any(player.robbed for player in state.players.values())


def serve(state: AbspeckenState) -> Step[AbspeckenState]:
    """The next caller takes; whoever can choose nobody takes nothing (AM-1)."""
    if nobody_takes(state):
        return Step(state, (announce("A24", "nobody_takes", n=len(state.calls)),))
    return pass_over(state)


def pass_over(state: AbspeckenState) -> Step[AbspeckenState]:
    """To the next caller who can choose somebody; the others take nothing."""
    notes: list[Note] = []
    while callers := waiting(state):
        caller = callers[0]
        if victims(state, caller):
            notes.append(announce("A23", "take_now", caller))
            return Step(state, tuple(notes))
        notes.append(tell("AM-1", "nobody_to_take_from", caller))
        state = served(state, caller)
    return check(state).after(*notes)


def served(state: AbspeckenState, caller: str) -> AbspeckenState:
    def done(call: Call) -> Call:
        return replace(call, served=True) if call.seat == caller else call

    return replace(state, calls=tuple(map(done, state.calls)))


def check(state: AbspeckenState) -> Step[AbspeckenState]:
    """A30: the round ends when somebody is out; otherwise hands are refilled."""
    out = tuple(seat for seat in state.seats if is_out(state, seat))
    if out:
        return Step(replace(state, phase=Phase.SCORE, out=out), tuple(_out_notes(state, out)))
    if not still_to_refill(state):
        return next_playthrough(state)
    notes = tuple(tell("A27", "refill_now", seat, n=due(state, seat)) for seat in still_to_refill(state))
    return Step(replace(state, phase=Phase.REFILL), notes)


def _out_notes(state: AbspeckenState, out: tuple[str, ...]) -> Iterator[Note]:
    """A31: all who have finished; AM-4: whose last card was taken away, and that this counts here."""
    key = "out" if len(out) == 1 else "out_together"
    yield announce("A30", key, out[0], seats=list(out))
    for seat in out:
        if state.player(seat).robbed:
            yield announce("AM-4", "out_by_take", seat)


def is_out(state: AbspeckenState, seat: str) -> bool:
    """A30, AM-4: no card left, not a caller in this playthrough; perhaps not by losing the last one."""
    player = state.player(seat)
    if player.own or state.called(seat):
        return False
    return not player.robbed or state.options.stripped == "out"
