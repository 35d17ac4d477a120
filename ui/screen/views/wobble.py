"""Wobble: the piles, the colour that counts, who follows whom, and an attack as it grows and is answered."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import JSON, Ask, Kind, Say
from companion.game import AnyGame
from companion.layout import View
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import (
    MINUS,
    WOBBLE_BROWN,
    WOBBLE_COLOURED,
    WOBBLE_COLOURS,
    WOBBLE_GREY,
    WOBBLE_NUMBERS,
    WOBBLE_SWAPS,
    Face,
)
from ui.screen.pages.table.desk import Desk
from ui.screen.pages.table.felt import Spread, calls_list, felt_region
from ui.screen.pages.table.people import MANY, Person, figures_line
from ui.screen.parts.blocks import banded
from ui.screen.parts.cards import CardFace, CardFan, ColourSign
from ui.screen.parts.layout import Column, Grid, Panel, Region, Row, Scroll, Stack, Text, on_felt, space
from ui.screen.parts.shapes import Drawing, fill, ink
from ui.screen.parts.touch import Badge, Icon, TextButton, Touchable, draw_badge
from ui.screen.theme import Sizes
from ui.screen.views import wobble_tasks

# --- people in the order in which they sit, with arrows the way it goes on ---


class OrderStrip(Drawing):
    """*faces* clockwise from left to right; the last arrow leads round to the first."""

    def __init__(
        self, faces: Sequence[Face], way: int, on: str, away: Collection[str], **kwargs: Any
    ) -> None:
        """*way* is 1 clockwise or -1; *on* has to act; *away* are not at the table."""
        super().__init__(**kwargs)
        self.faces, self.way, self.on, self.away = faces, way, on, away

    def draw(self) -> None:
        count = len(self.faces)
        step = min(self.width / max(1, count), self.height * 2.4)
        r = min(self.height * 0.42, step * 0.28)
        start, y = self.middle[0] - step * count / 2 + step * 0.32, self.middle[1]
        for number, face in enumerate(self.faces):
            x = start + number * step
            draw_badge(face, x, y, r, ringed=face.name == self.on)
            if face.name in self.away:  # a veil over whoever has left the table
                ink(theme.FELT, 0.6)
                fill([x - r, y - r, x + r, y - r, x + r, y + r, x - r, y + r], (x, y))
            self._arrow(x + step / 2, y, r * 0.5)

    def _arrow(self, x: float, y: float, r: float) -> None:
        ink(theme.ACCENT)
        tip = r * self.way
        fill([x - tip, y - r, x - tip, y + r, x + tip, y], (x - tip * 0.4, y))


DECK = "wobble"
STRIP = 7.0  # mm: the line of people
CALLS = 7.0  # mm: the line of who called, below the rest in portrait
LEAST = 20.0  # mm that an attack with its answers needs
PANEL = 13.5  # mm: what a seat's panel needs in portrait
FIRST = ("stat.hand", "stat.debt")  # figures for which there is always room
MOST_LAYERS = 5  # of an attack that are drawn; the older ones are in the sum
FEW = 2  # cards that are entered with the quick pad


def felt(spread: Spread) -> Widget:
    sizes, lying, details, faces = spread.sizes, spread.felt, spread.details, spread.faces
    piles = {pile.place: pile for pile in lying.piles}
    if "discard" not in piles or "order" not in details:
        return felt_region(spread)
    task = wobble_tasks.task_felt(spread)
    if task is not None:
        return task
    attack = details.get("attack")
    lines: list[Widget] = []
    below = bool(lying.calls) and sizes.portrait and lying.room >= LEAST + CALLS
    beside = bool(lying.calls) and not below
    room = lying.room - (CALLS if below else 0)
    brief = room < LEAST
    if room >= LEAST + STRIP:
        lines.append(_order(spread))
    middle = Row(sizes, _piles(spread, brief or beside or attack is not None), gap=1.4)
    if not lines:
        way = "clockwise" if details.get("dir", 1) == 1 else "counter"
        middle.add_widget(Icon(sizes, way, theme.ACCENT, side=6))
    if attack is not None:
        middle.add_widget(_chain(sizes, attack, faces, brief))
    else:
        middle.add_widget(_colours(spread, brief, in_words=not beside))
    if beside:
        middle.add_widget(calls_list(spread))
    lines.append(middle)
    if attack is not None and not brief:
        lines += _against_it(sizes, spread.say, attack)
    if below:
        lines.append(calls_list(spread))
    return on_felt(sizes, Column(sizes, *lines, gap=0.8), pad=1.0)


def _order(spread: Spread) -> Widget:
    """The people as they sit now, and which way it goes on."""
    details, faces = spread.details, spread.faces
    attack = details.get("attack") or {}
    turn = [face.name for face in spread.felt.waited_for]
    order = [faces[seat] for seat in details["order"] if seat in faces]
    on = attack.get("target") or (turn[0] if len(turn) == 1 else "")
    high = spread.sizes.high(STRIP)
    return OrderStrip(order, int(details.get("dir", 1)), on, details.get("away", ()), **high)


def _piles(spread: Spread, brief: bool) -> Widget:
    """The draw pile with its number, and the top of the discard pile: a tap tells what is laid there."""
    sizes, say, lying = spread.sizes, spread.say, spread.felt
    piles = {pile.place: pile for pile in lying.piles}
    draw, discard = piles["draw"], piles["discard"]
    back = CardFace(DECK, "?")
    fan: Widget = CardFace(DECK, "", empty=True)
    if discard.cards:
        fan = CardFan(DECK, discard.cards[-3:], size_hint_x=1.5)
    laid = next((offer for offer in lying.offered if offer.ask.place == "discard"), None)
    if laid is not None:
        lays, name = partial(spread.open_pad, laid), say("wobble_table.lay")
        fan = Touchable(sizes, lays, fan, look="felt", pad=0.3, size_hint_x=1.5, text=name)
    row = Row(sizes, back, fan, gap=1.0)
    width = sizes.mm(22 if lying.calls else 26 if sizes.portrait or brief else 34)
    if brief:
        return Row(sizes, row, size_hint_x=None, width=width)
    words = f"{spread.words(draw.label)} · {draw.count}"
    label = Text(
        words, sizes, "small", theme.MUTED, align="center", **sizes.high(6.2 if sizes.portrait else 4)
    )
    return Column(sizes, row, label, gap=0.2, size_hint_x=None, width=width)


def _colours(spread: Spread, brief: bool, in_words: bool) -> Widget:
    """The colours that may be laid now: in colour, with their shapes, and *in_words* where there is room."""
    sizes, say, game, details = spread.sizes, spread.say, spread.game, spread.details
    row = Row(sizes, gap=1.2)
    for letter in details.get("active", ()):
        colour, shape = WOBBLE_COLOURS[letter]
        ground = theme.THING_COLOURS[colour]
        if not in_words:
            row.add_widget(Panel(sizes, ColourSign("white", shape), ground=ground, pad=0.4))
            continue
        name = say.game(game, Say(f"colour.{letter}"))
        row.add_widget(banded(sizes, ColourSign("white", shape, **sizes.wide(6)), name, ground))
    if brief:
        return row
    row.size_hint_y, row.height = None, sizes.mm(11)
    column = Column(sizes, space(), row, space(), gap=0.6)
    if details.get("called"):
        names = ", ".join(_named(say, game, name) for name in details["called"])
        words = Text(say("wobble_table.called", names=names), sizes, "small", **sizes.high(5))
        column.add_widget(words)
    return column


def _named(say: Speaker, game: AnyGame, name: str) -> str:
    return name if name.isdigit() else say.game(game, Say(f"colour.{name}"))


# --- below the name of a seat ---


def panel(desk: Desk, person: Person, view: View, low: bool) -> Widget:
    """The hand and what is owed; where there is room, what was tossed in and taken as well.

    Of those who are away the panel shows what is left of their half minute: it is there on every screen.
    """
    sizes, since = desk.sizes, view.details.get("away_since", {})
    if person.panel.seat in since:
        return wobble_tasks.away_clock(sizes, desk.say, since[person.panel.seat])
    narrow = low or sizes.portrait or len(view.panels) > MANY
    stats = [stat for stat in person.panel.stats if not narrow or stat.label.key in FIRST]
    words = figures_line(desk, stats)
    if person.panel.out:
        words = desk.say("table.out")
    return Text(words, sizes, "small", theme.MUTED, valign="top")


# --- an attack ---


def _chain(sizes: Sizes, attack: Mapping[str, Any], faces: Mapping[str, Face], brief: bool) -> Widget:
    """Its cards with who laid them, what it adds up to, and whom it hits."""
    chain = Row(sizes, gap=0.8)
    for layer in attack.get("layers", ())[-MOST_LAYERS:]:
        chain.add_widget(_layer(sizes, layer, faces))
    chain.add_widget(Icon(sizes, "turn", theme.ACCENT, side=3.5))
    written = written_total(attack["kind"], attack["total"] * attack.get("times", 1))
    total = Text(written, sizes, "large" if brief else "title", theme.ACCENT, align="center", bold=True)
    chain.add_widget(total)
    if attack["target"] in faces:
        chain.add_widget(Badge(faces[attack["target"]], ringed=True, **sizes.wide(10)))
    return chain


def _against_it(sizes: Sizes, say: Speaker, attack: Mapping[str, Any]) -> list[Widget]:
    """What may be laid against it; once it is taken, what a task would cost or save."""
    if "answers" in attack:
        return [_answers(sizes, say, attack["answers"])]
    if "break_even" in attack:
        return [wobble_tasks.dare_tiles(sizes, say, attack)]
    return []


def _layer(sizes: Sizes, layer: Mapping[str, Any], faces: Mapping[str, Face]) -> Widget:
    cards = CardFan(DECK, (layer["kind"],) * int(layer.get("copies", 1)))
    if layer["owner"] not in faces:
        return cards
    badge = Badge(faces[layer["owner"]], **sizes.wide(5))
    return Row(sizes, badge, cards, gap=0.2)


def written_total(kind: str, total: int) -> str:
    """What an attack comes to, in as few signs as on the cards.

    >>> written_total("P5", 13), written_total("M20", 40), written_total("SK", 2)
    ('+13', '−40', '2×')
    """
    if kind in ("P3", "P5"):
        return f"+{total}"
    return f"{MINUS}{total}" if kind == "M20" else f"{total}×"


def _answers(sizes: Sizes, say: Speaker, answers: Mapping[str, Any]) -> Widget:
    """What the one who is hit may still lay, and what all others may."""
    row = Row(sizes, gap=0.8, **sizes.high(9.5))
    row.add_widget(_against(sizes, say("wobble_table.against"), answers.get("target", ())))
    if answers.get("brown"):
        row.add_widget(_against(sizes, say("wobble_table.others"), answers["brown"]))
    return row


def _against(sizes: Sizes, words: str, cards: Sequence[str]) -> Widget:
    text = Text(words, sizes, "small", **sizes.wide(14.5))
    fan = Row(sizes, *(CardFace(DECK, card) for card in cards), gap=0.4)
    return Row(sizes, text, fan, gap=0.4, size_hint_x=len(cards) + 2)


# --- the pad ---


def named(say: Speaker, game: AnyGame, _view: View, card: str) -> str:
    return "" if card[1:].isdigit() else kind_named(say, game, card)


def pad(desk: Any, ask: Ask, entered: Callable[[JSON], None], view: View) -> Widget | None:
    """For one card or two the same: the colour that counts now is chosen already."""
    if ask.kind is Kind.CARD and ask.place == "box":
        return wobble_tasks.census_pad(desk.sizes, desk.say, entered)
    if ask.kind is not Kind.CARD or ask.cards[1] > FEW:
        return None
    active = view.details.get("active", ())
    pad = WobblePad(desk, ask, entered, active[0] if active else "m")
    return pad if not desk.sizes.portrait else Scroll(desk.sizes, Stack(desk.sizes, pad))


# --- the pad for a card: two taps, its colour, if another one counts now, and its symbol ---

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
