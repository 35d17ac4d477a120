"""Flattened cards as the eyes get them, drawn by code: what the readers learn from."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.flat import BODY, HIGH, INDEX, WIDE, from_above
from vision.cards.quads import UNIT, seen_as, turned_round, width_of
from vision.lab.cards.faces import FrenchStyle, any_face
from vision.lab.cards.grounds import as_camera, ground, hand, lit, things
from vision.lab.cards.paint import Face
from vision.lab.cards.tables import lay
from vision.pictures import Picture, Quad

Rng = np.random.Generator
AROUND, ABOUT = (
    12,
    6,
)  # pixels kept on every side of a corner and of a whole card: it may be cut out otherwise
_SHOWN, _HIDDEN = 0.82, 0.5  # of an index: it can be read; it cannot
_GRID = np.stack(np.meshgrid(np.linspace(0.04, 0.96, 6), np.linspace(0.04, 0.96, 6)), -1).reshape(-1, 2)
_WIDE = (62, 280)  # pixels: a smaller card shows no index that could be read
_OFF, _ROUGH = 0.25, 0.45  # how often a card is taken to lie a little beside its place, and is found roughly
_COVERED = 0.5  # how often another card lies over a part of it
_NEARER, _ENLARGED = 0.25, (1.1, 1.7)  # how often an index is looked at from nearer by, and how much
_WHOLE = 0.82  # of a card that is judged as a whole
_BLANKS = 0.4  # how many corners without a mark are shown
_BLANK = (0, 0, 0, 0)


class Crops(NamedTuple):
    """Corners with (rank, suit, is its print fine), whole cards with (kind, rank, suit, colour), as numbers.

    Both with what is around them. Of each corner the box of its mark, in pixels of the corner itself.
    """

    corners: list[Picture]
    marks: list[tuple[int, int, int]]
    boxes: list[NDArray[np.float32]]
    bodies: list[Picture]
    judged: list[tuple[int, int, int, int]]


def any_crops(rng: Rng, count: int, colours: float = 0.0) -> Crops:
    """What *count* pictures of a card give; *colours*: how many more are of games of colours."""
    out = Crops([], [], [], [], [])
    style = FrenchStyle(rng)
    for n in range(count):
        if n % 4 == 3:
            style = FrenchStyle(rng)
        over = any_face(rng, style) if rng.random() < _COVERED else None
        _add(out, rng, any_face(rng, style, colours), over)
    return out


class _Lying(NamedTuple):
    """A face as it lies in a picture, where it is taken to lie, and whose pixels those of the picture are."""

    picture: Picture
    face: Face
    quad: Quad
    found: Quad
    owner: NDArray[np.int16]


def _add(out: Crops, rng: Rng, face: Face, over: Face | None) -> None:
    wide = float(np.exp(rng.uniform(np.log(_WIDE[0]), np.log(_WIDE[1]))))
    tall = wide * rng.uniform(1.36, 1.58)
    room = round(tall * 1.5) + 12
    picture = ground(rng, room, room)
    things(picture, rng)
    quad = _turned(rng, wide, tall, room)
    owner = np.full((room, room), -1, np.int16)
    lay(picture, owner, face.picture, quad, 0, (rng.uniform(0, 0.5), 2.0))
    if over is not None:
        lay(picture, owner, over.picture, _aside(rng, quad), 1, (rng.uniform(0, 0.5), 2.0))
    if rng.random() < 0.06:
        spot = quad.mean(axis=0) + rng.normal(0, wide / 2, 2)
        owner[
            hand(rng, picture, (float(spot[0]), float(spot[1])), max(3.0, wide * rng.uniform(0.14, 0.25)))
            > 128
        ] = 2
    soft = float(np.clip(wide / 130, 0.35, 1.6))
    picture = as_camera(rng, lit(rng, picture), soft)
    dice = rng.random()
    if dice < 0.05:
        _add_nothing(out, rng, picture, quad)
        return
    lying = _Lying(picture, face, quad, _about(rng, quad, wide), owner)
    if dice < 0.08:  # taken for a card that lies across
        _blank_corners(out, rng, picture, np.roll(lying.found, 1, axis=0))
        return
    if rng.random() < 0.5:
        corners = face.corners[2:] + face.corners[:2]
        turned = face._replace(corners=corners)
        lying = lying._replace(face=turned, quad=turned_round(quad), found=turned_round(lying.found))
    for n in range(4):
        _corner(out, rng, lying, n)
    if (
        face.kind and _share(lying, UNIT[0], UNIT[2]) > _WHOLE
    ):  # without a kind, its middle is of another card
        out.bodies.append(body_with_more(picture, lying.found))
        out.judged.append((face.kind, face.rank, face.suit, face.colour))


def corner_with_more(picture: Picture, quad: Quad, n: int) -> Picture:
    """Upper corner *n* of the card there, as it is read, and what is around it."""
    begin = (WIDE - INDEX[0]) * n - AROUND, -AROUND
    return _window(picture, quad, begin, (INDEX[0] + 2 * AROUND, INDEX[1] + 2 * AROUND))


def body_with_more(picture: Picture, quad: Quad) -> Picture:
    """The whole card there, as it is judged, and what is around it."""
    size = BODY[0] + 2 * ABOUT, BODY[1] + 2 * ABOUT
    more = round(ABOUT * WIDE / BODY[0]), round(ABOUT * HIGH / BODY[1])
    seen = _window(picture, quad, (-more[0], -more[1]), (WIDE + 2 * more[0], HIGH + 2 * more[1]))
    return np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), np.uint8)


def _window(picture: Picture, quad: Quad, begin: tuple[int, int], size: tuple[int, int]) -> Picture:
    finer = 2 if width_of(quad) > WIDE else 1
    start = begin[0] * finer, begin[1] * finer
    seen = from_above(picture, quad, (WIDE * finer, HIGH * finer), start, (size[0] * finer, size[1] * finer))
    return np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), np.uint8)


def _blank_corners(out: Crops, rng: Rng, picture: Picture, quad: Quad) -> None:
    """Corners of a place where no card lies so."""
    for n in range(4):
        if rng.random() < _BLANKS:
            _put(out, picture, quad if n in (0, 1) else turned_round(quad), n % 2, (0, 0, 0), None)


def _corner(out: Crops, rng: Rng, lying: _Lying, n: int) -> None:
    """Corner *n* of the card, and perhaps its index from nearer by, as the eyes look at those in doubt."""
    corner = lying.face.corners[n]
    if n > 1:
        lying = lying._replace(quad=turned_round(lying.quad), found=turned_round(lying.found))
    said = corner.rank or corner.suit
    if not said:
        if rng.random() < _BLANKS:
            _put(out, lying.picture, lying.found, n % 2, (0, 0, 0), None)
        return
    box = np.array(corner.box, np.float32).reshape(2, 2)
    shown = _share(lying, *box)
    if _HIDDEN < shown < _SHOWN:
        return
    mark = (corner.rank, corner.suit, lying.face.fine) if shown >= _SHOWN else (0, 0, 0)
    spots = _spots(lying.quad, UNIT * (box[1] - box[0]) + box[0])
    _put(out, lying.picture, lying.found, n % 2, mark, spots if mark[0] or mark[1] else None)
    larger = rng.uniform(*_ENLARGED)
    whole = box[1][0] * larger * WIDE < INDEX[0] and box[1][1] * larger * HIGH < INDEX[1]
    if mark[0] and whole and rng.random() < _NEARER:
        nearer = seen_as(lying.found, larger, (1 - 1 / larger) * (n % 2), 0)
        _put(out, lying.picture, nearer, n % 2, mark, spots)


def _put(
    out: Crops, picture: Picture, quad: Quad, n: int, mark: tuple[int, int, int], spots: Quad | None
) -> None:
    out.corners.append(corner_with_more(picture, quad, n))
    out.marks.append(mark)
    box = np.array([0, 0, 0, 0], np.float32)
    if spots is not None:
        target = (UNIT * [WIDE, HIGH] - [(WIDE - INDEX[0]) * n, 0]).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), target)
        at = cv2.perspectiveTransform(spots[None], matrix)[0]
        box = np.concatenate([at.min(axis=0), at.max(axis=0)]).astype(np.float32)
    out.boxes.append(box)


def _spots(quad: Quad, shares: NDArray[np.floating]) -> Quad:
    """Where parts of a card are in the picture; *shares* from 0 to 1 across and down."""
    matrix = cv2.getPerspectiveTransform(UNIT, np.asarray(quad, np.float32))
    return np.asarray(cv2.perspectiveTransform(np.asarray(shares, np.float32)[None], matrix)[0], np.float32)


def _share(lying: _Lying, low: NDArray[np.float32], high: NDArray[np.float32]) -> float:
    """How much is seen of the part of the card between those two corners."""
    at = np.round(_spots(lying.quad, _GRID * (high - low) + low)).astype(int)
    inside = (at >= 0).all(1) & (at < lying.owner.shape[::-1]).all(1)
    return float((lying.owner[at[inside, 1], at[inside, 0]] == 0).sum()) / len(at)


def _add_nothing(out: Crops, rng: Rng, picture: Picture, quad: NDArray[np.float32]) -> None:
    """A place that was taken for a card and is none, or only half of one."""
    away = rng.choice([-1, 1]) * rng.uniform(0.45, 0.9)
    moved = quad + (quad[1] - quad[0]) * away + (quad[3] - quad[0]) * rng.uniform(-0.5, 0.5)
    moved = moved.astype(np.float32)
    _blank_corners(out, rng, picture, moved)
    out.bodies.append(body_with_more(picture, moved))
    out.judged.append(_BLANK)


def _turned(rng: Rng, wide: float, tall: float, room: int) -> NDArray[np.float32]:
    a = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.05)
    flat = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    flat = flat * (1 + rng.normal(0, 0.03, (4, 1))) if rng.random() < 0.4 else flat
    lean = np.array(
        [
            [1, rng.normal(0, 0.04)],
            [rng.normal(0, 0.04), rng.uniform(0.75, 1.0) if rng.random() < 0.3 else 1.0],
        ]
    )
    return np.asarray(
        flat @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) @ lean.T + room / 2, np.float32
    )


def _aside(rng: Rng, quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """A card that lies over this one: beside it in a row, in a fan, or anyhow."""
    short, long, middle = quad[1] - quad[0], quad[3] - quad[0], quad.mean(axis=0)
    match rng.integers(4):
        case 3:  # closely packed: the index of the next card beside its own, turned a little in a fan
            a, below = rng.normal(0, 0.12), middle + long * rng.uniform(0.3, 1.5)
            turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
            moved = (quad - below) @ turn + below if rng.random() < 0.6 else quad
            aside = short * rng.uniform(0.12, 0.36) + long * rng.normal(0, 0.02)
            return np.asarray(moved + aside, np.float32)
        case 0:
            return np.asarray(quad + short * rng.choice([-1, 1]) * rng.uniform(0.15, 1.02), np.float32)
        case 1:
            return np.asarray(quad + long * rng.choice([-1, 1]) * rng.uniform(0.2, 1.02), np.float32)
    a = rng.normal(0, 0.35) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    shift = short * rng.uniform(-0.9, 0.9) + long * rng.uniform(-0.8, 0.8)
    return np.asarray((quad - middle) @ turn + middle + shift, np.float32)


def _about(rng: Rng, quad: NDArray[np.float32], wide: float) -> NDArray[np.float32]:
    """The corners as the finder may give them."""
    rough = 0.05 if rng.random() < _ROUGH else 0.018
    middle = quad.mean(axis=0)
    grown = (quad - middle) * (1 + rng.normal(0, rough)) + middle
    if rng.random() < _OFF:  # as one that is known by a corner or two
        across, down = rng.uniform(-0.05, 0.04), rng.uniform(-0.03, 0.02)
        grown += (quad[1] - quad[0]) * across + (quad[3] - quad[0]) * down
    return np.asarray(
        grown + rng.normal(0, rough * wide * 0.7, 2) + rng.normal(0, rough * wide * 0.6, (4, 2)), np.float32
    )
