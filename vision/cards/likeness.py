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
    far = max(map(abs, reach))
    grey = np.pad(small.mean(axis=2), far, mode="edge")
    tints = np.pad(_tints(small), ((far, far), (far, far), (0, 0)), mode="edge")
    return Look(np.concatenate([_texture(grey, reach, far), _colours(tints, reach, far)], axis=2))


def _tints(small: Floats) -> Floats:
    """The colour of each pixel apart from its brightness, as the paper looks white."""
    bright = small.min(axis=2)
    brightest = round(bright.size * (1 - _PAPER))
    paper = small[bright >= np.partition(bright, brightest, axis=None)[brightest]].mean(axis=0)
    tint = np.clip(paper / max(1.0, float(paper.mean())), 0.75, 1.3)
    logs = np.log(small / tint + 12)
    out = np.stack([logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1]], axis=-1)
    return np.asarray(np.clip(out, -1.2, 1.2), np.float32)


def _texture(grey: Floats, reach: tuple[int, ...], far: int) -> Floats:
    """The parts of a card in grey, with *far* pixels around it; shape (shifts, parts, numbers)."""
    cells = _shifted(grey, _CELL, 1, reach, far)
    apart = cells - cells.mean(axis=2, keepdims=True)
    strength = np.sqrt(np.einsum("spn,spn->sp", apart, apart) / apart.shape[2])[..., None]
    return np.asarray(apart / ((strength + _FLAT) * _CELL), np.float32)


def _colours(tints: Floats, reach: tuple[int, ...], far: int) -> Floats:
    """The colours of its parts, coarser, each of weight one when they differ wholly."""
    dots = cv2.blur(tints, (_DOTS, _DOTS), anchor=(0, 0))
    n = _CELL // _DOTS
    return _shifted(dots, n, _DOTS, reach, far) * np.float32(_TINTS / np.sqrt(2 * n * n))


def _shifted(picture: Floats, count: int, step: int, reach: tuple[int, ...], far: int) -> Floats:
    """Of each part, moved by each of the shifts, *count* by *count* pixels, *step* apart."""
    x, y, part = picture.strides[1], picture.strides[0], picture.strides[2:]
    shape = (2 * far + 1, 2 * far + 1, ROWS, COLUMNS, count, count, *picture.shape[2:])
    strides = (y, x, _CELL * y, _CELL * x, step * y, step * x, *part)
    views = np.lib.stride_tricks.as_strided(picture, shape, strides, writeable=False)
    places = np.array(reach) + far
    return np.ascontiguousarray(views[np.ix_(places, places)]).reshape(len(reach) ** 2, PARTS, -1)


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
