"""The simulated table of the running app: dice are rolled on it whenever somebody is asked to roll."""

import threading
import time
from collections import deque
from collections.abc import Sequence
from random import Random

from companion.asks import Ask
from companion.clock import Clock
from companion.facts import Kind
from companion.sightings import Frame
from companion.table import Announcement
from ui.twin.stage import Shown, Stage
from vision.drawn import DIE_VALUES, draw

AT_REST = 0.25  # seconds between two frames of a table on which nothing moves
PONDER = 5  # frames until the dice are rolled: the eyes must have seen the tray without them


class SimulatedTable:
    """Draws frames for the camera, and rolls the dice that are asked for."""

    def __init__(self, clock: Clock, random: Random) -> None:
        self._clock, self._random = clock, random
        self._lock = threading.Lock()
        self._seats: tuple[str, ...] = ()
        self._stage = Stage(("1", "2", "3", "4"), random)
        self._coming: deque[Shown] = deque()
        self._rolled_for: Ask | None = None
        self._number = 0

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        """This is waited for now; a roll that is asked for comes by itself."""
        with self._lock:
            if tuple(seats) != self._seats and 0 < len(seats) <= 6:
                self._seats, self._rolled_for = tuple(seats), None
                self._stage = Stage(seats, self._random)
                self._coming.clear()
            rolls = [ask for ask in asks if ask.kind is Kind.DICE and not ask.optional]
            if not rolls:
                self._rolled_for = None
            elif self._rolled_for is None:
                self._rolled_for = rolls[0]
                self._coming.extend(self._stage.still(round(AT_REST * 1000)) for _ in range(PONDER))
                self._coming.extend(self._stage.roll(self._some_dice(rolls[0])))

    def announced(self, announcement: Announcement) -> None:
        """Nobody here has to learn it."""

    def next_frame(self) -> Frame:
        """The next picture of the table, at the pace of a camera. Called by the camera's thread."""
        with self._lock:
            moving = bool(self._coming)
            shown = self._coming.popleft() if moving else self._stage.still()
        picture = draw(shown.scene)
        time.sleep(shown.ms / 1000 if moving else AT_REST)
        self._number += 1
        return Frame(picture, self._clock.now(), self._number)

    def _some_dice(self, ask: Ask) -> dict[str, list[str]]:
        known = {kind: count for kind, count in ask.dice.items() if kind in DIE_VALUES}
        return {
            kind: [self._random.choice(_faces(kind)) for _ in range(count)] for kind, count in known.items()
        }


def _faces(kind: str) -> tuple[str, ...]:
    """The six faces of a die; the Piggy Die has two grim ones."""
    return (*DIE_VALUES[kind], "grim") if kind == "piggy" else DIE_VALUES[kind]
