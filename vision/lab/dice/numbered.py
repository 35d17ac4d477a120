"""Dice of four to twenty faces, seen close, with a number on top; texts as they are written on things."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.dice.clutter import SOLIDS, faces_of
from vision.lab.dice.gadgets import Colour, paint
from vision.lab.dice.marks import Floats, Rng
from vision.pictures import Picture

LETTER = 96  # pixels of the square that a text is written in
FONTS = (0, 2, 3, 4, 6, 1, 5)
_GOLD = (70, 165, 205)


def shade(colour: Colour, by: float) -> Colour:
    blue, green, red = (int(np.clip(v * by, 0, 255)) for v in colour)
    return blue, green, red


def against(rng: Rng, body: Colour) -> Colour:
    """An ink that stands out from *body*."""
    if rng.random() < 0.15:
        return _GOLD
    return (
        paint(rng, sum(body) < 330) if rng.random() < 0.5 else ((250,) * 3 if sum(body) < 400 else (15,) * 3)
    )


def written(rng: Rng, text: str, high: float) -> NDArray[np.uint8]:
    """The cover of a text in the middle of a square, *high* as a share of its side."""
    cover = np.zeros((LETTER, LETTER), np.uint8)
    font, thick = int(rng.choice(FONTS)), max(1, round(high * LETTER * float(rng.uniform(0.08, 0.26))))
    (wide, tall), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = high * LETTER / tall
    scale = min(scale, 0.9 * LETTER / wide)
    at = round((LETTER - wide * scale) / 2), round((LETTER + tall * scale) / 2)
    cv2.putText(cover, text, at, font, scale, 255, thick, cv2.LINE_AA)
    if text in ("6", "9") and rng.random() < 0.7:
        low = round(LETTER * (0.5 + high * 0.68))
        if rng.random() < 0.5:
            cv2.circle(
                cover, (at[0] + round(wide * scale) + 3, at[1]), max(2, thick // 2), 255, -1, cv2.LINE_AA
            )
        else:
            across = round(LETTER * high * 0.35)
            cv2.line(cover, (LETTER // 2 - across, low), (LETTER // 2 + across, low), 255, max(1, thick // 2))
    return cover


def _number(rng: Rng, sides: int) -> str:
    if rng.random() < 0.2:
        return str(rng.choice(["00", "10", "20", "30", "40", "50", "60", "70", "80", "90", "64"]))
    return str(rng.integers(0 if sides == 10 else 1, max(sides, 10) + 1))


def numbered_solid(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A die of four, eight, ten, twelve or twenty faces, a face with a number on top, clear or marbled."""
    sides = int(rng.choice([4, 8, 8, 10, 10, 12, 20]))
    points, faces = _thrown(rng, sides)
    top = max(faces, key=lambda face: face.mean(axis=0)[2])
    shown = top.mean(axis=0)[:2] if sides > 4 else np.zeros(2)
    size = edge * float(rng.uniform(0.55, 0.95)) / np.linalg.norm(points, axis=1).max()
    body = paint(rng, bool(rng.random() < 0.35))
    if rng.random() < 0.45:  # deep clear colours
        hue = np.array(
            [[[int(rng.integers(180)), int(rng.integers(150, 256)), int(rng.integers(60, 220))]]], np.uint8
        )
        blue, green, red = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].tolist()
        body = (blue, green, red)
    ink, lamp = against(rng, body), rng.normal((0, 0, 1.2), 1)
    lamp /= np.linalg.norm(lamp)
    flow = _flow(rng, picture.shape) * float(rng.uniform(0, 60) if rng.random() < 0.5 else 0)
    high = float(rng.uniform(0.5, 1.25))
    middle = np.array([x, y]) - shown * size * float(rng.random() < 0.8)
    contrast = float(rng.uniform(0.15, 0.9))
    dark = np.zeros(picture.shape[:2], np.float32)
    outline = cv2.convexHull(np.asarray(points[:, :2] * size + middle, np.float32))
    shift = rng.normal(0, 0.12, 2) * edge
    cv2.fillConvexPoly(dark, np.rint(outline + shift).astype(np.int32), float(rng.uniform(0.1, 0.7)))
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), edge * float(rng.uniform(0.03, 0.2))), np.float32)
    picture[:] = picture * (1 - dark[:, :, None]).astype(np.float32)
    for corners in faces:
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        normal *= np.sign(normal @ corners.mean(axis=0)) / max(1e-9, float(np.linalg.norm(normal)))
        if normal[2] <= 0.02:
            continue
        flat = corners[:, :2] * size + middle
        order = np.argsort(np.arctan2(*(flat - flat.mean(axis=0)).T))
        bright = 1 - contrast / 2 + contrast * max(0.0, float(normal @ lamp))
        low = np.maximum(np.floor(flat.min(axis=0)).astype(int) - 1, 0)
        high_at = np.ceil(flat.max(axis=0)).astype(int) + 2
        part = picture[low[1] : high_at[1], low[0] : high_at[0]]
        if not part.size:
            continue
        area = np.zeros(part.shape[:2], np.uint8)
        cv2.fillConvexPoly(area, np.rint((flat[order] - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        light = bright * (1 + _ramp(rng, part.shape) * np.float32(rng.uniform(0, 0.25)))
        face = np.asarray(body, np.float32) * light[:, :, None]
        face += flow[low[1] : high_at[1], low[0] : high_at[0], None]
        if normal[2] > 0.25:
            colour = np.asarray(ink, np.float32) * np.float32(0.4 + 0.6 * bright)
            for text, plane in _texts(rng, corners, sides):
                cover = _on_plane(rng, (plane, normal), (size, middle - low), part.shape, text, high)
                face += (colour - face) * cover[:, :, None]
        much = area.astype(np.float32)[:, :, None] * np.float32(1 / 255)
        part[:] = np.clip(part + (np.clip(face, 0, 255) - part) * much, 0, 255)
        if rng.random() < 0.5:
            cv2.polylines(picture, [np.rint(flat[order] * 16).astype(np.int32)], True,
                          shade(body, float(rng.uniform(0.7, 1.6))), 1, cv2.LINE_AA, 4)  # fmt: skip
    if rng.random() < 0.4:
        _glint(rng, picture, x, y, edge)


def _thrown(rng: Rng, sides: int) -> tuple[Floats, list[Floats]]:
    """The corners of a solid that was thrown, seen nearly from above, and those of each of its faces."""
    points = SOLIDS[sides].astype(float)
    faces = _faces(sides)
    below = points[list(faces[int(rng.integers(len(faces)))])].mean(axis=0)
    below /= np.linalg.norm(below)
    axis = np.cross(below, [0.0, 0.0, -1.0])
    axis *= float(np.arctan2(np.linalg.norm(axis), -below[2])) / max(1e-9, float(np.linalg.norm(axis)))
    spin = np.array([0.0, 0.0, rng.uniform(0, 2 * np.pi)])
    tilt = cv2.Rodrigues(np.array([*rng.normal(0, 0.2, 2), 0.0]))[0]
    points = points @ cv2.Rodrigues(axis)[0].T @ cv2.Rodrigues(spin)[0].T @ tilt.T
    return points, [points[list(face)] for face in faces]


@lru_cache(maxsize=8)
def _faces(sides: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(face) for face in faces_of(SOLIDS[sides].astype(float)))


def _texts(rng: Rng, corners: Floats, sides: int) -> list[tuple[str, Floats]]:
    """What stands on a face, and the corners that it stands between: on a solid of four faces at each tip."""
    if sides > 4:
        return [(_number(rng, sides), corners)]
    middle = corners.mean(axis=0)
    return [(str(rng.integers(1, 5)), 0.45 * corners + 0.25 * tip + 0.3 * middle) for tip in corners]


def _on_plane(
    rng: Rng, face: tuple[Floats, Floats], place: tuple[float, Floats],
    shape: tuple[int, ...], text: str, high: float
) -> Floats:  # fmt: skip
    """The cover of a text in the plane of a *face*, its corners and the way it looks; *place* is how large
    and where the die lies."""
    (corners, normal), (size, middle) = face, place
    centre = corners.mean(axis=0)
    way = corners[int(rng.integers(len(corners)))] - centre
    down = way / np.linalg.norm(way)
    across = -np.cross(normal, down)
    inner = min(float(np.linalg.norm((corners[n] + corners[m]) / 2 - centre))
                for n in range(len(corners)) for m in range(n))  # fmt: skip
    if len(corners) > 4:
        inner = float(np.linalg.norm(way)) * 0.8
    half = max(inner, 0.35 * float(np.linalg.norm(way)))
    square = [centre + half * (a * across + b * down) for a, b in ((-1, -1), (1, -1), (1, 1))]
    there = np.array([p[:2] * size + middle for p in square], np.float32)
    here = np.array([[0, 0], [LETTER, 0], [LETTER, LETTER]], np.float32)
    matrix = cv2.getAffineTransform(here, there)
    letter = written(rng, text, min(0.85, high * (0.62 if len(text) == 1 else 0.45)))
    shrunk = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if shrunk < 0.6:
        letter = np.asarray(cv2.GaussianBlur(letter, (0, 0), 0.35 / shrunk), np.uint8)
    return np.asarray(cv2.warpAffine(letter, matrix, (shape[1], shape[0])), np.float32) / 255


def _flow(rng: Rng, shape: tuple[int, ...]) -> Floats:
    rough = rng.standard_normal((5, 5)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _ramp(rng: Rng, shape: tuple[int, ...]) -> Floats:
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j].astype(np.float32)
    around = float(rng.uniform(0, 2 * np.pi))
    return np.asarray(x * np.float32(np.cos(around)) + y * np.float32(np.sin(around)), np.float32) * 2


def _glint(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    light = np.zeros(picture.shape[:2], np.uint8)
    at = round(x + rng.normal(0, 0.25) * edge), round(y + rng.normal(0, 0.25) * edge)
    axes = max(1, int(edge * rng.uniform(0.02, 0.1))), max(1, int(edge * rng.uniform(0.02, 0.2)))
    cv2.ellipse(light, at, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(light, (0, 0), max(0.6, edge * 0.02)).astype(np.float32)[:, :, None]
    picture[:] = np.clip(picture + soft * float(rng.uniform(0.3, 1)), 0, 255)
