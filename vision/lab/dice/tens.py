"""One ten-sided die, drawn face by face: kites around two tips, each with a digit, one level on top."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.dice.digits import digit_map
from vision.lab.dice.marks import SIDE, Floats, Rng, Style, values_of
from vision.lab.dice.solids import CANVAS, Sprite, lamp_of, projected, towards_camera

_FINE = 2  # pixels of drawing per pixel of the canvas: edges come out smooth
_TIP, _WAIST = 1.75, 1.42  # half the length from tip to tip, and the radius where the kites meet
# of the tip: so far the corners of the waist lie above or below the middle, or faces were not flat
_RISE = 0.105
_QUAD = 0.9  # half the side of the square around the digit that counts as the top face
_TURNS = [(np.cos(k * np.pi / 5), np.sin(k * np.pi / 5)) for k in range(10)]


def drawn_ten(rng: Rng, style: Style, tilt: float) -> Sprite:
    """A ten-sided die of *style* with a face on top, seen by a camera that is tilted by *tilt* degrees."""
    long = float(rng.uniform(0.92, 1.12))
    faces = [corners * [1, 1, long] for corners in _kites()]
    turn = _standing(rng, faces[0])
    faces = [np.asarray(corners @ turn.T, np.float32) for corners in faces]
    away = float(rng.uniform(7, 40))
    lamp, sky = lamp_of(rng), float(rng.uniform(0.3, 0.75))
    values = values_of(rng, "d10")
    upside = bool(rng.random() < 0.3)
    picture = np.zeros((CANVAS * _FINE, CANVAS * _FINE, 4), np.float32)
    for corners, value in zip(faces, values, strict=True):
        normal = _normal(corners)
        if towards_camera(normal, tilt) < 0.03:
            continue
        light = sky * (0.65 + 0.35 * float(normal[2])) + (1.05 - sky) * max(0.0, float(normal @ lamp))
        _paint(picture, digit_map(rng, style, value), _square(corners, upside), corners, light, (tilt, away))
    small = cv2.resize(picture, (CANVAS, CANVAS), interpolation=cv2.INTER_AREA)
    cover = np.maximum(small[:, :, 3:], 1e-3)
    colours = np.concatenate([small[:, :, :3] / cover, small[:, :, 3:]], axis=2)
    quad = projected(_square(faces[0], upside), tilt, away)
    sides = [_side(corners, tilt, away) for corners in faces[1:6]]
    whole = np.asarray(np.rint(np.clip(colours, 0, 1) * 255), np.uint8)
    return Sprite(whole, quad, np.array(sides, np.float32), "d10", values[0], tilt, 0.0)


def _kites() -> list[Floats]:
    """The corners of the ten faces, shape (4, 3): tip, waist, waist, waist."""
    out = []
    for up in (1, -1):
        for k in range(0 if up == 1 else 1, 10, 2):
            ring = [
                (*(np.array(_TURNS[n % 10]) * _WAIST), _TIP * _RISE * (1 if n % 2 else -1))
                for n in (k - 1, k, k + 1)
            ]
            out.append(np.array([(0, 0, up * _TIP), *ring], np.float32))
    return out


def _normal(corners: Floats) -> Floats:
    """Outwards."""
    across = np.cross(corners[2] - corners[0], corners[3] - corners[1])
    across *= np.sign(across @ corners.mean(axis=0)) / np.linalg.norm(across)
    return np.asarray(across, np.float32)


def _standing(rng: Rng, face: Floats) -> NDArray[np.float64]:
    """The turn that brings *face* level on top, pointing anywhere."""
    up, normal = np.array([0.0, 0.0, 1.0]), _normal(face).astype(np.float64)
    axis = np.cross(normal, up)
    axis *= np.arccos(np.clip(normal @ up, -1, 1)) / max(1e-9, float(np.linalg.norm(axis)))
    yaw = np.array([0.0, 0.0, rng.uniform(0, 2 * np.pi)])
    return np.asarray(cv2.Rodrigues(yaw)[0] @ cv2.Rodrigues(axis)[0], np.float64)


def _square(corners: Floats, upside: bool) -> Floats:
    """A square in the plane of the face around its digit, upper left corner first."""
    down = corners[2] - corners[0]
    down = down / np.linalg.norm(down) * (-1 if upside else 1)
    across = np.cross(_normal(corners), down)
    middle = corners[0] * 0.36 + corners[2] * 0.26 + (corners[1] + corners[3]) * 0.19
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * _QUAD
    return np.asarray(middle + signs[:, :1] * across + signs[:, 1:] * down, np.float32)


def _side(corners: Floats, tilt: float, away: float) -> Floats:
    if towards_camera(_normal(corners), tilt) < 0.12:
        return np.full(2, np.nan, np.float32)
    return np.asarray(projected(corners, tilt, away).mean(axis=0), np.float32)


def _paint(
    picture: Floats, face: Floats, square: Floats, corners: Floats, light: float, view: tuple[float, float]
) -> None:
    """Lay one face with its digit into the picture (premultiplied)."""
    size = (picture.shape[1], picture.shape[0])
    there = (projected(square, *view) + 0.5) * _FINE - 0.5
    margin = SIDE * 0.21  # the map reaches beyond the square around the digit
    here = np.array([[margin, margin], [SIDE - margin, margin], [SIDE - margin, SIDE - margin],
                     [margin, SIDE - margin]], np.float32)  # fmt: skip
    matrix = cv2.getPerspectiveTransform(here, there.astype(np.float32))
    shown = cv2.warpPerspective(face * light, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    cover = np.zeros(size[::-1], np.uint8)
    outline = (projected(corners, *view) + 0.5) * _FINE - 0.5
    cv2.fillConvexPoly(cover, np.rint(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = (cover.astype(np.float32) / 255)[:, :, None]
    picture[:] = picture * (1 - share) + np.concatenate([np.clip(shown, 0, 1) * share, share], axis=2)
