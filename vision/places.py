"""Which cards lie in which place: a card laid is told once, however long it lies there."""

from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import CardSeen, Sighting
from vision.events import Event, Laid, Moved, Taken

ENOUGH, AT_MOST = 2, 6
_SHIFT = 0.03  # of a card's diagonal, 3 mm: two cards of a kind never lie upon each other more exactly


class Place(Struct, frozen=True):
    """What was told of one place, and what has been seen there since."""

    told: tuple[CardSeen, ...] = ()
    seen: tuple[CardSeen, ...] = ()
    times: int = 0
    known: bool = True  # False: what lies there now lay there before the eyes opened


class Places(Struct, frozen=True):
    """All places; what lies there when the eyes open for the first time is known, not new."""

    of: dict[str, Place] = {}
    open: bool = False


def see_places(places: Places, sighting: Sighting) -> tuple[Places, tuple[Event, ...]]:
    """The places after one look at a table at rest, and what was laid, moved or taken."""
    now: dict[str, tuple[CardSeen, ...]] = {}
    for card in sighting.cards:
        now[card.place] = (*now.get(card.place, ()), card)
    if "cards" not in sighting.ms and not sighting.cards:
        return places, ()
    events: list[Event] = []
    out = dict(places.of)
    for name in {**places.of, **now}:
        out[name], event = _see(out.get(name, Place(known=places.open)), now.get(name, ()), name, sighting.t)
        events += [event] if event is not None else []
    return Places(out, True), tuple(events)


def _see(place: Place, cards: tuple[CardSeen, ...], name: str, t: int) -> tuple[Place, Event | None]:
    cards = tuple(sorted(cards, key=lambda card: (card.in_row, card.corners[0])))
    times = place.times + 1 if _alike(place.seen, cards) else 1
    place = replace(place, seen=cards, times=times)
    doubtful = any(not card.name and not card.face_down for card in cards)
    if times != (AT_MOST if doubtful else ENOUGH):
        return place, None
    if _alike(place.told, cards):
        return replace(place, told=cards), None
    same_names = [c.name for c in place.told] == [c.name for c in cards] and bool(cards)
    told = replace(place, told=cards, known=True)
    if not place.known:
        return told, None
    if not cards:
        return told, Taken(t, name) if place.told else None
    return told, Moved(t, name, cards) if same_names else Laid(t, name, cards)


def _alike(one: tuple[CardSeen, ...], other: tuple[CardSeen, ...]) -> bool:
    """The same cards in the same spots."""
    return len(one) == len(other) and all(lies_like(a, b) for a, b in zip(one, other, strict=True))


def lies_like(one: CardSeen, other: CardSeen) -> bool:
    """The same card in the same spot."""
    if (one.name, one.face_down) != (other.name, other.face_down):
        return False
    a, b = _middle(one), _middle(other)
    long = max(1.0, _length(one))
    return bool(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 <= _SHIFT * long)


def _middle(card: CardSeen) -> tuple[float, float]:
    return sum(x for x, _ in card.corners) / 4, sum(y for _, y in card.corners) / 4


def _length(card: CardSeen) -> float:
    (ax, ay), _, (cx, cy), _ = card.corners
    return float(((ax - cx) ** 2 + (ay - cy) ** 2) ** 0.5)
