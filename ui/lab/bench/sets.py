"""Labelled pictures for `companion bench vision`: folders with pictures and labels.json, score by score.

Cards whose labels name a deck are read as that deck, each deck apart; a deck that the eyes do not know is
taught first, where its flat faces lie in a folder `faces_DECK` beside the labels. A deck photographed card by
card on several occasions is taught from the pictures of the other occasions.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct

from ui.command.speech import CommandError
from ui.lab.bench.scoring import Score, all_right, beliefs, score, total
from ui.lab.bench.sessions import by_session, teach_from
from vision.cards.decks import ANY, decks_called
from vision.cards.taught import teach_deck
from vision.read import read_paths

LABELS = "labels.json"

Progress = Callable[[str], None]
Rows = Sequence[Mapping[str, Any]]


class SetResult(Struct, frozen=True):
    """One set, or the part of it that shows one deck."""

    score: Score
    ms: float
    all_right: float
    beliefs: list[tuple[float, bool]]


class Teaching(Struct, frozen=True):
    """A deck that was taught for its set."""

    faces: int
    seconds: float


def labelled_sets(
    folder: Path, progress: Progress, keep_in: Path, taught: dict[str, Teaching]
) -> Iterator[tuple[str, SetResult]]:
    """Every labelled set in *folder* (or *folder* itself), with what became of it.

    What has to be taught is kept in *keep_in*, and how long that took goes to *taught*.
    """
    for file in sets_in(folder):
        all_rows = labels_in(file)
        if sessions := by_session(all_rows):
            yield from _each_taught_from_the_others(file.parent, sessions, progress, taught)
            continue
        for deck, rows in _by_deck(all_rows).items():
            want = "dice" if any(row.get("dice") for row in rows) else "cards"
            name = f"{file.parent.name}{' ' + deck if deck else ''}"
            read_as = _deck_of(file.parent, deck, keep_in, taught) if want == "cards" else ANY
            by_path = {str(file.parent / row["file"]): row for row in rows}
            lines = list(read_paths([Path(path) for path in by_path], [want], read_as, keep_in=keep_in))
            progress(f"{name}: {len(rows)} pictures")
            yield f"{name} ({want})", _result(lines, by_path, want)


def sets_in(folder: Path, *, deep: bool = False) -> list[Path]:
    """The labels of the sets in *folder*, or of the one that it is; *deep*: of folders in folders as well."""
    files = sorted(folder.glob(f"{'**' if deep else '*'}/{LABELS}")) or sorted(folder.glob(LABELS))
    if not files:
        raise CommandError(f"There is no set in {folder}.", f"A set is a folder with pictures and {LABELS}.")
    return files


def evenly(rows: Rows, most: int) -> Rows:
    """At most so many *rows*, from all over."""
    return [rows[n * len(rows) // most] for n in range(most)] if most < len(rows) else rows


def _each_taught_from_the_others(
    folder: Path, sessions: Mapping[str, Rows], progress: Progress, taught: dict[str, Teaching]
) -> Iterator[tuple[str, SetResult]]:
    """The score of each occasion on which a deck was photographed."""
    for session, rows in sessions.items():
        others = [row for other, theirs in sessions.items() if other != session for row in theirs]
        name = f"{folder.name} {session}"
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as place:
            taught[name] = Teaching(*teach_from(folder, others, folder.name, Path(place)))
            by_path = {str(folder / row["file"]): row for row in rows}
            paths = [Path(path) for path in by_path]
            lines = list(read_paths(paths, ["cards"], folder.name, keep_in=Path(place)))
        progress(f"{name}: {len(rows)} pictures")
        yield f"{name} (cards)", _result(lines, by_path, "cards")


def _by_deck(rows: Rows) -> dict[str, list[Mapping[str, Any]]]:
    """The rows by the one deck that their labels name; "" where they name none, or several."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        decks = {str(card["deck"]) for card in row.get("cards") or () if card.get("deck")}
        found.setdefault(decks.pop() if len(decks) == 1 else "", []).append(row)
    return found


def deck_for(folder: Path, row: Mapping[str, Any], keep_in: Path) -> str:
    """The deck of a picture's cards as the eyes call it; learned first if it has to be."""
    (deck,) = _by_deck([row])
    return _deck_of(folder, deck, keep_in, {}) if row.get("cards") else ANY


def _deck_of(folder: Path, deck: str, keep_in: Path, taught: dict[str, Teaching]) -> str:
    """The deck as the eyes call it, learned from its flat faces if it has to be."""
    if not deck or decks_called(deck, keep_in) is not None:
        return deck or ANY
    faces = folder / f"faces_{deck}"
    if not faces.is_dir():
        return ANY
    start = time.perf_counter()
    learned = teach_deck(deck, faces, keep_in)
    taught[f"{folder.name} {deck}"] = Teaching(len(learned.faces), round(time.perf_counter() - start, 1))
    return deck


def _result(lines: list[dict[str, Any]], by_path: dict[str, Mapping[str, Any]], want: str) -> SetResult:
    labels = [by_path[line["file"]] for line in lines]
    both = list(zip(labels, lines, strict=True))
    return SetResult(
        total([score(label, line, want) for label, line in both]),
        round(median(line.get("ms", 0.0) for line in lines), 1) if lines else 0.0,
        round(sum(all_right(label, line, want) for label, line in both) / max(1, len(both)), 4),
        [belief for label, line in both for belief in beliefs(label, line)] if want == "dice" else [],
    )


def labels_in(file: Path) -> Rows:
    """The rows of a file of labels."""
    try:
        rows = json.loads(file.read_text("utf-8"))
        return [row for row in rows if isinstance(row["file"], str)]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise CommandError(
            f"{file} cannot be read as labels.", 'It is a list of rows like {"file": "a.jpg", "dice": […]}.'
        ) from error
