"""Countries by their first letter, and a pad for how many people live there."""

from collections.abc import Callable, Mapping

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column, Panel, Row, Scroll
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton, Touchable
from ui.screen.theme import Sizes

MOST_PEOPLE = 2_000_000_000
MILLION = "000000"


class CountryPicker(Column):
    """*names* by their code, in the order of the alphabet; a letter shows those that begin with it."""

    def __init__(self, sizes: Sizes, names: Mapping[str, str], chosen: Callable[[str], None]) -> None:
        super().__init__(sizes, gap=1.2)
        self._chosen = chosen
        self._names = sorted(names.items(), key=lambda pair: plain(pair[1]))
        letters = sorted({plain(name)[0] for _, name in self._names})
        columns = 9 if sizes.portrait else 13
        grid = GridLayout(cols=columns, spacing=sizes.mm(0.8), size_hint_y=None)
        grid.height = sizes.mm((theme.TOUCH_LEAST + 0.8) * -(-len(letters) // columns))
        for letter in letters:
            key = TextButton(sizes, letter.upper(), lambda letter=letter: self.show(letter), size="large")
            key.size_hint_y = 1
            grid.add_widget(key)
        self._place = Column(sizes)
        self.add_widget(grid)
        self.add_widget(self._place)
        self.show(letters[0])

    def show(self, letter: str) -> None:
        """The countries that begin with *letter*."""
        self._place.clear_widgets()
        columns = 2 if self.sizes.portrait else 3
        grid = GridLayout(cols=columns, spacing=self.sizes.mm(1.2), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for code, name in self._names:
            if plain(name)[0] == letter:
                grid.add_widget(TextButton(self.sizes, name, lambda code=code: self._chosen(code)))
        self._place.add_widget(Scroll(self.sizes, grid))


def plain(name: str) -> str:
    """*name* as it is sorted: Österreich stands under O.

    >>> plain("Österreich"), plain("Ägypten")
    ('osterreich', 'agypten')
    """
    return name.casefold().translate(str.maketrans("äöü", "aou"))


class PeoplePad(Column):
    """A large number in few taps: three and six noughts have a key of their own."""

    def __init__(self, sizes: Sizes, say: Speaker, chosen: Callable[[int], None]) -> None:
        super().__init__(sizes, gap=1.2)
        self._chosen, self._written = chosen, ""
        self._shown = Text("", sizes, "title", ground=theme.SURFACE, align="center", bold=True)
        self._done = TextButton(sizes, say("common.ok"), self._send, icon="check", look="main", size_hint_y=1)
        self._done.size_hint_x = 0.5
        self.add_widget(Row(sizes, Panel(sizes, self._shown, pad=1), self._done, gap=1.2))
        thousand, million = say("wobble.thousand"), say("wobble.million")
        extra = {0: ("000", thousand), 1: (MILLION, million)}
        for number, line in enumerate(("789", "456", "123")):
            keys = [self._key(digit, digit) for digit in line]
            keys.append(self._key(*extra[number]) if number in extra else self._erase_key(say))
            self.add_widget(Row(sizes, *keys, gap=1.2))
        self.add_widget(Row(sizes, self._key("0", "0"), gap=1.2))
        self._show()

    def _key(self, digits: str, words: str) -> TextButton:
        return TextButton(self.sizes, words, lambda: self._type(digits), size="large", size_hint_y=1)

    def _erase_key(self, say: Speaker) -> Widget:
        key = Touchable(self.sizes, self._erase, Icon(self.sizes, "erase", size_hint=(1, 1)), look="quiet")
        key.text = say("common.erase")
        return key

    def _type(self, digits: str) -> None:
        longer = (self._written + digits).lstrip("0")
        if longer and int(longer) <= MOST_PEOPLE:
            self._written = longer
        self._show()

    def _erase(self) -> None:
        self._written = self._written[:-1]
        self._show()

    def _show(self) -> None:
        self._shown.text = grouped(self._written)
        self._done.disabled = not self._written

    def _send(self) -> None:
        if self._written:
            self._chosen(int(self._written))


def grouped(digits: str) -> str:
    """With narrow gaps between thousands, as it is written in both languages.

    >>> grouped("83000000").split()
    ['83', '000', '000']
    """
    return f"{int(digits):,}".replace(",", "\N{THIN SPACE}") if digits else ""
