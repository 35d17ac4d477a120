"""In which of its modes a sensor is read out: one that shows the whole field, not the one nearest in size.

Left to itself picamera2 takes the mode whose size and shape are nearest to the picture's. On several sensors
that is a part cut out of the middle: 1536 x 864 of a Camera Module 3 shows two thirds of its width.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

Crop = tuple[int, int, int, int]  # left, top, width, height in pixels of the whole sensor

WHOLE = 0.97  # of the widest and the highest crop: some modes lose a few rows at the edge
FASTEST_NEEDED = 30.0  # pictures in a second, as many as are taken while the light settles


class Mode(Struct, frozen=True):
    """One way to read out a sensor."""

    size: tuple[int, int]
    bits: int
    fps: float
    crop: Crop

    def __str__(self) -> str:
        left, top, width, height = self.crop
        size = f"{self.size[0]}x{self.size[1]}"
        return f"{size} {self.bits} bit {self.fps:g}/s of {left},{top} {width}x{height}"


def modes_from(listed: Iterable[Mapping[str, Any]]) -> tuple[Mode, ...]:
    """The raw modes in picamera2's `sensor_modes`; others (of a webcam) are left out."""
    return tuple(
        Mode(tuple(mode["size"]), int(mode["bit_depth"]), float(mode["fps"]), tuple(mode["crop_limits"]))
        for mode in listed
        if {"size", "bit_depth", "fps", "crop_limits"} <= mode.keys()
    )


def widest(modes: Iterable[Mode]) -> int:
    """So many pixels of the sensor are seen from left to right at most; 0 where nothing is known."""
    return max((mode.crop[2] for mode in modes), default=0)


def whole_field(modes: Iterable[Mode], width: int) -> Mode | None:
    """The mode that shows all that the sensor can see, at least *width* pixels wide and fast where it can be.

    >>> cropped = Mode((1536, 864), 10, 120.1, (768, 432, 3072, 1728))
    >>> whole, slow = (Mode(size, 10, fps, (0, 0, 4608, 2592)) for size, fps in (
    ...     ((2304, 1296), 56.0), ((4608, 2592), 14.4)))
    >>> whole_field([cropped, whole, slow], 1280).size
    (2304, 1296)
    """
    modes = tuple(modes)
    high = max((mode.crop[3] for mode in modes), default=0)
    whole = [mode for mode in modes if mode.crop[2] >= WHOLE * widest(modes) and mode.crop[3] >= WHOLE * high]
    if not whole:
        return None

    def unfit(mode: Mode) -> tuple[bool, bool, int, int]:
        narrow = mode.size[0] < width
        return narrow, mode.fps < FASTEST_NEEDED, -mode.size[0] if narrow else mode.size[0], -mode.bits

    return min(whole, key=unfit)
