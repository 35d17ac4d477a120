"""Choosing the camera, and aiming it: the live picture with the mat's outline, and how all of it is."""

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.setup import onward, passed
from ui.screen.parts.blocks import brief_line, choice_list
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Column, Panel, Region, Row, Scroll, Stack
from ui.screen.parts.text import Text
from ui.screen.ports import CameraFitting, Choice, Health, Sight
from ui.screen.stage import Stage, aside

LOOK = 0.7  # seconds between two looks: finding the mat takes a tenth of one


class CameraPage(Page):
    """Looks on a thread of its own: cameras take their time to answer."""

    def __init__(self, stage: Stage, back: str = "settings") -> None:
        self._fitting: CameraFitting | None = stage.rooms.camera_fitting
        self._back = back
        self.choices: Sequence[Choice] | None = None
        self.sight: Sight | None = None
        self._told = ""
        self._busy = False
        super().__init__(stage)
        self._looking = Clock.schedule_interval(self._look, LOOK)
        self.search()

    def keep(self) -> dict[str, Any]:
        return {"back": self._back}

    def on_parent(self, _page: Widget, parent: Widget | None) -> None:
        if parent is None:
            self._looking.cancel()

    # --- drawing ---

    def make(self) -> Widget:
        self._view = CameraView()
        self._list = Region(self._choices)
        self._found = Region(self._health)
        again = self.button("camera.again", self.search, icon="turn")
        head = self.head(
            self.say("camera.title"), lambda: self.stage.go(self._back), *onward(self, "camera", self._back)
        )
        self._list.show((self.choices, self._told))
        if self.sizes.portrait:
            beside: Widget = Column(self.sizes, self._found, self._list, again)
            return self.body(head, self._view, beside)
        left = Column(self.sizes, self._view, self._found, size_hint_x=1.1)
        return self.body(head, Row(self.sizes, left, Column(self.sizes, self._list, again)))

    def _choices(self, value: tuple[Sequence[Choice] | None, str]) -> Widget:
        choices, told = value
        if self._fitting is None or choices is None or told or not choices:
            key = "nobody" if self._fitting is None else "looking" if choices is None else "none"
            words = told or self.say(f"camera.{key}")
            return Text(words, self.sizes, "large", theme.MUTED, theme.GROUND, align="center")
        return choice_list(self.sizes, self.say, choices, self.take)

    def _health(self, found: tuple[Health, ...]) -> Widget:
        """What to do now stands first; all fits beside the picture, which has to be seen meanwhile."""
        ordered = sorted(found, key=lambda health: health.level in ("ok", "note"))
        lines = [
            brief_line(
                self.sizes, one.level, f"{one.says} {one.next_step}".strip(), 11 if one.next_step else 6
            )
            for one in ordered
        ]
        return Panel(self.sizes, Scroll(self.sizes, Stack(self.sizes, *lines, gap=0.4)), pad=0.8)

    # --- looking ---

    def search(self) -> None:
        """Look anew which cameras are here."""
        fitting = self._fitting
        if fitting is not None:
            self._show_choices(None)
            aside(fitting.choices, self._show_choices)

    def _show_choices(self, choices: Sequence[Choice] | None, told: str = "") -> None:
        self.choices, self._told = choices, told
        self._list.show((choices, told))

    def take(self, key: str) -> None:
        fitting = self._fitting
        assert fitting is not None
        self._show_choices(None)
        language = self.say.language
        aside(lambda: (fitting.take(key, language), fitting.choices()), self._taken)

    def _taken(self, came: tuple[str, Sequence[Choice]]) -> None:
        told, choices = came
        self._show_choices(choices, told)

    def _look(self, _passed: float = 0.0) -> None:
        fitting = self._fitting
        if fitting is None or self._busy:
            return
        self._busy = True
        language = self.say.language
        aside(lambda: fitting.sight(language), self._looked)

    def _looked(self, sight: Sight) -> None:
        self._busy, self.sight = False, sight
        outline = [(theme.GOOD if sight.well else theme.KIND, sight.corners)] if sight.corners else []
        self._view.show(sight.frame, quads=outline)
        self._found.show(sight.found)
        if sight.well and sight.corners:
            passed(self.stage, "camera")


PAGE = CameraPage
