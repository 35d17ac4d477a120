"""From the fact that answers an ask to the move that it means."""

from collections.abc import Callable

import msgspec

from companion import cards
from companion.asks import Ask, Fact
from companion.games.abspecken import moves as m
from companion.games.abspecken.state import AbspeckenState, Face, Pig, Pips, number_of
from companion.games.abspecken.turn import waiting
from companion.rulings import Question


class _Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value of a dice fact."""

    pips: tuple[Pips, Pips]
    colour: tuple[str, ...] = ()
    number: tuple[Face, ...] = ()
    piggy: tuple[Pig, ...] = ()


def understand(state: AbspeckenState, ask: Ask, fact: Fact) -> m.AbspeckenMove | Question:
    """What *fact* means as an answer to *ask*; raises `msgspec.ValidationError` where it makes no sense."""
    name, _, about = ask.id.partition(":")
    return _MEANINGS[name](state, about, fact)


def _roll(state: AbspeckenState, about: str, fact: Fact) -> m.Roll:
    value = {kind: [str(face) for face in faces] for kind, faces in dict(fact.value).items()}
    dice = msgspec.convert(value, _Dice, strict=False)  # faces may be written as numbers or as words
    ban = dice.number[0] if state.options.ban_die == "number" else number_of(dice.colour[0])
    if not ban:
        raise msgspec.ValidationError(f"expected the colour of a card, got {dice.colour[0]!r}")
    pig = dice.piggy[0] if dice.piggy else ""
    return m.Roll(seat=state.roller, pips=dice.pips, ban=ban, pig=pig, t=fact.t)


def _cards(fact: Fact) -> tuple[str, ...]:
    return tuple(str(card) for card in fact.value["cards"])


def _one_card(fact: Fact) -> str:
    (card,) = _cards(fact)
    return card


def _gift(state: AbspeckenState, about: str, fact: Fact) -> m.AbspeckenMove:
    """AM-15: with hidden hands nobody is asked which card it is."""
    if state.options.hands == "hidden":
        return m.Give(seat=state.roller, to=fact.value)
    return m.Choose(seat=state.roller, whom=fact.value)


def _take(state: AbspeckenState, about: str, fact: Fact) -> m.AbspeckenMove:
    caller = waiting(state)[0]
    if state.options.hands == "hidden":
        return m.Take(seat=caller, victim=fact.value)
    return m.Choose(seat=caller, whom=fact.value)


def _given(state: AbspeckenState, card: str) -> m.Give:
    return m.Give(seat=state.roller, to=state.chosen, card=card)


def _taken(state: AbspeckenState, card: str) -> m.Take:
    return m.Take(seat=waiting(state)[0], victim=state.chosen, card=card)


_Meaning = Callable[[AbspeckenState, str, Fact], m.AbspeckenMove]

_MEANINGS: dict[str, _Meaning] = {
    "youngest": lambda state, about, fact: m.Ready(seat=fact.seat, youngest=fact.value),
    "sorted": lambda state, about, fact: m.Ready(seat=fact.seat),
    "pick": lambda state, about, fact: m.Pick(seat=about, cards=_cards(fact)),
    "pick_unseen": lambda state, about, fact: m.Pick(seat=about),
    "piggy": lambda state, about, fact: m.Offer(seat=state.roller, piggy=fact.value),
    "roll": _roll,
    "correct": _roll,
    "read": lambda state, about, fact: m.Agree(seat=fact.seat),
    "gift": _gift,
    "gift_card": lambda state, about, fact: _given(state, _one_card(fact)),
    "gift_unseen": lambda state, about, fact: _given(state, cards.UNKNOWN),
    "pick_up": lambda state, about, fact: m.PickUp(seat=state.roller),
    "discard": lambda state, about, fact: m.Lay(seat=about, cards=_cards(fact)),
    "cannot": lambda state, about, fact: m.Cannot(
        seat=fact.seat, t=fact.t, source=fact.source, uncertainty=fact.uncertainty
    ),
    "go_on": lambda state, about, fact: m.Agree(seat=fact.seat),
    "withdraw": lambda state, about, fact: m.Withdraw(seat=about),
    "doubt": lambda state, about, fact: m.Challenge(seat=fact.seat, of=about),
    "show": lambda state, about, fact: m.Show(seat=about, cards=_cards(fact)),
    "drop": lambda state, about, fact: m.Drop(seat=fact.seat),
    "take": _take,
    "take_card": lambda state, about, fact: _taken(state, _one_card(fact)),
    "take_unseen": lambda state, about, fact: _taken(state, cards.UNKNOWN),
    "refill": lambda state, about, fact: m.Refill(seat=about, cards=_cards(fact) if about else ()),
    "refill_unseen": lambda state, about, fact: m.Refill(seat=about),
    "count": lambda state, about, fact: m.Count(seat=about, points=fact.value),
    "score": lambda state, about, fact: m.Show(seat=about, cards=_cards(fact)),
    "close": lambda state, about, fact: m.Close(seat=fact.seat),
}
