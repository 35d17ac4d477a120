"""What the two networks are shown: tables with the places of dice, and windows with what is in them."""

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.dice.judge import NAMES
from vision.dice.windows import Halvings, window
from vision.learn.dice.marks import Floats, Rng
from vision.learn.dice.scenes import SIDE, Laid, Table
from vision.pictures import Picture

FIND_SIDE = 256
MOST_DICE = 32
POSE = 7
_OFF, _SCALE = 0.16, 0.14  # how far a window may miss: shares of the edge, and of the size


class Seek(Struct, frozen=True, eq=False):
    """For the finder: a picture and where the top faces are, rows of (x, y, edge), filled up with noughts."""

    picture: Picture
    places: Floats


class Window(Struct, frozen=True, eq=False):
    """For the judge: a window, its name's number, whether its die is cocked (-1: not known), and its pose."""

    picture: Picture
    name: int
    cocked: int
    pose: Floats  # x and y of the middle in edges, log of the size, cos and sin of four times the turn, foot


def name_of(die: Laid) -> int:
    """The number of what the die shows; an empty face shows nothing."""
    if die.kind == "blank":
        return 0
    return NAMES.index("piggy" if die.kind == "piggy" else f"{die.kind} {die.value}")


def seek_in(rng: Rng, table: Table) -> Seek:
    """The table made smaller, or a part of it as it is."""
    whole = table.picture.shape[0]
    if rng.random() < 0.6:
        scale, corner = FIND_SIDE / whole, np.zeros(2)
        picture = cv2.resize(table.picture, (FIND_SIDE, FIND_SIDE), interpolation=cv2.INTER_AREA)
    else:
        scale, corner = 1.0, rng.integers(0, whole - FIND_SIDE + 1, 2)
        picture = table.picture[corner[1] : corner[1] + FIND_SIDE, corner[0] : corner[0] + FIND_SIDE]
    places = np.zeros((MOST_DICE, 3), np.float32)
    n = 0
    for die in table.dice:
        x, y = (die.middle - corner + 0.5) * scale - 0.5
        if 0 <= x < FIND_SIDE and 0 <= y < FIND_SIDE:
            places[n] = x, y, die.edge * scale
            n += 1
    return Seek(np.ascontiguousarray(picture), places)


def windows_in(rng: Rng, table: Table) -> Iterator[Window]:
    """Windows on every die, and on what is no die or no top face."""
    halvings = Halvings(table.picture)
    for die in table.dice:
        if _inside(die.quad) > 0.85:
            yield from (_on_die(rng, halvings, die) for _ in range(2))
        yield from _beside(rng, halvings, die, table.dice)
    edge = table.dice[0].edge if table.dice else float(np.exp(rng.uniform(2.3, 4.8)))
    for _ in range(3):
        x, y = rng.uniform(0, SIDE, 2)
        yield from _nothing(halvings, x, y, edge * float(rng.uniform(0.7, 1.4)), table.dice)


def _on_die(rng: Rng, halvings: Halvings, die: Laid) -> Window:
    off = rng.uniform(-_OFF, _OFF, 2)
    size = float(np.exp(rng.normal(0, _SCALE)))
    edge = die.edge * size
    x, y = die.middle + off * die.edge
    pose = np.array([*(-off / size), -np.log(size), *four_turns(die.quad), *die.foot], np.float32)
    return Window(window(halvings, float(x), float(y), edge), name_of(die), int(die.cocked), pose)


def _beside(rng: Rng, halvings: Halvings, die: Laid, dice: Sequence[Laid]) -> Iterator[Window]:
    """Its side faces, its corners, and windows far too large or too small."""
    for side in die.sides:
        if not np.isnan(side[0]) and rng.random() < 0.6:
            yield from _nothing(halvings, *side, die.edge * float(rng.uniform(0.7, 1.1)), dice)
    around, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.1) * die.edge
    x, y = die.middle + far * np.array([np.cos(around), np.sin(around)])
    yield from _nothing(halvings, float(x), float(y), die.edge * float(rng.uniform(0.7, 1.3)), dice)
    wrong = float(rng.uniform(0.25, 0.55) if rng.random() < 0.5 else rng.uniform(1.8, 3))
    x, y = die.middle + rng.uniform(-0.35, 0.35, 2) * die.edge
    yield Window(window(halvings, float(x), float(y), die.edge * wrong), 0, -1, np.zeros(POSE, np.float32))


def _nothing(halvings: Halvings, x: float, y: float, edge: float, dice: Sequence[Laid]) -> Iterator[Window]:
    """A window on no top face, unless one is there after all."""
    if all(np.hypot(*(die.middle - [x, y])) > 0.42 * die.edge for die in dice):
        yield Window(window(halvings, float(x), float(y), edge), 0, -1, np.zeros(POSE, np.float32))


def not_dice(rng: Rng, table: Table, others: Sequence[tuple[float, float, float]]) -> Iterator[Window]:
    """Windows on things that were taken for dice and are none."""
    halvings = Halvings(table.picture)
    for x, y, edge in others:
        if 0 <= x < SIDE and 0 <= y < SIDE:
            size = edge * float(np.exp(rng.normal(0, 0.1)))
            yield from _nothing(
                halvings, *(float(v) for v in rng.normal((x, y), 0.08 * edge)), size, table.dice
            )


def unposed(windows: Iterable[Window]) -> Iterator[Window]:
    """Windows of dice whose exact place nobody knows."""
    return (replace(one, pose=np.zeros(POSE, np.float32)) for one in windows)


def four_turns(quad: Floats) -> tuple[float, float]:
    """How a square face is turned: the same for each of its quarter turns."""
    across = quad[1] - quad[0] + quad[2] - quad[3]
    turn = 4 * float(np.arctan2(across[1], across[0]))
    return float(np.cos(turn)), float(np.sin(turn))


def _inside(quad: Floats) -> float:
    """Which share of the face lies in the picture."""
    part = np.clip(quad, 0, SIDE - 1)
    whole = cv2.contourArea(quad)
    return float(cv2.contourArea(np.asarray(part, np.float32)) / max(1e-6, whole))


class Lessons(Struct, frozen=True, eq=False):
    """Many of both as arrays."""

    seek: NDArray[np.uint8]
    places: Floats
    windows: NDArray[np.uint8]
    names: NDArray[np.int64]
    cocked: NDArray[np.int64]
    poses: Floats


def gathered(seeks: Sequence[Seek], windows: Sequence[Window]) -> Lessons:
    """As arrays."""
    return Lessons(
        np.stack([seek.picture for seek in seeks]),
        np.stack([seek.places for seek in seeks]),
        np.stack([one.picture for one in windows]),
        np.array([one.name for one in windows], np.int64),
        np.array([one.cocked for one in windows], np.int64),
        np.stack([one.pose for one in windows]),
    )
