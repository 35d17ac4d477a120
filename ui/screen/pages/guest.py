"""One person: name, colour and shape, language and handicap. All are chosen already and can be changed."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.calls.edges import Edge
from companion.game import certain
from companion.words import found_languages, languages
from ui.screen import theme
from ui.screen.guests import NAME_LENGTH, Guest, change, leave, seated_earlier, with_button
from ui.screen.pages.page import Page
from ui.screen.parts.keyboard import Keyboard, Typing
from ui.screen.parts.layout import Column, Grid, Panel, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touchable, several, stepper

HANDICAP_STEP_MS, HANDICAP_MOST_MS = 50, 1000


class GuestPage(Page):
    kept = ("guest", "part")
    guest: Guest
    part = "name"  # what can be changed now: that, "looks" or "more"

    def make(self) -> Widget:
        self._name = self.guest.name
        self._title = Text(self._name, self.sizes, "title", bold=True)
        badge = Badge(self.guest.face, **self.sizes.wide(theme.TOUCH + 2))
        done = self.button("common.ok", self._done, icon="check", look="main", **self.sizes.wide(30))
        head = Row(self.sizes, badge, self._title, done, **self.sizes.high(theme.TOUCH + 2))
        parts = {"name": self._choose_name, "looks": self._choose_looks, "more": self._choose_more}
        return self.body(head, self._tabs(), parts[self.part](), gap=theme.GAP)

    def _tabs(self) -> Widget:
        names = {part: self.say(f"guest.{part}") for part in ("name", "looks", "more")}
        parts = several(self.sizes, names, (self.part,), self._turn_to, look="quiet")
        away = self.button("guest.leave", self._leave, look="danger", pad=0.8)
        return Row(self.sizes, *parts, away, **self.sizes.high(theme.TOUCH))

    def _choose_name(self) -> Widget:
        return Keyboard(self.sizes, self.say, self._typed, self._name, Typing(NAME_LENGTH))

    def _choose_looks(self) -> Widget:
        colours = self._grid([self._look("colour", each, "circle", each) for each in theme.SEAT_COLOURS])
        colour = self.guest.colour
        shapes = self._grid([self._look("shape", colour, each, each) for each in theme.SEAT_SHAPES])
        hint = Text(self.say("guest.swap"), self.sizes, "small", theme.MUTED, **self.sizes.high(6.2))
        earlier = self.button("guest.earlier", self._earlier, icon="turn")
        return Column(self.sizes, colours, shapes, hint, earlier)

    def _choose_more(self) -> Widget:
        """The language that is spoken to them, and the published head start of a small child."""
        spoken_here = {"": self.say("guest.language_house")}
        spoken_here |= {code: found_languages()[code].name for code in languages()}
        speaks = lambda code: self._change(language=code)  # noqa: E731
        spoken = several(self.sizes, spoken_here, (self.guest.language,), speaks)
        language, handicap = self._line("guest.language", spoken), self._line("guest.handicap", self._steps())
        hint = Text(self.say("guest.handicap_hint"), self.sizes, "body", theme.MUTED, valign="top")
        if self.sizes.portrait:
            return Column(self.sizes, language, handicap, hint)
        both = Row(self.sizes, language, handicap, size_hint_y=None, height=language.height)
        return Column(self.sizes, both, hint)

    def _line(self, key: str, controls: list[Widget]) -> Widget:
        words = Text(self.say(key), self.sizes, "large")
        row = Row(self.sizes, *controls, **self.sizes.high(theme.TOUCH))
        return Panel(self.sizes, words, row, pad=1.6, gap=1.0, **self.sizes.high(8 + theme.TOUCH + 4.2))

    def _steps(self) -> list[Widget]:
        ms, all_ms = self.guest.handicap_ms, range(0, HANDICAP_MOST_MS + 1, HANDICAP_STEP_MS)
        less, more = self.say("guest.handicap_less"), self.say("guest.handicap_more")
        words = (less, self.say("guest.ms", ms=ms), more)
        return stepper(self.sizes, words, lambda ms: self._change(handicap_ms=ms), ms, all_ms)

    def _grid(self, things: list[Widget]) -> Widget:
        return Grid(self.sizes, *things, cols=5 if self.sizes.portrait else 9, gap=1.2)

    def _look(self, what: str, colour: str, shape: str, value: str) -> Widget:
        face = Guest("", colour, shape, self.guest.letter if what == "shape" else "").face
        edge = theme.ACCENT if getattr(self.guest, what) == value else ""
        choose, words = partial(self._change, **{what: value}), self.say(f"guest.{what}.{value}")
        return Touchable(self.sizes, choose, Badge(face), look="quiet", edge=edge, pad=0.4, text=words)

    # --- what can be done ---

    def felt(self, edge: Edge) -> None:
        """A button pressed now belongs to this guest or, if they have one, to the next who joins."""
        if not edge.down or with_button(self.stage.guests, edge.line) is not None:
            return
        if not self.guest.button:
            self._change(button=edge.line)
            return
        self._take_name()
        if len(self.stage.guests) < certain(self.stage.game).about.seats[1]:
            self.stage.come_as_guest(edge.line)

    def _typed(self, name: str) -> None:
        self._name = name
        self._title.text = name or "_"

    def _take_name(self) -> None:
        if self._name.strip() != self.guest.name:
            at = self.stage.guests.index(self.guest)
            self.stage.guests = change(self.stage.guests, self.guest, name=self._name.strip())
            self.guest = self.stage.guests[at]

    def _change(self, **changes: Any) -> None:
        self._take_name()
        at = self.stage.guests.index(self.guest)
        self.stage.guests = change(self.stage.guests, self.guest, **changes)
        self.stage.go("guest", guest=self.stage.guests[at], part=self.part)

    def _turn_to(self, part: str) -> None:
        self._take_name()
        self.stage.go("guest", guest=self.guest, part=part)

    def _earlier(self) -> None:
        self.stage.guests = seated_earlier(self.stage.guests, self.guest)
        self._done()

    def _leave(self) -> None:
        self.stage.guests = leave(self.stage.guests, self.guest)
        self.stage.go("players")

    def _done(self) -> None:
        self._take_name()
        self.stage.go("players")
