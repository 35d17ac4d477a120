"""The light's colour, from the white paper around the mat's markers, which is always in the picture."""

import numpy as np

from vision.calibration import Calibration
from vision.dice.colours import NO_TINT, Gains, grey_gains
from vision.mat import MARKER, MARKER_MARGIN
from vision.pictures import Picture

_DARKEST = 25.0  # a marker in so deep a shadow says nothing about colours


def light_gains(picture: Picture, calibration: Calibration) -> Gains:
    """How strongly the light shines in blue, green and red; even if no marker can be seen."""
    spots = []
    middle = MARKER_MARGIN / 2
    for marker in calibration.mat.markers:
        x, y = marker.x, marker.y
        for part in (0.1, 0.3, 0.5, 0.7, 0.9):
            spots += [(x + MARKER * part, y - middle), (x + MARKER * part, y + MARKER + middle)]
            spots += [(x - middle, y + MARKER * part), (x + MARKER + middle, y + MARKER * part)]
    if not spots:
        return NO_TINT
    points = np.column_stack([np.array(spots), np.zeros(len(spots))])
    pixels = np.rint(calibration.project(points)).astype(int)
    rows, columns = picture.shape[:2]
    seen = (pixels >= 0).all(axis=1) & (pixels[:, 0] < columns) & (pixels[:, 1] < rows)
    if not seen.any():
        return NO_TINT
    colours = picture[pixels[seen, 1], pixels[seen, 0]].astype(np.float64)
    white = np.median(colours, axis=0)
    if white.mean() < _DARKEST or white.max() > 3 * max(1.0, white.min()):
        return NO_TINT
    return grey_gains(white)
