"""What was rolled and laid last and still counts: it can be corrected, or gives way if the table is right."""

from typing import Any, NamedTuple

from companion.asks import JSON, Fact, Kind
from companion.table import By, Table
from vision.mat import pile_of
from vision.report.discrepancy import Discrepancy


class Counting(NamedTuple):
    """What stands in an entry of the journal; a correction of it is made there too."""

    entry: int
    fact: Fact


class Standing:
    """The last dice, and the last cards in each place, of one table; also those from before a break."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.dice: Counting | None = None
        self._cards: dict[str, Counting] = {}
        for entry in table.log():
            fact = table.fact_of(entry.entry)
            if fact is not None and (entry.stands or entry.by == "correction"):
                self.heard(entry.entry, fact, entry.by)

    def heard(self, entry: int, fact: Fact, by: By) -> None:
        """*fact* was accepted; a correction keeps the number of the entry that was corrected."""
        if fact.kind is Kind.DICE:
            self.dice = _instead_of(self.dice, entry, fact, by)
        elif fact.kind is Kind.CARD:
            place = _place_of(fact.value)
            self._cards[place] = _instead_of(self._cards.get(place), entry, fact, by)

    def against(self, found: Discrepancy) -> Counting | None:
        """The entry that counts for what *found* is about; None if nobody knows it or what lies there."""
        if found.lies is None:
            return None
        return self.dice if found.kind is Kind.DICE else self._cards.get(_place_of(found.counts))

    def as_it_lies(self, counting: Counting, found: Discrepancy) -> JSON:
        """The value that *counting* should have had, if the table is right."""
        if found.kind is Kind.DICE:
            return found.lies
        counts = counting.fact.value
        return {**counts, "cards": [*counts["cards"][:-1], *found.lies["cards"]]}

    def row_as_it_lies(self, found: Discrepancy) -> JSON:
        """The part of the position with the row as it really lies, where it was *found* to differ."""
        place = str(found.counts["place"])
        row = list(self._table.game.write_position(self._table.state)[place])
        for n, card in zip(found.at, found.lies["cards"], strict=True):
            row[n] = card
        return {place: row}

    def with_die(self, number: int, face: JSON) -> JSON:
        """The dice that count, with die *number* of those on the table showing *face*."""
        if self.dice is None:
            return None
        value = self.dice.fact.value
        kinds = dict.fromkeys(die.kind for die in self._table.view.dice)  # as they lie now
        return with_die({kind: value[kind] for kind in kinds if kind in value}, number, face)


def _instead_of(before: Counting | None, entry: int, fact: Fact, by: By) -> Counting:
    return Counting(before.entry if by == "correction" and before is not None else entry, fact)


def _place_of(value: JSON) -> str:
    return pile_of(str(value.get("place", ""))) if isinstance(value, dict) else ""


def with_die(value: dict[str, list[Any]], number: int, face: JSON) -> dict[str, list[Any]]:
    """A dice fact's *value* with die *number* (counted over all kinds, as they lie) showing *face*.

    >>> with_die({"pips": [3, 5], "colour": ["red"]}, 1, 4)
    {'pips': [3, 4], 'colour': ['red']}
    """
    changed, at = {}, 0
    for kind, faces in value.items():
        changed[kind] = [face if at + i == number else old for i, old in enumerate(faces)]
        at += len(faces)
    return changed
