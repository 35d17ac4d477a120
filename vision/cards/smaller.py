"""Pictures made smaller, quickly: first by halves, whose pixels need no weighing."""

import cv2
import numpy as np

from vision.pictures import Picture

_NEARLY = 0.6  # what was halved before and is to be at least so large is not averaged again


def smaller(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture with that *size* (across, down), each new pixel the mean of those that it covers."""
    high, wide = picture.shape[:2]
    given = wide
    while wide >= 2 * size[0] and high >= 2 * size[1]:
        wide, high = wide // 2, high // 2
        picture = np.asarray(
            cv2.resize(picture[: 2 * high, : 2 * wide], (wide, high), interpolation=cv2.INTER_AREA), np.uint8
        )
    halved = wide < given
    even = size[0] > wide or (halved and size[0] > _NEARLY * wide)
    way = cv2.INTER_LINEAR if even else cv2.INTER_AREA
    return np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)


def scaled(picture: Picture, by: float) -> Picture:
    """The picture with its sides multiplied by that, at most 1."""
    high, wide = picture.shape[:2]
    return smaller(picture, (max(1, round(wide * by)), max(1, round(high * by))))
