"""Two bouncing switches on real kernel stamps: nobody who pressed first may come second."""

import json
import os
import random
import time
from datetime import timedelta

import gpiod
from gpiod.line import Bias, Direction
from gpiod.line import Edge as KernelEdge
from simulated_chip import MS, Performed, Switch, bouncing, perform, wait_for

from companion.calls.buttons import Buttons, Edge, Fairness, Press, Pressed
from companion.calls.evidence import rank
from hardware.buttons import ButtonRow
from hardware.pins.kernel import GpiodFactory, header_chip
from hardware.wiring import Wire

PAIRS = int(os.environ.get("PAIRS", "500"))
STAMP = 50_000  # what each of our stamps is unsure of
TIE = round(Fairness().button_ms * MS) + 2 * STAMP
STEADY_HAND = 10 * MS  # a contact that this machine left open for much longer was no bouncing one
MOST_LATE_STAMPS = max(2, PAIRS // 100)  # more would be wrong times, not a kernel that was held up
PINS = (5, 6, 12, 13, 16, 17, 22, 23, 24, 25, 26, 27)
LINES = tuple(Wire("button", pin, pin) for pin in PINS)


def plan(first: Switch, second: Switch, chance: random.Random) -> list[tuple[int, Switch, bool]]:
    """The first switch is worn and bounces for long, the second is a good one: the hardest case."""
    start, gap = 500_000, chance.randrange(round(1.2 * MS), 10 * MS)
    worn = bouncing(start, chance, longest=round(5.8 * MS))
    good = bouncing(start + gap, chance, longest=MS // 2)
    return [(t, first, down) for t, down in worn] + [(t, second, down) for t, down in good]


class Evening:
    """All buttons of a table, from the kernel's edges to confirmed presses."""

    def __init__(self) -> None:
        self.factory = GpiodFactory()
        self.factory.prepare(PINS, "up")
        self.edges: list[Edge] = []
        self.row = ButtonRow(LINES, self.factory, self.edges.append, STAMP)
        self.calls = Buttons()
        self.performed = Performed(0, {})

    def play(self, first: Switch, second: Switch, chance: random.Random) -> tuple[Press, ...]:
        """Both are pressed, held and let go; the presses that were heard."""
        self.edges.clear()
        schedule = plan(first, second, chance)
        self.performed = perform(schedule)
        wait_for(lambda: len(self.edges) == len(schedule))  # each change of level is an edge: none is lost
        last = max(edge.t for edge in self.edges)
        wait_for(lambda: time.monotonic_ns() > last + 4 * MS)  # the confirm time, held
        first.up()
        second.up()
        wait_for(lambda: len(self.edges) == len(schedule) + 2)
        events = [event for edge in self.edges for event in self.calls.feed(edge)]
        return tuple(Press(e.line, e.t, uncertainty=e.uncertainty) for e in events if isinstance(e, Pressed))

    @property
    def stamped_when_closed(self) -> bool:
        """Whether the kernel has stamped each first closing while it happened: it was not held up itself."""
        firsts = {edge.line: edge.t for edge in reversed(self.edges) if edge.down}
        return all(
            before - STAMP <= firsts[str(pin)] <= after + STAMP
            for pin, (before, after) in self.performed.closed.items()
        )

    def close(self) -> None:
        self.row.close()
        self.factory.close()


def as_planned(performed: Performed, first: Switch, second: Switch) -> bool:
    """Whether the gap really was outside of the tie window, and no contact rested open for too long."""
    gap = performed.closed[second.pin][0] - performed.closed[first.pin][1]
    return gap > TIE and performed.late < STEADY_HAND


def test_nobody_who_was_first_comes_second():
    evening, chance = Evening(), random.Random(1)
    switches = [Switch(pin) for pin in PINS]
    pairs = heard = ties = wrong = repeated = late_stamps = 0
    while pairs < PAIRS:
        turn = (pairs + repeated) % (len(PINS) // 2)
        if turn == 0:  # so every line has rested when its turn comes again
            chance.shuffle(switches)
            time.sleep(0.035)
        first, second = switches[2 * turn : 2 * turn + 2]
        presses = evening.play(first, second, chance)
        late_stamps += not evening.stamped_when_closed
        if not (evening.stamped_when_closed and as_planned(evening.performed, first, second)):
            repeated += 1
            continue
        groups = rank(presses, Fairness())
        pairs += 1
        heard += len(presses) == 2
        ties += len(groups) == 1
        wrong += not groups or str(first.pin) not in groups[0].seats
    evening.close()
    print(json.dumps({"pairs": pairs, "heard": heard, "ties": ties, "wrong": wrong}))
    print(json.dumps({"repeated": repeated, "late stamps": late_stamps}))

    assert (heard, wrong, ties) == (PAIRS, 0, 0)
    assert late_stamps <= MOST_LATE_STAMPS


def test_the_kernels_own_debounce_lets_the_worse_switch_lose():
    """The reason for all this, measured: the same presses, debounced by the kernel and then compared."""
    settings = gpiod.LineSettings(
        direction=Direction.INPUT,
        edge_detection=KernelEdge.BOTH,
        bias=Bias.PULL_UP,
        debounce_period=timedelta(milliseconds=5),
    )
    request = gpiod.Chip(header_chip()).request_lines({PINS[:2]: settings})
    chance, switches, wrong = random.Random(1), [Switch(pin) for pin in PINS[:2]], 0
    for _ in range(30):
        perform(plan(*switches, chance))
        downs: list[gpiod.EdgeEvent] = []
        while len(downs) < 2:
            downs += [e for e in request.read_edge_events() if e.event_type is e.Type.FALLING_EDGE]
        wrong += min(downs, key=lambda e: e.timestamp_ns).line_offset != PINS[0]
        for switch in switches:
            switch.up()
        ups = 0
        while ups < 2:
            ups += len(request.read_edge_events())
    request.release()
    print(json.dumps({"kernel debounce pairs": 30, "wrong": wrong}))

    assert wrong > 0
