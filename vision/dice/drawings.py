"""What a face with a drawing shows: it is compared with the kit's own drawings and with taught ones."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.dice.colours import PLAIN_LIGHT, Light, burnt_alike, hue_shares, in_white_light, tint_shares
from vision.dice.settings import SETTINGS
from vision.dice.windows import Halvings, Place, window
from vision.kit.marks import mark_of
from vision.pictures import Colour, Picture

_S = SETTINGS.drawings

FACE = 96  # pixels of the side of a face as it is kept

Floats = NDArray[np.float32]


class KnownDie(Struct, frozen=True, eq=False):
    """A die that was taught: its type, and pictures of its faces with their values."""

    name: str
    type: str
    values: tuple[str, ...]
    faces: NDArray[np.uint8]  # (n, FACE, FACE, 3)


def colours_of(die: KnownDie) -> dict[str, Colour]:
    """The colour of the middle of each face of a colour die."""
    third = FACE // 3
    middles = np.median(die.faces[:, third:-third, third:-third].reshape(len(die.values), -1, 3), axis=1)
    return {
        value: (int(blue), int(green), int(red))
        for value, (blue, green, red) in zip(die.values, middles, strict=True)
    }


def colour_shares(
    halvings: Halvings,
    place: Place,
    turn: float,
    dice: Sequence[KnownDie],
    shares: Mapping[str, float],
    light: Light = PLAIN_LIGHT,
) -> dict[str, float]:
    """The *shares* of colours, drawn towards those whose hue the face has; where colour dice were taught,
    towards their colours. In *light* that may have a tint none is named that has another name then."""
    face = _face(halvings, place, turn)
    quarter = _S.side // 4
    seen = np.median(face[quarter:-quarter, quarter:-quarter].reshape(-1, 3), axis=0).astype(np.float64)
    by_hue = hue_shares(light.taken_out_of(seen)) if not dice else {}
    out = {name: share * by_hue.get(name, 1.0) for name, share in shares.items()}
    for die in dice:
        near = tint_shares(seen, colours_of(die))
        if near:
            out = {name: share * (0.1 + near.get(name, 0.0)) for name, share in out.items()}
    total = sum(out.values())
    out = {name: share * sum(shares.values()) / max(1e-9, total) for name, share in out.items()}
    if dice:
        return out
    names = burnt_alike(seen, lambda colour: _by_hue(light.taken_out_of(colour)))
    if light.may_be:
        names.add(_by_hue(in_white_light(seen, light.may_be)))
    return _none_before_others(out, names)


def _by_hue(colour: NDArray[np.float64]) -> str:
    shares = hue_shares(colour)
    return max(shares, key=lambda name: shares[name])


def _none_before_others(shares: dict[str, float], names: set[str]) -> dict[str, float]:
    """The *shares*, those of *names* made equal: which of them is true cannot be seen."""
    mean = sum(shares.get(name, 0.0) for name in names) / len(names)
    return {name: mean if name in names else share for name, share in shares.items()}


def drawing_shares(
    halvings: Halvings, place: Place, turn: float, dice: Sequence[KnownDie]
) -> tuple[dict[str, float], float]:
    """How likely each value of the taught *dice* is, and how like the best one is to what is seen."""
    likes = _likes(np.stack([_grey(_face(halvings, one, turn)).ravel() for one in _about(place)]), dice)
    return _shares(likes), max(0.0, *likes.values())


def unlike_pips(halvings: Halvings, place: Place, turn: float, number: str) -> float:
    """By how much more like those of another *number* the pips of a face are than like its own: lamps, and
    pips of other sides that are seen through clear dice, take in networks, but hardly lie like that."""
    row = normal(_grey(_face(halvings, place, turn)).reshape(1, -1))[0]
    likes: dict[str, float] = {}
    for value, rows in zip(_dice_with_pips().values, _templates(_dice_with_pips()), strict=True):
        likes[value] = max(likes.get(value, 0.0), float(np.abs(rows @ row).max()))  # dark pips or light ones
    return max(likes.values()) - likes[number]


@lru_cache(maxsize=1)
def _dice_with_pips() -> KnownDie:
    """Their faces; twos also along an edge, as on many dice from East Asia."""
    faces = [mark_of("pips", number, side=FACE) for number in "123456"]
    faces.append(np.maximum(np.roll(faces[0], FACE // 6, axis=0), np.roll(faces[0], -FACE // 6, axis=0)))
    return KnownDie(
        "", "pips", tuple("1234562"), np.stack([cv2.cvtColor(f, cv2.COLOR_GRAY2BGR) for f in faces])
    )


def _face(halvings: Halvings, place: Place, turn: float) -> Picture:
    """A top face, level."""
    return window(halvings, place, turn, _S.side, _S.span)


def _about(place: Place) -> list[Place]:
    """The place, and others a little beside it, smaller and larger: it was placed by eye."""
    off = _S.off * place.edge
    return [
        replace(place, x=place.x + across, y=place.y + down, edge=place.edge * size)
        for across, down in ((0.0, 0.0), (off, 0.0), (-off, 0.0), (0.0, off), (0.0, -off))
        for size in _S.sizes
    ]


def _likes(rows: Floats, dice: Sequence[KnownDie]) -> dict[str, float]:
    """How like the likest of *rows*, each a view of a face, is to each value of the *dice*, -1 to 1."""
    best: dict[str, float] = {}
    seen = normal(rows).T
    for die in dice:
        for value, templates in zip(die.values, _templates(die), strict=True):
            best[value] = max(best.get(value, -1.0), float((templates @ seen).max()))
    return best


@lru_cache(maxsize=16)
def _templates(die: KnownDie) -> tuple[Floats, ...]:
    """Every face in all turns in which it looks different, a little shifted, turned and scaled, as rows."""
    faces = []
    for grey in map(_grey, die.faces):
        edge = float(np.median(np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])))
        turned = [np.rot90(grey, turn) for turn in range(4)]
        new = [a for n, a in enumerate(turned) if all(np.abs(a - b).mean() > _S.the_same for b in turned[:n])]
        ways = product(new, _S.shifts, _S.shifts, _S.turns, _S.scales)
        faces.append(normal(np.array([_placed(*way, edge).ravel() for way in ways], np.float32)))
    return tuple(faces)


def _placed(grey: Floats, x: float, y: float, lean: float, scale: float, border: float) -> Floats:
    middle = (FACE - 1) / 2
    shrink = scale * _S.side / (FACE * _S.span)
    turn = np.asarray(cv2.getRotationMatrix2D((middle, middle), lean, shrink), np.float64)
    turn[:, 2] += [(_S.side - 1) / 2 - middle + x, (_S.side - 1) / 2 - middle + y]
    soft = cv2.GaussianBlur(np.ascontiguousarray(grey), (0, 0), 1.3)
    return np.asarray(cv2.warpAffine(soft, turn, (_S.side, _S.side), borderValue=border), np.float32)


def _grey(picture: Picture) -> Floats:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)


def likeness_of_faces(die: KnownDie) -> Floats:
    """How like the faces of a die are to each other, shape (faces, faces)."""
    level = [_placed(_grey(face), 0, 0, 0, 1, float(_grey(face)[0].mean())).ravel() for face in die.faces]
    seen = normal(np.array(level, np.float32)).T
    return np.array([(templates @ seen).max(axis=0) for templates in _templates(die)], np.float32).T


def _shares(likes: Mapping[str, float]) -> dict[str, float]:
    """How likely each value is, from how like what is seen is to it."""
    top = max(likes.values())
    weights = {value: float(np.exp(_S.sharp * (fit - top))) for value, fit in likes.items()}
    total = sum(weights.values())
    return {value: weight / total for value, weight in weights.items()}


@lru_cache(maxsize=1)
def _weight() -> Floats:
    """How much each pixel of a patch counts: the face without its round rim."""
    share = np.abs((np.arange(_S.side) + 0.5) / _S.side - 0.5) * 2 * _S.span
    one = np.clip((0.93 - share) / 0.12, 0, 1).astype(np.float32)
    return np.outer(one, one).astype(np.float32)


def normal(rows: Floats) -> Floats:
    """What counts of the rows, weighted by the window, with mean nought and length one under that weight."""
    weight = _weight().ravel()
    total, rows, weight = weight.sum(), rows[:, weight > 0], weight[weight > 0]
    centred = rows - (rows @ weight / total)[:, None]
    weighted = centred * np.sqrt(weight)
    length = np.linalg.norm(weighted, axis=1, keepdims=True)
    return np.asarray(weighted / np.maximum(length, 1e-6), np.float32)
