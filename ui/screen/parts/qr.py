"""A QR code, with dots of whole pixels so that a phone can read it."""

from typing import Any

from kivy.graphics import Color, Rectangle

from ui.screen.parts.drawing import Drawing
from ui.seal import code


class QrCode(Drawing):
    def __init__(self, text: str, **kwargs: Any) -> None:
        self._rows = code(text)
        super().__init__(**kwargs)

    def draw(self) -> None:
        many = len(self._rows)
        dot = max(1, int(min(self.width, self.height) // many))
        left, top = int(self.center_x - dot * many / 2), int(self.center_y + dot * many / 2)
        Color(1, 1, 1)
        Rectangle(pos=(left, top - dot * many), size=(dot * many, dot * many))
        Color(0, 0, 0)
        for number, row in enumerate(self._rows, 1):
            for column, dark in enumerate(row):
                if dark:
                    Rectangle(pos=(left + column * dot, top - number * dot), size=(dot, dot))
