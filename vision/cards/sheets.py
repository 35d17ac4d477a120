"""Whole cards by their outline alone: four-cornered sheets that stand out from what they lie on."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.flat import HIGH, WIDE
from vision.cards.outlines import Outline
from vision.cards.quads import (
    UNIT,
    between_middles,
    farthest,
    height_of,
    led,
    turned_round,
    upright,
    way_onto,
    width_of,
)
from vision.pictures import Mask, Picture, Quad, scaled

_LONGEST = 512
_AREA = (0.0025, 0.8)  # of the picture
_AROUND = 0.17  # times the root of the picture's area: no outline of a card is shorter
_FULL = 0.9  # of its hull and of its four corners' quadrangle that a sheet fills
_TALL, _ASLANT = (1.15, 1.9), (1.0, 2.3)  # height over width; that of cards seen from low down
_BOXED, _SLENDER = 0.7, 2.5  # of a box about it that a card fills at least; the box's height over its width
_MOST = 60
_TURNS = np.array([[0, 1, 2, 3], [2, 3, 0, 1], [1, 2, 3, 0], [3, 0, 1, 2]])  # of a quadrangle by its corners


def sheets(picture: Picture, aslant: bool = False) -> list[Quad]:
    """The quadrangles of a card's shape in *picture*, in its own pixels, a short side first.

    *aslant*: square and slender ones too, as cards look that are seen from low down.
    """
    tall = _ASLANT if aslant else _TALL
    scale = min(1.0, _LONGEST / max(picture.shape[:2]))
    small = scaled(picture, scale) if scale < 1 else picture
    small = np.asarray(cv2.copyMakeBorder(small, 2, 2, 2, 2, cv2.BORDER_REPLICATE), np.uint8)
    size = small.shape[0] * small.shape[1]
    around = _AROUND * size**0.5
    found: list[Quad] = []
    for mask in _masks(small):
        for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if len(outline) < around:
                continue
            quad = _quad_of(np.asarray(outline, np.int32), size, tall)
            if quad is not None and not any(_same(quad, other) for other in found):
                found.append(quad)
    return [((quad - 2) / scale).astype(np.float32) for quad in found[:_MOST]]


def _masks(small: Picture) -> list[Mask]:
    """What may separate cards from a table: brightness, colourfulness, and closed edges."""
    soft = cv2.GaussianBlur(small, (3, 3), 0)
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    plain = 255 - cv2.subtract(
        cv2.max(cv2.max(*cv2.split(soft)[:2]), soft[..., 2]),
        cv2.min(cv2.min(*cv2.split(soft)[:2]), soft[..., 2]),
    )
    masks = []
    for channel in (grey, plain):
        level, mask = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        masks.append(mask)
        higher = cv2.threshold(channel, (level + 255) / 2, 255, cv2.THRESH_BINARY)[1]
        masks.append(higher)
    for low, high in ((25, 70), (60, 150)):
        edges = np.zeros(grey.shape, np.uint8)
        for channel in cv2.split(soft):
            cv2.bitwise_or(edges, cv2.Canny(channel, low, high), dst=edges)
        masks.append(255 - cv2.dilate(edges, np.ones((2, 2), np.uint8)))
    return [np.asarray(mask, np.uint8) for mask in masks]


def _quad_of(outline: NDArray[np.int32], size: int, tall: tuple[float, float]) -> Quad | None:
    """The four corners of an outline that has a card's shape."""
    within = cv2.contourArea(outline)
    if within < _FULL * _AREA[0] * size:
        return None
    hull = np.asarray(cv2.convexHull(outline), np.int32)
    area = cv2.contourArea(hull)
    if not _AREA[0] * size < area < _AREA[1] * size or within < _FULL * area:
        return None
    if not _may_be_card(hull, area):
        return None
    corners = _four_corners(hull)
    if corners is None or area < _FULL * cv2.contourArea(corners):
        return None
    quad = upright(corners)
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    even = min(sides[0::2]) > 0.7 * max(sides[0::2]) and min(sides[1::2]) > 0.7 * max(sides[1::2])
    return quad if even and tall[0] <= height_of(quad) / max(width_of(quad), 1) < tall[1] else None


def _may_be_card(hull: NDArray[np.int32], area: float) -> bool:
    """Does it fill most of an upright box about it, that is not too slender for a card seen aslant?"""
    across, down = sorted(cv2.minAreaRect(hull)[1])
    return area > _BOXED * across * down and down < _SLENDER * across


def _four_corners(hull: NDArray[np.int32]) -> NDArray[np.float32] | None:
    """The quadrangle about a hull: its four longest straight runs, prolonged until they meet."""
    around = cv2.arcLength(hull, True)
    points = cv2.approxPolyDP(hull, 0.01 * around, True)[:, 0].astype(np.float32)
    if len(points) < 4:
        return None
    sides = np.roll(points, -1, axis=0) - points
    longest = np.sort(np.argsort(-np.hypot(*sides.T))[:4])
    starts, ways = points[longest], sides[longest]
    then = [1, 2, 3, 0]  # each meets the next
    across = ways[:, 0] * ways[then, 1] - ways[:, 1] * ways[then, 0]
    length = np.hypot(*ways.T)
    if (np.abs(across) < 0.3 * length * length[then]).any():
        return None
    d = starts[then] - starts
    t = (d[:, 0] * ways[then, 1] - d[:, 1] * ways[then, 0]) / across
    return np.asarray(starts + ways * t[:, None], np.float32)


def _same(one: Quad, other: Quad) -> bool:
    near = 0.06 * float(np.hypot(*(one[2] - one[0])))
    if between_middles(one, other) > near:  # which are no further apart than corners are
        return False
    return any(farthest(one, other[turned]) < near for turned in _TURNS)


# --- frames printed on the cards of a deck ---

Frame = tuple[float, ...]  # x and y of its four corners, from 0 to 1 across and down the card
LARGE = (3 * WIDE, 3 * HIGH)  # pixels of a card in which fine frames can be seen
_ROOM = 40  # pixels around it
_FRAMED = (0.3, 0.93)  # of the card
_ALIKE = 0.03  # of the card
_MANY = 0.2  # of the faces must have the frame


def inner_frames(cards: Sequence[Picture]) -> tuple[Frame, ...]:
    """The frames that many of the large flattened *cards* have in the same place, the commonest first."""
    found = [frame for card in cards for frame in _frames_of(card)]
    out: list[tuple[int, Frame]] = []
    left = found
    while left:
        same = [f for f in left if np.abs(f - left[0]).max() < _ALIKE]
        if len(same) >= max(2.0, _MANY * len(cards)):
            out.append((len(same), tuple(float(v) for v in np.median(same, axis=0).ravel())))
        left = [f for f in left if np.abs(f - left[0]).max() >= _ALIKE]
    return tuple(frame for _, frame in sorted(out, reverse=True)[:2])


def _frames_of(card: Picture) -> list[NDArray[np.float64]]:
    room = cv2.copyMakeBorder(card, *(_ROOM,) * 4, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    out = []
    for quad in sheets(np.asarray(room, np.uint8)):
        frame = (quad.astype(np.float64) - _ROOM) / LARGE
        upright = min((np.roll(frame, turn, axis=0) for turn in range(4)), key=lambda f: float(f[0].sum()))
        if _FRAMED[0] < cv2.contourArea(frame.astype(np.float32)) < _FRAMED[1]:
            out.append(upright)
    return out


def enlarged(outline: Outline, frame: Frame) -> list[Outline]:
    """The cards on which *outline* would be that printed frame: upright, and turned round."""
    corners = np.array(frame, np.float32).reshape(4, 2)
    printed = corners * (WIDE, HIGH)
    quad = outline.quad if width_of(printed) <= height_of(printed) else np.roll(outline.quad, 1, axis=0)
    ways = (way_onto(turned) @ np.linalg.inv(way_onto(corners)) for turned in (quad, turned_round(quad)))
    return [Outline(led(way, UNIT).astype(np.float32), outline.seen) for way in ways]
