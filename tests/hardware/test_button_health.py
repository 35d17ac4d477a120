"""What the edges of a button tell about the button, and no false alarm with honest families."""

import random

import pytest

from companion.asks import MS
from companion.calls.buttons import Edge
from hardware.button_health import ButtonHealth
from tests.tables import cases

SECOND = 1000 * MS


def press(
    t: int, line: str = "1", bounce: int = 2 * MS, hold: int = 80 * MS, chance: random.Random | None = None
):
    """The edges of one press of a bouncing switch."""
    chance = chance or random.Random(t)
    for start, down in ((t, True), (t + hold, False)):
        flips = sorted(chance.randrange(bounce) for _ in range(2 * chance.randrange(4))) if bounce else []
        yield Edge(line, start, down)
        for n, flip in enumerate(flips):
            yield Edge(line, start + flip + 1, down if n % 2 else not down)


def keys(edges, now: int) -> list[tuple[str, str]]:
    health = ButtonHealth()
    for edge in sorted(edges, key=lambda e: e.t):
        health.heard(edge)
    return [(f.about, f.says.key) for f in health.findings(now)]


def test_a_stuck_button_is_found_and_not_before_its_time():
    edges = [Edge("3", 5 * SECOND, True)]

    assert keys(edges, 24 * SECOND) == []
    assert keys(edges, 26 * SECOND) == [("button 3", "button_stuck")]


def worn(start):
    """A switch that opens and closes for 12 ms, and is let go of."""
    flips = [Edge("1", start + flip * 3 * MS, flip % 2 == 0) for flip in range(5)]
    return [*flips, Edge("1", start + 200 * MS, False)]


def spark(line, t):
    return Edge(line, t, True), Edge(line, t + 12_000, False)


STARTS = [(5 + n) * SECOND for n in range(8)]


@cases(
    "edges, told",
    {
        "a wire without ground is noise": (
            [Edge("2", 5 * SECOND + n * 4 * MS, n % 2 == 0) for n in range(100)],
            ("button 2", "button_noisy"),
        ),
        "so are pulses too short for a finger": (
            [Edge("2", t + part * MS // 10, part == 0) for t in STARTS for part in (0, 1)],
            ("button 2", "button_noisy"),
        ),
        "two that always go down together are crossed": (
            [e for t in STARTS for line, off in (("1", 0), ("4", 20_000)) for e in press(t + off, line, 0)],
            ("button 1", "button_crossed"),
        ),
        "sparks with every press of another are noise and no crossing": (
            [
                e
                for t in STARTS
                for e in (*press(t, "1", 0), Edge("4", t, True), Edge("4", t + 12_000, False))
            ],
            ("button 4", "button_noisy"),
        ),
        "a worn switch": ([edge for start in STARTS for edge in worn(start)], ("button 1", "button_worn")),
    },
)
def test_what_the_edges_tell_of_a_button(edges, told):
    assert keys(edges, 14 * SECOND) == [told]


@pytest.mark.parametrize("seed", range(20))
def test_an_honest_family_that_hammers_gets_no_false_alarm(seed):
    chance = random.Random(seed)
    edges = []
    for line in "123456":
        t = 5 * SECOND
        while t < 35 * SECOND:
            hold = chance.randrange(40, 300) * MS
            edges += press(t, line, bounce=chance.randrange(1, 8) * MS, hold=hold, chance=chance)
            t += hold + chance.randrange(60, 1500) * MS

    assert keys(edges, 36 * SECOND) == []
