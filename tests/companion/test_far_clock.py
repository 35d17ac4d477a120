"""The clock of a phone: what is said of it is true however the link behaves."""

from random import Random

import pytest

from companion.asks import MS
from companion.calls.buttons import DRIFT, FarClock, Trip
from tests.tables import cases

SECOND = 1_000 * MS


@cases(
    "trips, at, here",
    {
        "half of the round trip": ([(100, 5_000, 110)], 5_000, (105, 5)),
        "the best of several": ([(100, 5_000, 140), (200, 5_104, 206)], 5_104, (203, 3)),
        "a slow answer may have been written at any time in it": ([(0, 5_000, 400)], 5_000, (200, 200)),
    },
)
def test_where_a_time_of_the_phone_lies(trips, at, here):
    clock = FarClock()
    for asked, there, answered in trips:
        clock.heard(Trip(asked * MS, there * MS, answered * MS))

    t, unsure = clock.here(at * MS)
    assert abs(t - here[0] * MS) <= MS // 10 and abs(unsure - here[1] * MS) <= MS // 10


def test_nothing_is_said_of_a_clock_that_nobody_has_asked():
    assert FarClock().here(5) is None and FarClock().last is None and FarClock().slowest == 0


def test_what_was_known_long_ago_is_less_sure_now():
    clock = FarClock()
    clock.heard(Trip(0, 0, 2 * MS))

    assert clock.here(10 * SECOND)[1] == MS + round(DRIFT * 10 * SECOND)


def test_a_coarse_clock_is_less_sure():
    clock = FarClock(grain=100 * MS)
    clock.heard(Trip(0, 0, 2 * MS))

    assert clock.here(0)[1] == 101 * MS


@pytest.mark.parametrize("jumped", [-300 * SECOND, -SECOND, SECOND, 300 * SECOND])
def test_a_clock_that_has_jumped_is_learnt_anew(jumped):
    clock = FarClock()
    for n in range(20):
        clock.heard(Trip(n * SECOND, n * SECOND, n * SECOND + 4 * MS))
    clock.heard(Trip(20 * SECOND, 20 * SECOND + jumped, 20 * SECOND + 90 * MS))

    assert clock.here(20 * SECOND + jumped) == (20 * SECOND + 45 * MS, 45 * MS)


@pytest.mark.parametrize("seed", range(5))
def test_the_true_time_lies_within_what_is_stated(seed):
    """Any link, lop-sided too; a clock that runs 100 millionths wrong and shows tenths of a millisecond."""
    random = Random(seed)
    rate, up, down = 1 + random.uniform(-1e-4, 1e-4), random.uniform(1, 200), random.uniform(1, 200)
    clock = FarClock(grain=MS // 10)
    shown = lambda t: round(t * rate) // (MS // 10) * (MS // 10)  # noqa: E731
    now = 0
    for _ in range(300):
        wrote = now + round(random.uniform(1, down) * MS)
        answered = wrote + round(random.uniform(1, up) * MS)
        clock.heard(Trip(now, shown(wrote), answered))
        pressed = answered + round(random.uniform(0, 900) * MS)
        t, unsure = clock.here(shown(pressed))
        assert abs(t - pressed) <= unsure
        now = pressed + SECOND // 10
