"""Sets of colours: the usual one, one with the highest contrast, and the family's own from a file."""

import logging
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from companion.asks import Say, Unable
from companion.config import toml_in
from companion.plain_file import read_text
from ui.screen import theme

log = logging.getLogger(__name__)

MOST = 20_000  # bytes of a file of colours
LEAST = 4.5  # contrast of words on their ground (WCAG 2 AA)

# Colours of `theme` that may be painted otherwise. Dice, cards and people keep theirs: they are things.
_HIGH_CONTRAST = resources.files(__package__) / "high_contrast.toml"
HIGH_CONTRAST = {name.upper(): of for name, of in toml_in(_HIGH_CONTRAST.read_text("utf-8")).items()}

# Words and what they stand on: each pair must stay readable whatever the colours are.
PAIRS = tuple(
    (ink, ground)
    for inks, grounds in (
        (("TEXT", "MUTED"), ("GROUND", "SURFACE", "RAISED", "FELT")),
        (("TEXT",), ("PRESSED",)),
        (("INK",), ("ACCENT", "ACCENT_PRESSED", "TEXT", "GOOD")),
        (("KIND_INK",), ("KIND", "KIND_BUTTON")),
        (("DANGER", "GOOD", "ACCENT"), ("SURFACE",)),
        (("ACCENT",), ("GROUND",)),
    )
    for ink in inks
    for ground in grounds
)

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")

Palette = Mapping[str, str]  # names of colours in `theme` (like "GROUND") and what is painted for them


class ThemeBroken(Unable):
    """A theme file cannot be used; `says` tells why and what helps."""


def paints(palette: Palette) -> dict[str, str]:
    """*palette* as `theme.wear` takes it: by the colours themselves."""
    return {getattr(theme, name): colour for name, colour in palette.items()}


def read_palette(file: Path) -> Palette:
    """The family's own colours, like ``ground = "#000000"``; raises `ThemeBroken` in words."""
    try:
        values = toml_in(read_text(file, MOST))
    except (OSError, UnicodeDecodeError) as error:
        raise ThemeBroken("window.theme_unread", file=str(file), why=str(error)) from error
    except ValueError as error:
        raise ThemeBroken("window.theme_toml", file=str(file), why=str(error)) from error
    palette = {name.upper(): value for name, value in values.items()}
    unknown = sorted(set(palette) - set(HIGH_CONTRAST))
    if unknown:
        known = ", ".join(name.lower() for name in HIGH_CONTRAST)
        raise ThemeBroken("window.theme_name", file=str(file), name=unknown[0].lower(), known=known)
    for name, value in palette.items():
        if not (isinstance(value, str) and _COLOUR.fullmatch(value)):
            raise ThemeBroken("window.theme_colour", file=str(file), name=name.lower(), value=str(value))
    _examine(file, palette)
    return palette


def _examine(file: Path, palette: Palette) -> None:
    """What cannot be read is no theme."""
    for ink, ground in PAIRS:
        pair = palette.get(ink, getattr(theme, ink)), palette.get(ground, getattr(theme, ground))
        found = theme.contrast(*pair)
        if found < LEAST:
            raise ThemeBroken(
                "window.theme_contrast",
                file=str(file),
                ink=ink.lower(),
                ground=ground.lower(),
                found=round(found, 1),
            )


def wear(contrast_wish: str, own: Path | None = None) -> Say | None:
    """Paint as wished ("normal", "high" or "own", the colours in the file *own*); gives what was wrong."""
    trouble: Say | None = None
    palette: Palette = HIGH_CONTRAST if contrast_wish == "high" else {}
    if contrast_wish == "own" and own is not None:
        theme.wear({})  # the examination is of the file's colours, not of what was worn before
        try:
            palette = dict(read_palette(own))
        except ThemeBroken as error:
            trouble = error.says
            log.warning("the family's own colours are not used: %s", error)
    theme.wear(paints(palette))
    return trouble
