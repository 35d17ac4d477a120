"""Text that always fits its place: it wraps, and where that is not enough it becomes smaller, never cut."""

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, StringProperty

from ui.screen.parts.drawing import Drawing
from ui.screen.parts.writing import fitting, measured, texture_of
from ui.screen.theme import TEXT, Sizes, TextSize, rgb

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
