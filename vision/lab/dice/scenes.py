"""Whole tables from drawn dice, each with the truth: what lies where, in any light, through any lens."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.lab.dice.clutter import THINGS
from vision.lab.dice.gadgets import Thing
from vision.lab.dice.grounds import SIDE as GROUND
from vision.lab.dice.marks import Floats, Rng
from vision.lab.dice.solids import CANVAS, EDGE
from vision.lab.dice.sprites import Bank
from vision.pictures import Picture

SIDE = 448
_SMALLEST, _LARGEST = 10.0, 125.0
_MOST = 14
_OBLIQUE = 0.4
_LEANING = 0.2
_LEANT_ON = 0.75
_DEGRADED = 0.7
_STEEP = 20.0  # degrees of tilt from which side faces show at the bottom
_FAR = 0.93  # the top face is a little nearer to the camera than the die's middle


def edge_of(quad: Floats) -> float:
    """The longer side of a top face: what its edge would be from straight above."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return float(max(sides[0] + sides[2], sides[1] + sides[3]) / 2)


class Laid(Struct, frozen=True, eq=False):
    """One die as it lies: its top face in the picture, and the middles of its visible sides."""

    quad: Floats
    sides: Floats
    kind: str
    value: str
    cocked: bool
    foot: Floats  # how far and where the die reaches from its top face, as the sine of the tilt

    @property
    def edge(self) -> float:
        return edge_of(self.quad)

    @property
    def middle(self) -> Floats:
        return np.asarray(self.quad.mean(axis=0), np.float32)


class Table(Struct, frozen=True, eq=False):
    """A picture and all dice in it."""

    picture: Picture
    dice: tuple[Laid, ...]


class _View(Struct, frozen=True, eq=False):
    """How the camera stands: how much it is tilted at (x, y), and where the sides of dice then show."""

    base: Floats
    spread: float
    middle: Floats

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Degrees of tilt, and the direction (degrees) in which side faces show."""
        towards = self.base + self.spread * (self.middle - np.array([x, y], np.float32)) / SIDE
        return float(np.hypot(*towards)), float(np.degrees(np.arctan2(towards[1], towards[0])))


def any_table(rng: Rng, bank: Bank, grounds: Sequence[Picture], things: Sequence[Thing] = THINGS) -> Table:
    """Some table with 0 to 14 dice and a few other things."""
    picture = _ground(rng, grounds)
    edge = float(np.exp(rng.uniform(np.log(_SMALLEST), np.log(_LARGEST))))
    for _ in range(int(rng.integers(0, 5))):
        lay = things[int(rng.integers(len(things)))]
        x, y = (float(v) for v in rng.uniform(0, SIDE, 2))
        lay(rng, picture, x, y, edge * float(rng.uniform(0.6, 1.5)))
    view = _any_view(rng)
    most = int(np.clip(0.35 * (SIDE / edge) ** 2, 1, _MOST))
    count = int(rng.integers(0, most + 1)) if rng.random() < 0.9 else 0
    shadow = _Shadow.any(rng)
    dice = _lay(rng, picture, bank, view, shadow, _places(rng, edge, count))
    return Table(degraded(rng, picture) if rng.random() < _DEGRADED else picture, tuple(dice))


def _ground(rng: Rng, grounds: Sequence[Picture]) -> Picture:
    ground = grounds[int(rng.integers(len(grounds)))]
    x, y = (int(v) for v in rng.integers(0, GROUND - SIDE + 1, 2))
    piece = np.rot90(ground[y : y + SIDE, x : x + SIDE], int(rng.integers(4)))
    gains = rng.uniform(0.6, 1.25) * rng.uniform(0.85, 1.15, 3)
    return np.ascontiguousarray(np.clip(piece * gains, 0, 255).astype(np.uint8))


def _any_view(rng: Rng) -> _View:
    middle = np.asarray(rng.uniform(-0.4, 1.4, 2) * SIDE, np.float32)
    if rng.random() < _OBLIQUE:
        tilt, roll = rng.uniform(14, 52), np.radians(90 + rng.normal(0, 12))
        base = np.array([np.cos(roll), np.sin(roll)]) * tilt
        return _View(np.asarray(base, np.float32), float(rng.uniform(0, 12)), middle)
    base = rng.normal(0, 4, 2)
    return _View(np.asarray(base, np.float32), float(rng.uniform(0, 24)), middle)


class _Shadow(Struct, frozen=True, eq=False):
    """How dice darken what they stand on."""

    towards: Floats  # in edges
    soft: float
    deep: float
    contact: float

    @classmethod
    def any(cls, rng: Rng) -> "_Shadow":
        around, far = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.9)
        towards = np.array([np.cos(around), np.sin(around)], np.float32) * np.float32(far)
        return cls(
            towards, float(rng.uniform(0.02, 0.25)), float(rng.uniform(0, 0.75)), float(rng.uniform(0, 0.5))
        )


def _lay(
    rng: Rng, picture: Picture, bank: Bank, view: _View, shadow: _Shadow, places: list[Floats]
) -> list[Laid]:
    taken = np.zeros((SIDE, SIDE), np.uint8)
    down = view.base / max(1e-6, float(np.hypot(*view.base)))
    places.sort(key=lambda place: float(place[:2] @ down))
    one_set = rng.random() < 0.35
    chosen = -1
    laid: list[Laid] = []
    for *place, size in places:
        tilt, towards = view.at(*place)
        leaning = bool(rng.random() < _LEANING)
        if chosen < 0 or leaning or not one_set or rng.random() < 0.2:
            chosen = bank.near(rng, tilt, leaning)
        where = (place[0], place[1])
        if leaning and laid and rng.random() < _LEANT_ON:
            other = laid[int(rng.integers(len(laid)))]
            where, towards = _against(rng, other, size, _foot(bank.quads[chosen]))
        elif leaning:
            towards = float(rng.uniform(0, 360))
        die = _placed(rng, bank, chosen, where, size, towards + float(rng.normal(0, 4)))
        quad = np.rint(die[0].quad).astype(np.int32)
        area = np.zeros_like(taken)
        cv2.fillPoly(area, [quad], 1)
        if int((area & taken).sum()) > 0.04 * max(1, int(area.sum())):
            continue
        taken |= area
        _paste(picture, die[1], die[2], shadow, size)
        laid.append(die[0])
    return laid


def laid_on(
    rng: Rng, picture: Picture, bank: Bank, tilt: float, where: tuple[float, float], size: float
) -> Laid:
    """A standing die laid into any picture, seen by a camera with this *tilt*."""
    chosen = bank.near(rng, tilt, leaning=False)
    towards = float(rng.uniform(0, 360)) if tilt < _STEEP else 90 + float(rng.normal(0, 8))
    die, patch, corner = _placed(rng, bank, chosen, where, size, towards)
    _paste(picture, patch, corner, _Shadow.any(rng), size)
    return die


def _against(rng: Rng, other: Laid, size: float, foot: Floats) -> tuple[tuple[float, float], float]:
    """A place beside another die for one that leans on it, and how it is turned: its foot shows there."""
    around = float(rng.uniform(0, 2 * np.pi))
    far = (size + other.edge) / 2 * float(rng.uniform(1.0, 1.5))
    x, y = other.middle - far * np.array([np.cos(around), np.sin(around)])
    shown = float(np.arctan2(foot[1], foot[0]))
    return (float(x), float(y)), float(np.degrees(around - shown) + 90 + rng.normal(0, 18))


def _places(rng: Rng, edge: float, count: int) -> list[Floats]:
    """Middles and sizes; some dice touch, as dice do."""
    out: list[Floats] = []
    mixed = 0.28 if rng.random() < 0.3 else 0.06
    touching = rng.choice([0.0, 0.3, 0.8])
    for _ in range(count):
        size = edge * float(np.exp(rng.normal(0, mixed)))
        if out and rng.random() < touching:
            near = out[int(rng.integers(len(out)))]
            around, far = rng.uniform(0, 2 * np.pi), (size + near[2]) / 2 * rng.uniform(1.02, 1.35)
            where = near[:2] + far * np.array([np.cos(around), np.sin(around)])
        else:
            where = rng.uniform(-0.1 * edge, SIDE + 0.1 * edge, 2)
        out.append(np.array([*where, size], np.float32))
    return out


def _placed(
    rng: Rng, bank: Bank, index: int, where: tuple[float, float], size: float, towards: float
) -> tuple[Laid, Floats, tuple[int, int]]:
    """The die, its picture with cover (premultiplied, 0 to 1) and the corner to lay it at."""
    scale = size / EDGE
    sprite = bank.pictures[index].astype(np.float32) / 255
    sprite[:, :, :3] = np.clip(sprite[:, :, :3] * rng.uniform(0.75, 1.15), 0, 1) * sprite[:, :, 3:]
    shrink = min(1.0, scale)
    if shrink < 0.8:
        small = max(6, round(CANVAS * shrink))
        shrink = small / CANVAS
        sprite = cv2.resize(sprite, (small, small), interpolation=cv2.INTER_AREA)
    grow = scale / shrink
    side = int(np.ceil(CANVAS * scale * 1.42)) + 2
    left, top = int(np.floor(where[0] - side / 2)), int(np.floor(where[1] - side / 2))
    middle = (sprite.shape[0] - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), 90 - towards, grow)
    turn[:, 2] += [where[0] - left - middle, where[1] - top - middle]
    patch = cv2.warpAffine(sprite, turn, (side, side))

    def moved(points: Floats) -> Floats:
        small = (points + 0.5) * shrink - 0.5
        return np.asarray(small @ turn[:, :2].T + turn[:, 2] + [left, top], np.float32)

    lean = float(bank.leans[index])
    die = Laid(
        moved(bank.quads[index]),
        moved(bank.sides[index]),
        str(bank.kinds[index]),
        str(bank.values[index]),
        lean > 0,
        np.asarray(turn[:, :2] @ _foot(bank.quads[index]) / grow, np.float32),
    )
    return die, np.asarray(patch, np.float32), (left, top)


def _foot(quad: Floats) -> Floats:
    """From the top face towards the die's foot: nought straight from above, one where it is not seen."""
    return np.asarray(((CANVAS - 1) / 2 - quad.mean(axis=0)) / (EDGE / 2) * _FAR, np.float32)


def _paste(picture: Picture, patch: Floats, corner: tuple[int, int], shadow: _Shadow, size: float) -> None:
    """Lay the die over the picture, its shadow first."""
    pad = int(size * 0.9) + 2
    cover = cv2.copyMakeBorder(patch[:, :, 3], pad, pad, pad, pad, cv2.BORDER_CONSTANT)
    dark = np.zeros_like(cover)
    for share in (0.35, 0.7, 1.0):
        shift = np.array(
            [[1, 0, shadow.towards[0] * size * share], [0, 1, shadow.towards[1] * size * share]], np.float32
        )
        dark = np.maximum(dark, cv2.warpAffine(cover, shift, cover.shape[::-1]))
    dark = shadow.deep * cv2.GaussianBlur(dark, (0, 0), max(0.5, shadow.soft * size))
    dark = np.maximum(dark, shadow.contact * cv2.GaussianBlur(cover, (0, 0), max(0.5, 0.09 * size)))
    _blend(picture, np.zeros((*dark.shape, 3), np.float32), dark, (corner[0] - pad, corner[1] - pad))
    _blend(picture, patch[:, :, :3] * 255, patch[:, :, 3], corner)


def _blend(picture: Picture, over: Floats, cover: NDArray[np.float32], corner: tuple[int, int]) -> None:
    """Lay *over* (premultiplied) on *picture*, as far as it lies inside."""
    left, top = corner
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(picture.shape[1], left + cover.shape[1]), min(picture.shape[0], top + cover.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    inside = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    part = picture[y0:y1, x0:x1]
    part[:] = np.clip(part * (1 - cover[inside][:, :, None]) + over[inside], 0, 255).astype(np.uint8)


def degraded(rng: Rng, picture: Picture) -> Picture:
    """The picture as a camera may give it: uneven light, shadows, glare, blur, noise, JPEG."""
    high, wide = picture.shape[:2]
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j].astype(np.float32)
    light = 1 + rng.uniform(0, 0.4) * (x * np.cos(a := rng.uniform(0, 6.3)) + y * np.sin(a))
    light *= float(np.exp(rng.normal(0, 0.25)))
    if rng.random() < 0.25:
        light *= _hard_shadow(rng, high, wide)
    gains = np.exp(rng.normal(0, 0.1, 3)) if rng.random() < 0.6 else np.ones(3)
    out = picture * light[:, :, None] * gains
    if rng.random() < 0.15:
        spot = np.exp(
            -((x - rng.uniform(-1, 1)) ** 2 + (y - rng.uniform(-1, 1)) ** 2) / rng.uniform(0.005, 0.15)
        )
        out = out + float(rng.uniform(40, 200)) * spot[:, :, None]
    if rng.random() < 0.15:  # over-exposed or flat
        out = (out - 128) * rng.uniform(0.6, 1.6) + 128
    if rng.random() < 0.06:
        out = np.repeat(out.mean(axis=2, keepdims=True), 3, axis=2)
    out = _blurred(rng, np.asarray(out, np.float32))
    out += rng.standard_normal((high, wide, 3), np.float32) * float(
        rng.uniform(0, 9) if rng.random() < 0.6 else 1
    )
    whole = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.8:
        coded = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])[1]
        whole = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return whole


def _hard_shadow(rng: Rng, high: int, wide: int) -> Floats:
    mask = np.zeros((high, wide), np.float32)
    corners = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * [wide, high]
    cv2.fillPoly(mask, [corners.astype(np.int32)], float(rng.uniform(0.2, 0.65)))
    return np.asarray(1 - cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.6, 12))), np.float32)


def _blurred(rng: Rng, picture: Floats) -> Floats:
    dice = rng.random()
    if dice < 0.3:
        return picture
    if dice < 0.9:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.7))), np.float32)
    long = int(rng.integers(2, 7))
    kernel = np.zeros((long, long), np.float32)
    angle = rng.uniform(0, np.pi)
    step = np.array([np.cos(angle), np.sin(angle)]) * long / 2
    a, b = long / 2 - 0.5 - step, long / 2 - 0.5 + step
    cv2.line(
        kernel, (round(float(a[0])), round(float(a[1]))), (round(float(b[0])), round(float(b[1]))), 1.0, 1
    )
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(1.0, float(kernel.sum()))), np.float32)
