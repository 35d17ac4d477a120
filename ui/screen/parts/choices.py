"""Things of which one is taken, below each other: what each is called, and what it is good for."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column, Scroll, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touchable
from ui.screen.ports import Choice
from ui.screen.theme import Sizes


def choice_list(
    sizes: Sizes, say: Speaker, choices: Sequence[Choice], touched: Callable[[str], None]
) -> Widget:
    """The taken one is bright; *touched* hears of keys."""
    return Scroll(sizes, Stack(sizes, *(_line(sizes, say, choice, touched) for choice in choices), gap=1.0))


def _line(sizes: Sizes, say: Speaker, choice: Choice, touched: Callable[[str], None]) -> Widget:
    ground, ink = (theme.ACCENT, theme.INK) if choice.taken else (theme.SURFACE, theme.TEXT)
    words = Column(
        sizes,
        Text(choice.title, sizes, "large", ink, ground, bold=True),
        Text(say(choice.says.key), sizes, "body", ink, ground),
        gap=0.2,
    )
    return Touchable(
        sizes,
        lambda: touched(choice.key),
        words,
        look="main" if choice.taken else "panel",
        pad=1.2,
        size_hint_y=None,
        height=sizes.mm(theme.TOUCH + 7),
    )
