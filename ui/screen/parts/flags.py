"""Flags that stand for languages: whoever cannot read the words of a page finds their own all the same."""

from typing import Any

from kivy.graphics import Mesh, Rectangle

from ui.screen.parts.drawing import Drawing
from ui.screen.parts.shapes import ink

STRIPES = {"de": ("#000000", "#DD0000", "#FFCC00")}  # from above; the other one is drawn by its crosses
BLUE, WHITE, RED = "#012169", "#FFFFFF", "#C8102E"


class Flag(Drawing):
    def __init__(self, language: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._language = language

    def draw(self) -> None:
        tall = min(self.height, self.width * 3 / 5)
        wide = tall * 5 / 3
        x, y = self.middle[0] - wide / 2, self.middle[1] - tall / 2
        if self._language in STRIPES:
            for n, colour in enumerate(reversed(STRIPES[self._language])):
                ink(colour)
                Rectangle(pos=(x, y + n * tall / 3), size=(wide, tall / 3 + 0.5))
            return
        ink(BLUE)
        Rectangle(pos=(x, y), size=(wide, tall))
        for colour, share in ((WHITE, 0.2), (RED, 0.07)):
            ink(colour)
            for band in (_diagonal(share), [(1 - u, v) for u, v in _diagonal(share)]):
                corners = [part for u, v in band for part in (x + u * wide, y + v * tall, 0, 0)]
                Mesh(vertices=corners, indices=list(range(len(band))), mode="triangle_fan")
        for colour, share in ((WHITE, 1 / 3), (RED, 1 / 5)):
            ink(colour)
            Rectangle(pos=(x, y + tall * (1 - share) / 2), size=(wide, tall * share))
            Rectangle(pos=(x + (wide - tall * share) / 2, y), size=(tall * share, tall))


def _diagonal(share: float) -> list[tuple[float, float]]:
    """A band from one corner of a square of side 1 to the other, cut off at its edges."""
    w = share * 0.6
    return [(0, 0), (w, 0), (1, 1 - share), (1, 1), (1 - w, 1), (0, share)]
