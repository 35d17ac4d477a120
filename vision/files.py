"""Pictures and clips from files: one sentence says why one cannot be opened; large ones are read smaller."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.plain_file import read_plain
from vision.pictures import NotAPictureError, Picture, as_picture

# --- how large a picture will be, by what the beginning of its file states: nothing is decoded for it ---
# A file of some kilobytes can state gigabytes of pixels. Each kind states its size elsewhere; a kind of which
# the size is not known here is not opened at all. Pillow does not help: just to open a WebP it takes room for
# all its pixels.

_NUMBERS = re.compile(rb"\s*(?:#[^\n]*\n\s*)*(\d{1,9})(?=\s)")  # of a PPM or PGM, between its comments
_ALL_ROWS = 0xFFFFFFFF  # a TIFF in one strip
_WIDTH, _HEIGHT, _SAMPLES, _STRIP, _TILE_WIDTH, _TILE_HEIGHT = 256, 257, 277, 278, 322, 323
_SIZES_OF_TIFF = frozenset({_WIDTH, _HEIGHT, _SAMPLES, _STRIP, _TILE_WIDTH, _TILE_HEIGHT})
_MOST_TAGS = 500
_MOST_PARTS = 2000
_PIXELS = 0xDA
Order = Literal["little", "big"]
_FRAMES = (*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))  # of JPEG
_IN_LINES = (0xC0, 0xC1)  # these can be decoded line by line, and smaller at once


class Stated(Struct, frozen=True):
    """What a picture states of itself."""

    width: int
    height: int
    samples: int = 3
    in_lines: bool = False  # whether a large one needs no more memory than a small one

    @property
    def pixels(self) -> int:
        """As many pixels of three colours as its decoding needs room for."""
        return self.width * self.height * max(self.samples, 3) // 3


def stated_size(content: bytes) -> Stated | None:
    """The size that a picture states; None if it is of no kind that is known here, or states none."""
    try:
        return _stated(content)
    except (LookupError, ValueError):
        return None


def _stated(content: bytes) -> Stated | None:
    if content[:2] == b"\xff\xd8":
        return _jpeg(content)
    if content[:8] == b"\x89PNG\r\n\x1a\n":
        return Stated(_number(content, 16, 4, "big"), _number(content, 20, 4, "big"))
    if content[:2] == b"BM":
        size = 2 if _number(content, 14, 4) == 12 else 4  # the oldest kind has a shorter head
        width, height = (_number(content, at, size, signed=size == 4) for at in (18, 18 + size))
        return Stated(abs(width), abs(height))
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return _webp(content)
    if content[:4] in (b"II*\0", b"MM\0*"):
        return _tiff(content, "little" if content[:2] == b"II" else "big")
    if content[:2] in (b"P1", b"P2", b"P3", b"P4", b"P5", b"P6"):
        return _plain(content)
    return None


def _jpeg(content: bytes) -> Stated | None:
    for kind, at in segments(content):
        if kind in _FRAMES:
            height, width = _number(content, at + 3, 2, "big"), _number(content, at + 5, 2, "big")
            return Stated(width, height, content[at + 7], kind in _IN_LINES)
    return None


def segments(content: bytes) -> Iterator[tuple[int, int]]:
    """(kind, place of its length) of each part of a JPEG before the pixels, those with the pixels last."""
    at, kind = 2, 0
    for _ in range(_MOST_PARTS):
        if kind == _PIXELS or at + 4 > len(content) or content[at] != 0xFF:
            return
        if (kind := content[at + 1]) == 0xFF:  # filling
            at += 1
            continue
        yield kind, at + 2
        at += 2 + _number(content, at + 2, 2, "big")


def _webp(content: bytes) -> Stated | None:
    kind = content[12:16]
    if kind == b"VP8X":
        return Stated(1 + _number(content, 24, 3), 1 + _number(content, 27, 3))
    if kind == b"VP8L":
        both = _number(content, 21, 4)
        return Stated(1 + (both & 0x3FFF), 1 + (both >> 14 & 0x3FFF))
    if kind == b"VP8 ":
        return Stated(_number(content, 26, 2) & 0x3FFF, _number(content, 28, 2) & 0x3FFF)
    return None


def _tiff(content: bytes, order: Order) -> Stated | None:
    """The first picture of a TIFF. Its strips or tiles are unpacked whole, so these count like pixels."""
    at = _number(content, 4, 4, order)
    stated = {_SAMPLES: 1}
    for tag in range(min(_number(content, at, 2, order), _MOST_TAGS)):
        place = at + 2 + 12 * tag
        if (name := _number(content, place, 2, order)) in _SIZES_OF_TIFF:
            stated[name] = _number(
                content, place + 8, 2 if _number(content, place + 2, 2, order) == 3 else 4, order
            )
    width, height = stated[_WIDTH], stated[_HEIGHT]
    strip = stated.get(_STRIP, _ALL_ROWS)
    rows = max(height, 0 if strip == _ALL_ROWS else strip, stated.get(_TILE_HEIGHT, 0))
    return Stated(max(width, stated.get(_TILE_WIDTH, 0)), rows, stated[_SAMPLES])


def _plain(content: bytes) -> Stated | None:
    found = _NUMBERS.match(content, 2)
    second = _NUMBERS.match(content, found.end()) if found else None
    return Stated(int(found[1]), int(second[1])) if found and second else None


def _number(content: bytes, at: int, size: int, order: Order = "little", signed: bool = False) -> int:
    if at < 0 or at + size > len(content):
        raise IndexError(f"a number of {size} bytes at {at} of {len(content)}")
    return int.from_bytes(content[at : at + size], order, signed=signed)


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
