"""Cards in a row from which the right end is taken: overlapping, in lines if that makes them larger."""

from collections.abc import Mapping
from typing import Any

from kivy.graphics import SmoothLine
from msgspec import Struct

from ui.screen import theme
from ui.screen.parts.cards import ASPECT, LEAST_SEEN, draw_card
from ui.screen.parts.dice import write
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.face import Face
from ui.screen.parts.shapes import draw_shape, ink

WIDEST = 0.8  # of a card's width, from one card to the next
ABOVE, BELOW = 0.34, 0.28  # of a card's height: for what stands over and under it


class RowShown(Struct, frozen=True):
    """What is drawn."""

    deck: str
    cards: tuple[str, ...]
    lifted: int = 0  # cards at the right end that are in somebody's hand, and may still go back
    takes: Mapping[int, str] = {}  # what stands over the end from which so many cards would be taken
    best: tuple[int, ...] = ()
    marks: Mapping[str, tuple[Face, ...]] = {}  # whom a card would bring points


class CardRow(Drawing):
    """*shown*, as large as its place allows."""

    def __init__(self, shown: RowShown, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.shown = shown

    def draw(self) -> None:
        cards = self.shown.cards
        if not cards:
            return
        lines, height = self._fitting(len(cards))
        each = -(-len(cards) // lines)
        tall = height * (1 + ABOVE + BELOW)
        top = self.middle[1] + lines * tall / 2
        for line in range(lines):
            part = cards[line * each : (line + 1) * each]
            self._line(part, line * each, top - (line + 1) * tall + BELOW * height, height)

    def _fitting(self, count: int) -> tuple[int, float]:
        """In how many lines the cards become largest, and how high they are then."""
        best = (1, 0.0)
        for lines in (1, 2, 3):
            spread = 1 + LEAST_SEEN * (-(-count // lines) - 1)
            height = min(self.height / lines / (1 + ABOVE + BELOW), self.width / ASPECT / spread)
            best = max(best, (lines, height), key=lambda pair: pair[1])
        return best

    def _line(self, part: tuple[str, ...], before: int, y: float, height: float) -> None:
        width = height * ASPECT
        step = min(width * WIDEST, (self.width - width) / max(1, len(part) - 1))
        start = self.middle[0] - (width + step * (len(part) - 1)) / 2
        count = len(self.shown.cards)
        for number, card in enumerate(part):
            x, from_end = start + number * step, count - before - number
            raised = height * 0.14 if from_end <= self.shown.lifted else 0.0
            draw_card(self.shown.deck, card, x, y + raised, height)
            seen = width if from_end == 1 else step
            self._take(from_end, x, y + raised, height, seen)
            self._marks(card, x + min(seen, width) / 2, y, height)

    def _take(self, from_end: int, x: float, y: float, height: float, seen: float) -> None:
        """A tick over each end that may be taken, with what it is called."""
        if from_end not in self.shown.takes:
            return
        best = from_end in self.shown.best
        colour = theme.ACCENT if best else theme.TEXT
        ink(colour)
        over = y + height * 1.04
        SmoothLine(
            points=[x + 1, over, x + 1, over + height * 0.05, x + seen, over + height * 0.05], width=1.3
        )
        write(self.shown.takes[from_end], x + seen / 2, over + height * 0.15, height * 0.15, colour)

    def _marks(self, card: str, x: float, y: float, height: float) -> None:
        for number, face in enumerate(self.shown.marks.get(card, ())):
            r = height * 0.055
            colour = theme.SEAT_COLOURS.get(face.colour, theme.MUTED)
            draw_shape(face.shape, colour, x, y - height * (0.09 + 0.13 * number), r)
