"""One pile on which everybody lays, in the long place, and beside it the cards that somebody shows there.

The eyes tell of the whole place. What lies where the pile lies is on the pile; all else is shown beside it.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from companion.asks import Ask, Kind
from companion.layout import is_pile
from companion.sightings import CardSeen, Sighting
from vision.mat import COMMON_PILE, SCAN
from vision.scene.events import Event, Laid
from vision.scene.moved import Elsewhere
from vision.scene.spots import length_of, lie_alike, lies_like, middle_of

_NEAR = 0.27  # of a card's diagonal, half a card's width: so far apart two cards of one pile lie at most


class CommonPile:
    """Where the pile lies, and what was seen on it and beside it."""

    def __init__(self) -> None:
        self._in_use = False  # there is such a pile in this game
        self._shown = False  # somebody has to show cards now, and nobody is to lay any
        self._counts = ""  # the card on top as the referee knows it
        self._at: CardSeen | None = None  # the card on top as it was seen last
        self._pile: tuple[CardSeen, ...] = ()
        self._beside: tuple[CardSeen, ...] = ()

    def expect(self, asks: Sequence[Ask]) -> None:
        """What the referee waits for from now on."""
        cards = [ask for ask in asks if ask.kind is Kind.CARD]
        to_lay = any(ask.place == COMMON_PILE for ask in cards)
        self._in_use = self._in_use or to_lay
        self._shown = not to_lay and any(not ask.optional and not is_pile(ask.place) for ask in cards)

    def know(self, pile: Sequence[str]) -> None:
        """The cards of the pile as far as the referee knows them, the last on top."""
        self._counts = pile[-1] if pile else ""

    def look_from(self, elsewhere: Elsewhere) -> None:
        """The camera or the mat has moved; the cards have not."""
        self._at = None if self._at is None else elsewhere.card(self._at)
        self._pile = tuple(elsewhere.card(card) for card in self._pile)
        self._beside = tuple(elsewhere.card(card) for card in self._beside)

    def apart(self, sighting: Sighting, events: Sequence[Event]) -> tuple[Sighting, tuple[Event, ...]]:
        """The same, with what belongs to the pile in a place of its own."""
        if not self._in_use:
            return sighting, tuple(events)
        reported = tuple(one for event in events for one in self._kept_apart(event))
        on_pile = self._on_pile([card for card in sighting.cards if card.place == SCAN])
        cards = tuple(
            replace(card, place=COMMON_PILE) if card in on_pile else card for card in sighting.cards
        )
        return replace(sighting, cards=cards), reported

    def _kept_apart(self, event: Event) -> Iterator[Event]:
        match event:
            case Laid(t, place=place, cards=()) if place == SCAN:
                for one in (*self._of_pile(t, ()), *self._of_beside(t, ())):
                    yield replace(one, hidden=event.hidden)
                self._at = None  # the next pile may lie elsewhere
            case Laid(t, place, cards, since=since) if place == SCAN:
                if self._at is None and not self._shown and _lie_upon_each_other(cards):
                    self._at = cards[-1]
                on_pile = self._on_pile(cards)
                for one in self._of_pile(t, on_pile, since):
                    yield replace(one, again=event.again and bool(one.cards) and not one.moved)
                yield from self._of_beside(t, tuple(card for card in cards if card not in on_pile), since)
            case _:
                yield event

    def _on_pile(self, cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
        """Those of the pile. While somebody shows cards that is its top and whatever peeps out below it;
        what lies upon it then is shown, however near."""
        at = self._at
        if at is None:
            return ()
        upon = tuple(card for card in cards if _is_upon(at, card))
        if not self._shown:
            return upon
        tops = [card for card in upon if lies_like(at, card)]
        if not tops and at.name != self._counts:  # what lay there was taken back, and nobody has looked since
            tops = [card for card in upon if card.name == self._counts]
        return tuple(card for card in upon if any(card is top or _peeps_out(card, top) for top in tops))

    def _of_pile(self, t: int, cards: tuple[CardSeen, ...], since: int = 0) -> Iterator[Laid]:
        tops = [card for card in cards if not any(_peeps_out(card, other) for other in cards)]
        new = [card for card in tops if not any(lies_like(card, old) for old in self._pile)]
        before, gone = self._at, bool(self._pile) and not cards
        if not self._shown or cards:  # else what is shown covers it
            self._pile = cards
        if gone and not self._shown:
            yield Laid(t, COMMON_PILE)
        elif new or (cards and before is not None and not any(lies_like(card, before) for card in cards)):
            self._at = top = (new or tops)[-1]
            moved = before is not None and before is not top and before.name == top.name != ""
            yield Laid(t, COMMON_PILE, (top,), moved=moved, since=since)

    def _of_beside(self, t: int, cards: tuple[CardSeen, ...], since: int = 0) -> Iterator[Laid]:
        before, self._beside = self._beside, cards
        if not lie_alike(before, cards):
            yield Laid(t, SCAN, cards, since=since if cards else 0)


def _lie_upon_each_other(cards: Sequence[CardSeen]) -> bool:
    return bool(cards) and all(_is_upon(one, other) for one, other in combinations(cards, 2))


def _peeps_out(card: CardSeen, top: CardSeen) -> bool:
    """Whether the eyes saw *card* as one that lies below *top*."""
    return 0 < card.in_row < top.in_row


def _is_upon(one: CardSeen, other: CardSeen) -> bool:
    return math.dist(middle_of(one), middle_of(other)) < _NEAR * length_of(one)
