"""Taking a hit: drawing, points, skips, leaving the table, and Not Me for all others (W38 to W41, W47)."""

from companion.game import Step, certain, gained
from companion.games.wobble import flow
from companion.games.wobble import state as st
from companion.games.wobble.deck import DRAWING
from companion.games.wobble.flow import Notes
from companion.games.wobble.moves import Accept, Back
from companion.rulings import Refusal, against, announce, tell


def refuse_settle(state: st.WobbleState, seat: str) -> Refusal | None:
    """W25: whoever is hit may settle it, and nobody else."""
    if state.phase not in ("attack", "settle") or state.attack is None:
        return flow.not_now("W25", seat)
    if seat != st.performer(state):
        return against("W25", "refused.not_target", seat=seat, target=st.performer(state))
    return None


def refuse_accept(state: st.WobbleState, move: Accept) -> Refusal | None:
    if refusal := refuse_settle(state, move.seat):
        return refusal
    kind = certain(state.attack).kind
    if state.phase == "settle" and kind == "MAG":
        return against("W42", "refused.name_first", seat=move.seat)
    if move.own and (kind != "AFK" or move.own not in state.options.afk_tasks):
        return against("AW-16", "refused.unknown_task", seat=move.seat)
    return flow.refuse_beaten(state, move.seat, move.t) if state.phase == "attack" else None


def accept(state: st.WobbleState, move: Accept) -> Step[st.WobbleState]:
    """The target takes it: the door is closed (AW-4). AW-26: nobody has to defend."""
    attack, seat = certain(state.attack), move.seat
    match attack.kind:
        case "M20":
            state, notes = _booked(state, seat)
            return settled(state, seat, notes)
        case "SK":
            return _skipped(state, seat)
        case "AFK":
            return _leaves(flow.heard(state, move.t), move)
        case "MAG":
            return Step(st.replace(state, phase="settle", attack=st.replace(attack, names_left=attack.total)))
    return take_cards(state, seat, state.owed + open_share(state))


def skips_taken(state: st.WobbleState, t: int) -> Step[st.WobbleState]:
    """W38: the one after the skipped has laid or drawn: nobody can stop the Skip any more."""
    notes: Notes = ()
    while state.attack is not None and state.phase == "attack":
        step = accept(state, Accept(seat=state.attack.target, t=t))
        state, notes = step.state, (*notes, *step.notes)
    return Step(state, notes)


def open_share(state: st.WobbleState) -> int:
    """AW-13: what is still to be drawn: the whole pile, or by card what no task has settled."""
    attack = certain(state.attack)
    if state.options.stack_tasks == "all":
        return attack.total
    return sum(share_of(state, n) for n in range(state.tasks_done, tasks_in(state)))


def tasks_in(state: st.WobbleState) -> int:
    """How many tasks lie in the pile: one on each draw card; a Double adds none (W49)."""
    return sum(layer.copies for layer in certain(state.attack).layers)


def share_of(state: st.WobbleState, number: int) -> int:
    """AW-13, by card: what one card of the pile comes to, with everything doubled that was doubled."""
    attack = certain(state.attack)
    values = [3 if layer.kind == "P3" else 5 for layer in attack.layers for _ in range(layer.copies)]
    plain = sum(values)
    return attack.total * sum(values[: number + 1]) // plain - attack.total * sum(values[:number]) // plain


def take_cards(state: st.WobbleState, seat: str, count: int) -> Step[st.WobbleState]:
    """W40: draws, as many as there are (AW-23)."""
    before = st.size(state, seat)
    state = st.drawn(state, seat, count)
    got = st.size(state, seat) - before
    note = (announce if got else tell)("W40", "note.draws", seat, n=got)
    short = (tell("AW-23", "note.pile_short", seat, n=count - got),) if got < count else ()
    return settled(state, seat, (note, *short))


def _booked(state: st.WobbleState, seat: str) -> tuple[st.WobbleState, Notes]:
    """W39: minus points at once; AW-41: they stay, even for whoever wins the round."""
    points = certain(state.attack).total
    state = st.with_player(state, seat, minus=state.players[seat].minus + points)
    return state, (announce("W39", "note.minus", seat, n=points).with_points({seat: -points}),)


def _skipped(state: st.WobbleState, seat: str) -> Step[st.WobbleState]:
    """W38: one skip of the pile is used up; AW-6: the rest hits the next one, who may defend."""
    attack = certain(state.attack)
    owes = state.players[seat].debt + attack.times - 1
    state = st.with_player(state, seat, debt=owes)
    note = tell("W38", "note.skipped", seat)
    if attack.total > 1:
        rest = st.replace(attack, total=attack.total - 1, target=st.next_in(state, seat, attack.absent))
        return Step(st.replace(state, attack=rest, phase="attack"), (note,))
    return settled(state, seat, (note,))


def _leaves(state: st.WobbleState, move: Accept) -> Step[st.WobbleState]:
    """W41: away with a task, or more of them if doubled; AW-11: under Not Me nobody plays meanwhile."""
    attack, seat = certain(state.attack), move.seat
    if not attack.not_me:
        state = st.with_player(state, seat, away=attack.total, away_since=move.t or state.now)
    key = "note.leaves_with" if move.own else "note.leaves"  # W50
    return settled(state, seat, (announce("W41", key, seat, n=attack.total, task=move.own),))


def settled(state: st.WobbleState, seat: str, notes: Notes = ()) -> Step[st.WobbleState]:
    """The hit is done; under Not Me the next victim settles it, else play goes on (AW-1)."""
    attack = certain(state.attack)
    state = st.replace(state, hits=gained(state.hits, seat))
    state = st.replace(state, trying=None, tried=(), owed=0)
    if attack.not_me:
        rest = st.replace(attack, victims=attack.victims[1:], names_left=attack.total)
        state = st.replace(state, attack=rest)
        if rest.victims:
            return Step(st.replace(state, phase="settle"), notes)
        return flow.go_on(state, attack.target, notes)
    plays = attack.kind in (*DRAWING, "M20", "MAG") and state.options.turn_after_hit
    return flow.go_on(state, seat if plays else st.next_in(state, seat), notes)


def not_me(state: st.WobbleState, seat: str) -> Step[st.WobbleState]:
    """W47, AW-11: all but *seat* and those away are hit, clockwise from the old target, without defence."""
    attack = certain(state.attack)
    ring = st.clockwise(state, attack.target)
    victims = tuple(s for s in ring if s != seat and not state.players[s].away)
    names = attack.total if attack.kind == "MAG" else 0
    hit = st.replace(attack, not_me=seat, victims=victims, absent=(), names_left=names)
    state = st.replace(state, attack=hit, phase="settle")
    note = announce("W47", "note.not_me", seat, victims=list(victims))
    if attack.kind == "SK":
        return _all_skipped(state, seat, victims, (note,))
    if attack.kind == "M20":
        notes: Notes = (note,)
        for victim in victims:
            state, more = _booked(state, victim)
            notes = (*notes, *more)
        return flow.go_on(_all_hit(state, victims), attack.target, notes)
    return Step(state, (note,))


def _all_hit(state: st.WobbleState, victims: tuple[str, ...]) -> st.WobbleState:
    return st.replace(state, hits={**state.hits, **{v: state.hits.get(v, 0) + 1 for v in victims}})


def _all_skipped(
    state: st.WobbleState, seat: str, victims: tuple[str, ...], notes: Notes
) -> Step[st.WobbleState]:
    """AW-11: all others miss a turn, so *seat* is on; then the one who was aimed at.

    AW-43: if that is *seat* as well, there are two turns running, unless the house just goes on.
    """
    attack = certain(state.attack)
    if seat == attack.target:
        if state.options.not_me_skip == "goes_on":
            return flow.go_on(_all_hit(state, victims), seat, notes)
        notes = (*notes, tell("AW-43", "note.two_turns", seat))
    for victim in victims:
        owes = state.players[victim].debt + attack.times - 1
        state = st.with_player(state, victim, debt=owes)
        notes = (*notes, tell("W38", "note.skipped", victim))
    step = flow.go_on(_all_hit(state, victims), seat, notes)
    return Step(st.replace(step.state, resume=attack.target), step.notes) if step.state.turn else step


# --- back at the table ---


def refuse_back(state: st.WobbleState, move: Back) -> Refusal | None:
    if not state.players[move.seat].away or state.phase in ("score", "over"):
        return against("W41", "refused.not_away", seat=move.seat)
    return None


def back(state: st.WobbleState, move: Back) -> Step[st.WobbleState]:
    """AW-36: whoever presses the button is in again."""
    state = st.with_player(state, move.seat, away=0, away_since=0)
    note = tell("W41", "note.back", move.seat)
    if state.phase == "return" and not any(player.away for player in state.players.values()):
        return flow.counted_out(st.replace(state, phase="score")).after(note, tell("W30", "note.now_count"))
    return Step(state, (note,))
