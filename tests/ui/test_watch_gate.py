"""The gate for every change of the eyes: real photographs and path-traced tables, through the path of a game.

Nobody here drew these pictures; those in the project were path-traced by `vision.lab.traced_tables`. No
figure may fall below the one that stands here.
"""

from pathlib import Path

import pytest

from tests.at_first import quick
from ui.lab.bench.watch import How, bench_watch

TRACED = Path(__file__).parents[1] / "vision" / "traced_tables"  # dice on the kit's own mat


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("folder", "mat", "most", "least_right"),
    quick(
        [
            ("renders/R4", "auto", 7, 0.7),
            ("photos/dice_damian", "none", 4, 1.0),
            ("photos/dice_wiktoria", "corners", 1, 1.0),  # dice over the border of a tray of one's own
            ("renders/R4", "auto", None, 0.85),
            ("photos/dice_nell", "none", 15, 0.85),
            ("photos/dice_wiktoria", "none", 20, 0.8),
            ("photos/dice_matteo", "none", None, 1.0),  # from the side, as the next
            ("photos/dice_epanemu", "none", None, 0.8),
            ("photos/dice_damian", "none", 12, 0.9),
            ("photos/dice_damian", "corners", 8, 1.0),
            ("photos/dice_nell", "corners", 15, 0.9),
            ("photos/dice_misc", "none", None, 0.9),
            ("photos/dice_misc", "corners", None, 0.8),
        ],
        most=0,
        more=3,
    ),
)
def test_each_roll_is_told_once_and_rightly(pictures, tmp_path, folder, mat, most, least_right):
    (seen,) = bench_watch(pictures / folder, most, mat, lambda _: None, tmp_path, How(False)).values()

    assert seen.count("right") >= least_right * len(seen.pictures)
    assert seen.count("flat_called_leaning") <= 1 and seen.count("leaning_given_a_value") == 0


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("most", "least_right"), quick([(4, 3), (None, 8)], 1))
def test_dice_on_path_traced_mats_are_told_without_any_pictures_from_elsewhere(tmp_path, most, least_right):
    (seen,) = bench_watch(TRACED, most, "auto", lambda _: None, tmp_path, How(False)).values()

    assert seen.count("right") >= least_right
    assert sum(one.score.wrong for one in seen.pictures) == 0
    assert seen.count("flat_called_leaning") == 0 and seen.count("leaning_given_a_value") == 0
