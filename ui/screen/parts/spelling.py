"""A word to be spelt: one person types it unseen, another types what was said, and each letter is judged."""

from collections.abc import Callable

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.keyboard import Keyboard
from ui.screen.parts.layout import Column, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton
from ui.screen.theme import Sizes

LONGEST = 24


class Spelling(Column):
    """First the word, covered by dots; then the letters as they are said; then both letter by letter."""

    def __init__(self, sizes: Sizes, say: Speaker, done: Callable[[], None]) -> None:
        super().__init__(sizes, gap=1.2)
        self._say, self._done = say, done
        self.word = self.spelt = ""
        self._ask_word()

    def _ask_word(self) -> None:
        self._show("wobble.spell_word", self._typed_word, lambda: self._ask_letters() if self.word else None)

    def _typed_word(self, text: str) -> None:
        self.word = text.strip()
        self._line.text = "• " * len(self.word)

    def _ask_letters(self) -> None:
        self._show("wobble.spell_letters", self._typed_letters, self._judge)

    def _typed_letters(self, text: str) -> None:
        self.spelt = text.strip()
        self._line.text = " ".join(self.spelt.upper())

    def _show(self, key: str, typed: Callable[[str], None], on: Callable[[], object]) -> None:
        self.clear_widgets()
        self._line = Text("", self.sizes, "title", ground=theme.SURFACE, align="center")
        ok = TextButton(self.sizes, self._say("common.ok"), on, icon="check", look="main")
        ok.size_hint, ok.width = (None, 1), self.sizes.mm(26)
        words = Text(self._say(key), self.sizes, "body", ground=theme.SURFACE)
        head = Row(self.sizes, self._line, ok, size_hint_y=None, height=self.sizes.mm(theme.TOUCH))
        words.size_hint_y, words.height = None, self.sizes.mm(9)
        for thing in (words, head, Keyboard(self.sizes, self._say, typed, "", LONGEST)):
            self.add_widget(thing)

    def _judge(self) -> None:
        if not self.spelt:
            return
        self.clear_widgets()
        right = is_right(self.word, self.spelt)
        key = "wobble.spelt_right" if right else "wobble.spelt_wrong"
        self.add_widget(Text(self._say(key), self.sizes, "large", ground=theme.SURFACE, align="center"))
        self.add_widget(self._letters(self.word, self.word))
        self.add_widget(self._letters(self.spelt, self.word))
        close = TextButton(self.sizes, self._say("common.close"), self._done, look="main")
        self.add_widget(close)

    def _letters(self, text: str, right: str) -> Widget:
        """A letter that is another than in the word is red and in brackets."""
        row = Row(self.sizes, gap=0.4)
        for number, letter in enumerate(text.upper()):
            good = number < len(right) and right.upper()[number] == letter
            shown = letter if good else f"({letter})"
            colour = theme.TEXT if good else theme.DANGER
            row.add_widget(Text(shown, self.sizes, "title", colour, theme.SURFACE, align="center"))
        return row


def is_right(word: str, spelt: str) -> bool:
    """Capitals do not matter; ß may be said as two s.

    >>> is_right("Straße", "strasse"), is_right("Haus", "Hauss")
    (True, False)
    """
    return word.casefold().replace(" ", "") == spelt.casefold().replace(" ", "")
