"""How alike two flattened cards are, part by part, so that a covered part or a shadow spoils only itself."""

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Picture

Floats = NDArray[np.float32]
_SIZE = (64, 88)  # pixels of a card as it is compared
_CELL = 8  # pixels of a part
_DOTS = 4  # the colours of a part are compared in squares of so many pixels
_FLAT = 12.0  # grey levels: texture weaker than this counts for little
_TINTS = 2.2  # the weight of colour beside that of texture
MOST = 1.6  # no part can be more unlike than this
_PAPER = 0.06  # share of a card's pixels, the brightest, that tell the light's tint
_PLAIN = 0.1  # how much a part without texture says
_FOUND, _TELLING = 0.7, 0.15  # a part is found that is so little unlike, and is clearer there than elsewhere
COLUMNS, ROWS = _SIZE[0] // _CELL, _SIZE[1] // _CELL
PARTS = COLUMNS * ROWS


class Look(Struct, frozen=True, eq=False):
    """A card's parts as rows of numbers, shape (shifts, parts, numbers)."""

    parts: Floats


HERE: tuple[int, ...] = (0,)
NEAR = tuple(range(-2, 3))
FAR = tuple(range(-6, 7, 2))  # pixels to each side by which a part may be displaced


def look_of(card: Picture, reach: tuple[int, ...]) -> Look:
    """The look of a flattened *card*, its parts taken from all places so many pixels away, row by row."""
    small = np.asarray(cv2.resize(card, _SIZE, interpolation=cv2.INTER_AREA), np.float32)
    grey, tints = small.mean(axis=2), _tints(small)
    return Look(
        np.stack([_parts(_moved(grey, dx, dy), _moved(tints, dx, dy)) for dy in reach for dx in reach])
    )


def _tints(small: Floats) -> Floats:
    """The colour of each pixel apart from its brightness, as the paper looks white."""
    bright = small.min(axis=2)
    paper = small[bright >= np.quantile(bright, 1 - _PAPER)].mean(axis=0)
    tint = np.clip(paper / max(1.0, float(paper.mean())), 0.75, 1.3)
    logs = np.log(small / tint + 12)
    out = np.stack([logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1]], axis=-1)
    return np.asarray(np.clip(out, -1.2, 1.2), np.float32)


def _moved(picture: Floats, dx: int, dy: int) -> Floats:
    if dx == dy == 0:
        return picture
    edge = ((abs(dy), abs(dy)), (abs(dx), abs(dx)), (0, 0))[: picture.ndim]
    wide = np.pad(picture, edge, mode="edge")
    h, w = picture.shape[:2]
    return wide[abs(dy) + dy : abs(dy) + dy + h, abs(dx) + dx : abs(dx) + dx + w]


def _parts(grey: Floats, tints: Floats) -> Floats:
    """For each part: its texture, then its colours, each of weight one when they differ wholly."""
    cells = grey.reshape(ROWS, _CELL, COLUMNS, _CELL).transpose(0, 2, 1, 3).reshape(PARTS, -1)
    apart = cells - cells.mean(axis=1, keepdims=True)
    texture = apart / (np.sqrt((apart**2).mean(axis=1, keepdims=True)) + _FLAT) / _CELL
    fine = cv2.resize(tints, (_SIZE[0] // _DOTS, _SIZE[1] // _DOTS), interpolation=cv2.INTER_AREA)
    n = _CELL // _DOTS
    dots = fine.reshape(ROWS, n, COLUMNS, n, 2).transpose(0, 2, 1, 3, 4).reshape(PARTS, -1)
    return np.concatenate([texture, dots * (_TINTS / np.sqrt(dots.shape[1]))], axis=1).astype(np.float32)


def telling(face: Floats) -> Floats:
    """How much each part of *face*, shape (parts, numbers), says: plain paper fits anything."""
    return np.asarray(_PLAIN + (face[:, : _CELL * _CELL] ** 2).sum(axis=1), np.float32)


def unlike(look: Look, faces: Floats) -> Floats:
    """How unlike a card and each of the *faces* are, part by part; shape (faces, parts).

    *faces* has the shape (parts, numbers, faces).
    """
    return np.asarray(np.clip(_far(look, faces).min(axis=1), 0, MOST).T, np.float32)


def _far(look: Look, faces: Floats) -> Floats:
    """The same for each shift; shape (parts, shifts, faces)."""
    own = look.parts.transpose(1, 0, 2)  # parts, shifts, numbers
    both = np.matmul(own, faces)
    return np.asarray((own**2).sum(axis=2)[:, :, None] + (faces**2).sum(axis=1)[:, None, :] - 2 * both)


def displaced(look: Look, reach: tuple[int, ...], face: Floats) -> tuple[Floats, Floats]:
    """Where the parts of *face*, shape (parts, numbers), are found: from where, to where (0 to 1).

    Only parts that look like something and were found count.
    """
    far = _far(look, face[:, :, None])[:, :, 0]
    best = far.argmin(axis=1)
    steps = np.array([(dx, dy) for dy in reach for dx in reach], np.float32)[best]
    number = np.arange(PARTS)
    middle = np.stack([number % COLUMNS + 0.5, number // COLUMNS + 0.5], axis=1).astype(np.float32) * _CELL
    telling = (far[number, best] < _FOUND) & (np.median(far, axis=1) - far[number, best] > _TELLING)
    size = np.array(_SIZE, np.float32)
    return (middle / size)[telling], ((middle + steps) / size)[telling]
