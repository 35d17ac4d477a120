"""Pyramids that know their own shape: as good as any other, and never changed."""

import copy
import pickle
from random import Random

import msgspec
import pytest

from companion.games.cui_bono.handling import take, takeable
from companion.pyramid.agree import learnt
from companion.pyramid.cells import cells_of
from companion.pyramid.notation import Laid, coloured, name_of, shape, with_dice, without
from companion.pyramid.positions import mixed


def counted(pyramid):
    """The shape as it is counted where nobody knows it."""
    return shape(dict(pyramid))


@pytest.mark.parametrize("seed", range(8))
def test_the_shape_is_right_after_every_step(seed):
    random, pyramid = Random(seed), mixed(seed + 1)
    for _ in range(40):
        pyramid = take(pyramid, random.choice(takeable(pyramid))).pyramid
        assert isinstance(pyramid, Laid) and shape(pyramid) == counted(pyramid)
        cells = cells_of(shape(pyramid))
        gone = random.sample(cells, 2)
        less = without(pyramid, gone)
        assert shape(less) == counted(less) and len(less) == len(pyramid) - 2
        back = with_dice(less, gone, "r???")
        assert shape(back) == counted(back) == shape(pyramid)
        known = learnt(back, {name_of(gone[0]): "r321"})
        assert known[name_of(gone[0])] == "r321" and shape(known) == counted(known)


def test_the_cells_of_a_colour_are_right_after_every_step():
    random, pyramid = Random(5), mixed(5)
    for _ in range(60):
        pyramid = without(pyramid, random.sample(cells_of(shape(pyramid)), 1))
        known = random.sample("rym?", 2)
        assert [coloured(pyramid, letter) for letter in known] == [
            coloured(dict(pyramid), letter) for letter in known
        ]
        pyramid = with_dice(
            pyramid, random.sample(cells_of(shape(pyramid)), 2), random.choice("rym?") + "???"
        )
        for letter in "rym?":
            assert coloured(pyramid, letter) == coloured(dict(pyramid), letter)


def test_a_die_that_is_not_there_changes_no_shape():
    pyramid = with_dice({}, [(8, 0, 0)], "r???")
    assert shape(without(pyramid, [(0, 8, 0)])) == shape(pyramid)
    assert shape(with_dice(pyramid, [(8, 0, 0)], "y???")) == shape(pyramid)


@pytest.mark.parametrize(
    "change",
    [
        lambda pyramid: pyramid.update({"0,8,0": "r???"}),
        lambda pyramid: pyramid.setdefault("0,8,0", "r???"),
        lambda pyramid: pyramid.pop("8,0,0"),
        lambda pyramid: pyramid.popitem(),
        lambda pyramid: pyramid.clear(),
        lambda pyramid: pyramid.__setitem__("8,0,0", "y???"),
        lambda pyramid: pyramid.__delitem__("8,0,0"),
        lambda pyramid: pyramid.__ior__({"0,8,0": "r???"}),
    ],
)
def test_it_never_changes(change):
    pyramid = with_dice({}, [(8, 0, 0)], "r???")
    with pytest.raises(TypeError):
        change(pyramid)
    assert pyramid == {"8,0,0": "r???"} and shape(pyramid) == counted(pyramid)


def test_it_is_written_copied_and_compared_like_any_other():
    pyramid = with_dice({}, [(8, 0, 0), (7, 1, 0)], "r321")
    assert pyramid == dict(pyramid) and msgspec.json.decode(msgspec.json.encode(pyramid)) == pyramid
    for again in (copy.copy(pyramid), copy.deepcopy(pyramid), pickle.loads(pickle.dumps(pyramid))):
        assert again == pyramid and shape(again) == shape(pyramid)
    assert type(pyramid | {"0,8,0": "y???"}) is dict
