"""Rows of one colour below a funnel: how long, how far down, and with which unread dice (CB8, A-CB2)."""

import pytest

from companion.games.cui_bono.handling import fitting, verdict
from companion.lab.vectors.pyramid import situation

THREE = {"8,0,0": "r", "7,1,0": "y", "7,0,1": "m"}


def test_where_nobody_says_otherwise_two_dice_are_a_row():
    pyramid = situation({"layers": [8], "col": THREE})
    assert verdict(pyramid, (7, 0, 0), "r") == "row"
    assert (7, 0, 0) not in fitting(pyramid, "r")
    assert (7, 0, 0) in fitting(pyramid, "r", 3)


@pytest.mark.parametrize(
    ("corner", "min_row", "said"),
    [("r", 3, "row"), ("?", 3, "unknown"), ("y", 3, "ok"), ("?", 4, "ok"), ("?", 2, "unknown")],
)
def test_cb8_a_row_of_three_with_its_lowest_die_at_the_corner(corner, min_row, said):
    """The corner die can be seen from two sides, so an unread one has to be looked at, wherever it counts."""
    colours = {"7,0,0": "r", "6,1,0": "y", "6,0,1": "m", "8,0,0": corner}
    pyramid = situation({"layers": [8, 7], "fill": "m", "col": colours})
    for scope in ("full", "visible"):
        assert verdict(pyramid, (6, 0, 0), "r", min_row, scope) == said
