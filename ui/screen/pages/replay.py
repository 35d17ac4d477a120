"""Shown again: the last seconds before a call or a ruling, at half speed, with each press marked."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Line, SmoothRoundedRectangle
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.asks import MS, Fact, Say
from companion.game import certain
from companion.plain_file import write_whole
from ui.exporting import name_for, put
from ui.replay import SLOWER, Clip
from ui.screen import theme
from ui.screen.pages.page import TablesPage
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Column, Panel, Region, Row, Text, beside
from ui.screen.parts.shapes import Drawing, follow_finger, ink
from ui.screen.parts.touch import several
from ui.screen.stage import aside
from vision.clip import unpacked

TICK = 0.05  # seconds between two looks at what is to be shown
MOST = 2  # sentences of what was announced


class TimeLine(Drawing):
    """How far a clip is shown, each press a mark on it; a finger moves it."""

    def __init__(self, sizes: theme.Sizes, clip: Clip, moved: Callable[[int], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sizes, self._clip, self._moved = sizes, clip, moved
        self.at, self._end = clip.span
        self._start = self.at
        follow_finger(self, self._follow)

    def show(self, at: int) -> None:
        self.at = at
        self._redraw()

    def _follow(self, x: float, _y: float, _come: bool) -> bool:
        share = min(1.0, max(0.0, (x - self.x) / self.width))
        self._moved(self._start + round((self._end - self._start) * share))
        return True

    def _across(self, t: int) -> float:
        share = (t - self._start) / max(1, self._end - self._start)
        return float(self.x + self.width * min(1.0, max(0.0, share)))

    def draw(self) -> None:
        sizes, middle = self._sizes, self.middle[1]
        tall, radius = sizes.mm(3), [sizes.mm(0.8)]
        for colour, wide in ((theme.RAISED, self.width), (theme.ACCENT, self._across(self.at) - self.x)):
            ink(colour)
            SmoothRoundedRectangle(pos=(self.x, middle - tall / 2), size=(max(1, wide), tall), radius=radius)
        ink(theme.DANGER)
        for press in self._clip.presses:
            at = self._across(press.t)
            Line(points=[at, middle - tall * 1.4, at, middle + tall * 1.4], width=sizes.mm(0.4))


class ReplayPage(TablesPage):
    kept = ("number",)
    number = 0  # of the clip that is shown
    said = ""  # what came of taking it along

    def make(self) -> Widget:
        sizes, clips = self.sizes, certain(self.stage.rooms.replay).clips()
        head = self.head(self.say("replay.title"), "table")
        if not clips:
            return self.body(head, self.instead(self.say("replay.nothing")))
        self.clip = clips[min(self.number, len(clips) - 1)]
        keys = ["replay.call" if clip.presses else "replay.ruling" for clip in clips]
        named = {number: self.say(key) for number, key in enumerate(keys)}
        chosen = (clips.index(self.clip),)
        choices = several(sizes, named, chosen, lambda number: self.again(number=number))
        choice = Row(sizes, *choices, **sizes.high(theme.TOUCH))
        self._line = TimeLine(sizes, self.clip, partial(self.look_at, held=True), **sizes.high(theme.TOUCH))
        self._view = CameraView(size_hint=(1, 1.4) if sizes.portrait else (1.6, 1))
        self._words = Region(self._in_words)
        again = self.button("replay.again", self._again, icon="resume", size_hint_y=1)
        nowhere = self.stage.rooms.exports is None
        take = self.button("replay.keep", self._take, icon="sheet", size_hint_y=1, disabled=nowhere)
        below = Row(sizes, again, take, **sizes.high(theme.TOUCH))
        self._again()
        self.every(TICK, self._go_on)
        return self.body(
            head, beside(sizes, self._view, Column(sizes, choice, self._words, below)), self._line
        )

    def refresh(self) -> None:
        """What the table does meanwhile changes nothing of what has been."""

    # --- showing ---

    def _again(self) -> None:
        self.look_at(self.clip.span[0])

    def _go_on(self, passed: float) -> None:
        if not self._held and self.t < self.clip.span[1]:
            self.look_at(self.t + round(passed * 1000 * MS / SLOWER))

    def look_at(self, t: int, held: bool = False) -> None:
        """What was seen at *t*; it stays, if a finger *held* it."""
        self.t, self._held, frame = t, held, self.clip.at(t)
        self._view.show(replace(frame, picture=unpacked(frame.picture)))
        self._line.show(t)
        self._tell()

    def _tell(self) -> None:
        self._words.show((self.clip.pressed(self.t), (self.t - self.clip.t) // (100 * MS), self.said))

    def _in_words(self, shown: tuple[Fact | None, int, str]) -> Widget:
        (press, tenths, said), sizes, say = shown, self.sizes, self.say
        now = say("replay.before" if tenths < 0 else "replay.after", s=say.number(abs(tenths) / 10, 1))
        if press is not None:
            now = say("replay.pressed", seat=press.seat)
        ruled = [Text(say.game(self.sitting.game, says), sizes, "body") for says in self.clip.says[-MOST:]]
        below = Text(said or say("replay.how"), sizes, "small", theme.ACCENT if said else theme.MUTED)
        loud = theme.DANGER if press is not None else theme.TEXT
        return Panel(sizes, Text(now, sizes, "title", loud, bold=True), *ruled, below, pad=1.4)

    # --- taking along ---

    def _take(self) -> None:
        """Make a film and put it where it can be taken from; it takes its time."""
        name = name_for(self.sitting.game.about.title, self.stage.rooms.clock.wall(), "webm")
        exports, clip = certain(self.stage.rooms.exports), self.clip
        self._told(Say("replay.wait"))
        aside(lambda: put(exports, name, lambda path: write_whole(path, clip.as_film())), self._told)

    def _told(self, says: Say) -> None:
        self.said = self.say(says.key, **says.args)
        self._tell()
