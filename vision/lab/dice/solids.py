"""One die, drawn ray by ray: a rounded cube with its marks, lit by one lamp and the sky."""

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.lab.dice.glass import Solid, seen_through
from vision.lab.dice.marks import SIDE, Rng, Style, face_maps, values_of

Floats = NDArray[np.float32]
EDGE = 56.0  # pixels of an edge seen straight from above
CANVAS = 136
_STEPS = 18
_NEAR = 0.015


class Sprite(Struct, frozen=True, eq=False):
    """A die cut out: colours with cover, and where its top face lies on the canvas."""

    picture: NDArray[np.uint8]  # (CANVAS, CANVAS, 4)
    quad: Floats  # (4, 2): corners of the top face
    sides: Floats  # (5, 2): middles of the other faces, those that cannot be seen as nan
    kind: str
    value: str
    tilt: float  # of the camera, away from straight above; side faces then show at the bottom
    lean: float  # degrees by which the die itself leans


class _Rays(Struct, frozen=True, eq=False):
    """Where rays meet the solid and how they go there, in its own axes; which pixels' rays they are."""

    points: Floats
    ways: Floats
    hit: NDArray[np.bool_]
    away: float


def drawn(rng: Rng, style: Style, tilt: float, lean: float) -> Sprite:
    """A die of *style*, seen by a camera that is tilted by *tilt* degrees."""
    values = values_of(rng, style.kind)
    colours, marks = face_maps(rng, style, values)
    turn = _orientation(rng, lean)
    away = float(rng.uniform(7, 40))
    start, ways = _rays(tilt, away)
    ways = ways @ turn
    where, hit = _trace(start @ turn, ways, style)
    rays = _Rays(where[hit], ways[hit], hit, away)
    picture = _shaded(rng, style, rays, turn, (colours, marks))
    quads = _faces_seen(turn, tilt, away)
    top = int(np.argmax(turn[2] @ _NORMALS.T))
    others = [quads[n].mean(axis=0) if _faces_camera(turn, tilt, n) else np.full(2, np.nan, np.float32)
              for n in range(6) if n != top]  # fmt: skip
    return Sprite(picture, quads[top], np.array(others, np.float32), style.kind, values[top], tilt, lean)


_NORMALS = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], np.float32)
_ACROSS = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [1, 0, 0], [1, 0, 0]], np.float32)
_DOWN = np.array([[0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [0, 0, 1], [0, 0, -1]], np.float32)


def _orientation(rng: Rng, lean: float) -> Floats:
    """Columns: the die's own axes in the world."""
    yaw = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(yaw), np.sin(yaw)
    about_z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    towards, by = rng.uniform(0, 2 * np.pi), np.radians(lean)
    axis = np.array([np.cos(towards), np.sin(towards), 0.0])
    leaning = np.asarray(cv2.Rodrigues(axis * by)[0])
    return np.asarray(leaning @ about_z, np.float32)


def _camera(tilt: float, away: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Place, right, up and forward of the camera."""
    t = np.radians(tilt)
    back = np.array([0, -np.sin(t), np.cos(t)])
    return (
        (back * away).astype(np.float32),
        np.array([1, 0, 0], np.float32),
        np.array([0, np.cos(t), np.sin(t)], np.float32),
        (-back).astype(np.float32),
    )


def _rays(tilt: float, away: float) -> tuple[Floats, Floats]:
    place, right, up, forward = _camera(tilt, away)
    steps = (np.arange(CANVAS, dtype=np.float32) + 0.5 - CANVAS / 2) * (2 / EDGE) / away
    x, y = np.meshgrid(steps, -steps)
    ways = forward + x[..., None] * right + y[..., None] * up
    ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
    return place, ways.reshape(-1, 3)


def projected(points: Floats, tilt: float, away: float) -> Floats:
    place, right, up, forward = _camera(tilt, away)
    seen = points - place
    deep = seen @ forward
    scale = away * EDGE / 2
    flat = np.stack([seen @ right / deep, -(seen @ up) / deep], axis=-1) * scale + CANVAS / 2
    return np.asarray(flat - 0.5, np.float32)


def _faces_seen(turn: Floats, tilt: float, away: float) -> list[Floats]:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * 0.96
    return [
        projected(
            (_NORMALS[n] + corners[:, :1] * _ACROSS[n] + corners[:, 1:] * _DOWN[n]) @ turn.T, tilt, away
        )
        for n in range(6)
    ]


def towards_camera(normal: Floats, tilt: float) -> float:
    """How much a face with this *normal* looks at the camera, -1 to 1."""
    return float(-normal @ _camera(tilt, 1.0)[3])


def _faces_camera(turn: Floats, tilt: float, face: int) -> bool:
    return towards_camera(turn @ _NORMALS[face], tilt) > 0.12


def _distance(points: Floats, style: Style) -> Floats:
    core = np.abs(points) - (1 - style.round)
    outside = np.maximum(core, 0)
    box = np.sqrt((outside * outside).sum(axis=1)) + np.minimum(core.max(axis=1), 0) - style.round
    if style.ball > 2:
        return np.asarray(box, np.float32)
    return np.asarray(np.maximum(box, np.sqrt((points * points).sum(axis=1)) - style.ball), np.float32)


def _trace(start: Floats, ways: Floats, style: Style) -> tuple[Floats, NDArray[np.bool_]]:
    """Where every ray meets the solid (in the solid's own axes), and whether it does."""
    along = -(ways @ start)
    miss = np.sqrt(np.maximum((start @ start) - along**2, 0))
    close = miss < 1.74
    travelled = (along - 1.75).astype(np.float32)
    alive = np.flatnonzero(close)
    hit = np.zeros(len(ways), bool)
    for _ in range(_STEPS):
        gap = _distance(start + ways[alive] * travelled[alive, None], style)
        travelled[alive] += gap
        hit[alive[gap < _NEAR]] = True
        alive = alive[(gap >= _NEAR) & (travelled[alive] < along[alive] + 1.8)]
        if not len(alive):
            break
    return np.asarray(start + ways * travelled[:, None], np.float32), hit


def _normals(points: Floats, style: Style) -> Floats:
    core = np.abs(points) - (1 - style.round)
    outside = np.sign(points) * np.maximum(core, 1e-4)
    normal = outside / np.linalg.norm(outside, axis=1, keepdims=True)
    if style.ball <= 2:
        length = np.linalg.norm(points, axis=1, keepdims=True)
        on_ball = length[:, 0] > style.ball - 3 * _NEAR
        normal[on_ball] = points[on_ball] / length[on_ball]
    return np.asarray(normal, np.float32)


def _shaded(
    rng: Rng,
    style: Style,
    rays: _Rays,
    turn: Floats,
    maps: tuple[Floats, Floats],
) -> NDArray[np.uint8]:
    """*maps*: the colours and the marks of the faces."""
    colours, marks = maps
    normal = _normals(rays.points, style)
    face, u, v = _on_face(rays.points)
    colour = colours[face, v, u]
    if style.clear:
        through = style.clear * (1 - marks[face, v, u])[:, None]
        colour = colour * (1 - through) + _behind(rays, normal, colours) * through
    if style.sunk:
        normal = _dented(normal, marks, face, u, v, style.sunk)
    normal = normal @ turn.T
    lamp, eye = lamp_of(rng), np.array([0, 0, 1], np.float32)
    facing = np.clip(normal @ lamp, 0, 1)
    sky = rng.uniform(0.25, 0.75)
    light = sky * (0.65 + 0.35 * normal[:, 2]) + (1.05 - sky) * facing + style.glow * 0.4
    glint = np.zeros(len(normal), np.float32)
    for bright in (lamp, *(lamp_of(rng) for _ in range(style.lamps - 1))):
        half = (bright + eye) / np.linalg.norm(bright + eye)
        glint += style.gloss * np.clip(normal @ half, 0, 1) ** style.shine
    if style.mirrored:
        glint += _lamps_mirrored(rng, style, rays.ways @ turn.T, normal, rays.away)
    colour, cover = colour * light[:, None], np.ones(len(normal), np.float32)
    if style.glass:
        solid = Solid(style, _on_face, _normals, colours, marks, turn)
        colour, cover = seen_through(rng, solid, rays.points, rays.ways)
        cover = np.maximum(cover, np.clip(glint, 0, 1))
    out = np.zeros((CANVAS * CANVAS, 4), np.float32)
    out[rays.hit, :3], out[rays.hit, 3] = np.clip(colour + glint[:, None], 0, 1), cover
    return np.asarray(np.rint(out.reshape(CANVAS, CANVAS, 4) * 255), np.uint8)


_GLASS = 1 / 1.5  # how much slower light is in it
_MOST_LAMPS, _LONGEST_LAMP = 3, 4.0


def _behind(rays: _Rays, normal: Floats, colours: Floats) -> Floats:
    """What the inner side of the clear solid shows where each ray leaves it."""
    against = -(rays.ways * normal).sum(axis=1, keepdims=True)
    bent = np.sqrt(np.maximum(1 - _GLASS**2 * (1 - against**2), 0))
    inside = _GLASS * rays.ways + (_GLASS * against - bent) * normal
    inside = np.where(np.abs(inside) < 1e-4, 1e-4, inside)
    far = ((np.sign(inside) - rays.points) / inside).min(axis=1, keepdims=True)
    face, u, v = _on_face(rays.points + inside * np.maximum(far, 0))
    return np.asarray(colours[face, v, u], np.float32)


def _lamps_mirrored(rng: Rng, style: Style, ways: Floats, normal: Floats, away: float) -> Floats:
    """Sharp images of lamps that some points mirror: round ones and long ones."""
    back = ways - 2 * (ways * normal).sum(axis=1, keepdims=True) * normal
    upwards = np.flatnonzero(normal[:, 2] >= np.quantile(normal[:, 2], 0.6))
    bright = np.zeros(len(ways), np.float32)
    for _ in range(int(rng.integers(1, _MOST_LAMPS + 1))):
        lamp = back[upwards[int(rng.integers(len(upwards)))]]
        along = np.cross(lamp, rng.normal(0, 1, 3))
        along /= np.linalg.norm(along) + 1e-6
        off = (back - lamp) * away
        long = rng.uniform(1, _LONGEST_LAMP) if rng.random() < 0.4 else 1.0
        reach = off @ along
        apart = np.sqrt(np.maximum((off * off).sum(axis=1) - reach**2, 0) + (reach / long) ** 2)
        size, soft = style.mirrored * rng.uniform(0.7, 1.3), rng.uniform(0.03, 0.15)
        bright += rng.uniform(0.3, 1.2) * np.clip((size - apart) / soft + 0.5, 0, 1)
    return bright


def lamp_of(rng: Rng) -> Floats:
    high, around = np.radians(rng.uniform(25, 85)), rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(high) * np.cos(around), np.cos(high) * np.sin(around), np.sin(high)], np.float32)


def _on_face(points: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Which face every point is on, and the pixel of its map."""
    axis = np.abs(points).argmax(axis=1)
    rows = np.arange(len(points))
    face = np.array([2, 4, 0])[axis] + (points[rows, axis] < 0)
    u = (points * _ACROSS[face]).sum(axis=1)
    v = (points * _DOWN[face]).sum(axis=1)
    pixel = [np.clip((w + 1) / 2 * SIDE, 0, SIDE - 1).astype(np.int64) for w in (u, v)]
    return face, pixel[0], pixel[1]


def _dented(
    normal: Floats,
    marks: Floats,
    face: NDArray[np.int64],
    u: NDArray[np.int64],
    v: NDArray[np.int64],
    deep: float,
) -> Floats:
    """The normals with the marks pressed into the faces."""
    soft = np.stack([cv2.GaussianBlur(mark, (0, 0), 3.0) for mark in marks])
    down, across = np.gradient(soft, axis=(1, 2))
    bent = normal + deep * 9 * (
        across[face, v, u][:, None] * _ACROSS[face] + down[face, v, u][:, None] * _DOWN[face]
    )
    return np.asarray(bent / np.linalg.norm(bent, axis=1, keepdims=True), np.float32)
