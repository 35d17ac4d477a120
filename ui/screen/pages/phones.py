"""Phones as buttons, and second screens: who may come in, how they find the way, and who holds which seat."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.facts import MS
from companion.game import certain
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Region, Row, space
from ui.screen.parts.qr import QrCode
from ui.screen.parts.text import Text
from ui.screen.parts.touch import several
from ui.screen.stage import Stage, aside

if TYPE_CHECKING:
    from ui.stream.server import Stream

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
            self.stage.go("phones", said=said)
