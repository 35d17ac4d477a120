"""Whole cards by their outline alone: four-cornered sheets that stand out from what they lie on."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.quads import between_middles, farthest, height_of, upright, width_of
from vision.cards.settings import SETTINGS
from vision.pictures import Mask, Picture, Quad, least_of, most_of, scaled

_S = SETTINGS.sheets

_TURNS = np.array([[0, 1, 2, 3], [2, 3, 0, 1], [1, 2, 3, 0], [3, 0, 1, 2]])  # of a quadrangle by its corners


def sheets(picture: Picture) -> list[Quad]:
    """The quadrangles of a card's shape in *picture*, in its own pixels, a short side first."""
    scale = min(1.0, _S.longest / max(picture.shape[:2]))
    small = scaled(picture, scale) if scale < 1 else picture
    small = np.asarray(cv2.copyMakeBorder(small, 2, 2, 2, 2, cv2.BORDER_REPLICATE), np.uint8)
    size = small.shape[0] * small.shape[1]
    around = _S.around * size**0.5
    found: list[Quad] = []
    for mask in _masks(small):
        for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if len(outline) < around:
                continue
            quad = _quad_of(np.asarray(outline, np.int32), size)
            if quad is not None and not any(_same(quad, other) for other in found):
                found.append(quad)
            if len(found) == _S.most:
                return _in_picture(found, scale)
    return _in_picture(found, scale)


def _in_picture(found: list[Quad], scale: float) -> list[Quad]:
    return [((quad - 2) / scale).astype(np.float32) for quad in found]


def _masks(small: Picture) -> list[Mask]:
    """What may separate cards from a table: brightness, colourfulness, and closed edges."""
    soft = cv2.GaussianBlur(small, (3, 3), 0)
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    plain = 255 - cv2.subtract(most_of(soft), least_of(soft))
    masks = [cv2.threshold(of, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1] for of in (grey, plain)]
    edges = np.zeros(grey.shape, np.uint8)
    for channel in cv2.split(soft):
        cv2.bitwise_or(edges, cv2.Canny(channel, *_S.edges), dst=edges)
    masks.append(255 - cv2.dilate(edges, np.ones((2, 2), np.uint8)))
    return [np.asarray(mask, np.uint8) for mask in masks]


def _quad_of(outline: NDArray[np.int32], size: int) -> Quad | None:
    """The four corners of an outline that has a card's shape."""
    within = cv2.contourArea(outline)
    if within < _S.full * _S.area[0] * size:
        return None
    hull = np.asarray(cv2.convexHull(outline), np.int32)
    area = cv2.contourArea(hull)
    if not _S.area[0] * size < area < _S.area[1] * size or within < _S.full * area:
        return None
    corners = _four_corners(hull)
    if corners is None or area < _S.full * cv2.contourArea(corners):
        return None
    quad = upright(corners)
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    even = min(sides[0::2]) > 0.7 * max(sides[0::2]) and min(sides[1::2]) > 0.7 * max(sides[1::2])
    return quad if even and _S.tall[0] <= height_of(quad) / max(width_of(quad), 1) < _S.tall[1] else None


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
