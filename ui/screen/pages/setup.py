"""The first power-on: language, print, camera, sound, buttons and a practice roll, each done or open.

Everything can be left and come back to; what was passed is kept.
"""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.words import found_languages, languages
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Column, Grid, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton, Touchable, Touched, several
from ui.screen.stage import Stage
from ui.settings import Forgetful

KEPT = "setup"  # the preference: which steps were passed
STEPS = (
    "language",
    "printing",
    "camera",
    "sound",
    "wiring",
    "practice",
)  # the page of each but the first bears its name


def passed(stage: Stage, step: str) -> None:
    """*step* is done, and stays so over a restart."""
    steps = steps_passed(stage.rooms.preferences)
    if step not in steps:
        stage.rooms.preferences.put(KEPT, [*steps, step])


def steps_passed(preferences: Forgetful) -> tuple[str, ...]:
    kept = preferences.get(KEPT)
    return tuple(step for step in STEPS if step in kept) if isinstance(kept, list) else ()


def head_of_step(page: Page, step: str, back: str, leave: Touched | None = None) -> Widget:
    """The head of the page of *step*; for whoever sets all of it up, with the way to the page after it."""
    onward: list[Widget] = []
    if back == "setup":
        after = (*STEPS, "setup_result")[STEPS.index(step) + 1]
        onward.append(_leads_to(page, after, "plain", **page.sizes.wide(38 if page.sizes.portrait else 52)))
    return page.head(page.say(f"{step}.title"), leave or partial(page.stage.go, back), *onward)


def _leads_to(page: Page, step: str, look: str, **more: Any) -> Widget:
    words = page.say(f"{step}.title")
    return TextButton(
        page.sizes, words, lambda: page.stage.go(step, back="setup"), icon="resume", look=look, **more
    )


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
        lines = [self._language(), *(self._step(step, step in done) for step in STEPS[1:])]
        head = self.head(self.say("setup.title"), "home")
        left = [step for step in STEPS[1:] if step not in done]
        words = self.say("setup.how" if left else "setup.all")
        hint = Text(
            words, self.sizes, "body", theme.MUTED, **self.sizes.high(9 if self.sizes.portrait else 5)
        )
        grid = Grid(self.sizes, *lines[1:], cols=1 if self.sizes.portrait else 3, gap=1.2, grow=True)
        ways = {"setup_result": "plain", left[0]: "main"} if left else {"setup_result": "main"}
        further = (_leads_to(self, step, look) for step, look in ways.items())
        below = Row(self.sizes, *further, **self.sizes.high(theme.TOUCH + 2))
        return self.body(head, hint, lines[0], self.listed(grid), below)

    def _step(self, step: str, done: bool) -> Widget:
        sizes = self.sizes
        below = Text(self.say(f"setup.{step}"), sizes, "body", theme.MUTED)
        words = Column(sizes, Text(self.say(f"{step}.title"), sizes, "large", bold=True), below, gap=0.2)
        sign = Icon(sizes, "check" if done else "hand", theme.GOOD if done else theme.MUTED)
        state = self._state(done)
        pad, more = (1.6, 6) if sizes.portrait else (0.8, 3)
        opens, high = partial(self.stage.go, step, back="setup"), sizes.high(theme.TOUCH + more)
        return Touchable(sizes, opens, sign, words, state, look="panel", pad=pad, **high)

    def _state(self, done: bool) -> Widget:
        words = self.say("setup.passed" if done else "setup.open")
        ink = theme.GOOD if done else theme.MUTED
        return Text(words, self.sizes, "small", ink, align="right", size_hint_x=0.22)

    def _language(self) -> Widget:
        named = {code: found_languages()[code].name for code in languages()}
        buttons = several(self.sizes, named, (self.say.language,), self._speak)
        return Row(self.sizes, *buttons, **self.sizes.high(theme.TOUCH + 2))

    def _speak(self, language: str) -> None:
        passed(self.stage, "language")
        self.stage.wish("language", language)
        self.again()
