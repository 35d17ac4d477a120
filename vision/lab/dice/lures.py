"""What has been told for a die and is none, seen close: digits on other solids, plugs, arrows, lamps.

Each is drawn about the middle of a picture as if its face had an edge of `EDGE` pixels.
"""

from collections.abc import Callable

import cv2
import numpy as np

from vision.lab.dice.gadgets import Colour, paint, stick
from vision.lab.dice.marks import Floats, Rng
from vision.lab.dice.numbered import FONTS, LETTER, against, numbered_solid, shade, written
from vision.lab.dice.oddments import ball, grip, line_of_print, tube
from vision.pictures import Picture

EDGE = 64.0
Lure = Callable[[Rng, Picture, float, float, float], None]


def any_lure(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """Lay one thing about as large as a die with this *edge* at (x, y)."""
    LURES[int(rng.integers(len(LURES)))](rng, picture, x, y, edge)


def _plug(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A metal plug with two or four holes, the housing behind it wider, a cable behind that."""
    wide, long = int(edge * rng.uniform(0.55, 1.05)), int(edge * rng.uniform(0.6, 1.3))
    side = int(6 * edge)
    thing, cover = np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.uint8)
    middle = side // 2
    metal = shade([(175, 178, 180), (60, 60, 62), (95, 150, 180)][int(rng.choice(3, p=(0.6, 0.25, 0.15)))],
                   float(rng.uniform(0.5, 1.35)))  # fmt: skip
    left, top = middle - long // 2, middle - wide // 2
    thing[top : top + wide, left : left + long] = metal
    across = np.linspace(rng.uniform(0.6, 1.1), rng.uniform(0.8, 1.3), wide)[:, None, None]
    part = thing[top : top + wide, left : left + long]
    part[:] = np.clip(part * across, 0, 255)
    cover[top : top + wide, left : left + long] = 255
    hole = max(2, int(wide * rng.uniform(0.14, 0.3)))
    ink = shade(metal, float(rng.uniform(0.05, 0.5))) if rng.random() < 0.8 else shade(metal, 1.6)
    rows = (0.27, 0.73)
    columns = (float(rng.uniform(0.25, 0.75)),) if rng.random() < 0.65 else (0.28, 0.72)
    deep = max(2, int(hole * rng.uniform(0.6, 1.6)))
    for share in rows:
        for along in columns:
            at = left + int(long * along) - deep // 2, top + int(wide * share) - hole // 2
            cv2.rectangle(thing, at, (at[0] + deep, at[1] + hole), ink, -1)
    if rng.random() < 0.3:
        cv2.line(thing, (left, middle), (left + long, middle), shade(metal, 0.6), max(1, wide // 20))
    house = paint(rng, bool(rng.random() < 0.5))
    thick, far = int(wide * rng.uniform(1.05, 1.9)), int(edge * rng.uniform(0.8, 3.5))
    box = (left + long, middle - thick // 2), (left + long + far, middle + thick // 2)
    cv2.rectangle(thing, *box, house, -1)
    cv2.rectangle(cover, *box, 255, -1)
    if rng.random() < 0.5:
        end = (side, middle + int(rng.normal(0, 0.3) * edge))
        cable = max(2, int(edge * rng.uniform(0.08, 0.25)))
        for where, ink in ((thing, house), (cover, (255, 255, 255))):
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
        a, b = (middle + int(rng.normal(0, 0.3) * edge) - LETTER // 2 for _ in range(2))
        part = thing[a : a + LETTER, b : b + LETTER]
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
    for where, ink in ((thing, shade(metal, 1.1)), (cover, (255,))):
        cv2.line(where, (middle, middle), (bend, side), ink, cable, cv2.LINE_AA)
        cv2.rectangle(where, *box, metal if where is thing else 255, -1)
    knob = (middle, middle - long // 2)
    axes = int(wide * rng.uniform(0.35, 0.7)), int(wide * rng.uniform(0.3, 0.8))
    cv2.ellipse(thing, knob, axes, 0, 0, 360, shade(metal, float(rng.uniform(0.7, 1.2))), -1, cv2.LINE_AA)
    cv2.ellipse(cover, knob, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    lines = np.exp(-((np.linspace(-1, 1, wide) - rng.uniform(-0.7, 0.7)) ** 2) * rng.uniform(3, 20))
    part = thing[box[0][1] : box[1][1], box[0][0] : box[0][0] + wide]
    part[:] = np.clip(part * (rng.uniform(0.5, 0.9) + lines[None, : part.shape[1], None]), 0, 255)
    for _ in range(int(rng.integers(0, 4))):
        at = middle + int(rng.normal(0, wide * 0.2)), middle + int(rng.normal(0, wide * 0.2))
        cv2.circle(thing, at, max(1, int(wide * rng.uniform(0.04, 0.14))), shade(metal, 0.3), -1, cv2.LINE_AA)
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360)))


def _key(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A key with an arrow, a letter or a sign, others beside it."""
    pitch = int(edge * rng.uniform(1.0, 1.7))
    side = 5 * pitch
    ground = paint(rng, bool(rng.random() < 0.3))
    thing = np.full((side, side, 3), ground, np.uint8)
    key = (
        shade(ground, float(rng.uniform(0.5, 1.5)))
        if rng.random() < 0.6
        else paint(rng, bool(rng.random() < 0.3))
    )
    ink, gap = against(rng, key), max(1, round(pitch * float(rng.uniform(0.04, 0.14))))
    for row in range(5):
        for column in range(5):
            a, b = column * pitch, row * pitch
            cv2.rectangle(thing, (a + gap, b + gap), (a + pitch - gap, b + pitch - gap), shade(key, 0.8), -1)
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
    font = int(rng.choice(FONTS))
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
            shade(body, float(rng.uniform(0.5, 1.4))),
            max(1, side // 14),
        )
    _sign(rng, thing, np.array([side / 2, side / 2]) + rng.normal(0, 0.04, 2) * side,
          side * float(rng.uniform(0.1, 0.36)), against(rng, body))  # fmt: skip
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
    *[numbered_solid] * 8, _plug, _plug, _stick, _bud, _key, _tile, _tile, _lamp,
    line_of_print, line_of_print, grip, grip, ball, ball, tube, tube,
)  # fmt: skip
