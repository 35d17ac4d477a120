"""What the camera sees of the simulated table: scene after scene, each until the eyes have looked at it.

The screens' thread adds movements, the camera's thread takes frames, the thread of the eyes says what it has
looked at. On a slow machine the table waits for the eyes: nothing happens while nobody looks.
"""

import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext

from msgspec.structs import replace

from companion.clock import Clock
from companion.sightings import Frame
from ui.twin.drawn_table import Shown
from vision.drawn import draw

WAIT = 1.0  # seconds for one look; the camera's watchdog would take a longer silence for a fault
SHOWN_AT_MOST = 4  # frames of one scene that nobody looks at: then the film goes on without the eyes


class PatientClock:
    """The clock of a simulated table: it stands still while the table waits for the eyes.

    Else people would seem to pause between two cards wherever the eyes are slow, and a pause says that they
    are done.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lost = clock, 0
        self._stands: int | None = None

    def now(self) -> int:
        stands = self._stands
        return self._clock.now() - self._lost if stands is None else stands

    def wall(self) -> int:
        return self._clock.wall()

    @contextmanager
    def standing(self) -> Iterator[None]:
        """No time passes meanwhile. For one thread at a time."""
        began = self._clock.now()
        self._stands = began - self._lost
        try:
            yield
        finally:
            self._lost += self._clock.now() - began
            self._stands = None


class Film:
    """A row of scenes and the table at rest after it. Every method may be called by any thread."""

    def __init__(self, clock: Clock, rest: Shown, speed: float = 1.0) -> None:
        """*rest* is what is shown as long as nothing moves; *speed* times as fast as a real table."""
        self._clock, self._rest, self._speed = clock, rest, speed
        self._coming: deque[Shown] = deque()
        self._on: Shown | None = None  # the scene of the last frame
        self._changed = threading.Condition()
        self._number = self._looked = self._unseen = 0

    def add(self, movement: Iterable[Shown], rest: Shown) -> None:
        """*movement* comes after all that is shown already, and then the table lies as at *rest*."""
        scenes = list(movement)
        with self._changed:
            self._coming.extend(scenes)
            self._rest = rest

    def cut(self, rest: Shown) -> None:
        """Whatever was to come is off; the table lies as at *rest* from now on."""
        with self._changed:
            self._coming.clear()
            self._rest = rest

    @property
    def running(self) -> bool:
        """Whether there is something that the eyes have not looked at yet."""
        with self._changed:
            return bool(self._coming)

    def looked(self, number: int) -> None:
        """The eyes have looked at frame *number*."""
        with self._changed:
            self._looked = max(self._looked, number)
            self._changed.notify_all()

    def next_frame(self) -> Frame:
        """The next picture of the table, at its pace. Called by the camera's thread alone."""
        patient = self._clock if isinstance(self._clock, PatientClock) and self.running else None
        with patient.standing() if patient is not None else nullcontext():
            with self._changed:
                self._changed.wait_for(self._seen, WAIT)
                self._go_on()
                self._on = shown = self._coming[0] if self._coming else self._rest
                self._number += 1
                number = self._number
            picture = draw(replace(shown.scene, seed=number))  # the sensor's noise is new each time
        time.sleep(shown.ms / 1000 / self._speed)
        return Frame(picture, self._clock.now(), number)

    def _seen(self) -> bool:
        return self._looked >= self._number

    def _go_on(self) -> None:
        """A scene is over once it was looked at, or if nobody seems to look."""
        self._unseen = 0 if self._seen() else self._unseen + 1
        was_shown = bool(self._coming) and self._coming[0] is self._on
        if was_shown and (self._unseen == 0 or self._unseen >= SHOWN_AT_MOST):
            self._coming.popleft()
            self._unseen = 0
