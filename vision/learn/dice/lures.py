"""What has been told for a die and is none, seen close: digits on other solids, plugs, arrows, lamps.

Each is drawn about the middle of a picture as if its face had an edge of `EDGE` pixels.
"""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.learn.dice.clutter import SOLIDS, faces_of
from vision.learn.dice.gadgets import Colour, paint, stick
from vision.learn.dice.marks import Floats, Rng
from vision.pictures import Picture

EDGE = 64.0
_LETTER = 96  # pixels of the square that a text is written in
_FONTS = (0, 2, 3, 4, 6, 1, 5)
_GOLD = (70, 165, 205)
Lure = Callable[[Rng, Picture, float, float, float], None]


def any_lure(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """Lay one thing about as large as a die with this *edge* at (x, y)."""
    LURES[int(rng.integers(len(LURES)))](rng, picture, x, y, edge)


def _shade(colour: Colour, by: float) -> Colour:
    blue, green, red = (int(np.clip(v * by, 0, 255)) for v in colour)
    return blue, green, red


def _against(rng: Rng, body: Colour) -> Colour:
    """An ink that stands out from *body*."""
    if rng.random() < 0.15:
        return _GOLD
    return (
        paint(rng, sum(body) < 330) if rng.random() < 0.5 else ((250,) * 3 if sum(body) < 400 else (15,) * 3)
    )


def written(rng: Rng, text: str, high: float) -> NDArray[np.uint8]:
    """The cover of a text in the middle of a square, *high* as a share of its side."""
    cover = np.zeros((_LETTER, _LETTER), np.uint8)
    font, thick = int(rng.choice(_FONTS)), max(1, round(high * _LETTER * float(rng.uniform(0.08, 0.26))))
    (wide, tall), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = high * _LETTER / tall
    scale = min(scale, 0.9 * _LETTER / wide)
    at = round((_LETTER - wide * scale) / 2), round((_LETTER + tall * scale) / 2)
    cv2.putText(cover, text, at, font, scale, 255, thick, cv2.LINE_AA)
    if text in ("6", "9") and rng.random() < 0.7:
        low = round(_LETTER * (0.5 + high * 0.68))
        if rng.random() < 0.5:
            cv2.circle(
                cover, (at[0] + round(wide * scale) + 3, at[1]), max(2, thick // 2), 255, -1, cv2.LINE_AA
            )
        else:
            across = round(_LETTER * high * 0.35)
            cv2.line(
                cover, (_LETTER // 2 - across, low), (_LETTER // 2 + across, low), 255, max(1, thick // 2)
            )
    return cover


def _number(rng: Rng, sides: int) -> str:
    if rng.random() < 0.2:
        return str(rng.choice(["00", "10", "20", "30", "40", "50", "60", "70", "80", "90", "64"]))
    return str(rng.integers(0 if sides == 10 else 1, max(sides, 10) + 1))


def _solid(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
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
        body = tuple(int(v) for v in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0])
    ink, lamp = _against(rng, body), rng.normal((0, 0, 1.2), 1)
    lamp /= np.linalg.norm(lamp)
    flow = _flow(rng, picture.shape) * float(rng.uniform(0, 60) if rng.random() < 0.5 else 0)
    high = float(rng.uniform(0.5, 1.25))
    middle = np.array([x, y]) - shown * size * float(rng.random() < 0.8)
    contrast = float(rng.uniform(0.15, 0.9))
    dark = np.zeros(picture.shape[:2], np.float32)
    outline = cv2.convexHull(np.asarray(points[:, :2] * size + middle, np.float32))
    shift = rng.normal(0, 0.12, 2) * edge
    cv2.fillConvexPoly(dark, np.rint(outline + shift).astype(np.int32), float(rng.uniform(0.1, 0.7)))
    dark = cv2.GaussianBlur(dark, (0, 0), edge * float(rng.uniform(0.03, 0.2)))
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
                cover = _on_plane(rng, plane, normal, size, middle - low, part.shape, text, high)
                face += (colour - face) * cover[:, :, None]
        much = area.astype(np.float32)[:, :, None] * np.float32(1 / 255)
        part[:] = np.clip(part + (np.clip(face, 0, 255) - part) * much, 0, 255)
        if rng.random() < 0.5:
            cv2.polylines(picture, [np.rint(flat[order] * 16).astype(np.int32)], True,
                          _shade(body, float(rng.uniform(0.7, 1.6))), 1, cv2.LINE_AA, 4)  # fmt: skip
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
    rng: Rng, corners: Floats, normal: Floats, size: float, middle: Floats,
    shape: tuple[int, ...], text: str, high: float
) -> Floats:  # fmt: skip
    """The cover of a text in the plane of a face."""
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
    here = np.array([[0, 0], [_LETTER, 0], [_LETTER, _LETTER]], np.float32)
    matrix = cv2.getAffineTransform(here, there)
    letter = written(rng, text, min(0.85, high * (0.62 if len(text) == 1 else 0.45)))
    shrunk = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if shrunk < 0.6:
        letter = cv2.GaussianBlur(letter, (0, 0), 0.35 / shrunk)
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


def _plug(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A metal plug with two or four holes, the housing behind it wider, a cable behind that."""
    wide, long = int(edge * rng.uniform(0.55, 1.05)), int(edge * rng.uniform(0.6, 1.3))
    side = int(6 * edge)
    thing, cover = np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.uint8)
    middle = side // 2
    metal = _shade([(175, 178, 180), (60, 60, 62), (95, 150, 180)][int(rng.choice(3, p=(0.6, 0.25, 0.15)))],
                   float(rng.uniform(0.5, 1.35)))  # fmt: skip
    left, top = middle - long // 2, middle - wide // 2
    thing[top : top + wide, left : left + long] = metal
    across = np.linspace(rng.uniform(0.6, 1.1), rng.uniform(0.8, 1.3), wide)[:, None, None]
    part = thing[top : top + wide, left : left + long]
    part[:] = np.clip(part * across, 0, 255)
    cover[top : top + wide, left : left + long] = 255
    hole = max(2, int(wide * rng.uniform(0.14, 0.3)))
    ink = _shade(metal, float(rng.uniform(0.05, 0.5))) if rng.random() < 0.8 else _shade(metal, 1.6)
    rows = (0.27, 0.73)
    columns = (float(rng.uniform(0.25, 0.75)),) if rng.random() < 0.65 else (0.28, 0.72)
    deep = max(2, int(hole * rng.uniform(0.6, 1.6)))
    for share in rows:
        for along in columns:
            at = left + int(long * along) - deep // 2, top + int(wide * share) - hole // 2
            cv2.rectangle(thing, at, (at[0] + deep, at[1] + hole), ink, -1)
    if rng.random() < 0.3:
        cv2.line(thing, (left, middle), (left + long, middle), _shade(metal, 0.6), max(1, wide // 20))
    house = paint(rng, bool(rng.random() < 0.5))
    thick, far = int(wide * rng.uniform(1.05, 1.9)), int(edge * rng.uniform(0.8, 3.5))
    box = (left + long, middle - thick // 2), (left + long + far, middle + thick // 2)
    cv2.rectangle(thing, *box, house, -1)
    cv2.rectangle(cover, *box, 255, -1)
    if rng.random() < 0.5:
        end = (side, middle + int(rng.normal(0, 0.3) * edge))
        cable = max(2, int(edge * rng.uniform(0.08, 0.25)))
        for where, ink in ((thing, house), (cover, (255,))):
            cv2.line(where, (box[1][0], middle), end, ink, cable, cv2.LINE_AA)
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360)))


def _stick(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """The end of a rounded thing with a slot and some print: a memory stick, a lighter, a tag."""
    side = int(6 * edge)
    thing, cover = (
        np.full((side, side, 3), paint(rng, bool(rng.random() < 0.7)), np.uint8),
        np.zeros((side, side), np.uint8),
    )
    wide, middle = int(edge * rng.uniform(0.7, 1.5)), side // 2
    left = middle - int(edge * rng.uniform(0.35, 0.7))
    cv2.line(cover, (left + wide // 2, middle), (side, middle), 255, wide, cv2.LINE_AA)
    cv2.rectangle(cover, (left, middle - wide // 3), (left + wide, middle + wide // 3), 255, -1)
    ink = paint(rng, bool(rng.random() < 0.3))
    slot = left + int(edge * rng.uniform(0.08, 0.3))
    if rng.random() < 0.7:
        reach = int(wide * rng.uniform(0.1, 0.35))
        cv2.line(
            thing,
            (slot, middle - reach),
            (slot, middle + reach),
            ink,
            max(2, int(edge * rng.uniform(0.04, 0.14))),
        )
    for _ in range(int(rng.integers(0, 4))):
        letter = written(rng, _print(rng), float(rng.uniform(0.1, 0.4)))
        letter = np.rot90(letter, int(rng.integers(4)))
        a, b = (middle + int(rng.normal(0, 0.3) * edge) - _LETTER // 2 for _ in range(2))
        part = thing[a : a + _LETTER, b : b + _LETTER]
        much = letter[:, :, None] / 255
        part[:] = part * (1 - much) + np.array(ink) * much
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360)))


def _print(rng: Rng) -> str:
    letters = list("ABCDEFGHIKLMNOPRSTUVXZ0123456789.:-")
    return "".join(rng.choice(letters, int(rng.integers(1, 8))))


def _bud(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A round of metal with a knob and a cable: an earphone, a screw, a lid."""
    side = int(6 * edge)
    thing, cover = np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.uint8)
    middle, wide = side // 2, int(edge * rng.uniform(0.5, 1.0))
    metal = paint(rng, bool(rng.random() < 0.7))
    long = int(edge * rng.uniform(0.4, 1.0))
    box = (middle - wide // 2, middle - long // 2), (middle + wide // 2, middle + long // 2)
    cable = max(2, int(edge * rng.uniform(0.06, 0.16)))
    bend = middle + int(rng.normal(0, 1) * edge)
    for where, ink in ((thing, _shade(metal, 1.1)), (cover, (255,))):
        cv2.line(where, (middle, middle), (bend, side), ink, cable, cv2.LINE_AA)
        cv2.rectangle(where, *box, metal if where is thing else 255, -1)
    knob = (middle, middle - long // 2)
    axes = int(wide * rng.uniform(0.35, 0.7)), int(wide * rng.uniform(0.3, 0.8))
    cv2.ellipse(thing, knob, axes, 0, 0, 360, _shade(metal, float(rng.uniform(0.7, 1.2))), -1, cv2.LINE_AA)
    cv2.ellipse(cover, knob, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    lines = np.exp(-((np.linspace(-1, 1, wide) - rng.uniform(-0.7, 0.7)) ** 2) * rng.uniform(3, 20))
    part = thing[box[0][1] : box[1][1], box[0][0] : box[0][0] + wide]
    part[:] = np.clip(part * (rng.uniform(0.5, 0.9) + lines[None, : part.shape[1], None]), 0, 255)
    for _ in range(int(rng.integers(0, 4))):
        at = middle + int(rng.normal(0, wide * 0.2)), middle + int(rng.normal(0, wide * 0.2))
        cv2.circle(
            thing, at, max(1, int(wide * rng.uniform(0.04, 0.14))), _shade(metal, 0.3), -1, cv2.LINE_AA
        )
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360)))


def _key(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A key with an arrow, a letter or a sign, others beside it."""
    pitch = int(edge * rng.uniform(1.0, 1.7))
    side = 5 * pitch
    ground = paint(rng, bool(rng.random() < 0.3))
    thing = np.full((side, side, 3), ground, np.uint8)
    key = (
        _shade(ground, float(rng.uniform(0.5, 1.5)))
        if rng.random() < 0.6
        else paint(rng, bool(rng.random() < 0.3))
    )
    ink, gap = _against(rng, key), max(1, round(pitch * float(rng.uniform(0.04, 0.14))))
    for row in range(5):
        for column in range(5):
            a, b = column * pitch, row * pitch
            cv2.rectangle(thing, (a + gap, b + gap), (a + pitch - gap, b + pitch - gap), _shade(key, 0.8), -1)
            inset = 2 * gap
            cv2.rectangle(thing, (a + inset, b + gap), (a + pitch - inset, b + pitch - inset), key, -1)
            at = np.array([a, b]) + pitch / 2 + rng.normal(0, 0.06, 2) * pitch
            _sign(rng, thing, at, pitch * float(rng.uniform(0.08, 0.28)), ink)
    stick(picture, thing, np.full((side, side), 255, np.uint8), x, y, float(rng.uniform(0, 360)))


def _sign(rng: Rng, thing: Picture, at: Floats, reach: float, ink: Colour) -> None:
    """An arrow, or a letter."""
    thick = max(1, round(reach * float(rng.uniform(0.15, 0.4))))
    if rng.random() < 0.5:
        way = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][int(rng.integers(4))]) * reach
        a, b = (tuple(int(v) for v in np.rint(at + sign * way)) for sign in (-1, 1))
        cv2.arrowedLine(thing, a, b, ink, thick, cv2.LINE_AA, tipLength=float(rng.uniform(0.25, 0.6)))
        return
    text = str(rng.choice(list("ABCDEFGHIKLMNOPRSTUVXZ0123456789+=*#<>?/")))
    font = int(rng.choice(_FONTS))
    (wide, tall), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = 2 * reach / tall
    where = round(float(at[0] - wide * scale / 2)), round(float(at[1] + tall * scale / 2))
    cv2.putText(thing, text, where, font, scale, ink, thick, cv2.LINE_AA)


def _tile(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A square thing like a die with a single sign on it that is no pip: a digit, an arrow, a letter."""
    side = max(8, int(edge * rng.uniform(0.9, 1.15)))
    body = paint(rng, bool(rng.random() < 0.6))
    thing = np.full((side, side, 3), body, np.uint8)
    if rng.random() < 0.4:
        cv2.rectangle(
            thing,
            (0, 0),
            (side - 1, side - 1),
            _shade(body, float(rng.uniform(0.5, 1.4))),
            max(1, side // 14),
        )
    _sign(rng, thing, np.array([side / 2, side / 2]) + rng.normal(0, 0.04, 2) * side,
          side * float(rng.uniform(0.1, 0.36)), _against(rng, body))  # fmt: skip
    cover = np.zeros((side, side), np.uint8)
    round_by = int(side * rng.uniform(0.02, 0.25))
    cv2.rectangle(cover, (round_by, 0), (side - round_by, side), 255, -1)
    cv2.rectangle(cover, (0, round_by), (side, side - round_by), 255, -1)
    for a in (round_by, side - round_by):
        for b in (round_by, side - round_by):
            cv2.circle(cover, (a, b), round_by, 255, -1, cv2.LINE_AA)
    stick(
        picture,
        np.asarray(_shaded_below(rng, picture, x, y, side, thing), np.uint8),
        cover,
        x,
        y,
        float(rng.uniform(0, 360)),
    )


def _shaded_below(rng: Rng, picture: Picture, x: float, y: float, side: int, thing: Picture) -> Picture:
    shadow = np.zeros(picture.shape[:2], np.float32)
    at = round(x + rng.normal(0, 0.12) * side), round(y + rng.normal(0, 0.12) * side)
    cv2.circle(shadow, at, side // 2, float(rng.uniform(0, 0.6)), -1)
    soft = cv2.GaussianBlur(shadow, (0, 0), max(1.0, side * 0.12))
    picture[:] = picture * (1 - soft[:, :, None])
    return thing


def _lamp(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A small lamp in the dark, or its mirror image: a core, a glow, sometimes rays or a second one."""
    picture[:] = picture * float(rng.uniform(0.02, 0.6))
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    for _ in range(1 if rng.random() < 0.7 else 2):
        reach = edge * float(rng.uniform(0.12, 0.5))
        at = np.array([x, y]) + rng.normal(0, 0.12, 2) * edge
        far = ((columns - at[0]) ** 2 + ((rows - at[1]) * rng.uniform(0.7, 1.5)) ** 2) / reach**2
        core = np.exp(-far * rng.uniform(3, 20))[:, :, None] * 270
        glow = (
            1
            / (1 + far ** rng.uniform(0.8, 2))[:, :, None]
            * np.array(paint(rng, True))
            * rng.uniform(0.4, 1.2)
        )
        picture[:] = np.clip(picture + core + glow, 0, 255)


LURES: tuple[Lure, ...] = (
    *[_solid] * 8, _plug, _plug, _stick, _bud, _key, _tile, _tile, _lamp,
)  # fmt: skip
