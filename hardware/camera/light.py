"""Light, focus and the camera's place, measured in the last pictures; the doctor judges the numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.asks import MS
from companion.sightings import Frame

Grey = NDArray[np.float64]

CELLS = (9, 16)  # rows and columns of the grid on which flicker is looked for
THUMBNAIL = (72, 128)
ENOUGH_FRAMES = 8
GLARE = 250
EDGES = 99.5  # per cent of all places are less steep than the edges that sharpness is measured at


class Look(Struct, frozen=True):
    """What some pictures of one table have in common."""

    brightness: float = 0.0  # mean, 0 to 255
    glare: float = 0.0  # share of pixels that are as bright as can be
    sharpness: float = 0.0  # steepness of the edges, for comparison with a sharp picture
    flicker: float | None = None  # relative swing of the light from frame to frame; None: too few frames


class Reference(Struct, frozen=True):
    """How the table looked when the camera was set up."""

    sharpness: float
    brightness: float
    thumbnail: bytes  # grey, of the size `THUMBNAIL`


def look_at(pictures: Sequence[Any]) -> Look:
    """What *pictures* (rows, columns, BGR), one after the other, show."""
    greys = [_grey(picture) for picture in pictures]
    if not greys:
        return Look()
    last = greys[-1]
    return Look(
        round(float(np.mean(last)), 2),
        round(float(np.mean(last >= GLARE)), 4),
        round(_sharpness(last), 4),
        _flicker(greys) if len(greys) >= ENOUGH_FRAMES else None,
    )


def reference_of(picture: Any) -> Reference:
    """*picture* as what later ones are compared with."""
    grey = _grey(picture)
    cells = cell_means(grey, THUMBNAIL).astype(np.uint8).tobytes()
    return Reference(_sharpness(grey), float(np.mean(grey)), cells)


def shift_from(reference: Reference, picture: Any) -> float:
    """The share of its width that the picture has moved since *reference*, by phase correlation."""
    import cv2  # noqa: PLC0415  (OpenCV is only loaded where it is used)

    before = np.frombuffer(reference.thumbnail, np.uint8).reshape(THUMBNAIL).astype(np.float32)
    now = cell_means(_grey(picture), THUMBNAIL)
    window = cv2.createHanningWindow(THUMBNAIL[::-1], cv2.CV_32F)  # its edges look as if nothing ever moved
    (right, down), _ = cv2.phaseCorrelate(before - before.mean(), now - now.mean(), window)
    return float(np.hypot(down, right)) / THUMBNAIL[1]


def _grey(picture: Any) -> Grey:
    grey: Grey = np.asarray(picture, np.float64).mean(axis=2)
    return grey


def _sharpness(grey: Grey) -> float:
    """How steep the steepest edges are, whatever the light; pixels are joined by four against the noise."""
    rows, columns = grey.shape[0] // 2 * 2, grey.shape[1] // 2 * 2
    if min(rows, columns) < 4:
        return 0.0
    calm = grey[:rows, :columns].reshape(rows // 2, 2, columns // 2, 2).mean(axis=(1, 3))
    steep = np.concatenate((np.abs(np.diff(calm, axis=0)).ravel(), np.abs(np.diff(calm, axis=1)).ravel()))
    return float(np.percentile(steep, EDGES)) / max(1.0, float(np.mean(grey)))


def cell_means(picture: Any, cells: tuple[int, int]) -> Any:
    """The means of a grid of cells: that removes the noise."""
    import cv2  # noqa: PLC0415  (OpenCV is only loaded where it is used)

    return cv2.resize(picture.astype(np.float32), cells[::-1], interpolation=cv2.INTER_AREA)


def _flicker(greys: Sequence[Grey]) -> float:
    """Light changes all of the picture at once; a hand changes only some of it, so the middle cell counts."""
    cells = np.stack([cell_means(grey, CELLS) for grey in greys])
    usual = np.maximum(np.median(cells, axis=0), 1.0)
    swing = np.median(cells / usual, axis=(1, 2))
    return round(float(np.std(swing)), 4)


# --- has the light changed since the camera adapted to it? A lamp was switched on, the sun has set. ---
# A hand and dice change only parts of a picture; light changes all of it. So the middle of all cells counts,
# and each colour by itself: a warm lamp may be no brighter than the day.

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
