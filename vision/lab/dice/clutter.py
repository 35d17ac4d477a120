"""What lies among dice and is none: coins, pens, cards, other solids, buttons, fingers."""

import cv2
import numpy as np

from vision.lab.dice.gadgets import Thing, any_gadget, write
from vision.lab.dice.marks import Rng, any_colour
from vision.pictures import Picture

Point = tuple[int, int]


def _paint(rng: Rng, light: bool | None = None) -> tuple[int, int, int]:
    colour = any_colour(rng, bool(rng.random() < 0.6) if light is None else light) * 255
    return int(colour[0]), int(colour[1]), int(colour[2])


def _shade(colour: tuple[int, int, int], by: float) -> tuple[int, int, int]:
    blue, green, red = (int(np.clip(v * by, 0, 255)) for v in colour)
    return blue, green, red


def _coin(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    colour, middle, radius = _paint(rng), (round(x), round(y)), max(3, round(size * rng.uniform(0.4, 0.9)))
    axes = (radius, round(radius * rng.uniform(0.75, 1)))
    angle = float(rng.uniform(0, 180))
    cv2.ellipse(
        picture,
        (middle[0] + radius // 8, middle[1] + radius // 6),
        axes,
        angle,
        0,
        360,
        (15, 15, 15),
        -1,
        cv2.LINE_AA,
    )
    cv2.ellipse(picture, middle, axes, angle, 0, 360, colour, -1, cv2.LINE_AA)
    for share in (0.85, 0.6, 0.3):
        if rng.random() < 0.6:
            ring = (max(1, round(axes[0] * share)), max(1, round(axes[1] * share)))
            cv2.ellipse(
                picture,
                middle,
                ring,
                angle,
                0,
                360,
                _shade(colour, rng.uniform(0.5, 1.4)),
                max(1, radius // 12),
                cv2.LINE_AA,
            )
    if rng.random() < 0.4:
        text = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
        cv2.putText(
            picture,
            text,
            (middle[0] - radius // 3, middle[1] + radius // 3),
            0,
            radius / 30,
            _shade(colour, 0.5),
            2,
            cv2.LINE_AA,
        )


def _pen(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    angle, length, colour = rng.uniform(0, np.pi), size * rng.uniform(2, 9), _paint(rng)
    step = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    a, b = np.array([x, y]) - step, np.array([x, y]) + step
    thick = max(2, round(size * rng.uniform(0.1, 0.5)))
    for offset, shade, width in (
        (thick * 0.3, 0.15, thick),
        (0.0, 1.0, thick),
        (-thick * 0.2, 1.5, max(1, thick // 4)),
    ):
        start, end = _at(a + np.array([0, offset])), _at(b + np.array([0, offset]))
        cv2.line(picture, start, end, _shade(colour, shade), width, cv2.LINE_AA)


def _at(point: np.ndarray) -> Point:
    return round(float(point[0])), round(float(point[1]))


def _card(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A card or a slip of paper with pips, numbers or nothing."""
    wide, high = size * rng.uniform(1.2, 4), size * rng.uniform(1.2, 5)
    corners = cv2.boxPoints(((x, y), (wide, high), float(rng.uniform(0, 180))))
    colour, ink = _paint(rng, True), _paint(rng, False)
    cv2.fillPoly(picture, [np.rint(corners + size * 0.04).astype(np.int32)], (20, 20, 20), cv2.LINE_AA)
    cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], colour, cv2.LINE_AA)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    for _ in range(int(rng.integers(0, 9))):
        spot = corners[0] + across * rng.uniform(0.12, 0.88) + down * rng.uniform(0.12, 0.88)
        if rng.random() < 0.5:
            cv2.circle(picture, _at(spot), max(1, round(size * rng.uniform(0.05, 0.2))), ink, -1, cv2.LINE_AA)
        else:
            text = str(rng.choice(list("123456789AKQJ10")))
            cv2.putText(
                picture,
                text,
                _at(spot),
                0,
                size * rng.uniform(0.01, 0.03),
                ink,
                max(1, round(size / 20)),
                cv2.LINE_AA,
            )


_LEARNT, _RESTS = 10, 0.6  # ten-sided dice are learnt as such; so many of the others rest on a face
_GOLD = (1 + 5**0.5) / 2
_SIGNS = [(a, b) for a in (-1, 1) for b in (-1, 1)]
_ROUND = [(np.cos(k * np.pi / 5), np.sin(k * np.pi / 5), (-1) ** k) for k in range(10)]


def _twelve(a: int, b: int) -> tuple[list[float], ...]:
    """Those corners of a solid of twelve faces that are no corners of a cube."""
    return [0, a / _GOLD, b * _GOLD], [a / _GOLD, b * _GOLD, 0], [b * _GOLD, 0, a / _GOLD]


SOLIDS = {
    4: np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]),
    8: np.array([[1.6, 0, 0], [-1.6, 0, 0], [0, 1.6, 0], [0, -1.6, 0], [0, 0, 1.6], [0, 0, -1.6]]),
    10: np.array([[0, 0, 1.7], [0, 0, -1.7], *([1.5 * x, 1.5 * y, 0.22 * z] for x, y, z in _ROUND)]),
    12: np.array(
        [
            *([a, b, c] for a, b in _SIGNS for c in (-1, 1)),
            *(corner for a, b in _SIGNS for corner in _twelve(a, b)),
        ]
    ),
    20: np.array(
        [corner for a, b in _SIGNS for corner in ([0, a, b * _GOLD], [a, b * _GOLD, 0], [b * _GOLD, 0, a])]
    ),
}


def _solid(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A die that is no cube: of four, eight, ten or twenty faces, each with a number."""
    sides = int(rng.choice(list(SOLIDS)))
    points = SOLIDS[sides].astype(float)
    points = points @ np.linalg.qr(rng.standard_normal((3, 3)))[0]
    if sides != _LEARNT and rng.random() < _RESTS:
        points = resting(rng, points)
    points *= size * rng.uniform(0.4, 0.75) / np.linalg.norm(points, axis=1).max()
    colour, ink, lamp = _paint(rng), _paint(rng), rng.normal(0, 1, 3)
    lamp /= np.linalg.norm(lamp)
    middle, high = np.array([x, y]), size * float(rng.uniform(0.14, 0.34))
    for face in faces_of(points):
        corners = points[face]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        normal *= np.sign(normal @ corners[0]) / max(1e-9, float(np.linalg.norm(normal)))
        if normal[2] <= 0.02:
            continue
        flat = corners[:, :2] + middle
        centre = flat.mean(axis=0)
        order = np.argsort(np.arctan2(*(flat - centre).T))
        shade = _shade(colour, 0.6 + 0.6 * max(0.0, float(normal @ lamp)))
        cv2.fillConvexPoly(picture, np.rint(flat[order] * 16).astype(np.int32), shade, cv2.LINE_AA, 4)
        if normal[2] > 0.5:
            text = str(rng.integers(1, 21))
            write(rng, picture, text, (float(centre[0]), float(centre[1])), high, ink)


def resting(rng: Rng, points: np.ndarray) -> np.ndarray:
    """The same solid with a face on top, as it lies when it was thrown, seen nearly from above."""
    faces = faces_of(points)
    upwards = points[faces[int(rng.integers(len(faces)))]].mean(axis=0)
    axis = np.cross(upwards / np.linalg.norm(upwards), [0.0, 0.0, 1.0])
    angle = float(np.arctan2(np.linalg.norm(axis), upwards[2] / np.linalg.norm(upwards)))
    axis *= angle / max(1e-9, float(np.linalg.norm(axis)))
    turn = cv2.Rodrigues(axis)[0]
    tilt = cv2.Rodrigues(np.array([*rng.normal(0, 0.2, 2), 0.0]))[0]
    return np.asarray(points @ turn.T @ tilt.T)


def faces_of(points: np.ndarray) -> list[list[int]]:
    """The flat sides of the solid that the points span: all points on a plane with the others behind it."""
    found: set[tuple[int, ...]] = set()
    count = len(points)
    for a in range(count):
        for b in range(a + 1, count):
            for c in range(b + 1, count):
                normal = np.cross(points[b] - points[a], points[c] - points[a])
                if np.linalg.norm(normal) < 1e-6:
                    continue
                side = (points - points[a]) @ normal / np.linalg.norm(normal)
                limit = 0.04 * np.abs(points).max()
                if side.max() < limit or side.min() > -limit:
                    found.add(tuple(np.flatnonzero(np.abs(side) < limit)))
    return [list(face) for face in found]


def _finger(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    skin = _shade((150, 180, 230), float(rng.uniform(0.35, 1.05)))
    angle = rng.uniform(0, 2 * np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)])
    for n in range(int(rng.integers(1, 5))):
        start = np.array([x, y]) + np.array([-reach[1], reach[0]]) * size * 0.75 * n
        end = start + reach * size * rng.uniform(3, 8)
        cv2.line(picture, _at(start), _at(end), skin, max(2, round(size * 0.7)), cv2.LINE_AA)
        nail = (max(1, round(size * 0.2)), max(1, round(size * 0.14)))
        turned = float(np.degrees(angle))
        cv2.ellipse(picture, _at(start), nail, turned, 0, 360, _shade(skin, 1.2), -1, cv2.LINE_AA)


def _button(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A round thing with holes or dots, or just dots as in a print."""
    colour, ink, radius = _paint(rng), _paint(rng), size * rng.uniform(0.3, 0.6)
    if rng.random() < 0.6:
        cv2.circle(picture, (round(x), round(y)), max(2, round(radius)), colour, -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 8))):
        spot = np.array([x, y]) + rng.normal(0, radius * 0.5, 2)
        cv2.circle(picture, _at(spot), max(1, round(radius * rng.uniform(0.08, 0.3))), ink, -1, cv2.LINE_AA)


def _block(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A plain box, a case or a rubber: as square as a die but with nothing on it."""
    wide, high = size * rng.uniform(0.6, 2.5), size * rng.uniform(0.6, 2.5)
    corners = cv2.boxPoints(((x, y), (wide, high), float(rng.uniform(0, 180))))
    colour = _paint(rng)
    for offset, shade in ((size * 0.15, 0.15), (size * 0.08, 0.6), (0.0, 1.0)):
        cv2.fillPoly(
            picture, [np.rint(corners + offset).astype(np.int32)], _shade(colour, shade), cv2.LINE_AA
        )


def _dust(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """Specks and stains, by ones and in groups, as small as single pixels."""
    for _ in range(int(rng.integers(1, 12))):
        across, down = rng.normal((x, y), size * 0.8, 2)
        wide, high = (float(v) for v in np.exp(rng.uniform(-0.7, 1.3, 2)))
        reach = int(3 * max(wide, high)) + 2
        left, top = round(across) - reach, round(down) - reach
        part = picture[max(0, top) : max(0, top + 2 * reach), max(0, left) : max(0, left + 2 * reach)]
        if min(part.shape[:2]) < 2 * reach:
            continue
        rows, columns = np.mgrid[-reach:reach, -reach:reach]
        share = np.exp(-((columns / wide) ** 2) - (rows / high) ** 2) * rng.uniform(0.1, 0.9)
        part[:] = np.rint(part * (1 - share[:, :, None]) + share[:, :, None] * np.array(_paint(rng, False)))


THINGS: tuple[Thing, ...] = (
    _coin, _coin, _pen, _card, _card, _solid, _solid, _finger, _button, _button, _block, _dust, _dust,
)  # fmt: skip
RARE_THINGS: tuple[Thing, ...] = (*THINGS, _solid, _solid, _solid, *[any_gadget] * 8)
