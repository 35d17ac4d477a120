"""The lines of the table page: banner, what was announced last, what bots ask for, the way back, a hand."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.asks import JSON, Ask, Choice, Kind, Say
from companion.bot_seat import Advice
from companion.cards import Cards
from companion.table import UndoLevel
from ui.screen import theme
from ui.screen.pages.table.asking import touch_button
from ui.screen.pages.table.desk import Desk
from ui.screen.parts.blocks import Covered
from ui.screen.parts.cards import CardFace
from ui.screen.parts.dice import DieFace
from ui.screen.parts.layout import Column, Grid, Panel, Row, Stack, Text
from ui.screen.parts.pads import CardPad, Pack
from ui.screen.parts.touch import Badge, Icon, TextButton, Touchable, button_grid
from ui.screen.scene import Banner, Caption, OwnHand, is_loud

# --- the banner: what does not stand, or what the companion has to ask, with what to do now and "Why?" ---

THING = 9  # millimetres: a die or a card that is to be laid


def banner_panel(
    desk: Desk, banner: Banner, dismiss: Callable[[], None], choose: Callable[[Choice], None]
) -> Widget:
    """The banner as it lies over the lower part of the page."""
    sizes, say, game = desk.sizes, desk.say, desk.game
    words = Text(say.game(game, banner.says), sizes, "large", theme.KIND_INK)
    top = Row(sizes, *_signs(sizes, banner), words)
    buttons: list[Widget] = [
        TextButton(sizes, say.game(game, choice.says), partial(choose, choice), look="kind", size_hint_y=1)
        for choice in banner.choices
    ]
    if banner.rule:
        text, why = say("table.why_rule", rule=banner.rule), partial(desk.open_rule, banner.rule)
        buttons.append(TextButton(sizes, text, why, icon="question", look="kind", size_hint_y=1))
    asks_between = bool(banner.choices) and banner.discrepancy is None
    key = "table.not_sure" if asks_between else "common.understood"
    buttons.append(TextButton(sizes, say(key), dismiss, icon="check", look="kind", size_hint_y=1))
    columns = min(len(buttons), 2 if sizes.portrait else 4)
    rows = -(-len(buttons) // columns)
    high = sizes.high(rows * theme.TOUCH + (rows - 1) * theme.GAP)
    grid = Grid(sizes, *buttons, cols=columns, **high)
    return Panel(sizes, Column(sizes, top, grid), ground=theme.KIND, edge=theme.ACCENT)


def _signs(sizes: theme.Sizes, banner: Banner) -> list[Widget]:
    """What stands before the words: a picture of what to lay, or what kind of words they are."""
    if banner.discrepancy is None:
        return [Icon(sizes, "question" if banner.choices else "note", theme.KIND_INK, side=8)]
    face = DieFace if banner.discrepancy.kind is Kind.DICE else CardFace
    return [face(sort, name, **sizes.wide(THING)) for sort, name in banner.discrepancy.things]


# --- what was announced, in writing: whoever cannot hear it or was away reads the last sentences here ---

LINE, LINE_PORTRAIT = 50, 40  # letters in a line


def captions_region(
    desk: Desk, shown: tuple[tuple[Caption, ...], Say | None], touched: Callable[[], None]
) -> Widget:
    """The newest last; a tap opens the whole log."""
    sizes, say, game = desk.sizes, desk.say, desk.game
    captions, trouble = shown
    written = [(say.game(game, caption.note.says), is_loud(caption)) for caption in captions]
    if trouble is not None:
        written = [*written[-1:], (say.game(game, trouble), True)]
    if any(len(words) > (LINE_PORTRAIT if sizes.portrait else LINE) for words, _loud in written):
        written = written[-1:]  # the newest has both lines for itself
    lines: list[Widget] = []
    for number, (words, loud) in enumerate(written, start=1):
        newest = number == len(written)
        bright = theme.DANGER if trouble is not None else theme.ACCENT if loud else theme.TEXT
        lines.append(Text(words, sizes, "body" if newest else "small", bright if newest else theme.MUTED))
    column = Column(sizes, *lines, gap=0.2)
    return Touchable(sizes, touched, column, look="ground", pad=0.6, text=say("table.log_title"))


# --- the right end of the top line: the way back by one step ---

BRIEF = 14  # letters of what would be taken back that stand in one line


def undo_button(desk: Desk, level: UndoLevel | None, touched: Callable[[], None]) -> Widget:
    """What would be taken back is said on the button: a slip of a finger weighs less than a move."""
    sizes, say = desk.sizes, desk.say
    what = say("undo.none" if level is None else f"undo.{level.name.lower()}")
    weight = 1.15 if len(what) <= BRIEF else 0.72
    above = Text(say("table.undo"), sizes, "body", bold=True, valign="bottom", size_hint_y=weight)
    words = Column(sizes, above, Text(what, sizes, "small", theme.MUTED, valign="top"), gap=0)
    sign, name = Icon(sizes, "undo", side=5), say("table.undo")
    return Touchable(sizes, touched, sign, words, look="quiet", text=name, disabled=level is None)


# --- what the bots at the table ask for: in words, with a button for the hand that has done it ---

MOST = 2  # bots that are shown at once

Done = Callable[[Advice], None]


def advice_region(desk: Desk, wishes: Sequence[Advice], done: Done, show_hand: Done) -> Widget | None:
    """A line for each bot that wants something."""
    if not wishes:
        return None
    sizes = desk.sizes
    lines = [_line(desk, advice, done, show_hand) for advice in wishes[:MOST]]
    return Stack(sizes, *lines, gap=1.0)


def _line(desk: Desk, advice: Advice, done: Done, show_hand: Done) -> Widget:
    sizes = desk.sizes
    row = Row(sizes, gap=1.2)
    if advice.seat in desk.faces:
        row.add_widget(Badge(desk.faces[advice.seat], **sizes.wide(8)))
    row.add_widget(Text(desk.words(advice.says), sizes, "body"))
    if advice.hand:
        row.add_widget(_button(desk, "bots.show", lambda: show_hand(advice)))
    elif advice.move is not None and not advice.call:
        row.add_widget(_button(desk, "bots.done", lambda: done(advice)))
    return Panel(sizes, row, edge=theme.ACCENT, pad=0.8, **sizes.high(13))


def _button(desk: Desk, key: str, touched: Callable[[], None]) -> Widget:
    return TextButton(desk.sizes, desk.say(key), touched, icon="check", look="main", **desk.sizes.wide(34))


def hand_pad(desk: Desk, advice: Advice, shown: Callable[[Cards], None]) -> Widget:
    """The cards of a bot, behind a cover, for the one who helps it; what was entered shows its back."""
    deck, many = desk.game.about.name, (advice.hand, advice.hand)
    ask = Ask(f"bot:{advice.seat}", Kind.CARD, (advice.seat,), advice.says, "", deck=deck, cards=many)

    def entered(value: JSON) -> None:
        desk.close()
        shown(tuple(value["cards"]))

    pad = CardPad(desk.sizes, desk.say, ask, entered, Pack(covered=True))
    words = desk.say("bots.only_you")
    return desk.sheet(desk.words(advice.says), Covered(desk.sizes, words, pad))


# --- the hand of who plays here against bots: cards that are tapped, and whereto they are laid ---

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
