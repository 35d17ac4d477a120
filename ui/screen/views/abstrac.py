"""Abstrac: the row from which cards are taken, the melds as they grow, and what the coach says of it."""

from collections.abc import Callable, Mapping
from typing import Any

from kivy.graphics import SmoothLine
from kivy.uix.widget import Widget
from msgspec import Struct, convert
from msgspec.structs import replace

from companion.asks import JSON, Ask, Kind, Say
from companion.layout import View
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import Face
from ui.screen.pages.table.desk import Desk
from ui.screen.pages.table.felt import Spread, felt_region
from ui.screen.pages.table.people import Person, figures_line
from ui.screen.parts.cards import ASPECT, CardFan, draw_card
from ui.screen.parts.dice import write
from ui.screen.parts.layout import Column, Grid, Row, Scroll, Stack, Text, on_felt
from ui.screen.parts.pads import CardPad, Pack
from ui.screen.parts.shapes import Drawing, draw_shape, ink

# --- cards in a row from which the right end is taken: overlapping, in lines if that makes them larger ---

WIDEST, RANK = 0.8, 0.42  # of a card, from one to the next: at most, and so that its rank is seen
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
        """In how many lines most is seen of each rank, and how high the cards are then."""

        def seen(lines: int) -> tuple[float, int, float]:
            beside = -(-count // lines) - 1
            spread = 1 + RANK * beside
            height = min(self.height / lines / (1 + ABOVE + BELOW), self.width / ASPECT / spread)
            width = height * ASPECT
            return min((self.width - width) / max(1, beside), width / 2), lines, height

        return max(map(seen, (1, 2, 3)))[1:]

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
            draw_shape(face.shape, face.paint, x, y - height * (0.09 + 0.13 * number), r)


DECK = "french"
CARDS = tuple(rank + suit for suit in "CDHS" for rank in "9TJQKA")  # the pack of this game
PANEL = 34.0  # mm: what a seat's panel needs in portrait


# --- the melds of a seat, below its name ---


def panel(desk: Desk, person: Person, view: View, low: bool) -> Widget:
    """What the cards would be worth now, the melds with their points, and the cards that lie single."""
    sizes, seat = desk.sizes, person.panel.seat
    stats = figures_line(desk, person.panel.stats)
    cards = next((pile.cards for pile in view.piles if pile.place == f"mat:{seat}"), ())
    melds = view.details.get("melds", {}).get(seat, ())
    column = Column(sizes, gap=0.6)
    if stats:
        figures = Text(stats, sizes, "small", theme.MUTED, **sizes.high(7.5))
        column.add_widget(figures)
    melded = {card for meld in melds for card in meld["cards"]}
    single = tuple(card for card in cards if card not in melded)
    lying = [_meld(sizes, meld) for meld in melds] + ([CardFan(DECK, single)] if single else [])
    column.add_widget(Grid(sizes, *lying, cols=1 if len(lying) < 3 else 2, gap=0.6))
    return column


def _meld(sizes: theme.Sizes, meld: dict[str, Any]) -> Widget:
    won = f"+{meld['points']}"
    points = Text(won, sizes, "small", theme.GOOD, align="center", bold=True, **sizes.wide(7))
    return Row(sizes, CardFan(DECK, tuple(meld["cards"])), points, gap=0.2)


# --- the felt ---


def felt(spread: Spread) -> Widget:
    lying = spread.felt
    row = next((pile.cards for pile in (lying.view.piles if lying.view else ()) if pile.place == "row"), ())
    if row:
        thing: Widget = _row(spread, row)
    elif "says" in spread.details:
        thing = _looking_back(spread)
    else:
        return felt_region(spread)
    return on_felt(spread.sizes, thing, pad=1.0)


def _row(spread: Spread, row: tuple[str, ...]) -> Widget:
    sizes, say, lying, details = spread.sizes, spread.say, spread.felt, spread.details
    possible = [int(c.value) for o in lying.offered if o.ask.id.startswith("take:") for c in o.ask.choices]
    completes = details.get("completes", {})
    marks = {
        card: tuple(face for face in lying.faces if card in completes.get(face.name, {})) for card in row
    }
    marked = {card: faces for card, faces in marks.items() if faces}
    lifted, best = len(details.get("lifted", ())), tuple(details.get("best", ()))
    shown = RowShown(DECK, row, lifted, {n: str(n) for n in possible}, best, marked)
    drawn, words = CardRow(shown), _legend(say, details, bool(shown.marks) and not lying.brief)
    if not words:
        return drawn
    tall = sizes.high(6.5 if sizes.portrait or "takes" in details else 4.5)
    legend = Text(words, sizes, "small", theme.MUTED, align="center", **tall)
    return Column(sizes, drawn, legend, gap=0.2)


def _legend(say: Speaker, details: dict[str, Any], marked: bool) -> str:
    """What each take is worth, once both want to see it; else what the signs mean."""
    if "takes" in details:
        values = " · ".join(f"{n}: {value:+d}" for n, value in sorted(details["takes"].items()))
        return say("abstrac.hint", values=values, best=", ".join(map(str, details.get("best", ()))))
    return say("abstrac.marks") if marked else ""


def _looking_back(spread: Spread) -> Widget:
    """What the coach says about the deal that is over."""
    sizes = spread.sizes
    lines = [spread.words(convert(says, Say)) for says in spread.details["says"]]
    texts = [Text(line, sizes, "body", grow=True) for line in lines]
    return Scroll(sizes, Stack(sizes, *texts, gap=0.8))


# --- the pad ---


def pad(desk: Any, ask: Ask, entered: Callable[[JSON], None], view: View) -> Widget | None:
    """The 24 cards of the pack; each of them is there once."""
    if ask.kind is not Kind.CARD:
        return None
    return CardPad(desk.sizes, desk.say, replace(ask, among=CARDS), entered, Pack(CARDS))
