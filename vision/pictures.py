"""What a picture is to the eyes, and how any array becomes one or is turned away with a reason."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]  # shape (rows, columns, 3), channels in BGR order
Grey = NDArray[np.uint8]  # shape (rows, columns)
Mask = NDArray[np.uint8]  # shape (rows, columns), 0 or 255
NO_MAP: NDArray[np.float32] = np.empty(0, np.float32)  # the second of `cv2.remap`: the first holds x and y
Quad = NDArray[np.float32]  # shape (4, 2): corners as x, y, clockwise as seen in the picture
Colour = tuple[int, int, int]  # blue, green, red

MOST_PIXELS = 150_000_000  # a 12,000 px square still goes through; beyond that memory would suffer
FEWEST_PIXELS = 16  # per side: nothing on a table can be recognised in less
GREY, ALPHA = 2, 4


class NotAPictureError(ValueError):
    """An array that the eyes cannot work on; the message says why, in words for people."""


def as_small(picture: Picture, wide: int) -> NDArray[np.float32]:
    """*picture* so many pixels wide, soft; halved first as often as that goes, which is fastest."""
    high = max(2, round(picture.shape[0] * wide / picture.shape[1]))
    while min(picture.shape[0] - 2 * high, picture.shape[1] - 2 * wide) >= 0 and not (
        picture.shape[0] % 2 or picture.shape[1] % 2
    ):
        picture = halved(picture)
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.float32)


def as_picture(array: Any) -> Picture:
    """*array* as an 8-bit colour picture; grey, alpha and 16-bit arrays are converted.

    >>> as_picture(np.zeros((20, 30), np.uint16)).shape
    (20, 30, 3)
    """
    array = _checked(array)
    if array.dtype != np.uint8:
        array = _to_bytes(array)
    if array.ndim == GREY:
        return np.asarray(cv2.cvtColor(array, cv2.COLOR_GRAY2BGR), np.uint8)
    channels = array.shape[2]
    if channels == 1:
        return np.asarray(cv2.cvtColor(np.ascontiguousarray(array[:, :, 0]), cv2.COLOR_GRAY2BGR), np.uint8)
    if channels == ALPHA:
        return _on_white(array)
    return np.ascontiguousarray(array)


def _checked(array: Any) -> NDArray[Any]:
    if not isinstance(array, np.ndarray):
        raise NotAPictureError(f"expected an array of pixels, got {type(array).__name__}")
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (1, 3, 4)):
        raise NotAPictureError(f"expected a grey or colour picture, got an array of shape {array.shape}")
    rows, columns = array.shape[:2]
    if min(rows, columns) < FEWEST_PIXELS:
        raise NotAPictureError(f"the picture has only {columns}x{rows} pixels, too few to see anything")
    if rows * columns > MOST_PIXELS:
        raise NotAPictureError(f"the picture has {columns}x{rows} pixels, too many to look at")
    if array.dtype == object or not (np.issubdtype(array.dtype, np.number) or array.dtype == bool):
        raise NotAPictureError(f"expected numbers as pixels, got {array.dtype}")
    return array


def _to_bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    """Pixels of any kind as 0..255: whole numbers by their type's range, fractions by 0..1 or 0..255."""
    if array.dtype == bool:
        return array.astype(np.uint8) * 255
    if np.issubdtype(array.dtype, np.complexfloating):
        raise NotAPictureError("expected real numbers as pixels, got complex ones")
    if array.dtype == np.uint16:
        return (array >> 8).astype(np.uint8)
    if np.issubdtype(array.dtype, np.integer):
        return np.asarray(np.clip(array, 0, 255), np.uint8)
    with np.errstate(over="ignore", invalid="ignore"):
        floats = array.astype(np.float32)
    plain = np.nan_to_num(floats, nan=0.0, posinf=255.0, neginf=0.0)
    scale = 255.0 if float(plain.max(initial=0.0)) <= 1.0 else 1.0
    return np.asarray(np.clip(plain * scale, 0, 255), np.uint8)


def _on_white(array: NDArray[np.uint8]) -> Picture:
    """A picture with transparency, laid on white paper."""
    opaque = array[:, :, 3:].astype(np.uint16)
    mixed = (array[:, :, :3].astype(np.uint16) * opaque + 255 * (255 - opaque) + 127) // 255
    return mixed.astype(np.uint8)


def shrunk(picture: Picture, longest: int) -> tuple[Picture, float]:
    """*picture* with its longer side at most *longest*, and by what its coordinates were multiplied."""
    scale = longest / max(picture.shape[:2])
    if scale >= 1:
        return picture, 1.0
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8), scale


# --- made smaller ---

_NEARLY = 0.6  # what was halved before and is to be at least so large is not averaged again


def halved(picture: Picture) -> Picture:
    """Half as large; a last odd row or column is left out, because whole steps are far quicker."""
    columns, rows = max(1, picture.shape[1] // 2), max(1, picture.shape[0] // 2)
    even = picture[: 2 * rows, : 2 * columns]
    return np.asarray(cv2.resize(even, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def smaller(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture with that *size* (across, down), each new pixel the mean of those that it covers."""
    given = picture.shape[1]
    while picture.shape[1] >= 2 * size[0] and picture.shape[0] >= 2 * size[1]:
        picture = halved(picture)
    wide = picture.shape[1]
    even = size[0] > wide or (wide < given and size[0] > _NEARLY * wide)
    way = cv2.INTER_LINEAR if even else cv2.INTER_AREA
    return np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)


def scaled(picture: Picture, by: float) -> Picture:
    """The picture with its sides multiplied by that, at most 1."""
    high, wide = picture.shape[:2]
    return smaller(picture, (max(1, round(wide * by)), max(1, round(high * by))))


# --- the strongest and the weakest channel: numpy's own take thirty times as long over so few ---


def most_of(channels: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.maximum(np.maximum(channels[..., 0], channels[..., 1]), channels[..., 2]))


def least_of(channels: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.minimum(np.minimum(channels[..., 0], channels[..., 1]), channels[..., 2]))
