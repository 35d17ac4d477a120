"""Telling by touch what eyes and ears would tell: pads for dice, cards and whatever is chosen."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.asks import JSON, Ask, Choice
from companion.cards import hidden
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import DIE_FACES, PIPS, cards_of, die_value
from ui.screen.parts.cards import CardFace, CardFan
from ui.screen.parts.dice import DieFace
from ui.screen.parts.keyboard import Keyboard, Typing
from ui.screen.parts.layout import Column, Grid, Row, Scroll, Stack, Text
from ui.screen.parts.touch import IconButton, TextButton, Touchable, button_grid
from ui.screen.theme import Sizes

MOST_ROWS = 4  # of cards that are shown at once; more scroll
NAMED_COLUMNS = 4  # in portrait
MOST_FACES = 10  # of a die, in a line
PAIR_ROWS = 3  # in which all that two dice can show stands
MOST_LINES = 2  # of dice of one kind; the faces of more stand there once
GAP = 1.2  # mm between faces
ASIDE = 18.0  # mm: dice that lie there, to be tapped
AT_ONCE = 31  # ways before any of them is tapped: all parts of five dice
GONE = 0.25  # how clearly a card is seen of which none is left


def die_button(
    sizes: Sizes, kind: str, faces: str, touched: Callable[[], None], chosen: bool = False
) -> Touchable:
    """One face of a die, or those of two dice, to be tapped."""
    drawn = Column(sizes, *(DieFace(kind, face) for face in faces.split()), gap=0.4)
    edge = theme.ACCENT if chosen else ""
    return Touchable(sizes, touched, drawn, look="quiet", pad=0.8, edge=edge, text=f"{kind}:{faces}")


class DicePad(GridLayout):
    """One tap for each die that is asked for, and one for two alike; the last tap sends them."""

    def __init__(self, sizes: Sizes, dice: dict[str, int], entered: Callable[[JSON], None]) -> None:
        self._dice = dice_taps(dice)
        self._chosen, self._entered = [""] * len(self._dice), entered
        self._heights, beside = _rows_of(sizes, self._dice)
        super().__init__(cols=len(self._dice) if beside else 1, spacing=sizes.mm(GAP))
        self._lines = [self._line(sizes, number) for number in range(len(self._dice))]

    def _line(self, sizes: Sizes, number: int) -> dict[str, Touchable]:
        kind, shown = self._dice[number]
        rows = self._heights[number]
        columns = -(-len(shown) // rows)
        faces = {face: die_button(sizes, kind, face, partial(self._tap, number, face)) for face in shown}
        share: dict[str, Any] = {"size_hint_x": columns} if self.cols > 1 else {"size_hint_y": rows}
        self.add_widget(Grid(sizes, *faces.values(), cols=columns, gap=GAP, **share))
        return faces

    def begin(self, entered: Callable[[JSON], None]) -> None:
        """Another roll of the same dice: nothing is chosen yet."""
        self._chosen, self._entered = [""] * len(self._dice), entered
        for line in self._lines:
            for button in line.values():
                button.mark(False)

    def _tap(self, number: int, face: str) -> None:
        self._chosen[number] = face
        for other, button in self._lines[number].items():
            button.mark(other == face)
        if all(self._chosen):
            self._entered(self._value())

    def _value(self) -> dict[str, list[Any]]:
        value: dict[str, list[Any]] = {}
        for (kind, _), faces in zip(self._dice, self._chosen, strict=True):
            value.setdefault(kind, []).extend(die_value(kind, face) for face in faces.split())
        return value


class TallyPad(Column):
    """Many dice of one kind: each face is tapped as often as it lies there, and the last tap sends them.

    What is told already stands above, and a tap takes it back.
    """

    def __init__(self, sizes: Sizes, dice: dict[str, int], entered: Callable[[JSON], None]) -> None:
        ((self._kind, self._count),) = dice.items()
        faces = DIE_FACES.get(self._kind, PIPS)
        buttons = [die_button(sizes, self._kind, face, partial(self._tap, face)) for face in faces]
        self._told = Grid(sizes, cols=self._count, gap=GAP)
        super().__init__(sizes, self._told, Grid(sizes, *buttons, cols=len(faces), gap=GAP), gap=GAP)
        self.begin(entered)

    def begin(self, entered: Callable[[JSON], None]) -> None:
        """Another roll: nothing is told yet."""
        self._chosen, self._entered = list[str](), entered
        self._show()

    def _tap(self, face: str) -> None:
        self._chosen = [*self._chosen, face][: self._count]
        self._show()
        if len(self._chosen) == self._count:
            self._entered({self._kind: [die_value(self._kind, told) for told in self._chosen]})

    def _take_back(self, number: int) -> None:
        del self._chosen[number]
        self._show()

    def _show(self) -> None:
        self._told.clear_widgets()
        for number, face in enumerate(self._chosen):
            told = die_button(self.sizes, self._kind, face, partial(self._take_back, number), chosen=True)
            told.text = f"told {told.text}"
            self._told.add_widget(told)
        for _ in range(self._count - len(self._chosen)):
            self._told.add_widget(Widget())


def dice_pad(sizes: Sizes, dice: dict[str, int], entered: Callable[[JSON], None]) -> DicePad | TallyPad:
    return (TallyPad if _are_tallied(dice) else DicePad)(sizes, dice, entered)


def _are_tallied(dice: Mapping[str, int]) -> bool:
    return len(dice) == 1 and sum(dice.values()) > MOST_LINES


def dice_taps(dice: Mapping[str, int]) -> list[tuple[str, tuple[str, ...]]]:
    """What there is to tap for *dice*, by kind: the faces of one die, or of two of a kind together."""
    taps: list[tuple[str, tuple[str, ...]]] = []
    for kind, count in dice.items():
        faces = DIE_FACES.get(kind, PIPS)
        if count == 2 and len(faces) == len(PIPS):
            taps.append((kind, tuple(map(" ".join, combinations_with_replacement(faces, 2)))))
        else:
            taps += [(kind, faces)] * count
    return taps


def _rows_of(sizes: Sizes, taps: Sequence[tuple[str, tuple[str, ...]]]) -> tuple[list[int], bool]:
    """In how many rows each stands; in landscape all stands beside a pair, in as many rows as that."""
    pairs = [len(faces) > MOST_FACES for _, faces in taps]
    beside = any(pairs) and not sizes.portrait
    return [PAIR_ROWS if pair or beside else 1 for pair in pairs], beside


def dice_pad_needs(sizes: Sizes, dice: Mapping[str, int]) -> tuple[float, float]:
    """How many millimetres a pad for *dice* needs, across and high, so that a finger finds each face."""
    taps = dice_taps(dice)
    if _are_tallied(dice):
        return len(taps[0][1]) * (theme.TOUCH_LEAST + GAP), 2 * (theme.TOUCH_LEAST + GAP)
    rows, beside = _rows_of(sizes, taps)
    columns = [-(-len(faces) // n) for (_, faces), n in zip(taps, rows, strict=True)]
    across, high = (sum(columns), PAIR_ROWS) if beside else (max(columns, default=0), sum(rows))
    return across * (theme.TOUCH_LEAST + GAP), high * (theme.TOUCH_LEAST + GAP)


class AsidePad(Column):
    """Dice that leave the tray or are bid: they are tapped; below stand *button*s for all that has them."""

    def __init__(
        self, sizes: Sizes, say: Speaker, ask: Ask, button: Callable[[Choice, str], Touchable], marked: int
    ) -> None:
        """The die with the number *marked* has been tapped already."""
        self._say, self._ask, self._button = say, ask, button
        self._marked, self._below = {marked} & {*range(len(ask.lies))}, Stack(sizes)
        kind = next(iter(ask.dice), "pips")
        self._lying = [die_button(sizes, kind, die, partial(self._tap, n)) for n, die in enumerate(ask.lies)]
        lying = Row(sizes, *self._lying, **sizes.high(ASIDE))
        super().__init__(sizes, lying, Scroll(sizes, self._below))
        self._show()

    def _tap(self, number: int) -> None:
        self._marked = self._marked ^ {number} if self._ask.dice else {number}  # a bid is of one number
        self._show()

    def _show(self) -> None:
        marked = Counter(self._ask.lies[number] for number in self._marked)
        for number, die in enumerate(self._lying):
            die.mark(number in self._marked)
        self._below.clear_widgets()
        ways = [(choice, Counter(map(str, choice.value))) for choice in self._ask.choices]
        fit = sorted((way for way in ways if marked <= way[1]), key=lambda way: way[1] != marked)
        first = fit if marked else fit[:AT_ONCE]
        buttons = [self._button(choice, "main" if dice == marked else "plain") for choice, dice in first]
        nothing = Text(self._say("pads.not_together"), self.sizes, "body", theme.MUTED, grow=True)
        self._below.add_widget(button_grid(self.sizes, buttons) if buttons else nothing)


def face_pad(sizes: Sizes, kind: str, now: str, entered: Callable[[JSON], None]) -> Widget:
    """The faces of one die, to correct how it was read."""
    faces = DIE_FACES.get(kind, PIPS)
    ways = ((face, partial(entered, die_value(kind, face))) for face in faces)
    buttons = (die_button(sizes, kind, face, enters, face == now) for face, enters in ways)
    return Grid(sizes, *buttons, cols=min(3 if sizes.portrait else 6, len(faces)), gap=1.4)


def _grid_of(count: int, portrait: bool) -> tuple[int, int]:
    """Columns and rows for *count* cards: suits in lines where there are suits."""
    most = 6 if portrait else 13
    if count <= 8:
        columns = min(count, 3 if portrait else 8)
    elif count % 4 == 0 and count <= 4 * most:
        columns = most if count == 4 * most else count // 4
    else:
        columns = min(most, -(-count // 3)) if portrait else min(most, -(-count // 2))
    return columns, -(-count // columns)


class Pack(NamedTuple):
    """Which cards there are to tap, and how."""

    cards: Sequence[str] = ()  # else those of the deck
    names: Mapping[str, str] = {}  # what is written below a card
    covered: bool = False  # what was tapped shows its back


WHOLE_DECK = Pack()


class CardPad(Column):
    """Cards are tapped in the order in which they are laid; the last one is on top."""

    def __init__(
        self,
        sizes: Sizes,
        say: Speaker,
        ask: Ask,
        entered: Callable[[JSON], None],
        pack: Pack = WHOLE_DECK,
    ) -> None:
        """What the ask is not *among* any more cannot be tapped."""
        super().__init__(sizes, gap=1.4)
        self._say, self._ask, self._entered = say, ask, entered
        self._names, self._covered = pack.names, pack.covered
        self._buttons: dict[str, Touchable] = {}
        self._all = tuple(pack.cards) or cards_of(ask.deck)
        self._laid: tuple[str, ...] = ()
        self._head = Row(sizes, **sizes.high(17))
        self.add_widget(self._head)
        if not self._all:
            self.add_widget(Keyboard(sizes, say, self._type, "", Typing(24)))
        else:
            self.add_widget(self._faces())
        self._show()

    def _faces(self) -> Widget:
        """All cards at once where they are large enough for a finger, else they scroll."""
        columns, rows = _grid_of(len(self._all), self.sizes.portrait)
        if self._names and self.sizes.portrait:  # the words below the cards need the room
            columns = min(columns, NAMED_COLUMNS)
            rows = -(-len(self._all) // columns)
        grid = Grid(self.sizes, *(self._card(card) for card in self._all), cols=columns, gap=1.0)
        if rows <= MOST_ROWS:
            return grid
        grid.size_hint_y, grid.height = None, self.sizes.mm(rows * (17.0 if self._names else 13.0))
        return Scroll(self.sizes, grid)

    def _card(self, card: str) -> Touchable:
        thing: Widget = CardFace(self._ask.deck, card)
        if self._names:
            name = Text(self._names.get(card, ""), self.sizes, "small", align="center")
            name.size_hint_y, name.height = None, self.sizes.mm(7.5 if self.sizes.portrait else 6.2)
            thing = Column(self.sizes, thing, name, gap=0.1)
        button = Touchable(self.sizes, lambda: self._lay(card), thing, look="quiet", pad=0.6, text=card)
        self._buttons[card] = button
        return button

    def _lay(self, card: str) -> None:
        most = self._ask.cards[1]
        if len(self._laid) >= most:
            self._laid = self._laid[1:] if most == 1 else self._laid
        if len(self._laid) < most:
            self._laid = (*self._laid, card)
        left = self._left()
        if most == len(self._ask.among) and left.total() == 1:
            self._laid = (*self._laid, *left.elements())  # the last card of a whole pack is no question
        if most == 1:
            self._send()
        else:
            self._show()

    def _left(self) -> Counter[str]:
        return Counter(self._ask.among) - Counter(self._laid)

    def _type(self, name: str) -> None:
        self._laid = tuple(name.split()) if name else ()
        self._show()

    def _erase(self) -> None:
        self._laid = self._laid[:-1]
        self._show()

    def _show(self) -> None:
        self._head.clear_widgets()
        low, high = self._ask.cards
        if self._laid:
            seen = hidden(len(self._laid)) if self._covered else self._laid
            shown: Widget = CardFan(self._ask.deck, seen)
        else:
            shown = self._nothing_laid(low, high)
        sizes, say = self.sizes, self._say
        wide: dict[str, Any] = {"size_hint": (None, 1), "width": sizes.mm(theme.TOUCH + 3)}
        erase = IconButton(sizes, "erase", say("common.erase"), self._erase, **wide)
        wide["width"] = sizes.mm(28)
        send = TextButton(sizes, say("common.ok"), self._send, icon="check", look="main", **wide)
        erase.disabled, send.disabled = not self._laid, len(self._laid) < low
        left = self._left()
        for card, button in self._buttons.items():
            button.disabled = bool(self._ask.among) and not left[card]
            button.opacity = GONE if button.disabled else 1.0
        for thing in (shown, erase, send):
            self._head.add_widget(thing)

    def _nothing_laid(self, low: int, high: int) -> Widget:
        key = "pads.so_many_cards" if low == high else "pads.cards"
        key = "pads.one_card" if high == 1 else key
        words = [self._say(key, low=low, high=high)]
        if high > 1 and not self._ask.place.startswith("hand:"):  # a hand has no top
            words.append(self._say("pads.top_last"))
        return Text(" ".join(words), self.sizes, "body", theme.MUTED)

    def _send(self) -> None:
        self._entered({"place": self._ask.place, "cards": list(self._laid)})


def titled(sizes: Sizes, say: Speaker, title: str, thing: Widget, close: Callable[[], None]) -> Widget:
    """*thing* under a title, with a cross to put it away."""
    away = IconButton(sizes, "close", say("common.close"), close)
    head = Row(sizes, Text(title, sizes, "large", bold=True), away, **sizes.high(theme.TOUCH))
    return Column(sizes, head, thing)
