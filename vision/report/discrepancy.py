"""What lies otherwise than it counts, though nobody was asked to change it.

A die that was knocked over after the roll, a card on a pile that was exchanged for another. Every look is
compared with the layout: nothing is ruled on and no score moves; the table hears and sees what counts, and
lays it so again or says that the table is right.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.asks import JSON, Kind, Say
from companion.cards import UNKNOWN
from companion.layout import Layout, Tray
from companion.sightings import DieSeen
from companion.table.answers import reading
from vision.mat import COMMON_PILE
from vision.scene.spots import Names


class Discrepancy(Struct, frozen=True):
    """What counts and what lies there instead, both as a fact would tell them."""

    kind: Kind
    counts: JSON  # what to lay, so that all is as it was
    lies: JSON  # None: that cannot be read
    deck: str = ""  # of cards
    at: tuple[int, ...] = ()  # of a row: which of its cards these are, counted from 0

    @property
    def things(self) -> tuple[tuple[str, str], ...]:
        """What to lay, each with its kind of die or its deck, for a picture of it."""
        if self.kind is Kind.DICE:
            return tuple((kind, str(face)) for kind, faces in self.counts.items() for face in faces)
        return tuple((self.deck, str(card)) for card in self.counts["cards"])

    @property
    def says(self) -> Say:
        """What to lay as it was, in words."""
        if self.lies is None:
            return Say("amiss.dice_unread", {"counts": reading(self.kind, self.counts)})
        both = {"counts": reading(self.kind, self.counts), "lies": reading(self.kind, self.lies)}
        if self.kind is Kind.DICE:
            return Say("amiss.dice", both)
        if self.at:
            return Say("amiss.row", {"places": [n + 1 for n in self.at], **both})
        if self.counts["place"] == COMMON_PILE:
            return Say("amiss.pile", both)
        return Say("amiss.card", {"seat": str(self.counts["place"]).partition(":")[2], **both})


# --- dice ---


def of_dice(layout: Layout, seen: Sequence[DieSeen]) -> Discrepancy | None:
    """The dice *seen* at rest in the tray, if they are as many as count and cannot be those.

    One that cannot be read is knocked over if it shows nothing that counts, whatever it may show.
    """
    counts = layout.dice
    if not counts or not _as_many(seen, counts) or UNKNOWN in sum(counts.values(), ()):
        return None
    if may_show(counts, seen):
        return None
    is_read = all(die.value for die in seen)
    lies = _value({kind: [die.value for die in seen if die.type == kind] for kind in counts})
    return Discrepancy(Kind.DICE, _value(counts), lies if is_read else None)


def may_show(counts: Mapping[str, Sequence[str]], seen: Sequence[DieSeen]) -> bool:
    """Whether the dice *seen* can be those that *counts* has, each as it is read or as it may be."""
    if not seen:
        return True
    first, *rest = seen
    faces = counts.get(first.type, ())
    return any(
        may_show({**counts, first.type: [*faces[:n], *faces[n + 1 :]]}, rest)
        for n, face in enumerate(faces)
        if face in ((first.value,) if first.value else first.choices or faces)
    )


def are_those(counts: Tray, seen: Sequence[DieSeen]) -> bool:
    """Whether the dice *seen* may be those that *counts* has, and no others are there."""
    return may_show(counts, seen) and _as_many(seen, counts)


def _as_many(seen: Sequence[DieSeen], counts: Tray) -> bool:
    return dict(Counter(die.type for die in seen)) == {kind: len(faces) for kind, faces in counts.items()}


def _value(dice: Mapping[str, Sequence[str]]) -> JSON:
    def face(shown: str) -> Any:
        return int(shown) if shown.isdigit() else shown

    return {kind: [face(shown) for shown in sorted(faces)] for kind, faces in dice.items()}


def is_die_missing(layout: Layout, seen: Sequence[DieSeen]) -> bool:
    """Whether some of the dice that count are *seen*, and no others."""
    counts = {kind: len(faces) for kind, faces in (layout.dice or {}).items()}
    lying = Counter(die.type for die in seen)
    return 0 < len(seen) < sum(counts.values()) and lying <= Counter(counts)


def missing(kind: Kind, counts: Tray | Sequence[str], key: str = "amiss.card_missing") -> Say:
    """That something lies there no more of what *counts*: the dice, or cards."""
    if isinstance(counts, Mapping):
        return Say("amiss.die_missing", {"counts": reading(kind, _value(counts))})
    return Say(key, {"counts": reading(kind, {"place": "", "cards": list(counts)})})


# --- cards ---


def of_pile(place: str, counts: Sequence[str], top: Names, deck: str) -> Discrepancy | None:
    """*top* is seen on a pile on which the last of *counts* should lie."""
    if not counts or not top or counts[-1] == UNKNOWN or not set(top).isdisjoint((counts[-1], UNKNOWN)):
        return None
    return Discrepancy(Kind.CARD, _cards(place, counts[-1]), _cards(place, top[0]), deck)


def of_row(place: str, counts: Sequence[str], seen: Sequence[Names], deck: str) -> Discrepancy | None:
    """*seen* lie out where the row *counts*: as many, and a few of them are others."""
    at = [n for n, (names, was) in enumerate(zip(seen, counts, strict=False)) if not may_be(names, was)]
    if len(seen) != len(counts) or not 0 < len(at) <= len(counts) // 2:
        return None
    before, now = [counts[n] for n in at], [seen[n][0] for n in at]
    both = {"place": place, "cards": before}, {"place": place, "cards": now}
    return Discrepancy(Kind.CARD, *both, deck, tuple(at))


def missing_in_row(counts: Sequence[str], seen: Sequence[Names]) -> tuple[str, ...]:
    """The cards that count in a row of which fewer are *seen*, and none of those may be."""
    lost = list(counts) if 0 < len(seen) < len(counts) else []
    for names in seen:
        fits = [card for card in lost if may_be(names, card)]
        if fits:
            lost.remove(fits[0])
    return tuple(lost)


def may_be(names: Names, card: str) -> bool:
    """Whether what is read so can be *card*; what cannot be read at all can be any."""
    return card in (UNKNOWN, *names) or names[0] == UNKNOWN


def _cards(place: str, card: str) -> JSON:
    return {"place": place, "cards": [card]}
