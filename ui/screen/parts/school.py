"""What stands on a pupil's score sheet: boxes for marks, stress chips, pills, and the odds of a roll."""

from typing import Any

from kivy.graphics import Line, Rectangle, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.layout import Panel, Row
from ui.screen.parts.shapes import draw_shape, ink
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon
from ui.screen.theme import Sizes

ROW = 10  # chips that are drawn beside each other


class Chips(Drawing):
    """*chips* round and *pills* long, beside each other as they lie on the table."""

    def __init__(self, chips: int, pills: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.chips, self.pills = chips, pills

    def draw(self) -> None:
        count = self.chips + 2 * self.pills + (0.6 if self.pills and self.chips else 0)
        step = min(self.height * 0.9, self.width / max(count, 1))
        r, y = step * 0.42, self.middle[1]
        x = self.x + step / 2
        for _ in range(self.chips):
            draw_shape("circle", theme.ACCENT, x, y, r)
            ink(theme.INK)
            Line(circle=(x, y, r * 0.6), width=1)
            x += step
        x += 0.6 * step if self.pills and self.chips else 0
        for _ in range(self.pills):
            self._pill(x, y, r)
            x += 2 * step

    @staticmethod
    def _pill(x: float, y: float, r: float) -> None:
        """Half light, half red, so that it is no chip even without colours."""
        ink(theme.IVORY)
        SmoothRoundedRectangle(pos=(x - r, y - r), size=(4 * r, 2 * r), radius=[r])
        ink(theme.DANGER)
        SmoothRoundedRectangle(pos=(x - r, y - r), size=(2 * r, 2 * r), radius=[r, 0, 0, r])
        ink(theme.INK)
        Line(rounded_rectangle=(x - r, y - r, 4 * r, 2 * r, r), width=1)


def mark_box(sizes: Sizes, written: str, passed: bool | None) -> Widget:
    """One box of the sheet: what is written in it, ticked or crossed once it counts."""
    colour = theme.TEXT if passed is None else theme.GOOD if passed else theme.DANGER
    row = Row(sizes, gap=0.2)
    if passed is not None:
        row.add_widget(Icon(sizes, "check" if passed else "close", colour, side=2.6))
    if written:
        text = Text(written, sizes, "body", colour, theme.GROUND, align="center", bold=True)
        row.add_widget(text)
    return Panel(sizes, row, ground=theme.GROUND, edge=theme.EDGE, pad=0.15)


class Odds(Drawing):
    """Ten fields for the ten faces of the die; the first *chance* percent of them are bad."""

    def __init__(self, chance: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.chance = chance

    def draw(self) -> None:
        gap = self.width * 0.012
        wide = (self.width - 9 * gap) / 10
        for field in range(10):
            x = self.x + field * (wide + gap)
            bad = field < round(self.chance / 10)
            ink(theme.DANGER if bad else theme.FELT_EDGE)
            Rectangle(pos=(x, self.y), size=(wide, self.height))
            if bad:
                ink(theme.INK)
                Line(points=[x, self.y, x + wide, self.y + self.height], width=1.2)
