"""Has the light changed since the camera adapted to it? A lamp was switched on, the sun has set.

A hand and dice change only parts of a picture; light changes all of it. So the middle of all cells counts,
and each colour by itself: a warm lamp may be no brighter than the day.
"""

import numpy as np
from numpy.typing import NDArray

from companion.facts import MS
from companion.sightings import Frame
from hardware.camera.light import CELLS, cell_means

OTHER = 0.25  # relative change of a colour: the eyes are sure up to that
LASTING = 1_000 * MS  # shorter than that was a shadow
ADAPTING = 4_500 * MS  # how long a camera adapts: its own changes are not the light's
DARKEST = 4.0  # of 255: darker cells say nothing about the light
EVERY = 200 * MS

Means = NDArray[np.float32]


class LightWatch:
    """Hears every picture; `changed` while the light is lastingly different from the last `settled`."""

    def __init__(self, adapting: int = ADAPTING) -> None:
        self._adapting = adapting
        self._usual: Means | None = None
        self._since = self._seen = self._adapts_since = 0
        self.changed = False

    def settled(self) -> None:
        """The camera adapts to the light: the first picture after that is the new baseline."""
        self._usual, self._since, self._adapts_since, self.changed = None, 0, 0, False

    def see(self, frame: Frame) -> None:
        if frame.t - self._seen < EVERY:
            return
        self._seen = frame.t
        self._adapts_since = self._adapts_since or frame.t
        if frame.t - self._adapts_since < self._adapting:
            return
        means = cell_means(frame.picture[::2, ::2], CELLS)
        if self._usual is None:
            self._usual = means
        elif not _other(self._usual, means):
            self._since, self.changed = 0, False
        else:
            self._since = self._since or frame.t
            self.changed = frame.t - self._since >= LASTING


def _other(usual: Means, now: Means) -> bool:
    bright = (usual > DARKEST).all(axis=2)
    if bright.sum() < bright.size // 4:  # it was dark: any light is a change
        return bool((now > 2 * DARKEST).mean() > 1 / 2)
    swing = np.median(now[bright] / usual[bright], axis=0)
    return bool((np.abs(swing - 1) > OTHER).any())
