"""Is this a picture that one can see anything in? Black, overexposed, covered, torn and half pictures are named."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

_DARK, _BURNT, _FLAT = 14.0, 0.6, 2.2
_DEAD_ROWS = 0.06  # share of the height
_TEAR = 7.0  # grey levels between two rows, over nearly the whole width
_TIMES_USUAL = 4.0
_HEALED = 0.55  # a torn picture fits so much better when its lower part is shifted back


def why_blocked(picture: Picture) -> str:
    """What keeps the eyes from working on *picture*, or ""."""
    grey = picture[::8, ::8, 1]
    if float(np.percentile(picture[::8, ::8].max(axis=2), 99)) < _DARK:
        return "black"
    if float((picture[::8, ::8].min(axis=2) > 250).mean()) > _BURNT:
        return "overexposed"
    if float(cv2.blur(np.ascontiguousarray(grey), (3, 3)).std()) < _FLAT:
        return "covered"
    if _dead_rows(picture):
        return "half a picture"
    return "torn" if _is_torn(picture) else ""


def _dead_rows(picture: Picture) -> bool:
    """Are many rows at the lower or upper end one single colour, as when a transfer breaks off?"""
    least = max(4, round(_DEAD_ROWS * picture.shape[0]))
    step = max(1, picture.shape[1] // 160)
    return any(
        bool((np.ptp(part[:, ::step].astype(np.int16), axis=1) <= 1).all())
        for part in (picture[:least], picture[-least:])
    )


def _is_torn(picture: Picture) -> bool:
    """Is there a row from which on everything is shifted sideways?"""
    grey = np.ascontiguousarray(picture[:, :: max(1, picture.shape[1] // 320), 1])
    jumps = cv2.absdiff(grey[:-1], grey[1:]).mean(axis=1)
    row = int(np.argmax(jumps))
    if jumps[row] < max(_TEAR, _TIMES_USUAL * float(np.median(jumps))):
        return False
    above, below = grey[row].astype(np.float32), grey[row + 1].astype(np.float32)
    return _best_shift(above, below) < _HEALED * float(jumps[row])


def _best_shift(above: NDArray[np.float32], below: NDArray[np.float32]) -> float:
    """How far the rows differ when one is shifted so that they fit best."""
    width = len(above)
    third = width // 3
    shifts = [s for s in range(-third, third + 1) if abs(s) > 3]
    return min(
        float(np.abs(above[max(0, s) : width + min(0, s)] - below[max(0, -s) : width + min(0, -s)]).mean())
        for s in shifts
    )
