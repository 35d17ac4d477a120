"""A simulated family that plays in the running app, where everybody can watch it on the real screens."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from companion.asks import Ask
from companion.calls import Edge
from companion.clock import Clock
from companion.facts import MS, Fact, Kind, Source
from companion.family import Family, Happening
from companion.rulings import Ruling, Verdict
from companion.sightings import Frame
from companion.table import Announcement
from ui.lookout import Lookout, zone_of
from ui.screen.ports import Delivery
from ui.twin.stage import Shown, Stage, tidied
from vision.drawn import draw
from vision.mat import SCAN

PATIENCE = 12_000 * MS  # the eyes have overlooked something: somebody tells it by touch
FRAME = 0.12  # seconds between two frames of a table at rest


class FamilyShow:
    """The family, its things on the table and its fingers. All but the frames is on the screens' thread."""

    def __init__(
        self,
        family: Family,
        lines: Mapping[str, str],
        clock: Clock,
        random: Random,
        speed: float,
    ) -> None:
        """*lines* are the buttons by seat; *speed* times as fast as people."""
        self._family, self._lines, self._clock, self._random = family, lines, clock, random
        self._speed = max(speed, 0.1)
        self._stage = Stage(tuple(lines), random)
        self._coming: list[Shown] = [self._stage.still() for _ in range(6)]
        self._waiting: list[tuple[Happening, int]] = []  # what was done and is not ruled on yet, and when
        self._next: tuple[Happening, int] | None = None
        self._asks: tuple[Ask, ...] = ()
        self._edges = self._frames = 0
        self._told: list[tuple[Happening, Ruling]] = []

    # --- the camera's thread ---

    def next_frame(self) -> Frame:
        """The next picture of the table, at its pace."""
        shown = self._coming.pop(0) if self._coming else Shown(self._stage.scene, round(FRAME * 1000))
        picture = draw(shown.scene)
        time.sleep(shown.ms / 1000 / self._speed)
        self._frames += 1
        return Frame(picture, self._clock.now(), self._frames)

    # --- the screens' thread ---

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        """This is waited for now."""
        self._asks = tuple(asks)

    def step(self, deliver: Callable[[Delivery], None]) -> None:
        """Somebody does something, if it is time."""
        now = self._clock.now()
        self._settle()
        for happening, since in [one for one in self._waiting if now - one[1] > PATIENCE]:
            self._waiting.remove((happening, since))
            self._waiting.append((happening, now))
            deliver(self._touch(happening))
        if self._coming or any(one.kind is not Kind.CALL for one, _ in self._waiting):
            return
        if self._next is None:
            happening = self._family.act(self._asks)
            if happening is None:
                return
            self._next = (happening, now + round(happening.after_ns / self._speed))
        happening, due = self._next
        if now >= due:
            self._next = None
            self._waiting.append((happening, now))
            for thing in self._do(happening):
                deliver(thing)

    def announced(self, announcement: Announcement) -> None:
        """The companion has ruled; the family hears of it with its next step."""
        fact, ruling = announcement.fact, announcement.ruling
        for one in self._waiting if fact is not None else ():
            happening = one[0]
            if fact is not None and _is_about(fact, happening):
                self._waiting.remove(one)
                self._told.append((happening, ruling))
                return

    def _settle(self) -> None:
        told, self._told = self._told, []
        for happening, ruling in told:
            if ruling.verdict is Verdict.UNSURE:
                self._waiting.append((happening, self._clock.now() - PATIENCE))
            else:
                self._family.told(happening, ruling)
                self._coming.extend(tidied(self._stage, self._family.lies()))

    def _do(self, happening: Happening) -> Iterator[Delivery]:
        lookout = Lookout()
        lookout.expect(self._asks)
        if happening.kind is Kind.CALL:
            yield from self._press(self._lines[happening.seat])
        elif happening.kind is Kind.DICE:
            self._coming.extend(self._stage.roll(happening.value))
        elif happening.kind is Kind.CARD and lookout.sees(happening.value["place"], self._stage.mat):
            zone = zone_of(happening.value["place"], self._stage.mat)
            cards = [str(card) for card in happening.value["cards"]]
            moving = self._stage.spread(zone, cards) if zone == SCAN else self._stage.lay(zone, cards)
            self._coming.extend(moving)
        else:
            yield self._touch(happening)

    def _press(self, line: str) -> Iterator[Edge]:
        t = self._clock.now()
        for down, after in ((True, 0), (False, 120 * MS)):
            self._edges += 1
            yield Edge(line, t + after, down, seq=self._edges)

    def _touch(self, happening: Happening) -> Fact:
        t = self._clock.now()
        return Fact(happening.kind, happening.value, t, Source.TOUCH, happening.seat, happening.ask)


def _is_about(fact: Fact, happening: Happening) -> bool:
    if fact.kind is not happening.kind:
        return False
    if fact.kind in (Kind.CALL, Kind.CONFIRM):
        return fact.seat == happening.seat and (fact.kind is Kind.CALL or fact.ask == happening.ask)
    return fact.ask == happening.ask or not fact.ask
