"""Tables with cards of any make, seen by a camera, and where the corners are that can be seen."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.cards.grounds import as_camera, ground, hand, lit, things
from vision.lab.cards.paint import HIGH, WIDE, Face
from vision.pictures import Picture

Rng = np.random.Generator
Floats = NDArray[np.float32]
SIZES = ((384, 288), (384, 224), (288, 384), (352, 352))
_ENOUGH = 0.72  # of a corner's index must be seen
_INDEX = 0.21, 0.25  # the part of a card that is its corner: of its width, of its height


class Table(NamedTuple):
    """A picture; every card's corners, shape (n, 4, 2), clockwise; which of them are seen, shape (n, 4)."""

    picture: Picture
    quads: Floats
    seen: NDArray[np.bool_]


def any_table(
    rng: Rng, faces: Sequence[Face], photos: Sequence[Picture] = (), size: tuple[int, int] = SIZES[0]
) -> Table:
    """A table in any light with some of the *faces* on it."""
    wide, high = size
    layout = _layout(rng)
    view = _view(rng, layout, wide, high)
    picture = ground(rng, wide, high, photos)
    things(picture, rng)
    owner = np.full((high, wide), -1, np.int16)
    quads = (
        layout
        if not len(layout)
        else cv2.perspectiveTransform(layout.reshape(1, -1, 2), view).reshape(-1, 4, 2)
    )
    pool = _faces_for(rng, faces, len(quads))
    shadow = rng.uniform(0, 0.5), rng.uniform(0.5, 4)
    for n, quad in enumerate(quads):
        lay(picture, owner, pool[n].picture, quad, n, shadow)
    if len(quads) and rng.random() < 0.12:
        n = int(rng.integers(len(quads)))
        side = float(np.linalg.norm(quads[n][1] - quads[n][0]))
        spot = quads[n].mean(axis=0) + rng.normal(0, side / 2, 2)
        owner[
            hand(rng, picture, (float(spot[0]), float(spot[1])), max(4.0, side * rng.uniform(0.16, 0.26)))
            > 128
        ] = -2
    picture = as_camera(rng, lit(rng, picture))
    seen = np.array([_corners_seen(owner, quad, n) for n, quad in enumerate(quads)], bool).reshape(-1, 4)
    return Table(picture, quads.astype(np.float32), seen)


def _faces_for(rng: Rng, faces: Sequence[Face], count: int) -> list[Face]:
    """Neighbouring faces are of one deck."""
    start = int(rng.integers(len(faces)))
    return [faces[(start + n) % len(faces)] for n in rng.permutation(max(1, count))]


def _layout(rng: Rng) -> Floats:
    """Corners of the cards on the table, shape (n, 4, 2), the lowest first; a card is one unit wide."""
    tall = float(rng.uniform(1.36, 1.58))
    spots: list[tuple[float, float, float]] = []
    turn = float(rng.uniform(0, 360))
    match rng.integers(16):
        case 0 | 1:
            spots = [(0, 0, turn)]
        case 2 | 3 | 4:
            spots = _scattered(rng, int(rng.integers(2, 10)), tall)
        case 5:
            spots = _grid(rng, tall)
        case 6:
            n, gap = int(rng.integers(4, 25)), float(rng.uniform(0.2, 0.75))
            rows = [(k * gap, 0.0 + float(rng.normal(0, 0.02)), float(rng.normal(0, 2))) for k in range(n)]
            spots = rows if rng.random() < 0.7 else [(y, x * 1.1, a) for x, y, a in rows]
        case 7 | 13 | 14 | 15:
            spots = _fan(rng, tall)
        case 8 | 10 | 11:  # heaps: what is covered is the hardest
            n = int(rng.integers(2, 9))
            spots = [
                (float(x), float(y), float(rng.uniform(0, 360)))
                for x, y in rng.normal(0, 0.3 + 0.25 * np.sqrt(n), (n, 2))
            ]
        case _:
            if rng.random() < 0.3:
                return np.zeros((0, 4, 2), np.float32)
            for x, y, _ in _scattered(rng, int(rng.integers(1, 5)), tall * 1.3):
                a = float(rng.uniform(0, 360))
                spots += [
                    (
                        x + float(rng.normal(0, 0.25)),
                        y + float(rng.normal(0, 0.25)),
                        a + float(rng.normal(0, 18)),
                    )
                    for _ in range(int(rng.integers(1, 4)))
                ]
    return np.array([_card_at(x, y, a, tall) for x, y, a in spots], np.float32)


def _card_at(x: float, y: float, angle: float, tall: float) -> Floats:
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    flat = np.array([[-0.5, -tall / 2], [0.5, -tall / 2], [0.5, tall / 2], [-0.5, tall / 2]])
    return np.asarray(flat @ np.array([[c, s], [-s, c]]) + [x, y], np.float32)


def _scattered(rng: Rng, count: int, tall: float) -> list[tuple[float, float, float]]:
    """Cards apart from each other, or nearly touching."""
    room = np.sqrt(count) * rng.uniform(1.1, 2.2)
    spots: list[tuple[float, float, float]] = []
    straight = rng.random() < 0.3
    for _ in range(count * 12):
        x, y = rng.uniform(-room / 2, room / 2, 2) * [1.2, 1.0]
        a = (
            float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 3))
            if straight
            else float(rng.uniform(0, 360))
        )
        if all((x - u) ** 2 + (y - v) ** 2 > (tall * 1.02) ** 2 for u, v, _ in spots):
            spots.append((float(x), float(y), a))
        if len(spots) == count:
            break
    return spots


def _grid(rng: Rng, tall: float) -> list[tuple[float, float, float]]:
    gap = float(rng.choice([1.0, 1.01, 1.05, 1.2]))
    columns, rows = int(rng.integers(1, 6)), int(rng.integers(1, 4))
    upside = rng.integers(0, 2, (rows, columns)) * 180
    loose = float(rng.choice([0.0, 0.02]))
    return [
        (
            c * gap + float(rng.normal(0, loose)),
            r * gap * tall + float(rng.normal(0, loose)),
            float(upside[r, c] + rng.normal(0, 50 * loose)),
        )
        for r in range(rows)
        for c in range(columns)
    ]


def _fan(rng: Rng, tall: float) -> list[tuple[float, float, float]]:
    """Cards held as a fan: turned about a point below them."""
    n, step = int(rng.integers(3, 14)), float(rng.uniform(4, 16))
    away = tall * rng.uniform(0.5, 1.4)
    angles = (np.arange(n) - n / 2) * step + rng.normal(0, 1, n)
    return [
        (float(away * np.sin(np.radians(a))), float(-away * np.cos(np.radians(a))), float(a)) for a in angles
    ]


def _view(rng: Rng, layout: Floats, wide: int, high: int) -> Floats:
    """The way from the table to the picture: turned, brought into it, seen from above or aslant."""
    points = layout.reshape(-1, 2) if len(layout) else np.array([[-1, -1], [1, 1]], np.float32)
    a = np.radians(
        rng.uniform(0, 360) if rng.random() < 0.6 else rng.choice([0, 90, 180, 270]) + rng.normal(0, 4)
    )
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    tilt = abs(rng.normal(0, 0.09)) if rng.random() < 0.75 else rng.uniform(0.1, 0.4)
    lean = np.array([[1, 0, 0], [0, 1 - tilt * 0.8, 0], [0, tilt * 0.12, 1]])
    spun = np.hstack([points, np.ones((len(points), 1))]) @ turn.T
    span = max(float(np.ptp(spun[:, 0])), float(np.ptp(spun[:, 1])), 0.1)
    lean[2, 1] = tilt * 0.9 / span
    seen = spun @ lean.T
    seen = seen[:, :2] / seen[:, 2:]
    low, size = seen.min(axis=0), np.ptp(seen, axis=0) + 1e-6
    fill = min(wide / size[0], high / size[1]) * (
        rng.uniform(0.45, 1.02) if rng.random() < 0.8 else rng.uniform(0.2, 0.5)
    )
    fill = min(fill, 280.0)
    if len(layout) > 3:
        fill = max(fill, 30.0)
    room = np.array([wide, high]) - size * fill
    at = rng.uniform(0, 1, 2) * room - low * fill
    return np.asarray(np.array([[fill, 0, at[0]], [0, fill, at[1]], [0, 0, 1]]) @ lean @ turn, np.float32)


def lay(
    picture: Picture,
    owner: NDArray[np.int16],
    face: Picture,
    quad: Floats,
    number: int,
    shadow: tuple[float, float],
) -> None:
    """Lays a face into the picture, with a *shadow* (how dark, how soft), and notes whose pixels it has."""
    (shade, soft), (high, wide) = shadow, picture.shape[:2]
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 8, 0)
    far = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 8, [wide, high])
    if (far - low < 2).any():
        return
    w, h = (int(v) for v in far - low)
    scale = float(np.linalg.norm(quad[1] - quad[0])) / WIDE
    if scale < 0.7:
        less = max(scale, 0.05)
        face = np.asarray(cv2.resize(face, None, fx=less, fy=less, interpolation=cv2.INTER_AREA), np.uint8)
    fh, fw = face.shape[:2]
    source = np.array([[0, 0], [fw, 0], [fw, fh], [0, fh]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    paint = cv2.warpPerspective(face, matrix, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    outline = cv2.perspectiveTransform(_rounded()[None] * [fw, fh], matrix.astype(np.float64))[0]
    mask = np.zeros((h, w), np.uint8)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    part = picture[low[1] : far[1], low[0] : far[0]]
    dark = cv2.GaussianBlur(mask, (0, 0), soft)[:, :, None] / np.float32(255) * shade
    one = mask[:, :, None] / np.float32(255)
    part[:] = (part * (1 - dark) * (1 - one) + paint * one).astype(np.uint8)
    owner[low[1] : far[1], low[0] : far[0]][mask > 127] = number


def _rounded(radius: float = 0.05) -> Floats:
    """A card's outline with round corners, from 0 to 1."""
    t = np.linspace(0, np.pi / 2, 6)
    rx, ry = radius, radius * WIDE / HIGH
    out = []
    for k, (x, y) in enumerate(((rx, ry), (1 - rx, ry), (1 - rx, 1 - ry), (rx, 1 - ry))):
        a = t + np.pi + k * np.pi / 2
        out.append(np.stack([x + rx * np.cos(a), y + ry * np.sin(a)], 1))
    return np.vstack(out).astype(np.float32)


def _corners_seen(owner: NDArray[np.int16], quad: Floats, number: int) -> list[bool]:
    """Is enough seen of each corner's index?"""
    high, wide = owner.shape
    u, v = np.meshgrid(np.linspace(0.03, _INDEX[0], 6), np.linspace(0.03, _INDEX[1], 7))
    matrix = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), quad.astype(np.float32)
    )
    out = []
    for n in range(4):
        x = u if n in (0, 3) else 1 - u
        y = v if n in (0, 1) else 1 - v
        points = np.stack([x, y], -1).reshape(1, -1, 2)
        at = np.round(cv2.perspectiveTransform(points.astype(np.float64), matrix)[0]).astype(int)
        inside = (at >= 0).all(1) & (at[:, 0] < wide) & (at[:, 1] < high)
        mine = np.zeros(len(at), bool)
        mine[inside] = owner[at[inside, 1], at[inside, 0]] == number
        out.append(bool(mine.mean() >= _ENOUGH))
    return out
