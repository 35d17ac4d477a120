"""Flags that stand for languages: whoever cannot read the words of a page finds their own all the same."""

from typing import Any

from kivy.graphics import Mesh

from companion.words import found_languages
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.shapes import ink


class Flag(Drawing):
    def __init__(self, language: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._areas = found_languages()[language].flag

    def draw(self) -> None:
        tall = min(self.height, self.width * 3 / 5)
        wide = tall * 5 / 3
        x, y = self.middle[0] - wide / 2, self.middle[1] - tall / 2
        for area in self._areas:
            ink(area.colour)
            points = list(zip(area.corners[::2], area.corners[1::2], strict=True))
            corners = [part for u, v in points for part in (x + u * wide, y + v * tall, 0, 0)]
            Mesh(vertices=corners, indices=list(range(len(points))), mode="triangle_fan")
