"""Teaching in the buttons: each is asked for in turn; what is stuck, swapped or silent is named."""

from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct
from msgspec.structs import replace

from companion.game import certain
from ui.screen import theme
from ui.screen.pages.setup import StepPage
from ui.screen.parts.blocks import HealthLine
from ui.screen.parts.layout import Column, Panel, Region, Row, Scroll, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touched, stepper
from ui.screen.ports import Lesson
from ui.screen.stage import Stage
from ui.screen.theme import TextSize

LOOK = 0.05  # seconds between two looks at what was pressed
MOST = 12  # buttons
COUNTS = range(1, MOST + 1)


class Course(Struct, frozen=True):
    """How far it has come; it outlives the page, which is made anew when the window changes."""

    count: int
    lesson: Lesson | None = None
    said: str = ""  # what came of beginning or keeping it
    kept: bool = False


class WiringPage(StepPage):
    kept = ("back", "course")
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
        self._place = Region(self._made)
        return self.body(self.head_of_step(self._leave), self._place)

    def _leave(self) -> None:
        if self.back == "setup":
            self.stage.go("setup")
        else:
            self.stage.go("doctor", back=self.back)

    def _show(self, **changes: Any) -> None:
        self.course = replace(self.course, **changes)
        self._place.show(self.course)

    def _made(self, course: Course) -> Widget:
        buttons = (self.button(*each, size_hint_y=1) for each in self._ways(course))
        below = Row(self.sizes, *buttons, **self.sizes.high(theme.TOUCH + 2))
        return Column(self.sizes, self._told(course), below, gap=theme.PAD)

    def _told(self, course: Course) -> Widget:
        say, lesson = self.say, course.lesson
        if self._teacher is None:
            return self._words(f"{say('wiring.nobody')} {say('wiring.not_needed')}")
        if course.kept or (course.said and lesson is None):
            return self._words(course.said or say("wiring.kept"))
        if lesson is not None:
            return self._lesson(lesson, course.said)
        words = self._words(f"{say('wiring.not_needed')} {say('wiring.how')}")
        steps = (say("wiring.less"), say("wiring.count", n=course.count), say("wiring.more"))
        count = lambda count: self._show(count=count)  # noqa: E731
        return Panel(self.sizes, words, stepper(self.sizes, steps, count, course.count, COUNTS, "title"))

    def _words(self, words: str) -> Widget:
        return Text(words, self.sizes, "large", align="center")

    def _lesson(self, lesson: Lesson, said: str) -> Widget:
        sizes = self.sizes
        size: TextSize = "huge" if lesson.kind == "press" else "title"
        ask = Text(said or lesson.says, sizes, size, bold=True, align="center")
        if not lesson.found:
            return Panel(sizes, ask)
        lines = [HealthLine(sizes, self.say, health) for health in lesson.found]
        return Column(sizes, Panel(sizes, ask, size_hint_y=0.5), Scroll(sizes, Stack(sizes, *lines, gap=1.0)))

    def _ways(self, course: Course) -> list[tuple[str, Touched, str, str]]:
        """What can be done now."""
        lesson, without = course.lesson, ("wiring.without", self._without, "hand", "plain")
        if self._teacher is None:
            return [without]
        if lesson is None:
            return [without, ("wiring.begin", self._begin, "play", "main")]
        if course.kept:
            return [("wiring.again", self._begin, "play", "main")]
        if lesson.kind in ("press", "lamp"):
            return [("wiring.skip", self._teacher.skip, "next", "plain")]
        again = ("wiring.again", self._begin, "turn", "plain")
        keep = ("wiring.keep", self._keep, "check", "main")
        return [] if lesson.kind != "done" else [again, keep] if lesson.heard else [again]

    # --- the lesson ---

    def _begin(self) -> None:
        teacher, language = certain(self._teacher), self.say.language
        said = teacher.begin(self.course.count, language)
        self._show(lesson=None if said else teacher.look(language), said=said, kept=False)

    def look(self, _passed: float) -> None:
        lesson = self.course.lesson
        if (
            self._teacher is not None
            and lesson is not None
            and lesson.kind != "done"
            and not self.course.kept
        ):
            self._show(lesson=self._teacher.look(self.say.language))

    def _without(self) -> None:
        self.passed()
        self._leave()

    def _keep(self) -> None:
        said = certain(self._teacher).keep(self.say.language)
        self.passed()
        self._show(said=said, kept=True)
