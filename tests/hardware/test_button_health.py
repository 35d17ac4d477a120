"""What the edges of a button tell about the button, and no false alarm with honest families."""

import random

import pytest

from companion.calls.edges import Edge
from companion.facts import MS
from hardware.button_health import ButtonHealth

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


def test_a_wire_without_ground_is_noise():
    hum = [Edge("2", 5 * SECOND + n * 4 * MS, n % 2 == 0) for n in range(100)]

    assert keys(hum, 6 * SECOND) == [("button 2", "button_noisy")]


def test_pulses_too_short_for_a_finger_are_noise():
    sparks = [
        Edge("2", 5 * SECOND + n * 900 * MS + part * MS // 10, part == 0) for n in range(8) for part in (0, 1)
    ]

    assert keys(sparks, 13 * SECOND) == [("button 2", "button_noisy")]


def test_two_buttons_that_always_go_down_together_are_crossed():
    both = [
        edge
        for n in range(5)
        for line, off in (("1", 0), ("4", 20_000))
        for edge in press(5 * SECOND + n * SECOND + off, line, bounce=0)
    ]

    assert keys(both, 12 * SECOND) == [("button 1", "button_crossed")]


def test_sparks_that_come_with_every_press_of_another_button_are_noise_and_no_crossing():
    edges = [
        edge
        for n in range(8)
        for t in [5 * SECOND + n * SECOND]
        for edge in (*press(t, "1", bounce=0), Edge("4", t, True), Edge("4", t + 12_000, False))
    ]

    assert keys(edges, 13 * SECOND) == [("button 4", "button_noisy")]


def test_a_worn_switch_is_told():
    worn = [
        Edge("1", 5 * SECOND + n * SECOND + flip * 3 * MS, flip % 2 == 0)
        for n in range(8)
        for flip in range(5)
    ]
    worn += [Edge("1", 5 * SECOND + n * SECOND + 200 * MS, False) for n in range(8)]

    assert keys(worn, 14 * SECOND) == [("button 1", "button_worn")]


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
