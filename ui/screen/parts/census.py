"""Counting a whole box of cards by touch: a heap for each kind, one tap a card, heap by heap."""

from collections.abc import Callable, Mapping, Sequence

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.facts import JSON
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.cards import CardFace
from ui.screen.parts.layout import Column, Row, Scroll
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton, Touchable
from ui.screen.theme import Sizes

TILE = 19.0  # mm


class CensusPad(Column):
    """*cards* are all kinds there can be; *usual* is how many the deck that can be printed has of each."""

    def __init__(
        self,
        sizes: Sizes,
        say: Speaker,
        deck: str,
        cards: Sequence[str],
        usual: Mapping[str, int],
        size: int,
        counted: Callable[[JSON], None],
    ) -> None:
        super().__init__(sizes, gap=1.2)
        self._say, self._deck, self._size, self._counted = say, deck, size, counted
        self._usual, self.counts = dict(usual), dict.fromkeys(cards, 0)
        self._numbers: dict[str, Text] = {}
        self._sum = Text("", sizes, "large", ground=theme.SURFACE, align="center", bold=True)
        as_printed = TextButton(sizes, say("census.as_printed"), self._as_printed, look="quiet")
        self._ok = TextButton(sizes, say("common.ok"), self._send, icon="check", look="main")
        self._ok.size_hint_x = 0.6
        head = Row(sizes, self._sum, as_printed, self._ok, size_hint_y=None, height=sizes.mm(theme.TOUCH))
        grid = GridLayout(cols=3 if sizes.portrait else 5, spacing=sizes.mm(1.2), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for card in cards:
            grid.add_widget(self._heap(card))
        self.add_widget(head)
        self.add_widget(Scroll(sizes, grid))
        self._show()

    def _heap(self, card: str) -> Widget:
        """The card adds one, the minus beside it takes one away."""
        sizes = self.sizes
        self._numbers[card] = Text("0", sizes, "large", ground=theme.SURFACE, align="center", bold=True)
        more = Touchable(
            sizes, lambda: self.count(card, 1), CardFace(self._deck, card), look="quiet", pad=0.6
        )
        more.text = f"{card} +"
        less = Touchable(
            sizes, lambda: self.count(card, -1), Icon(sizes, "less", size_hint=(1, 1)), look="quiet"
        )
        less.text = f"{card} -"
        side = Column(sizes, self._numbers[card], less, gap=0.4)
        return Row(sizes, more, side, gap=0.6, size_hint_y=None, height=sizes.mm(TILE))

    def count(self, card: str, more: int) -> None:
        """So many *more* of *card*."""
        self.counts[card] = max(0, self.counts[card] + more)
        self._show()

    def _as_printed(self) -> None:
        self.counts = {card: self._usual.get(card, 0) for card in self.counts}
        self._show()

    def _show(self) -> None:
        total = sum(self.counts.values())
        for card, number in self._numbers.items():
            number.text = str(self.counts[card])
        self._sum.text = self._say("census.sum", n=total, size=self._size)
        self._ok.disabled = total != self._size

    def _send(self) -> None:
        if sum(self.counts.values()) == self._size:
            self._counted([card for card, n in self.counts.items() for _ in range(n)])
