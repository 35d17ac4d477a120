"""What somebody has done over several games: tasks managed, copies unnoticed, cards drawn, points of a deal.

A game that has something to count brings `lab/statistics.py` with ``DEEDS``. Only the notes of what stands
are read, so that nothing secret is counted, and what was taken back does not count. Few tries say little: a
share comes with the range in which the true one lies in 95 of 100 cases (Wilson).
"""

import importlib
import importlib.util
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

import msgspec
from msgspec import Struct

from companion.asks import Say
from companion.game import AnyGame
from companion.journal import Entry
from companion.rulings import Note, Ruling, Verdict
from companion.table.entries import Corrected, Heard, Undone, read_body
from companion.words import package_of

SURE = 1.96  # standard deviations on either side of 95 in 100


class Share(Struct, frozen=True):
    """How often something that was tried came off; `even` is the share from which on trying pays."""

    key: str
    done: tuple[str, ...]  # the keys of the notes that say so
    failed: tuple[str, ...]
    even: float | None = None
    by: str = ""  # an argument of the notes that separates the counts


class Mean(Struct, frozen=True):
    """How many of something there were each time."""

    key: str
    notes: tuple[str, ...]
    of: str  # the argument with the number


Deed = Share | Mean


class Figure(Struct, frozen=True):
    """One line about one seat."""

    seat: str
    says: Say
    tries: int
    figure: float  # a share from 0 to 1, or a mean
    low: float | None = None
    high: float | None = None
    even: float | None = None


def deeds_of(game: AnyGame) -> tuple[Deed, ...]:
    """What *game* counts."""
    name = f"{package_of(game)}.lab.statistics"
    if importlib.util.find_spec(name) is None:
        return ()
    found: tuple[Deed, ...] = getattr(importlib.import_module(name), "DEEDS", ())
    return found


def figures(game: AnyGame, records: Iterable[Sequence[Entry]]) -> tuple[Figure, ...]:
    """Everything that *game* counts, over all *records*, seat by seat."""
    notes = [note for entries in records for ruling in standing(entries) for note in ruling.notes]
    seats = tuple(dict.fromkeys(note.seat for note in notes if note.seat))
    found = []
    for deed in deeds_of(game):
        for seat in seats:
            own = [note for note in notes if note.seat == seat]
            found += _shares(deed, seat, own) if isinstance(deed, Share) else _mean(deed, seat, own)
    return tuple(found)


def standing(entries: Sequence[Entry]) -> list[Ruling]:
    """The accepted rulings that were not taken back."""
    stands: dict[int, Ruling] = {}
    for entry in entries:
        try:
            body = read_body(entry)
        except msgspec.ValidationError:
            continue
        if isinstance(body, Undone) and body.ruling.verdict is Verdict.ACCEPTED:
            stands = {number: ruling for number, ruling in stands.items() if number <= body.to}
        elif isinstance(body, Corrected) and body.ruling.verdict is Verdict.ACCEPTED:
            stands[body.corrects] = body.ruling
        elif isinstance(body, Heard) and body.ruling.verdict is Verdict.ACCEPTED:
            stands[entry.id] = body.ruling
    return list(stands.values())


def _shares(deed: Share, seat: str, notes: Sequence[Note]) -> list[Figure]:
    counts: Mapping[str, list[int]] = defaultdict(lambda: [0, 0])
    for note in notes:
        if note.says.key in (*deed.done, *deed.failed):
            kind = str(note.says.args.get(deed.by, "")) if deed.by else ""
            counts[kind][note.says.key in deed.done] += 1
    return [_share(deed, seat, kind, *counts[kind]) for kind in sorted(counts)]


def _share(deed: Share, seat: str, kind: str, failed: int, done: int) -> Figure:
    low, high = wilson(done, done + failed)
    says = Say(deed.key, {"seat": seat, **({deed.by: kind} if deed.by else {})})
    return Figure(seat, says, done + failed, done / (done + failed), low, high, deed.even)


def wilson(done: int, tries: int) -> tuple[float, float]:
    """The range in which the true share lies in 95 of 100 cases.

    >>> tuple(round(end, 2) for end in wilson(5, 10))
    (0.24, 0.76)
    """
    share, square = done / tries, SURE * SURE
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = SURE * sqrt(share * (1 - share) / tries + square / (4 * tries * tries)) / (1 + square / tries)
    return max(0.0, middle - half), min(1.0, middle + half)


def _mean(deed: Mean, seat: str, notes: Sequence[Note]) -> list[Figure]:
    counts = [note.says.args.get(deed.of, 0) for note in notes if note.says.key in deed.notes]
    if not counts:
        return []
    return [Figure(seat, Say(deed.key, {"seat": seat}), len(counts), sum(counts) / len(counts))]
