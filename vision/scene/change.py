"""When did what lies on the table change? The last picture without the change, and the first one with it.

A hand may cover the place for a while: what neither looks like the table before nor like the table after is
no witness, and only widens the time in which the change may have happened.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.asks import MS
from companion.pyramid.cells import Cell
from companion.pyramid.notation import UNKNOWN_DIE, Pyramid, cell_named, name_of
from companion.sightings import Frame
from vision.pyramid.changes import Changes
from vision.scene.events import Rebuilt

Cells = NDArray[np.float32]
Part = tuple[float, float, float, float]  # left, top, right, bottom as shares of the picture

CELL = 8  # pixels of a small picture: their mean has little noise
CHANGED = 12.0  # grey levels between two means: more than noise and flicker make
LEAST_CELLS = 2  # a die at the edge of the picture still covers more
CLEARLY = 0.85  # of the changed cells have to look like before, or like after


class Change(Struct, frozen=True, eq=False):
    """The two frames between which the table changed; None where no kept frame shows it."""

    without: Frame | None = None
    changed: Frame | None = None


def change_in(frames: Sequence[Frame], part: Part = (0.0, 0.0, 1.0, 1.0)) -> Change:
    """What the first of *frames* and the last of them show differently: between which two did it happen?

    Only *part* of the pictures is looked at.
    """
    if len(frames) < 2 or len({frame.picture.shape for frame in frames}) != 1:
        return Change()
    seen = [_cells(frame) for frame in frames]
    apart = np.abs(seen[-1] - seen[0])
    region = (apart > CHANGED) & _inside(part, apart.shape)
    if int(region.sum()) < LEAST_CELLS:
        return Change()
    without: Frame | None = None
    for frame, cells in zip(frames, seen, strict=True):
        from_before = np.abs(cells - seen[0])[region] < apart[region] / 2
        from_after = np.abs(cells - seen[-1])[region] < apart[region] / 2
        if from_after.mean() >= CLEARLY:
            return Change(without, frame)
        if from_before.mean() >= CLEARLY:
            without = frame
    return Change(without)


def _inside(part: Part, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which cells have their middle in *part*."""
    down, across = ((np.arange(count) + 0.5) / count for count in shape)
    left, top, right, bottom = part
    return ((top <= down) & (down <= bottom))[:, None] & ((left <= across) & (across <= right))


def _cells(frame: Frame) -> Cells:
    """Means of small squares, with the light of the whole picture taken off: lamps flicker, dice do not."""
    grey = np.asarray(frame.picture, np.float32).mean(axis=2)
    rows, columns = grey.shape[0] // CELL, grey.shape[1] // CELL
    means: Cells = grey[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL).mean(axis=(1, 3))
    return means - np.float32(np.median(means))


# --- dice that went from the pyramid ---
#
# What the eyes tell names the dice and two looks, the last before and the first after; hands are between
# them, and so more time than a photo finish can bear. The pictures of the ring in between, looked at only
# where the die lay, bring that down to two frames wherever no hand covers the place.


class PyramidLook(Struct, frozen=True):
    """A look at the pyramid with nobody's hand over it, what was otherwise, and where that is in pictures."""

    t: int
    rebuilt: tuple[Rebuilt, ...] = ()
    parts: Mapping[Cell, Part] = {}


class Gone(Struct, frozen=True, eq=False):
    """A die that lay in the pyramid on one picture, and on the other did not any more."""

    cell: str
    colour: str  # r, y, m, or ? if nobody knows
    without: Frame  # without the change: there it lay still
    changed: Frame
    part: Part | None = None  # where the die lay on both


def gone_in(event: Rebuilt, parts: Mapping[Cell, Part], frames: Sequence[Frame]) -> Iterator[Gone]:
    """The dice that went as *event* tells, by *frames* from its last look before until its first after it."""
    span = [frame for frame in frames if event.since <= frame.t <= event.t]
    if event.first or len(span) < 2:
        return
    for name, die in dice_gone(event.changes).items():
        part = parts.get(cell_named(name))
        found = change_in(span, part) if part is not None else None
        if found is not None and found.without is not None and found.changed is not None:
            yield Gone(name, die[0], found.without, found.changed, part)
        elif span[0].t == event.since:  # what the eyes know stands, however little the pictures show
            yield Gone(name, die[0], span[0], span[-1], part)


def dice_gone(changes: Changes) -> Pyramid:
    """The dice that are not in their cells any more, with what was known of them."""
    tipped = {name_of(move.start): UNKNOWN_DIE for move in changes.tipped}
    return {**tipped, **changes.taken}


# --- the photo finish: what came first, a press or the change? Or is it too close to tell? ---
# A press has its time and an uncertainty, a change falls between two frames. Only if the whole of one lies
# before the whole of the other is there an answer.


class Finish(StrEnum):
    """Which of the two was first."""

    PRESS = "press"
    CHANGE = "change"
    TOO_CLOSE = "close"  # too close to tell
    UNSEEN = "unseen"  # the frames that are kept do not show the change, or only what came after it


class PhotoFinish(Struct, frozen=True):
    """The answer."""

    finish: Finish
    gap_ms: float = 0.0  # how long after the press the change was at the earliest; negative: before it


def photo_finish(press: int, uncertainty: int, without: Frame | None, changed: Frame | None) -> PhotoFinish:
    """Whether the press at *press* ± *uncertainty* was before a change between two frames.

    A frame shows the table from the first light on its first row until the last on its last one: what it
    does not show may have happened from its start on, and what it shows may have happened until its end.
    """
    if changed is None:
        return PhotoFinish(Finish.UNSEEN)
    if press - uncertainty > changed.until:
        return PhotoFinish(Finish.CHANGE, (changed.until - press) / MS)
    if without is None:
        return PhotoFinish(Finish.UNSEEN)
    if press + uncertainty < without.t:
        return PhotoFinish(Finish.PRESS, (without.t - press) / MS)
    return PhotoFinish(Finish.TOO_CLOSE)
