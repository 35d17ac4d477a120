"""Dice in pictures of which nothing is known: no mat, no height of the camera, no size of dice."""

import subprocess
import sys
from collections import Counter

import cv2
import numpy as np
import pytest

from tests.at_first import more
from vision.dice import candidates, verdicts
from vision.dice.finder import find_places
from vision.dice.networks import said_of, shipped
from vision.dice.read_faces import judge
from vision.dice.reader import dice_in
from vision.dice.verdicts import NAMES
from vision.dice.windows import SIDE, Halvings, Place, turned, window, windows
from vision.lab.dice.grounds import any_ground
from vision.lab.dice.scenes import any_table
from vision.lab.dice.sprites import bank_in
from vision.wanted import Wanted

READABLE = 26.0  # pixels of an edge: what is smaller may always be asked about


def drawn_tables(folder, dice, many):
    """Fresh drawn tables that nobody learnt from, with their truth."""
    bank = bank_in(folder / "bank.npz", dice, 77, lambda _line: None)
    rng = np.random.default_rng(78)
    grounds = [any_ground(rng) for _ in range(many // 4 + 1)]
    return [any_table(rng, bank, grounds) for _ in range(many)]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return drawn_tables(tmp_path_factory.mktemp("dice"), 24, 3)


def near(die, other):
    x, y, wide, high = other.box
    return np.hypot(*(die.middle - [x + wide / 2, y + high / 2])) < 0.4 * die.edge


@more
def test_the_dice_of_fresh_drawn_tables_are_found_and_seldom_misread(tmp_path):
    tables = drawn_tables(tmp_path, 120, 30)
    found = wrong = total = 0
    for table in tables:
        dice, _ = dice_in(table.picture, Wanted())
        for die in table.dice:
            if die.kind != "pips" or die.cocked or die.edge < READABLE or not inside(die, table):
                continue
            total += 1
            here = [seen for seen in dice if near(die, seen)]
            found += bool(here)
            wrong += any(seen.value and (seen.type, seen.value) != ("pips", die.value) for seen in here)
    assert total >= 8
    assert found >= 0.85 * total and wrong <= 0.1 * total


def inside(die, table):
    return die.quad.min() > 0 and die.quad.max() < table.picture.shape[0]


def test_only_values_that_a_die_can_show_are_said(tables):
    for table in tables[:2]:
        for die in dice_in(table.picture, Wanted())[0]:
            assert not die.value or f"{die.type} {die.value}" in NAMES or die.type == "piggy"
            assert die.value in die.choices or not die.choices or not die.value
            assert 0 <= die.confidence <= 1


def test_the_same_picture_is_always_read_the_same(tables):
    assert dice_in(tables[0].picture, Wanted()) == dice_in(tables[0].picture.copy(), Wanted())


def test_no_more_dice_are_said_than_the_game_expects_unless_they_are_sure(tables):
    table = max(tables, key=lambda t: len(t.dice))
    dice, passed = dice_in(table.picture, Wanted(dice={"pips": 1}))
    rest, _ = dice_in(table.picture, Wanted())

    assert len(dice) < len(rest) and any("more than there can be" in one.why for one in passed)


@pytest.mark.parametrize("shape", [(16, 16), (17, 900), (900, 17), (333, 77)])
def test_pictures_of_any_shape_are_looked_at(shape):
    picture = np.random.default_rng(5).integers(0, 255, (*shape, 3), dtype=np.uint8)

    assert all(die.box[2] > 0 for die in dice_in(picture, Wanted())[0])


def test_nothing_is_read_on_an_even_table():
    assert dice_in(np.full((480, 640, 3), 150, np.uint8), Wanted())[0] == ()


def test_a_place_comes_back_in_the_pictures_own_pixels(tables):
    table = max(tables, key=lambda t: max((die.edge for die in t.dice), default=0))
    large = np.ascontiguousarray(np.kron(table.picture, np.ones((4, 4, 1), np.uint8)))
    die = max(table.dice, key=lambda d: d.edge)
    places = find_places(Halvings(large), shipped())

    assert any(np.hypot(p.x / 4 - die.middle[0], p.y / 4 - die.middle[1]) < 0.3 * die.edge for p in places)


def test_no_places_are_judged_as_nothing():
    assert judge(Halvings(np.zeros((64, 64, 3), np.uint8)), [], shipped()) == []


@pytest.fixture
def looks(monkeypatch):
    """How many windows each network is shown, by its name."""
    count = Counter()
    names = {id(getattr(shipped(), name)): name for name in ("judge", "glance")}

    def counted(net, pictures):
        count[names[id(net)]] += len(pictures)
        return said_of(net, pictures)

    monkeypatch.setattr(verdicts, "said_of", counted)
    return count


def white_dice(*middles):
    """White dice with an edge of 60 on green felt, each showing a six."""
    table = np.full((300, 500, 3), (60, 100, 50), np.uint8)
    for x, y in middles:
        table[y - 32 : y + 34, x - 32 : x + 34] = table[y - 32 : y + 34, x - 32 : x + 34] * 0.8
        table[y - 30 : y + 30, x - 30 : x + 30] = 235
        for column, row in ((a, b) for a in (-16, 16) for b in (-16, 0, 16)):
            cv2.circle(table, (x + column, y + row), 6, (25, 25, 25), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 1), np.uint8)


def test_what_is_plain_at_first_sight_is_not_looked_at_closely(looks):
    places = [Place(120.0, 150.0, 56.0, 0.6), Place(380.0, 150.0, 56.0, 0.6)]

    dice = judge(Halvings(white_dice((120, 150), (380, 150))), places, shipped())

    assert [NAMES[die.best] for die in dice] == ["pips 6", "pips 6"] and min(die.die for die in dice) > 0.9
    assert looks["glance"] == 2 and looks["judge"] == 0


def test_dice_that_may_lean_on_each_other_are_looked_at_closely_though_they_are_plain(looks):
    places = [Place(150.0, 150.0, 56.0, 0.6), Place(230.0, 150.0, 56.0, 0.6)]

    dice = judge(Halvings(white_dice((150, 150), (230, 150))), places, shipped())

    assert [NAMES[die.best] for die in dice] == ["pips 6", "pips 6"]
    assert looks["judge"] >= 2


def test_a_place_that_hardly_looks_like_a_die_is_not_looked_at_closely_where_little_is_hoped_for(looks):
    felt = np.full((300, 500, 3), (60, 100, 50), np.uint8)

    (nothing,) = judge(Halvings(felt), [Place(250.0, 150.0, 60.0, 0.15)], shipped(), least=0.5)

    assert nothing.die < 0.5 and looks["judge"] == 0


def test_one_die_is_not_counted_twice_and_a_faint_one_is_looked_for_then(monkeypatch):
    places = [Place(120.0, 150.0, 56.0, 0.6), Place(126.0, 160.0, 54.0, 0.5), Place(380.0, 150.0, 56.0, 0.1)]
    monkeypatch.setattr(candidates, "find_places", lambda *_args, **_more: places)

    dice = candidates.candidates(Halvings(white_dice((120, 150), (380, 150))), 2, shipped(), None, 1.0)

    assert sorted(round(die.place.x, -1) for die in dice) == [120.0, 380.0]


def test_a_window_shows_the_same_however_large_the_picture_is():
    small = np.zeros((100, 100, 3), np.uint8)
    small[40:60, 40:60] = 255
    large = np.kron(small, np.ones((6, 6, 1), np.uint8))

    one = window(Halvings(small), Place(49.5, 49.5, 20.0)).astype(int)
    other = window(Halvings(large), Place(299.5, 299.5, 120.0)).astype(int)

    assert np.abs(one - other).mean() < 6
    assert windows(Halvings(small), []).shape == (0, SIDE, SIDE, 3)
    turned = window(Halvings(small), Place(49.5, 49.5, 20.0), 90.0).astype(int)
    assert np.abs(one - turned).mean() < 6


def test_the_networks_weigh_less_than_three_megabytes():
    from importlib.resources import files  # noqa: PLC0415

    room = files("vision.dice")
    networks = list(room.joinpath("weights").iterdir())
    packed = {f"{name}.onnx.gz" for name in ("finder", "judge", "glance", "doubter")}
    assert set(packed) <= {file.name for file in networks}
    assert sum(len(file.read_bytes()) for file in networks) < 3_000_000


LOOKS = """
import re, sys
from pathlib import Path
from vision.read import read_paths
lines = list(read_paths(sorted(Path(sys.argv[1]).iterdir()), ["dice"]))
assert all("dice" in line for line in lines)
print(int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) // 1024)
"""  # getrusage would count what the process that started this one needs


@more
def test_the_eyes_need_at_most_250_megabytes(tables, tmp_path):
    lit = [table for table in tables if table.picture.mean() > 30]  # black ones are refused at once
    for n, table in enumerate(lit[:8]):
        larger = cv2.resize(table.picture, (1280, 1280))
        cv2.imwrite(str(tmp_path / f"{n}.png"), larger)
    run = subprocess.run([sys.executable, "-c", LOOKS, tmp_path], capture_output=True, text=True, check=True)

    assert int(run.stdout) <= 250


@pytest.mark.parametrize("quarters", range(4))
def test_a_window_is_turned_to_the_left_and_its_pixels_are_put_in_that_order(quarters):
    seen = np.random.default_rng(1).integers(0, 255, (SIDE, SIDE, 3)).astype(np.uint8)

    after = turned(seen, quarters)
    assert np.array_equal(after, np.rot90(seen, quarters)) and after.flags.c_contiguous
