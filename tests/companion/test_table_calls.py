"""Calls at the table: in fair order, with ties, early, late and lost presses told as such."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.calls.edges import Edge
from companion.calls.evidence import Verdict as CallVerdict
from companion.calls.evidence import decide
from companion.facts import MS, Fact, Kind, Source
from companion.rulings import Verdict
from companion.seats import seats_named
from tests.companion.small_game.sitting import NAMES, Sitting

# --- calls ---


def test_t3_calls_wait_for_the_grace_and_are_put_in_order(at):
    at.to_the_call()
    at.press("Cem", 10)
    at.press("Ben", 4)
    assert at.table.state.callers == ()

    at.wait(200)

    assert at.table.state.callers == ("Ben", "Cem")
    assert at.notes[-1] == ("T3", "call.after")


def test_t3_a_call_is_decided_when_its_grace_is_over(at):
    at.to_the_call()
    start = at.clock.now()
    at.press("Ben", 0, hold_ms=0)
    at.wait(3)

    assert at.table.next_tick() == start + 50 * MS
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


def test_t4_touch_within_its_window_is_a_tie_as_well(at):
    at.to_the_call()
    at.touch_call("Ana", 19)
    at.press("Ben", 0)
    at.wait(100)

    assert at.table.state.callers == ("Ana", "Ben")


@pytest.mark.parametrize("order", [("Ana", "Ben", "Cem"), ("Cem", "Ben", "Ana"), ("Ben", "Cem", "Ana")])
def test_t3_the_order_of_delivery_changes_nothing(order):
    at = Sitting()
    at.to_the_call()
    times = {"Ana": 7.0, "Ben": 7.5, "Cem": 2.0}
    for seat in order:
        at.press(seat, times[seat])
    at.wait(200)

    assert at.table.state.callers == ("Cem", "Ana")


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


def test_t6_a_button_held_since_before_is_told_once_and_not_counted(at):
    at.press("Ben", hold_ms=0)
    at.wait(10)
    at.roll(4)
    at.wait(3000)

    assert at.refusals == [("T1", "call.not_now"), ("T6", "call.held")]
    assert at.table.state.callers == ()


def test_t6_after_letting_go_it_counts(at):
    at.press("Ben", hold_ms=1500)
    at.wait(10)
    at.roll(4)
    at.wait(2000)
    at.press("Ben")
    at.wait(100)

    assert at.table.state.callers == ("Ben",)


def test_t7_after_the_decision_a_call_is_late_by_so_much(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.press("Ben", 30)
    at.press("Cem", 42)
    at.wait(200)

    assert at.table.state.callers == ("Ana", "Ben")
    assert at.refusals == [("T7", "call.late")]
    assert at.told[-1].ruling.why.args == {"seat": "Cem", "ms": 42}


def test_t7_late_after_the_grace_as_well(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.press("Ben", 30)
    at.wait(500)
    at.press("Cem")
    at.wait(100)

    assert at.refusals == [("T7", "call.late")]
    assert at.told[-1].ruling.why.args == {"seat": "Cem", "ms": 470}


def test_t7_a_press_that_was_delivered_after_the_decision_is_told_as_such(at):
    at.to_the_call()
    start = at.clock.now()
    at.press("Ana", 0)
    at.press("Ben", 30)
    at.wait(500)
    at.table.hear(Fact(Kind.CALL, "mine", start + 25 * MS, Source.BUTTON, "Cem"))

    assert at.refusals == [("T7", "call.delayed")]


def test_t3_calling_twice_is_told_kindly(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.wait(300)
    at.press("Ana", 0)
    at.wait(300)

    assert at.refusals == [("T3", "call.again")]


def test_t8_after_lost_signals_nothing_is_decided_and_everybody_may_press_again(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.wait(300)
    at.press("Ben", 0, lose=2)
    at.wait(300)
    assert at.refusals == [("T8", "call.unknown")]
    assert at.table.state.callers == ("Ana",)

    at.press("Ben")
    at.wait(300)

    assert at.table.state.callers == ("Ana", "Ben")


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
