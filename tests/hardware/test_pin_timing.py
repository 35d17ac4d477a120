"""The pure part of our pin factory: the order of events, and lost ones."""

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from companion.asks import MS
from hardware.pins.sequence import PATIENCE, InOrder
from tests.tables import cases


class Event(NamedTuple):
    global_seqno: int


def ordered(numbers: list[int], then: int = 0) -> list[tuple[int, int]]:
    """(number, lost before it) in the order of handing on; each event arrives 0.1 ms after the one before."""
    told: list[tuple[int, int]] = []
    order: InOrder[Event] = InOrder(lambda event, lost: told.append((event.global_seqno, lost)))
    now = 0
    for now, number in enumerate(numbers):
        order.feed(Event(number), now * MS // 10)
        order.pass_until(now * MS // 10)
    order.pass_until(now * MS // 10 + then)
    return told


@cases(
    "arriving, told",
    {
        "in order": ([1, 2, 3], [(1, 0), (2, 0), (3, 0)]),
        "two lines in the wrong order": ([2, 1, 3], [(1, 0), (2, 0), (3, 0)]),
        "backwards": ([3, 2, 1], [(1, 0), (2, 0), (3, 0)]),
        "two lost": ([1, 4, 5], [(1, 0), (4, 2), (5, 0)]),
        "the first ones lost": ([5], [(5, 4)]),
        "lost in two places": ([1, 3, 6], [(1, 0), (3, 1), (6, 2)]),
    },
)
def test_events_are_handed_on_in_the_kernels_order(arriving, told):
    assert ordered(arriving, then=10 * PATIENCE) == told


def test_a_missing_number_is_waited_for_but_not_for_long():
    assert ordered([1, 3], then=PATIENCE // 2) == [(1, 0)]
    assert ordered([1, 3], then=PATIENCE) == [(1, 0), (3, 1)]


def test_what_was_given_up_for_lost_is_not_told_twice():
    told = []
    order: InOrder[Event] = InOrder(lambda event, lost: told.append((event.global_seqno, lost)))
    order.feed(Event(2), 0)
    order.pass_until(PATIENCE)
    order.feed(Event(1), PATIENCE + 1)

    assert told == [(2, 1)]


def test_a_new_request_counts_from_one_again_and_nothing_that_waits_is_forgotten():
    told = []
    order: InOrder[Event] = InOrder(lambda event, lost: told.append((event.global_seqno, lost)))
    order.feed(Event(1), 0)
    order.feed(Event(3), 0)
    order.restart()
    order.feed(Event(1), 0)

    assert told == [(1, 0), (3, 1), (1, 0)]
    assert order.due() is None


@given(st.permutations(range(1, 40)), st.sets(st.integers(1, 38)))
def test_whatever_the_order_of_arrival_nothing_is_told_twice_or_unnoticed(arriving, lost):
    told = ordered([n for n in arriving if n not in lost], then=100 * PATIENCE)
    numbers = [number for number, _ in told]

    assert numbers == sorted(set(numbers))
    assert sum(missing for _, missing in told) + len(told) == max(numbers)
