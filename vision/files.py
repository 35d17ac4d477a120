"""Pictures and clips from files: one sentence says why one cannot be opened; large ones are read smaller."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.plain_file import read_plain
from vision.picture_size import segments, stated_size
from vision.pictures import NotAPictureError, Picture, as_picture

# --- videos and animated pictures: what they show, as often as somebody looks ---

VIDEOS = (".mp4", ".avi", ".mov", ".mkv", ".webm", ".m4v", ".mjpeg", ".gif")
_LARGEST_FRAME = 40_000_000  # pixels of a picture: none of that size is read from a video
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
        if video.get(cv2.CAP_PROP_FRAME_WIDTH) * video.get(cv2.CAP_PROP_FRAME_HEIGHT) > _LARGEST_FRAME:
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


PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm")
_LARGE = 40_000_000  # pixels; beyond this a picture is read at a quarter of its size
_MOST = 250_000_000  # pixels; no camera makes more, and a file of a few bytes can state them
_DEEP = 12_000_000  # pixels; larger ones are not taken with more than 8 bits
_TOO_LARGE = 100_000_000  # bytes
_PNG = b"\x89PNG\r\n\x1a\n"
_MARK = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")  # in a JPEG's pixels: something else begins


class Opened(Struct, frozen=True, eq=False):
    """A picture from a file; `scale`: by what its coordinates are to be multiplied. Or why there is none."""

    path: Path
    picture: Picture | None = None
    scale: float = 1.0
    error: str = ""
    frame: int | None = None  # its number in a video


def open_all(paths: Sequence[Path]) -> Iterator[Opened]:
    """Every picture of the *paths*; folders give their pictures, videos one picture per second."""
    for path in listed(paths):
        if path.suffix.lower() in VIDEOS:
            yield from _video(path)
        else:
            yield open_one(path)


def listed(paths: Sequence[Path]) -> Iterator[Path]:
    """The *paths*, with the pictures and videos of each folder in its place; one that is empty stays."""
    for path in paths:
        inside = path.iterdir() if path.is_dir() else ()
        yield from sorted(p for p in inside if p.suffix.lower() in PICTURES + VIDEOS and not p.is_dir()) or [
            path
        ]


def open_one(path: Path) -> Opened:
    """One picture file."""
    if path.is_dir():
        return Opened(path, error="this folder holds no pictures")
    try:
        content = read_plain(path, _TOO_LARGE)
    except OSError as trouble:
        return Opened(path, error=f"this file cannot be opened ({trouble.strerror or 'no reason given'})")
    if not content:
        return Opened(path, error="this file is empty")
    if _is_cut_off(content):
        return Opened(path, error="this picture is cut off: its end is missing")
    return _decoded(path, content)


def _decoded(path: Path, content: bytes) -> Opened:
    stated = stated_size(content)
    if stated is None:
        return Opened(path, error="this is not a picture that can be read")
    if stated.pixels > (_MOST if stated.in_lines else _LARGE):
        return Opened(path, error="this picture is damaged or too large to be read")
    large = stated.pixels > _LARGE
    way = cv2.IMREAD_REDUCED_COLOR_4 if large else cv2.IMREAD_COLOR
    if stated.pixels <= _DEEP:
        way |= cv2.IMREAD_ANYDEPTH
    try:
        array = cv2.imdecode(np.frombuffer(content, np.uint8), way)
        if array is None:
            return Opened(path, error="this is not a picture that can be read")
        return Opened(path, as_picture(array), 4.0 if large else 1.0)
    except NotAPictureError as reason:
        return Opened(path, error=str(reason))
    except (cv2.error, MemoryError):
        return Opened(path, error="this picture is damaged or too large to be read")


def _is_cut_off(content: bytes) -> bool:
    """Does a picture lack its end? Its upper half would look right, and half the dice would be missing."""
    if content[:2] == b"\xff\xd8":
        return not _jpeg_is_whole(content)
    if content[:4] == b"RIFF":
        return int.from_bytes(content[4:8], "little") + 8 > len(content)
    return content[:8] == _PNG and not _png_is_whole(content)


def _jpeg_is_whole(content: bytes) -> bool:
    """Whether the pixels end with the mark for the end: a small picture within has one of its own."""
    kind, at = next(((kind, at) for kind, at in segments(content) if kind == 0xDA), (0, 0))
    while kind == 0xDA:  # pixels; of some kinds there are several lots
        mark = _MARK.search(content, at + int.from_bytes(content[at : at + 2], "big"))
        if mark is None:
            return False
        kind, at = mark[0][-1], mark.end()
        while kind in (0xC4, 0xDB, 0xDD, 0xFE) and at + 2 <= len(content):  # tables between them
            at += int.from_bytes(content[at : at + 2], "big")
            kind, at = content[at + 1] if at + 2 <= len(content) else 0, at + 2
    return kind == 0xD9


def _png_is_whole(content: bytes) -> bool:
    """Whether every part of a PNG lies inside the file, up to its end.

    For a part that states to be longer, OpenCV takes gigabytes before it notices.
    """
    at = len(_PNG)
    while at + 12 <= len(content):  # length, name and check sum
        length, name = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        if (at == len(_PNG)) != (name == b"IHDR") or at + 12 + length > len(content):
            return False
        if name == b"IEND":
            return True
        at += 12 + length
    return False


def _video(path: Path) -> Iterator[Opened]:
    """One picture a second."""
    try:
        yield from (Opened(path, seen.picture, frame=seen.frame) for seen in moving_pictures(path, 1000))
    except NotAPictureError as reason:
        yield Opened(path, error=str(reason))
