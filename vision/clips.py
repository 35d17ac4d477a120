"""Videos and animated pictures: what they show, as often as somebody looks."""

from collections.abc import Iterator
from pathlib import Path

import cv2
from msgspec import Struct
from msgspec.structs import replace

from vision.pictures import NotAPictureError, Picture, as_picture

VIDEOS = (".mp4", ".avi", ".mov", ".mkv", ".webm", ".m4v", ".mjpeg", ".gif")
_LARGE = 40_000_000  # pixels of a picture: none of that size is read from a video
_ROUNDED_MS = 1.0  # by so much stated times are off
_STAYS_MS = 10_000  # so long one picture is shown at most, whatever the file states


class Seen(Struct, frozen=True, eq=False):
    """What a clip shows at one moment."""

    ms: float  # from its beginning
    frame: int  # its number in the clip
    picture: Picture


def moving_pictures(path: Path, every_ms: float) -> Iterator[Seen]:
    """What a clip shows, once in every so many milliseconds; raises NotAPictureError if it shows nothing."""
    if not path.is_file():
        raise NotAPictureError("this is no plain file")
    video = cv2.VideoCapture(str(path))
    try:
        if not video.isOpened():
            raise NotAPictureError("this is not a video that can be read")
        if video.get(cv2.CAP_PROP_FRAME_WIDTH) * video.get(cv2.CAP_PROP_FRAME_HEIGHT) > _LARGE:
            raise NotAPictureError("the pictures of this video are too large to be read")
        yield from _as_often(_frames(video), every_ms)
    finally:
        video.release()


def _frames(video: cv2.VideoCapture) -> Iterator[Seen]:
    """All frames with the times that the file states, each later than the one before."""
    usual_ms = 1000 / (video.get(cv2.CAP_PROP_FPS) or 25)
    number, ms = -1, -usual_ms
    while video.grab():
        number += 1
        fine, array = video.retrieve()
        stated = video.get(cv2.CAP_PROP_POS_MSEC) if number else 0.0
        ms = min(stated, ms + _STAYS_MS) if stated > ms else ms + usual_ms
        if fine:
            yield Seen(ms, number, as_picture(array))
    if number < 0:
        raise NotAPictureError("this video holds no pictures")


def _as_often(frames: Iterator[Seen], every_ms: float) -> Iterator[Seen]:
    """What is shown at each time that is due; nobody knows how long the last one would stay."""
    due, last = 0.0, None
    for seen in frames:
        while last is not None and due < seen.ms - _ROUNDED_MS:
            yield replace(last, ms=due)
            due += every_ms
        last = seen
    if last is not None:
        yield replace(last, ms=due)
