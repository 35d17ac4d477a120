"""Which dice do not stand as the others do: seen together, the dice of a picture tell how the camera stands.

The judge says of every die how far its foot reaches out from under its top face. For dice that stand on one
table that follows from the camera alone: it is nearly the same for all, and points a little more to the
middle of the picture the farther out they lie. A die that leans breaks the pattern.
"""

from collections.abc import Sequence

import numpy as np

from vision.dice.judge import Floats, Verdict

_VIEWS = (0.0, 0.35, 0.7, 1.05)  # how wide the camera's view may be: tangent of the angle across the picture
_NEAR = 0.25  # feet differ by less than this among dice that stand alike
_FROM_ABOVE, _FROM_THE_FRONT, _ODD = 0.0, 0.3, 1.05  # how unlikely it is that the camera stands so
_STEEP = 0.16  # up to this the camera looks straight down
_FRONT = 0.8  # cosine: so far from straight down in the picture a foot may point, seen from the front


def out_of_line(verdicts: Sequence[Verdict], wide: int, high: int) -> list[float]:
    """How far each die's foot is from where it would be if it stood on the table, as the sine of its lean."""
    if not verdicts:
        return []
    feet = np.array([one.foot for one in verdicts], np.float32)
    middle = np.array([wide / 2, high / 2], np.float32)
    out = (np.array([(one.place.x, one.place.y) for one in verdicts], np.float32) - middle) / max(wide, high)
    weights = np.array([one.die for one in verdicts], np.float32)
    best, least = np.zeros(len(feet), np.float32), np.inf
    for view in _VIEWS:
        stands = feet + view * out
        for camera in (np.zeros(2, np.float32), *stands):
            away = np.hypot(*(stands - camera).T)
            cost = float((weights * np.minimum(away / _NEAR, 1) ** 2).sum()) + _unlikely(camera)
            if cost < least - 1e-6:
                best, least = away, cost
    return [float(value) for value in best]


def _unlikely(camera: Floats) -> float:
    """How unlikely a camera stands so that feet point there."""
    tilt = float(np.hypot(*camera))
    if tilt < _STEEP:
        return _FROM_ABOVE
    return _FROM_THE_FRONT if camera[1] > _FRONT * tilt else _ODD
