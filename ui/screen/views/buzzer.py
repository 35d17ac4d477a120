"""The buzzer: who was first, as large as can be, and by how much the others came later."""

from kivy.uix.widget import Widget

from companion.game import certain
from ui.screen.pages.table.felt import Spread
from ui.screen.parts.face import Face
from ui.screen.parts.layout import Column, Row, on_felt, space
from ui.screen.parts.people import Badge
from ui.screen.parts.stopwatch import Stopwatch
from ui.screen.parts.text import Text

MOST = 3  # behind the first: those who come later stand in the panels


def felt(spread: Spread) -> Widget:
    details, sizes = spread.details, spread.sizes
    pressed = [(spread.faces[seat], ms) for seat, ms in details.get("pressed", ())]
    if details.get("since") and not pressed:
        shown: Widget = Stopwatch(details["since"])
    elif pressed:
        timed, (first, *others) = bool(details["timed"]), pressed
        says = spread.say("buzzer.time", ms=first[1]) if timed else spread.say("table.first")
        words = Text(says, sizes, "title", bold=True)
        badge = Badge(first[0], **sizes.wide(8 if others and not sizes.portrait else 24))
        large = Row(sizes, badge, words, gap=2.0)
        shown = Column(sizes, large, *_behind(spread, others, timed), gap=1.0)
    else:  # how things stand, as large as a signal has to be
        says = spread.words(certain(spread.felt.view).phase)
        shown = Text(says, sizes, "huge", bold=True, align="center")
    return on_felt(sizes, shown, pad=1.6)


def _behind(spread: Spread, others: list[tuple[Face, int]], timed: bool) -> list[Widget]:
    """The next ones, in one line."""
    sizes, parts = spread.sizes, list[Widget]()
    for place, (face, ms) in enumerate(others[:MOST], 2):
        words = spread.say("buzzer.time" if timed else "table.gap", place=place, ms=ms)
        gap = Text(words, sizes, "body")
        parts.append(Row(sizes, Badge(face, **sizes.wide(8)), gap, gap=0.6))
    rest = [space() for _ in range(MOST - len(parts))]
    return [Row(sizes, *parts, *rest, **sizes.high(9))] if parts else []
