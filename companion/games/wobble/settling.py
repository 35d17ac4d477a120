"""Taking a hit: drawing, points, skips, leaving the table, the Magnet, Not Me for all (W38 to W42, W47)."""

from collections.abc import Sequence

from companion.asks import Say
from companion.cards import may_hold, shown, transfer
from companion.game import Step, certain, gained
from companion.games.wobble import flow
from companion.games.wobble import state as st
from companion.games.wobble.deck import COLOURS, DRAWING, NUMBERS, colours, kind
from companion.games.wobble.moves import Accept, Back, Dare, Give, Name, Printed
from companion.games.wobble.state import WobbleState, clockwise, performer, replace, size, with_player
from companion.rulings import Refusal, against, announce, tell


def refuse_settle(state: st.WobbleState, move: Accept | Name | Dare | Printed) -> Refusal | None:
    """W25: whoever is hit may settle it, and nobody else; what is printed on a card anybody may read."""
    if state.phase not in ("attack", "settle") or state.attack is None:
        return flow.not_now("W25", move.seat)
    if move.seat != st.performer(state) and not isinstance(move, Printed):
        return against("W25", "refused.not_target", seat=move.seat, target=st.performer(state))
    return None


def refuse_accept(state: st.WobbleState, move: Accept) -> Refusal | None:
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
    notes: flow.Notes = ()
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


def _booked(state: st.WobbleState, seat: str) -> tuple[st.WobbleState, flow.Notes]:
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


def settled(state: st.WobbleState, seat: str, notes: flow.Notes = ()) -> Step[st.WobbleState]:
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
        notes: flow.Notes = (note,)
        for victim in victims:
            state, more = _booked(state, victim)
            notes = (*notes, *more)
        return flow.go_on(_all_hit(state, victims), attack.target, notes)
    return Step(state, (note,))


def _all_hit(state: st.WobbleState, victims: tuple[str, ...]) -> st.WobbleState:
    return st.replace(state, hits={**state.hits, **{v: state.hits.get(v, 0) + 1 for v in victims}})


def _all_skipped(
    state: st.WobbleState, seat: str, victims: tuple[str, ...], notes: flow.Notes
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


# --- the Magnet: naming numbers and colours, and handing over the cards (W42) ---

CALLABLE = NUMBERS[1:]  # the 0 cannot be named


def matches(card: str, name: str) -> bool:
    """Whether the Magnet draws *card*: its number, or one of its colours (AW-22)."""
    return kind(card) == name if name in NUMBERS else name in colours(card)


def why_not(name: str, called: Sequence[str]) -> str:
    """What keeps *name* from being called, as the end of a key, or "" (AW-31)."""
    if name not in CALLABLE and name not in COLOURS:
        return "not_1_to_9"
    if set(called) >= {*CALLABLE, *COLOURS}:  # the list begins again
        return ""
    if name in called:
        return "already_called"
    if name in COLOURS and not set(CALLABLE) <= set(called):
        return "numbers_left"
    return ""


def may_call(called: Sequence[str]) -> tuple[str, ...]:
    """What may be named now: AW-31: nine numbers, then four colours."""
    return tuple(name for name in (*CALLABLE, *COLOURS) if not why_not(name, called))


def after_call(called: tuple[str, ...], name: str) -> tuple[str, ...]:
    """AW-31: once everything was called the list begins again."""
    before = () if set(called) >= {*CALLABLE, *COLOURS} else called
    now = (*before, name)
    return () if set(now) >= {*CALLABLE, *COLOURS} else now


def refuse_name(state: WobbleState, move: Name) -> Refusal | None:
    if state.attack is None or state.attack.kind != "MAG":
        return flow.not_now("W42", move.seat)
    reason = why_not(move.name, state.called)
    if not reason:
        return None
    rule, may = "W42" if reason != "numbers_left" else "AW-31", list(may_call(state.called))
    return against(rule, f"refused.{reason}", seat=move.seat, name=move.name, open=may)


def name(state: WobbleState, move: Name) -> Step[WobbleState]:
    """AW-36: hands of those who are away are left alone."""
    attack = certain(state.attack)
    left = attack.names_left or attack.total
    givers = tuple(
        seat for seat in clockwise(state, move.seat)[1:] if not state.players[seat].away and size(state, seat)
    )
    attack, called = replace(attack, names_left=left - 1), after_call(state.called, move.name)
    state = replace(state, attack=attack, called=called, name=move.name, giving=givers, phase="give")
    return _done_giving(state).after(announce("W42", "note.magnet", move.seat, name=name_say(move.name)))


def name_say(called: str) -> str | Say:
    return Say(f"colour.{called}") if called in COLOURS else called


def refuse_give(state: WobbleState, move: Give) -> Refusal | None:
    """Open transfers: only cards that were called, and none that is known to be there kept back."""
    if state.phase != "give" or move.seat not in state.giving:
        return flow.not_now("W42", move.seat)
    called = {"name": name_say(state.name)}
    if any(not matches(card, state.name) for card in move.cards):
        return against("W42", "refused.not_called", seat=move.seat, **called)
    held = state.players[move.seat].hand
    if not may_hold(held, move.cards):
        return against("W42", "refused.cannot_hold", seat=move.seat)
    kept = [c for c in shown(held) if matches(c, state.name) and c not in move.cards]
    if kept:
        return against("W42", "refused.kept_back", seat=move.seat, cards=kept, **called)
    return None


def give(state: WobbleState, move: Give) -> Step[WobbleState]:
    target = performer(state)
    hands = {seat: player.hand for seat, player in state.players.items()}
    hands = transfer(hands, move.seat, target, move.cards)
    for seat in (move.seat, target):
        state = with_player(state, seat, hand=hands[seat])
    rest = tuple(seat for seat in state.giving if seat != move.seat)
    note = tell("W42", "note.gives", move.seat, n=len(move.cards), target=target)
    return _done_giving(replace(state, giving=rest)).after(note)


def _done_giving(state: WobbleState) -> Step[WobbleState]:
    """With nobody left to give, the next name is wanted, or the hit is settled."""
    if state.giving:
        return Step(state)
    if certain(state.attack).names_left:
        return Step(replace(state, phase="settle", name=""))
    return settled(state, performer(state))
