"""The simulated table of the running app: the camera looks at what a simulated family does at it.

Where somebody has chosen it as a demo table, dice are rolled on it whenever people are asked to roll.
"""

import threading
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from companion.asks import Ask, Kind
from companion.clock import Clock
from companion.family import rolled
from companion.sightings import Frame
from companion.table import Announcement
from ui.twin.drawn_table import DrawnTable
from ui.twin.film import Film
from ui.twin.show import FamilyShow
from vision.kit.values import DIE_VALUES

AT_REST_MS = 250  # between two pictures of a table on which nothing moves
PONDER = 5  # pictures until the dice are rolled: the eyes must have seen the tray without them


class SimulatedTable:
    """Draws frames for the camera, and rolls the dice that are asked for."""

    def __init__(self, clock: Clock, random: Random, *, rolls: bool = True) -> None:
        self._clock, self._random, self._rolls = clock, random, rolls
        self._lock = threading.Lock()
        self._seats: tuple[str, ...] = ()
        self._stage = DrawnTable(("1", "2", "3", "4"), random)
        self._film = Film(clock, self._stage.still(AT_REST_MS))
        self._rolled_for: Ask | None = None
        self._family: FamilyShow | None = None
        self._asked: tuple[Sequence[Ask], Sequence[str]] = (), ()
        self._before = self._shown = 0  # pictures: of those who sat here before, and of all

    @property
    def shows(self) -> bool:
        """Whether what is played lies on it; else people tell everything by touch."""
        return self._rolls or self._family is not None

    def invite(self, family: FamilyShow) -> None:
        """*family* sits down instead of whoever sat here."""
        self._seat(family)

    def gone(self, family: FamilyShow) -> None:
        """*family* has gone, if nobody has replaced it; what was asked since then is asked of all."""
        if self._family is family:
            self._seat(None)
            self.watch(*self._asked)

    def _seat(self, family: FamilyShow | None) -> None:
        with self._lock:
            self._family, self._before, self._seats = family, self._shown, ()

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        """This is waited for now; a roll that is asked for comes by itself, unless a family rolls."""
        self._asked = asks, seats
        if self._family is not None:
            self._family.watch(asks, seats)
            return
        with self._lock:
            if tuple(seats) != self._seats and seats:
                self._sit_down(seats)
            rolls = [ask for ask in asks if ask.kind is Kind.DICE and not ask.optional and self._rolls]
            if not rolls:
                self._rolled_for = None
            elif self._rolled_for is None:
                self._rolled_for = rolls[0]
                waiting = [self._stage.still(AT_REST_MS) for _ in range(PONDER)]
                rolling = list(self._stage.roll(self._some_dice(rolls[0])))
                self._film.add([*waiting, *rolling], self._stage.still(AT_REST_MS))

    def announced(self, announcement: Announcement) -> None:
        """Only a family has to learn it."""
        if self._family is not None:
            self._family.announced(announcement)

    def looked(self, number: int) -> None:
        """The eyes have looked at frame *number*; a late look at those who sat here before is none."""
        with self._lock:
            film, number = self._family or self._film, number - self._before
        film.looked(number)

    def next_frame(self) -> Frame:
        """The next picture of the table, at the pace of a camera. Called by the camera's thread."""
        with self._lock:
            film, before = self._family or self._film, self._before
        frame = film.next_frame()
        with self._lock:
            self._shown = max(self._shown, before + frame.number)
        return replace(frame, number=before + frame.number)

    def _sit_down(self, seats: Sequence[str]) -> None:
        """Other people: the mat has their places now, and nothing lies on it yet."""
        self._seats, self._rolled_for = tuple(seats), None
        self._stage = DrawnTable(seats, self._random)
        self._film.cut(self._stage.still(AT_REST_MS))

    def _some_dice(self, ask: Ask) -> dict[str, list[str]]:
        """As they fall; of those that can be drawn."""
        return {kind: faces for kind, faces in rolled(ask, self._random).items() if kind in DIE_VALUES}
