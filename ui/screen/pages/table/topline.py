"""The right end of the top line: what the eyes are doing, by name, and the way back by one step."""

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.asks import Say
from companion.sightings import Seen
from companion.table import UndoLevel
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column, Panel, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable
from ui.screen.theme import Sizes

BRIEF = 14  # letters of what would be taken back that stand in one line
COLOURS = {Seen.SETTLED: theme.GOOD, Seen.COCKED: theme.ACCENT, Seen.BLOCKED: theme.DANGER}


def watching(sizes: Sizes, say: Speaker, told: tuple[Seen | None, Say | None]) -> Widget:
    """The state of the eyes, named as in the log; without eyes it says that everything is told by touch."""
    seen, trouble = told
    if seen is None:
        icon, colour, words = "hand", theme.MUTED, say("table.no_eyes")
    elif trouble is not None:
        icon, colour, words = "blind", theme.DANGER, say("eyes.trouble")
    else:
        icon = "blind" if seen is Seen.BLOCKED else "eye"
        colour, words = COLOURS.get(seen, theme.MUTED), say(f"eyes.{seen.name.lower()}")
    text = Text(words, sizes, "small", colour, theme.SURFACE)
    return Panel(sizes, Row(sizes, Icon(sizes, icon, colour, side=5), text, gap=1.0), pad=1.0)


def undo_button(sizes: Sizes, say: Speaker, level: UndoLevel | None, touched: Callable[[], None]) -> Widget:
    """What would be taken back is said on the button: a slip of a finger weighs less than a move."""
    what = say("undo.none" if level is None else f"undo.{level.name.lower()}")
    words = Column(
        sizes,
        Text(
            say("table.undo"),
            sizes,
            "body",
            ground=theme.SURFACE,
            bold=True,
            valign="bottom",
            size_hint_y=1.15 if len(what) <= BRIEF else 0.72,
        ),
        Text(
            what,
            sizes,
            "small",
            theme.MUTED,
            theme.SURFACE,
            valign="top",
        ),
        gap=0,
    )
    button = Touchable(sizes, touched, Icon(sizes, "undo", side=5), words, look="quiet")
    button.text = say("table.undo")
    button.disabled = level is None
    return button
