"""Who somebody is: colour, shape and letter together, always the same wherever the seat is shown."""

from typing import Any

from kivy.graphics import SmoothLine
from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.parts.dice import write
from ui.screen.parts.face import Face
from ui.screen.parts.shapes import draw_shape, ink, outline


class Badge(Widget):
    """A seat's shape in its colour with its letter. A ring round it: it is this seat's turn."""

    def __init__(self, face: Face, ringed: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.face, self._ringed = face, ringed
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        r = min(self.width, self.height) / 2 * 0.8
        face = self.face
        colour = theme.SEAT_COLOURS.get(face.colour, theme.MUTED)
        self.canvas.clear()
        with self.canvas:
            draw_shape(face.shape, colour, self.center_x, self.center_y, r)
            if face.colour == "black":  # would be lost on a dark ground
                ink(theme.MUTED)
                SmoothLine(points=outline(face.shape, self.center_x, self.center_y, r), width=1.3, close=True)
            low = {"triangle": 0.16, "house": 0.1, "drop": 0.18}.get(face.shape, 0.0)
            small = 0.78 if face.shape in ("triangle", "star", "cross", "heart") else 0.95
            write(face.letter, self.center_x, self.center_y - low * r, r * small, theme.ink_on(colour))
            if self._ringed:
                ink(theme.TEXT)
                points = outline(face.shape, self.center_x, self.center_y, r * 1.2)
                SmoothLine(points=points, width=max(1.4, r * 0.07), close=True)
