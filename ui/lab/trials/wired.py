"""A family that plays with real button timing: calls are bouncing edges, and the wires may have a fault.

What eyes would see comes straight as facts, so that a whole evening takes a second. Every edge goes to the
doctor's ear as well. A family that was told of a broken button goes on by finger, as people do.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from random import Random

from companion.asks import MS, Ask, Kind, Source
from companion.calls.buttons import Edge
from companion.clock import HandClock
from companion.family import Happening
from companion.seats import Seat
from hardware.button_health import ButtonHealth
from ui.lab.compared import Pause, Perceived, PlainSenses
from ui.twin.show import Fingers

SPARK, SPARKS = 12_000, 5  # nanoseconds: far too short for a finger; so many come one after the other
TAP = 40 * MS
IDLE_PRESSES = 6  # so often somebody plays with a button before the doctor can be sure


class WireFault(StrEnum):
    """What may be wrong with buttons and their wires."""

    NONE = "none"
    STUCK = "stuck"  # the first seat's button is down for ever
    CROSSED = "crossed"  # the first seat's wire touches the second one's
    NOISY = "noisy"  # sparks on all wires
    WORN = "worn"  # the first seat's contact bounces for very long
    LOST = "lost"  # the kernel has lost edges
    DEAD = "dead"  # no button is connected at all


class WiredSenses(PlainSenses):
    """Facts as they are, calls by button, with *fault* on the wires."""

    def __init__(
        self, seats: Sequence[Seat], clock: HandClock, random: Random, fault: WireFault = WireFault.NONE
    ) -> None:
        super().__init__(clock)
        self._seats, self._random, self._fault = tuple(seats), random, fault
        self._buttons = {seat.name: seat.button for seat in seats}
        self._fingers = Fingers(random)
        self.health = ButtonHealth()
        self._played_with = 0
        self._is_stuck = False
        self._still_down: list[Edge] = []

    def perceive(self, happening: Happening, asks: Sequence[Ask]) -> Iterator[Perceived]:
        """A call is a finger that comes now, and time stands still for it: the next one may come at once.

        That the finger goes again is heard as soon as something happens after it has gone.
        """
        now = self._clock.now()
        yield from self.heard(self._gone_by(now))
        if happening.kind is not Kind.CALL or self._by_finger(happening, asks):
            yield from super().perceive(happening, asks)  # as exact as a button, or ties would be others
            return
        pressed = self._buttons[happening.seat]
        down = Edge(pressed, now, down=True, source=Source.BUTTON)
        yield from self.heard([down, *self._sparks(pressed, now)])
        self._still_down.append(Edge(pressed, now + TAP, down=False, source=Source.BUTTON))

    def _gone_by(self, now: int) -> list[Edge]:
        """The fingers that have gone until *now*; the others are still down."""
        gone = [edge for edge in self._still_down if edge.t <= now]
        self._still_down = [edge for edge in self._still_down if edge.t > now]
        return gone

    def play_with_buttons(self, asks: Sequence[Ask]) -> Iterator[Perceived]:
        """Somebody fidgets while nobody may call: every edge is heard, and none of them may do anything."""
        if any(ask.kind is Kind.CALL or ask.within_ms for ask in asks):
            return  # the time that it takes would count
        yield from self.heard(self._gone_by(self._clock.now()))
        for line in self._fidgeted():
            if self._fault is WireFault.LOST:
                self._press(line, self._clock.now())  # pressed, and nobody ever hears of it
            t = self._clock.now() + 40 * MS
            yield from self.heard([*self._press(line, t), *self._sparks(line, t, 15 * MS)])
            yield Pause(self._clock.now() + 400 * MS)
        self._played_with += 1

    def heard(self, edges: Sequence[Edge]) -> Iterator[Edge]:
        """*edges* in the order of their times, with what the fault makes of them."""
        for edge in sorted(edges, key=lambda edge: edge.t):
            self.health.heard(edge)
            yield edge

    @property
    def told_of(self) -> set[str]:
        """The keys of what the doctor says of the buttons now."""
        return {finding.says.key for finding in self.health.findings(self._clock.now())}

    def _by_finger(self, happening: Happening, asks: Sequence[Ask]) -> bool:
        """Whether this seat's button would not do: it is broken, or means another call."""
        broken = [self._seats[0].name, *([self._seats[1].name] if self._fault is WireFault.CROSSED else [])]
        meant = next((a for a in asks if a.kind is Kind.CALL and happening.seat in a.seats), None)
        if self._fault is WireFault.DEAD or meant is None or meant.id != happening.ask:
            return True
        return self._fault in (WireFault.STUCK, WireFault.CROSSED) and happening.seat in broken

    def _fidgeted(self) -> list[str]:
        lines = [seat.button for seat in self._seats]
        if self._fault is WireFault.DEAD:
            return []
        if self._fault in (WireFault.CROSSED, WireFault.WORN, WireFault.STUCK):
            return [lines[0]] * (IDLE_PRESSES if self._played_with < 2 else 1)
        return [self._random.choice(lines)]

    def _press(self, line: str, t: int) -> list[Edge]:
        first, edge = self._seats[0].button, self._fingers.edge
        if line == first and self._fault is WireFault.STUCK:
            return [] if self._is_stuck else [self._sticks(edge(line, t, down=True))]
        if line == first and self._fault is WireFault.WORN:
            bounces = [edge(line, t + n * 3 * MS, down=n % 2 == 0) for n in range(5)]
            return [*bounces, edge(line, t + 120 * MS, down=False)]
        edges = list(self._fingers.press(line, t))
        if line == first and self._fault is WireFault.CROSSED:
            other = self._seats[1].button
            edges += [Edge(other, e.t + MS // 20, e.down, source=Source.BUTTON) for e in edges]
        return edges

    def _sticks(self, edge: Edge) -> Edge:
        self._is_stuck = True
        return edge

    def _sparks(self, pressed: str, t: int, apart: int = 0) -> list[Edge]:
        """In the instant in which a button closes, sparks on all open wires: too short for any contact."""
        if self._fault is not WireFault.NOISY:
            return []
        closed = {pressed, *(edge.line for edge in self._still_down)}
        return [
            Edge(seat.button, t + n * apart + late, down=late == 0, source=Source.BUTTON)
            for n in range(SPARKS if apart else 1)
            for seat in self._seats
            if seat.button not in closed
            for late in (0, SPARK)
        ]
