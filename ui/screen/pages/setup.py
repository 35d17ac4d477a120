"""The first power-on: language, print, camera, sound, buttons and a practice roll, each done or open.

Everything can be left and come back to; what was passed is kept.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct
from msgspec.structs import replace

from companion.asks import Ask, Kind, Say
from companion.game import certain
from companion.sightings import Seen
from companion.words import found_languages, languages
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import HealthLine, choice_list
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Column, Grid, Panel, Region, Row, Scroll, Stack, Text, beside
from ui.screen.parts.touch import Icon, Touchable, Touched, several, stepper
from ui.screen.ports import Choice, Lesson, Look
from ui.screen.stage import Stage, aside
from ui.settings import Forgetful

KEPT = "setup"  # the preference: which steps were passed
# the page of each but the first bears its name
STEPS = ("language", "printing", "camera", "sound", "wiring", "practice")


def passed(stage: Stage, step: str) -> None:
    """*step* is done, and stays so over a restart."""
    steps = steps_passed(stage.rooms.preferences)
    if step not in steps:
        stage.rooms.preferences.put(KEPT, [*steps, step])


def steps_passed(preferences: Forgetful) -> tuple[str, ...]:
    kept = preferences.get(KEPT)
    return tuple(step for step in STEPS if step in kept) if isinstance(kept, list) else ()


def _leads_to(page: Page, step: str, look: str = "plain", **more: Any) -> Widget:
    opens = partial(page.stage.go, step, back="setup")
    return page.button(f"{step}.title", opens, icon="resume", look=look, **more)


class StepPage(Page):
    """A page of one step, which can also be opened by itself."""

    kept: tuple[str, ...] = ("back",)
    back = "settings"

    def head_of_step(self, leave: Touched | None = None) -> Widget:
        """For whoever sets all of it up with the way to the page after it."""
        onward: list[Widget] = []
        if self.back == "setup":
            after = (*STEPS, "setup_result")[STEPS.index(self.name) + 1]
            onward.append(_leads_to(self, after, **self.sizes.wide(38 if self.sizes.portrait else 52)))
        return self.head(self.say(f"{self.name}.title"), leave or self.back, *onward)

    def passed(self) -> None:
        passed(self.stage, self.name)


def never_seen(preferences: Forgetful) -> bool:
    """Whether this is the first power-on."""
    return preferences.get(KEPT) is None


class SetupPage(Page):
    def __init__(self, stage: Stage) -> None:
        if never_seen(stage.rooms.preferences):
            stage.rooms.preferences.put(KEPT, [])
        super().__init__(stage)

    def make(self) -> Widget:
        done = steps_passed(self.stage.rooms.preferences)
        steps = [self._step(step, step in done) for step in STEPS[1:]]
        left = [step for step in STEPS[1:] if step not in done]
        words, high = self.say("setup.how" if left else "setup.all"), 9 if self.sizes.portrait else 5
        hint = Text(words, self.sizes, "body", theme.MUTED, **self.sizes.high(high))
        grid = Grid(self.sizes, *steps, cols=1 if self.sizes.portrait else 3, gap=1.2, grow=True)
        ways = {"setup_result": "plain", left[0]: "main"} if left else {"setup_result": "main"}
        further = (_leads_to(self, step, look) for step, look in ways.items())
        below = Row(self.sizes, *further, **self.sizes.high(theme.TOUCH + 2))
        head = self.head(self.say("setup.title"), "home")
        return self.body(head, hint, self._language(), self.listed(grid), below)

    def _step(self, step: str, done: bool) -> Widget:
        sizes = self.sizes
        below = Text(self.say(f"setup.{step}"), sizes, "body", theme.MUTED)
        words = Column(sizes, Text(self.say(f"{step}.title"), sizes, "large", bold=True), below, gap=0.2)
        told, ink = self.say("setup.passed" if done else "setup.open"), theme.GOOD if done else theme.MUTED
        sign = Icon(sizes, "check" if done else "hand", ink)
        state = Text(told, sizes, "small", ink, align="right", size_hint_x=0.22)
        pad, more = (1.6, 6) if sizes.portrait else (0.8, 3)
        opens, high = partial(self.stage.go, step, back="setup"), sizes.high(theme.TOUCH + more)
        return Touchable(sizes, opens, sign, words, state, look="panel", pad=pad, **high)

    def _language(self) -> Widget:
        named = {code: found_languages()[code].name for code in languages()}
        buttons = several(self.sizes, named, (self.say.language,), self._speak)
        return Row(self.sizes, *buttons, **self.sizes.high(theme.TOUCH + 2))

    def _speak(self, language: str) -> None:
        passed(self.stage, "language")
        self.stage.wish("language", language)
        self.again()


# --- a practice roll: two dice in the tray, and what the eyes read; nothing of it is kept ---

DICE = 2
AT_REST = (Seen.SETTLED, Seen.WAITING)  # dice that have just come to rest, and those that lie there
ROLL = Ask("practice", Kind.DICE, (), Say("practice.how"), "", dice={"pips": DICE}, optional=True)


class PracticePage(StepPage):
    back = "setup"
    read: tuple[str, ...] = ()
    _frame: Any = None

    def __init__(self, stage: Stage, **kept: Any) -> None:
        self._eyes = stage.rooms.board.eyes
        super().__init__(stage, **kept)
        if self._eyes and stage.sitting is None:  # a game that is played keeps its own asks
            stage.rooms.board.watch((ROLL,), ())

    def on_parent(self, _page: Widget, parent: Widget | None) -> None:
        if parent is None and self.stage.sitting is None:
            self.stage.rooms.board.watch((), ())

    def make(self) -> Widget:
        self._view = CameraView()
        self._said = Text(self._says(), self.sizes, "large", align="center")
        name = "practice.right" if self._eyes else "common.understood"
        self._yes = right = self.button(name, self._right, icon="check", look="main")
        right.disabled = self._eyes and not self.read
        aim = partial(self.stage.go, "camera", back=self.back)
        wrong = self.button("practice.wrong", aim, icon="eye")
        below = Row(self.sizes, wrong, right, **self.sizes.high(theme.TOUCH + 2))
        seen = [self._view] if self._eyes else []
        return self.body(self.head_of_step(), beside(self.sizes, *seen, self._said), below)

    def _says(self) -> str:
        if not self._eyes:
            return self.say("practice.no_camera")
        if not self.read:
            return self.say("practice.how")
        return self.say("practice.read", values=" + ".join(self.read))

    def looked(self, look: Look) -> None:
        if not self._eyes:
            return  # what a family that was watched has left behind
        self._frame = look.frame or self._frame
        self._view.show(self._frame)
        if look.sighting.state in AT_REST and look.sighting.dice:
            self.read = tuple(die.value for die in look.sighting.dice if die.value)
            self._yes.disabled = not self.read
            self._said.text = self._says()

    def _right(self) -> None:
        self.passed()
        self.stage.go(self.back)


# --- choosing what sound comes out of: touch one, listen, and say whether it was heard ---


class SoundPage(StepPage):
    def make(self) -> Widget:
        self._fitting = self.stage.rooms.sound_fitting
        self._line = Text("", self.sizes, "large", **self.sizes.high(theme.TOUCH + 6))
        self._list = Region(self._choices)
        self._show("")
        return self.body(self.head_of_step(), self._line, self._list)

    def _show(self, said: str) -> None:
        choices = tuple(self._fitting.choices()) if self._fitting is not None else ()
        self._line.text = said or self.say("sound.how" if choices else "sound.none")
        self._list.show(choices)

    def _choices(self, choices: Sequence[Choice]) -> Widget | None:
        return choice_list(self.sizes, self.say, choices, self.play) if choices else None

    def play(self, key: str) -> None:
        fitting, language = certain(self._fitting), self.say.language
        self._show(self.say("sound.playing"))
        aside(lambda: fitting.play(key, language), partial(self._played, key))

    def _played(self, key: str, trouble: str) -> None:
        if trouble:
            self._show(trouble)
            return
        no = (self.say("sound.no"), partial(self._show, self.say("sound.other")))
        self.ask(self.say("sound.heard"), self.say("sound.yes"), partial(self._heard, key), "note", no)

    def _heard(self, key: str) -> None:
        self.passed()
        self._show(certain(self._fitting).take(key, self.say.language) or self.say("sound.kept"))


# --- teaching in the buttons: each is asked for in turn; what is stuck, swapped or silent is named ---

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
        size: theme.TextSize = "huge" if lesson.kind == "press" else "title"
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
