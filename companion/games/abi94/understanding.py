"""From facts to moves: what a card, a button, a die or a touch means in Abi '94."""

from collections.abc import Callable, Mapping

from companion.asks import Ask, Choice, Say
from companion.cards import hand
from companion.facts import JSON, Fact
from companion.games.abi94 import moves as m
from companion.games.abi94.asks import D10
from companion.games.abi94.laying import refuse_play
from companion.games.abi94.state import AbiState
from companion.rulings import Question

Hear = Callable[[AbiState, Ask, Fact], m.AbiMove | Question]


def understand(state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove | Question:
    """*fact* as a move. A question offers values that the same fact could have."""
    return _HEARS[ask.id.partition(":")[0]](state, ask, fact)


def _seat(ask: Ask, fact: Fact) -> str:
    """Who did it; where nobody is named it was who was asked."""
    return fact.seat or ask.seats[0]


def _laid(state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove | Question:
    card = str(fact.value["cards"][-1])
    target = ask.place.partition(":")[2]
    move = m.Play(seat=_seat(ask, fact), target=target, card=card, only=bool(fact.value.get("only", False)))
    refusal = refuse_play(state, move)
    if refusal is None or refusal.rule != "AB32":
        return move
    choice = Choice({**fact.value, "only": True}, Say("choice.only_mantas"), move.seat)
    return Question(Say("question.only_mantas", {"seat": move.seat}), (choice,), "AB32")


def _copies(state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove:
    if fact.value == "no":
        return m.Decline(seat=_seat(ask, fact))
    return m.Name(seat=_seat(ask, fact), neighbour=fact.value["neighbour"], card=fact.value["card"])


def face(value: JSON) -> int:
    """What the ten-sided die shows, from the eyes or typed."""
    return int(value[D10][0]) if isinstance(value, dict) else int(value)


def _closed(state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove:
    return m.Close()


def _sure(state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove:
    seat = _seat(ask, fact)
    return m.HandIn(seat=seat, sure=True) if fact.value == "handin" else m.Keep(seat=seat)


_HEARS: Mapping[str, Hear] = {
    "deal": lambda state, ask, fact: m.Deal(seat=fact.seat),
    "swap": lambda state, ask, fact: m.Swap(seat=_seat(ask, fact), count=fact.value),
    "lead": lambda state, ask, fact: m.Lead(seat=fact.seat, leader=fact.value),
    "play": _laid,
    "cover": lambda state, ask, fact: m.Cover(seat=_seat(ask, fact), card=fact.value),
    "copy": _copies,
    "roll": lambda state, ask, fact: m.Roll(seat=_seat(ask, fact), face=face(fact.value)),
    "sure": _sure,
    "handin": lambda state, ask, fact: m.HandIn(seat=_seat(ask, fact)),
    "ready": lambda state, ask, fact: m.Ready(seat=_seat(ask, fact)),
    "close": _closed,
    "test": lambda state, ask, fact: m.Test(seat=_seat(ask, fact), face=face(fact.value)),
    "open": lambda state, ask, fact: m.Open(seat=ask.seats[0], cards=hand(fact.value["cards"])),
}
