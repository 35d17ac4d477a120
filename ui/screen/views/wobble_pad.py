"""Telling a card of Wobble with two taps: its colour, if another one counts now, and its symbol."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import Ask, Say
from companion.facts import JSON
from companion.game import AnyGame
from ui.screen import theme
from ui.screen.card_looks import (
    WOBBLE_BROWN,
    WOBBLE_COLOURED,
    WOBBLE_COLOURS,
    WOBBLE_GREY,
    WOBBLE_NUMBERS,
    WOBBLE_SWAPS,
)
from ui.screen.language import Speaker
from ui.screen.parts.cards import CardFace, ColourSign
from ui.screen.parts.layout import Column, Grid, Region, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, Touchable

DECK = "wobble"
SWAPS, REST = "CS", "rest"  # the groups beside the four colours
LINE = 12.0  # mm


def kind_named(say: Speaker, game: AnyGame, card: str) -> str:
    """What the kind of *card* is called."""
    colourless = card in (*WOBBLE_GREY, *WOBBLE_BROWN)
    return say.game(game, Say(f"kind.{card if colourless else 'CS' if card in WOBBLE_SWAPS else card[1:]}"))


class WobblePad(Column):
    """Groups of cards in a line, below them the cards of the chosen group; a tap on a card tells it."""

    def __init__(self, desk: Any, ask: Ask, entered: Callable[[JSON], None], group: str) -> None:
        super().__init__(desk.sizes, gap=1.2)
        self._desk, self._ask, self._entered = desk, ask, entered
        self._copies = 1
        self._groups = {name: self._group_button(name) for name in (*WOBBLE_COLOURS, SWAPS, REST)}
        above: list[Touchable] = [*self._groups.values()]
        if ask.cards[1] > 1:
            words = desk.say("wobble_table.twice")
            self._twice = TextButton(self.sizes, words, self._double, look="quiet", size_hint_y=1, pad=0.8)
            above.append(self._twice)
        columns = 3 if self.sizes.portrait else len(above)
        lines = Grid(self.sizes, *above, cols=columns, gap=1.0, size_hint_y=None)
        lines.height = self.sizes.mm((theme.TOUCH + 1.0) * -(-len(above) // columns))
        self._cards = Region(self._make_cards)
        if self.sizes.portrait:
            self.size_hint_y = None
            self._cards.size_hint_y = None
        self.add_widget(lines)
        self.add_widget(self._cards)
        self._choose(group)

    def _group_button(self, name: str) -> Touchable:
        sizes, say = self.sizes, self._desk.say
        if name in WOBBLE_COLOURS:
            words = say.game(self._desk.game, Say(f"colour.{name}"))
            colour, shape = WOBBLE_COLOURS[name]
            sign: list[Widget] = [ColourSign(colour, shape, **sizes.wide(6))]
        else:
            words, sign = say("wobble_table.swaps" if name == SWAPS else "wobble_table.rest"), []
        text = Text(words, sizes, "small")
        return Touchable(sizes, lambda: self._choose(name), *sign, text, look="quiet", pad=0.8, text=words)

    def _choose(self, group: str) -> None:
        for name, button in self._groups.items():
            button.mark(name == group)
        self._cards.show(group)
        if self.sizes.portrait:
            rows = sum(-(-len(cards) // columns) for cards, columns in self._lines(group))
            self._cards.height = self.sizes.mm(rows * (LINE + 1.0))
            self.height = self.sizes.mm((rows + 3) * (LINE + 1.0))

    def _double(self) -> None:
        self._copies = 3 - self._copies
        self._twice.mark(self._copies > 1)

    # --- the cards of a group ---

    def _lines(self, group: str) -> list[tuple[Sequence[str], int]]:
        """Cards, and how many stand beside each other: numbers are narrow, names need room."""
        portrait = self.sizes.portrait
        if group in WOBBLE_COLOURS:
            numbers = [f"{group}{number}" for number in WOBBLE_NUMBERS]
            actions = [f"{group}{kind}" for kind in WOBBLE_COLOURED]
            return [(numbers, 5 if portrait else 10), (actions, 2 if portrait else 3)]
        if group == SWAPS:
            return [(WOBBLE_SWAPS, 3 if portrait else 6)]
        columns = 2 if portrait else 4
        return [(WOBBLE_GREY, columns), (WOBBLE_BROWN, columns)]

    def _make_cards(self, group: str) -> Widget:
        column = Column(self.sizes, gap=1.0)
        for cards, columns in self._lines(group):
            rows = -(-len(cards) // columns)
            buttons = (self._card(card, group == REST or card[1:] in WOBBLE_COLOURED) for card in cards)
            column.add_widget(Grid(self.sizes, *buttons, cols=columns, gap=1.0, size_hint_y=rows))
        return column

    def _card(self, card: str, named: bool) -> Touchable:
        sizes = self.sizes
        things: list[Widget] = [CardFace(DECK, card)]
        if named:
            words = kind_named(self._desk.say, self._desk.game, card)
            things[0].size_hint_x, things[0].width = None, sizes.mm(6.5)
            things = [Row(sizes, *things, Text(words, sizes, "small"), gap=0.6)]
        return Touchable(sizes, lambda: self._tell(card), *things, look="quiet", pad=0.4, text=card)

    def _tell(self, card: str) -> None:
        self._entered({"place": self._ask.place, "cards": [card] * self._copies})
