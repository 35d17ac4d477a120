"""The bench of calls: the model does what it says, ours never lets the wrong player win, the others do."""

import msgspec
import numpy as np
import pytest

from hardware.lab import bench_calls, table_of
from hardware.lab.checks import permutation_faults, tie_shares
from hardware.lab.ours import outcomes
from hardware.lab.rivals import RIVALS
from hardware.lab.switches import BOUNCE_MS, CLOSED_MS, Presses, pairs, presses, stamped
from tests.at_first import more, quick


def random(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_the_model_bounces_as_it_says():
    made = presses(np.zeros(5_000), random())
    edges = np.column_stack((made.closes, made.flips))
    lasted = made.last()
    closed = edges[:, 2::2] - edges[:, 1:-1:2]

    assert lasted[lasted > 0].min() > 0.1 and lasted.max() < BOUNCE_MS[1] + 2
    assert np.nanmin(np.diff(edges, axis=1)) >= CLOSED_MS * 0.99
    assert np.nanmin(closed) >= CLOSED_MS * 0.99
    assert 0.03 < np.isfinite(made.spark[:, 0]).mean() < 0.07
    assert np.nanmax(made.spark[:, 1] - made.spark[:, 0]) <= 0.020


def test_stamps_are_late_and_in_order_on_each_line():
    edges = presses(np.zeros(2_000), random()).edges()
    stamps = stamped(edges, random(2))

    assert np.nanmin(stamps - edges) >= 0
    given = [row[~np.isnan(row)] for row in stamps]
    assert all((np.diff(row) >= 0.0009).all() for row in given)


@pytest.mark.parametrize("gap", quick([2.0, 1.2, 10.0]))
def test_outside_the_tie_window_nobody_wrong_wins_on_our_path(gap):
    for block in pairs(gap, 2_000, random(round(gap * 10))):
        result = outcomes(block, random(3))

        assert (result.wrong, result.ties) == (0, 0)
        assert result.right >= 1_980
        assert sum(result) == 2_000


def test_within_the_tie_window_it_is_a_tie():
    (block,) = pairs(0.5, 500, random(4))
    result = outcomes(block, random(5))

    assert result.wrong == 0 and result.ties >= 495


def test_lost_edges_are_said_and_never_guessed():
    (block,) = pairs(2.0, 1_000, random(6))
    broken = msgspec.structs.replace(block, loses_edges=np.ones(1_000, bool))
    result = outcomes(broken, random(7))

    assert result.wrong == 0
    assert result.unknown > 500


@pytest.mark.parametrize("rival", RIVALS)
def test_the_others_let_the_wrong_player_win(rival):
    (block,) = pairs(2.0, 4_000, random(8))

    assert RIVALS[rival](block, random(9)).mean() > 0.03


def test_without_any_bounce_even_the_others_are_right():
    still = Presses(np.zeros(10), np.full((10, 2), np.nan), np.full((10, 2), np.nan))
    (block,) = pairs(2.0, 10, random())
    moved = msgspec.structs.replace(still, closes=np.full(10, 2.0))
    clean = msgspec.structs.replace(block, first=still, second=moved)

    assert not RIVALS["lgpio debounce"](clean, random()).any()


@more
def test_permutations_change_nothing_and_ties_are_fair():
    assert permutation_faults(300, seed=1) == 0
    assert all(abs(share - 0.5) < 0.02 for share in tie_shares(20_000, seed=1).values())


def test_the_report_says_that_it_is_a_model_and_whether_everything_held():
    bench = bench_calls(pairs_in_all=550, ties=20_000)

    assert "a model and not a measurement" in table_of(bench, "en")
    assert "ein Modell und keine Messung" in table_of(bench, "de")
    assert bench.pairs == 550 and len(bench.gaps) == 11
    assert bench.wrong_outside == 0 and bench.permutation_faults == 0
    assert msgspec.json.decode(msgspec.json.encode(bench))["gaps"][0]["gap_ms"] == 0.1


def test_the_table_stands_in_columns_and_counts_as_its_language_does():
    bench = bench_calls(pairs_in_all=22, ties=2_000, gaps=(0.5, 20.0))
    english, german = (table_of(bench, language).splitlines() for language in ("en", "de"))

    assert [len(line) for line in english[2:5]] == [len(english[2])] * 3
    assert [len(line) for line in german[2:5]] == [len(german[2])] * 3
    assert "0.5 ms" in english[3] and "0,5 ms" in german[3] and "." not in german[3]
    assert "{" not in "".join((*english, *german))


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_million_pairs():
    bench = bench_calls(pairs_in_all=1_000_000)

    assert bench.held, table_of(bench, "en")
