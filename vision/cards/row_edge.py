"""The exact edge of a card in a row: white upon white, it is seen only because it is long and straight."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Grey

NO_EDGE = 2.0  # grey levels per pixel: what stands out less is no edge
_REACH, _LEAN = 0.05, 0.035  # of the side's length: how far the edge may lie beside it, and lean
_LIKELY = 0.5  # of that: further away an edge must stand out more
_STEP = 0.5  # pixels
_POINTS = 60
_ENDS = 0.08  # of the side's length are left out: corners are round
_STEEPEST = 25.0  # grey levels per pixel; more is print
_MOST_OF_IT = 8  # per cent of the points may show less of an edge

Floats = NDArray[np.float64]


def moved_to_edge(grey: Grey, upper: Floats, lower: Floats) -> tuple[Floats, Floats, float]:
    """Both ends of a card's left side, moved to the edge beside it, and how much that stands out."""
    long = float(np.hypot(*(lower - upper)))
    inwards = np.array([lower[1] - upper[1], upper[0] - lower[0]]) / long
    along, offsets = np.linspace(_ENDS, 1 - _ENDS, _POINTS), np.arange(-_REACH * long, _REACH * long, _STEP)
    rises = _rises(grey, upper, lower, inwards, along, offsets)
    leans = np.arange(-_LEAN * long, _LEAN * long, _STEP)
    shifted = np.rint(leans[:, None] * (2 * along - 1) / _STEP).astype(int)
    columns = np.clip(np.arange(len(offsets)) + shifted[:, :, None], 0, len(offsets) - 1)
    seen = rises[np.arange(_POINTS)[None, :, None], columns]  # leans, points, offsets
    low, high = np.percentile(seen, [_MOST_OF_IT, 100 - _MOST_OF_IT], axis=1)
    stands_out = np.maximum(np.maximum(low, -high), 0)
    near = np.exp(-((offsets / (_LIKELY * _REACH * long)) ** 2) - (leans[:, None] / (_LEAN * long)) ** 2)
    lean, offset = np.unravel_index(int((stands_out * near).argmax()), stands_out.shape)
    edge = float(stands_out[lean, offset])
    if edge <= NO_EDGE:
        return upper, lower, 0.0
    return (
        upper + inwards * (offsets[offset] - leans[lean]),
        lower + inwards * (offsets[offset] + leans[lean]),
        edge,
    )


def _rises(
    grey: Grey, upper: Floats, lower: Floats, inwards: Floats, along: Floats, offsets: Floats
) -> NDArray[np.float32]:
    """How much brighter it becomes inwards, at points along the side and beside it."""
    on_side = upper + (lower - upper) * along[:, None]
    before, after = (
        (on_side[:, None] + inwards * (offsets[None] + away)[..., None]).astype(np.float32)
        for away in (-_STEP, _STEP)
    )
    one, other = (
        cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for at in (before, after)
    )
    return np.clip(other.astype(np.float32) - one.astype(np.float32), -_STEEPEST, _STEEPEST)
