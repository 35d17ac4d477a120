"""Where the base of the pyramid is in the picture: its three outer corners, found by a small network."""

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.network import kept
from vision.pictures import Picture
from vision.pyramid.lattice import Floats, turned
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.find_form

WIDE, HIGH, HEAT = 256, 144, 4  # the picture that the network sees, and how much coarser its answer is
_WEIGHTS = Path(__file__).with_name("form.onnx")


def parts_of(picture: Picture) -> list[tuple[int, int, int, int]]:
    """Overlapping parts that cover *picture*, and its middle: x, y, width, height."""
    high, wide = picture.shape[:2]
    width, height = int(wide * _S.nearer), int(high * _S.nearer)
    left, top = wide - width, high - height
    corners = product((0, left // 2, left), (0, top // 2, top))
    return [*((x, y, width, height) for x, y in corners), (wide // 4, high // 4, wide // 2, high // 2)]


class Base(Struct, frozen=True, eq=False):
    """Where a base may be."""

    corners: Floats  # (3, 2) the outer ones in pixels, clockwise, the uppermost first
    heat: float  # how clearly they are seen, 0 to 1


def find_base(picture: Picture, part: tuple[int, int, int, int] | None = None) -> Base | None:
    """A base in *picture* or *part* (x, y, width, height) of it; None without a trace."""
    x, y, width, height = part or (0, 0, picture.shape[1], picture.shape[0])
    scale = min(WIDE / width, HIGH / height)
    aside = np.array([WIDE - scale * width, HIGH - scale * height]) / 2 - scale * np.array([x, y])
    inner = picture[y : y + height, x : x + width]
    small = cv2.resize(inner, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    heat = _heat(_framed(np.asarray(small, np.uint8)))
    scored = ((_score(heat, corners), corners) for corners in _candidates(heat))
    hottest, best = max(scored, key=lambda each: each[0], default=(0.0, np.zeros((3, 2))))
    if hottest < _S.base_heat:
        return None
    return Base(((best + 0.5) * HEAT - aside) / scale - 0.5, hottest)


def _framed(small: Picture) -> Picture:
    """The small picture in the middle of one of the size that the network knows."""
    rows, columns = small.shape[:2]
    top, left = (HIGH - rows) // 2, (WIDE - columns) // 2
    framed = cv2.copyMakeBorder(
        small, top, HIGH - rows - top, left, WIDE - columns - left, cv2.BORDER_REPLICATE
    )
    return np.asarray(framed, np.uint8)


def _heat(small: Picture) -> NDArray[np.float32]:
    """How likely corners (first) and the middle (second) are, shape (2, HIGH / HEAT, WIDE / HEAT)."""
    floats = small.astype(np.float32)
    floats = (floats - floats.mean()) / (floats.std() + 8)
    said = kept(_WEIGHTS).said_of(floats.transpose(2, 0, 1)[None])[0]
    return np.asarray(1 / (1 + np.exp(-said)), np.float32)


def _peaks(heat: NDArray[np.float32]) -> list[tuple[float, Floats]]:
    """The hottest spots with their places, to a fraction of a cell."""
    highest = cv2.dilate(heat, np.ones((5, 5), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > _S.least_heat))
    order = np.argsort(-heat[rows, columns])[: _S.most_corners]
    out = []
    for row, column in zip(rows[order], columns[order], strict=True):
        top, left = max(0, row - 2), max(0, column - 2)
        window = heat[top : row + 3, left : column + 3] ** 2
        y, x = np.mgrid[top : top + window.shape[0], left : left + window.shape[1]]
        place = np.array([(x * window).sum(), (y * window).sum()]) / window.sum()
        out.append((float(heat[row, column]), place))
    return out


def _candidates(heat: NDArray[np.float32]) -> Iterator[Floats]:
    """Triangles that may be the base: three corners, two of them, or one with the middle."""
    corners = [place for _, place in _peaks(heat[0])]
    middles = [place for _, place in _peaks(heat[1])[:3]]
    for three in combinations(corners, 3):
        if (even := _clockwise(np.array(three))) is not None:
            yield even
    for one, other in combinations(corners, 2):
        for way in (60.0, -60.0):
            third = one + turned(other - one, np.radians(way))
            if (even := _clockwise(np.array([one, other, third]))) is not None:
                yield even
    for middle in middles:
        for corner in corners:
            reach = corner - middle
            yield _ordered(np.array([middle + turned(reach, way) for way in np.radians((0.0, 120.0, 240.0))]))


def _clockwise(corners: Floats) -> Floats | None:
    """*corners* in order if they are those of an even triangle."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    if sides.min() < 6 or sides.max() > (1 + _S.even) * sides.min():
        return None
    return _ordered(corners)


def _ordered(corners: Floats) -> Floats:
    """Clockwise as seen in the picture, the uppermost first."""
    around = corners - corners.mean(axis=0)
    ordered = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    return np.asarray(np.roll(ordered, -int(np.argmin(ordered[:, 1])), axis=0))


def _score(heat: NDArray[np.float32], corners: Floats) -> float:
    """Mean heat of the three corners and the middle."""
    spots = np.vstack([corners, corners.mean(axis=0)])
    hot = [_at(heat[0 if n < 3 else 1], spot) for n, spot in enumerate(spots)]
    return float(np.mean(hot))


def _at(heat: NDArray[np.float32], spot: Floats) -> float:
    column, row = round(float(spot[0])), round(float(spot[1]))
    if not (0 <= row < heat.shape[0] and 0 <= column < heat.shape[1]):
        return 0.1  # outside of the picture nothing speaks against a corner
    return float(heat[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2].max())
