"""Something that cannot be done, in words and with the next step, laid over a page."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import Say
from ui.screen import theme
from ui.screen.parts.layout import Column
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
