"""What lies otherwise than the companion counts, though nobody was asked to change it: noticed and told.

A die that was knocked over after the roll, a card on a pile that was exchanged for another. Nothing is ruled
on and no score moves: the table is told what counts, and lays it so again or changes it by agreement.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.asks import Say
from companion.facts import JSON, Fact, Kind
from companion.rulings import Ruling, Verdict
from companion.sightings import CardSeen, DieSeen
from companion.table.answers import reading
from vision.mat import DISCARD

Dice = dict[str, list[str]]  # values by kind, sorted


class Amiss:
    """Keeps what was agreed on, and what the eyes have seen otherwise since."""

    def __init__(self) -> None:
        self._counts: JSON = None  # the roll that was accepted last, as its fact told it
        self._lies: JSON = None  # what the dice show now instead
        self._piles: dict[str, tuple[str, str]] = {}  # by place: the card that counts, and the one seen

    def ruled(self, fact: Fact, ruling: Ruling) -> None:
        """What was accepted counts from now on."""
        if ruling.verdict is not Verdict.ACCEPTED or not isinstance(fact.value, Mapping):
            return
        if fact.kind is Kind.DICE:
            self._counts, self._lies = fact.value, None
        elif fact.kind is Kind.CARD:
            self._piles.pop(str(fact.value.get("place", "")), None)

    def dice(self, seen: Sequence[DieSeen], *, asked: bool) -> None:
        """These dice have come to rest in the tray."""
        now = _by_kind((die.type, die.value) for die in seen)
        counts = _counted(self._counts)
        if asked or not counts or not all(die.value for die in seen):
            self._lies = None
        elif {kind: len(values) for kind, values in now.items()} == {k: len(v) for k, v in counts.items()}:
            self._lies = None if now == counts else _as_value(now)

    def pile(self, place: str, cards: Sequence[CardSeen], standing: Sequence[str], *, asked: bool) -> None:
        """A card came to light on top of *place*, where *standing* lie as far as anybody knows."""
        top = cards[-1].name if cards and not cards[-1].face_down else ""
        believed, _ = self._piles.get(place, (standing[-1] if standing else "", ""))
        elsewhere = not place.startswith(f"{DISCARD}:") or not believed
        if asked or elsewhere or top in (believed, *standing):
            self._piles.pop(place, None)
        elif top:
            self._piles[place] = (believed, top)

    def gone(self, place: str) -> None:
        """Nothing lies in *place* any more."""
        self._piles.pop(place, None)

    @property
    def trouble(self) -> Say | None:
        """What to lay as it was, in words; None if all is well."""
        if self._lies is not None:
            both = {"counts": reading(Kind.DICE, self._counts), "lies": reading(Kind.DICE, self._lies)}
            return Say("amiss.dice", both)
        for place, (believed, top) in self._piles.items():
            cards = {
                name: reading(Kind.CARD, {"place": place, "cards": [card]})
                for name, card in (("counts", believed), ("lies", top))
            }
            return Say("amiss.card", {"seat": place.partition(":")[2], **cards})
        return None


def _by_kind(dice: Any) -> Dice:
    """*dice*, pairs of kind and value, sorted by both."""
    sorted_dice: Dice = {}
    for kind, value in sorted((str(kind), str(value)) for kind, value in dice):
        sorted_dice.setdefault(kind, []).append(value)
    return sorted_dice


def _counted(value: JSON) -> Dice:
    if value is None:
        return {}
    return _by_kind((kind, face) for kind, faces in value.items() for face in faces)


def _as_value(dice: Dice) -> JSON:
    return {kind: [int(v) if v.isdigit() else v for v in values] for kind, values in dice.items()}
