"""The first power-on: language, print, camera, sound, buttons and a practice roll, each done or open.

Everything can be left and come back to; what was passed is kept.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import Ask, Kind, Say
from companion.game import certain
from companion.sightings import Seen
from companion.words import found_languages, languages
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import choice_list
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Column, Grid, Region, Row, beside
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable, Touched, several
from ui.screen.ports import Choice, Look
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
