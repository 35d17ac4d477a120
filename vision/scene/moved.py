"""Camera, mat or table were moved: where in the picture things are seen now that lie as they lay.

A camera on a stand is followed by the mat's markers (`Elsewhere`), one in somebody's hand by the picture
itself (`Shake`): only what nearly all that can be distinguished agrees on is a movement of the camera, for a
die that rolls takes nothing with it.
"""

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen, DieSeen
from vision.calibration import Calibration, Floats

Small = NDArray[np.float32]

_POINTS, _FEWEST = 80, 6  # that are followed from one picture to the other, and how many must be found again
_AGREE = 0.6  # share of them that must have moved as one
_NEAR = 0.7  # pixels of the small picture: so near to where it would be, a point has moved with the others
_SPREAD = 0.005  # share of the picture that they lie spread over: two dice do on a bare table
_MOST_SCALED = 0.1  # by so much a hand brings the camera nearer from one look to the next


class Elsewhere(Struct, frozen=True):
    """From places in pictures of *before* to those in pictures of *now*, by the mat that is in both."""

    before: Calibration
    now: Calibration

    def die(self, die: DieSeen) -> DieSeen:
        """*die*, its box about as large as it was."""
        x, y, width, height = die.box
        corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        seen = self._seen(corners, self.before.die_edge)
        (left, top), (wide, high) = seen.mean(axis=0), np.ptp(seen, axis=0)
        return replace(die, box=(float(left - wide / 2), float(top - high / 2), float(wide), float(high)))

    def card(self, card: CardSeen) -> CardSeen:
        a, b, c, d = ((float(x), float(y)) for x, y in self._seen(np.array(card.corners), 0.0))
        return replace(card, corners=(a, b, c, d))

    def _seen(self, pixels: Floats, height: float) -> Floats:
        """Where points in a picture of before, *height* millimetres above the mat, are seen now."""
        on_mat = self.before.on_table(pixels, height)
        return self.now.project(np.column_stack([on_mat, np.full(len(on_mat), height)]))


def elsewhere(before: Calibration | None, now: Calibration | None) -> Elsewhere | None:
    """How things are seen *now*; None where nobody can tell, like after another mat was laid there."""
    if before is None or now is None or before.mat != now.mat:
        return None
    return Elsewhere(before, now)


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
