"""The exact pose of the base form on the mat, from its empty funnels; so even a single die has its cell.

Seen from straight above the funnels are 45 dark spots in a triangle, each between three spots of the form.
Outside of the triangle there are none: where that ends decides which funnel is which.
"""

from functools import cache

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.pictures import Picture
from vision.pyramid.funnels import log_odds
from vision.pyramid.lattice import CELLS, DIE, MIDDLE, Floats, in_space, turned
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.form_on_mat

_FIRST = 2.0, 26.0, np.radians(np.arange(-10, 10.1, 2.0))  # steps and reach in millimetres, and turns
_THEN = 0.75, 4.5, np.radians([-2.0, -1.0, 0.0, 1.0, 2.0])
_LOWEST = 8  # number of the layer whose cells are the funnels


class FormPlace(Struct, frozen=True):
    """The middle of the form on the mat in millimetres, its turn, and how clearly its funnels say so."""

    x: float
    y: float
    turn: float
    log_odds: float
    elsewhere: float  # the same of the next best place

    @property
    def sure(self) -> bool:
        """Whether most funnels are seen empty; gaps between many dice may look like funnels too."""
        return self.log_odds > _S.mostly_empty and self.log_odds - self.elsewhere > _S.clearer


def place_of_form(picture: Picture, calibration: Calibration, x: float, y: float, turn: float) -> FormPlace:
    """The pose of the form, which is near (x, y) and rotated by about *turn*; exact if it is sure."""
    roughly = _search(picture, calibration, (x, y, turn), *_FIRST)
    if not roughly.sure:
        return roughly
    exact = _search(picture, calibration, (roughly.x, roughly.y, roughly.turn), *_THEN)
    return FormPlace(exact.x, exact.y, exact.turn, roughly.log_odds, roughly.elsewhere)


def _search(
    picture: Picture,
    calibration: Calibration,
    about: tuple[float, float, float],
    per: float,
    reach: float,
    turns: NDArray[np.float64],
) -> FormPlace:
    """The best place within *reach* and the best of *turns*, in steps of *per* millimetres."""
    x, y, turn = about
    bright = _from_above(picture, calibration, (x, y), per, _S.form + reach)
    sums = np.stack([_funnels_at(bright, turn + more, per, int(reach / per)) for more in turns])
    best, row, column = (int(n) for n in np.unravel_index(int(sums.argmax()), sums.shape))
    most, far = float(sums[best, row, column]), int(_S.elsewhere / per)
    about_as_good = np.argwhere(sums > most - _S.alike)  # a whole plateau: its middle is right
    near = about_as_good[(np.abs(about_as_good[:, 1:] - (row, column)) <= far).all(axis=1)]
    middle = sums.shape[1] // 2
    _, down, across = near.mean(axis=0) - middle
    sums[:, max(0, row - far) : row + far + 1, max(0, column - far) : column + far + 1] = -np.inf
    turned = turn + float(turns[near[:, 0]].mean())
    return FormPlace(x + float(across) * per, y + float(down) * per, turned, most, float(sums.max()))


def _from_above(
    picture: Picture, calibration: Calibration, middle: tuple[float, float], per: float, half: float
) -> NDArray[np.float32]:
    """How bright (logarithm) the square around *middle* is, in pixels of *per* millimetres."""
    count = 2 * round(half / per) + 1
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + middle
    seen = calibration.project(np.column_stack([corners, np.full(4, _S.level)])).astype(np.float32)
    last = count - 1.0
    flat = cv2.getPerspectiveTransform(
        seen, np.array([[0, 0], [last, 0], [last, last], [0, last]], np.float32)
    )
    spot = max(3, round(float(np.linalg.norm(seen[1] - seen[0])) / (2 * half) * _S.spot)) | 1
    low = np.clip(np.floor(seen.min(axis=0)).astype(int) - spot, 0, None)
    high = np.clip(np.ceil(seen.max(axis=0)).astype(int) + spot, 1, None)
    grey = cv2.cvtColor(picture[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)
    moved = flat @ np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1.0]])
    straight = cv2.warpPerspective(
        cv2.blur(grey, (spot, spot)), moved, (count, count), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(np.log(straight.astype(np.float32) + np.float32(SETTINGS.funnels.dark)))


def _funnels_at(bright: NDArray[np.float32], turn: float, per: float, reach: int) -> NDArray[np.float32]:
    """The evidence for a form rotated by *turn*, in all places up to *reach* pixels from the middle."""
    size = bright.shape[::-1]
    beside = [
        cv2.warpAffine(bright, np.array([[1, 0, -x], [0, 1, -y]]), size, borderMode=cv2.BORDER_REPLICATE)
        for x, y in turned(_beside(), turn) / per
    ]
    odds = log_odds(np.min(beside, axis=0), bright).astype(np.float32)
    middle = bright.shape[0] // 2 - reach
    wanted = np.zeros((2 * middle + 1, 2 * middle + 1), np.float32)
    for spots, sign in ((_inside(), 1), (_around(), -1)):
        columns, rows = np.round(turned(spots, turn) / per).astype(int).T + middle
        wanted[rows, columns] = sign
    return np.asarray(cv2.matchTemplate(odds, wanted, cv2.TM_CCORR), np.float32)


@cache
def _inside() -> Floats:
    """The middles of the funnels as seen from above, (45, 2) in millimetres from the form's middle."""
    return _seen_from_above(CELLS[CELLS.sum(axis=1) == _LOWEST])


@cache
def _around() -> Floats:
    """Where funnels would be if the triangle were one larger all round, (30, 2)."""
    span = range(-1, _LOWEST + 2)
    cells = [(i, j, _LOWEST - i - j) for i in span for j in span]
    lowest = np.array([cell for cell in cells if min(cell) == -1 and max(cell) <= _LOWEST + 1])
    return _seen_from_above(lowest)


@cache
def _beside() -> Floats:
    """From the middle of a funnel to the spots of the form between it and its neighbours, (3, 2)."""
    return (in_space(MIDDLE + np.eye(3)) - in_space(MIDDLE[None]))[:, :2] * DIE


def _seen_from_above(cells: NDArray[np.int64]) -> Floats:
    return in_space(cells.astype(np.float64))[:, :2] * DIE
