"""The only door between other threads and the screens: what comes in by any thread goes out on Kivy's own.

Cameras and buttons deliver whenever they like. Everything waits in one queue, in the order of arrival, and is
dealt with once a picture, before it is drawn: what comes while it is drawn is for the next one. Of looks only
the newest counts; nothing else is left out.
"""

from collections import deque
from collections.abc import Callable
from threading import Lock

from kivy.clock import Clock

from ui.screen.ports import Delivery, Look


class Handover:
    def __init__(self, take: Callable[[Delivery], None]) -> None:
        """*take* is called on Kivy's thread with everything that `deliver` was given."""
        self._take = take
        self._waiting: deque[Delivery] = deque()
        self._lock = Lock()
        self._trigger = Clock.create_trigger(self._hand_over, 0)

    def deliver(self, thing: Delivery) -> None:
        """May be called by any thread."""
        with self._lock:
            if isinstance(thing, Look) and self._waiting and isinstance(self._waiting[-1], Look):
                self._waiting.pop()
            self._waiting.append(thing)
        self._trigger()

    def _hand_over(self, *_: object) -> None:
        with self._lock:
            things, self._waiting = self._waiting, deque()
        for thing in things:
            self._take(thing)
