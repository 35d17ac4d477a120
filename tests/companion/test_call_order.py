"""Who called first, and which calls are a tie (T3, T4)."""

from random import Random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.asks import MS, Source
from companion.calls.buttons import Fairness, Press
from companion.calls.evidence import rank, tied, window
from tests.companion.called import press, seat_presses
from tests.tables import cases


@cases(
    "unsure, ns",
    {
        "T4 two buttons: a millisecond": ((0, 0), 1 * MS),
        "T4 and what the first is unsure of": ((3, 0), 1 * MS + 3),
        "T4 or the second": ((0, 5), 1 * MS + 5),
        "T4 or both": ((3, 5), 1 * MS + 8),
    },
)
def test_t4_how_close_two_presses_tie(unsure, ns):
    first, second = (Press(seat, 0, uncertainty=n) for seat, n in zip("AB", unsure, strict=True))

    assert window(first, second, Fairness(button_ms=1)) == ns
    assert tied(first, Press("B", ns, uncertainty=unsure[1]), Fairness(button_ms=1))
    assert not tied(first, Press("B", ns + 1, uncertainty=unsure[1]), Fairness(button_ms=1))


def test_without_presses_there_is_no_order():
    assert rank([]) == ()


def touch(seat, ms):
    return press(seat, ms, Source.TOUCH)


@cases(
    "called, groups",
    {
        "T4 nobody": ([], []),
        "T4 two buttons within 1 ms": ([press("A", 0), press("B", 1)], ["AB"]),
        "T4 two buttons just beyond": ([press("A", 0), press("B", 1.001)], ["A", "B"]),
        "T4 touch makes it 20 ms": ([press("A", 0), touch("B", 20)], ["AB"]),
        "T4 touch just beyond": ([press("A", 0), touch("B", 20.1)], ["A", "B"]),
        "T4 two touches": ([touch("A", 0), touch("B", 19)], ["AB"]),
        "T4 a keyboard": ([press("A", 0), press("B", 5, Source.KEYBOARD)], ["AB"]),
        "T4 what a source is unsure of": ([press("A", 0), press("B", 1.5, uncertainty_ms=0.5)], ["AB"]),
        "T4 no chains": ([press("A", 0), press("B", 0.9), press("C", 1.8), press("D", 2.7)], ["AB", "CD"]),
        "T4 who is between is in it": ([press("A", 0), touch("B", 15), press("C", 5)], ["ACB"]),
        "T4 touch far away is no tie": ([press("A", 0), press("B", 5), touch("C", 30)], ["A", "B", "C"]),
        "T3 a seat's first press counts": ([press("A", 5), press("A", 0), press("B", 3)], ["A", "B"]),
        "T4 at the very same instant": ([press("B", 7), press("A", 7)], ["AB"]),
    },
)
def test_groups(called, groups):
    assert ["".join(group.seats) for group in rank(called)] == groups


def test_t3_the_gaps_are_told_from_the_first():
    assert [g.gap / MS for g in rank([press("A", 10), press("B", 22), press("C", 40)])] == [0, 12, 30]


@given(seat_presses, st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(called, random: Random):
    shuffled = list(called)
    random.shuffle(shuffled)

    assert rank(shuffled) == rank(called)


@given(seat_presses, st.permutations("ABCDEF"))
def test_names_and_pins_of_seats_change_nothing(called, names):
    new_name = dict(zip("ABCDEF", names, strict=True))
    renamed = [msgspec.structs.replace(p, seat=new_name[p.seat]) for p in called]

    assert [{new_name[s] for s in g.seats} for g in rank(called)] == [set(g.seats) for g in rank(renamed)]


@given(seat_presses)
def test_groups_are_intervals_and_nobody_measured_earlier_is_behind(called):
    ranked = rank(called)
    times = [p.t for group in ranked for p in group.presses]

    assert times == sorted(times)
    assert sorted(p.seat for g in ranked for p in g.presses) == sorted({p.seat for p in called})
