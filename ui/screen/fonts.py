"""Which font has the signs of a text: the usual one, else one that has them all, never a silent gap.

A name may come in any script. Fonts are asked for their own table of signs (cmap); the fonts of the system
are looked through only when the two that come with the program are not enough.
"""

import logging
import struct
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

log = logging.getLogger(__name__)

USUAL = "Roboto"
SYSTEM = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
MOST_LOOKED_THROUGH = 400  # files
INVISIBLE = "\n\t\u00ad\u200b\u200d\ufe0f"


@lru_cache(20_000)
def font_for(text: str) -> str:
    """The name or file of a font that can write *text*; where there is none, the one that lacks least."""
    wanted = frozenset(text) - frozenset(INVISIBLE)
    best, missing = USUAL, wanted - _signs(str(_own("Roboto-Regular.ttf")))
    for file in (_own("DejaVuSans.ttf"), *_of_the_system()) if missing else ():
        lacks = wanted - _signs(str(file))
        if len(lacks) < len(missing):
            best, missing = str(file), lacks
        if not missing:
            break
    if missing:
        _tell(frozenset(missing))
    return best


@cache
def _tell(missing: frozenset[str]) -> None:
    signs = " ".join(f"{sign} (U+{ord(sign):04X})" for sign in sorted(missing))
    log.warning("no font here has %s: shown as a box; install a font with it, like fonts-noto", signs)


def _own(name: str) -> Path:
    """A font that comes with Kivy."""
    import kivy  # noqa: PLC0415  (its folder is asked for, not its window)

    return Path(kivy.kivy_data_dir) / "fonts" / name


@cache
def _of_the_system() -> tuple[Path, ...]:
    endings = ("ttf", "otf", "ttc")
    found = [file for folder in SYSTEM for ending in endings for file in folder.rglob(f"*.{ending}")]
    return tuple(sorted(found, key=lambda file: ("Noto" not in file.name, file.name))[:MOST_LOOKED_THROUGH])


@cache
def _signs(file: str) -> frozenset[str]:
    try:
        return signs_in(Path(file).read_bytes())
    except (OSError, ValueError, struct.error, IndexError) as error:
        log.info("the font %s cannot be read: %s", file, error)
        return frozenset()


def signs_in(font: bytes) -> frozenset[str]:
    """All signs that the TrueType or OpenType *font* can write."""
    start = struct.unpack_from(">I", font, 12)[0] if font[:4] == b"ttcf" else 0  # the first of a collection
    tables = struct.unpack_from(">H", font, start + 4)[0]
    for number in range(tables):
        tag, _sum, offset, _length = struct.unpack_from(">4sIII", font, start + 12 + 16 * number)
        if tag == b"cmap":
            return frozenset(map(chr, _codes(font, offset)))
    raise ValueError("no table of signs")


def _codes(font: bytes, cmap: int) -> Iterable[int]:
    """The codes in every Unicode part of the table: formats 4 (16 bits) and 12 (all)."""
    codes: set[int] = set()
    for number in range(struct.unpack_from(">H", font, cmap + 2)[0]):
        platform, _kind, offset = struct.unpack_from(">HHI", font, cmap + 4 + 8 * number)
        if platform not in (0, 3):
            continue
        part = cmap + offset
        form = struct.unpack_from(">H", font, part)[0]
        if form == 4:
            codes |= _short(font, part)
        elif form == 12:
            groups = struct.unpack_from(">I", font, part + 12)[0]
            for group in range(groups):
                first, last, _glyph = struct.unpack_from(">III", font, part + 16 + 12 * group)
                codes.update(range(first, min(last, 0x10FFFF) + 1))
    return {code for code in codes if not 0xD800 <= code <= 0xDFFF}


def _short(font: bytes, part: int) -> set[int]:
    """Format 4: segments of codes; a segment may still lead to the glyph 0, which is the box."""
    double = struct.unpack_from(">H", font, part + 6)[0]
    many = double // 2
    ends = struct.unpack_from(f">{many}H", font, part + 14)
    starts = struct.unpack_from(f">{many}H", font, part + 16 + double)
    deltas = struct.unpack_from(f">{many}h", font, part + 16 + 2 * double)
    places = part + 16 + 3 * double
    ranges = struct.unpack_from(f">{many}H", font, places)
    codes = set[int]()
    for number, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            if ranges[number] == 0:
                glyph = (code + deltas[number]) & 0xFFFF
            else:
                at = places + 2 * number + ranges[number] + 2 * (code - first)
                glyph = struct.unpack_from(">H", font, at)[0]
            if glyph:
                codes.add(code)
    return codes
