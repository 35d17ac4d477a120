"""The switches on the kernel's simulated GPIO chip: real edges with real kernel times, without a Pi."""

import os
import random
import time
from pathlib import Path
from typing import NamedTuple

SIM = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
MS = 1_000_000


class Switch:
    """A switch between a line and ground."""

    def __init__(self, pin: int) -> None:
        self.pin = pin
        self._pull = os.open(SIM / f"sim_gpio{pin}" / "pull", os.O_WRONLY)
        self.up()

    def down(self) -> None:
        os.pwrite(self._pull, b"pull-down", 0)

    def up(self) -> None:
        os.pwrite(self._pull, b"pull-up", 0)

    def set(self, down: bool) -> None:
        (self.down if down else self.up)()

    def output(self) -> bool:
        """What the program drives the line to."""
        return (SIM / f"sim_gpio{self.pin}" / "value").read_text().strip() == "1"


def bouncing(start: int, chance: random.Random, longest: int) -> list[tuple[int, bool]]:
    """The contact of one press: it closes at *start* and opens and closes again for a while."""
    flips = sorted(chance.randrange(longest) for _ in range(2 * chance.randrange(0, 5)))
    return [(start, True), *((start + flip, n % 2 == 1) for n, flip in enumerate(flips))]


class Performed(NamedTuple):
    """What really happened: this machine has other things to do as well."""

    late: int  # by how much the latest step came too late
    closed: dict[int, tuple[int, int]]  # between which two times each switch closed for the first time


def perform(schedule: list[tuple[int, Switch, bool]]) -> Performed:
    """Do every step at its time."""
    late, closed = 0, {}
    begin = time.monotonic_ns()
    for at, switch, down in sorted(schedule, key=lambda step: step[0]):
        while (before := time.monotonic_ns()) - begin < at:
            pass
        switch.set(down)
        after = time.monotonic_ns()
        late = max(late, after - begin - at)
        if down:
            closed.setdefault(switch.pin, (before, after))
    return Performed(late, closed)


def wait_for(condition, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.001)
