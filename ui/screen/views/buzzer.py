"""The buzzer: who was first, as large as can be, and by how much the others came later."""

from kivy.uix.widget import Widget

from companion.game import certain
from ui.screen.looks import Face
from ui.screen.pages.table.felt import Spread
from ui.screen.parts.layout import Column, Row, Text, on_felt, space
from ui.screen.parts.stopwatch import Stopwatch
from ui.screen.parts.touch import Badge

LOW = 16.0  # mm: there is one line only
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
        large, behind = Row(sizes, badge, words, gap=2.0), _behind(spread, others, timed)
        if 0 < spread.felt.room < LOW:
            shown = Row(sizes, large, *([Row(sizes, *behind)] if behind else []), gap=1.0)
        else:
            rest = [space() for _ in range(MOST - len(behind))]
            below = [Row(sizes, *behind, *rest, **sizes.high(9))] if behind else []
            shown = Column(sizes, large, *below, gap=1.0)
    else:  # how things stand, as large as a signal has to be
        says = spread.words(certain(spread.felt.view).phase)
        shown = Text(says, sizes, "huge", bold=True, align="center")
    return on_felt(sizes, shown, pad=1.6)


def _behind(spread: Spread, others: list[tuple[Face, int]], timed: bool) -> list[Widget]:
    """The next ones, in one line."""
    sizes, parts = spread.sizes, list[Widget]()
    for place, (face, ms) in enumerate(others[:MOST], 2):
        key = "buzzer.time" if timed else "table.gap" if ms >= 0 else "table.tied"  # a tie, and not first
        words = spread.say(key, place=place, ms=abs(ms))
        parts.append(Row(sizes, Badge(face, **sizes.wide(8)), Text(words, sizes, "body"), gap=0.6))
    return parts
