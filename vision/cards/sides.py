"""The sides of a card in a picture: how much of them lies on edges that are seen, and where it lies best."""

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.smaller import scaled
from vision.pictures import Picture

Floats = NDArray[np.float64]
_WIDE = 84.0  # pixels of a card in the picture in which edges are followed
_CLEAR = 26.0  # grey levels from pixel to pixel at which an edge is clear
_STEPS = 12  # spots along each side that are looked at,
_FROM, _TO = 0.06, 0.94  # from its one end to the other
_ALONG, _NEXT = np.linspace(_FROM, _TO, _STEPS), np.array([1, 2, 3, 0])
_FINER = 0.4  # the second round looks so much closer


class Edges(Struct, frozen=True, eq=False):
    """How much the picture changes across and down, in a smaller copy of it."""

    slopes: Floats  # rows, columns, 2
    scale: float


def edges_of(picture: Picture, wide: float) -> Edges:
    """The edges of *picture*, of which cards are about so many pixels *wide*."""
    scale = min(1.0, _WIDE / wide)
    small = scaled(picture, scale)
    soft = cv2.blur(small, (2, 2))
    across, down, steepest = (np.zeros(soft.shape[:2], np.float32) for _ in range(3))
    for channel in cv2.split(soft):
        ways = [cv2.Scharr(channel, cv2.CV_32F, x, 1 - x, scale=1 / 32) for x in (1, 0)]
        steep = cv2.magnitude(*ways)
        stronger = cv2.compare(steep, steepest, cv2.CMP_GT)
        for kept, new in zip((across, down, steepest), (*ways, steep), strict=True):
            cv2.copyTo(new, stronger, kept)
    return Edges(np.asarray(cv2.merge([across, down])), scale)


def borne(quads: Floats, edges: Edges) -> Floats:
    """Which share of the sides of each of the *quads*, shape (n, 4, 2), lies on edges."""
    x, y = quads.reshape(-1, 4, 2).transpose(2, 0, 1)
    right, down = x[:, _NEXT] - x, y[:, _NEXT] - y
    length = np.hypot(right, down)
    spots = [
        ((start[:, :, None] + way[:, :, None] * _ALONG) * edges.scale - 0.5).astype(np.float32)
        for start, way in ((x, right), (y, down))
    ]
    rows = 4 * len(x), _STEPS
    # beyond the picture there are none
    slopes = cv2.remap(edges.slopes, spots[0].reshape(rows), spots[1].reshape(rows), cv2.INTER_NEAREST)
    across, downwards = (cv2.extractChannel(slopes, n).reshape(-1, 4, _STEPS) for n in (0, 1))
    steep = np.abs(across * down[:, :, None] - downwards * right[:, :, None])
    clear = np.minimum(steep, _CLEAR * length[:, :, None]).sum(axis=(1, 2))
    return np.asarray(clear / (_STEPS * _CLEAR * length.sum(axis=1)))


class Lies(Struct, frozen=True, eq=False):
    """How a card lies on the table: where, and turned by how much."""

    spot: Floats
    angle: float


def corners_of(shape: Floats, lies: Lies) -> Floats:
    c, s = np.cos(lies.angle), np.sin(lies.angle)
    return np.asarray(shape @ np.array([[c, s], [-s, c]]) + lies.spot)


def settled(
    shape: Floats, lies: Lies, back: Floats, edges: Edges, reach: tuple[float, float]
) -> tuple[Lies, float]:
    """Where, near to how it *lies*, most sides of a card of that *shape* are seen; and how much of them.

    *back* leads from the table to the picture; *reach*: how far it may be turned (radians) and moved.
    """
    seen = 0.0
    for finer in (1.0, _FINER):
        turn, move = np.linspace(-reach[0], reach[0], 7) * finer, np.linspace(-reach[1], reach[1], 5) * finer
        turns, xs, ys = (grid.ravel() for grid in np.meshgrid(lies.angle + turn, move, move))
        c, s = np.cos(turns), np.sin(turns)
        matrix = np.stack([np.stack([c, s], 1), np.stack([-s, c], 1)], 1)
        moved = np.stack([xs, ys], axis=1)[:, None]
        sides = borne(((shape[None] + moved) @ matrix + lies.spot) @ back, edges)
        best = int(sides.argmax())
        lies = Lies(lies.spot + moved[best, 0] @ matrix[best], float(turns[best]))
        seen = float(sides[best])
    return lies, seen
