"""A keyboard for names and a pad for numbers, with keys as large as a fingertip on every panel."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kivy.uix.widget import Widget

from companion.words import found_languages
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column, Panel, Row, Text
from ui.screen.parts.touch import IconButton, TextButton
from ui.screen.theme import Sizes

ERASES, ENTER = "\b", "\r"


class Typing(NamedTuple):
    """What may be typed."""

    longest: int = 12
    extra: str = ""  # further keys, in lines of their own at the top
    name: bool = True  # the first letters are capitals by themselves; else no capitals and no spaces


NAME = Typing()


class Keyboard(Column):
    """Letters, and what else *typing* needs; *done* is what a real keyboard's Enter does."""

    done: Callable[[], None] | None = None

    def __init__(
        self,
        sizes: Sizes,
        say: Speaker,
        typed: Callable[[str], None],
        text: str = "",
        typing: Typing = NAME,
    ):
        super().__init__(sizes, gap=1.0)
        self._typed, self.typed_text, self._longest = typed, text, typing.longest
        self._say, self._name, self._extra = say, typing.name, typing.extra
        self._fresh = True  # the first key replaces a name that was only proposed
        language = found_languages()[say.language]
        rows = language.narrow_keyboard if sizes.portrait else language.keyboard
        for keys in typing.extra.split():
            self.add_widget(self._row(keys, last=False))
        for number, letters in enumerate(rows):
            self.add_widget(self._row(letters, last=number == len(rows) - 1))
        if typing.name:
            space = TextButton(sizes, say("common.space"), self._space, look="quiet", size_hint_y=1)
            self.add_widget(Row(sizes, space, gap=1.0))

    def _row(self, letters: str, last: bool) -> Widget:
        keys: list[Widget] = [self._key(letter) for letter in letters]
        if last:
            erase = self._say("common.erase")
            keys.append(IconButton(self.sizes, "erase", erase, self._erase, size_hint=(1, 1)))
        return Row(self.sizes, *keys, gap=1.0)

    def _key(self, letter: str) -> TextButton:
        shown = letter if letter == "ß" else letter.upper()
        return TextButton(self.sizes, shown, lambda: self._type(letter), size="large", size_hint_y=1, pad=0.2)

    def takes(self, key: str) -> bool:
        """Whether a key of a real keyboard is one of these."""
        return key in (" ", ERASES) or key.isalpha() or key in "-'" or key in self._extra

    def press(self, key: str) -> None:
        """What somebody types on a real keyboard."""
        if key == " ":
            self._space()
        elif key == ERASES:
            self._erase()
        elif key == ENTER and self.done is not None:
            self.done()
        elif self.takes(key):
            self._type(key.lower() if self._name else key)

    def _type(self, letter: str) -> None:
        if self._fresh:
            self.typed_text = ""
        self._fresh = False
        if len(self.typed_text) < self._longest:
            begins = self._name and (not self.typed_text or self.typed_text[-1] in " -")
            self.typed_text += letter.upper() if begins and letter != "ß" else letter
        self._typed(self.typed_text)

    def _space(self) -> None:
        self._fresh = False
        if self.typed_text and len(self.typed_text) < self._longest:
            self.typed_text += " "
        self._typed(self.typed_text)

    def _erase(self) -> None:
        self._fresh = False
        self.typed_text = self.typed_text[:-1]
        self._typed(self.typed_text)


class NumberPad(Column):
    """A whole number from *low* to *high*; what does not fit cannot be sent, unless *anything* can."""

    def __init__(
        self,
        sizes: Sizes,
        say: Speaker,
        low: int,
        high: int,
        chosen: Callable[[int], None],
        anything: bool = False,
    ) -> None:
        super().__init__(sizes, gap=1.2)
        self._low, self._high, self._chosen, self._anything = low, high, chosen, anything
        self._written, self._longest = "", len(str(max(abs(low), abs(high), 99 if anything else 0))) + 1
        self._shown = Text("", sizes, "title", align="center")
        self._hint = say("pads.from_to", low=low, high=high) if low < high else ""
        self._done = TextButton(sizes, say("common.ok"), self._send, icon="check", look="main", size_hint_y=1)
        self.add_widget(Row(sizes, Panel(sizes, self._shown, pad=1), self._done, gap=1.2))
        for keys in self._keys(
            IconButton(sizes, "erase", say("common.erase"), self._erase, size_hint=(1, 1))
        ):
            self.add_widget(Row(sizes, *keys, gap=1.2))
        self._show()

    def _keys(self, erase: Widget) -> Iterator[Sequence[Widget]]:
        """The keys, row by row."""
        yield from (list(map(self._digit, line)) for line in ("789", "456", "123"))
        yield self._digit("-") if self._low < 0 else Widget(), self._digit("0"), erase

    def _digit(self, digit: str, words: str = "") -> TextButton:
        return TextButton(self.sizes, words or digit, lambda: self._type(digit), size="title", size_hint_y=1)

    def _type(self, digit: str) -> None:
        if digit == "-":
            self._written = (
                self._written.removeprefix("-") if self._written[:1] == "-" else f"-{self._written}"
            )
        elif len(self._written) < self._longest:
            self._written += digit
        self._show()

    def _erase(self) -> None:
        self._written = self._written[:-1]
        self._show()

    def _number(self) -> int | None:
        try:
            number = int(self._written)
        except ValueError:
            return None
        return number if self._anything or self._low <= number <= self._high else None

    def _show(self) -> None:
        self._shown.text = self._written or self._hint
        self._done.disabled = self._number() is None

    def _send(self) -> None:
        number = self._number()
        if number is not None:
            self._chosen(number)
