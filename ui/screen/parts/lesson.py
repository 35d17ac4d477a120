"""What is new in a game, explained on a sheet over the table."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column, Row, Scroll, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton
from ui.screen.theme import Sizes
from ui.screen.tutorial import Part


def lesson_sheet(
    sizes: Sizes,
    say: Speaker,
    told: Sequence[Part],
    understood: Callable[[], None],
    enough: Callable[[], None],
) -> Widget:
    """The *told* parts; below them "all right" and "no more explanations"."""
    title = Row(
        sizes,
        Icon(sizes, "question", theme.ACCENT, side=7),
        Text(say("tutorial.title"), sizes, "title", theme.ACCENT, theme.SURFACE, bold=True),
        size_hint_y=None,
        height=sizes.mm(8),
    )
    answers = Row(
        sizes,
        TextButton(sizes, say("tutorial.enough"), enough, look="quiet", size_hint_y=1, pad=0.8),
        TextButton(sizes, say("common.understood"), understood, icon="check", look="main", size_hint_y=1),
        size_hint_y=None,
        height=sizes.mm(12),
    )
    lines = Stack(sizes, *(_part(sizes, part) for part in told), gap=2.4)
    return Column(sizes, title, Scroll(sizes, lines), answers)


def _part(sizes: Sizes, part: Part) -> Widget:
    because = f"{part.because} ({part.rule})" if part.because else ""
    texts: list[Widget] = [Text(part.prompt, sizes, "large", ground=theme.SURFACE, bold=True, grow=True)]
    if because:
        texts.append(Text(because, sizes, "body", ground=theme.SURFACE, grow=True))
    texts.append(Text(part.how, sizes, "body", theme.ACCENT, theme.SURFACE, grow=True))
    return Stack(sizes, *texts, gap=0.8)
