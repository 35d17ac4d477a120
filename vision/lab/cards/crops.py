"""Flattened cards as the eyes get them, drawn by code: what the readers learn from."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.cards.flat import HIGH, INDEX, WIDE, body_of, flat_card, index_of
from vision.cards.quads import seen_as, turned_round
from vision.lab.cards.faces import FrenchStyle, any_face
from vision.lab.cards.grounds import as_camera, ground, hand, lit, things
from vision.lab.cards.paint import Corner, Face
from vision.lab.cards.tables import lay
from vision.pictures import Picture, Quad

Rng = np.random.Generator
_SHOWN, _HIDDEN = 0.82, 0.5  # of an index: it can be read; it cannot
_WIDE = (62, 280)  # pixels: a smaller card shows no index that could be read
_OFF, _ROUGH = 0.25, 0.45  # how often a card is taken to lie a little beside its place, and is found roughly
_COVERED = 0.5  # how often another card lies over a part of it
_NEARER, _ENLARGED = 0.25, (1.1, 1.7)  # how often an index is looked at from nearer by, and how much
_WHOLE = 0.82  # of a card that is judged as a whole
_BLANK = (0, 0, 0, 0)


class Crops(NamedTuple):
    """Corners with (rank, suit) and whole cards with (kind, rank, suit, colour), as numbers."""

    corners: list[Picture]
    marks: list[tuple[int, int]]
    bodies: list[Picture]
    judged: list[tuple[int, int, int, int]]


def any_crops(rng: Rng, count: int) -> Crops:
    """What *count* pictures of a card give."""
    out = Crops([], [], [], [])
    style = FrenchStyle(rng)
    for n in range(count):
        if n % 4 == 3:
            style = FrenchStyle(rng)
        _add(out, rng, any_face(rng, style), any_face(rng, style) if rng.random() < _COVERED else None)
    return out


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
    found = _about(rng, quad, wide)
    if dice < 0.08:  # taken for a card that lies across
        card = flat_card(picture, np.roll(found, 1, axis=0))
        _corners(out, rng, card, [Corner()] * 4, None)
        return
    card = flat_card(picture, found)
    mine = flat_card(np.repeat((owner == 0).astype(np.uint8)[:, :, None] * 255, 3, axis=2), found)[:, :, 0]
    corners = list(face.corners)
    if rng.random() < 0.5:
        card, mine = card[::-1, ::-1], mine[::-1, ::-1]
        corners, found = corners[2:] + corners[:2], turned_round(found)
    _corners(out, rng, card, corners, mine)
    _from_nearer(out, rng, picture, found, corners, mine)
    if face.kind and mine.mean() / 255 > _WHOLE:  # without a kind, its middle is of another card
        out.bodies.append(body_of(np.ascontiguousarray(card)))
        out.judged.append((face.kind, face.rank, face.suit, face.colour))


def _corners(
    out: Crops, rng: Rng, card: Picture, corners: list[Corner], mine: NDArray[np.uint8] | None
) -> None:
    for n, corner in enumerate(corners):
        said = corner.rank or corner.suit
        if not said and rng.random() < 0.6:
            continue
        shown = (
            1.0 if mine is None or not said else _share(mine if n in (0, 1) else mine[::-1, ::-1], corner.box)
        )
        if _HIDDEN < shown < _SHOWN:
            continue
        out.corners.append(index_of(card, n))
        out.marks.append((corner.rank, corner.suit) if shown >= _SHOWN else (0, 0))


def _from_nearer(
    out: Crops,
    rng: Rng,
    picture: Picture,
    quad: Quad,
    corners: list[Corner],
    mine: NDArray[np.uint8],
) -> None:
    """Some of the indices that are seen, enlarged: so the eyes look at those in doubt."""
    for n, corner in enumerate(corners):
        larger = rng.uniform(*_ENLARGED)
        _, _, right, below = corner.box
        whole = right * larger * WIDE < INDEX[0] and below * larger * HIGH < INDEX[1]
        if rng.random() > _NEARER or not corner.rank or not whole:
            continue
        if _share(mine if n in (0, 1) else mine[::-1, ::-1], corner.box) >= _SHOWN:
            upright = quad if n in (0, 1) else turned_round(quad)
            begin = (1 - 1 / larger) * (n % 2)
            out.corners.append(index_of(flat_card(picture, seen_as(upright, larger, begin, 0)), n % 2))
            out.marks.append((corner.rank, corner.suit))


def _share(mine: NDArray[np.uint8], box: tuple[float, float, float, float]) -> float:
    h, w = mine.shape
    part = mine[
        int(box[1] * h) : max(int(box[1] * h) + 1, round(box[3] * h)),
        int(box[0] * w) : max(int(box[0] * w) + 1, round(box[2] * w)),
    ]
    return float(part.mean()) / 255 if part.size else 0.0


def _add_nothing(out: Crops, rng: Rng, picture: Picture, quad: NDArray[np.float32]) -> None:
    """A place that was taken for a card and is none, or only half of one."""
    away = rng.choice([-1, 1]) * rng.uniform(0.45, 0.9)
    moved = quad + (quad[1] - quad[0]) * away + (quad[3] - quad[0]) * rng.uniform(-0.5, 0.5)
    card = flat_card(picture, moved.astype(np.float32))
    _corners(out, rng, card, [Corner()] * 4, None)
    out.bodies.append(body_of(card))
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
        case 3:  # closely packed: the index of the next card beside its own
            return np.asarray(quad + short * rng.uniform(0.12, 0.36) + long * rng.normal(0, 0.02), np.float32)
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
