"""One person: name, colour and shape. All three are chosen already and can be changed."""

from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.calls import Edge
from ui.screen import theme
from ui.screen.evening import NAME_LENGTH, Guest, change, join, leave, seated_earlier, with_button
from ui.screen.pages.page import Page
from ui.screen.parts.keyboard import Keyboard
from ui.screen.parts.layout import Column, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, Touchable
from ui.screen.stage import Stage


class GuestPage(Page):
    def __init__(self, stage: Stage, guest: Guest, new: bool = False, looks: bool = False) -> None:
        self._guest, self._new, self._looks = guest, new, looks
        self._name = guest.name
        super().__init__(stage)

    def keep(self) -> dict[str, Any]:
        return {"guest": self._guest, "new": self._new, "looks": self._looks}

    def make(self) -> Widget:
        self._title = Text(self._name, self.sizes, "title", ground=theme.GROUND, bold=True)
        badge = Badge(self._guest.face, size_hint=(None, 1), width=self.sizes.mm(theme.TOUCH + 2))
        done = TextButton(
            self.sizes,
            self.say("common.ok"),
            self._done,
            icon="check",
            look="main",
            size_hint=(None, 1),
            width=self.sizes.mm(30),
        )
        head = Row(
            self.sizes, badge, self._title, done, size_hint_y=None, height=self.sizes.mm(theme.TOUCH + 2)
        )
        below = self._choose_looks() if self._looks else self._choose_name()
        return self.body(head, self._tabs(), below, gap=theme.GAP)

    def _tabs(self) -> Widget:
        def tab(key: str, looks: bool) -> Widget:
            return TextButton(
                self.sizes,
                self.say(key),
                lambda: self._turn_to(looks),
                look="chosen" if looks is self._looks else "quiet",
            )

        return Row(
            self.sizes,
            tab("guest.name", False),
            tab("guest.looks", True),
            TextButton(self.sizes, self.say("guest.leave"), self._leave, look="danger"),
            size_hint_y=None,
            height=self.sizes.mm(theme.TOUCH),
        )

    def _choose_name(self) -> Widget:
        return Keyboard(self.sizes, self.say, self._typed, self._name, NAME_LENGTH)

    def _choose_looks(self) -> Widget:
        colours = self._grid(
            [self._look("colour", colour, "circle", colour) for colour in theme.SEAT_COLOURS],
        )
        shapes = self._grid(
            [self._look("shape", self._guest.colour, shape, shape) for shape in theme.SEAT_SHAPES],
        )
        hint = Text(
            self.say("guest.swap"),
            self.sizes,
            "small",
            theme.MUTED,
            theme.GROUND,
            size_hint_y=None,
            height=self.sizes.mm(5),
        )
        earlier = TextButton(self.sizes, self.say("guest.earlier"), self._earlier, icon="turn")
        return Column(self.sizes, colours, shapes, hint, earlier)

    def _grid(self, things: list[Widget]) -> Widget:
        grid = GridLayout(cols=5 if self.sizes.portrait else 9, spacing=self.sizes.mm(1.2))
        for thing in things:
            grid.add_widget(thing)
        return grid

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
        number = len(self.stage.guests) + 1
        assert self.stage.game is not None
        if number <= self.stage.game.about.seats[1]:
            self.stage.guests = join(self.stage.guests, self.say("players.guest", number=number), edge.line)
            self.stage.go("guest", guest=self.stage.guests[-1], new=True)

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
        self.stage.go("guest", guest=self.stage.guests[at], new=self._new, looks=self._looks)

    def _turn_to(self, looks: bool) -> None:
        self._take_name()
        self.stage.go("guest", guest=self._guest, new=self._new, looks=looks)

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
