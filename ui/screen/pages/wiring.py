"""Teaching in the buttons: each is asked for in turn; what is stuck, swapped or silent is named."""

from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct

from companion.game import certain
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.setup import head_of_step, passed
from ui.screen.parts.blocks import HealthLine
from ui.screen.parts.layout import Column, Panel, Region, Row, Scroll, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touched, stepper
from ui.screen.ports import Lesson
from ui.screen.stage import Stage
from ui.screen.theme import TextSize

LOOK = 0.05  # seconds between two looks at what was pressed
MOST = 12  # buttons


class Course(Struct):
    """How far it has come; it outlives the page, which is made anew when the window changes."""

    count: int
    lesson: Lesson | None = None
    said: str = ""  # what came of beginning or keeping it
    kept: bool = False


class WiringPage(Page):
    kept = ("back", "course")
    back = "settings"
    course: Course
    _goes_on = False  # another page of the same course comes

    def __init__(self, stage: Stage, **kept: Any) -> None:
        self._teacher = stage.rooms.button_teacher
        self.course = Course(min(MOST, self._teacher.count) if self._teacher is not None else 1)
        super().__init__(stage, **kept)
        self.every(LOOK, self.look)
        self._show()

    def keep(self) -> dict[str, Any]:
        self._goes_on = True
        return super().keep()

    def on_parent(self, _page: Widget, parent: Widget | None) -> None:
        """The game has its buttons back as soon as nobody sees this page any more."""
        if parent is None and self._teacher is not None and not self._goes_on:
            self._teacher.end()

    # --- drawing ---

    def make(self) -> Widget:
        self._main = Region(self._make_main)
        self._below = Region(self._make_below, **self.sizes.high(theme.TOUCH + 2))
        head = head_of_step(self, "wiring", self.back, self._leave)
        return self.body(head, self._main, self._below)

    def _leave(self) -> None:
        if self.back == "setup":
            self.stage.go("setup")
        else:
            self.stage.go("doctor", back=self.back)

    def _show(self) -> None:
        course = self.course
        value = (course.count, course.lesson, course.said, course.kept)
        self._main.show(value)
        self._below.show(value)

    def _make_main(self, value: tuple[int, Lesson | None, str, bool]) -> Widget:
        count, lesson, said, kept = value
        if self._teacher is None:
            return self._words(f"{self.say('wiring.nobody')} {self.say('wiring.not_needed')}")
        if kept or (said and lesson is None):
            return self._words(said or self.say("wiring.kept"))
        if lesson is None:
            words = f"{self.say('wiring.not_needed')} {self.say('wiring.how')}"
            return Panel(self.sizes, self._words(words), self._counter(count))
        return self._lesson(lesson, said)

    def _words(self, words: str) -> Widget:
        return Text(words, self.sizes, "large", align="center")

    def _counter(self, count: int) -> Widget:
        words = (self.say("wiring.less"), self.say("wiring.count", n=count), self.say("wiring.more"))
        steps = stepper(self.sizes, words, self._count, count, range(1, MOST + 1), "title")
        return Row(self.sizes, *steps, **self.sizes.high(theme.TOUCH))

    def _lesson(self, lesson: Lesson, said: str) -> Widget:
        sizes = self.sizes
        size: TextSize = "huge" if lesson.kind == "press" else "title"
        ask = Text(said or lesson.says, sizes, size, bold=True, align="center")
        if not lesson.found:
            return Panel(sizes, ask)
        lines = [HealthLine(sizes, self.say, health) for health in lesson.found]
        return Column(sizes, Panel(sizes, ask, size_hint_y=0.5), Scroll(sizes, Stack(sizes, *lines, gap=1.0)))

    def _make_below(self, value: tuple[int, Lesson | None, str, bool]) -> Widget | None:
        _, lesson, _, kept = value
        buttons: list[tuple[str, Touched, str, str]] = []
        without = ("wiring.without", self._without, "hand", "plain")
        if self._teacher is None:
            buttons = [without]
        elif lesson is None:
            buttons = [without, ("wiring.begin", self._begin, "play", "main")]
        elif kept:
            buttons = [("wiring.again", self._begin, "play", "main")]
        elif lesson.kind in ("press", "lamp"):
            buttons = [("wiring.skip", self._skip, "next", "plain")]
        elif lesson.kind == "done":
            again = ("wiring.again", self._begin, "turn", "plain")
            keep = ("wiring.keep", self._keep, "check", "main")
            buttons = [again, keep] if lesson.heard else [again]
        row = Row(self.sizes)
        for key, touched, icon, look in buttons:
            row.add_widget(self.button(key, touched, icon, look, size_hint_y=1))
        return row

    # --- the lesson ---

    def _count(self, count: int) -> None:
        self.course.count = count
        self._show()

    def _begin(self) -> None:
        assert self._teacher is not None
        said = self._teacher.begin(self.course.count, self.say.language)
        self.course = Course(self.course.count, said=said)
        if not said:
            self.course.lesson = self._teacher.look(self.say.language)
        self._show()

    def look(self, _passed: float) -> None:
        lesson = self.course.lesson
        if self._teacher is None or lesson is None or lesson.kind == "done" or self.course.kept:
            return
        self.course.lesson = self._teacher.look(self.say.language)
        self._show()

    def _without(self) -> None:
        passed(self.stage, "wiring")
        self._leave()

    def _skip(self) -> None:
        certain(self._teacher).skip()

    def _keep(self) -> None:
        self.course.said = certain(self._teacher).keep(self.say.language)
        self.course.kept = True
        passed(self.stage, "wiring")
        self._show()
