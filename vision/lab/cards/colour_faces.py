"""Faces of cards that go by colours: numbers from 1 to 6, and games of colours, digits and actions."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.readers import COLOURS, KINDS, RANKS
from vision.lab.cards import ornament
from vision.lab.cards.marks import bold_fonts, fonts, holds_open, sign, text_mask
from vision.lab.cards.paint import (
    HIGH,
    NOTHING,
    WIDE,
    Corner,
    Face,
    Rng,
    four,
    in_corner,
    paper,
    put,
)
from vision.pictures import Mask, Picture

_INKS = {
    "green": (60, 150, 40),
    "pink": (160, 80, 235),
    "orange": (20, 125, 240),
    "blue": (190, 85, 25),
    "yellow": (20, 205, 245),
    "purple": (145, 45, 110),
    "red": (40, 30, 205),
    "black": (35, 32, 30),
}
_SHADES = {  # what such games print besides
    "green": ((25, 160, 95), (40, 190, 130), (75, 115, 20)),
    "blue": ((230, 160, 20), (150, 60, 10)),
    "yellow": ((60, 235, 250), (10, 165, 235)),
    "red": ((60, 60, 235), (60, 20, 165)),
}
_THICK, _LEANING, _LEAN = 0.45, 0.5, (0.1, 0.36)  # how often a sign is so, and how far its top is moved
_OF_BOLD = 0.5  # how often its font is a bold one
_STRETCHED, _STRETCH = 0.5, (0.85, 1.5)  # how often it is wider than its font has it, and how much
_NAMED, _LETTERED = 0.3, 0.4  # how many show their maker's name; how many that may be any have a word on them
_TALL_OVAL = 0.4  # how often the oval reaches from edge to edge, as the best known game has it
_QUARTERED = 0.8  # how often a card that may be any has four colours in its corners, too
_USUAL = {"1": "green", "2": "pink", "3": "orange", "4": "blue", "5": "yellow", "6": "purple"}


def ink(rng: Rng, name: str) -> NDArray[np.float64]:
    return np.clip(np.array(_INKS[name]) * rng.uniform(0.85, 1.1) + rng.normal(0, 12, 3), 0, 255)


def _shade(rng: Rng, name: str) -> NDArray[np.float64]:
    """Any ink that goes by that name, or between two that do."""
    known = [_INKS[name], *_SHADES.get(name, ())]
    one, other = (np.array(known[rng.integers(len(known))]) for _ in range(2))
    between = one + (other - one) * rng.random()
    return np.asarray(np.clip(between * rng.uniform(0.85, 1.1) + rng.normal(0, 10, 3), 0, 255), np.float64)


def number_card(rng: Rng) -> Face:
    """A card that says a number from 1 to 6 in its colour: digit, frame, corners."""
    canvas = paper(rng)
    rank = str(rng.integers(1, 7))
    name = _USUAL[rank] if rng.random() < 0.7 else str(rng.choice(tuple(_USUAL.values())))
    colour, printed = ink(rng, name), fonts()[0]
    mask = text_mask(rank, str(printed[rng.integers(len(printed))]))
    edge = rng.uniform(0.015, 0.09) * WIDE
    ornament.frame(canvas, edge, rng.uniform(0.008, 0.075) * WIDE, colour)
    if rng.random() < 0.4:
        ornament.frame(canvas, edge + 0.07 * WIDE, 1.2, colour)
    corners = [Corner()] * 4
    if mask is not None:
        tall = rng.uniform(0.27, 0.48) * HIGH
        wide = tall * mask.shape[1] / mask.shape[0]
        put(canvas, mask, (0.5 * WIDE, 0.5 * HIGH), (wide, tall), colour)
        if rank == "6" and rng.random() < 0.5:
            cv2.line(
                canvas,
                (round(0.5 * WIDE - wide / 2), round(0.5 * HIGH + tall * 0.6)),
                (round(0.5 * WIDE + wide / 2), round(0.5 * HIGH + tall * 0.6)),
                colour.tolist(),
                6,
            )
        size = rng.uniform(0.06, 0.12) * HIGH
        at = (edge + rng.uniform(0.06, 0.12) * WIDE, edge + rng.uniform(0.04, 0.08) * HIGH + size / 2)
        corners = _plain_corners(canvas, rng, mask, (*at, size), colour, RANKS.index(rank))
    return Face(canvas, KINDS.index("numbers"), RANKS.index(rank), 0, COLOURS.index(name), four(corners))


def _plain_corners(
    canvas: Picture,
    rng: Rng,
    mask: Mask,
    spot: tuple[float, float, float],
    colour: NDArray[np.float64],
    rank: int,
) -> list[Corner]:
    *at, size = spot
    where = [(0, 2), (0, 1, 2, 3), (0, 2), ()][rng.integers(4)]
    wide = min(size * mask.shape[1] / mask.shape[0], 0.22 * WIDE)
    middle = max(at[0], wide / 2 + 4), at[1]
    return [
        Corner(rank, 0, in_corner(canvas, n, mask, middle, (wide, size), colour)) if n in where else Corner()
        for n in range(4)
    ]


def back_with_word(rng: Rng) -> Face:
    """The back of such a game's cards: a word across an oval, mostly on one colour within a pale rim."""
    canvas = paper(rng)
    edge = round(rng.uniform(0.02, 0.1) * WIDE) if rng.random() < 0.9 else 0
    grounds = ("black", "black", "red", "blue", "green", "yellow", "purple", "orange")
    ground, oval = rng.choice(grounds, 2)
    ornament.box(canvas, edge, ink(rng, str(ground)))
    if rng.random() < 0.85:
        light = paper(rng)[0, 0] if rng.random() < 0.2 else ink(rng, str(oval))
        _ring(canvas, rng, edge, light, bool(rng.random() < 0.8))
    _across(canvas, rng, edge)
    if rng.random() < 0.3:
        small = rng.uniform(0.1, 0.3) * WIDE, rng.uniform(0.015, 0.04) * HIGH
        in_corner(
            canvas,
            int(rng.integers(4)),
            _word(rng),
            (edge + 0.2 * WIDE, edge + 0.05 * HIGH),
            small,
            np.full(3, 235.0),
        )
    return Face(canvas, KINDS.index("back"), 0, 0, 0, NOTHING)


_SIGNS = (*(str(n) for n in range(10)), "skip", "reverse", "draw2", "draw4", "wild")
_MUCH_ALIKE, _HARD = ("3", "8", "3", "8", "0", "4", "7", "5", "6", "9", "reverse", "reverse"), 0.4


def action_card(rng: Rng) -> Face:
    """A card of a game of colours, digits and actions."""
    rank = str(rng.choice(_MUCH_ALIKE if rng.random() < _HARD else _SIGNS))
    dark = rank in ("draw4", "wild")
    name = "black" if dark else str(rng.choice(("red", "green", "green", "blue", "yellow", "yellow")))
    canvas, colour, white = paper(rng), _shade(rng, name), np.full(3, 250.0)
    edge = round(rng.uniform(0.03, 0.1) * WIDE)
    ornament.box(canvas, edge, colour)
    ringed = rng.random() < 0.88
    filled = ringed and rng.random() < 0.5
    middle = (WIDE // 2, HIGH // 2)
    axes = (
        _ring(canvas, rng, edge, white if rng.random() < 0.6 else paper(rng)[0, 0], filled)
        if ringed
        else _AXES
    )
    mark = _action_mark(rng, rank)
    if mark is None:
        return Face(canvas, KINDS.index("uno"), 0, 0, COLOURS.index(name), NOTHING)
    inks = [ink(rng, c) for c in ("red", "blue", "green", "yellow")]
    if rank in ("wild", "draw4"):
        lean = float(rng.uniform(20, 40)) if rng.random() < 0.5 else 0.0
        ornament.four_colours(canvas, rng, middle, axes, inks, None if rank == "draw4" else lean)
    elif rank == "draw2":
        ornament.two_cards(canvas, rng, colour if filled else white)
    else:
        _big_sign(canvas, rng, mark, colour if filled else white)
    if rank == "wild" and rng.random() < _LETTERED:
        _across(canvas, rng, edge)
    if rng.random() < _NAMED:
        _maker(canvas, rng, edge)
    size = rng.uniform(0.07, 0.14) * HIGH
    at = (edge + rng.uniform(0.07, 0.13) * WIDE, edge + rng.uniform(0.02, 0.05) * HIGH + size / 2)
    corners = _shaded_corners(canvas, rng, mark, (*at, size), RANKS.index(rank))
    if rank == "wild" and rng.random() < _QUARTERED:
        _quarter(canvas, rng, corners, inks)
    return Face(canvas, KINDS.index("uno"), RANKS.index(rank), 0, COLOURS.index(name), four(corners))


_AXES = (round(0.36 * WIDE), round(0.36 * HIGH))


def _shaded_corners(
    canvas: Picture, rng: Rng, mark: Mask, spot: tuple[float, float, float], rank: int
) -> list[Corner]:
    """White signs in the corners, with a shadow below them, a dark line around them, both, or neither."""
    (x, y, size), light = spot, np.full(3, rng.uniform(205, 252))
    seed, shade, dice = int(rng.integers(1 << 30)), np.full(3, rng.uniform(10, 70)), rng.random()
    under = [(mark, spot)]
    if dice < 0.6:
        away = rng.uniform(-4.5, 4.5), rng.uniform(-1, 4.5)
        under = [(mark, (x + away[0] * share, y + away[1] * share, size * 1.02)) for share in (1.0, 0.5)]
    if 0.45 < dice < 0.8:
        more = int(rng.integers(5, 15))
        dark = cv2.dilate(np.pad(mark, more // 2), np.ones((more, more), np.uint8))
        under.append((np.asarray(dark, np.uint8), (x, y, size * dark.shape[0] / mark.shape[0])))
    for mask, at in under:
        _plain_corners(canvas, np.random.default_rng(seed), mask, at, shade, 0)
    return _plain_corners(canvas, np.random.default_rng(seed), mark, spot, light, rank)


def _quarter(canvas: Picture, rng: Rng, corners: list[Corner], inks: list[NDArray[np.float64]]) -> None:
    """The four colours in the ovals of its corners, as in the one in the middle."""
    lean = float(rng.uniform(15, 45)) if rng.random() < 0.6 else 0.0
    slim = rng.uniform(0.6, 1.0)
    for n, corner in enumerate(corners):
        if not corner.rank:
            continue
        x, y = (corner.box[0] + corner.box[2]) / 2, (corner.box[1] + corner.box[3]) / 2
        x, y = (x, y) if n in (0, 1) else (1 - x, 1 - y)
        tall = (corner.box[3] - corner.box[1]) * HIGH * 0.43
        ornament.quartered(
            canvas, (round(x * WIDE), round(y * HIGH)), (round(tall * slim), round(tall)), inks, lean
        )


def _ring(canvas: Picture, rng: Rng, edge: int, light: NDArray[np.float64], filled: bool) -> tuple[int, int]:
    """The oval or the circle in the middle, filled or as a line, perhaps up to the edge; gives its axes."""
    middle = (WIDE // 2, HIGH // 2)
    lean = float(rng.uniform(-40, 0) if rng.random() < 0.7 else 0.0)
    axes = (round(WIDE * rng.uniform(0.3, 0.42)), round(HIGH * rng.uniform(0.28, 0.44)))
    dice = rng.random()
    if dice < _TALL_OVAL:
        axes, lean = (
            (round(WIDE * rng.uniform(0.36, 0.46)), round(HIGH * rng.uniform(0.36, 0.46))),
            -rng.uniform(15, 45),
        )
    elif dice < 0.65:
        r = round(WIDE * rng.uniform(0.3, 0.5))
        axes, lean = (r, r), 0.0
    thick = -1 if filled else int(rng.integers(4, 9))
    inside = np.ascontiguousarray(canvas[:, edge : WIDE - edge])
    cv2.ellipse(
        inside,
        (middle[0] - edge, middle[1]),
        axes,
        -lean,
        0,
        360,
        np.asarray(light, float).tolist(),
        thick,
        cv2.LINE_AA,
    )
    if filled and rng.random() < 0.3:
        for angle in np.arange(0, 2 * np.pi, rng.uniform(0.1, 0.3)):
            end = middle[0] - edge + axes[0] * np.cos(angle), middle[1] + axes[1] * np.sin(angle)
            cv2.line(
                inside,
                (middle[0] - edge, middle[1]),
                (round(end[0]), round(end[1])),
                (205, 210, 212),
                1,
                cv2.LINE_AA,
            )
    canvas[:, edge : WIDE - edge] = inside
    return axes


def _big_sign(canvas: Picture, rng: Rng, mark: Mask, colour: NDArray[np.float64]) -> None:
    """The sign in the middle, with its shadow, perhaps with a dark line around it."""
    tall = rng.uniform(0.26, 0.46) * HIGH
    size = (min(tall * mark.shape[1] / mark.shape[0], 0.6 * WIDE), tall)
    away = rng.uniform(-9, 9, 2) if rng.random() < 0.85 else np.zeros(2)
    middle, shade = (WIDE / 2, HIGH / 2), np.full(3, 20.0)
    under, at_once = mark, size
    if rng.random() < 0.45:  # a dark line around it, with a shadow of its own
        under = np.asarray(cv2.dilate(np.pad(mark, 6), np.ones((11, 11), np.uint8)), np.uint8)
        at_once = size[0] * under.shape[1] / mark.shape[1], size[1] * under.shape[0] / mark.shape[0]
    for share in (1.0, 0.75, 0.5, 0.25, 0.0):
        put(canvas, under, (middle[0] + away[0] * share, middle[1] + away[1] * share), at_once, shade)
    put(canvas, mark, middle, size, colour)


def _maker(canvas: Picture, rng: Rng, edge: int) -> None:
    """A maker's name in one or both of the corners that have no sign, on a plate or not, in a line or two."""
    wide, tall = rng.uniform(0.2, 0.36) * WIDE, rng.uniform(0.05, 0.08) * HIGH
    lines = [_word(rng) for _ in range(2 if rng.random() < 0.5 else 1)]
    tint = ink(rng, str(rng.choice(("red", "yellow", "black", "orange"))))
    plate, shade, both = rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.3
    for n in (1, 3) if both else (1,) if rng.random() < 0.7 else (3,):
        y = edge + rng.uniform(0.035, 0.06) * HIGH
        if plate:
            block = np.full((8, 16), 255, np.uint8)
            light = paper(rng)[0, 0].astype(np.float64)
            at = edge + wide * 0.6, y + tall * (len(lines) - 1) / 2
            in_corner(canvas, n, block, at, (wide * 1.15, tall * len(lines) * 1.3), light)
        for k, mask in enumerate(lines):
            spot = edge + wide * 0.6, y + k * tall * 1.05
            size = wide * (0.8 if k else 1.0), tall
            if shade:
                in_corner(canvas, n, mask, (spot[0] - 3, spot[1] + 2), size, np.full(3, 20.0))
            in_corner(canvas, n, mask, spot, size, tint)


def _word(rng: Rng) -> Mask:
    printed = bold_fonts()
    word = "".join(rng.choice(list("ABDEFILNOPRSUVW!"), int(rng.integers(3, 6)))).replace("!", "I")
    mask = text_mask(word, str(printed[rng.integers(len(printed))]))
    return np.full((8, 16), 255, np.uint8) if mask is None else mask


def _across(canvas: Picture, rng: Rng, edge: int) -> None:
    """A word across the middle of a card, perhaps rising."""
    mask, rise = _word(rng), rng.uniform(0, 35) * (rng.random() < 0.6)
    high, wide = mask.shape
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), rise, 1.0)
    box = round(wide * 1.0), round(wide * 0.7 + high)
    matrix[:, 2] += (box[0] - wide) / 2, (box[1] - high) / 2
    turned = np.asarray(cv2.warpAffine(mask, matrix, box), np.uint8)
    scale = rng.uniform(0.55, 0.8) * (WIDE - 2 * edge) / box[0]
    size, middle = (box[0] * scale, box[1] * scale), (WIDE / 2, HIGH / 2)
    dark = np.asarray(cv2.dilate(turned, np.ones((13, 13), np.uint8)), np.uint8)
    put(canvas, dark, middle, size, np.full(3, 20.0))
    put(
        canvas,
        turned,
        middle,
        size,
        ink(rng, str(rng.choice(("yellow", "red")))) if rng.random() < 0.5 else np.full(3, 250.0),
    )


def _action_mark(rng: Rng, rank: str) -> Mask | None:
    if rank in ("skip", "reverse", "wild"):
        return sign(rank, rng)
    printed = bold_fonts() if rng.random() < _OF_BOLD else fonts()[0]
    mask = text_mask({"draw2": "+2", "draw4": "+4"}.get(rank, rank), str(printed[rng.integers(len(printed))]))
    if mask is None:
        return None
    if rank in ("6", "9") and rng.random() < 0.7:
        line = np.zeros((14, mask.shape[1]), np.uint8)
        line[5:] = 255
        mask = np.vstack([mask, line])
    return _set_bold(rng, mask)


def _set_bold(rng: Rng, mask: Mask) -> Mask:
    """The sign as such games like to print it: wide, leaning forward, and thicker."""
    if rng.random() < _STRETCHED:
        wide = round(mask.shape[1] * rng.uniform(*_STRETCH))
        mask = np.asarray(cv2.resize(mask, (max(2, wide), mask.shape[0])), np.uint8)
    if rng.random() < _THICK:
        more = int(rng.integers(3, 10))
        thick = np.asarray(cv2.dilate(np.pad(mask, more // 2), np.ones((more, more), np.uint8)), np.uint8)
        mask = thick if holds_open(mask, thick) else mask
    if rng.random() < _LEANING:
        lean, (high, wide) = rng.uniform(*_LEAN), mask.shape
        matrix = np.array([[1.0, -lean, lean * high], [0.0, 1.0, 0.0]])
        mask = np.asarray(cv2.warpAffine(mask, matrix, (round(wide + lean * high), high)), np.uint8)
    return mask
