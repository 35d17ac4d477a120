"""The simulated table of the running app: dice are rolled on it whenever somebody is asked to roll."""

import threading
from collections.abc import Sequence
from random import Random

from companion.asks import Ask
from companion.clock import Clock
from companion.facts import Kind
from companion.sightings import Frame
from companion.table import Announcement
from ui.twin.film import Film
from ui.twin.stage import Stage
from vision.kit.values import DIE_VALUES

AT_REST_MS = 250  # between two pictures of a table on which nothing moves
PONDER = 5  # pictures until the dice are rolled: the eyes must have seen the tray without them


class SimulatedTable:
    """Draws frames for the camera, and rolls the dice that are asked for."""

    def __init__(self, clock: Clock, random: Random) -> None:
        self._clock, self._random = clock, random
        self._lock = threading.Lock()
        self._seats: tuple[str, ...] = ()
        self._stage = Stage(("1", "2", "3", "4"), random)
        self._film = Film(clock, self._stage.still(AT_REST_MS))
        self._rolled_for: Ask | None = None

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        """This is waited for now; a roll that is asked for comes by itself."""
        with self._lock:
            if tuple(seats) != self._seats and seats:
                self._sit_down(seats)
            rolls = [ask for ask in asks if ask.kind is Kind.DICE and not ask.optional]
            if not rolls:
                self._rolled_for = None
            elif self._rolled_for is None:
                self._rolled_for = rolls[0]
                waiting = [self._stage.still(AT_REST_MS) for _ in range(PONDER)]
                rolling = list(self._stage.roll(self._some_dice(rolls[0])))
                self._film.add([*waiting, *rolling], self._stage.still(AT_REST_MS))

    def announced(self, announcement: Announcement) -> None:
        """Nobody here has to learn it."""

    def looked(self, number: int) -> None:
        """The eyes have looked at frame *number*."""
        self._film.looked(number)

    def next_frame(self) -> Frame:
        """The next picture of the table, at the pace of a camera. Called by the camera's thread."""
        return self._film.next_frame()

    def _sit_down(self, seats: Sequence[str]) -> None:
        """Other people: the mat has their places now, and nothing lies on it yet."""
        self._seats, self._rolled_for = tuple(seats), None
        self._stage = Stage(seats, self._random)
        self._film.cut(self._stage.still(AT_REST_MS))

    def _some_dice(self, ask: Ask) -> dict[str, list[str]]:
        known = {kind: count for kind, count in ask.dice.items() if kind in DIE_VALUES}
        return {
            kind: [self._random.choice(_faces(kind)) for _ in range(count)] for kind, count in known.items()
        }


def _faces(kind: str) -> tuple[str, ...]:
    """The six faces of a die; the Piggy Die has two grim ones."""
    return (*DIE_VALUES[kind], "grim") if kind == "piggy" else DIE_VALUES[kind]
