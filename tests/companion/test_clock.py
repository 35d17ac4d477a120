"""Clocks: one runs with the machine, one is moved by hand."""

from companion.clock import HandClock, SystemClock


def test_the_system_clock_runs_forward():
    clock = SystemClock()
    before = clock.now()

    assert clock.now() >= before
    assert clock.wall() > 1_600_000_000 * 10**9


def test_a_hand_clock_moves_both_times_together():
    clock = HandClock(now=5, wall=100)

    clock.advance(7)

    assert (clock.now(), clock.wall()) == (12, 107)


def test_a_hand_clock_never_runs_backwards():
    clock = HandClock(now=50, wall=100)

    clock.move_to(20)

    assert (clock.now(), clock.wall()) == (50, 100)


def test_setting_the_calendar_does_not_touch_intervals():
    clock = HandClock(now=50, wall=100)

    clock.set_wall(1)

    assert (clock.now(), clock.wall()) == (50, 1)
