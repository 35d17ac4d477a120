"""Is this a picture that one can see anything in? Black, overexposed, covered, torn and half pictures are
named."""

import cv2
import numpy as np

from vision.pictures import Grey, Picture, least_of, most_of

BLACK = "black"
# grey level of what is burnt; where so much of a picture is, nothing is seen (a white ground hides no pips)
_DARK, _BURNT, _ALL = 14.0, 250, 0.998
_LIT = 0.01  # of a picture: where less than that is brighter than darkness, nothing is seen
_FLAT, _OF_ITS_LIGHT = 2.2, 0.05  # grey levels, and at most so much of its brightness: a table in the evening
_DEAD_ROWS = 0.06  # share of the height
_TEAR = 7.0  # grey levels between two rows, over nearly the whole width
_TIMES_USUAL = 4.0
_HEALED, _STILL_HEALED = 0.5, 0.7  # a torn picture fits so much better when its lower part is shifted back
_FAR = 6  # rows
_MOST_TRIED = 6  # rows at which a tear is looked for


def why_blocked(picture: Picture) -> str:
    """What keeps the eyes from working on *picture*, or ""."""
    few = (-(-picture.shape[1] // 8), -(-picture.shape[0] // 8))
    some = cv2.resize(picture, few, interpolation=cv2.INTER_NEAREST)
    green = cv2.extractChannel(some, 1)
    if np.count_nonzero(most_of(some) >= _DARK) < _LIT * green.size:
        return BLACK
    if np.count_nonzero(least_of(some) > _BURNT) > _ALL * green.size:
        return "overexposed"
    spread = float(cv2.meanStdDev(cv2.blur(green, (3, 3)))[1][0, 0])
    if spread < min(_FLAT, _OF_ITS_LIGHT * cv2.mean(green)[0]):
        return "covered"
    if _dead_rows(picture):
        return "half a picture"
    return "torn" if _is_torn(picture) else ""


def is_dark(picture: Picture) -> bool:
    """Is most of it as black as a picture in which nothing is seen?"""
    return float(np.median(most_of(picture[::8, ::8]))) < _DARK


def _dead_rows(picture: Picture) -> bool:
    """Are many rows at the lower or upper end one single colour, as when a transfer breaks off?"""
    least = max(4, round(_DEAD_ROWS * picture.shape[0]))
    step = max(1, picture.shape[1] // 160)
    return any(
        _are_plain(part[:1]) and _are_plain(part)  # nearly always the first row tells
        for part in (picture[:least, ::step], picture[-least:, ::step])
    )


def _are_plain(rows: Picture) -> bool:
    """Is every row one single colour, and not burnt?"""
    return bool((np.ptp(rows.astype(np.int16), axis=1) <= 1).all() and rows.min() <= _BURNT)


def _is_torn(picture: Picture) -> bool:
    """Is there a row from which on everything is shifted sideways?

    The edge of a mat that lies a little askew also looks like a shift, but only at that very row; a tear
    keeps its
    shift some rows farther on.
    """
    grey = np.ascontiguousarray(picture[:, :: max(1, picture.shape[1] // 320), 1])
    jumps = cv2.reduce(cv2.absdiff(grey[:-1], grey[1:]), 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F)[:, 0]
    least = max(_TEAR, _TIMES_USUAL * float(np.median(jumps)))
    strongest = [int(row) for row in np.argsort(-jumps)[:_MOST_TRIED] if jumps[row] >= least]
    return any(_tears_at(grey, row) for row in strongest)


def _tears_at(grey: Grey, row: int) -> bool:
    if not _FAR <= row < len(grey) - _FAR - 1:
        return False
    shift, left = _best_shift(grey[row], grey[row + 1])
    if left > max(_HEALED * _apart(grey[row], grey[row + 1], 0), 1.0):
        return False
    far = grey[row - _FAR], grey[row + 1 + _FAR]
    return _apart(*far, shift) < _STILL_HEALED * _apart(*far, 0)


def _best_shift(above: Grey, below: Grey) -> tuple[int, float]:
    """The shift at which two rows fit best, and how far they differ then; a shift of a few pixels is none."""
    third = len(above) // 3
    middle = np.ascontiguousarray(above[third : len(above) - third][None])
    apart = cv2.matchTemplate(np.ascontiguousarray(below[None]), middle, cv2.TM_SQDIFF)[0]
    apart[third - 3 : third + 4] = np.inf
    shift = third - int(np.argmin(apart))
    return shift, _apart(above, below, shift)


def _apart(above: Grey, below: Grey, shift: int) -> float:
    """How far two rows differ on average, the lower one shifted."""
    width = len(above)
    one, other = above[max(0, shift) : width + min(0, shift)], below[max(0, -shift) : width + min(0, -shift)]
    return cv2.norm(one, other, cv2.NORM_L1) / len(one)
