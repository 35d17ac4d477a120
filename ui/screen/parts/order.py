"""People in the order in which they sit, with arrows the way it goes on."""

from typing import Any

from msgspec import Struct

from ui.screen import theme
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.face import Face
from ui.screen.parts.people import draw_badge
from ui.screen.parts.shapes import fill, ink


class Order(Struct, frozen=True):
    """*faces* clockwise; *way* is 1 clockwise or -1; *on* has to act; *away* are not at the table."""

    faces: tuple[Face, ...]
    way: int = 1
    on: str = ""
    away: tuple[str, ...] = ()


class OrderStrip(Drawing):
    """From left to right clockwise; the last arrow leads round to the first."""

    def __init__(self, order: Order, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.order = order

    def draw(self) -> None:
        count = len(self.order.faces)
        step = min(self.width / max(1, count), self.height * 2.4)
        r = min(self.height * 0.42, step * 0.28)
        start, y = self.middle[0] - step * count / 2 + step * 0.32, self.middle[1]
        for number, face in enumerate(self.order.faces):
            x = start + number * step
            draw_badge(face, x, y, r, ringed=face.name == self.order.on)
            if face.name in self.order.away:
                self._away(x, y, r)
            self._arrow(x + step / 2, y, r * 0.5)

    def _arrow(self, x: float, y: float, r: float) -> None:
        ink(theme.ACCENT)
        tip = r * self.order.way
        fill([x - tip, y - r, x - tip, y + r, x + tip, y], (x - tip * 0.4, y))

    def _away(self, x: float, y: float, r: float) -> None:
        """A veil over whoever has left the table."""
        ink(theme.FELT, 0.6)
        fill([x - r, y - r, x + r, y - r, x + r, y + r, x - r, y + r], (x, y))
