"""How the table stands, on one page that can be photographed: for whoever is asked for help later."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from ui.screen.pages.page import Page
from ui.screen.pages.scores import day_in_words
from ui.screen.pages.setup import STEPS, steps_passed
from ui.screen.parts.blocks import brief_line
from ui.screen.parts.layout import Panel, Region, Stack
from ui.screen.parts.text import Text
from ui.screen.ports import Health
from ui.screen.stage import Stage, aside

MOST = 10  # lines that have room; the most serious are shown first


class ResultPage(Page):
    def __init__(self, stage: Stage, back: str = "setup") -> None:
        self.found: Sequence[Health] | None = None
        super().__init__(stage)
        doctor = stage.rooms.doctor
        if doctor is not None:
            aside(lambda: doctor.examine(self.say.language), self._examined)

    def make(self) -> Widget:
        self._lines = Region(self._made)
        self._lines.show(self.found)
        head = self.head(self.say("setup_result.title"), lambda: self.stage.go("setup"))
        return self.body(head, self._lines)

    def _examined(self, found: Sequence[Health]) -> None:
        self.found = found
        self._lines.show(found)

    def _made(self, found: Sequence[Health] | None) -> Widget:
        sizes, now = self.sizes, self.stage.rooms.clock.wall()
        done = steps_passed(self.stage.rooms.preferences)
        named = {
            step: self.say(f"{step}.title" if step != "language" else "settings.language") for step in STEPS
        }
        key = "setup_result.steps" if len(done) < len(STEPS) else "setup_result.all"
        went = ", ".join(named[step] for step in done) or "–"
        left = ", ".join(named[step] for step in STEPS if step not in done)
        first = self.say(key, day=day_in_words(self.say, now), done=went, left=left)
        if found is None:
            return self.instead(self.say("doctor.looking"))
        lines: list[Widget] = [Text(first, sizes, "body", **sizes.high(14 if sizes.portrait else 10))]
        high = 9.5 if sizes.portrait else 5.0
        lines += [brief_line(sizes, health.level, health.says, high) for health in found[:MOST]]
        return Panel(sizes, Stack(sizes, *lines, gap=0.4), pad=1.6)


PAGE = ResultPage
