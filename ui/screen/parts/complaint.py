"""Something that cannot be done, in words and with the next step, laid over a page."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import Say
from ui.screen import theme
from ui.screen.parts.layout import Column, Scroll, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton


def complaint(stage: Any, error: Any, close: Callable[[], None]) -> Widget:
    """*error* carries its sentence as `says`, or is a sentence itself."""
    says = getattr(error, "says", None)
    words = stage.say.game(stage.game, says) if isinstance(says, Say) and stage.game else str(error)
    return Column(
        stage.sizes,
        Text(words, stage.sizes, "large", ground=theme.SURFACE),
        TextButton(stage.sizes, stage.say("common.understood"), close, icon="check", look="main"),
    )


def notice(stage: Any, says: Sequence[Say], close: Callable[[], None]) -> Widget:
    """What has to be known, one thing below the other."""
    lines = [
        Text(stage.say(each.key, **each.args), stage.sizes, "body", ground=theme.SURFACE, grow=True)
        for each in says
    ]
    title = Text(
        stage.say("window.title"),
        stage.sizes,
        "title",
        theme.ACCENT,
        theme.SURFACE,
        bold=True,
        size_hint_y=None,
        height=stage.sizes.mm(8),
    )
    return Column(
        stage.sizes,
        title,
        Scroll(stage.sizes, Stack(stage.sizes, *lines)),
        TextButton(stage.sizes, stage.say("common.understood"), close, icon="check", look="main"),
    )
