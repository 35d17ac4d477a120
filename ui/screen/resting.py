"""The screen grows dark while nobody needs it; whatever happens at the table lights it again."""

import ctypes
import gc
import logging
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from ui.screen import theme
from ui.screen.parts.layout import Covering

log = logging.getLogger(__name__)


# --- memory that nothing uses goes back to the system; the C library would keep the room of pictures ---


def give_back() -> None:
    """Forget what can be forgotten, and return the room; where the C library cannot, only forget."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
    if trim is not None:
        trim(0)


# How often a picture is drawn, and when memory is tidied: quick while a finger may be first, else at rest.
# A touch is felt once a picture. While a call may be made by touch or key that has to be within the window
# of a tie; while nobody does anything, most of the pictures would only be looked for and never drawn.

QUICK = 60  # pictures a second: 17 ms, less than the 20 ms of a tie
RESTING = 12
AWAKE_S = 4.0  # after the last touch, key or change
TIDY_S = 0.4  # after a change: pages that are gone are a lot to forget, and nobody waits then


class Pace:
    """*urgent* says whether somebody may call by touch or key now."""

    def __init__(self, urgent: Callable[[], bool]) -> None:
        self._urgent = urgent
        self._hears = dict.fromkeys(("on_touch_down", "on_touch_move", "on_key_down"), self.stirred)
        self._rest = Clock.create_trigger(self.calm_down, AWAKE_S)
        self._tidy = Clock.create_trigger(lambda _passed: give_back(), TIDY_S)

    def start(self) -> None:
        """From now on; what was made till now stays for good, and need not be looked through again."""
        Window.bind(**self._hears)
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 1_000)
        self.awake()

    def stop(self) -> None:
        Window.unbind(**self._hears)
        self._rest.cancel()
        self._tidy.cancel()
        gc.unfreeze()
        gc.set_threshold(700, 10, 10)

    def awake(self) -> None:
        """Somebody is here, or something has changed on the screen."""
        if Clock._max_fps == RESTING:
            Clock._max_fps = QUICK
        self._rest.cancel()
        self._rest()
        self._tidy()

    def changed(self) -> None:
        """Something was reported without a finger: what was shown before it can be forgotten."""
        self._tidy()

    def stirred(self, *_: Any) -> bool:
        self.awake()
        return False

    def calm_down(self, *_: Any) -> None:
        if self._urgent():
            self._rest()
        elif Clock._max_fps == QUICK:  # a test may draw as fast as it can
            Clock._max_fps = RESTING
            give_back()


DARKNESS = 0.86  # of the veil: what is below can just be seen
LEAST_LIGHT = 0.1  # of the panel's lamp


class Veil(Covering):
    """Lies over everything; the first touch only lights the screen and does nothing else."""

    def __init__(self, lifted: Callable[[], None]) -> None:
        super().__init__(theme.SHADE, alpha=DARKNESS)
        self._lifted, self._finger = lifted, None

    def on_touch_down(self, touch: Any) -> bool:
        self._finger = touch.uid
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.uid == self._finger:
            self._lifted()
        return True


class Dimmer:
    """Lays the veil over *place* when nothing has happened for as long as *after* says."""

    def __init__(
        self,
        place: FloatLayout,
        after: Callable[[], float | None],
        backlight: Callable[[float], None] | None = None,
    ) -> None:
        self._place, self._after = place, after
        self._backlight = backlight
        self._veil = Veil(self.awake)
        self._due = Clock.create_trigger(self.dim)

    @property
    def dark(self) -> bool:
        return self._veil.parent is not None

    def awake(self) -> None:
        """Somebody is here, or something has happened."""
        if self.dark:
            self._place.remove_widget(self._veil)
            self._light(1.0)
        self.stop()
        seconds = self._after()
        if seconds is not None:
            self._due.timeout = seconds
            self._due()

    def dim(self, *_: Any) -> None:
        if not self.dark:
            self._place.add_widget(self._veil)
            self._light(LEAST_LIGHT)

    def _light(self, share: float) -> None:
        if self._backlight is not None:
            try:
                self._backlight(share)
            except (OSError, ValueError) as error:  # the veil alone has to do then
                log.info("the panel's light cannot be set: %s", error)

    def stop(self) -> None:
        self._due.cancel()
