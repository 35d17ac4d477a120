"""`companion bench tune`: what each number of an eye decides, on labelled pictures.

Every number is set to other values, one at a time, and the same pictures are read again. Each folder of
pictures is a source of its own: which value is the best is chosen on all sources but one, and counts on that
one alone, so that no value is praised by the pictures that it was chosen for.
"""

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from msgspec import Struct, json
from msgspec.structs import replace

from ui.command.speech import CommandError
from ui.lab.bench.kept import Kept
from ui.lab.bench.limits import USUAL, Eye, Limit, Reading, Source, limits_of
from ui.lab.bench.scoring import PYRAMID, Score, score, total
from ui.lab.bench.sets import Progress, Rows, deck_for, evenly, labels_in, sets_in
from vision.cards.decks import ANY

SILENT, MISSED = 10, 2  # questions that one silent error, and one thing not seen, are as bad as


class Tried(Struct, frozen=True):
    """One number with one value: what became of each source's things."""

    value: float
    scores: dict[str, Score]

    @property
    def all(self) -> Score:
        return total(self.scores.values())


class Tuned(Struct, frozen=True):
    """One number with all values that were tried, the one in force first."""

    limit: Limit
    tried: tuple[Tried, ...]

    @property
    def decides(self) -> bool:
        """Does any other value change anything?"""
        return any(one.scores != self.tried[0].scores for one in self.tried[1:])

    def best_without(self, left_out: str) -> Tried:
        """The value that is best on all sources but one; the one in force where it is as good."""
        return min(self.tried, key=lambda one: sum(_bad(s) for n, s in one.scores.items() if n != left_out))

    @property
    def left_out(self) -> tuple[int, int]:
        """How bad the sources are that were left out of choosing: as it is, and with what was chosen."""
        own = sum(_bad(score) for score in self.tried[0].scores.values())
        return own, sum(_bad(self.best_without(name).scores[name]) for name in self.tried[0].scores)


def _bad(score: Score) -> int:
    return SILENT * score.wrong + MISSED * score.missed + score.asked


def bench_tune(
    pictures: Path,
    eye: Eye,
    names: Sequence[str] = (),
    most: int = USUAL,
    log: Path | None = None,
    progress: Progress = lambda _line: None,
) -> list[Tuned]:
    """All numbers of *eye*, or those *names*, over the sources below *pictures*; a *log* is gone on with."""
    limits, kept = _named(eye, names), Kept(log, dict[str, Score])
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as place:
        sources = [*_sources(pictures, eye, most, Path(place))]
        read = _Read(sources, Path(place), kept)
        if not sources:
            step = "Name a folder of labelled sets for this eye, or another --eye."
            raise CommandError(f"There is no labelled picture of that kind below {pictures}.", step)
        in_force = read.scores(eye)
        tuned = []
        for n, limit in enumerate(limits, 1):
            as_it_is = Tried(limit.value, in_force)
            changed = [replace(limit, value=value) for value in limit.others()]
            others = (Tried(one.value, read.scores(f"{one.called}={one.value}", one)) for one in changed)
            tuned.append(Tuned(limit, (as_it_is, *others)))
            progress(f"{n} of {len(limits)}: {limit.called}")
        return tuned


def _named(eye: Eye, names: Sequence[str]) -> list[Limit]:
    """The numbers of *eye* whose names end so, or all; a name that none has is refused."""
    limits = limits_of(eye)
    for name in names:
        if not any(limit.called.endswith(name) for limit in limits):
            near = get_close_matches(name, [limit.called.partition(".")[2] for limit in limits])
            step = f"Did you mean {' or '.join(near)}? " if near else ""
            raise CommandError(
                f"No number is called {name}.", f"{step}All stand in vision/{eye}/settings.py."
            )
    return [limit for limit in limits if not names or limit.called.endswith(tuple(names))]


class _Read(Struct, frozen=True):
    """The sources, read with the numbers as they are, or with one of them changed."""

    sources: Sequence[Source]
    keep_in: Path
    kept: Kept[dict[str, Score]]

    def scores(self, key: str, limit: Limit | None = None) -> dict[str, Score]:
        pictures = sum(len(source.rows) for source in self.sources)
        return self.kept.get((key, f"{pictures} pictures"), lambda: self._read(limit))

    def _read(self, limit: Limit | None) -> dict[str, Score]:
        given = json.encode(Reading(self.sources, str(self.keep_in), limit))
        done = subprocess.run(
            [sys.executable, "-m", "ui.lab.bench.changed"], input=given, capture_output=True, check=False
        )
        if done.returncode == 1 and limit is not None:  # with such a number the eyes do not work at all
            return {source.name: _nothing(source) for source in self.sources}
        if done.returncode:  # killed, for one
            raise CommandError("The pictures cannot be read.", done.stderr.decode("utf-8", "replace")[-500:])
        return json.decode(done.stdout, type=dict[str, Score])


def _nothing(source: Source) -> Score:
    return total(score(row, {}, source.want) for row in source.rows.values())


def _sources(pictures: Path, eye: Eye, most: int, keep_in: Path) -> list[Source]:
    """A source for each folder, and for each deck in it; of each at most so many pictures, evenly taken."""
    want = PYRAMID if eye == "pyramid" else eye
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for file in sets_in(pictures, deep=True):
        for row in _of_kind(labels_in(file), want):
            deck = deck_for(file.parent, row, keep_in) if want == "cards" else ANY
            name = file.parent.name + ("" if deck == ANY else f" {deck}")
            found.setdefault((name, deck), []).append({**row, "file": str(file.parent / row["file"])})
    return [
        Source(name, want, deck, {row["file"]: row for row in evenly(rows, most)})
        for (name, deck), rows in found.items()
    ]


def _of_kind(rows: Rows, want: str) -> list[Mapping[str, Any]]:
    key = "cells" if want == PYRAMID else want
    return [row for row in rows if row.get(key) or (key in row and want in str(row.get("kind", want)))]


def tune_table(tuned: Sequence[Tuned]) -> str:
    """What decides something, the most promising first; and how many numbers decide nothing here."""
    pictures, things = tuned[0].tried[0].all.pictures, tuned[0].tried[0].all.objects
    telling = sorted((one for one in tuned if one.decides), key=lambda one: one.left_out[1] - one.left_out[0])
    lines = [f"{pictures} pictures, {things} things; right / asked / missed / silent"]
    for one in telling:
        own, chosen = one.left_out
        verdict = f"left out: {own} -> {chosen}" if chosen != own else "left out: the same"
        lines.append(f"\n{one.limit.called}  ({verdict})  {one.limit.why}")
        for tried in sorted(one.tried, key=lambda tried: tried.value):
            s, mark = tried.all, "*" if tried is one.tried[0] else " "
            lines.append(f"  {mark} {tried.value:>10g}  {s.right} / {s.asked} / {s.missed} / {s.wrong}")
    idle = [one.limit.called for one in tuned if not one.decides]
    lines.append(f"\n{len(idle)} numbers decide nothing on these pictures: {', '.join(idle)}")
    return "\n".join(lines)


# --- asked against silent, as a drawing ---

_WIDE, _HIGH, _EDGE = 640, 420, 50


def tune_drawing(tuned: Sequence[Tuned]) -> str:
    """A line through the values of each number that decides something: asked across, silent up."""
    telling = [one for one in tuned if one.decides]
    spots = [_shares(tried.all) for one in telling for tried in one.tried] or [(0.0, 0.0)]
    most = max(0.01, *(x for x, _ in spots)), max(0.001, *(y for _, y in spots))
    paths = [_path(one, n, most) for n, one in enumerate(telling)]
    axes = (
        f'<path d="M{_EDGE} 10V{_HIGH - _EDGE}H{_WIDE - 10}" fill="none" stroke="#333"/>'
        f'<text x="{_WIDE - 10}" y="{_HIGH - 15}" text-anchor="end">asked or missed, to {most[0]:.1%}</text>'
        f'<text x="{_EDGE + 6}" y="20">silent, to {most[1]:.2%}</text>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" font-size="12">'
    return "\n".join((head, axes, *paths, "</svg>", ""))


def _shares(score: Score) -> tuple[float, float]:
    return score.share("asked") + score.share("missed"), score.share("wrong")


def _path(one: Tuned, n: int, most: tuple[float, float]) -> str:
    def at(score: Score) -> str:
        across, up = _shares(score)
        x = _EDGE + (_WIDE - _EDGE - 10) * across / most[0]
        return f"{x:.1f} {_HIGH - _EDGE - (_HIGH - _EDGE - 10) * up / most[1]:.1f}"

    colour = f"hsl({n * 47 % 360} 70% 40%)"
    line = " L".join(at(tried.all) for tried in sorted(one.tried, key=lambda tried: tried.value))
    title = escape(f"{one.limit.called}: {one.limit.why}")
    return f'<path d="M{line}" fill="none" stroke="{colour}"><title>{title}</title></path>'
