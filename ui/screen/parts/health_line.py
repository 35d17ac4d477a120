"""How one thing of the house is, on one line: sign, level in words, what was found, the next step."""

from typing import Any

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Panel, Row, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon
from ui.screen.ports import Health
from ui.screen.theme import Sizes

ICONS = {"ok": "check", "note": "note", "warning": "question", "broken": "close"}


class HealthLine(Panel):
    """As high as its words need."""

    def __init__(self, sizes: Sizes, say: Speaker, health: Health) -> None:
        colour = colour_of(health.level)
        words = Stack(sizes, Text(health.says, sizes, "body", ground=theme.SURFACE, grow=True), gap=0.4)
        words.pos_hint = {"center_y": 0.5}
        if health.next_step:
            words.add_widget(Text(health.next_step, sizes, "body", theme.ACCENT, theme.SURFACE, grow=True))
        sign = Icon(sizes, ICONS[health.level], colour, side=5)
        row = Row(sizes, sign, _level(sizes, say, health, colour), words, size_hint_y=None)
        super().__init__(sizes, row, pad=1.2, size_hint_y=None)
        words.bind(height=lambda _words, height: setattr(row, "height", max(height, sizes.mm(7))))
        row.bind(height=lambda _row, height: setattr(self, "height", height + sizes.mm(2.4)))


def _level(sizes: Sizes, say: Speaker, health: Health, colour: str) -> Text:
    place: dict[str, Any] = {"size_hint": (None, 1), "width": sizes.mm(17)}
    return Text(say(f"doctor.{health.level}"), sizes, "small", colour, theme.SURFACE, bold=True, **place)


def colour_of(level: str) -> str:
    """Never the only sign: the level stands there in words, too."""
    return {"ok": theme.GOOD, "warning": theme.KIND, "broken": theme.DANGER}.get(level, theme.TEXT)
