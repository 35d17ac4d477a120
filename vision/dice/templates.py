"""What every face can look like in a patch: the kit's own marks in all turns, a little shifted, turned and
scaled."""

from functools import lru_cache
from itertools import product

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.patches import GROW, SIDE
from vision.kit.marks import mark_of
from vision.kit.values import DIE_VALUES

Floats = NDArray[np.float32]
_FINE = 96
_SHIFTS = (-1.6, 0.0, 1.6)  # patch pixels
_LEANS = (-6.0, 0.0, 6.0)  # degrees
_BLUR = 0.9
_AXES = 128  # all templates together need no more: what is left out is below a thousandth of them


class Bank(Struct, frozen=True, eq=False):
    """All templates of one kind of die, weighted, centred and of unit length, those of a value together."""

    axes: Floats  # shape (SIDE * SIDE, _AXES): the few directions in which they differ
    rows: Floats  # shape (templates, _AXES)
    names: tuple[str, ...]
    starts: tuple[int, ...]  # the first row of each name

    def likeness(self, faces: Floats) -> Floats:
        """How like each of *faces* (`normal` rows) is to each template, light or dark marks alike."""
        return np.asarray(np.abs((faces @ self.axes) @ self.rows.T), np.float32)


@lru_cache(maxsize=1)
def window() -> Floats:
    """How much each pixel of a patch counts: the face without its round rim."""
    share = np.abs((np.arange(SIDE) + 0.5) / SIDE - 0.5) * 2 * GROW
    one = np.clip((0.93 - share) / 0.12, 0, 1).astype(np.float32)
    return np.outer(one, one).astype(np.float32)


@lru_cache(maxsize=8)
def bank_of(die_type: str) -> Bank:
    """The templates of one kind of die with drawings on its faces."""
    names = DIE_VALUES[die_type]
    rows: list[Floats] = []
    starts: list[int] = []
    for name in names:
        starts.append(len(rows))
        mark = mark_of(die_type, name, side=_FINE)
        for turn, shift_x, shift_y, lean in product(range(4), _SHIFTS, _SHIFTS, _LEANS):
            rows.append(normal(_placed(np.rot90(mark, turn), shift_x, shift_y, lean).reshape(1, -1))[0])
    whole = np.array(rows, np.float32)
    axes = np.linalg.eigh(whole.T @ whole)[1][:, -_AXES:]
    return Bank(axes, whole @ axes, names, tuple(starts))


def _placed(mark: NDArray[np.uint8], shift_x: float, shift_y: float, lean: float) -> Floats:
    scale = SIDE / (_FINE * GROW)
    middle = (_FINE - 1) / 2
    turn = np.asarray(cv2.getRotationMatrix2D((middle, middle), lean, scale), np.float64)
    turn[:, 2] += (SIDE - 1) / 2 - (_FINE - 1) / 2
    turn[:, 2] += [shift_x, shift_y]
    small = cv2.warpAffine(np.ascontiguousarray(mark), turn, (SIDE, SIDE), flags=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), _BLUR), np.float32)


def normal(rows: Floats) -> Floats:
    """Rows weighted by the window, with mean nought and length one under that weight."""
    weight = window().ravel()
    total = weight.sum()
    centred = rows - (rows @ weight / total)[:, None]
    weighted = centred * np.sqrt(weight)
    length = np.linalg.norm(weighted, axis=1, keepdims=True)
    return np.asarray(weighted / np.maximum(length, 1e-6), np.float32)
