"""The measures of the tasks at their very edges (W-T1 to W-T12, AW-13, AW-40)."""

import pytest

from companion.games.wobble import judging
from companion.games.wobble.judging import Flipped
from companion.lab.vectors.wobble import best_of_three, double_or_nothing, of_the_pile


@pytest.mark.parametrize(
    ("fall", "bump", "done"),
    [
        (7_000, None, True),
        (6_999, None, False),
        (8_000, 7_000, True),  # harmless after seven seconds
        (8_000, 6_999, False),
        (6_999, 8_000, False),
        (7_000, -1, True),  # no bump at all
        (7_000, 0, False),
    ],
)
def test_wt1_seven_seconds(fall, bump, done):
    assert judging.spins(fall, bump) is done


@pytest.mark.parametrize(
    ("ms", "told", "done"), [(90_000, False, True), (89_999, False, False), (90_000, True, False)]
)
def test_wt2_ninety_seconds_without_the_reason(ms, told, done):
    assert judging.calls(ms, told) is done
    assert judging.calls(90_000)


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        (["m0"], Flipped(1, 0)),
        (["NM", "m0"], Flipped(2, 10)),
        (["mSK", "CAP", "y3"], Flipped(3, 13)),
        (["DBL", "NM", "CAP", "g9", "m1"], Flipped(4, 39)),
        (["DG", "CSmg"], Flipped(2, None)),
    ],
)
def test_wt3_the_first_number_and_ten_for_each_jerk(cards, found):
    assert judging.flipped(cards) == found


@pytest.mark.parametrize(
    ("estimate", "at_most", "below"),
    [
        (900, True, False),
        (1100, True, False),
        (899, False, False),
        (1101, False, False),
        (901, True, True),
        (1099, True, True),
    ],
)
def test_wt8_ten_percent_off(estimate, at_most, below):
    assert judging.estimates(estimate, 1000) is at_most
    assert judging.estimates(estimate, 1000, "lt") is below


@pytest.mark.parametrize(
    ("ms", "done"),
    [(18_999, False), (19_000, True), (19_010, True), (21_000, True), (21_009, True), (21_010, False)],
)
def test_wt9_nineteen_to_twenty_one_on_the_display(ms, done):
    assert judging.stops(ms) is done
    assert not judging.stops(ms, stopped=False)


@pytest.mark.parametrize(
    ("throws", "result"),
    [
        ("", "open"),
        ("RS", "open"),
        ("RS RS", "ok"),
        ("RP RP", "fail"),
        ("RP RS", "open"),
        ("RP RS SP", "ok"),
        ("RP RS PS", "fail"),
        ("RR PP SS", "open"),  # draws count for nobody
        ("RR RS PP PR", "ok"),
        ("SR SS PS", "fail"),
    ],
)
def test_wt10_first_to_two_wins(throws, result):
    assert best_of_three([tuple(pair) for pair in throws.split()]) == result


@pytest.mark.parametrize(
    ("table", "goal"),
    [(1000, 100), (1001, 100.05), (1500, 125), (1999, 149.95), (2000, 150), (3000, 150), (900, 100)],
)
def test_wt12_the_goal_grows_with_the_table(table, goal):
    assert judging.goal_mm(table) == pytest.approx(goal, abs=1e-9)


@pytest.mark.parametrize(
    ("table", "rear", "fell", "done"),
    [
        (1000, 100, False, True),
        (1000, 100.5, False, False),
        (1000, 0, False, True),
        (1000, -1, False, False),  # over the edge
        (999, 0, False, False),  # no table of a metre
        (2000, 150, False, True),
        (2000, 151, False, False),
        (1000, 50, True, False),
    ],
)
def test_wt12_at_rest_within_the_goal(table, rear, fell, done):
    assert judging.slides(table, rear, fell) is done
    assert judging.slides(1000, 0)


@pytest.mark.parametrize(("tasks", "chance"), [((), 0.5), ((1,), 0.5), ((2,), 0.7071), ((3,), 0.7937)])
def test_daring_pays_from_so_much_on(tasks, chance):
    assert judging.breaks_even(*tasks) == pytest.approx(chance, abs=1e-4)


@pytest.mark.parametrize(
    ("pile", "result", "drawn"),
    [(3, "ok", 0), (3, "fail", 6), (5, "fail", 10), (6, "cannot", 6), (6, "draw", 6)],
)
def test_double_or_nothing(pile, result, drawn):
    assert double_or_nothing(pile, result) == drawn


@pytest.mark.parametrize(
    ("results", "together"),
    [("ok", "ok"), ("ok ok", "ok"), ("ok fail", "fail"), ("cannot fail", "fail"), ("ok cannot", "cannot")],
)
def test_a_pile_of_tasks_goes_as_its_worst(results, together):
    assert of_the_pile(results.split()) == together
