"""Is everything well? Camera, buttons, lamps, sound, power, disk: each with one next step."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.game import certain
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import HealthLine
from ui.screen.parts.layout import Column, Region, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton
from ui.screen.ports import Health
from ui.screen.stage import Stage, aside


class DoctorPage(Page):
    """Examines when it is opened, on a thread of its own: a camera may take its time to answer."""

    kept = ("back",)
    back = "settings"
    found: Sequence[Health] | None = None

    def __init__(self, stage: Stage, **kept: Any) -> None:
        super().__init__(stage, **kept)
        self.examine()

    def make(self) -> Widget:
        self._list = Region(self._lines)
        again = self.button("doctor.again", self.examine, icon="turn", size_hint_y=1)
        pack = self.button("doctor.bundle", self._ask_bundle, icon="log", size_hint_y=1)
        below = Row(self.sizes, again, pack, **self.sizes.high(theme.TOUCH + 2))
        head = self.head(self.say("doctor.title"), lambda: self.stage.go(self.back))
        if self.stage.rooms.button_teacher is not None:
            wiring = self.button("wiring.title", self._teach, icon="hand", size_hint_y=1)
            below.add_widget(wiring)
        self._list.show(self.found)
        return self.body(head, self._list, below)

    def _teach(self) -> None:
        self.stage.go("wiring", back=self.back)

    # --- examining ---

    def examine(self) -> None:
        """Examine everything again; the findings arrive on the screen's thread."""
        doctor = self.stage.rooms.doctor
        self.found = () if doctor is None else None
        self._list.show(self.found)
        if doctor is not None:
            aside(lambda: doctor.examine(self.say.language), self._examined)

    def _examined(self, found: Sequence[Health]) -> None:
        self.found = found
        self._list.show(found)

    # --- drawing ---

    def _lines(self, found: Sequence[Health] | None) -> Widget:
        if found is None:
            return self.instead(self.say("doctor.looking"))
        if not found:
            return self.instead(self.say("doctor.nobody"))
        return self.listed(*(HealthLine(self.sizes, self.say, health) for health in found), gap=1.0)

    # --- the file for somebody who helps ---

    def _ask_bundle(self) -> None:
        """Names and pictures stay here unless somebody asks for them."""
        if self.stage.rooms.doctor is None:
            return
        sizes = self.sizes
        words = Text(self.say("doctor.bundle_how"), sizes, "body")
        plain = TextButton(sizes, self.say("doctor.bundle_plain"), lambda: self._pack(False), look="main")
        more = TextButton(sizes, self.say("doctor.bundle_picture"), lambda: self._pack(True))
        body = Column(sizes, words, plain, more)
        self.sheet(self.say("doctor.bundle"), body, 130, 75)

    def _pack(self, picture: bool) -> None:
        doctor = certain(self.stage.rooms.doctor)

        def work() -> str:
            try:
                file = doctor.bundle(self.say.language, picture=picture)
            except OSError as error:
                return self.say("doctor.bundle_failed", why=error.strerror or str(error))
            return self.say("doctor.bundle_done", file=str(file))

        self.clear_over()
        aside(work, self._packed)

    def _packed(self, words: str) -> None:
        body = Text(words, self.sizes, "large")
        self.sheet(self.say("doctor.bundle"), body, 130, 60)


PAGE = DoctorPage
