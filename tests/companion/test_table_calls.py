"""Calls at the table: in fair order, with ties, early, late and lost presses told as such."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.asks import MS, Fact, Kind, Source
from companion.calls.buttons import Edge
from companion.calls.evidence import Verdict as CallVerdict
from companion.calls.evidence import decide
from companion.rulings import Verdict
from companion.seats import seats_named
from tests.companion.in_short import sentence
from tests.companion.small_game.sitting import NAMES, Sitting
from tests.tables import cases

# --- calls ---


LATE, UNKNOWN = "T7 call.late seat=Ben ms=5.5", "T8 call.unknown seat=Ben ms=0.0"
AGAIN = "Ana 0, wait 300, Ben 0 lost, wait 300"


@cases(
    "done, callers, refused",
    {
        "T3 whoever pressed first": ("Cem 10, Ben 4, wait 200", "Ben Cem", ""),
        "T3 however they are heard: of three two count": ("Ana 7, Ben 7.5, Cem 2, wait 200", "Cem Ana", LATE),
        "T3 Cem is heard first": ("Cem 2, Ben 7.5, Ana 7, wait 200", "Cem Ana", LATE),
        "T3 Cem is heard between": ("Ben 7.5, Cem 2, Ana 7, wait 200", "Cem Ana", LATE),
        "T3 nobody calls twice": ("Ana 0, wait 300, Ana 0, wait 300", "Ana", "T3 call.again seat=Ana ms=0.0"),
        "T4 touch within its window is a tie as well": ("Ana 19 touch, Ben 0, wait 100", "Ana Ben", ""),
        "T7 late by so much": ("Ana 0, Ben 30, Cem 42, wait 200", "Ana Ben", "T7 call.late seat=Cem ms=42"),
        "T7 late after the grace as well": (
            "Ana 0, Ben 30, wait 500, Cem 0, wait 100",
            "Ana Ben",
            "T7 call.late seat=Cem ms=470",
        ),
        "T8 after lost signals nothing is decided": (AGAIN, "Ana", UNKNOWN),
        "T8 and everybody may press again": (
            f"{AGAIN}, Ben 0, wait 300",
            "Ana Ben",
            UNKNOWN,
        ),
    },
)
def test_who_has_called(at, done, callers, refused):
    """Each presses so many milliseconds from now, or touches the screen; or signals before it were lost."""
    at.to_the_call()
    for who, ms, *how in (told.split() for told in done.split(", ")):
        if who == "wait":
            assert at.table.state.callers == () or at.told, "nothing is decided before the grace is over"
            at.wait(int(ms))
        elif how == ["touch"]:
            at.touch_call(who, float(ms))
        else:
            at.press(who, float(ms), lose=2 if how else 0)

    assert " ".join(at.table.state.callers) == callers
    assert callers != "Ben Cem" or at.notes[-1] == ("T3", "call.after")
    told = [a.ruling for a in at.told if a.ruling.verdict is Verdict.REFUSED]
    assert [f"{ruling.rule} {sentence(ruling.why)}" for ruling in told] == ([refused] if refused else [])


def test_t3_a_call_is_decided_when_its_grace_is_over(at):
    at.to_the_call()
    start = at.clock.now()
    at.press("Ben", 0, hold_ms=0)
    at.wait(3)

    assert (at.table.next_tick(), at.table.state.callers) == (start + 50 * MS, ())
    at.wait(47)
    assert at.table.state.callers == ("Ben",)


def test_t3_nobody_waits_where_nobody_else_may_call():
    at = Sitting(names=("Ana", "Ben"))
    at.to_the_call()
    at.touch_call("Ana")
    at.wait(100)
    ruling = at.touch_call("Ben")

    assert ruling.verdict is Verdict.ACCEPTED
    assert at.table.state.callers == ("Ana", "Ben")


def test_t4_a_tie_goes_by_the_games_rule_not_by_time_or_pin(at):
    at.round(1, "Ana", "Ben")
    at.to_the_call()
    assert at.table.state.roller == "Ben"
    at.press("Ana", 0)
    at.press("Ben", 0.6)
    at.wait(100)

    assert at.table.state.callers == ("Ben", "Ana")
    assert ("T4", "call.tie") in at.notes


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(0, 300), min_size=3, max_size=3), st.permutations("123"), st.permutations(range(3))
)
def test_t3_pins_and_the_order_of_delivery_change_nothing(tenths, pins, delivery):
    def callers(buttons, order):
        seats = [
            msgspec.structs.replace(s, button=b) for s, b in zip(seats_named(NAMES), buttons, strict=True)
        ]
        at = Sitting(seats=seats)
        at.to_the_call()
        for n in order:
            at.press(NAMES[n], tenths[n] / 10)
        at.wait(500)
        return at.table.state.callers

    assert callers(pins, delivery) == callers("123", range(3))


def test_t4_the_house_rule_of_the_tie_window_is_kept():
    at = Sitting(tie_ms=30)

    assert (at.table.fairness.button_ms, at.table.fairness.touch_ms) == (30, 30)
    assert at.table.fairness.grace_ms >= 60


def test_t5_a_press_before_it_was_asked_for_is_told_with_its_time(at):
    at.roll(4)
    at.touch_call("Ben", -12)

    assert at.refusals == [("T5", "call.early")]
    assert at.told[-1].ruling.why.args == {"seat": "Ben", "ms": 12}


@pytest.mark.parametrize("lets_go", [False, True], ids=["T6 held down", "T6 after letting go it counts"])
def test_a_button_that_was_down_before_anybody_was_asked_is_told_once(at, lets_go):
    at.press("Ben", hold_ms=1500 if lets_go else 0)
    at.wait(10)
    at.roll(4)
    at.wait(2000)
    assert at.refusals[0] == ("T1", "call.not_now")
    at.press("Ben") if lets_go else at.wait(1000)
    at.wait(100)

    assert at.table.state.callers == (("Ben",) if lets_go else ())
    assert at.refusals[1:] == ([] if lets_go else [("T6", "call.held")])


def test_t7_a_press_that_was_delivered_after_the_decision_is_told_as_such(at):
    at.to_the_call()
    start = at.clock.now()
    at.press("Ana", 0)
    at.press("Ben", 30)
    at.wait(500)
    at.table.hear(Fact(Kind.CALL, "mine", start + 25 * MS, Source.BUTTON, "Cem"))

    assert at.refusals == [("T7", "call.delayed")]


def test_a_button_of_nobody_is_told_of():
    seats = [
        msgspec.structs.replace(seat, button=b) for seat, b in zip(seats_named(NAMES), "127", strict=True)
    ]
    at = Sitting(seats=seats)
    at.to_the_call()
    at.table.feel(Edge("3", at.clock.now(), True))
    at.wait(100)

    assert at.refusals == [("T16", "call.nobody")]


def test_t15_a_head_start_is_taken_off_and_stands_in_the_evidence():
    seats = list(seats_named(NAMES))
    seats[2] = msgspec.structs.replace(seats[2], handicap_ms=150)
    at = Sitting(seats=seats)
    at.to_the_call()
    at.press("Ana", 0)
    at.press("Ben", 20)
    at.wait(120)
    at.press("Cem", 0)
    at.wait(300)

    assert at.table.state.callers == ("Cem", "Ana")
    entry = next(a.entry for a in at.told if a.fact.seat == "Cem")
    assert at.table.evidence(entry).handicaps == {"Cem": 150}


def test_every_decision_can_be_derived_again_from_its_evidence(at):
    at.to_the_call()
    for seat, ms in (("Ana", 5), ("Ben", 5.4), ("Cem", 9)):
        at.press(seat, ms)
    at.wait(200)

    for announcement in at.told[1:]:
        evidence = at.table.evidence(announcement.entry)
        standing = next(s for s in decide(evidence).standings if s.seat == announcement.fact.seat)
        assert standing.verdict is CallVerdict.COUNTS
        assert evidence.presses[0].edges[0].line == "1"


def test_a_fact_after_a_waiting_call_is_judged_after_it(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.press("Ben", 1.5)
    at.wait(10)
    assert at.table.state.callers == ()
    assert at.table.hear(fact_at(at, Kind.CHOICE, True, "Ana")) is None

    at.wait(100)

    assert at.table.state.points == {"Ana": 4, "Ben": 1, "Cem": 0}


def fact_at(at, kind, value, seat=""):
    return Fact(kind, value, at.clock.now(), Source.TOUCH, seat)


def test_the_time_of_an_ask_ends_and_a_call_made_in_time_still_counts(at):
    at.roll(4)
    at.wait(4990)
    at.press("Ben", 0)
    at.wait(20)
    assert at.table.state.phase == "call"

    at.wait(200)

    assert at.table.state.callers == ("Ben",)
    assert at.table.state.phase == "keep"
    assert at.told[-1].by == "clock"


def test_a_time_never_ends_before_the_calls_made_in_it_are_decided():
    seats = [msgspec.structs.replace(seat, handicap_ms=400) for seat in seats_named(NAMES)]
    at = Sitting(seats=seats)
    at.roll(4)
    at.wait(4990)
    at.press("Ben", 0)

    at.wait(2000)

    assert at.table.state.callers == ("Ben",)
    assert [a.by for a in at.told] == ["fact", "fact", "clock"]


def test_a_time_is_told_once(at):
    at.roll(4)
    at.wait(20_000)

    assert [a.by for a in at.told] == ["fact", "clock"]
    assert at.table.state.phase == "roll"
    assert at.table.next_tick() is None
