"""What lies otherwise than the companion counts, though nobody was asked to change it: noticed and told.

A die that was knocked over after the roll, a card on a pile that was exchanged for another. Nothing is ruled
on and no score moves: the table is told and shown what counts, and lays it so again or says that the table is
right. Until then the eyes pause, unless somebody goes on by touch.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.asks import Say
from companion.cards import UNKNOWN
from companion.facts import JSON, Fact, Kind, Source
from companion.rulings import Ruling, Verdict
from companion.sightings import CardSeen, DieSeen
from companion.table.answers import reading
from ui.heaps import names_of
from ui.otherwise import Otherwise
from ui.places import COMMON_PILE, is_pile
from vision.mat import SCAN

_ROLLS = 20  # so many are remembered: further back nobody undoes

Dice = dict[str, list[str]]  # values by kind, sorted


class Roll(NamedTuple):
    """A roll that was accepted in *entry* of the journal, as its fact told it."""

    entry: int
    value: JSON


class Amiss:
    """Keeps what was agreed on, and what the eyes have seen otherwise since."""

    def __init__(self) -> None:
        self._rolls: tuple[Roll, ...] = ()  # that were accepted, the last one counts
        self._dice: Otherwise | None = None  # what the dice show now instead
        self._piles: dict[str, Otherwise] = {}  # by place; of a row, too
        self._gone_on: Otherwise | None = None  # what somebody saw, and went on by touch nevertheless

    def ruled(self, fact: Fact, ruling: Ruling, entry: int) -> None:
        """What was accepted counts from now on; who goes on by touch has seen what is amiss."""
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        if fact.kind is Kind.DICE and isinstance(fact.value, Mapping):
            self._rolls, self._dice = (*self._rolls[1 - _ROLLS :], Roll(entry, fact.value)), None
        if fact.source is Source.TOUCH:
            self._gone_on = self.otherwise

    def taken_back(self, to: int) -> None:
        """All rulings after entry *to* are undone: the roll before them counts again, if there is one."""
        self._rolls = tuple(roll for roll in self._rolls if roll.entry <= to)
        self._dice, self._piles, self._gone_on = None, {}, None

    def dice(self, seen: Sequence[DieSeen], *, asked: bool) -> None:
        """These dice have come to rest in the tray.

        One that cannot be read is knocked over if it shows nothing that counts, whatever it may show.
        """
        counts = self._rolls[-1].value if self._rolls else None
        before = counted(counts)
        if asked or not before or are_those(before, seen):
            self._dice = None
        elif _as_many(seen, before):
            now = _by_kind((die.type, die.value) for die in seen)
            is_read = all(die.value for die in seen)
            self._dice = Otherwise(Kind.DICE, counts, _as_value(now) if is_read else None)

    def pile(self, place: str, cards: Sequence[CardSeen], standing: Sequence[str], *, asked: bool) -> None:
        """A card came to light on top of *place*, where *standing* lie as far as anybody knows."""
        top = cards[-1].name if cards and not cards[-1].face_down else ""
        before = self._piles.get(place)
        counts = _cards(place, standing[-1]) if before is None and standing else before and before.counts
        elsewhere = not is_pile(place) or not counts
        if asked or elsewhere or top in standing or _cards(place, top) == counts:
            self._piles.pop(place, None)
        elif top:
            self._piles[place] = Otherwise(Kind.CARD, counts, _cards(place, top), cards[-1].deck)

    def row(self, place: str, counts: Sequence[str], seen: Sequence[CardSeen]) -> None:
        """*seen* lie out now where the row *counts*; a few of them in the place of others."""
        self._piles.pop(place, None)
        names = [names_of(card) for card in seen]
        at = [n for n, (may, was) in enumerate(zip(names, counts, strict=False)) if not _may_be(may, was)]
        if len(seen) == len(counts) and 0 < len(at) <= len(counts) // 2:
            before, now = [counts[n] for n in at], [names[n][0] for n in at]
            both = {"place": place, "cards": before}, {"place": place, "cards": now}
            self._piles[place] = Otherwise(Kind.CARD, *both, seen[0].deck, tuple(at))

    def gone(self, place: str) -> None:
        """Nothing lies in *place* any more; a row lies in the long one."""
        self._piles.pop(place, None)
        if place == SCAN:
            self._piles = {name: found for name, found in self._piles.items() if not found.at}

    @property
    def otherwise(self) -> Otherwise | None:
        """What lies otherwise than it counts; None if all is well."""
        return self._dice or next(iter(self._piles.values()), None)

    @property
    def pauses(self) -> bool:
        """Whether it is to be put right before the eyes tell anything else."""
        return self.otherwise is not None and self.otherwise != self._gone_on

    @property
    def trouble(self) -> Say | None:
        """What to lay as it was, in words; None if all is well."""
        found = self.otherwise
        if found is None:
            return None
        if found.lies is None:
            return Say("amiss.dice_unread", {"counts": reading(found.kind, found.counts)})
        both = {"counts": reading(found.kind, found.counts), "lies": reading(found.kind, found.lies)}
        if found.kind is Kind.DICE:
            return Say("amiss.dice", both)
        if found.at:
            return Say("amiss.row", {"places": [n + 1 for n in found.at], **both})
        if found.counts["place"] == COMMON_PILE:
            return Say("amiss.pile", both)
        return Say("amiss.card", {"seat": str(found.counts["place"]).partition(":")[2], **both})


def _may_be(names: Sequence[str], card: str) -> bool:
    """Whether what is read so can be *card*; what cannot be read at all can be any."""
    return card in (UNKNOWN, *names) or names[0] == UNKNOWN


def are_those(counts: Dice, seen: Sequence[DieSeen]) -> bool:
    """Whether the dice *seen* may be those that *counts* has, and no others are there."""
    return may_show(counts, seen) and _as_many(seen, counts)


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


def _as_many(seen: Sequence[DieSeen], counts: Dice) -> bool:
    return dict(Counter(die.type for die in seen)) == {kind: len(faces) for kind, faces in counts.items()}


def _by_kind(dice: Any) -> Dice:
    """*dice*, pairs of kind and value, sorted by both."""
    sorted_dice: Dice = {}
    for kind, value in sorted((str(kind), str(value)) for kind, value in dice):
        sorted_dice.setdefault(kind, []).append(value)
    return sorted_dice


def _cards(place: str, card: str) -> JSON:
    return {"place": place, "cards": [card]}


def counted(value: JSON) -> Dice:
    """The values of a roll as a fact tells it."""
    if value is None:
        return {}
    return _by_kind((kind, face) for kind, faces in value.items() for face in faces)


def _as_value(dice: Dice) -> JSON:
    return {kind: [int(v) if v.isdigit() else v for v in values] for kind, values in dice.items()}
