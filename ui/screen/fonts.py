"""Which font has the signs of a text: the usual one, else one that has them all, never a silent gap.

A name may come in any script. A font lacks the signs that it draws as its box; the fonts of the system are
looked through only when the two that come with the program are not enough.
"""

import logging
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

log = logging.getLogger(__name__)

USUAL = "Roboto"
SYSTEM = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
MOST_LOOKED_THROUGH = 400  # files
NO_SIGN = "\U0010ffff"  # for ever without a meaning: every font draws its box
INVISIBLE = "\n\t\u00ad\u200b\u200d\ufe0f"


@lru_cache(20_000)
def font_for(text: str) -> str:
    """The name or file of a font that can write *text*; where there is none, the one that lacks least."""
    wanted = frozenset(text) - frozenset(INVISIBLE)
    best, missing = USUAL, _lacking(_own("Roboto-Regular.ttf"), wanted)
    for file in (_own("DejaVuSans.ttf"), *_of_the_system()) if missing else ():
        lacks = _lacking(file, wanted)
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


def _lacking(file: Path, signs: frozenset[str]) -> frozenset[str]:
    return frozenset(sign for sign in signs if not _has(file, sign))


@lru_cache(20_000)
def _has(file: Path, sign: str) -> bool:
    """Whether *sign* looks otherwise than the box that stands for whatever is missing."""
    try:
        return sign.isspace() or _drawn(file, sign) != _drawn(file, NO_SIGN)
    except (OSError, ValueError) as error:
        log.info("the font %s cannot be read: %s", file, error)
        return False


def _drawn(file: Path, sign: str) -> tuple[tuple[int, int], bytes]:
    picture = _font(file).getmask(sign)
    return picture.size, bytes(picture)


@cache
def _font(file: Path) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, 16, layout_engine=ImageFont.Layout.BASIC)
