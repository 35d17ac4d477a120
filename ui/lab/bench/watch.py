"""`companion bench watch`: labelled pictures through the path of a game: is each roll told once, and rightly?

Asked for is what the label says that lies there: a game knows how many dice it waits for. Next to it stands
what `companion read` says of the same pictures. Every picture that is not told rightly, and otherwise than
`read` says, is listed: several looks may know what one look asks about.
"""

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec import Struct

from companion.asks import Ask
from ui.lab.bench.kept import Kept
from ui.lab.bench.scoring import PYRAMID, Score, all_right, answered, is_named, labelled, pairs, score, total
from ui.lab.bench.sets import Progress, deck_for, evenly, labels_in, sets_in
from ui.lab.command.watch_command import asks_of
from ui.lab.watching import watched
from vision.files import open_one
from vision.look import at_rest
from vision.read import as_json, read_paths
from vision.teaching import TAUGHT
from vision.wanted import Wanted

Row = Mapping[str, Any]
LEANS = "amiss.leans"
_INSIDE = 0.01  # of a picture's sides: so far from its border its own corners lie


class Watched(Struct, frozen=True):
    """What became of one picture."""

    file: str
    told: list[list[Any]]
    troubles: tuple[str, ...]
    right: bool  # told once, exactly as it is; of dice that lean, that they do
    score: Score
    flat_called_leaning: int = 0
    leaning: int = 0  # dice that lean
    leaning_given_a_value: int = 0
    read: Score | None = None  # what `companion read` says of it
    read_right: bool = False
    differs: str = ""  # from what `companion read` says, and how; what is right may differ from it
    adds: str = ""  # the same, where one look that knows how many dice are waited for says it as well


class WatchedSet(Struct, frozen=True):
    """One set of labelled pictures."""

    pictures: list[Watched]
    seconds: float  # in all

    def count(self, name: str) -> int:
        return sum(int(getattr(one, name)) for one in self.pictures)


class How(NamedTuple):
    """How pictures are watched."""

    with_read: bool  # what `companion read` makes of them as well
    log: Path | None = None  # what is in it already is not watched again


def bench_watch(
    folder: Path,
    most: int | None,
    mat: str,
    progress: Progress,
    keep_in: Path,
    how: How,
) -> dict[str, WatchedSet]:
    """Every labelled set in *folder*, or *folder* itself; of each at most so many pictures, evenly spread.

    What is taught lies in *keep_in*, as in the folder of a real table's data.
    """
    kept = Kept(how.log, Watched)
    done = {}
    for file in sets_in(folder):
        start, rows = time.monotonic(), labels_in(file)
        chosen = evenly(rows, most or len(rows))
        pictures = []
        for number, row in enumerate(chosen):
            with patch.dict(os.environ, {"COMPANION_DATA": str(keep_in)}):
                watch = partial(_watch, file.parent, row, mat, keep_in / TAUGHT, with_read=how.with_read)
                one = kept.get((file.parent.name, mat, str(row["file"])), watch)
            pictures.append(one)
            if number % 10 == 9 or number + 1 == len(chosen):
                all_so_far = sum(one.right for one in pictures)
                progress(f"{file.parent.name}: {number + 1} of {len(chosen)}, {all_so_far} right")
        done[file.parent.name] = WatchedSet(pictures, round(time.monotonic() - start, 1))
    return done


def _watch(folder: Path, row: Row, mat: str, keep_in: Path, *, with_read: bool) -> Watched:
    path, want = folder / row["file"], _wanted(row)
    deck = deck_for(folder, row, keep_in)
    corners = _own_corners(path) if mat == "corners" else ()
    asks = asks_of(asked_for(row, want), deck, mat=mat == "auto")
    (one,) = watched([path], asks, corners, mat=mat == "auto")
    answer, told = one.answer, one.told
    counts = Counter(_leans(row, answer)) if want == "dice" else Counter()
    done = score(row, answer, want)
    right = all_right(row, answer, want) and not counts["flat called leaning"]
    once = len(told.rolls) == (1 if labelled(row, want) else 0)
    leans = counts["leaning"] > 0
    right = right and (LEANS in told.troubles or told.questions > 0 if leans else once)
    read: dict[str, Any] = {}
    if with_read:
        (read,) = read_paths([path], [want], deck, keep_in=keep_in)
    differs = difference(read, answer, want) if with_read and not right else ""
    by_count = want == "dice" and differs and not difference(_with_count(path, asks), answer, want)
    return Watched(
        str(row["file"]),
        told.rolls,
        told.troubles,
        right,
        done,
        counts["flat called leaning"],
        counts["leaning"],
        counts["leaning given a value"],
        score(row, read, want) if with_read else None,
        with_read and all_right(row, read, want),
        "" if by_count else differs,
        differs if by_count else "",
    )


def _with_count(path: Path, asks: Sequence[Ask]) -> Row:
    """What one look at a picture without a mat says if it is known how many dice lie there."""
    picture, wanted = open_one(path).picture, Wanted(dice=asks[0].dice)
    return {} if picture is None else as_json(at_rest(picture, wanted).dice, (), wanted)


def _own_corners(path: Path) -> list[tuple[float, float]]:
    """A little inside of those of the picture: as if all of it were the tray."""
    picture = open_one(path).picture
    high, wide = (1, 1) if picture is None else picture.shape[:2]
    near, far = _INSIDE, 1 - _INSIDE
    return [(x * wide, y * high) for x, y in ((near, near), (far, near), (far, far), (near, far))]


def _wanted(row: Row) -> str:
    if row.get("cells"):
        return PYRAMID
    return "dice" if row.get("dice") or not row.get("cards") else "cards"


def asked_for(row: Row, want: str) -> str:
    """What a game would ask for before it lies there as the label says; "" where nobody can know."""
    if want == PYRAMID:
        return PYRAMID
    if not row.get("complete", True):
        return ""
    if want == "cards":
        return f"cards={len(row['cards'])}"
    kinds = Counter(str(die.get("type", "pips")) for die in row.get("dice") or ())
    return ",".join(f"{kind}={count}" for kind, count in sorted(kinds.items()))


def _leans(row: Row, answer: Row) -> Iterator[str]:
    """Dice that lean, and those of which that is said or not."""
    truth, said = labelled(row, "dice"), answered(answer, "dice")
    for thing in truth:
        if thing.name == "cocked":
            yield "leaning"
    for i, j in pairs(truth, said):
        if said[j].name == "cocked" and truth[i].name != "cocked":
            yield "flat called leaning"
        if truth[i].name == "cocked" and is_named(said[j]):
            yield "leaning given a value"


def difference(read: Row, answer: Row, want: str) -> str:
    """How the two tell of the same picture otherwise; "" where they agree."""
    one, other = (Counter(thing.name or "?" for thing in answered(line, want)) for line in (read, answer))
    if want == PYRAMID and _may_be_same(one, other):
        return ""  # several looks together read a face or two that one look asks about
    if want == "cards" and one - other == Counter("?" * (other - one).total()):
        return ""  # or name a card that it asks about
    if one == other:
        return ""
    only_read, only_watch = (" ".join(sorted(c.elements())) or "-" for c in (one - other, other - one))
    return f"read: {only_read}; watch: {only_watch}"


def _may_be_same(one: Counter[str], other: Counter[str]) -> bool:
    """Whether the same dice are told, but for faces of which one of both says nothing."""
    dice, others = (sorted(name for name in counts if name != "?") for counts in (one, other))
    return len(dice) == len(others) and all(
        len(a) == len(b) and all(x == y or "?" in (x, y) for x, y in zip(a, b, strict=True))
        for a, b in zip(dice, others, strict=True)
    )


def watch_table(sets: Mapping[str, WatchedSet]) -> str:
    """For people: a line for each set, then what `read` and `watch` tell otherwise."""
    head = f"{'set':<20}{'pictures':>9}{'all right':>10}{'read':>8}{'never':>7}{'again':>7}"
    head += f"{'objects':>9}{'right':>8}{'read':>8}{'asked':>8}{'missed':>8}{'silent':>8}"
    lines = [head + f"{'flat leans':>12}{'leaning sure':>14}{'s each':>8}"]
    lines += [_line(name, done) for name, done in sets.items()]
    if len(sets) > 1:
        everything = [one for done in sets.values() for one in done.pictures]
        lines.append(_line("all", WatchedSet(everything, sum(done.seconds for done in sets.values()))))
    for name, done in sets.items():
        lines += [f"{name}/{one.file}: {one.differs}" for one in done.pictures if one.differs]
        lines += [f"{name}/{one.file}, by the count: {one.adds}" for one in done.pictures if one.adds]
    return "\n".join(lines)


def _line(name: str, done: WatchedSet) -> str:
    count, whole = len(done.pictures), total(one.score for one in done.pictures)
    reads = [one.read for one in done.pictures if one.read is not None]
    read_right = f"{done.count('read_right') / count:.1%}" if reads else "-"
    never = sum(not one.told and one.score.objects > 0 for one in done.pictures)
    again = sum(len(one.told) > 1 for one in done.pictures)
    flat = whole.objects
    line = (
        f"{name:<20}{count:>9}{done.count('right') / max(1, count):>10.1%}{read_right:>8}{never:>7}{again:>7}"
    )
    line += f"{whole.objects:>9}{whole.share('right'):>8.1%}"
    line += f"{total(reads).share('right'):>8.1%}" if reads else f"{'-':>8}"
    line += f"{whole.share('asked'):>8.1%}{whole.share('missed'):>8.1%}{whole.share('wrong'):>8.2%}"
    line += f"{done.count('flat_called_leaning'):>6}/{flat:<5}"
    line += f"{done.count('leaning_given_a_value'):>8}/{done.count('leaning'):<5}"
    return line + f"{done.seconds / max(1, count):>8.1f}"
