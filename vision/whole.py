"""Dice in a picture of which nothing is known: no mat, no camera height, no size of dice.

The size is found from the picture's own square things; then the picture is brought to a scale at which the
dice
have the usual size, and the same stages read it as read the tray.
"""

from typing import TypeVar

import cv2
import numpy as np
from msgspec.structs import replace

from companion.sightings import DieSeen, PassedOver
from vision.dice import Expected, find_dice
from vision.dice.decide import decide
from vision.dice.locate import Clump, clumps
from vision.flatten import as_flat
from vision.pictures import Picture, shrunk
from vision.wanted import Wanted

Thing = TypeVar("Thing", DieSeen, PassedOver)
_LONGEST = 1280
_EDGE = 34.0  # pixels of a die at the scale at which it is read
_SMALLEST, _LARGEST = 10.0, 420.0
_SLACK = 0.22
_SQUARE, _SOLID = 1.45, 0.72
_MOST_CLUMPS = 80


def dice_anywhere(picture: Picture, wanted: Wanted) -> tuple[tuple[DieSeen, ...], tuple[PassedOver, ...]]:
    """The dice of *picture* and what was passed over, in its own pixels."""
    seen, scale = shrunk(picture, _LONGEST)
    edge = die_edge(seen)
    if edge is None:
        return (), (
            PassedOver("die", (0, 0, picture.shape[1], picture.shape[0]), "nothing square stands out"),
        )
    again = _EDGE / edge
    size = (max(16, round(seen.shape[1] * again)), max(16, round(seen.shape[0] * again)))
    way = cv2.INTER_AREA if again < 1 else cv2.INTER_LINEAR
    flat = as_flat(np.asarray(cv2.resize(seen, size, interpolation=way), np.uint8))
    found = find_dice(flat, Expected(_EDGE, _SLACK), wanted.types)
    dice, passed = decide(flat, found.dice, wanted.dice)
    back = 1 / (scale * again)
    return tuple(_scaled(die, back) for die in dice), tuple(
        _scaled(p, back) for p in (*found.passed_over, *passed)
    )


def die_edge(picture: Picture) -> float | None:
    """The edge of most square things in *picture* in pixels; None if there are none."""
    edges = []
    for guess in (24.0, 90.0):
        small = (
            picture
            if guess < 50
            else np.asarray(
                cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), np.uint8
            )
        )
        factor = picture.shape[1] / small.shape[1]
        if min(small.shape[:2]) < 48:
            continue
        things = clumps(as_flat(small), Expected(24.0))
        if len(things) <= _MOST_CLUMPS:
            edges += [edge * factor for edge in map(_edge_of, things) if edge is not None]
    edges = [edge for edge in edges if _SMALLEST <= edge <= _LARGEST]
    return float(np.median(edges)) if edges else None


def _edge_of(clump: Clump) -> float | None:
    """The edge of a clump that is about square and solid."""
    if clump.at_edge:
        return None
    outlines, _ = cv2.findContours(clump.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outline = max(outlines, key=cv2.contourArea)
    _, (one, other), _ = cv2.minAreaRect(outline)
    short, long = min(one, other), max(one, other)
    if short < 8 or long / short > _SQUARE or cv2.contourArea(outline) < _SOLID * short * long:
        return None
    return float(short * 0.96)


def _scaled(thing: Thing, by: float) -> Thing:
    x, y, width, height = (float(v) * by for v in thing.box)
    return replace(thing, box=(x, y, width, height))
