"""What lies in one place as far as it was seen, told by touch, and ruled on."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.cards import UNKNOWN
from companion.sightings import CardSeen

LEAST_LIKE = 0.35  # of a card: less sure than this of its likeliest name, it is told by touch


class Heap(Struct, frozen=True):
    """What lies in one place, as far as it was seen: cards that stand, and those laid since."""

    standing: tuple[str, ...] = ()
    laid: tuple[tuple[str, ...], ...] = ()  # for each card laid since, the names that it may have
    at: int = 0  # when the last one was laid, at the latest
    not_before: int = 0  # and at the earliest
    since: int = 0  # since when nobody lays any more; or when they were told by touch
    told: int = 0  # how many cards were told last and are not ruled on, or were refused
    refused: bool = False
    doubtful: bool = False  # perhaps a card was only pushed, or one was covered before it could be read
    awaited: tuple[str, ...] = ()  # told by touch and accepted: that the eyes see them then is no news
    taken_back: bool = False  # the table has taken something back: a card from below may come to light

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.standing, *(choices[0] for choices in self.laid))


def known_on(heap: Heap, top: Sequence[str]) -> Heap | None:
    """*heap* where seeing a card that may be *top* is no news; None if it is."""
    for number, card in enumerate(heap.awaited):
        if card in top:
            return replace(heap, awaited=heap.awaited[number + 1 :])
    below = heap.standing[:-1] if heap.taken_back else ()
    for number in reversed(range(len(below))):
        if below[number] in top:
            return Heap(standing=heap.standing[: number + 1])
    return None


def likely(seen: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """Those of *seen* that are cards: what looks hardly like any of them is the mat, a sleeve or a shadow."""
    return tuple(card for card in seen if card.name or card.face_down or card.confidence >= LEAST_LIKE)


def names_of(card: CardSeen) -> tuple[str, ...]:
    """The names that a card may have, likeliest first; one name only if the eyes are sure."""
    if card.name:
        return (card.name,)
    return card.choices if len(card.choices) > 1 else (*card.choices, UNKNOWN)
