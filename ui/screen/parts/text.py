"""Text that always fits its place: it wraps, and where that is not enough it becomes smaller, never cut."""

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Writing
from kivy.uix.label import Label

from ui.screen.theme import TEXT, Sizes, TextSize, rgb

REGULAR, BOLD = "Roboto", "Roboto"


@lru_cache(maxsize=4096)
def _width_of(word: str, size: int, bold: bool) -> float:
    return float(Writing(font_size=size, font_name=REGULAR, bold=bold).get_extents(word)[0])


class Text(Label):
    """Words in a box. `wanted` is the size they would like to have."""

    def __init__(
        self,
        text: str,
        sizes: Sizes,
        size: TextSize = "body",
        colour: str = TEXT,
        ground: str = "",
        align: str = "left",
        valign: str = "middle",
        grow: bool = False,
        **kwargs: Any,
    ) -> None:
        """*ground* is the colour behind, for the audit of contrast; *grow*: be as high as the text needs."""
        super().__init__(
            text=text, color=(*rgb(colour), 1), halign=align, valign=valign, font_name=REGULAR, **kwargs
        )
        self.sizes, self.ink, self.ground, self.grows = sizes, colour, ground, grow
        self.wanted = sizes.text(size)
        self.font_size = self.wanted
        if grow:
            self.size_hint_y = None
        self.bind(size=self._fit, text=self._fit)
        self._fit()

    def want(self, pixels: float) -> None:
        """Another size of letters than the theme has, for what is read from far away."""
        self.wanted = pixels
        self._fit()

    def _fit(self, *_: Any) -> None:
        """Choose the largest size, up to the wanted one, at which nothing is cut."""
        width = max(self.width, 1)
        longest = max(self.text.split(), key=len, default="")
        size = self.wanted
        while size > self.sizes.text_least and _width_of(longest, int(size), self.bold) > width:
            size -= 1
        if self.grows:
            self._write(size, width)
            self.height = max(self.texture_size[1], 1)
            return
        self._write(size, width)
        while size > self.sizes.text_least and self.texture_size[1] > self.height + 1:
            size -= 1
            self._write(size, width)
        self.text_size = (width, self.height)

    def _write(self, size: float, width: float) -> None:
        self.font_size = size
        self.text_size = (width, None)
        self.texture_update()
