"""Pages that belong together, one of them shown: a line of their names."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.parts.layout import Row
from ui.screen.parts.touch import TextButton
from ui.screen.theme import Sizes


def tabs(sizes: Sizes, names: Sequence[tuple[str, bool, Callable[[], None]]]) -> Widget:
    """(words, whether it is shown, what leads there) for each."""
    buttons = [
        TextButton(sizes, words, touched, look="chosen" if shown else "quiet", pad=0.6)
        for words, shown, touched in names
    ]
    return Row(sizes, *buttons, gap=1.2, size_hint_y=None, height=sizes.mm(theme.TOUCH))
