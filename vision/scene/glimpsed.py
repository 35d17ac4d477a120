"""What was seen of each pile since cards are asked for there, however shortly: may one have been missed?

A card that the next one covers at once is never reported as laid. But the eyes had a glimpse of it, or saw
nothing of the pile for a while: then what was reported may lack a card, and somebody is asked.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import Ask, Kind
from companion.sightings import CardSeen, Sighting
from vision.mat import pile_of
from vision.scene.spots import Names, is_blank, lies_like, lies_where, likely, names_of


class New(Struct, frozen=True):
    """A card that was not seen where it lies now; *again* where one of its name lay there before."""

    names: Names
    again: bool


class Glimpsed:
    """Keeps what came to light in each place, one after the other."""

    def __init__(self) -> None:
        self._tops: dict[str, tuple[CardSeen, ...]] = {}  # what was seen on top of each place last
        self._elsewhere: set[str] = set()  # of these only the names are known, and no longer the spots
        self._hidden: set[str] = set()  # places where nothing was seen of it since then
        self._watched: set[str] = set()  # places that were seen since anything stirred
        self._hid_before: set[str] = set()  # of these those that were hidden before they were asked for
        self._came: dict[str, list[New]] = {}  # by places that are asked for: what was new there since then
        self._unwatched: set[str] = set()  # those that nobody saw for a while since then

    def expect(self, asks: Sequence[Ask]) -> None:
        """Cards are asked for in these places from now on."""
        asked = {pile_of(ask.place) for ask in asks if ask.kind is Kind.CARD}
        self._unwatched &= self._came.keys()
        self._hid_before = self._hidden - (self._came.keys() - self._hid_before)
        self._came = {place: self._came.get(place, []) for place in asked}

    def picked_up(self, place: str) -> None:
        """The table was seen where cards lay in *place*: no news if they went before any were asked for."""
        if place not in self._came or place in self._hid_before:
            self.settled(place)

    def settled(self, place: str) -> None:
        """What was seen in *place* until now is reported: it was ruled on, or lies there as it lay."""
        if place in self._came:
            self._came[place] = []
        self._unwatched.discard(place)
        if place in self._hidden:
            self._hidden.discard(place)
            self._tops.pop(place, None)

    def look_away(self) -> None:
        """The eyes see nothing now: a card may be laid and covered by the next one, and nobody knows.

        Of a pile that is known it can be seen afterwards; what is laid alone may be too faint to be seen.
        """
        known = {place for place in self._came if self._tops.get(place)}
        self._hidden |= known
        self._watched.clear()
        self._unwatched |= self._came.keys() - known

    def look_from_elsewhere(self) -> None:
        """The camera or the mat has moved: what seemed to lie elsewhere did not, and may do so once more."""
        self._came = {place: [new for new in came if not new.again] for place, came in self._came.items()}
        self._elsewhere = set(self._tops)

    def see(self, sighting: Sighting, standing: Mapping[str, Sequence[str]]) -> None:
        """One look; *standing* is what lies in each place as far as anybody knows, the last on top."""
        if "cards" not in sighting.ms and not sighting.cards:
            self._watched.clear()
            return
        cards = [card for card in likely(sighting.cards) if not is_blank(card)]
        places = {card.place for card in cards}
        self._hidden |= self._tops.keys() - places
        for place in places:
            tops = _tops([card for card in cards if card.place == place])
            new = self._new(place, tops, standing.get(place, ())[-1:])
            if new and place in self._hidden and place in self._came:
                self._unwatched.add(place)
            self._came.get(place, []).extend(new)
            self._tops[place] = tops or self._tops.get(place, ())
            self._hidden.discard(place)
            self._hid_before.discard(place)
        self._watched |= places

    def _new(self, place: str, tops: Sequence[CardSeen], stands: Sequence[str]) -> list[New]:
        """Those of *tops* that did not lie there; where the eyes have not looked yet, *stands* does."""
        if place not in self._tops:
            return [New(names_of(card), False) for card in tops if not _may_be_one(names_of(card), stands)]
        before = self._tops[place]
        known = [name for card in before for name in names_of(card)]
        by_name = place in self._elsewhere
        self._elsewhere.discard(place)
        is_it = _is_one_left_alone if place in self._hidden - self._watched else _is_one
        elsewhere = [names_of(card) for card in tops if not any(is_it(card, old) for old in before)]
        new = [New(names, _may_be_one(names, known)) for names in elsewhere]
        return [one for one in new if not (by_name and one.again)]

    def has_missed_one(self, place: str, laid: Sequence[Names]) -> bool:
        """Whether a card may lie in *place* that is none of those that were reported as *laid*."""
        rest = iter(laid)  # in the order in which they came
        each_was_told = all(
            any(_may_be_one(new.names, names) for names in rest) for new in self._came.get(place, ())
        )
        return place in self._unwatched or not each_was_told


def _tops(cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """Those of *cards* in one place that no other one lies upon, as far as they can be read."""
    last = max((card.in_row for card in cards), default=0)
    return tuple(card for card in cards if not card.face_down and card.in_row in (0, last))


def _is_one(card: CardSeen, old: CardSeen) -> bool:
    """Whether it is the same card in the same spot, as sure or unsure as it was read."""
    return lies_like(replace(card, name=old.name), old) and _may_be_one(names_of(card), names_of(old))


def _is_one_left_alone(card: CardSeen, old: CardSeen) -> bool:
    """The same; nobody has laid another one of its name below what hid it, which nearly lies there too."""
    return lies_where(old, card) and _may_be_one(names_of(card), names_of(old))


def _may_be_one(names: Names, others: Sequence[str]) -> bool:
    return not set(names).isdisjoint(others)
