"""What lies about on desks and has been taken for dice: keyboards, print, plugs, boards, lamps, faces."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.dice.marks import Rng, any_colour
from vision.pictures import Picture

Colour = tuple[int, int, int]
Thing = Callable[[Rng, Picture, float, float, float], None]
_LETTERS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghkmnrst0123456789#$%&*+=-?!<>[];:.,/|o")
_WORDS = [
    "F1",
    "F5",
    "F10",
    "ALT",
    "DEL",
    "END",
    "Ctrl",
    "ESC",
    "10",
    "20",
    "64",
    "00",
    "50",
    "II",
    "==",
    "::",
]
_METAL: Colour = (170, 172, 175)
_WIDEST = 900


def any_gadget(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """Lay one thing about *size* pixels large at (x, y)."""
    GADGETS[int(rng.integers(len(GADGETS)))](rng, picture, x, y, size)


def paint(rng: Rng, light: bool) -> Colour:
    """Some colour, in bytes."""
    blue, green, red = (int(v * 255) for v in any_colour(rng, light))
    return blue, green, red


def write(rng: Rng, picture: Picture, text: str, at: tuple[float, float], high: float, ink: Colour) -> None:
    """*text* in some hand, *high* pixels high, with its middle *at* a point, turned anyhow."""
    side = int(np.clip(high * (len(text) + 1.5), 8, _WIDEST))
    font, bold = int(rng.integers(0, 8)), float(rng.uniform(0.08, 0.22))
    scale = max(0.2, high / 22)
    thick = max(1, round(high * bold))
    (wide, tall), _ = cv2.getTextSize(text, font, scale, thick)
    cover = np.zeros((side, side), np.uint8)
    cv2.putText(cover, text, ((side - wide) // 2, (side + tall) // 2), font, scale, 255, thick, cv2.LINE_AA)
    stick(picture, np.full((side, side, 3), ink, np.uint8), cover, *at, float(rng.uniform(0, 360)))


def stick(
    picture: Picture, thing: Picture, cover: NDArray[np.uint8], x: float, y: float, angle: float
) -> None:
    """Lay *thing* where *cover* says into the picture, its middle at (x, y), turned by *angle* degrees."""
    rows, columns = cover.shape
    turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), angle, 1.0)
    reach = int(np.hypot(rows, columns) / 2) + 2
    left, top = int(x) - reach, int(y) - reach
    turn[:, 2] += [x - left - (columns - 1) / 2, y - top - (rows - 1) / 2]
    size = (2 * reach, 2 * reach)
    turned = cv2.warpAffine(thing, turn, size, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpAffine(cover, turn, size)
    a, b = max(0, top), max(0, left)
    part = picture[a : max(0, top + 2 * reach), b : max(0, left + 2 * reach)]
    if not part.size:
        return
    inner = slice(a - top, a - top + part.shape[0]), slice(b - left, b - left + part.shape[1])
    much = share[inner].astype(np.float32)[:, :, None] / 255
    part[:] = np.rint(part * (1 - much) + turned[inner] * much)


def _shade(colour: Colour, by: float) -> Colour:
    blue, green, red = (int(np.clip(v * by, 0, 255)) for v in colour)
    return blue, green, red


def _text(rng: Rng) -> str:
    if rng.random() < 0.2:
        return str(rng.choice(_WORDS))
    return "".join(rng.choice(_LETTERS, int(rng.choice([1, 1, 1, 2, 3, 5]))))


def _keyboard(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """Some rows of keys with letters, lit from behind or not."""
    pitch = int(np.clip(size * rng.uniform(0.6, 1.6), 8, 110))
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(2, 9))
    body = paint(rng, bool(rng.random() < 0.25))
    key = _shade(body, float(rng.uniform(0.6, 1.5)))
    ink = paint(rng, sum(key) < 380)
    if rng.random() < 0.4:
        ink = [(40, 40, 255), (60, 160, 255), (255, 220, 120), (90, 255, 90)][int(rng.integers(4))]
    board = np.full((rows * pitch, columns * pitch, 3), body, np.uint8)
    if rng.random() < 0.4:
        board[:] = _shade(ink, float(rng.uniform(0.2, 1)))
    gap, roof = max(1, round(pitch * rng.uniform(0.03, 0.14))), rng.uniform(0.02, 0.14)
    font, high = int(rng.integers(0, 8)), pitch * float(rng.uniform(0.2, 0.5))
    for row in range(rows):
        for column in range(columns):
            a, b = row * pitch, column * pitch
            low, right = a + pitch - gap, b + pitch - gap
            cv2.rectangle(
                board, (b + gap, a + gap), (right, low), _shade(key, float(rng.uniform(0.6, 0.8))), -1
            )
            inset = gap + round(pitch * roof)
            cv2.rectangle(board, (b + inset, a + inset), (right - inset + gap, low - inset + gap), key, -1)
            spot = b + round(pitch * rng.uniform(0.2, 0.4)), a + round(pitch * rng.uniform(0.5, 0.8))
            thick = max(1, round(high * 0.12))
            cv2.putText(board, _text(rng)[:3], spot, font, max(0.2, high / 22), ink, thick, cv2.LINE_AA)
    if rng.random() < 0.4:
        glow = cv2.GaussianBlur(board, (0, 0), max(0.6, pitch * 0.06))
        board = np.asarray(cv2.addWeighted(board, 1, glow, float(rng.uniform(0.2, 0.8)), 0), np.uint8)
    stick(picture, board, np.full(board.shape[:2], 255, np.uint8), x, y, float(rng.uniform(0, 360)))


def _print(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """Letters in any ink, some of them faint, some glowing."""
    ink = paint(rng, bool(rng.random() < 0.5))
    for n in range(int(rng.integers(1, 4))):
        high = size * float(rng.uniform(0.25, 1.1))
        text, aside = _text(rng), float(rng.normal(0, size))
        write(rng, picture, text, (x + aside * n, y + size * n), high, ink)


def _lamp(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A small lamp or its reflection: a bright core with a glow around it."""
    reach = max(2.0, size * float(rng.uniform(0.1, 0.8)))
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    far = ((columns - x) ** 2 + ((rows - y) * rng.uniform(0.6, 1.7)) ** 2) / reach**2
    colour = np.array(paint(rng, True), np.float32) * 1.3
    core = np.exp(-far * rng.uniform(2, 12))[:, :, None] * 255
    glow = np.exp(-far)[:, :, None] * colour * rng.uniform(0.1, 1)
    picture[:] = np.clip(picture + core + glow, 0, 255)


def _plug(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A metal plug with two holes in it, at the end of something."""
    wide, long = max(8, int(size * rng.uniform(0.6, 1.3))), max(10, int(size * rng.uniform(0.9, 1.8)))
    metal = _shade(_METAL, float(rng.uniform(0.4, 1.4)))
    thing = np.full((wide, 4 * long, 3), paint(rng, bool(rng.random() < 0.5)), np.uint8)
    thing[wide // 10 : -(wide // 10) or None, :long] = metal
    thing[:, :long] = np.clip(
        thing[:, :long] * np.linspace(rng.uniform(0.6, 1), 1.2, wide)[:, None, None], 0, 255
    )
    hole, dark = max(2, wide // int(rng.integers(4, 7))), _shade(metal, float(rng.uniform(0.05, 0.5)))
    across = long * float(rng.uniform(0.3, 0.7))
    for at in (0.3, 0.7):
        corner = int(across), int(wide * at - hole / 2)
        cv2.rectangle(thing, corner, (corner[0] + hole, corner[1] + hole), dark, -1)
    cover = np.zeros(thing.shape[:2], np.uint8)
    cover[:, long:], cover[wide // 10 : -(wide // 10) or None, :long] = 255, 255
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360)))


def _board(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A piece with rows of holes or pads, or a mesh."""
    pitch = max(3, int(size * rng.uniform(0.1, 0.5)))
    rows, columns = (int(v) for v in rng.integers(3, 12, 2))
    base, ink = paint(rng, bool(rng.random() < 0.5)), paint(rng, bool(rng.random() < 0.5))
    thing = np.full((rows * pitch, columns * pitch, 3), base, np.uint8)
    shift = pitch // 2 if rng.random() < 0.4 else 0
    for row in range(rows):
        for column in range(columns):
            spot = column * pitch + pitch // 2 + shift * (row % 2), row * pitch + pitch // 2
            cv2.circle(thing, spot, max(1, round(pitch * rng.uniform(0.2, 0.42))), ink, -1, cv2.LINE_AA)
            if rng.random() < 0.3:
                cv2.circle(thing, spot, max(1, pitch // 8), base, -1, cv2.LINE_AA)
    stick(picture, thing, np.full(thing.shape[:2], 255, np.uint8), x, y, float(rng.uniform(0, 360)))


def _face(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A person or a picture of one: an oval with two eyes and a mouth."""
    skin = _shade((140, 170, 220), float(rng.uniform(0.4, 1.1)))
    side = max(16, int(size * 2.4))
    thing, cover = np.full((side, side, 3), skin, np.uint8), np.zeros((side, side), np.uint8)
    middle, axes = (side // 2, side // 2), (int(side * rng.uniform(0.28, 0.36)), int(side * 0.44))
    cv2.ellipse(cover, middle, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    dark = _shade(skin, float(rng.uniform(0.2, 0.6)))
    cv2.rectangle(thing, (0, 0), (side, int(side * rng.uniform(0.15, 0.3))), paint(rng, False), -1)
    for at in (0.37, 0.63):
        spot = int(side * at), int(side * 0.42)
        cv2.ellipse(thing, spot, (max(1, side // 16), max(1, side // 36)), 0, 0, 360, dark, -1, cv2.LINE_AA)
    cv2.line(
        thing,
        (side // 2, int(side * 0.45)),
        (side // 2, int(side * 0.6)),
        _shade(skin, 0.85),
        max(1, side // 30),
    )
    mouth = side // 2, int(side * 0.72)
    cv2.ellipse(thing, mouth, (side // 9, max(1, side // 40)), 0, 0, 360, _shade(dark, 1.2), -1, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(thing, (0, 0), max(0.5, side / 60)), np.uint8)
    stick(picture, soft, cover, x, y, float(rng.normal(0, 15)))


def _screw(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A round head with a slot or a cross, or a ring."""
    radius = max(2, round(size * rng.uniform(0.2, 0.7)))
    colour, ink, middle = paint(rng, True), paint(rng, False), (round(x), round(y))
    cv2.circle(
        picture, middle, radius, colour, -1 if rng.random() < 0.7 else max(1, radius // 4), cv2.LINE_AA
    )
    angle = float(rng.uniform(0, np.pi))
    for turn in (0.0, np.pi / 2)[: int(rng.integers(1, 3))]:
        step = np.array([np.cos(angle + turn), np.sin(angle + turn)]) * radius * 0.7
        a, b = (tuple(int(v) for v in np.rint(np.array([x, y]) + s * step)) for s in (-1, 1))
        cv2.line(picture, a, b, ink, max(1, radius // 4), cv2.LINE_AA)


def _sign(rng: Rng, picture: Picture, x: float, y: float, size: float) -> None:
    """A square label, key or drawing with a sign in it: an outline, an arrow, a letter."""
    side = max(10, int(size * rng.uniform(0.8, 1.5)))
    base, ink = paint(rng, bool(rng.random() < 0.6)), paint(rng, bool(rng.random() < 0.4))
    thing = np.full((side, side, 3), base, np.uint8)
    if rng.random() < 0.5:
        cv2.rectangle(
            thing, (side // 12, side // 12), (side - side // 12, side - side // 12), ink, max(1, side // 20)
        )
    if rng.random() < 0.6:
        write(rng, thing, _text(rng)[:2], (side / 2, side / 2), side * float(rng.uniform(0.25, 0.7)), ink)
    else:
        corners = side / 2 + rng.normal(0, side * 0.2, (int(rng.integers(3, 7)), 2))
        cv2.polylines(thing, [np.rint(corners).astype(np.int32)], True, ink, max(1, side // 18), cv2.LINE_AA)
    stick(picture, thing, np.full((side, side), 255, np.uint8), x, y, float(rng.uniform(0, 360)))


GADGETS: tuple[Thing, ...] = (
    _keyboard, _keyboard, _keyboard, _print, _print, _lamp, _plug, _board, _face, _screw, _sign, _sign,
)  # fmt: skip
