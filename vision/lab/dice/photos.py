"""Lessons from labelled photographs: each is shown many times, turned, resized and lit anew.

Only photographs whose licence allows it are learnt from. Their labels say which value lies where, but not
exactly where the top face is: that is taken from a finder that has learnt on drawn tables.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from vision.dice.windows import Place
from vision.lab.dice.marks import Floats, Rng
from vision.lab.dice.scenes import SIDE, Laid, Table, degraded
from vision.pictures import Picture

ALLOWED = ("Apache", "BSD", "MIT", "CC BY")
_SMALLEST, _LARGEST = 14.0, 120.0
_HELD_BACK = 6
_LOOSE = 0.76  # edge of a top face as a share of the box around the die

Find = Callable[[Picture], list[Place]]


class Photo(Struct, frozen=True, eq=False):
    """A photograph with its dice as (x, y, edge, value), and places that look like dice and are none."""

    source: str
    oblique: bool
    picture: Picture
    dice: tuple[tuple[float, float, float, str], ...]
    others: tuple[tuple[float, float, float], ...]


def photos_in(folder: Path, find: Find) -> list[Photo]:
    """All photographs of dice below *folder* that are learnt from."""
    out = []
    for file in sorted(folder.glob("dice_*/labels.json")):
        rows = json.loads(file.read_text("utf-8"))
        learnt = [row for n, row in enumerate(rows) if not held_back(n)]
        out += [
            _photo(file.parent, row, find) for row in learnt if _allowed(row) and row.get("complete", True)
        ]
    return out


def held_back(number: int) -> bool:
    """Is the photograph with this number in its list kept for measuring?"""
    return number % _HELD_BACK == _HELD_BACK - 1


def _allowed(row: dict[str, str]) -> bool:
    licence = row.get("license", "")
    return any(name in licence for name in ALLOWED) and "none" not in licence


def _photo(folder: Path, row: dict, find: Find) -> Photo:  # type: ignore[type-arg]
    picture = np.asarray(cv2.imread(str(folder / row["file"])), np.uint8)
    places = [place for place in find(picture) if place.heat > 0.2]
    pips_only = "pip pattern" in row.get("box_by", "")
    dice = []
    for die in row["dice"]:
        x, y, wide, high = die["box"]
        middle, size = (x + wide / 2, y + high / 2), float(np.sqrt(wide * high))
        near = [
            p for p in places if np.hypot(p.x - middle[0], p.y - middle[1]) < 0.33 * max(size, p.edge * 0.8)
        ]
        near = [p for p in near if pips_only or 0.5 < p.edge / size < 1.15]
        best = max(near, key=lambda p: p.heat, default=None)
        place = (best.x, best.y, best.edge) if best else (*middle, _usual_edge(size, pips_only, places))
        dice.append((*place, str(die["value"])))
    free = [p for p in places if all(np.hypot(p.x - d[0], p.y - d[1]) > 0.4 * d[2] for d in dice)]
    view = row.get("view", "overhead")
    return Photo(
        folder.name, view == "oblique", picture, tuple(dice), tuple((p.x, p.y, p.edge) for p in free)
    )


def _usual_edge(size: float, pips_only: bool, places: list[Place]) -> float:
    if not pips_only:
        return size * _LOOSE
    return float(np.median([p.edge for p in places])) if places else size * 1.6


def tables_of(rng: Rng, photo: Photo) -> Iterator[Table]:
    """Without end: the photograph as a table, seen anew each time."""
    usual = float(np.median([die[2] for die in photo.dice])) if photo.dice else 40.0
    while True:
        scale = _any_edge(rng, usual) / usual
        turn = float(rng.normal(0, 10) if photo.oblique else rng.uniform(0, 360))
        matrix = _about(rng, photo, scale, turn)
        border = int(rng.choice([cv2.BORDER_REFLECT_101, cv2.BORDER_REPLICATE]))
        way, picture, grown = cv2.INTER_LINEAR, photo.picture, matrix.copy()
        while scale < 0.6 and min(picture.shape[:2]) > 64:  # first made smaller, or it would flicker
            picture, scale = (
                np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8),
                scale * 2,
            )
            grown[:, :2] *= 2
        seen = np.asarray(
            cv2.warpAffine(picture, grown, (SIDE, SIDE), flags=way, borderMode=border), np.uint8
        )
        dice = [_laid(matrix, die) for die in photo.dice]
        inside = [
            die for die in dice if -die.edge / 2 < die.middle.min() and die.middle.max() < SIDE + die.edge / 2
        ]
        mild = rng.random() < 0.75
        yield Table(degraded(rng, seen) if mild else seen, tuple(inside))


def _any_edge(rng: Rng, usual: float) -> float:
    """Seldom far from how large it was: a small face blown up teaches nothing of large ones."""
    return float(
        np.clip(
            usual * np.exp(rng.normal(-0.15, 0.45)), min(_SMALLEST, usual), max(_LARGEST, min(usual, 200))
        )
    )


def _about(rng: Rng, photo: Photo, scale: float, turn: float) -> Floats:
    """The map that brings some die, or any point of an empty table, near the middle."""
    high, wide = photo.picture.shape[:2]
    if photo.dice and rng.random() < 0.8:
        x, y = photo.dice[int(rng.integers(len(photo.dice)))][:2]
    else:
        x, y = float(rng.uniform(0, wide)), float(rng.uniform(0, high))
    matrix = cv2.getRotationMatrix2D((x, y), turn, scale)
    matrix[:, 2] = matrix[:, 2] + rng.uniform(0.2, 0.8, 2) * SIDE - [x, y]
    if rng.random() < 0.3:  # other proportions, as in stretched pictures
        squeeze = float(np.exp(rng.normal(0, 0.12)))
        matrix[0] *= squeeze
    return np.asarray(matrix, np.float32)


def _moved(matrix: Floats, x: float, y: float, edge: float) -> tuple[float, float, float]:
    grown = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    there = matrix[:, :2] @ [x, y] + matrix[:, 2]
    return float(there[0]), float(there[1]), edge * grown


def _laid(matrix: Floats, die: tuple[float, float, float, str]) -> Laid:
    x, y, edge = _moved(matrix, *die[:3])
    half = edge / 2
    quad = np.array(
        [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]], np.float32
    )
    return Laid(quad, np.full((5, 2), np.nan, np.float32), "pips", die[3], False, np.zeros(2, np.float32))
