"""The screen grows dark while nobody needs it; whatever happens at the table lights it again."""

import logging
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from ui.screen import theme
from ui.screen.parts.layout import Ground

log = logging.getLogger(__name__)

DARKNESS = 0.86  # of the veil: what is below can just be seen
LEAST_LIGHT = 0.1  # of the panel's lamp


class Veil(Ground):
    """Lies over everything; the first touch only lights the screen and does nothing else."""

    def __init__(self, lifted: Callable[[], None]) -> None:
        super().__init__(theme.SHADE, alpha=DARKNESS)
        self._lifted, self._finger = lifted, None

    def on_touch_down(self, touch: Any) -> bool:
        self._finger = touch.uid
        return True

    def on_touch_move(self, touch: Any) -> bool:
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
        self._due: Any = None

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
            self._due = Clock.schedule_once(self.dim, seconds)

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
        if self._due is not None:
            self._due.cancel()
            self._due = None
