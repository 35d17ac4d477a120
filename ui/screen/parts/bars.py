"""Bars for how often something came, each with a mark where it would be by equal luck."""

from collections.abc import Mapping
from typing import Any

from kivy.graphics import Line, SmoothRoundedRectangle

from ui.screen import theme
from ui.screen.parts.dice import draw_die, write
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.shapes import ink
from ui.screen.theme import Sizes


class FaceBars(Drawing):
    """Bars for the faces of a die; each face is drawn below its bar, each count stands above it."""

    def __init__(
        self, sizes: Sizes, kind: str, counts: Mapping[str, int], shares: Mapping[str, float], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._sizes, self._kind, self._counts, self._shares = sizes, kind, counts, shares

    def draw(self) -> None:
        sizes, rolls = self._sizes, max(1, sum(self._counts.values()))
        step = self.width / max(1, len(self._counts))
        side = min(sizes.mm(6), step * 0.8)
        foot, letters = self.y + side + sizes.mm(1.2), sizes.text("small")
        room = max(1.0, self.y + self.height - letters * 1.4 - foot)
        highest = max(*self._counts.values(), *(share * rolls for share in self._shares.values()), 1)
        for number, (face, count) in enumerate(self._counts.items()):
            middle = self.x + step * (number + 0.5)
            tall = room * count / highest
            ink(theme.ACCENT)
            width = min(step * 0.62, sizes.mm(9))
            radius = [min(sizes.mm(0.8), tall / 2)]
            SmoothRoundedRectangle(pos=(middle - width / 2, foot), size=(width, max(1, tall)), radius=radius)
            level = foot + room * self._shares[face] * rolls / highest
            ink(theme.TEXT)
            dash = sizes.mm(0.8)
            line = [middle - step * 0.44, level, middle + step * 0.44, level]
            Line(points=line, width=1.2, dash_length=dash, dash_offset=dash)
            above = max(foot + tall, level if abs(level - foot - tall) < letters * 1.2 else 0)
            write(str(count), middle, above + letters * 0.7, letters, theme.TEXT, bold=False)
            draw_die(self._kind, face, middle - side / 2, self.y, side)


class ShareBar(Drawing):
    """How much of the whole: a lying bar, with a mark where it would end by equal luck."""

    def __init__(self, sizes: Sizes, share: float, fair: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sizes, self._share, self._fair = sizes, share, fair

    def draw(self) -> None:
        sizes = self._sizes
        tall = min(self.height * 0.6, sizes.mm(6))
        y = self.middle[1] - tall / 2
        radius = [sizes.mm(0.8)]
        ink(theme.RAISED)
        SmoothRoundedRectangle(pos=(self.x, y), size=(self.width, tall), radius=radius)
        ink(theme.ACCENT)
        width = max(sizes.mm(1), self.width * self._share)
        SmoothRoundedRectangle(pos=(self.x, y), size=(width, tall), radius=radius)
        ink(theme.TEXT)
        at = self.x + self.width * self._fair
        Line(points=[at, y - sizes.mm(1), at, y + tall + sizes.mm(1)], width=sizes.mm(0.3))
