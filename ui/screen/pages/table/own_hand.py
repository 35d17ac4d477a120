"""The hand of who plays here against bots: cards that are tapped, and whereto they are laid."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.asks import JSON, Ask
from ui.screen import theme
from ui.screen.pages.table.asking import touch_button
from ui.screen.pages.table.desk import Desk
from ui.screen.parts.cards import CardFace
from ui.screen.parts.layout import Column, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touchable, button_grid
from ui.screen.scene import OwnHand

CARDS, CARDS_TALL = 13.0, 19.0  # mm
BUTTON = 30.0  # mm
GAP = 0.8  # mm between two cards
WIDEST = 13.0  # mm: a card in a small hand


class HandStrip(Column):
    """*hand*, each card a button; the chosen ones lie in the order in which they were tapped."""

    def __init__(
        self,
        desk: Desk,
        hand: OwnHand,
        lay: Callable[[Ask, JSON], None],
        named: Callable[[str], str],
        before: "HandStrip | None",
    ) -> None:
        """*named*: what a card is called that shows no number.

        What has come since the hand *before* lies on a lighter ground. Of the same hand the chosen cards stay
        so: a bot that acts meanwhile takes no card out of anybody's fingers.
        """
        super().__init__(desk.sizes, gap=1.0, size_hint_y=None)
        self._desk, self.hand, self._lay, self._named = desk, hand, lay, named
        same = before is not None and before.hand.cards == hand.cards
        self._drawn: Counter[str] = Counter()
        if before is not None:
            self._drawn = before._drawn if same else Counter(hand.cards) - Counter(before.hand.cards)
        chosen: list[int] = before.chosen if before is not None and same else []
        self._deck = hand.deck or desk.game.about.name
        self._most = max((ask.cards[1] for ask in hand.laid), default=0)
        self.chosen: list[int] = chosen[-self._most :] if self._most else []
        self._buttons: list[Touchable] = []
        self._targets: list[tuple[Ask, Touchable]] = []
        whereto, cards = self._whereto(), self._cards()
        if not desk.sizes.portrait:  # what lies on the table needs the height
            beside: Widget = whereto.pop() if len(whereto) == 1 else Widget()
            beside.size_hint_x, beside.width = None, desk.sizes.mm(BUTTON)
            cards.add_widget(beside)
        if whereto:
            self.add_widget(button_grid(desk.sizes, whereto))
        self.add_widget(cards)  # at the lower edge, where they lie whatever is offered above
        self.height = sum(part.height for part in self.children) + desk.sizes.mm(1.0) * (
            len(self.children) - 1
        )
        self._mark()

    def _cards(self) -> Row:
        """In as many lines as a finger needs, in landscape with a place beside them for what lays them."""
        sizes, count = self.sizes, len(self.hand.cards)
        room = sizes.width / sizes.unit - 2 * theme.PAD - (0.0 if sizes.portrait else BUTTON + 1.0)
        lines = max(1, -(-count // int((room + GAP) // (theme.TOUCH_LEAST + GAP))))
        high = CARDS_TALL if sizes.portrait and lines == 1 else CARDS
        rows = [Row(sizes, gap=GAP) for _ in range(lines)]
        for place, card in enumerate(self.hand.cards):
            is_new = self.hand.cards[: place + 1].count(card) <= self._drawn[card]
            face, look = CardFace(self._deck, card), "plain" if is_new else "quiet"
            tap = partial(self._tap, place)  # at once: what is made anew meanwhile would lose a finger
            button = Touchable(sizes, tap, face, look=look, when="down", pad=0.3, text=card)
            button.size_hint_max_x = sizes.mm(WIDEST)
            button.disabled = not self.hand.laid
            self._buttons.append(button)
            rows[place * lines // count].add_widget(button)
        together = Column(sizes, *rows, gap=GAP)
        return Row(sizes, together, gap=GAP, **sizes.high(lines * (high + GAP)))

    def _whereto(self) -> list[Touchable]:
        """One button for each place where a card may come to lie, and whose it is."""
        for ask in self.hand.laid:
            seat = ask.place.partition(":")[2]
            whose = seat if seat in self._desk.faces and seat != self.hand.seat else ""
            button = touch_button(self._desk, self._words(ask), partial(self._send, ask), whose, "cards")
            self._targets.append((ask, button))
        return [button for _, button in self._targets]

    def _words(self, ask: Ask) -> str:
        if ask.choices:  # how many are given
            words = self._desk.words(ask.choices[len(self.chosen)].says)
            return words[:1].upper() + words[1:]
        key, seat = "table.lay_own", ask.place.partition(":")[2]
        if ask.place.startswith("now:"):
            key = "table.lay_before_you" if seat == self.hand.seat else "table.lay_before"
        elif ask.place.startswith("gift:"):
            key = "table.lay_gift"
        return self._desk.say(key, seat=seat)

    def _tap(self, place: int) -> None:
        if place in self.chosen:
            self.chosen.remove(place)
        else:
            self.chosen = [*self.chosen, place][-self._most :]
        self._mark()

    def _mark(self) -> None:
        for place, button in enumerate(self._buttons):
            button.mark(place in self.chosen)
        name = self._named(self.hand.cards[self.chosen[-1]]) if self.chosen else ""
        for ask, button in self._targets:
            words = next(part for part in button.children if isinstance(part, Text))
            words.text = f"{self._words(ask)}: {name}" if name and not ask.choices else self._words(ask)
            button.disabled = not ask.cards[0] <= len(self.chosen) <= ask.cards[1]
            button.mark(not button.disabled)

    def _send(self, ask: Ask, _waited_ns: int) -> None:
        cards = [self.hand.cards[place] for place in self.chosen]
        if cards or ask.choices:
            self._lay(ask, {"place": ask.place, "cards": cards})
