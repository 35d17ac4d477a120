"""From facts to moves: what a card, a button, a touch or the clock means in Wobble."""

from companion.asks import Ask, Fact, Kind
from companion.cards import Cards, hand
from companion.game import Hears
from companion.games.wobble import moves as m
from companion.games.wobble.deck import tidy
from companion.games.wobble.laying import is_fresh
from companion.games.wobble.state import WobbleState
from companion.games.wobble.trying import OWN


def _seat(ask: Ask, fact: Fact) -> str:
    """Who did it; where nobody is named it was who was asked."""
    return fact.seat or ask.seats[0]


def _cards(fact: Fact) -> Cards:
    return tuple(tidy(str(card)) for card in fact.value["cards"])


def _laid(state: WobbleState, ask: Ask, fact: Fact) -> m.WobbleMove:
    """Whose card it is: the one who is named, else who has pressed to toss in, else who has to act."""
    pressed = next((claim.seat for claim in state.claims if is_fresh(state, claim, fact.t)), "")
    acting = state.attack.target if state.attack else state.turn
    return m.Lay(seat=fact.seat or pressed or acting, cards=_cards(fact), t=fact.t)


def _answered(state: WobbleState, ask: Ask, fact: Fact) -> m.WobbleMove:
    seat = _seat(ask, fact)
    if fact.kind is Kind.TIME:  # AW-4: it ends whatever others do, so no press beats it (W16)
        return m.Accept(seat=seat)
    if fact.value == "accept":
        return m.Accept(seat=seat, t=fact.t)
    how, _, task = str(fact.value).partition(":")
    if how == "own" and state.attack is not None and state.attack.kind == "AFK":
        return m.Accept(seat=seat, t=fact.t, own=task)
    return m.Dare(seat=seat, task=OWN, own=task) if how == "own" else m.Dare(seat=seat, task=task)


def _effect(state: WobbleState, ask: Ask, fact: Fact) -> m.WobbleMove:
    seat = _seat(ask, fact)
    match ask.id.split(":")[1]:
        case "seats":
            return m.SwapSeats(seat=seat, partner=fact.value)
        case "half":
            return m.Half(seat=seat, away=fact.value == "away")
        case _:
            return m.Exchange(seat=seat, partner=fact.value)


def _stopped(state: WobbleState, ask: Ask, fact: Fact) -> m.WobbleMove:
    """T9: a watch that nobody stops is a failed task; a call that lasts is over by itself (W-T2)."""
    if fact.kind is Kind.TIME and ask.id == "stop:T9":
        return m.Judged(seat=ask.seats[0], result="fail")
    t = fact.t
    if fact.kind is Kind.TIME and state.trying is not None:
        t = max(t, state.trying.since + ask.within_ms * 1_000_000)
    return m.End(seat=_seat(ask, fact), t=t)


HEARS: Hears = {
    "census": lambda state, ask, fact: m.Census(seat=fact.seat, cards=_cards(fact)),
    "ready": lambda state, ask, fact: m.Ready(seat=_seat(ask, fact), t=fact.t),
    "flip": lambda state, ask, fact: m.Flip(seat=fact.seat, cards=_cards(fact)),
    "lay": _laid,
    "twin": _laid,
    "printed": lambda state, ask, fact: m.Printed(seat=fact.seat, task=fact.value),
    "draw": lambda state, ask, fact: m.Touch(seat=_seat(ask, fact), t=fact.t),
    "toss": lambda state, ask, fact: m.Toss(seat=_seat(ask, fact), t=fact.t),
    "no_toss": lambda state, ask, fact: m.NoToss(seat=fact.seat),
    "redraw": lambda state, ask, fact: m.Redraw(seat=_seat(ask, fact), cards=hand(_cards(fact))),
    "keep": lambda state, ask, fact: m.Keep(seat=_seat(ask, fact)),
    "doubt": lambda state, ask, fact: m.Doubt(seat=_seat(ask, fact)),
    "show": lambda state, ask, fact: m.ShowHand(seat=_seat(ask, fact), cards=hand(_cards(fact)), t=fact.t),
    "all_shown": lambda state, ask, fact: m.AllShown(seat=_seat(ask, fact)),
    "effect": _effect,
    "answer": _answered,
    "name": lambda state, ask, fact: m.Name(seat=_seat(ask, fact), name=fact.value),
    "aim": lambda state, ask, fact: m.Aim(seat=_seat(ask, fact), target=fact.value),
    "vote": lambda state, ask, fact: m.Vote(seat=_seat(ask, fact), show=fact.value),
    "give": lambda state, ask, fact: m.Give(seat=_seat(ask, fact), cards=hand(_cards(fact))),
    "back": lambda state, ask, fact: m.Back(seat=_seat(ask, fact)),
    "country": lambda state, ask, fact: m.Country(seat=fact.seat, code=fact.value),
    "begin": lambda state, ask, fact: m.Begin(seat=_seat(ask, fact), t=fact.t),
    "stop": _stopped,
    "seen": lambda state, ask, fact: m.End(seat=_seat(ask, fact), t=fact.t, how=ask.id.split(":")[1]),  # type: ignore[arg-type]
    "number": lambda state, ask, fact: m.Number(seat=_seat(ask, fact), value=fact.value),
    "turned": lambda state, ask, fact: m.Turned(seat=_seat(ask, fact), cards=_cards(fact)),
    "throw": lambda state, ask, fact: m.Throw(seat=_seat(ask, fact), own=fact.value[0], other=fact.value[1]),
    "judged": lambda state, ask, fact: m.Judged(seat=fact.seat, result=fact.value),
}
