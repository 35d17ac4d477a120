"""Those who have called and wait: for whom, for how long, and what is known of the ask that they answer."""

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.calls.buttons import Edge, Fairness
from companion.seats import Seat
from companion.table.callers import HELD_AFTER, Caller, Callers
from tests.tables import cases

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


@cases(
    "may, have, after_ms",
    {
        "T3 the grace": ((ADA, BEN), (ADA,), 50),
        "T15 and the head start of somebody who could still call": ((ADA, CEM), (ADA,), 70),
        "T15 but not of the one who has called": ((ADA, CEM), (CEM,), 50),
        "T3 not a moment more where nobody else may call": ((ADA, CEM), (ADA, CEM), 50),
    },
)
def test_t3_how_long_a_call_waits(may, have, after_ms):
    ask = ask_of(*may)

    assert waiting(ask, *have).due([ask]) == OPENED + (10 + after_ms) * MS


@cases(
    "may, have, contested",
    {
        "alone": ((ADA,), (ADA,), False),
        "somebody else could have called": ((ADA, BEN), (ADA,), True),
        "both have called": ((ADA, BEN), (ADA, BEN), True),
        "all three have called": ((ADA, BEN, CEM), (ADA, BEN, CEM), True),
    },
)
def test_t8_a_call_is_contested_where_somebody_else_calls_or_could(may, have, contested):
    callers = Callers(SEATS, FAIR)
    presses = [called(callers, seat, 10, ask_of(*may)).press for seat in have]

    assert callers.evidence(presses, [ask_of(*may)], OPENED).contested is contested


@cases(
    "after_ms, told",
    {
        "just after": (1, True),
        "as long after as it is told": (3_000, True),
        "a moment later it answers nothing": (3_001, False),
    },
)
def test_t7_for_how_long_a_call_is_told_to_be_late(after_ms, told):
    """The ask ended with the call of somebody else, half a second after it had come."""
    callers, ask = Callers(SEATS, FAIR), ask_of(ADA, BEN)
    first = called(callers, ADA, 500, ask)
    callers.asks_changed([ask], [], first.fact)

    press = called(callers, BEN, 500 + after_ms, None).press

    assert press.closed == (first.fact.t if told else 0)
    assert not press.again


@cases(
    "down_ms, now_ms, told",
    {
        "not yet for a second": (-200, 799, False),
        "for a second": (-200, 800, True),
        "since the very moment of the ask: that is a press": (0, 2_000, False),
    },
)
def test_t6_a_button_that_is_down_since_before_its_ask_is_told_after_a_second(down_ms, now_ms, told):
    callers, ask = Callers(SEATS, FAIR), ask_of(ADA, BEN)
    down = OPENED + down_ms * MS
    callers.feel(Edge("1", down, True))
    callers.pass_until(down + 10 * MS)

    held = callers.held_too_long([ask], {ask.id: OPENED}, OPENED + now_ms * MS)

    assert [(caller.fact.seat, caller.press.held) for caller in held] == [("Ada", True)] * told
    assert HELD_AFTER == 1_000 * MS
