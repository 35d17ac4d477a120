"""Something lies upon dice: nothing has come or gone there until it is seen, beside it everything has."""

from random import Random

import numpy as np
import pytest

from companion.pyramid.cells import ALL_CELLS, LOWEST, layer
from companion.pyramid.notation import name_of
from tests.at_first import quick
from tests.ui.spoilt import cup, phone
from ui.twin.drawn_table import DrawnTable
from vision.calibration import calibrate
from vision.drawn import draw
from vision.pyramid.changes import changes
from vision.pyramid.eye import PyramidEye
from vision.scene.scene import agreed

CORNER = (0, 8, 0)
LYING = dict.fromkeys(((0, 8, 0), (8, 0, 0), (4, 4, 0), (3, 5, 0), (3, 4, 1), (3, 4, 0), (0, 4, 4)), "r236")


def bright(picture):
    return picture


def dim(picture):
    return (picture * 0.3).astype(np.uint8)


class Standing:
    """A pyramid on a simulated table, and an eye that has seen it."""

    def __init__(self, seed, light=bright, lying=LYING):
        self._stage, self._light = DrawnTable(("Ada", "Ben"), Random(seed), pyramid=True), light
        self.rebuild(lying)
        self._calibration = calibrate(draw(self._stage.scene), self._stage.mat)
        self._eye = PyramidEye()
        self.looks()

    def rebuild(self, dice):
        for _ in self._stage.rebuild(dice):
            pass

    def look(self, spoil=bright):
        return self._eye.see(spoil(self._light(draw(self._stage.scene))), self._calibration)

    def looks(self, spoil=bright):
        """The cells in which dice lie, as one look shows it."""
        return set(self.look(spoil).occupied)

    def upon(self, cell, thing, share):
        """*thing* lies upon so much of the width and the height of *cell*, from the right and from below."""
        left, top, width, height = self._eye.where(cell)
        across, down = (46, 30) if thing is cup else (38, 78)
        x, y = round(left + width * (1 - share)) + across, round(top + height * (1 - share)) + down
        return lambda picture: thing(picture, x, y)


@pytest.mark.parametrize("seed", quick(range(2), more=1))
@pytest.mark.parametrize("light", quick([dim, bright]))
def test_a_die_that_was_taken_is_gone(seed, light):
    at = Standing(seed, light)
    at.rebuild({cell: die for cell, die in LYING.items() if cell != CORNER})

    assert at.looks() == LYING.keys() - {CORNER}


@pytest.mark.parametrize("seed", quick(range(2)))
@pytest.mark.parametrize("share", quick([0.8, 0.65, 1.0]))
@pytest.mark.parametrize("thing", quick([cup, phone]))
@pytest.mark.parametrize("light", quick([dim, bright]))
def test_a_die_that_a_thing_lies_upon_is_not_gone_and_is_seen_again(seed, share, thing, light):
    at = Standing(seed, light)
    hidden = at.looks(at.upon(CORNER, thing, share))

    assert CORNER in hidden
    assert at.looks() == LYING.keys()


def test_a_dark_thing_upon_a_corner_of_the_dark_form_is_no_empty_funnel():
    """Nothing speaks for the die, and nothing against it: it stays."""
    lying = {cell: "y236" for cell in ALL_CELLS if layer(cell) == LOWEST}
    at = Standing(0, lying=lying)

    assert CORNER in at.looks(at.upon(CORNER, phone, 0.8))
    at.rebuild({cell: die for cell, die in lying.items() if cell != CORNER})
    assert CORNER not in at.looks(), "one dark funnel among dice tells that it has gone"


def test_a_die_that_was_taken_from_below_a_thing_is_gone_once_that_is_gone():
    at = Standing(0)
    upon = at.upon(CORNER, phone, 0.8)
    at.looks(upon)
    at.rebuild({cell: die for cell, die in LYING.items() if cell != CORNER})

    assert CORNER in at.looks(upon)
    assert CORNER not in at.looks()


def test_what_a_thing_lies_upon_is_told_as_a_die_of_which_nothing_is_seen():
    at = Standing(0)
    seen = at.look(at.upon(CORNER, phone, 0.8))
    (die,) = (die for die in seen.dice if die.cell == CORNER)

    assert (die.colour, die.faces) == ("", (None, None, None))
    assert agreed(seen, at.look()) is not None and agreed(at.look(), seen) is not None
    told, now = changes({name_of(cell): name for cell, name in LYING.items()}, seen)
    assert not told and now[name_of(CORNER)] == LYING[CORNER]


# --- a high pyramid ---

STEEP = {
    cell: name for cell, name in zip(ALL_CELLS, 55 * ("r236", "y145", "m351"), strict=True) if layer(cell) > 3
}
OTHER_TOP, NEW = (4, 0, 0), (3, 0, 0)
MIDST = [(1, 2, 1), (0, 3, 1)]


@pytest.mark.parametrize("light", quick([dim, bright]))
@pytest.mark.parametrize("thing", quick([cup, phone]))
@pytest.mark.parametrize("cell", quick([*map(pytest.param, MIDST)]))
def test_nothing_comes_or_goes_below_a_thing_upon_a_high_pyramid(cell, thing, light):
    at = Standing(0, light, STEEP)

    assert at.looks(at.upon(cell, thing, 1.0)) == STEEP.keys()
    assert at.looks() == STEEP.keys()


@pytest.mark.parametrize("cell", quick([*map(pytest.param, MIDST)]))
def test_beside_a_thing_dice_come_and_go_as_ever(cell):
    at = Standing(0, lying=STEEP)
    upon = at.upon(cell, cup, 1.0)
    at.looks(upon)

    at.rebuild({cell: die for cell, die in STEEP.items() if cell != OTHER_TOP})
    assert at.looks(upon) == STEEP.keys() - {OTHER_TOP}
    at.rebuild({**STEEP, NEW: "m236"})
    assert at.looks(upon) == STEEP.keys() | {NEW}


def test_a_high_die_that_was_taken_from_below_a_thing_is_gone_once_that_is_gone():
    at = Standing(0, lying=STEEP)
    upon = at.upon((1, 2, 1), cup, 1.0)
    at.rebuild({cell: die for cell, die in STEEP.items() if cell != (1, 2, 1)})

    assert at.looks(upon) == STEEP.keys()
    assert at.looks() == STEEP.keys() - {(1, 2, 1)}


def test_every_die_without_another_upon_it_is_told_with_what_is_seen_of_it():
    at = Standing(0, lying=STEEP)
    seen = at.look(at.upon((1, 2, 1), phone, 1.0))
    told = {die.cell for die in seen.dice}

    assert {cell for cell in STEEP if layer(cell) == 4} <= told
    _, now = changes({name_of(cell): name for cell, name in STEEP.items()}, seen)
    assert set(now) == {name_of(cell) for cell in STEEP}
