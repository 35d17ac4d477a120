"""What comes at the same moment, and asks that end by themselves, at a real table (T1, T5, T7)."""

import pytest

from companion.asks import MS, Ask, Kind, Say
from companion.rulings import Verdict
from tests.companion.small_game import GAME
from tests.companion.small_game.rules import Peek
from tests.companion.small_game.sitting import Sitting
from tests.tables import cases


@cases(
    "after_ms, waits",
    {
        "T1 before a call that is not decided yet": (-1, False),
        "T1 at the same moment": (0, False),
        "T1 after it: it is judged after it": (1, True),
    },
)
def test_a_fact_beside_a_waiting_call(after_ms, waits, at):
    at.to_the_call()
    assert at.touch_call("Ben") is None

    ruling = at.hear(Kind.CHOICE, True, "Ben", after_ms=after_ms)

    assert (ruling is None) is waits


@cases(
    "call, ask, counts",
    {
        "T1 a call that names nothing": ("mine", "", True),
        "T1 or what it answers": ("mine", "mine", True),
        "T1 another button, which has vanished": ("mine", "yours", False),
        "T1 another call": ("yours", "mine", False),
        "T1 a call that nobody asks for": ("yours", "", False),
    },
)
def test_which_call_is_heard(call, ask, counts, at):
    at.to_the_call()
    ruling = at.hear(Kind.CALL, call, "Ben", ask=ask)
    at.wait(1000)

    assert (ruling is None) is counts
    assert at.state.callers == (("Ben",) if counts else ())
    assert counts or ruling.verdict is Verdict.REFUSED


def test_t7_no_time_runs_out_while_something_is_explained(at):
    """T7: five seconds to call; two are over when it is explained, and three are left afterwards."""
    at.to_the_call()
    at.wait(2000)
    at.table.hold()
    at.wait(60_000)
    assert at.state.phase == "call" and at.table.next_tick() is None
    at.table.go_on()
    at.wait(1500)
    assert at.state.phase == "call"
    at.wait(2500)
    assert (at.state.phase, at.state.roller) == ("roll", "Ben")


def test_t7_who_has_understood_a_call_presses_while_it_is_explained(at):
    at.to_the_call()
    at.table.hold()
    at.wait(3000)
    at.hear(Kind.CALL, "mine", "Ben")
    at.wait(1000)
    assert at.state.callers == ("Ben",)


def test_t10_after_taking_back_a_time_runs_again(at):
    """T10: nobody has called within five seconds; that is taken back, and they run once more."""
    at.to_the_call()
    at.wait(6000)
    assert (at.state.phase, at.state.roller) == ("roll", "Ben")

    at.table.undo(agreed=True)
    assert (at.state.phase, at.state.roller) == ("call", "Ana")
    at.wait(4000)
    assert at.state.phase == "call"
    at.wait(2000)
    assert (at.state.phase, at.state.roller) == ("roll", "Ben")


def test_t5_after_taking_back_a_call_counts_only_from_then_on(at):
    """T5, T10: the press was made while the call was open, but that was taken back."""
    at.to_the_call()
    at.press("Ben")
    at.wait(1000)
    at.table.undo(agreed=True)
    at.wait(10)

    at.touch_call("Cem", after_ms=-500)
    assert at.refusals[-1][0] == "T5"
    at.touch_call("Cem")
    at.wait(1000)
    assert at.state.callers == ("Cem",)


def test_a_time_that_is_over_is_not_over_again(at):
    """R3: the ask goes on waiting for nobody; in the next round it has a time of its own."""
    at.to_the_call()
    at.wait(6000)
    at.roll(3)
    at.wait(4000)
    assert at.state.phase == "call"
    at.wait(2000)
    assert (at.state.phase, at.state.roller) == ("roll", "Cem")


def test_t5_a_press_at_the_very_moment_counts(at):
    """T5: from the moment when it is asked for, and not a nanosecond before."""
    at.roll(4)
    at.touch_call("Ben")
    at.wait(1000)

    assert at.state.callers == ("Ben",)


def test_a_time_that_was_told_stays_told_while_its_ask_stays(monkeypatch, at):
    """Where a game goes on asking after the time is over, whatever else happens is no new time."""
    honest = type(GAME).understand
    monkeypatch.setattr(
        type(GAME),
        "understand",
        lambda self, state, ask, fact: Peek() if fact.kind is Kind.TIME else honest(self, state, ask, fact),
    )
    at.to_the_call()
    at.wait(6000)
    assert at.state.peeked == 1

    at.propose(move="peek", seat="Ana")
    at.wait(20_000)

    assert at.state.peeked == 2


@pytest.mark.parametrize(("kind", "ms"), [(Kind.CONFIRM, 1000), (Kind.CALL, 1000 + 50)])
def test_only_calls_have_a_grace(kind, ms, monkeypatch):
    """T3: a press may still be on its way; a touch is there when it is made."""
    ask = Ask("wait", kind, ("Ana",), Say("wait"), "R3", call="mine", within_ms=1000)
    monkeypatch.setattr(type(GAME), "asks", lambda self, state: (ask,))
    at = Sitting()

    assert at.table.fairness.grace_ms == 50
    assert at.table.next_tick() == at.clock.now() + ms * MS


@cases(
    "steps, agreed",
    {
        "T10 the roll alone was read by the eyes": (1, False),
        "T10 the peek before it revealed something": (2, True),
        "T10 more than there is: all of it": (9, True),
    },
)
def test_what_taking_back_would_need(steps, agreed, at):
    at.propose(move="peek", seat="Ana")
    at.roll(4)

    assert at.table.undo_level(steps).needs_agreement is agreed
