"""Faces of cards that go by colours: numbers from 1 to 6, and games of colours, digits and actions."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.words import COLOURS, KINDS, RANKS
from vision.learn.cards import ornament
from vision.learn.cards.marks import fonts, sign, text_mask
from vision.learn.cards.paint import (
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
_USUAL = {"1": "green", "2": "pink", "3": "orange", "4": "blue", "5": "yellow", "6": "purple"}


def ink(rng: Rng, name: str) -> NDArray[np.float64]:
    return np.clip(np.array(_INKS[name]) * rng.uniform(0.85, 1.1) + rng.normal(0, 12, 3), 0, 255)


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
        corners = _plain_corners(canvas, rng, mask, size, at, colour, RANKS.index(rank))
    return Face(canvas, KINDS.index("numbers"), RANKS.index(rank), 0, COLOURS.index(name), four(corners))


def _plain_corners(
    canvas: Picture,
    rng: Rng,
    mask: Mask,
    size: float,
    at: tuple[float, float],
    colour: NDArray[np.float64],
    rank: int,
) -> list[Corner]:
    where = [(0, 2), (0, 1, 2, 3), (0, 2), ()][rng.integers(4)]
    wide = min(size * mask.shape[1] / mask.shape[0], 0.22 * WIDE)
    at = max(at[0], wide / 2 + 4), at[1]
    return [
        Corner(rank, 0, in_corner(canvas, n, mask, at, (wide, size), colour)) if n in where else Corner()
        for n in range(4)
    ]


def action_card(rng: Rng) -> Face:
    """A card of a game of colours, digits and actions."""
    rank = str(
        rng.choice(("0", "1", *[str(n) for n in range(2, 10)], "skip", "reverse", "draw2", "draw4", "wild"))
    )
    dark = rank in ("draw4", "wild")
    name = "black" if dark else str(rng.choice(("red", "green", "blue", "yellow")))
    canvas, colour, white = paper(rng), ink(rng, name), np.full(3, 250.0)
    edge = round(rng.uniform(0.03, 0.085) * WIDE)
    ornament.box(canvas, edge, colour)
    filled, lean = rng.random() < 0.5, float(rng.uniform(-40, 0) if rng.random() < 0.7 else 0.0)
    middle = (WIDE // 2, HIGH // 2)
    axes = (round(WIDE * rng.uniform(0.3, 0.4)), round(HIGH * rng.uniform(0.28, 0.44)))
    if rng.random() < 0.3:
        axes = (axes[0], axes[0])
    ringed = rng.random() < 0.85
    filled = filled and ringed
    if ringed:
        cv2.ellipse(canvas, middle, axes, -lean, 0, 360, white.tolist(), -1 if filled else 6, cv2.LINE_AA)
    shade = np.full(3, 20.0)
    mark = _action_mark(rng, rank)
    if mark is None:
        return Face(canvas, KINDS.index("uno"), 0, 0, COLOURS.index(name), NOTHING)
    if rank in ("wild", "draw4"):
        ornament.four_colours(
            canvas,
            rng,
            middle,
            axes,
            [ink(rng, c) for c in ("red", "blue", "green", "yellow")],
            rank == "wild",
        )
    elif rank == "draw2":
        ornament.two_cards(canvas, rng, colour if filled else white)
    else:
        tall = rng.uniform(0.28, 0.45) * HIGH
        size = (min(tall * mark.shape[1] / mark.shape[0], 0.6 * WIDE), tall)
        put(canvas, mark, (middle[0] + 5, middle[1] + 5), size, shade)
        put(canvas, mark, middle, size, colour if filled else white)
    size = rng.uniform(0.08, 0.14) * HIGH
    at = (edge + rng.uniform(0.08, 0.12) * WIDE, edge + 0.03 * HIGH + size / 2)
    corners = _plain_corners(canvas, rng, mark, size, at, white, RANKS.index(rank))
    return Face(canvas, KINDS.index("uno"), RANKS.index(rank), 0, COLOURS.index(name), four(corners))


def _action_mark(rng: Rng, rank: str) -> Mask | None:
    if rank in ("skip", "reverse", "wild"):
        return sign(rank, rng)
    printed = fonts()[0]
    mask = text_mask({"draw2": "+2", "draw4": "+4"}.get(rank, rank), str(printed[rng.integers(len(printed))]))
    if mask is not None and rank in ("6", "9") and rng.random() < 0.7:
        line = np.zeros((14, mask.shape[1]), np.uint8)
        line[5:] = 255
        mask = np.vstack([mask, line])
    return mask
