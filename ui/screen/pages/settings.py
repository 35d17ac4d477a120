"""What the family can set without a keyboard: every wish with its choices, and the child lock."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.asks import MS
from companion.game import certain
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import question
from ui.screen.parts.layout import Column, Region, Row, Stack, Text, space
from ui.screen.parts.qr import QrCode
from ui.screen.parts.touch import Icon, several
from ui.screen.stage import Stage, aside
from ui.screen.wishes import WISHES, Wish, wished

if TYPE_CHECKING:
    from ui.stream.server import Stream

FITTED = (("setup", "check"), ("camera", "eye"), ("sound", "note"), ("phones", "hand"))


class SettingsPage(Page):
    kept = ("scrolled",)

    def make(self) -> Widget:
        head = self.head(self.say("settings.title"), "home")
        lines = [self._line(wish) for wish in self._offered()]
        return self.body(head, self.listed(self._tools(), *lines))

    def _tools(self) -> Widget:
        """What is done at once: lock the screen, look whether all is well, show the eyes something new."""
        lock = self.button("settings.lock", self.stage.lock, icon="hand", pad=1.0)
        tools = (lock, self._way("doctor", "eye"), self._way("teach", "dice"), self._way("recovery", "log"))
        fit = tuple(self._way(*way) for way in FITTED)
        if self.sizes.portrait:
            return Stack(self.sizes, *fit, *tools, gap=1.2)
        rows = (Row(self.sizes, *row, gap=1.2, **self.sizes.high(theme.TOUCH + 1)) for row in (fit, tools))
        return Stack(self.sizes, *rows, gap=1.2)

    def _way(self, page: str, icon: str) -> Widget:
        key = "recovery.open" if page == "recovery" else f"{page}.title"
        return self.button(key, partial(self.stage.go, page), icon=icon, pad=1.0)

    def _offered(self) -> list[Wish]:
        """All wishes; the family's own colours only where there is a file with them."""
        file = self.stage.rooms.theme_file
        if file is not None and file.exists():
            return list(WISHES)
        return [replace(wish, choices=tuple(c for c in wish.choices if c != "own")) for wish in WISHES]

    def _line(self, wish: Wish) -> Widget:
        sizes, chosen = self.sizes, wished(self.stage.rooms.preferences, wish.name)
        sign = Text(self.say(f"settings.{wish.name}"), sizes, "large")
        words = Row(sizes, Icon(sizes, wish.icon, theme.MUTED, side=6), sign)
        called = wish.shown or (lambda choice: self.say(f"settings.{wish.name}_{choice}"))
        named = {choice: called(choice) for choice in wish.choices}
        buttons = several(sizes, named, (chosen,), partial(self._wish, wish.name))
        return question(sizes, words, Row(sizes, *buttons, gap=1.2, **sizes.high(theme.TOUCH)))

    def _wish(self, name: str, choice: str) -> None:
        self.stage.wish(name, choice)
        self.again()


# --- phones as buttons, and second screens: who may come in, and who holds which seat ---

LOOK = 1.0  # seconds between two looks at who is here
WAYS = ("off", "network", "phones")


class PhonesPage(Page):
    kept = ("said",)
    said = ""

    def __init__(self, stage: Stage, **kept: Any) -> None:
        self._door = stage.rooms.stream
        super().__init__(stage, **kept)
        self.every(LOOK, self.look)
        self.look()

    def make(self) -> Widget:
        head = self.head(self.say("phones.title"), "settings")
        door, self._people = self._door, Region(self._who)
        if door is None:
            return self.body(head, self.instead(self.say("phones.how_off")))
        ways = {way: self.say(f"phones.{way}") for way in WAYS}
        high = self.sizes.high(theme.TOUCH + 1)
        row = Row(self.sizes, *several(self.sizes, ways, (door.listen,), self._take), gap=1.2, **high)
        if not door.address:
            why = self.say("phones.trouble", why=door.trouble) if door.trouble else self.say("phones.how_off")
            return self.body(head, row, self.instead(self.said or why))
        return self.body(head, row, self._open(door))

    def _open(self, door: "Stream") -> Widget:
        sizes, listen = self.sizes, door.listen
        how = Text(self.said or self.say(f"phones.how_{listen}"), sizes, "body", **sizes.high(15))
        address = Text(
            door.address.partition("#")[0], sizes, "body", theme.ACCENT, bold=True, **sizes.high(7)
        )
        words = [how, address]
        if listen == "phones":
            words += [Text(door.code, sizes, "huge", bold=True, **sizes.high(11)), self._people]
        if sizes.portrait:
            return Column(sizes, QrCode(door.address, size_hint_y=1.4), *words)
        words = words if listen == "phones" else [*words, space()]
        return Row(sizes, QrCode(door.address, size_hint_x=0.8), Column(sizes, *words), gap=theme.PAD)

    # --- who is here ---

    def look(self, _passed: float = 0) -> None:
        if self._door is not None:
            self._people.show(self._door.phones.here())

    def _who(self, here: Mapping[str, int | None]) -> Widget:
        if not here:
            return Text(self.say("phones.none"), self.sizes, "body", theme.MUTED)
        return self.listed(*(self._phone(*phone) for phone in here.items()), gap=1.0)

    def _phone(self, seat: str, unsure: int | None) -> Widget:
        key, colour = ("phones.away", theme.DANGER) if unsure is None else ("phones.there", theme.TEXT)
        off = self.say.number((unsure or 0) / MS, 0)
        words = Text(self.say(key, seat=seat, off=off), self.sizes, "body", colour)
        free = self.button("phones.let_go", partial(self._let_go, seat), size_hint_x=0.6)
        return Row(self.sizes, words, free, **self.sizes.high(theme.TOUCH))

    def _let_go(self, seat: str) -> None:
        certain(self._door).phones.let_go(seat)
        self.look()

    def _take(self, way: str) -> None:
        door = certain(self._door)
        aside(lambda: door.open_to(way), self._taken)

    def _taken(self, said: str) -> None:
        if self.parent is not None:
            self.again(said=said)
