"""Finds all faces around a place at once, for each axis and any position of the lattice.

The picture is made straight three times, so that the faces of one axis are squares; one network slides over
it. What it finds is given in steps of the plan: along the two axes that a face spans, from its middle.
"""

from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.network import kept
from vision.pictures import Picture
from vision.pyramid.lattice import Floats, Ints
from vision.pyramid.pose import Pose
from vision.pyramid.read_faces import MARGIN, SIDE
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.field
_WEIGHTS = Path(__file__).with_name("field.onnx")
_SIDE = SIDE // 2  # pixels that the network looks at for each answer
_PER_STEP = _SIDE / (1 + 2 * MARGIN)  # pixels of a face's edge, as the network knows faces
_STRIDE = 4  # pixels between two answers of the network, as it was made


_UPRIGHT: Floats = np.zeros(2)


class Field(Struct, frozen=True, eq=False):
    """One square of places for each axis, evenly spread around the middle."""

    odds: Floats  # (3, n, n) log odds that a face lies there
    faces: Floats  # (3, n, n, 2) where its middle then is, in steps along the next two axes
    first: float  # where the first place is
    apart: float  # how far the places are from each other

    def within(self, reach: float) -> "Field":
        """Only what lies not farther than *reach* steps from the middle."""
        left_out = max(0, int(np.ceil((-self.first - reach) / self.apart - 1e-6)))
        inner = slice(left_out, self.odds.shape[1] - left_out)
        first = self.first + left_out * self.apart
        return Field(self.odds[:, inner, inner], self.faces[:, inner, inner], first, self.apart)

    def near(self, axes: Ints, faces: Floats, beside: float) -> tuple[Floats, Floats]:
        """For faces (n, 2) of *axes*: the odds of the best look that sees each not farther off than *beside*.

        Also where that look sees it, shape (n, 2). Where no look does, the odds are -inf.
        """
        count = self.odds.shape[1]
        columns, rows = np.round((faces - self.first) / self.apart).astype(int).T
        across = np.clip(columns[:, None] + _AROUND[:, 0], 0, count - 1)
        down = np.clip(rows[:, None] + _AROUND[:, 1], 0, count - 1)
        seen = self.faces[axes[:, None], down, across]
        odds = self.odds[axes[:, None], down, across]
        odds = np.where(np.abs(seen - faces[:, None]).max(axis=-1) <= beside, odds, -np.inf)
        best, each = odds.argmax(axis=1), np.arange(len(faces))
        return odds[each, best], seen[each, best]


_AROUND = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)])


class Plan(Struct, frozen=True, eq=False):
    """How the plan lies in the picture near a place: where steps along i and j lead, in pixels."""

    middle: Floats  # (2,)
    i: Floats  # (2,)
    j: Floats  # (2,)
    lean: Floats = _UPRIGHT  # (2,) by which share a step along i and j makes all look smaller

    def along(self, axis: int) -> Floats:
        return (self.i, self.j, -self.i - self.j)[axis % 3]

    def pixels(self, axis: int, faces: Floats) -> Floats:
        """Where faces (n, 2) of an axis, as a `Field` gives them, are in the picture."""
        spanned, leaning = self.spanned(axis)
        return np.asarray(self.middle + faces @ spanned / (1 + faces @ leaning)[:, None])

    def faces(self, axis: int, pixels: Floats) -> Floats:
        """Pixels (n, 2) as a `Field` gives the faces of an axis."""
        spanned, leaning = self.spanned(axis)
        upright = (pixels - self.middle) @ np.linalg.inv(spanned)
        return np.asarray(upright / (1 - upright @ leaning)[:, None])

    def spanned(self, axis: int) -> tuple[Floats, Floats]:
        """Along the two axes of a face: where a step leads (2, 2), and by how much it makes all smaller."""
        (i, j), two = self.lean, ((axis + 1) % 3, (axis + 2) % 3)
        return np.array([self.along(n) for n in two]), np.array([(i, j, -i - j)[n] for n in two])


def looked_up(pose: Pose, plan: Plan, field: Field, cells: Ints) -> tuple[Floats, Floats]:
    """What *field* says of every face of dice in *cells* (n, 3): odds (n, 3), and where (n, 3, 2)."""
    middles = pose.project((cells[:, None] + _MIDDLES).reshape(-1, 3)).reshape(-1, 3, 2)
    odds, at = np.empty(middles.shape[:2]), np.empty(middles.shape)
    for axis in range(3):
        spots = plan.faces(axis, middles[:, axis])
        odds[:, axis], at[:, axis] = field.near(np.full(len(spots), axis), spots, _S.beside)
    return np.clip(odds, _S.nothing, -_S.nothing), at


# Of the three upper faces, from the top of the die.
_MIDDLES = (1 - np.eye(3)) / 2


def faces_around(picture: Picture, plan: Plan, reach: float) -> Field:
    """The faces not farther than *reach* steps from the plan's middle."""
    size = int(np.ceil((2 * reach * _PER_STEP + _SIDE) / _STRIDE)) * _STRIDE
    straight = np.stack([_as_input(_straightened(picture, plan, axis, size)) for axis in range(3)])
    said = kept(_WEIGHTS).said_of(straight).astype(np.float64)
    grid = (np.arange(said.shape[2]) * _STRIDE + (_SIDE - size) / 2) / _PER_STEP
    places = np.stack(np.meshgrid(grid, grid), axis=-1)
    faces = places[None] + said[:, 1:3].transpose(0, 2, 3, 1)
    return Field(said[:, 0], faces, float(grid[0]), float(grid[1] - grid[0]))


def _straightened(picture: Picture, plan: Plan, axis: int, size: int) -> Picture:
    """The picture in which faces of *axis* are upright squares, the plan's middle in the middle."""
    spanned, leaning = plan.spanned(axis)
    span, start = 1 / (2 * _PER_STEP), (0.5 - size) / (2 * _PER_STEP)
    steps = np.array([[span, 0, start], [0, span, start], [0, 0, 1]])
    move = np.vstack([np.column_stack([spanned.T, plan.middle]), [0, 0, 1.0]])
    move[:, :2] += np.outer(move[:, 2], leaning)
    flags, wide = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, (2 * size, 2 * size)
    if leaning.any():
        cut = cv2.warpPerspective(picture, move @ steps, wide, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    else:
        cut = cv2.warpAffine(picture, (move @ steps)[:2], wide, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(cut, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def _as_input(straight: Picture) -> NDArray[np.float32]:
    """Normalized for brightness and contrast around each place; shape (3, size, size)."""
    planes = cv2.split(straight.astype(np.float32))
    mean = _blurred(planes[0] + planes[1] + planes[2])
    square = _blurred(sum((plane * plane for plane in planes[1:]), planes[0] * planes[0]))
    sharpen = 1 / (np.sqrt(np.maximum(square - mean * mean, 0)) + np.float32(SETTINGS.read_faces.calm))
    return np.stack([(plane - mean) * sharpen for plane in planes])


def _blurred(three: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of three planes, which are given as their sum, over the size of a patch."""
    return np.asarray(cv2.blur(three, (_SIDE, _SIDE)) * np.float32(1 / 3), np.float32)
