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

LINE, LINE_PORTRAIT = 50, 40  # letters in a line


def captions_region(
    sizes: Sizes,
    say: Speaker,
    game: AnyGame,
    told: tuple[tuple[Caption, ...], Say | None],
    touched: Callable[[], None],
) -> Widget:
    """The newest last; a tap opens the whole log."""
    captions, trouble = told
    written = [(say.game(game, caption.note.says), is_loud(caption)) for caption in captions]
    if trouble is not None:
        written = [*written[-1:], (say.game(game, trouble), True)]
    if any(len(words) > (LINE_PORTRAIT if sizes.portrait else LINE) for words, _loud in written):
        written = written[-1:]  # the newest has both lines for itself
    lines: list[Widget] = []
    for number, (words, loud) in enumerate(written, start=1):
        newest = number == len(written)
        bright = theme.DANGER if trouble is not None else theme.ACCENT if loud else theme.TEXT
        lines.append(
            Text(words, sizes, "body" if newest else "small", bright if newest else theme.MUTED, theme.GROUND)
        )
    column = Column(sizes, *lines, gap=0.2)
    button = Touchable(sizes, touched, column, look="ground", pad=0.6)
    button.text = say("table.log_title")
    return button
