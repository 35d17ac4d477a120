"""Which ask a fact answers, what to say if none does, and how a reading is put into words."""

from collections.abc import Sequence
from typing import Any

from companion.asks import JSON, Ask, Fact, Kind, Say, by_cards
from companion.rulings import Refusal


def answers(ask: Ask, fact: Fact) -> bool:
    """Whether *fact* is an answer to *ask*, be it a right or a wrong one."""
    if fact.kind is Kind.TIME:
        return is_meant(ask, fact)
    return is_meant(ask, fact) and _may(ask, fact.seat) and _has_shape(ask, fact.value)


def why_no_ask(asks: Sequence[Ask], fact: Fact) -> Refusal:
    """Why nothing that is waited for is answered by *fact*, and what to do now."""
    if not asks:
        return Refusal("T17", Say("table.over"))
    waiting = asks[0].prompt
    meant = [ask for ask in asks if is_meant(ask, fact)]
    if not meant:
        return Refusal("T1", Say("table.not_asked", {"waiting": waiting}))
    allowed = [ask for ask in meant if _may(ask, fact.seat)]
    if not allowed:
        who = sorted({seat for ask in meant for seat in ask.seats})
        return Refusal("T16", Say("table.not_your_turn", {"seat": fact.seat, "who": who}))
    return Refusal("T2", _what_is_wrong(allowed[0], fact))


def is_meant(ask: Ask, fact: Fact) -> bool:
    """Whether *fact* is about the same thing as *ask*. A named ask must be that one: a second tap on a button
    that has vanished must not answer the next question."""
    if fact.kind is Kind.TIME:
        return bool(fact.value == ask.id)
    if ask.kind is not fact.kind or (fact.ask and fact.ask != ask.id):
        return False
    if ask.kind is Kind.CALL:
        return bool(fact.value == ask.call)
    if ask.kind is not Kind.CARD:
        return True
    place = fact.value.get("place") if isinstance(fact.value, dict) else None
    return not (ask.place and place) or bool(place == ask.place)


def _may(ask: Ask, seat: str) -> bool:
    return not seat or not ask.seats or seat in ask.seats


def _has_shape(ask: Ask, value: Any) -> bool:
    match ask.kind:
        case Kind.DICE:
            return _are_dice(value) and (
                not ask.dice or {k: len(v) for k, v in value.items() if v} == ask.dice
            )
        case Kind.CARD:
            return _are_cards(value)
        case Kind.CHOICE if by_cards(ask) and _are_cards(value):
            return len(value["cards"]) <= ask.cards[1]
        case Kind.CHOICE:
            return not ask.choices or any(value == choice.value for choice in ask.choices)
        case Kind.NUMBER:
            return type(value) is int and ask.low <= value <= ask.high
        case Kind.CONFIRM:
            return value is True
        case _:
            return True


def _are_cards(value: Any) -> bool:
    cards = value.get("cards") if isinstance(value, dict) else None
    return isinstance(cards, (list, tuple)) and all(isinstance(card, str) for card in cards)


def _are_dice(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(dice, (list, tuple)) for dice in value.values())


def _what_is_wrong(ask: Ask, fact: Fact) -> Say:
    match ask.kind:
        case Kind.DICE if _are_dice(fact.value):
            wanted = [Say(f"die.{kind}", {"n": count}) for kind, count in ask.dice.items()]
            return Say("table.dice_count", {"wanted": wanted})
        case Kind.NUMBER:
            return Say("table.number_range", {"low": ask.low, "high": ask.high})
        case Kind.CHOICE:
            return Say("table.not_a_choice", {"choices": [choice.says for choice in ask.choices]})
        case _:
            return Say("table.not_understood", {"prompt": ask.prompt})


def reading(kind: Kind, value: JSON) -> Say:
    """*value* in words, for a question about what was seen. Names are translated where there is a word."""
    match kind:
        case Kind.DICE if _are_dice(value):
            faces = [_name(face, kind_of_die) for kind_of_die, dice in value.items() for face in dice]
            return Say("table.reading", {"what": faces})
        case Kind.CARD if isinstance(value, dict) and isinstance(value.get("cards"), (list, tuple)):
            return Say("table.reading", {"what": [_name(card, "card") for card in value["cards"]]})
        case _:
            return Say("table.reading", {"what": _name(value, "choice")})


def seat_of_hand(value: JSON) -> str:
    """Whose hand *value* is, like "hand:Elfi"; "" if it is none."""
    place = str(value.get("place", "")) if isinstance(value, dict) else ""
    what, _, seat = place.partition(":")
    return seat if what == "hand" else ""


def seat_of(move: JSON) -> str:
    """Whose *move* it is; "" where it does not say."""
    return str(move.get("seat", "")) if isinstance(move, dict) else ""


def _name(value: Any, sort: str) -> str:
    """*value* as an argument of a sentence: in words where there is a sentence like ``colour.blue``."""
    return f"@{sort}.{value}|{value}"
