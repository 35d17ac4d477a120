"""How alike two flattened cards are, part by part, so that a covered part or a shadow spoils only itself."""

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.pictures import Picture

Floats = NDArray[np.float32]
_SIZE = (64, 88)  # pixels of a card as it is compared
_CELL = 8  # pixels of a part
_SHIFT = 2  # pixels to each side by which a part may be displaced
_DOTS = 4  # the colours of a part are compared in squares of so many pixels
_FLAT = 12.0  # grey levels: texture weaker than this counts for little
_TINTS = 2.2  # the weight of colour beside that of texture
MOST = 1.6  # no part can be more unlike than this
_PAPER = 0.06  # share of a card's pixels, the brightest, that tell the light's tint
COLUMNS, ROWS = _SIZE[0] // _CELL, _SIZE[1] // _CELL
PARTS = COLUMNS * ROWS


class Look(Struct, frozen=True, eq=False):
    """A card's parts as rows of numbers, shape (shifts, parts, numbers)."""

    parts: Floats


def look_of(card: Picture, shifts: bool) -> Look:
    """The look of a flattened *card*; with *shifts* its parts are taken from all places nearby."""
    small = np.asarray(cv2.resize(card, _SIZE, interpolation=cv2.INTER_AREA), np.float32)
    grey, tints = small.mean(axis=2), _tints(small)
    reach = range(-_SHIFT, _SHIFT + 1) if shifts else (0,)
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


def unlike(looks: Look, faces: Floats) -> Floats:
    """How unlike a card, with shifts, and each of the *faces* are, part by part; shape (faces, parts).

    *faces* has the shape (parts, numbers, faces).
    """
    own = looks.parts.transpose(1, 0, 2)  # parts, shifts, numbers
    both = np.matmul(own, faces)
    far = (own**2).sum(axis=2)[:, :, None] + (faces**2).sum(axis=1)[:, None, :] - 2 * both
    return np.asarray(np.clip(far.min(axis=1), 0, MOST).T, np.float32)
