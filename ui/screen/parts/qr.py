"""A QR code on white, in dots of whole pixels so that a phone can read it."""

from typing import Any

import segno
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from ui.screen.parts.shapes import Drawing

RIM = 4  # modules round a QR code that have to be white


class QrCode(Drawing):
    """*text* to be scanned, as large as the place allows."""

    def __init__(self, text: str, rim: int = RIM, error: str = "m", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        rows = [bytes(0 if dark else 255 for dark in row) for row in segno.make(text, error=error).matrix]
        self._modules, self._rim = len(rows), rim
        self._texture = Texture.create(size=(self._modules, self._modules), colorfmt="luminance")
        self._texture.mag_filter = "nearest"
        self._texture.blit_buffer(b"".join(reversed(rows)), colorfmt="luminance", bufferfmt="ubyte")

    def draw(self) -> None:
        module = max(1, int(min(self.width, self.height) / (self._modules + 2 * self._rim)))
        for side, paint in ((self._modules + 2 * self._rim, None), (self._modules, self._texture)):
            size, (x, y) = side * module, self.middle
            Color(1, 1, 1, 1)
            place = (round(x - size / 2), round(y - size / 2))
            Rectangle(pos=place, size=(size, size), texture=paint)
