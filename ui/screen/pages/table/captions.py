"""What was announced, in writing: whoever cannot hear it or was away reads the last sentences here."""

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.asks import Say
from companion.game import AnyGame
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touchable
from ui.screen.sitting import Caption, is_loud
from ui.screen.theme import Sizes


def captions_region(
    sizes: Sizes,
    say: Speaker,
    game: AnyGame,
    told: tuple[tuple[Caption, ...], Say | None],
    touched: Callable[[], None],
) -> Widget:
    """The newest last; a tap opens the whole log."""
    captions, trouble = told
    lines: list[Widget] = []
    for caption in captions:
        newest = caption is captions[-1]
        colour = theme.ACCENT if is_loud(caption) and newest else theme.TEXT if newest else theme.MUTED
        words = say.game(game, caption.note.says)
        lines.append(Text(words, sizes, "body" if newest else "small", colour, theme.GROUND))
    if trouble is not None:
        lines = [*lines[-1:], Text(say.game(game, trouble), sizes, "small", theme.DANGER, theme.GROUND)]
    column = Column(sizes, *lines, gap=0.2)
    button = Touchable(sizes, touched, column, look="ground", pad=0.6)
    button.text = say("table.log_title")
    return button
