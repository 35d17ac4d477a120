"""What becomes of each press: a decision that follows from its evidence alone (T3 to T8, T15)."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.asks import MS
from companion.calls.buttons import Fairness, Lost, Press
from companion.calls.evidence import Evidence, Verdict, decide
from tests.companion.called import seat_presses
from tests.tables import cases

FAR = 10_000 * MS


def evidence(*called, **more):
    return Evidence(presses=called, fairness=Fairness(), decided=FAR, **more)


def asked(seat, ms, **more):
    return Press(seat, round(ms * MS), **more)


def fared(found):
    return [(s.seat, s.verdict, s.place, s.gap / MS) for s in decide(found).standings]


@cases(
    "found, standings",
    {
        "T3 by the first edge": (
            evidence(asked("A", 7), asked("B", 3)),
            [("B", Verdict.COUNTS, 1, 0), ("A", Verdict.COUNTS, 2, 4)],
        ),
        "T4 a tie goes by the game's rule": (
            evidence(asked("A", 3), asked("B", 3.5), ties=(("B", "A"),)),
            [("B", Verdict.COUNTS, 1, 0.5), ("A", Verdict.COUNTS, 2, 0)],
        ),
        "T5 too early": (
            evidence(asked("A", 3, armed=5 * MS), asked("B", 6, armed=5 * MS)),
            [("B", Verdict.COUNTS, 1, 0), ("A", Verdict.EARLY, 0, 2)],
        ),
        "T5 just in time": (evidence(asked("A", 5, armed=5 * MS)), [("A", Verdict.COUNTS, 1, 0)]),
        "T6 held since before": (
            evidence(asked("A", 2, armed=5 * MS, held=True)),
            [("A", Verdict.HELD, 0, 3)],
        ),
        "T7 too late": (evidence(asked("A", 9, closed=5 * MS)), [("A", Verdict.LATE, 0, 4)]),
        "T7 delivered too late": (evidence(asked("A", 2, closed=5 * MS)), [("A", Verdict.DELAYED, 0, 3)]),
        "T7 at that very moment": (evidence(asked("A", 5, closed=5 * MS)), [("A", Verdict.LATE, 0, 0)]),
        "T8 a loss that began at that very moment": (
            evidence(asked("A", 5), lost=(Lost(5 * MS, 8 * MS, 1),)),
            [("A", Verdict.UNKNOWN, 0, 0)],
        ),
        "T8 a loss that ended when it was asked": (
            evidence(asked("A", 9, armed=8 * MS), lost=(Lost(5 * MS, 8 * MS, 1),)),
            [("A", Verdict.UNKNOWN, 0, 0)],
        ),
        "T8 after a loss nobody knows": (
            evidence(asked("A", 9), asked("B", 3), lost=(Lost(5 * MS, 8 * MS, 1),)),
            [("B", Verdict.COUNTS, 1, 0), ("A", Verdict.UNKNOWN, 0, 0)],
        ),
        "T8 a loss before it was asked does not matter": (
            evidence(asked("A", 9, armed=8.5 * MS), lost=(Lost(5 * MS, 8 * MS, 1),)),
            [("A", Verdict.COUNTS, 1, 0)],
        ),
        "T8 nor where nobody else may call": (
            evidence(asked("A", 9), lost=(Lost(5 * MS, 8 * MS, 1),), contested=False),
            [("A", Verdict.COUNTS, 1, 0)],
        ),
        "T3 twice": (
            evidence(asked("A", 1), asked("A", 4)),
            [("A", Verdict.COUNTS, 1, 0), ("A", Verdict.AGAIN, 0, 0)],
        ),
        "T15 a head start": (
            evidence(asked("A", 10), asked("Kim", 100), handicaps={"Kim": 95}),
            [("Kim", Verdict.COUNTS, 1, 0), ("A", Verdict.COUNTS, 2, 5)],
        ),
    },
)
def test_what_becomes_of_a_press(found, standings):
    assert fared(found) == standings


def test_the_order_has_only_the_calls_that_count():
    found = decide(evidence(asked("A", 3, armed=5 * MS), asked("B", 9), asked("C", 6)))

    assert found.order == ("C", "B")


@given(seat_presses, st.randoms(use_true_random=False))
def test_a_decision_follows_from_its_evidence_alone(called, random):
    found = evidence(*called, lost=(Lost(20 * MS, 25 * MS, 1),))
    shuffled = list(called)
    random.shuffle(shuffled)
    kept = msgspec.json.decode(msgspec.json.encode(found), type=Evidence)

    assert decide(kept) == decide(found)
    assert decide(msgspec.structs.replace(found, presses=tuple(shuffled))) == decide(found)


@given(seat_presses)
def test_every_press_is_told_of(called):
    assert sorted(s.seat for s in decide(evidence(*called)).standings) == sorted(p.seat for p in called)
