"""The child lock: fingers do nothing, the game goes on by buttons and camera, and no parent is locked out.

Two places at the top answer to a finger that stays for three seconds: one opens the lock, after three numbers
that are written in words, the other switches off at once. Nothing has to be remembered.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.graphics import SmoothLine
from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column, Covering, Row, Text, in_the_middle
from ui.screen.parts.shapes import ink
from ui.screen.parts.touch import LOOKS, Icon, TextButton, Touchable
from ui.screen.theme import Sizes

HOLD = 3.0  # seconds
STEP = 0.1  # between two drawings of how long the finger has been there
GIVE_UP = 20.0  # seconds after which the question for the numbers goes away


class HoldButton(Touchable):
    """Answers to a finger that stays; a line along its lower edge shows how long still."""

    def __init__(self, sizes: Sizes, words: str, icon: str, held: Callable[[], None], **kwargs: Any) -> None:
        _ground, _pressed, colour = LOOKS["quiet"]
        label = Text(words, sizes, "small", colour)
        dress = {"look": "quiet", "pad": 1.2, "text": words, **kwargs}
        super().__init__(sizes, lambda: None, Icon(sizes, icon, colour, side=5), label, **dress)
        self._held, self._since = held, 0.0
        self._ticking = Clock.create_trigger(self.wait, STEP, interval=True)
        self.bind(state=self._changed)

    def _changed(self, *_: Any) -> None:
        self._stop()
        if self.state == "down":
            self._since = 0.0
            self._ticking()

    def wait(self, seconds: float) -> None:
        """The finger has stayed for *seconds* more."""
        self._since += seconds
        self.canvas.after.clear()
        with self.canvas.after:
            ink(theme.ACCENT)
            across = self.width * min(1.0, self._since / HOLD)
            y = self.y + self.sizes.mm(0.6)
            SmoothLine(points=[self.x, y, self.x + across, y], width=self.sizes.mm(0.5))
        if self._since >= HOLD:
            self._stop()
            self._held()

    def _stop(self) -> None:
        self._ticking.cancel()
        self.canvas.after.clear()


class Shield(Covering):
    """Lies over the page and takes every touch."""

    def __init__(
        self,
        sizes: Sizes,
        say: Speaker,
        numbers: Sequence[int],
        opened: Callable[[], None],
        switch_off: Callable[[], None],
    ) -> None:
        """*numbers* have to be tapped one after the other to open."""
        super().__init__(theme.SHADE, alpha=0.0)
        self._sizes, self._say, self.numbers, self._opened = sizes, say, tuple(numbers), opened
        self.question: Widget | None = None
        self._given: list[int] = []
        width, height = min(sizes.mm(62), sizes.width / 2 - sizes.mm(3)), sizes.mm(theme.TOUCH)
        self.open_button = HoldButton(sizes, say("lock.open"), "hand", self._ask, size=(width, height))
        self.off_button = HoldButton(sizes, say("lock.off"), "power", switch_off, size=(width, height))
        high, buttons = height + sizes.mm(2 * theme.PAD), (self.open_button, self.off_button)
        line = Row(sizes, *buttons, size_hint_y=None, height=high, pad=theme.PAD, pos_hint={"top": 1})
        self.add_widget(line)

    # --- the question that little children cannot read ---

    def _ask(self) -> None:
        self._given = []
        words = [self._say(f"lock.number_{number}") for number in self.numbers]
        asked = self._say("lock.question", numbers=", ".join(words))
        text = Text(asked, self._sizes, "large", align="center")
        keys = [Row(self._sizes, *map(self._key, line), gap=1.2) for line in ("12345", "67890")]
        size = (self._sizes.mm(min(110, 0.9 * self._sizes.width / self._sizes.unit)), self._sizes.mm(52))
        self._close()
        self.question = in_the_middle(self._sizes, Column(self._sizes, text, *keys, gap=1.2), *size)
        self.add_widget(self.question)
        Clock.schedule_once(self._close, GIVE_UP)

    def _key(self, number: str) -> Widget:
        touched = partial(self.tapped, int(number))
        return TextButton(self._sizes, number, touched, size="title", size_hint_y=1)

    def tapped(self, number: int) -> None:
        self._given.append(number)
        if tuple(self._given) == self.numbers:
            self._opened()
        elif tuple(self._given) != self.numbers[: len(self._given)]:
            self._close()

    def _close(self, *_: Any) -> None:
        if self.question is not None:
            self.remove_widget(self.question)
            self.question = None


def numbers_at(moment: int) -> tuple[int, ...]:
    """Three numbers that are others each time, made out of the time *moment*."""
    seed = moment // 1_000_000
    return tuple(seed * (2 * place + 3) // 11**place % 10 for place in (1, 2, 3))
