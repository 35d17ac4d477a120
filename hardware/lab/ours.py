"""Our own path, and not a copy of it: every pair goes through the very code that decides at the table."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from companion.asks import MS
from companion.calls.buttons import Buttons, Edge, Event, Fairness, Lost, Press, Pressed
from companion.calls.evidence import Evidence, Verdict, decide
from hardware.lab.switches import REORDER_MS, Pairs
from hardware.pins import UNCERTAINTY
from hardware.pins.sequence import InOrder

BEGIN = 1_000 * MS
FAIRNESS = Fairness()
LINES = ("1", "2")


class Arriving(NamedTuple):
    """An edge on its way from the kernel to us."""

    arrives: float
    global_seqno: int
    line: str
    t: int
    down: bool


class Outcomes(NamedTuple):
    """What became of many pairs."""

    right: int = 0
    wrong: int = 0
    ties: int = 0
    unknown: int = 0  # edges got lost and it is said that nobody can know
    unheard: int = 0  # a press that was not heard

    def __add__(self, other: "Outcomes") -> "Outcomes":  # type: ignore[override]
        return Outcomes(*(a + b for a, b in zip(self, other, strict=True)))


def outcomes(pairs: Pairs, random: np.random.Generator) -> Outcomes:
    """All *pairs* through our path."""
    counts = dict.fromkeys(Outcomes._fields, 0)
    late = random.exponential(REORDER_MS, (len(pairs), 2 * pairs.first_stamps.shape[1])).tolist()
    first, second = pairs.first_stamps.tolist(), pairs.second_stamps.tolist()
    low, loses = pairs.first_on_low_pin.tolist(), pairs.loses_edges.tolist()
    for n in range(len(pairs)):
        lines = LINES if low[n] else LINES[::-1]
        edges = list(_arriving(lines, (first[n], second[n]), late[n]))
        if loses[n]:
            begin = int(random.integers(0, len(edges)))
            del edges[begin : begin + int(random.integers(1, 6))]
        counts[_outcome(edges, lines[0])] += 1
    return Outcomes(**counts)


def _arriving(
    lines: Sequence[str], stamps: Sequence[Sequence[float]], late: list[float]
) -> Iterator[Arriving]:
    """The edges of both lines, numbered by the kernel, in the order in which they arrive."""
    edges = sorted(
        (t, line, number % 2 == 0)
        for line, times in zip(lines, stamps, strict=True)
        for number, t in enumerate(times)
        if not math.isnan(t)
    )
    arrival = dict.fromkeys(lines, -math.inf)  # a line's own edges never overtake each other
    arriving = []
    for number, (t, line, down) in enumerate(edges):
        arrival[line] = max(arrival[line], t + late[number])
        arriving.append(Arriving(arrival[line], number + 1, line, BEGIN + round(t * MS), down))
    yield from sorted(arriving, key=lambda edge: edge.arrives)


def _buttons_in_use() -> Buttons:
    """Buttons as they are in the middle of an evening: edges have come before, so a gap can be seen."""
    buttons = Buttons(FAIRNESS)
    for number, down in ((1, True), (2, False)):
        buttons.feed(Edge("3", BEGIN - 900 * MS + number * 100 * MS, down, number))
    buttons.pass_until(BEGIN - 100 * MS)
    return buttons


def _outcome(arriving: Sequence[Arriving], truly_first: str) -> str:
    buttons, sequence = _buttons_in_use(), 2
    events: list[Event] = []

    def in_order(edge: Arriving, lost: int) -> None:
        nonlocal sequence
        sequence += 1 + lost
        events.extend(buttons.feed(Edge(edge.line, edge.t, edge.down, sequence, uncertainty=UNCERTAINTY)))

    order: InOrder[Arriving] = InOrder(in_order)
    now = 0
    for edge in arriving:
        now = BEGIN + round(edge.arrives * MS)
        order.pass_until(now)
        order.feed(edge, now)
    done = now + round(FAIRNESS.grace_ms * MS)
    order.pass_until(done)
    events.extend(buttons.pass_until(done))
    pressed = tuple(
        Press(e.line, e.t, uncertainty=e.uncertainty, edges=e.edges) for e in events if isinstance(e, Pressed)
    )
    lost = tuple(event for event in events if isinstance(event, Lost))
    standings = decide(Evidence(pressed, FAIRNESS, done, lost=lost)).standings
    if any(standing.verdict is Verdict.UNKNOWN for standing in standings) or (lost and len(pressed) < 2):
        return "unknown"
    if len(standings) < 2:
        return "unheard"
    if standings[0].tie:
        return "ties"
    return "right" if standings[0].seat == truly_first else "wrong"
