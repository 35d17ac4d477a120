"""Words as textures: made once, however often a page is redrawn with the same words."""

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Writing
from kivy.graphics.texture import Texture

from ui.screen.fonts import font_for

MEASURED, KEPT = 20_000, 500  # sizes are small, textures are not


def _writing(text: str, size: float, bold: bool, width: float | None, align: str = "left") -> Any:
    return Writing(
        text=text, font_size=size, font_name=font_for(text), bold=bold, text_size=(width, None), halign=align
    )


@lru_cache(MEASURED)
def measured(text: str, size: float, bold: bool, width: float | None = None) -> tuple[float, float]:
    """Width and height of *text*, broken between words at *width*."""
    writing = _writing(text, size, bold, width)
    writing.resolve_font_name()
    wide, tall = writing.render()
    return float(wide), float(tall)


def unbroken(text: str) -> list[str]:
    """The parts that no line is broken within: words, or words that are bound together."""
    return [part for part in text.replace("\n", " ").split(" ") if part]


@lru_cache(MEASURED)
def width_of(word: str, size: int, bold: bool) -> float:
    return float(Writing(font_size=size, font_name=font_for(word), bold=bold).get_extents(word)[0])


@lru_cache(KEPT)
def texture_of(
    text: str, size: float, bold: bool, width: float | None = None, align: str = "left"
) -> Texture:
    """*text* in white, to be tinted when it is drawn."""
    writing = _writing(text, size, bold, width, align)
    writing.refresh()
    return writing.texture


@lru_cache(MEASURED)
def fitting(text: str, wanted: float, least: float, bold: bool, width: float, height: float | None) -> float:
    """The largest size up to *wanted* at which nothing is cut; no smaller than about *least*."""
    sizes = [wanted]
    while sizes[-1] > least:
        sizes.append(sizes[-1] - 1)
    longest = max(unbroken(text), key=len, default="")

    def fits(size: float) -> bool:
        if width_of(longest, int(size), bold) > width:
            return False
        return height is None or measured(text, size, bold, width)[1] <= height + 1

    low, high = 0, len(sizes) - 1  # the first that fits: whatever is smaller fits as well
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(sizes[middle]) else (middle + 1, high)
    return sizes[low]
