"""The picture of a result to show to others: who won, the points, how they came."""

from kivy.uix.widget import Widget
from msgspec import Struct

from ui.screen import theme
from ui.screen.parts.face import Face
from ui.screen.parts.layout import Column, Panel, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon
from ui.screen.theme import Sizes


class Result(Struct, frozen=True):
    """What stands on the picture, in words already."""

    title: str
    day: str
    won: str
    footer: str
    lines: tuple[tuple[Face, int, bool], ...]  # the best first: who, points, whether they won


class ResultCard(Panel):
    """Looks the same on every panel, whatever size of letters is wished."""

    def __init__(self, sizes: Sizes, result: Result, points: Widget) -> None:
        """*points* shows how they came."""
        title = Row(
            sizes,
            Text(result.title, sizes, "title", ground=theme.GROUND, bold=True),
            Text(result.day, sizes, "body", theme.MUTED, theme.GROUND, align="right"),
            size_hint_y=None,
            height=sizes.mm(9),
        )
        won = Row(
            sizes,
            Icon(sizes, "trophy", theme.INK, side=8),
            Text(result.won, sizes, "large", theme.INK, theme.ACCENT, bold=True),
        )
        winner = Panel(sizes, won, ground=theme.ACCENT, pad=1.4, size_hint_y=None, height=sizes.mm(15))
        ranking = Panel(sizes, *(_line(sizes, *line) for line in result.lines), pad=1.4, gap=0.6)
        came = Panel(sizes, points, pad=1.4)
        middle: Widget = Column(sizes, ranking, came) if sizes.portrait else Row(sizes, ranking, came)
        footer = Text(
            result.footer,
            sizes,
            "small",
            theme.MUTED,
            theme.GROUND,
            align="right",
            size_hint_y=None,
            height=sizes.mm(5),
        )
        super().__init__(sizes, title, winner, middle, footer, ground=theme.GROUND, gap=1.4)


def _line(sizes: Sizes, face: Face, score: int, won: bool) -> Widget:
    things: list[Widget] = [
        Badge(face, size_hint=(None, 1), width=sizes.mm(8)),
        Text(face.name, sizes, "large", ground=theme.SURFACE, bold=won),
        Text(
            str(score),
            sizes,
            "large",
            ground=theme.SURFACE,
            bold=won,
            align="right",
            size_hint_x=None,
            width=sizes.mm(15),
        ),
    ]
    return Row(sizes, *things)
