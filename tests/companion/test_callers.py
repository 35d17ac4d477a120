"""Those who have called and wait: for whom, for how long, and what is known of the ask that they answer."""

import pytest

from companion.asks import Ask, Say
from companion.calls.edges import Edge, Fairness
from companion.facts import MS, Fact, Kind, Source
from companion.seats import Seat
from companion.table.callers import HELD_AFTER, Caller, Callers

ADA, BEN, CEM = SEATS = (
    Seat("Ada", button="1"),
    Seat("Ben", button="2"),
    Seat("Cem", button="3", handicap_ms=20),
)
OPENED = 1_000 * MS
FAIR = Fairness(grace_ms=50, late_ms=3_000)


def ask_of(*seats):
    return Ask("mine:1", Kind.CALL, tuple(seat.name for seat in seats), Say("ask.mine"), "T3", call="mine")


def called(callers, seat, ms, ask):
    """*seat* calls so many milliseconds after the ask, which is open or, if there is none, has ended."""
    fact = Fact(Kind.CALL, "mine", OPENED + ms * MS, Source.TOUCH, seat.name, ask.id if ask else "")
    return Caller(fact, callers.press_of(fact, ask, OPENED, ()))


def waiting(ask, *seats):
    """The calls of *seats*, which wait."""
    callers = Callers(SEATS, FAIR)
    for seat in seats:
        callers.wait(called(callers, seat, 10, ask))
    return callers


@pytest.mark.parametrize(
    ("may", "have", "after_ms"),
    [
        pytest.param((ADA, BEN), (ADA,), 50, id="T3 the grace"),
        pytest.param((ADA, CEM), (ADA,), 70, id="T15 and the head start of somebody who could still call"),
        pytest.param((ADA, CEM), (CEM,), 50, id="T15 but not of the one who has called"),
        pytest.param((ADA, CEM), (ADA, CEM), 50, id="T3 not a moment more where nobody else may call"),
    ],
)
def test_t3_how_long_a_call_waits(may, have, after_ms):
    ask = ask_of(*may)

    assert waiting(ask, *have).due([ask]) == OPENED + (10 + after_ms) * MS


@pytest.mark.parametrize(
    ("may", "have", "contested"),
    [
        pytest.param((ADA,), (ADA,), False, id="alone"),
        pytest.param((ADA, BEN), (ADA,), True, id="somebody else could have called"),
        pytest.param((ADA, BEN), (ADA, BEN), True, id="both have called"),
        pytest.param((ADA, BEN, CEM), (ADA, BEN, CEM), True, id="all three have called"),
    ],
)
def test_t8_a_call_is_contested_where_somebody_else_calls_or_could(may, have, contested):
    callers = Callers(SEATS, FAIR)
    presses = [called(callers, seat, 10, ask_of(*may)).press for seat in have]

    assert callers.evidence(presses, [ask_of(*may)], OPENED).contested is contested


@pytest.mark.parametrize(
    ("after_ms", "told"),
    [
        pytest.param(1, True, id="just after"),
        pytest.param(3_000, True, id="as long after as it is told"),
        pytest.param(3_001, False, id="a moment later it answers nothing"),
    ],
)
def test_t7_for_how_long_a_call_is_told_to_be_late(after_ms, told):
    """The ask ended with the call of somebody else, half a second after it had come."""
    callers, ask = Callers(SEATS, FAIR), ask_of(ADA, BEN)
    first = called(callers, ADA, 500, ask)
    callers.asks_changed([ask], [], first.fact)

    press = called(callers, BEN, 500 + after_ms, None).press

    assert press.closed == (first.fact.t if told else 0)
    assert not press.again


@pytest.mark.parametrize(
    ("down_ms", "now_ms", "told"),
    [
        pytest.param(-200, 799, False, id="not yet for a second"),
        pytest.param(-200, 800, True, id="for a second"),
        pytest.param(0, 2_000, False, id="since the very moment of the ask: that is a press"),
    ],
)
def test_t6_a_button_that_is_down_since_before_its_ask_is_told_after_a_second(down_ms, now_ms, told):
    callers, ask = Callers(SEATS, FAIR), ask_of(ADA, BEN)
    down = OPENED + down_ms * MS
    callers.feel(Edge("1", down, True))
    callers.pass_until(down + 10 * MS)

    held = callers.held_too_long([ask], {ask.id: OPENED}, OPENED + now_ms * MS)

    assert [(caller.fact.seat, caller.press.held) for caller in held] == [("Ada", True)] * told
    assert HELD_AFTER == 1_000 * MS
