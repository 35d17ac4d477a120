"""One person: name, colour and shape, language and handicap. All are chosen already and can be changed."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.calls.edges import Edge
from companion.words import found_languages, languages
from ui.screen import theme
from ui.screen.evening import NAME_LENGTH, Guest, change, leave, seated_earlier, with_button
from ui.screen.pages.page import Page
from ui.screen.parts.keyboard import Keyboard, Typing
from ui.screen.parts.layout import Column, Grid, Panel, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touchable, one_of_several, stepper
from ui.screen.stage import Stage

HANDICAP_STEP_MS, HANDICAP_MOST_MS = 50, 1000


class GuestPage(Page):
    def __init__(self, stage: Stage, guest: Guest, new: bool = False, part: str = "name") -> None:
        """*part* is what can be changed now: "name", "looks" or "more"."""
        self._guest, self._new, self._part = guest, new, part
        self._name = guest.name
        super().__init__(stage)

    def keep(self) -> dict[str, Any]:
        return {"guest": self._guest, "new": self._new, "part": self._part}

    def make(self) -> Widget:
        self._title = Text(self._name, self.sizes, "title", bold=True)
        badge = Badge(self._guest.face, **self.sizes.wide(theme.TOUCH + 2))
        done = self.button("common.ok", self._done, icon="check", look="main", **self.sizes.wide(30))
        head = Row(self.sizes, badge, self._title, done, **self.sizes.high(theme.TOUCH + 2))
        parts = {"name": self._choose_name, "looks": self._choose_looks, "more": self._choose_more}
        return self.body(head, self._tabs(), parts[self._part](), gap=theme.GAP)

    def _tabs(self) -> Widget:
        def tab(part: str) -> Widget:
            return self.button(
                f"guest.{part}",
                lambda: self._turn_to(part),
                look="chosen" if part == self._part else "quiet",
                pad=0.8,
            )

        return Row(
            self.sizes,
            tab("name"),
            tab("looks"),
            tab("more"),
            self.button("guest.leave", self._leave, look="danger", pad=0.8),
            **self.sizes.high(theme.TOUCH),
        )

    def _choose_name(self) -> Widget:
        return Keyboard(self.sizes, self.say, self._typed, self._name, Typing(NAME_LENGTH))

    def _choose_looks(self) -> Widget:
        colours = self._grid(
            [self._look("colour", colour, "circle", colour) for colour in theme.SEAT_COLOURS]
        )
        shapes = self._grid(
            [self._look("shape", self._guest.colour, shape, shape) for shape in theme.SEAT_SHAPES]
        )
        hint = Text(self.say("guest.swap"), self.sizes, "small", theme.MUTED, **self.sizes.high(6.2))
        earlier = self.button("guest.earlier", self._earlier, icon="turn")
        return Column(self.sizes, colours, shapes, hint, earlier)

    def _choose_more(self) -> Widget:
        """The language that is spoken to them, and the published head start of a small child."""
        spoken_here = {"": self.say("guest.language_house")}
        spoken_here |= {code: found_languages()[code].name for code in languages()}
        spoken = [
            one_of_several(
                self.sizes, words, partial(self._change, language=code), code == self._guest.language
            )
            for code, words in spoken_here.items()
        ]
        language, handicap = self._line("guest.language", spoken), self._line("guest.handicap", self._steps())
        hint = Text(self.say("guest.handicap_hint"), self.sizes, "body", theme.MUTED, valign="top")
        if self.sizes.portrait:
            return Column(self.sizes, language, handicap, hint)
        both = Row(self.sizes, language, handicap, size_hint_y=None, height=language.height)
        return Column(self.sizes, both, hint)

    def _line(self, key: str, controls: list[Widget]) -> Widget:
        words = Text(self.say(key), self.sizes, "large")
        row = Row(self.sizes, *controls, **self.sizes.high(theme.TOUCH))
        height = self.sizes.mm(8 + theme.TOUCH + 4.2)
        return Panel(self.sizes, words, row, pad=1.6, gap=1.0, size_hint_y=None, height=height)

    def _steps(self) -> list[Widget]:
        ms, all_ms = self._guest.handicap_ms, range(0, HANDICAP_MOST_MS + 1, HANDICAP_STEP_MS)
        names, to = (self.say("guest.handicap_less"), self.say("guest.handicap_more")), self._takes
        return stepper(self.sizes, self.say("guest.ms", ms=ms), to, ms, all_ms, names)

    def _takes(self, handicap_ms: int) -> None:
        self._change(handicap_ms=handicap_ms)

    def _grid(self, things: list[Widget]) -> Widget:
        return Grid(self.sizes, *things, cols=5 if self.sizes.portrait else 9, gap=1.2)

    def _look(self, what: str, colour: str, shape: str, value: str) -> Widget:
        face = Guest("", colour, shape, self._guest.letter if what == "shape" else "").face
        chosen = getattr(self._guest, what) == value
        touchable = Touchable(
            self.sizes,
            lambda: self._change(**{what: value}),
            Badge(face),
            look="quiet",
            edge=theme.ACCENT if chosen else "",
            pad=0.4,
        )
        touchable.text = self.say(f"guest.{what}.{value}")
        return touchable

    # --- what can be done ---

    def felt(self, edge: Edge) -> None:
        """A button pressed now belongs to this guest or, if there is one already, to whoever joins next."""
        if not edge.down or with_button(self.stage.guests, edge.line) is not None:
            return
        if not self._guest.button:
            self._change(button=edge.line)
            return
        self._take_name()
        assert self.stage.game is not None
        if len(self.stage.guests) < self.stage.game.about.seats[1]:
            self.stage.come_as_guest(edge.line)

    def _typed(self, name: str) -> None:
        self._name = name
        self._title.text = name or "_"

    def _take_name(self) -> None:
        if self._name.strip() != self._guest.name:
            at = self.stage.guests.index(self._guest)
            self.stage.guests = change(self.stage.guests, self._guest, name=self._name.strip())
            self._guest = self.stage.guests[at]

    def _change(self, **changes: Any) -> None:
        self._take_name()
        at = self.stage.guests.index(self._guest)
        self.stage.guests = change(self.stage.guests, self._guest, **changes)
        self.stage.go("guest", guest=self.stage.guests[at], new=self._new, part=self._part)

    def _turn_to(self, part: str) -> None:
        self._take_name()
        self.stage.go("guest", guest=self._guest, new=self._new, part=part)

    def _earlier(self) -> None:
        self.stage.guests = seated_earlier(self.stage.guests, self._guest)
        self._done()

    def _leave(self) -> None:
        self.stage.guests = leave(self.stage.guests, self._guest)
        self.stage.go("players")

    def _done(self) -> None:
        self._take_name()
        self.stage.go("players")


PAGE = GuestPage
