"""What a project, the exam and the whole of it are worth (AB35, AB43 to AB46), and the odds of the die."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct

from companion.cards import Cards
from companion.games.abi94.deck import AbiDeck, AbiOptions

# --- from points to a grade (AB4): a table in a file, for the printed one is not known ---


def grade(total: int, table: Mapping[str, int] | None = None) -> str:
    """The grade for *total*: the best one whose lowest total is reached."""
    notes = best_first(table)
    lowest = table or proposed()
    return next((note for note in notes if total >= lowest[note]), notes[-1])


def best_first(table: Mapping[str, int] | None = None) -> tuple[str, ...]:
    """All grades: the more points one needs, the better it is, whatever it is called."""
    lowest = table or proposed()
    return tuple(sorted(lowest, key=lambda note: -lowest[note]))


@cache
def proposed() -> Mapping[str, int]:
    """Our proposal: the lowest total of each grade."""
    text = (resources.files(__package__) / "grades.toml").read_text("utf-8")
    table: dict[str, int] = tomllib.loads(text)
    return table


PASS = 5  # AB2
CAP = 15
FACES = range(10)


def raw_points(values: Iterable[int], covered: Iterable[int] = (), copied: Iterable[int] = ()) -> int:
    """AB35: open cards and copied answers; a covered minus card counts nothing."""
    return sum(values) - sum(covered) + sum(copied)


def klausur_score(raw: int, failed: bool, options: AbiOptions) -> int:
    """AB35: what is written down for a Klausur. AB26: nothing for whoever was caught twice. A11."""
    if failed:
        return 0
    if options.failed_points == "fails_zero" and raw < PASS:
        return 0
    if options.failed_points == "zero_floor":
        raw = max(0, raw)
    return min(CAP, raw)


def lost(scores: Iterable[int], options: AbiOptions) -> bool:
    """AB2, AB3, A17, AB42: whether the exam is out of reach whatever comes."""
    return sum(score < PASS for score in scores) > 3 - options.pass_count


class Exam(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of the Abitur exam."""

    raw: int
    pills: int = 0
    types: int = 0
    ejected: bool = False  # AB27: caught cheating

    @property
    def capped(self) -> int:
        return min(CAP, self.raw)

    @property
    def net(self) -> int:
        """AB44: the pills come off after the cap."""
        return self.capped - self.pills

    @property
    def doubled(self) -> int:
        return 2 * self.net

    @property
    def missing(self) -> tuple[str, ...]:
        """AB43, AB27: what keeps the exam from being passed."""
        reasons = {"ejected": self.ejected, "points": self.net < PASS, "types": self.types < 3}
        return tuple(reason for reason, holds in reasons.items() if holds)

    @property
    def passed(self) -> bool:
        return not self.missing


def types_of(cards: Cards, copied: Iterable[int], deck: AbiDeck, options: AbiOptions) -> int:
    """AB43: how many types of plus card. A2: by subject or by value. A14: copied answers may count."""
    kinds = [deck.kinds[card] for card in cards if deck.is_plus(card)]
    found = {str(kind.value) if options.plus_type == "value" else kind.subject for kind in kinds}
    if options.cheat_type:
        found |= {_type_of_value(value, deck, options) for value in copied}
    return len(found)


def _type_of_value(value: int, deck: AbiDeck, options: AbiOptions) -> str:
    """The type that an answer of *value* points has where each value is one subject; else one of its own."""
    subjects = {kind.subject for kind in deck.kinds.values() if kind.value == value}
    if options.plus_type == "printed" and len(subjects) == 1:
        return subjects.pop()
    return str(value)


# --- the end ---


class Record(Struct, frozen=True):
    """What decides about the places at the end."""

    seat: str
    total: int
    exam: int  # after pills
    pills: int
    passed: bool


def total_points(klausuren: Sequence[int], exam: Exam | None) -> int:
    """AB45: three Klausuren and the doubled exam; AB46: a failed exam brings nothing."""
    return sum(klausuren) + (exam.doubled if exam and exam.passed else 0)


def ranking(records: Iterable[Record], options: AbiOptions) -> tuple[tuple[str, ...], ...]:
    """AB4: those who passed, best grade first; equal ones share a place.

    Equal grades are ranked by points, then the exam, then fewer pills, unless the grade alone counts.
    """
    groups: dict[Any, list[str]] = {}
    for record in records:
        if record.passed:
            groups.setdefault(_merit(record, options), []).append(record.seat)
    return tuple(tuple(seats) for _, seats in sorted(groups.items()))


def _merit(record: Record, options: AbiOptions) -> tuple[Any, ...]:
    """Smaller is better."""
    note = best_first(options.grades).index(grade(record.total, options.grades))
    if options.tie == "shared_on_grade":
        return (note,)
    return note, -record.total, -record.exam, record.pills


# --- the ten-sided die ---


def chance_percent(most: int, options: AbiOptions) -> int:
    """How likely a roll of at most *most* is, in percent."""
    return 10 * sum(strikes(most, face, options) for face in FACES)


def strikes(most: int, face: int, options: AbiOptions) -> bool:
    """Whether a roll is not above *most*. A1: what the zero counts.

    AB23: a roll up to the value of the answer is noticed; AB39: one up to the number of chips means a pill.
    """
    return (options.d10_zero if face == 0 else face) <= most


def copy_gain(value: int, at_stake: int, options: AbiOptions) -> float:
    """The points that copying *value* brings on average if *at_stake* points are lost when it is noticed."""
    caught = chance_percent(value, options) / 100
    return (1 - caught) * value - caught * at_stake


def hand_size(players: int) -> int:
    """AB5: how many cards each of *players* is dealt."""
    if players <= 5:
        return 7
    return 6 if players <= 7 else 5


def values_of(cards: Iterable[str], deck: AbiDeck) -> list[int]:
    return [deck.value(card) for card in cards]
