"""Whose turn it is, and when the round is over."""

from companion.asks import MS
from companion.game import Step, anew
from companion.games.wobble.ending import round_done
from companion.games.wobble.state import WobbleState, next_in, replace, size, with_player
from companion.rulings import Note, Refusal, against, announce, tell

Notes = tuple[Note, ...]


def not_now(rule: str, seat: str) -> Refusal:
    return against(rule, "refused.not_now", seat=seat)


def heard(state: WobbleState, t: int) -> WobbleState:
    """The latest time that was heard; the evening is timed by it (W3)."""
    return replace(state, now=max(state.now, t))


def ms(state: WobbleState, name: str) -> int:
    """A time among the switches, in nanoseconds."""
    return int(getattr(state.options, name)) * MS


def refuse_beaten(state: WobbleState, seat: str, t: int) -> Refusal | None:
    """W16, AW-46: presses of others were earlier than what *seat* does at *t*; a tie goes to *seat*."""
    eps, late = ms(state, "eps_ms"), ms(state, "late_ms")
    first = next((c.seat for c in state.claims if c.seat != seat and c.t + eps < t <= c.t + late), "")
    return against("W16", "refused.toss_first", seat=seat, other=first) if first else None


def end_turn(state: WobbleState, seat: str, notes: Notes = ()) -> Step[WobbleState]:
    """The turn of *seat* is over; AW-11: somebody may be on before the others."""
    after = state.resume if state.resume and seat == state.turn else next_in(state, seat)
    return go_on(replace(state, resume=""), after, notes)


def go_on(state: WobbleState, seat: str, notes: Notes = ()) -> Step[WobbleState]:
    """W30 to W32: with everything done, somebody without cards ends the round; else *seat* is on."""
    state = _settled(state)
    if empty(state):
        return _over(state, notes)
    counts = state.options.mid_round_end and state.options.until == "points"  # AW-32
    if counts and any(player.minus >= state.options.limit for player in state.players.values()):
        done = replace(state, phase="score", winners=(), turn="")
        return Step(done, (*notes, announce("AW-32", "note.limit_in_round")))
    missed = []
    while state.players[seat].debt:  # W49: turns still to be missed
        state = with_player(state, seat, debt=state.players[seat].debt - 1)
        missed.append(tell("W49", "note.misses_turn", seat))
        seat = next_in(state, seat)
    return Step(replace(state, phase="turn", turn=seat), (*notes, *missed))


def _settled(state: WobbleState) -> WobbleState:
    """Nothing of what was going on is left."""
    for seat, player in state.players.items():
        if player.spared and player.hand:
            state = with_player(state, seat, spared=False)
    return anew(
        state, "attack effect tossed pointing voting trying tried owed giving name doubted cleared closed"
    )


def empty(state: WobbleState) -> tuple[str, ...]:
    """AW-18: whoever has no card left wins the round, however it came."""
    return tuple(s for s in state.seats if not size(state, s) and not state.players[s].spared)


def _over(state: WobbleState, notes: Notes) -> Step[WobbleState]:
    """W30: the round is over; AW-36: tasks away from the table may have to be done first."""
    winners = empty(state)
    away = any(player.away for player in state.players.values()) and not state.options.afk_last_waived
    note = announce("W30", "note.round_over", seats=list(winners), n=len(winners))
    phase = "return" if away else "score"
    players = {
        seat: replace(p, counted=not p.hand, away=p.away if away else 0, last_round=0)
        for seat, p in state.players.items()
    }
    done = replace(state, phase=phase, winners=winners, players=players, turn="", claims=(), robbed=())
    return counted_out(done).after(*notes, note)


def counted_out(state: WobbleState) -> Step[WobbleState]:
    """If nobody has a hand to count any more, the sheet is closed."""
    if state.phase == "score" and all(player.counted for player in state.players.values()):
        return round_done(state)
    return Step(state)
