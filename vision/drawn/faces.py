"""The faces of drawn dice as flat pictures: the kit's marks in the colours of one die."""

from functools import lru_cache

import cv2
import numpy as np

from vision.drawn.scene import DieLook
from vision.kit.marks import SIDE, mark_of, rounded_box
from vision.kit.values import COLOURS
from vision.pictures import Mask, Picture


@lru_cache(maxsize=512)
def face(look: DieLook, value: str) -> Picture:
    """One face in its colours, `SIDE` pixels square."""
    mark = mark_of(look.type, value, look.pip, look.spread).astype(np.float32)[:, :, None] / 255
    body = np.array(look.body, np.float32)
    ink = np.array(COLOURS[value] if look.type == "colour" else look.mark, np.float32)
    picture = np.asarray(np.rint(body * (1 - mark) + ink * mark), np.uint8)
    picture.flags.writeable = False
    return picture


@lru_cache(maxsize=16)
def face_outline(rounding: float) -> Mask:
    """The flat part of a face: 255 inside, softly falling to 0 where the edges begin to curve."""
    canvas = np.zeros((SIDE * 2, SIDE * 2), np.uint8)
    inset, radius = round(rounding * 0.55 * SIDE * 2), max(2, round(rounding * 1.1 * SIDE * 2))
    rounded_box(canvas, (inset, inset), (SIDE * 2 - inset, SIDE * 2 - inset), radius, 255)
    soft = cv2.GaussianBlur(canvas, (0, 0), max(1.0, rounding * 0.3 * SIDE * 2))
    return np.asarray(cv2.resize(soft, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
