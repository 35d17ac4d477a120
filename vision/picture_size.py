"""How large a picture will be, by what the beginning of its file states: nothing is decoded for it.

A file of some kilobytes can state gigabytes of pixels. Each kind states its size elsewhere; a kind of which
the size is not known here is not opened at all. Pillow does not help: just to open a WebP it takes room for
all its pixels.
"""

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

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
