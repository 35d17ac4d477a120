"""A simulated family that plays in the running app, where everybody can watch it on the real screens."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from companion.asks import Ask
from companion.clock import Clock
from companion.facts import JSON, MS, Fact, Kind, Source
from companion.family import Family, Happening
from companion.rulings import Ruling, Verdict
from companion.sightings import Frame
from companion.table import Announcement, Table
from companion.table.callers import call_ask
from ui.screen.ports import Delivery
from ui.twin.drawn_pyramid import written
from ui.twin.drawn_table import DrawnTable, Shown, brought_to
from ui.twin.evening import asks_only_who
from ui.twin.film import Film
from ui.twin.staging import Fingers, movement

PATIENCE = 6_000 * MS  # after this time at rest without a report of the eyes it is entered by touch
STEP = 0.1  # seconds between two looks whether somebody does something
AT_FIRST = 6  # pictures of the empty table before anybody does anything
AT_REST_MS = 120  # between two pictures of a table on which nothing moves


class Waiting(Struct, frozen=True):
    """Something that was done and is not ruled on yet."""

    happening: Happening
    since: int
    asked: bool = False  # the eyes were not sure, and the screen asks


class FamilyShow:
    """The family, its things on the table and its fingers. Belongs to the screens' thread, but for frames."""

    def __init__(
        self, family: Family, lines: Mapping[str, str], clock: Clock, random: Random, speed: float
    ) -> None:
        """*lines* are the buttons by seat; *speed* times as fast as people."""
        self._family, self._lines, self._clock = family, lines, clock
        self._speed = max(speed, 0.1)
        self._random = random
        self._stage = DrawnTable(tuple(lines), random, family.lies().pyramid is not None)
        self._fingers = Fingers(random)
        self._film = Film(clock, self._stage.still(AT_REST_MS), self._speed)
        self._show([self._stage.still() for _ in range(AT_FIRST)])
        self._waiting: list[Waiting] = []
        self._next: tuple[Happening, int] | None = None  # what somebody is about to do, and when
        self._asks: tuple[Ask, ...] = ()
        self._ruled: list[tuple[Happening, Ruling, JSON, Source]] = []  # with what was understood, and how
        self._busy = 0  # when something was last seen to move
        self.happenings = self.questions = self.by_hand = 0
        self.paused, self.shows = False, True
        self._until: int | None = None  # number of happenings before a pause

    # --- other threads ---

    def next_frame(self) -> Frame:
        """The next picture of the table. Called by the camera's thread."""
        return self._film.next_frame()

    def looked(self, number: int) -> None:
        """The eyes have looked at frame *number*. Called by any thread."""
        self._film.looked(number)

    # --- the screens' thread ---

    def seated(self, table: Table) -> None:
        """The family plays at *table*."""
        self._family.sees = lambda: table.state

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        """This is waited for now."""
        self._asks = tuple(asks)

    def announced(self, announcement: Announcement) -> None:
        """The companion has ruled; the family hears of it with its next step."""
        fact = announcement.fact
        if announcement.by == "clock":
            self._family.time_ran_out(announcement.ruling)
        if fact is None:
            return
        for one in self._waiting:
            if _is_about(fact, one.happening):
                self._waiting.remove(one)
                self._ruled.append((one.happening, announcement.ruling, fact.value, fact.source))
                return

    def once(self) -> None:
        """One thing happens, and then they pause."""
        self.paused, self._until = False, self.happenings + 1

    @property
    def goes_on(self) -> bool:
        """Whether they play now, and do not pause."""
        done = self._until is not None and self.happenings >= self._until
        if done and not self._waiting and not self._ruled and not self._film.running:
            self.paused, self._until = True, None
        return not self.paused

    @property
    def report(self) -> str:
        """How it went, in figures."""
        return f"{self.happenings} happenings, {self.questions} questions, {self.by_hand} entered by hand"

    def step(self, deliver: Callable[[Delivery], None], propose: Callable[[JSON], Ruling]) -> None:
        """Somebody does something, if it is time; *propose* is for families that think in moves."""
        self._hear_rulings()
        now = self._clock.now()
        if self._film.running:
            self._busy = now
            return
        self._lose_patience(now, deliver)
        if any(one.happening.kind is not Kind.CALL for one in self._waiting):
            return
        happening = self._due(now)
        if happening is None:
            return
        self.happenings += 1
        if happening.move is not None:
            self._ruled.append((happening, propose(happening.move), happening.move, Source.SIMULATED))
            return
        self._waiting.append(Waiting(happening, now))
        for thing in self._do(happening, now):
            deliver(thing)

    def _due(self, now: int) -> Happening | None:
        """What somebody does now, if it is time for it."""
        if self._next is None:
            happening = self._family.act(self._asks) if self._asks else None  # the game is over
            if happening is None:
                return None
            self._next = happening, now + round(happening.after_ns / self._speed)
        happening, due = self._next
        if now < due:
            return None
        self._next = None
        return happening

    def _do(self, happening: Happening, now: int) -> Iterator[Delivery]:
        button = call_ask(self._asks, happening.seat)
        if happening.kind is Kind.CALL and button is not None and button.call == happening.value:
            yield from self._fingers.press(self._lines[happening.seat], now)
        elif (moving := self._movement(happening)) is not None:
            self._show(moving)
        else:
            yield happening.told(now, Source.TOUCH)

    def _movement(self, happening: Happening) -> Iterator[Shown] | None:
        return movement(
            self._stage, happening, self._asks, self._random, written(self._family.lies().pyramid)
        )

    def _lose_patience(self, now: int, deliver: Callable[[Delivery], None]) -> None:
        """What the eyes do not tell, somebody tells by touch."""
        for one in tuple(self._waiting):
            if one.asked or now - max(one.since, self._busy) >= PATIENCE:
                self.by_hand += not one.asked
                self._waiting.remove(one)
                self._waiting.append(Waiting(one.happening, now))
                deliver(one.happening.told(self._clock.now(), Source.TOUCH))

    def _hear_rulings(self) -> None:
        ruled, self._ruled = self._ruled, []
        for happening, ruling, understood, source in ruled:
            honest = not happening.cheat and not happening.either
            misread = honest and source is Source.CAMERA and ruling.verdict is Verdict.REFUSED
            if ruling.verdict is Verdict.UNSURE or misread:  # people say by touch what it truly is
                self.questions += not asks_only_who(ruling)
                self._waiting.append(Waiting(happening, self._clock.now(), asked=True))
            else:
                self._answered(happening, ruling, understood)

    def _answered(self, happening: Happening, ruling: Ruling, understood: JSON) -> None:
        self._family.answered(happening, ruling)
        self._show(brought_to(self._stage, self._family.lies()))

    def _show(self, moving: Iterable[Shown]) -> None:
        """*moving* before the camera, and then the table as it lies after it."""
        scenes = list(moving)
        self._film.add(scenes, self._stage.still(AT_REST_MS))


def seat_family(app: Any, show: FamilyShow, sitting: Any, left: Callable[[], None] = lambda: None) -> None:
    """The family plays at the *sitting* that begins in the running *app*. *left* is called when they go.

    They wait while another page or an explanation is before the table.
    """
    show.seated(sitting.table)

    def propose(move: Any) -> Ruling:
        ruling: Ruling = sitting.table.propose(move, Source.SIMULATED)
        sitting.wake()
        return ruling

    def step() -> bool:
        if app.stage.sitting is not sitting:
            left()
            app.table_now.refresh()
            return False
        if show.goes_on and not app.read_in:
            show.step(app.deliver, propose)
        return True

    app.every(STEP, step)


def _is_about(fact: Fact, happening: Happening) -> bool:
    if fact.kind is not happening.kind:
        return False
    if fact.kind in (Kind.CALL, Kind.CONFIRM):
        return fact.seat == happening.seat and (fact.kind is Kind.CALL or fact.ask == happening.ask)
    return fact.ask == happening.ask or not fact.ask
