"""The Magnet: naming numbers and colours, and handing over the cards (W42)."""

from collections.abc import Sequence

from companion.asks import Say
from companion.cards import may_hold, shown, transfer
from companion.game import Step, certain
from companion.games.wobble import flow
from companion.games.wobble.deck import COLOURS, NUMBERS, colours, kind
from companion.games.wobble.moves import Give, Name
from companion.games.wobble.settling import refuse_settle, settled
from companion.games.wobble.state import WobbleState, clockwise, performer, replace, size, with_player
from companion.rulings import Refusal, against, announce, tell

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
    if refusal := refuse_settle(state, move.seat):
        return refusal
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
