"""The line over every page: what the table is right now, with the last picture of it; a tap changes it."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from msgspec import Struct

from companion.sightings import Frame, Seen
from ui.screen import theme
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Region, Text
from ui.screen.parts.touch import Icon, Touchable
from ui.screen.ports import Look
from ui.screen.stage import Stage

HIGH = 6.0  # millimetres
SMALL = 120  # pixels across the last picture
COLOURS = {Seen.SETTLED: theme.GOOD, Seen.COCKED: theme.ACCENT, Seen.BLOCKED: theme.DANGER}


class Shown(Struct, frozen=True):
    """What the line says."""

    words: str
    icon: str
    colour: str
    look: str = "panel"
    seen: bool = False  # a camera looks at it


class TableNow(FloatLayout):
    """The pages below the line."""

    def __init__(self, stage: Stage, pages: Widget, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._stage, self._pages = stage, pages
        self._seen = Seen.WAITING
        self._last: Frame | None = None  # of what lay still
        self._place = Region(self._made, pos_hint={"top": 1}, size_hint_y=None)
        pages.size_hint = (1, None)
        self.add_widget(pages)
        self.add_widget(self._place)

    def fit(self, width: float, height: float) -> None:
        """The window is so large now, or the words are others; the stage learns what is left."""
        self._stage.resize(width, height)
        self._place.height = self._stage.sizes.mm(HIGH)
        self._pages.height = height - self._place.height
        self._stage.resize(width, self._pages.height)
        self.refresh()

    def looked(self, look: Look) -> None:
        """Several times a second; the picture is taken when all has come to rest."""
        before, self._seen = self._seen, look.sighting.state
        if self._seen is before:
            return
        if self._seen is Seen.SETTLED and look.frame is not None:
            part = max(1, look.frame.picture.shape[1] // SMALL)
            self._last = Frame(look.frame.picture[::part, ::part], look.frame.t)
        self.refresh()

    def refresh(self) -> None:
        """Something may be otherwise: a family has sat down or gone, a camera is in trouble."""
        self._place.show((self._now(), self._stage.sizes))

    def _now(self) -> Shown:
        stage, say = self._stage, self._stage.say
        trouble = stage.troubles.get("camera")
        sitting = stage.sitting or stage.paused
        if sitting is not None and sitting.here is not None:
            return Shown(say("window.here"), "hand", theme.MUTED)
        if trouble is not None and trouble.says is not None:
            return Shown(say("eyes.trouble"), "blind", theme.DANGER)
        if not stage.rooms.board.eyes:
            return Shown(say("window.by_touch"), "hand", theme.MUTED)
        icon = "blind" if self._seen is Seen.BLOCKED else "eye"
        if stage.rooms.simulated:
            return Shown(say("window.simulated"), icon, theme.INK, "main", seen=True)
        words = say("window.camera", seen=say(f"eyes.{self._seen.name.lower()}"))
        return Shown(words, icon, COLOURS.get(self._seen, theme.MUTED), seen=True)

    def _made(self, value: tuple[Shown, theme.Sizes]) -> Touchable:
        shown, sizes = value
        words = Text(shown.words, sizes, "small", shown.colour, bold=shown.look == "main")
        things: list[Widget] = [Icon(sizes, shown.icon, shown.colour, side=4), words]
        if self._last is not None and shown.seen:
            things.append(CameraView(**sizes.wide(HIGH * 1.8)).show(self._last))
        named = {"look": shown.look, "text": shown.words}
        self.line = Touchable(sizes, self._change, *things, pad=1.4, **named)
        return self.line

    def _change(self) -> None:
        """To where another camera can be taken, and back to a table that is played."""
        self._stage.go("camera", back="table" if self._stage.sitting is not None else "home")
