"""The tools of Wobble's tasks by touch: counting a box, countries and estimates, a word letter by letter."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.asks import JSON
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.cards import CardFace
from ui.screen.parts.keyboard import Keyboard, NumberPad, Typing
from ui.screen.parts.layout import Column, Grid, Row, Scroll, Text
from ui.screen.parts.touch import IconButton, TextButton, Touchable

DECK = "wobble"
TILE = 19.0  # mm


class CensusPad(Column):
    """A whole box of cards: a heap for each kind, one tap a card, heap by heap.

    *cards* are all kinds there can be; *usual* is how many the deck that can be printed has of each.
    """

    def __init__(
        self,
        sizes: theme.Sizes,
        say: Speaker,
        cards: Sequence[str],
        usual: Mapping[str, int],
        size: int,
        counted: Callable[[JSON], None],
    ) -> None:
        super().__init__(sizes, gap=1.2)
        self._say, self._size, self._counted = say, size, counted
        self._usual, self.counts = dict(usual), dict.fromkeys(cards, 0)
        self._numbers: dict[str, Text] = {}
        self._sum = Text("", sizes, "large", align="center", bold=True)
        as_printed = TextButton(sizes, say("census.as_printed"), self._as_printed, look="quiet")
        self._ok = TextButton(sizes, say("common.ok"), self._send, icon="check", look="main")
        self._ok.size_hint_x = 0.6
        head = Row(sizes, self._sum, as_printed, self._ok, **sizes.high(theme.TOUCH))
        grid = Grid(
            sizes, *(self._heap(card) for card in cards), cols=3 if sizes.portrait else 5, gap=1.2, grow=True
        )
        self.add_widget(head)
        self.add_widget(Scroll(sizes, grid))
        self._show()

    def _heap(self, card: str) -> Widget:
        """The card adds one, the minus beside it takes one away."""
        sizes = self.sizes
        self._numbers[card] = Text("0", sizes, "large", align="center", bold=True)
        drawn, adds = CardFace(DECK, card), partial(self.count, card, 1)
        more = Touchable(sizes, adds, drawn, look="quiet", pad=0.6, text=f"{card} +")
        less = IconButton(sizes, "less", f"{card} -", lambda: self.count(card, -1), size_hint=(1, 1))
        side = Column(sizes, self._numbers[card], less, gap=0.4)
        return Row(sizes, more, side, gap=0.6, **sizes.high(TILE))

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


# --- countries by their first letter, and a pad for how many people live there ---

MOST_PEOPLE = 2_000_000_000
MILLION = "000000"


class CountryPicker(Column):
    """*names* by their code, in the order of the alphabet; a letter shows those that begin with it."""

    def __init__(self, sizes: theme.Sizes, names: Mapping[str, str], chosen: Callable[[str], None]) -> None:
        super().__init__(sizes, gap=1.2)
        self._chosen = chosen
        self._names = sorted(names.items(), key=lambda pair: plain(pair[1]))
        letters = sorted({plain(name)[0] for _, name in self._names})
        columns = 9 if sizes.portrait else 13
        keys = (
            TextButton(sizes, letter.upper(), partial(self.show, letter), size="large", size_hint_y=1)
            for letter in letters
        )
        high = sizes.high((theme.TOUCH_LEAST + 0.8) * -(-len(letters) // columns))
        grid = Grid(sizes, *keys, cols=columns, gap=0.8, **high)
        self._place = Column(sizes)
        self.add_widget(grid)
        self.add_widget(self._place)
        self.show(letters[0])

    def show(self, letter: str) -> None:
        """The countries that begin with *letter*."""
        self._place.clear_widgets()
        found = ((code, name) for code, name in self._names if plain(name)[0] == letter)
        buttons = (TextButton(self.sizes, name, partial(self._chosen, code)) for code, name in found)
        grid = Grid(self.sizes, *buttons, cols=2 if self.sizes.portrait else 3, gap=1.2, grow=True)
        self._place.add_widget(Scroll(self.sizes, grid))


def plain(name: str) -> str:
    """*name* as it is sorted: Österreich stands under O.

    >>> plain("Österreich"), plain("Émirats")
    ('osterreich', 'emirats')
    """
    return "".join(sign for sign in unicodedata.normalize("NFD", name.casefold()) if sign.isalnum())


class PeoplePad(NumberPad):
    """A large number in few taps: three and six noughts have a key of their own."""

    def __init__(self, sizes: theme.Sizes, say: Speaker, chosen: Callable[[int], None]) -> None:
        self._noughts = {"000": say("wobble.thousand"), MILLION: say("wobble.million")}
        super().__init__(sizes, say, 1, MOST_PEOPLE, chosen)

    def _keys(self, erase: Widget) -> Iterator[Sequence[Widget]]:
        beside = (*(self._digit(*key) for key in self._noughts.items()), erase)
        yield from (
            [*map(self._digit, line), key] for line, key in zip(("789", "456", "123"), beside, strict=True)
        )
        yield [self._digit("0")]

    def _type(self, digits: str) -> None:
        longer = (self._written + digits).lstrip("0")
        if longer and int(longer) <= MOST_PEOPLE:
            self._written = longer
        self._show()

    def _show(self) -> None:
        super()._show()
        self._shown.text = grouped(self._written)


def grouped(digits: str) -> str:
    """With narrow gaps between thousands, as it is written in both languages.

    >>> grouped("83000000").split()
    ['83', '000', '000']
    """
    return f"{int(digits):,}".replace(",", "\N{THIN SPACE}") if digits else ""


# A word to be spelt: one person types it unseen, another types what was said, and each letter is judged.

LONGEST = 24


class Spelling(Column):
    """First the word, covered by dots; then the letters as they are said; then both letter by letter."""

    def __init__(self, sizes: theme.Sizes, say: Speaker, done: Callable[[], None]) -> None:
        super().__init__(sizes, gap=1.2)
        self._say, self._done = say, done
        self.word = self.spelt = ""
        self._show("wobble.spell_word", self._typed_word, self._word_done)

    def _typed_word(self, text: str) -> None:
        self.word = text.strip()
        self._line.text = "• " * len(self.word)

    def _word_done(self) -> None:
        if self.word:
            self._show("wobble.spell_letters", self._typed_letters, self._judge)

    def _typed_letters(self, text: str) -> None:
        self.spelt = text.strip()
        self._line.text = " ".join(self.spelt.upper())

    def _show(self, key: str, typed: Callable[[str], None], on: Callable[[], None]) -> None:
        self.clear_widgets()
        self._line = Text("", self.sizes, "title", align="center")
        ok = TextButton(self.sizes, self._say("common.ok"), on, icon="check", look="main")
        ok.size_hint, ok.width = (None, 1), self.sizes.mm(26)
        words = Text(self._say(key), self.sizes, "body", **self.sizes.high(9))
        head = Row(self.sizes, self._line, ok, **self.sizes.high(theme.TOUCH))
        for thing in (words, head, Keyboard(self.sizes, self._say, typed, "", Typing(LONGEST))):
            self.add_widget(thing)

    def _judge(self) -> None:
        if not self.spelt:
            return
        self.clear_widgets()
        right = is_right(self.word, self.spelt)
        key = "wobble.spelt_right" if right else "wobble.spelt_wrong"
        self.add_widget(Text(self._say(key), self.sizes, "large", align="center"))
        self.add_widget(self._letters(self.word, self.word))
        self.add_widget(self._letters(self.spelt, self.word))
        self.add_widget(TextButton(self.sizes, self._say("common.close"), self._done, look="main"))

    def _letters(self, text: str, right: str) -> Widget:
        """A letter that is another than in the word is red and in brackets."""
        row = Row(self.sizes, gap=0.4)
        for number, letter in enumerate(text.upper()):
            good = number < len(right) and right.upper()[number] == letter
            shown = letter if good else f"({letter})"
            colour = theme.TEXT if good else theme.DANGER
            row.add_widget(Text(shown, self.sizes, "title", colour, align="center"))
        return row


def is_right(word: str, spelt: str) -> bool:
    """Capitals do not matter; ß may be said as two s.

    >>> is_right("Straße", "strasse"), is_right("Haus", "Hauss")
    (True, False)
    """
    return word.casefold().replace(" ", "") == spelt.casefold().replace(" ", "")
