"""Does a die lean? Told from path-traced dice that another renderer made, standing and leaning."""

from pathlib import Path

import numpy as np
import pytest

from vision.dice.networks import shipped
from vision.dice.settings import SETTINGS
from vision.dice.tilted import learnt
from vision.lab.dice.standing import LEANS, STANDS, TRAITS, Lessons, fitted, lessons, read_in

CROPS = Path(__file__).with_name("path_traced_dice.npz")


@pytest.fixture(scope="module")
def seen():
    """64 dice that nobody learnt from, and how likely each leans: at sight, and by all looks."""
    rows = lessons(*read_in(CROPS), shipped())
    at_sight, _, by_all = (
        weights.likely(traits)
        for weights, traits in zip(learnt(), np.split(rows.rows, np.cumsum(TRAITS)[:-1], axis=1), strict=True)
    )
    return rows.leans, at_sight, by_all


def test_hardly_any_die_that_stands_seems_to_lean(seen):
    leans, _, likely = seen
    standing = likely[leans <= STANDS]

    assert len(standing) >= 25
    assert (standing > 0.95).sum() == 0 and (standing > 0.8).mean() < 0.1


def test_most_dice_that_lean_far_are_asked_about(seen):
    leans, _, likely = seen
    far = likely[leans > 2 * LEANS]

    assert len(far) >= 15
    assert (far > 0.4).mean() > 0.7


def test_no_die_that_leans_far_is_taken_to_stand_at_sight(seen):
    leans, at_sight, _ = seen

    assert (at_sight[leans > 2 * LEANS] < SETTINGS.tilted.plainly).mean() < 0.1
    assert (at_sight[leans <= STANDS] < SETTINGS.tilted.plainly).mean() > 0.2  # or nothing is gained


def test_weights_part_what_can_be_parted():
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(400, 3)).astype(np.float32)
    leans = np.where(rows[:, 1] - 2 * rows[:, 2] > 0, 20.0, 0.0).astype(np.float32)
    kept = fitted(Lessons(rows, leans))

    across = (rows - kept["means"]) / np.array(kept["steps"])
    told = across @ np.array(kept["counts"]) + kept["offset"] > 0
    assert (told == (leans > 0)).mean() > 0.97
