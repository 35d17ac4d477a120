"""How alike two flattened cards are, part by part, so that a covered part or a shadow spoils only itself."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.settings import SETTINGS
from vision.pictures import Picture, least_of

_S = SETTINGS.likeness

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]  # which parts of a card
_SIZE = (64, 88)  # pixels across and down a card as it is compared
_CELL = 8  # pixels: side of a part
_DOTS = 4  # pixels: side of the squares in which the colours of a part are compared
_TEXTURE = _CELL * _CELL  # of the numbers of a part so many are its texture, the others its colours
_GREY, _MEDIUM = np.full(3, 1 / 3, np.float32), np.float32(128)
COLUMNS, ROWS = _SIZE[0] // _CELL, _SIZE[1] // _CELL
PARTS = COLUMNS * ROWS
# the middles of the parts, row by row, from 0 to 1 across and down the card
MIDDLES = np.stack(np.meshgrid((np.arange(COLUMNS) + 0.5) / COLUMNS, (np.arange(ROWS) + 0.5) / ROWS), -1)
MIDDLES = MIDDLES.reshape(-1, 2).astype(np.float32)


class Look(Struct, frozen=True, eq=False):
    """A card's parts: texture and colours as rows of numbers, shape (parts, shifts, numbers).

    The textures are not freed of their brightness: those of faces are, so it does not count beside them.
    """

    texture: Floats
    colours: Floats
    contrast: Floats  # squared lengths of the textures, shape (parts, shifts)


class Beside(Struct, frozen=True, eq=False):
    """A card beside each face of a deck, part by part; both have the shape (faces, parts)."""

    unlike: Floats  # how far apart both are in texture, contrast and colour
    again: Mask  # is the texture of the face seen again, in whatever light?


HERE: tuple[int, ...] = (0,)  # pixels to each side by which a part is displaced: not at all, as in faces
NEAR = tuple(range(-2, 3))
FAR = tuple(range(-6, 7, 2))  # pixels to each side by which a part may be displaced


def look_of(card: Picture, reach: tuple[int, ...]) -> Look:
    """The look of a flattened *card*, its parts taken from all places so many pixels away, row by row."""
    small = np.asarray(cv2.resize(card, _SIZE, interpolation=cv2.INTER_AREA), np.float32)
    far = max(map(abs, reach))
    grey = cv2.copyMakeBorder(small @ _GREY - _MEDIUM, far, far, far, far, cv2.BORDER_REPLICATE)
    tints = cv2.copyMakeBorder(_tints(small), far, far, far, far, cv2.BORDER_REPLICATE)
    texture, contrast = _texture(np.asarray(grey, np.float32), reach, far)
    colours = _colours(np.asarray(tints, np.float32), reach, far)
    return Look(texture, colours, contrast)


def face_of(card: Picture) -> Floats:
    """The parts of a flattened *card* as a face to compare with, shape (parts, numbers)."""
    look = look_of(np.ascontiguousarray(card), HERE)
    texture = look.texture[:, 0]
    return np.concatenate([texture - texture.mean(axis=1, keepdims=True), look.colours[:, 0]], axis=1)


def _light_on(small: Floats) -> Floats:
    """The tint of the light on a card, as its paper looks white."""
    bright = least_of(small)
    brightest = round(bright.size * (1 - _S.paper))
    paper = small[bright >= np.partition(bright, brightest, axis=None)[brightest]].mean(axis=0)
    return np.asarray(np.clip(paper / max(1.0, float(paper.mean())), 0.75, 1.3), np.float32)


def _tints(small: Floats) -> Floats:
    """The colour of each pixel apart from its brightness, under the light upon the card."""
    lit = small / _light_on(small) + np.float32(12)
    blue, green, red = (cv2.log(channel) for channel in cv2.split(lit))
    return np.asarray(np.clip(cv2.merge([blue - green, red - green]), -1.2, 1.2), np.float32)


def _texture(grey: Floats, reach: tuple[int, ...], far: int) -> tuple[Floats, Floats]:
    """The parts of a card in grey, with *far* pixels around it, and how long they are without brightness."""
    cells = _shifted(grey, _CELL, 1, reach, far)
    box, at = (_CELL, _CELL), (0, 0)
    mean = cv2.boxFilter(grey, -1, box, anchor=at)
    squares = cv2.sqrBoxFilter(grey, cv2.CV_32F, box, anchor=at)
    spread = np.sqrt(np.maximum(squares - mean * mean, 0))
    strength = _shifted(np.asarray(spread, np.float32), 1, 1, reach, far)
    cells /= (strength + _S.flat) * _CELL
    return cells, ((strength / (strength + _S.flat)) ** 2)[:, :, 0]


def _colours(tints: Floats, reach: tuple[int, ...], far: int) -> Floats:
    """The colours of its parts, coarser, each of weight one when they differ wholly."""
    dots = np.asarray(cv2.blur(tints, (_DOTS, _DOTS), anchor=(0, 0)), np.float32)
    n = _CELL // _DOTS
    return _shifted(dots, n, _DOTS, reach, far) * np.float32(_S.tints / np.sqrt(2 * n * n))


def _shifted(picture: Floats, count: int, step: int, reach: tuple[int, ...], far: int) -> Floats:
    """Of each part, moved by each of the shifts, *count* by *count* pixels, *step* apart."""
    x, y, part = picture.strides[1], picture.strides[0], picture.strides[2:]
    shape = (ROWS, COLUMNS, 2 * far + 1, 2 * far + 1, count, count, *picture.shape[2:])
    strides = (_CELL * y, _CELL * x, y, x, step * y, step * x, *part)
    views = np.lib.stride_tricks.as_strided(picture, shape, strides, writeable=False)
    first, every = far + reach[0], reach[1] - reach[0] if len(reach) > 1 else 1
    return np.ascontiguousarray(views[:, :, first::every, first::every]).reshape(PARTS, len(reach) ** 2, -1)


def texture_of(faces: Floats) -> Floats:
    """How strong the texture of each part of the *faces* is, from 0 to 1; shape (faces, parts)."""
    texture = faces[:, :_TEXTURE]
    return np.asarray(np.einsum("pnf,pnf->fp", texture, texture), np.float32)


def tells_of(faces: Floats, texture: Floats, names: Sequence[str]) -> Floats:
    """How strong the *texture* of the faces is, less by the share of the other *names* that have it, too."""
    strong, least = np.sqrt(texture), _S.again * np.sqrt(texture + np.float32(_S.noise))
    others = np.kron(np.array(names)[:, None] != np.array(names), np.eye(2, dtype=bool))
    alike = [  # one part after the other: all at once would need much memory for a large deck
        ((look.T @ look > np.outer(strong[:, part], least[:, part])) & others).sum(axis=1)
        for part, look in enumerate(faces[:, :_TEXTURE])
    ]
    share = np.stack(alike, axis=1) / np.maximum(1, others.sum(axis=1))[:, None]
    return np.asarray(texture * (1 - share), np.float32)


def beside(look: Look, faces: Floats, texture: Floats) -> Beside:
    """A card beside each of the *faces*, of shape (parts, numbers, faces), and with their `texture_of`."""
    alike, far = _compared(look, faces, texture)
    strong, clear = np.sqrt(texture.T), np.sqrt(look.contrast + np.float32(_S.noise))
    again = (alike > _S.again * strong[:, None] * clear[:, :, None]).any(axis=1) & (strong > 0)
    return Beside(np.asarray(np.clip(far.min(axis=1), 0, _S.most_unlike).T, np.float32), again.T)


def _compared(look: Look, faces: Floats, texture: Floats) -> tuple[Floats, Floats]:
    """How alike the textures are, and how far apart all is; shape (parts, shifts, faces)."""
    alike = np.matmul(look.texture, faces[:, :_TEXTURE])
    colours = faces[:, _TEXTURE:]
    far = np.matmul(look.colours, colours)
    far += alike
    far *= np.float32(-2)  # here there is less to multiply than before
    far += (look.contrast + np.einsum("psn,psn->ps", look.colours, look.colours))[:, :, None]
    far += (texture.T + np.einsum("pnf,pnf->pf", colours, colours))[:, None, :]
    return alike, far


def displaced(card: Picture, reach: tuple[int, ...], face: Floats) -> tuple[Floats, Floats]:
    """Where the parts of *face*, shape (parts, numbers), are found: from where, to where (0 to 1).

    Only parts that look like something and were found count.
    """
    only = face[:, :, None]
    far = _compared(look_of(card, reach), only, texture_of(only))[1][:, :, 0]
    best = far.argmin(axis=1)
    steps = np.array([(dx, dy) for dy in reach for dx in reach], np.float32)[best]
    number = np.arange(PARTS)
    telling = (far[number, best] < _S.found) & (np.median(far, axis=1) - far[number, best] > _S.telling)
    return MIDDLES[telling], (MIDDLES + steps / np.array(_SIZE, np.float32))[telling]
