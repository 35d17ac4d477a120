"""A camera in somebody's hand: how the whole picture moved between two looks, and what moved besides.

Only what nearly all that can be told apart agrees on is a movement of the camera: a die that rolls takes
nothing with it.
"""

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen, DieSeen

Floats = NDArray[np.float64]
Small = NDArray[np.float32]

_POINTS, _FEWEST = 80, 6  # that are followed from one picture to the other, and how many must be found again
_AGREE = 0.6  # share of them that must have moved as one
_NEAR = 0.7  # pixels of the small picture: so near to where it would be, a point has moved with the others
_SPREAD = 0.005  # share of the picture that they lie spread over: two dice do on a bare table
_MOST_SCALED = 0.1  # by so much a hand brings the camera nearer from one look to the next


class Shake(Struct, frozen=True, eq=False):
    """How the picture moved, as a 2x3 matrix from pixels of before to pixels of now."""

    matrix: Floats

    def die(self, die: DieSeen) -> DieSeen:
        """*die* where it is seen now."""
        x, y, wide, high = die.box
        across, down = self._seen([(x + wide / 2, y + high / 2)])[0]
        return replace(die, box=(across - wide / 2, down - high / 2, wide, high))

    def card(self, card: CardSeen) -> CardSeen:
        """*card* where it is seen now."""
        a, b, c, d = self._seen(list(card.corners))
        return replace(card, corners=(a, b, c, d))

    def larger(self, times: float) -> "Shake":
        """The same in pictures so many times as large."""
        return Shake(self.matrix * (1, 1, times))

    def applied_to(self, picture: Small) -> Small:
        """A small *picture* of before as it would be seen now; NaN is what comes in from beyond."""
        high, wide = picture.shape[:2]
        moved = cv2.warpAffine(
            picture, self.matrix, (wide, high), borderMode=cv2.BORDER_CONSTANT, borderValue=(np.nan,) * 3
        )
        return np.asarray(moved, np.float32)

    def _seen(self, points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        whole = np.column_stack([np.array(points, np.float64), np.ones(len(points))]) @ self.matrix.T
        return [(float(x), float(y)) for x, y in whole]


def shaken(before: Small, now: Small) -> Shake | None:
    """How the camera moved between two small pictures; None if the picture did not move as one."""
    old, new = (
        cv2.cvtColor(np.clip(one, 0, 255).astype(np.uint8), cv2.COLOR_BGR2GRAY) for one in (before, now)
    )
    points = cv2.goodFeaturesToTrack(old, _POINTS, 0.01, 3)
    if points is None or len(points) < _FEWEST:
        return None
    found, known, _ = cv2.calcOpticalFlowPyrLK(old, new, points, points.copy(), winSize=(13, 13), maxLevel=3)
    seen = known[:, 0] > 0
    if seen.sum() < _FEWEST:
        return None
    here, there = points[seen, 0], found[seen, 0]
    matrix, inside = cv2.estimateAffinePartial2D(here, there, ransacReprojThreshold=_NEAR)
    if matrix is None or not np.isfinite(matrix).all():
        return None
    with_it = here[inside[:, 0] > 0]
    if len(with_it) < max(_FEWEST, _AGREE * len(points)):
        return None
    spread = cv2.contourArea(cv2.convexHull(with_it)) / old.size
    scaled = abs(float(np.hypot(matrix[0, 0], matrix[1, 0])) - 1)
    return Shake(np.asarray(matrix, np.float64)) if spread >= _SPREAD and scaled < _MOST_SCALED else None
