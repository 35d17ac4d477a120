"""Who somebody is: colour, shape and letter together, always the same wherever the seat is shown."""

from typing import Any

from kivy.graphics import SmoothLine

from ui.screen import theme
from ui.screen.looks import Face
from ui.screen.parts.dice import write
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.layout import Row
from ui.screen.parts.shapes import draw_shape, ink, outline
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon
from ui.screen.theme import Sizes


class Badge(Drawing):
    """A seat's shape in its colour with its letter. A ring round it: it is this seat's turn."""

    def __init__(self, face: Face, ringed: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.face, self._ringed = face, ringed

    def draw(self) -> None:
        x, y = self.middle
        draw_badge(self.face, x, y, min(self.width, self.height) / 2 * 0.8, self._ringed)


def points_line(sizes: Sizes, face: Face, points: object, won: bool = False, **kwargs: Any) -> Row:
    """Somebody with their *points*."""
    badge, name = Badge(face, **sizes.wide(8)), Text(face.name, sizes, "large", bold=won)
    trophy = [Icon(sizes, "trophy", theme.ACCENT, side=4.5)] if won else []
    figure = Text(str(points), sizes, "large", align="right", bold=won, **sizes.wide(11))
    return Row(sizes, badge, name, *trophy, figure, **kwargs)


def draw_badge(face: Face, x: float, y: float, r: float, ringed: bool = False) -> None:
    """Draw *face* on the canvas that is open now."""
    colour = face.paint
    draw_shape(face.shape, colour, x, y, r)
    ink(theme.MUTED if face.colour == "black" else theme.INK)  # else lost on a ground of the same colour
    SmoothLine(points=outline(face.shape, x, y, r), width=1.3, close=True)
    low = {"triangle": 0.16, "house": 0.1, "drop": 0.18}.get(face.shape, 0.0)
    small = 0.78 if face.shape in ("triangle", "star", "cross", "heart") else 0.95
    write(face.letter, x, y - low * r, r * small, theme.ink_on(colour))
    if ringed:
        ink(theme.TEXT)
        points = outline(face.shape, x, y, r * 1.2)
        SmoothLine(points=points, width=max(1.4, r * 0.07), close=True)
