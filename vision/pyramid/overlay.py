"""A picture with the pyramid drawn in as it was read: each visible face with its number."""

import cv2
import numpy as np

from vision.pictures import Colour, Picture
from vision.pyramid.eye import is_crooked
from vision.pyramid.lattice import numbers
from vision.pyramid.read_pyramid import PyramidRead

_SURE: Colour = (60, 220, 60)
_UNSURE: Colour = (0, 190, 255)
_CROOKED: Colour = (60, 60, 255)


def draw_pyramid_overlay(picture: Picture, read: PyramidRead) -> None:
    """Draws into *picture*."""
    size = max(0.3, picture.shape[1] / 3200)
    for die in read.dice:
        for axis in np.flatnonzero(die.seen):
            quad, face = read.quads[numbers()[die.cell], axis], die.faces[axis]
            ink = _CROOKED if is_crooked(die) else _UNSURE if face is None or not die.colour else _SURE
            cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, ink, 1, cv2.LINE_AA)
            words = "?" if face is None else f"{die.colour[:1] or '?'}{face}"
            x, y = np.round(quad.mean(axis=0)).astype(int)
            at = (int(x) - round(18 * size * 1.2), int(y) + 5)
            cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 2, cv2.LINE_AA)
            cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, 1, cv2.LINE_AA)
