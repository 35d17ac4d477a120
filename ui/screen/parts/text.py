"""Text that always fits its place: it wraps, and where that is not enough it becomes smaller, never cut."""

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Writing
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, StringProperty

from ui.screen.fonts import font_for
from ui.screen.parts.drawing import Drawing
from ui.screen.theme import TEXT, Sizes, TextSize, rgb

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


FAINT = 0.45  # of words on what cannot be touched now


class Text(Drawing):
    """Words in a box. `wanted` is the size they would like to have."""

    text = StringProperty("")
    align = StringProperty("left")
    valign = StringProperty("middle")
    bold = BooleanProperty(False)
    grow = BooleanProperty(False)  # be as high as the text needs

    def __init__(
        self,
        text: str,
        sizes: Sizes,
        size: TextSize = "body",
        colour: str = TEXT,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.sizes, self.ink = sizes, colour
        self.wanted = sizes.text(size)
        if self.grow:
            self.size_hint_y = None
        self.bind(size=self._fit, text=self._fit, disabled=self._redraw)
        self.text = text
        self._fit()

    def want(self, pixels: float) -> None:
        """Another size of letters than the theme has, for what is read from far away."""
        self.wanted = pixels
        self._fit()

    @property
    def font_size(self) -> float:
        """The largest size, up to the wanted one, at which nothing is cut."""
        height = None if self.grow else int(self.height)
        return fitting(self.text, self.wanted, self.sizes.text_least, self.bold, self._room, height)

    @property
    def _room(self) -> int:
        return max(int(self.width), 1)

    def _fit(self, *_: Any) -> None:
        if self.grow:
            self.height = max(measured(self.text, self.font_size, self.bold, self._room)[1], 1)
        self._redraw()

    def draw(self) -> None:
        if not self.text.strip():
            return
        texture = texture_of(self.text, self.font_size, self.bold, self._room, self.align)
        tall = texture.height
        low = {"top": self.height - tall, "bottom": 0}.get(self.valign, (self.height - tall) / 2)
        Color(*rgb(self.ink), FAINT if self.disabled else 1)
        Rectangle(texture=texture, pos=(round(self.x), round(self.y + low)), size=texture.size)
