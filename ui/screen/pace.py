"""How often a picture is drawn, and when memory is tidied: quick while a finger may be first, else at rest.

A touch is felt once a picture. While a call may be made by touch or key that has to be within the window of a
tie; while nobody does anything, most of the pictures would only be looked for and never drawn.
"""

import gc
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from ui.spare_memory import give_back

QUICK = 60  # pictures a second: 17 ms, less than the 20 ms of a tie
RESTING = 12
AWAKE_S = 4.0  # after the last touch, key or change
TIDY_S = 0.4  # after a change: pages that are gone are a lot to forget, and nobody waits then


class Pace:
    """*urgent* says whether somebody may call by touch or key now."""

    def __init__(self, urgent: Callable[[], bool]) -> None:
        self._urgent = urgent
        self._rest = Clock.create_trigger(self._calm_down, AWAKE_S)
        self._tidy = Clock.create_trigger(self._collect, TIDY_S)

    def start(self) -> None:
        """From now on; what was made till now stays for good, and need not be looked through again."""
        Window.bind(on_touch_down=self._stirred, on_touch_move=self._stirred, on_key_down=self._stirred)
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 1_000)
        self.awake()

    def stop(self) -> None:
        Window.unbind(on_touch_down=self._stirred, on_touch_move=self._stirred, on_key_down=self._stirred)
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

    def _stirred(self, *_: Any) -> bool:
        self.awake()
        return False

    def _calm_down(self, *_: Any) -> None:
        if self._urgent():
            self._rest()
        elif Clock._max_fps == QUICK:  # a test may draw as fast as it can
            Clock._max_fps = RESTING
            give_back()

    @staticmethod
    def _collect(*_: Any) -> None:
        gc.collect()
