"""What a calibration adds to the reading of dice: where they may lie, how large they are, how they stand.

It narrows what the reader of any picture looks for, and never replaces it.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.sightings import Box
from vision.calibration import Calibration, moved
from vision.dice.colours import NO_TINT, Gains, grey_gains, median_of
from vision.dice.settings import SETTINGS
from vision.dice.verdicts import Floats, Verdict
from vision.dice.windows import Place
from vision.mat import MARKER, MARKER_MARGIN, Zone
from vision.pictures import Picture

_S = SETTINGS.ground

Points = NDArray[np.float64]


class Ground(Struct, frozen=True, eq=False):
    """A place for dice on a table whose camera is known, and the part of the picture that shows it."""

    calibration: Calibration
    zone: Zone
    left: int
    top: int
    right: int
    bottom: int
    gains: Gains | None = None  # of the light, as white paper tells
    known: bool = True  # where the camera is

    def part_of(self, picture: Picture) -> Picture:
        """The part of *picture* that shows the ground; every place below is a place in that part."""
        return picture[self.top : self.bottom, self.left : self.right]

    def longest(self) -> int:
        """How long the longer side of the part should be for the finder."""
        middle = np.array([[(self.right - self.left) / 2, (self.bottom - self.top) / 2]])
        scale = min(1.0, _S.seen_edge / float(self._edges(self._on_top(middle))[0]))
        return round(scale * max(self.right - self.left, self.bottom - self.top))

    def may_hold(self, places: Sequence[Place]) -> list[Place]:
        """Those of the *places* that lie on the ground and are as large as dice there."""
        if not places:
            return []
        pixels = np.array([(place.x, place.y) for place in places], np.float64)
        on_mat = self._on_top(pixels)
        shares = np.array([place.edge for place in places]) / self._edges(on_mat)
        x, y = on_mat.T
        rim = _S.beyond_rim * self.calibration.die_edge
        zone = self.zone
        fits = (shares > _S.sizes[0]) & (shares < _S.sizes[1])
        fits &= (x > zone.x - rim) & (x < zone.x + zone.width + rim)
        fits &= (y > zone.y - rim) & (y < zone.y + zone.height + rim)
        return [place for place, fit in zip(places, fits, strict=True) if fit]

    def in_picture(self, box: Box) -> Box:
        """A box in the part as one in the whole picture."""
        return (box[0] + self.left, box[1] + self.top, box[2], box[3])

    def feet(self, verdicts: Sequence[Verdict]) -> Floats:
        """Where each die would show its foot beside its top face if it stood here, in edges.

        Corners that were shown by hand tell only about how the camera looks at them; most dice say it better.
        """
        pixels = np.array([(one.place.x, one.place.y) for one in verdicts], np.float64).reshape(-1, 2)
        on_mat = self._on_top(pixels)
        base = moved(self.calibration.plane(), on_mat)
        feet = np.asarray((base - (self.left, self.top) - pixels) / self._edges(on_mat)[:, None], np.float32)
        off = [one.foot - foot for one, foot in zip(verdicts, feet, strict=True) if one.die > _S.least_die]
        if self.calibration.mat.markers or not off:
            return feet
        if len(off) < _S.some_dice:  # one of two may lean
            off = [min(off, key=np.linalg.norm)]
        common = np.median(off, axis=0)
        return np.asarray(
            feet + common * _S.corners_astray / max(_S.corners_astray, float(np.linalg.norm(common))),
            np.float32,
        )

    def _on_top(self, pixels: Points) -> Points:
        """Places in the part as millimetres on the plane of the top faces."""
        return self.calibration.on_table(pixels + np.array([self.left, self.top]), self.calibration.die_edge)

    def _edges(self, on_mat: Points) -> Points:
        """How long the edge of a die is in pixels, at each place on the mat."""
        plane = self.calibration.plane(self.calibration.die_edge)
        far = on_mat @ plane[2, :2] + plane[2, 2]
        return np.asarray(np.sqrt(np.abs(np.linalg.det(plane) / far**3)) * self.calibration.die_edge)


def ground_of(calibration: Calibration, zone: Zone, gains: Gains | None = None) -> Ground:
    """The *zone* of the mat as a ground for dice, in a light with those *gains*."""
    high = calibration.die_edge
    corners = np.array(zone.corners, np.float64)
    seen = np.vstack([moved(calibration.plane(z), corners) for z in (0.0, high)])
    around = _S.around * high / zone.width * float(np.ptp(seen[:, 0]))
    wide, tall = calibration.size
    left, top = np.floor(seen.min(axis=0) - around).astype(int)
    right, bottom = np.ceil(seen.max(axis=0) + around).astype(int)
    left, top = max(0, int(left)), max(0, int(top))
    right, bottom = max(left + 1, min(wide, int(right))), max(top + 1, min(tall, int(bottom)))
    return Ground(calibration, zone, left, top, right, bottom, gains)


# --- the light's colour, from the white paper around the mat's markers, which is always in the picture ---


_BEYOND = -MARKER_MARGIN / 2, MARKER + MARKER_MARGIN / 2
_ON_TWO_SIDES = [(along, beyond) for along in np.linspace(0.1, 0.9, 5) * MARKER for beyond in _BEYOND]
_BESIDE = np.array([*_ON_TWO_SIDES, *((y, x) for x, y in _ON_TWO_SIDES)])


def light_gains(picture: Picture, calibration: Calibration) -> Gains:
    """How strongly the light shines in blue, green and red; even if no marker can be seen."""
    corners = np.array([(marker.x, marker.y) for marker in calibration.mat.markers]).reshape(-1, 1, 2)
    pixels = np.rint(moved(calibration.plane(), (corners + _BESIDE).reshape(-1, 2))).astype(int)
    rows, columns = picture.shape[:2]
    seen = (pixels >= 0).all(axis=1) & (pixels[:, 0] < columns) & (pixels[:, 1] < rows)
    if not seen.any():
        return NO_TINT
    colours = picture[pixels[seen, 1], pixels[seen, 0]].astype(np.float64)
    white = median_of(colours)
    if white.mean() < _S.darkest_paper or white.max() > 3 * max(1.0, white.min()):
        return NO_TINT
    return grey_gains(white)
