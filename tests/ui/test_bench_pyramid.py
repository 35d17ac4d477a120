"""The bench of changes at the pyramid: what is done to it is what it says, and the eyes tell it."""

from random import Random

import msgspec
import pytest
from command_line import said
from faultless_eyes import pyramid_in

from companion.lab.real_pyramid import BASE_PLACES, PLACES, RealPyramid
from companion.pyramid.notation import die, name_of
from tests.at_first import more
from ui.lab.bench.pyramid import BOX, COLOURS, PyramidResult, bench_pyramid, happenings, pyramid_table
from ui.lab.bench.pyramid_changes import KINDS, change
from vision.drawn.scene import PyramidDie, PyramidOnTable, TableScene
from vision.pyramid.changes import changes

pytestmark = pytest.mark.usefixtures("home")


def seen(pyramid):
    """What eyes without a fault see of it."""
    dice = (PyramidDie(place, COLOURS[one.colour], one.shows) for place, one in pyramid.dice.items())
    return pyramid_in(TableScene(pyramid=PyramidOnTable(tuple(sorted(dice, key=lambda die: die.cell)))))


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_is_what_faultless_eyes_tell(seed):
    random = Random(seed)
    places = PLACES if seed % 2 else random.sample(BASE_PLACES, 12)
    pyramid = RealPyramid.filled(places, BOX, random)
    for _ in range(5):
        before = {name_of(place): die(lying.colour, lying.shows) for place, lying in pyramid.dice.items()}
        done = change(pyramid, random)
        told, _ = changes(before, seen(pyramid))

        assert set(happenings(told)) == done
        assert all(pyramid.lies_firmly(place) for place in pyramid.dice)


def test_every_kind_of_change_comes_up():
    random, kinds = Random(5), set()
    for _ in range(60):
        kinds |= {one.kind for one in change(RealPyramid.filled(BASE_PLACES[::2], BOX, random), random)}
        kinds |= {one.kind for one in change(RealPyramid.filled(PLACES, BOX, random), random)}

    assert kinds == set(KINDS)


@more
def test_changes_in_drawn_pictures_are_told_and_none_under_a_hand():
    result = bench_pyramid(6, seed=1)

    assert result.changes >= 6
    assert sum(kind.right for kind in result.kinds.values()) >= result.changes - 1
    assert sum(kind.invented for kind in result.kinds.values()) == 0
    assert (result.under_a_hand, result.mistimed, result.faces_wrong) == (0, 0, 0)
    assert f"{result.changes} changes at" in pyramid_table(result)


@pytest.mark.long
def test_of_many_changes_nearly_all_are_told_and_hardly_any_wrongly():
    result = bench_pyramid(200, seed=2)
    came_and_went = [result.kinds[kind] for kind in ("added", "taken")]

    assert sum(k.right for k in came_and_went) >= 0.98 * sum(k.done for k in came_and_went)
    assert result.under_a_hand == 0
    assert sum(kind.invented for kind in result.kinds.values()) <= 2


def test_the_bench_is_a_command(capsys, monkeypatch):
    told = PyramidResult(1, {}, 0, 0, 0, (1.0, 1.0), (1.0, 1.0))
    monkeypatch.setattr("ui.lab.bench.pyramid.bench_pyramid", lambda *_args: told)
    code, out, _ = said(capsys, "bench", "vision", "--pyramid", "--json")

    assert code == 0 and msgspec.json.decode(out)["vision"]["first_ms"] == [1.0, 1.0]
