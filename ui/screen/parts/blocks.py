"""What many pages are built of: a choice, a name and more, a question, tabs, a cover, a line of health."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column, Panel, Row, Scroll, Stack, Text, space
from ui.screen.parts.touch import Icon, TextButton, Touchable, several
from ui.screen.ports import Choice, Health


def choice_list(
    sizes: theme.Sizes,
    say: Speaker,
    choices: Sequence[Choice],
    touched: Callable[[str], None],
    pictures: Mapping[str, Widget] | None = None,
) -> Widget:
    """The taken one is bright; *touched* hears of keys; *pictures* by key stand beside the words."""
    shown = pictures or {}
    lines = (_line(sizes, say, choice, touched, shown.get(choice.key)) for choice in choices)
    return Scroll(sizes, Stack(sizes, *lines, gap=1.0))


def _line(
    sizes: theme.Sizes, say: Speaker, choice: Choice, touched: Callable[[str], None], picture: Widget | None
) -> Widget:
    ink = theme.INK if choice.taken else theme.TEXT
    title = choice.title if isinstance(choice.title, str) else say(choice.title.key)
    below = Text(say(choice.says.key), sizes, "body", ink)
    words = Column(sizes, Text(title, sizes, "large", ink, bold=True), below, gap=0.2)
    inside, high = words if picture is None else Row(sizes, picture, words), sizes.high(theme.TOUCH + 7)
    take, look = partial(touched, choice.key), "main" if choice.taken else "panel"
    return Touchable(sizes, take, inside, look=look, pad=1.2, **high, text=title)


def name_and_more(sizes: theme.Sizes, name: str, more: str) -> Widget:
    """A name in large letters, and in small ones below it what there is to know of it."""
    large = Text(name, sizes, "large", bold=True, valign="bottom")
    return Column(sizes, large, Text(more, sizes, "small", theme.MUTED, valign="top"), gap=0.2)


def question(sizes: theme.Sizes, words: Widget, control: Widget) -> Widget:
    """*words* and what answers them: beside each other where there is room."""
    if sizes.portrait:
        words.size_hint_y, words.height = None, sizes.mm(9)
        inside, more = Column(sizes, words, control, gap=1.0), 12.8
    else:
        words.size_hint_x = 0.66
        inside, more = Row(sizes, words, control), 2.8
    tall = control.height + sizes.mm(more)  # told, not found: a page has many of these
    return Panel(sizes, inside, pad=1.4, size_hint_y=None, height=tall)


HIGHEST = 16.0  # millimetres: more would stand empty round the words


def banded(sizes: theme.Sizes, sign: Widget, words: str, ground: str) -> Column:
    """*sign* and *words*, as large as there is room for, on a band of the colour *ground*."""
    text = Text(words, sizes, "title", theme.PIP, bold=True, align="center")
    plate = Panel(sizes, text, ground=theme.IVORY, pad=0.6)
    row, most = Row(sizes, sign, plate, gap=0.8), sizes.mm(HIGHEST)
    band = Panel(sizes, row, ground=ground, pad=0.8, size_hint_max_y=most)
    return Column(sizes, space(0.001), band, space(0.001), gap=0)


# --- pages that belong together, one of them shown: a line of their names ---


def tabs(sizes: theme.Sizes, names: Mapping[str, str], shown: str, touched: Callable[[str], None]) -> Widget:
    """The *names* of pages by their keys; *touched* hears of keys."""
    buttons = several(sizes, names, (shown,), touched, look="quiet")
    return Row(sizes, *buttons, gap=1.2, **sizes.high(theme.TOUCH))


# --- something that only one person may see: it lies behind a cover until that person takes it away ---


class Covered(Column):
    """*thing* behind a cover that says *words*; a touch takes the cover away."""

    def __init__(self, sizes: theme.Sizes, words: str, thing: Widget) -> None:
        super().__init__(sizes)
        self._thing = thing
        self.add_widget(TextButton(sizes, words, self._uncover, icon="eye", size="large", size_hint_y=1))

    def _uncover(self) -> None:
        self.clear_widgets()
        self.add_widget(self._thing)


# --- how one thing of the house is, on one line: sign, level in words, what was found, the next step ---

ICONS = {"ok": "check", "note": "note", "warning": "question", "broken": "close"}


class HealthLine(Panel):
    """As high as its words need."""

    def __init__(self, sizes: theme.Sizes, say: Speaker, health: Health) -> None:
        colour = colour_of(health.level)
        place = {**sizes.high(7), **sizes.wide(17), "pos_hint": {"center_y": 0.5}}
        words = Stack(sizes, Text(health.says, sizes, "body", grow=True), gap=0.4, pos_hint={"center_y": 0.5})
        if health.next_step:
            words.add_widget(Text(health.next_step, sizes, "body", theme.ACCENT, grow=True))
        sign = Icon(sizes, ICONS[health.level], colour, side=5)
        level = Text(say(f"doctor.{health.level}"), sizes, "small", colour, bold=True, **place)
        super().__init__(sizes, Row(sizes, sign, level, words, grow=True), pad=1.2, grow=True)


def brief_line(sizes: theme.Sizes, level: str, words: str, high: float) -> Widget:
    """The same in so many millimetres, where its sign says enough."""
    sign = Icon(sizes, ICONS[level], colour_of(level), side=4)
    return Row(sizes, sign, Text(words, sizes, "small"), **sizes.high(high))


def colour_of(level: str) -> str:
    """Never the only sign: the level stands there in words, too."""
    return {"ok": theme.GOOD, "warning": theme.KIND, "broken": theme.DANGER}.get(level, theme.TEXT)
