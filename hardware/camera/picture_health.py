"""Whether a picture can be trusted: black, torn or frozen ones are named, not read."""

from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

DARKEST_USEFUL_MEAN = 6.0  # of 255: below this nothing can be read, whatever lies there
FLAT_ROWS_SHARE = 0.25  # a quarter of the picture without any texture at its lower end: a frame cut in two
SAMPLED_ROWS = 64


class PictureState(StrEnum):
    """How a picture is."""

    GOOD = "good"
    BLACK = "black"
    TORN = "torn"  # only a part of it has arrived
    EMPTY = "empty"  # not a picture, or not in the promised shape


def picture_state(picture: Any, shape: tuple[int, int] | None = None) -> PictureState:
    """How *picture* is, which should have *shape* (rows, columns)."""
    if not isinstance(picture, np.ndarray) or picture.ndim != 3 or picture.shape[2] != 3 or picture.size == 0:
        return PictureState.EMPTY
    if picture.dtype != np.uint8:
        return PictureState.EMPTY
    if shape is not None and picture.shape[:2] != shape:
        return PictureState.TORN if picture.shape[1] == shape[1] else PictureState.EMPTY
    rows = _sampled(picture)
    if rows.mean() < DARKEST_USEFUL_MEAN:
        return PictureState.BLACK
    return PictureState.TORN if _flat_end(rows) >= FLAT_ROWS_SHARE else PictureState.GOOD


def fingerprint(picture: NDArray[np.uint8]) -> int:
    """A number that is the same only for the same picture: a live sensor never gives the same one twice."""
    return hash(picture[:: max(1, picture.shape[0] // SAMPLED_ROWS)].tobytes())


def _sampled(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    rows, columns = picture.shape[:2]
    sampled: NDArray[np.uint8] = picture[:: max(1, rows // SAMPLED_ROWS), :: max(1, columns // 128)]
    return sampled


def _flat_end(rows: NDArray[np.uint8]) -> float:
    """The share of rows at the lower end that are one plain colour, while something is above them."""
    low, high = rows.min(axis=1), rows.max(axis=1)
    plain = ((high - low) == 0).all(axis=1)  # a row of one exact colour: no sensor delivers that
    same = (low == low[-1]).all(axis=1)
    flat = plain & same
    count = int(np.argmin(flat[::-1])) if not flat.all() else len(flat)
    return 0.0 if count == len(flat) else count / len(flat)
