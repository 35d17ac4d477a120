"""Dice of any size: very large ones, trays and pips that look like dice, and specks beside dice."""

import cv2
import numpy as np
import pytest

from tests.tables import cases
from vision.dice import candidates, finder, reader
from vision.dice.candidates import without_nested
from vision.dice.finder import find_places
from vision.dice.networks import shipped
from vision.dice.reader import dice_in
from vision.dice.settings import SETTINGS
from vision.dice.upright import Stance
from vision.dice.verdicts import NAMES, Verdict
from vision.dice.windows import Halvings, Place
from vision.wanted import Wanted

SIX = [(across, down) for across in (-0.27, 0.27) for down in (-0.27, 0.0, 0.27)]
PICTURE = (600, 800)


def white_dice(*dice):
    """White dice (x, y, edge) on green felt, each showing a six."""
    table = np.full((*PICTURE, 3), (60, 100, 50), np.uint8)
    for x, y, edge in dice:
        half, shade = edge // 2, max(1, edge // 20)
        table[y - half : y + half + shade, x - half : x + half + shade] = (36, 60, 30)
        table[y - half : y + half, x - half : x + half] = 235
        for across, down in SIX:
            spot = round(x + across * edge), round(y + down * edge)
            cv2.circle(table, spot, max(1, round(edge * 0.1)), (25, 25, 25), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 1), np.uint8)


def seen(x, y, edge, value=5, likely=0.99, heat=0.6):
    """A die of that value as networks may see it."""
    shares = np.zeros(len(NAMES), np.float32)
    shares[0], shares[value] = 1 - likely, likely
    return Verdict(Place(x, y, edge, heat), shares, 0.0, 0.0, np.zeros(2, np.float32), likely)


@pytest.mark.parametrize("edge", [60, 110, 200, 300, 420])
def test_a_die_is_found_and_read_however_much_of_the_picture_it_fills(edge):
    (die,) = dice_in(white_dice((400, 300, edge)), Wanted())[0]

    assert (die.type, die.value) == ("pips", "6")
    assert np.hypot(die.box[0] + die.box[2] / 2 - 400, die.box[1] + die.box[3] / 2 - 300) < 0.15 * edge


def test_a_face_of_which_no_picture_shows_the_whole_is_not_looked_for(monkeypatch):
    seen_there = [Place(400, 300, edge, 0.3) for edge in (5, 90, 590, 610)]
    monkeypatch.setattr(candidates, "find_places", lambda *_, **__: seen_there)
    halvings = Halvings(np.zeros((*PICTURE, 3), np.uint8))

    assert [place.edge for place in candidates._places(halvings, shipped(), None, 1.0)] == [90, 590]


def test_large_dice_side_by_side_are_all_found():
    dice = dice_in(white_dice((210, 300, 260), (560, 300, 260)), Wanted())[0]

    assert [die.value for die in dice] == ["6", "6"]


def test_a_place_is_found_once_though_pictures_of_several_sizes_are_looked_at():
    places = find_places(Halvings(white_dice((400, 300, 110))), shipped())

    assert sum(np.hypot(p.x - 400, p.y - 300) < 30 and p.edge > 70 for p in places) == 1


@pytest.mark.parametrize(
    ("dice", "looks"),
    [
        (((200, 300, 60), (500, 200, 60), (600, 450, 60)), 1),
        (((200, 300, 60),), 3),  # one may be a pip of a large one
        (((200, 300, 60), (500, 200, 60), (600, 400, 200)), 3),
        ((), 3),
    ],
)
def test_large_dice_are_not_looked_for_where_several_small_ones_are_plain_to_see(monkeypatch, dice, looks):
    sides = []

    def seen_at(halvings, nets, longest):
        sides.append(longest)
        return once(halvings, nets, longest)

    once = finder.seen_at
    monkeypatch.setattr(finder, "seen_at", seen_at)
    found = dice_in(white_dice(*dice), Wanted())[0]

    assert len(sides) == looks
    assert [die.value for die in found] == ["6"] * len(dice)


FOUR = [(150, 150, 90), (400, 150, 90), (650, 150, 90), (400, 400, 90)]
SEEN = [seen(x, y, edge, 6) for x, y, edge in FOUR[:3]]


def tried(dice, *places):
    """What lies where smaller things were seen beside *dice*, as middles and names."""
    halvings = Halvings(white_dice(*FOUR))
    found = candidates.as_large_as(dice, halvings, [Place(*place, 0.3) for place in places], shipped())
    return [(50 * round(one.place.x / 50), 50 * round(one.place.y / 50), NAMES[one.best]) for one in found]


def test_where_only_a_pip_was_seen_a_die_as_large_as_the_others_is_found():
    assert tried(SEEN, (405, 395, 30)) == [(400, 400, "pips 6")]
    assert tried(SEEN, (405, 395, 30), (395, 410, 25)) == [(400, 400, "pips 6")]


def test_no_die_is_sought_on_the_ground_or_upon_another_or_where_few_are_sure():
    assert tried(SEEN, (650, 450, 30)) == []
    assert tried(SEEN, (160, 160, 30)) == []
    assert tried(SEEN, (405, 395, 85)) == []  # as large as a die, and the judge has looked at it
    assert tried(SEEN[:2], (405, 395, 30)) == []
    assert tried([*SEEN[:2], seen(650, 150, 90, 6, likely=0.5)], (405, 395, 30)) == []


@pytest.mark.parametrize(
    ("value", "heat", "found"),
    [
        (1, 0.6, ["pips 1"]),
        (1, 0.3, []),  # what does not stand out strongly is no pip
        (4, 0.6, []),  # nor is what looks like more than one
    ],
)
def test_a_die_is_seen_around_one_pip_that_stands_out_alone(value, heat, found):
    table = white_dice()
    cv2.rectangle(table, (355, 255), (445, 345), (235, 235, 235), -1)
    cv2.circle(table, (400, 300), 10, (25, 25, 25), -1, cv2.LINE_AA)
    pip = seen(400, 300, 41, value, likely=0.01, heat=heat)

    around = candidates.around_pips([pip], Halvings(cv2.GaussianBlur(table, (0, 0), 1)), shipped())
    assert [NAMES[one.best] for one in around] == found
    assert all(abs(one.place.edge - 90) < 12 for one in around)


@pytest.mark.parametrize(
    ("likely", "around", "edge"),
    [
        (0.43, 0.99, 44),
        (0.9, 0.99, 20),  # it is a die for sure
        (0.43, 0.87, 20),  # the one around it is none for sure
    ],
)
def test_what_may_be_a_die_but_is_the_pip_of_a_larger_one_gives_way_to_that(
    monkeypatch, likely, around, edge
):
    pip = Place(400, 300, 20, 0.45)
    one, die = seen(400, 300, 20, 1, likely, pip.heat), seen(405, 304, 44, 2, around, pip.heat)
    monkeypatch.setattr(candidates, "_places", lambda *_: [pip])
    monkeypatch.setattr(
        candidates, "judge", lambda _, at, *__: [one if place is pip else die for place in at]
    )
    (found,) = candidates.candidates(Halvings(white_dice()), 0, shipped(), None, 1.0)

    assert found.place.edge == edge


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (Place(418, 300, 110, 0.4), [(380, 300), (460, 300)]),  # two dice side by side as one thing
        (Place(372, 290, 25, 0.4), [(380, 300)]),  # a pip of one
        (Place(150, 150, 60, 0.4), []),  # nothing is there
    ],
)
def test_what_stands_out_and_shows_no_die_is_looked_at_by_itself(place, found):
    halvings = Halvings(white_dice((380, 300, 60), (456, 300, 60)))
    dice = candidates.looked_closer([place], [], halvings, shipped())

    assert {(20 * round(one.place.x / 20), 20 * round(one.place.y / 20)) for one in dice} == set(found)
    assert {NAMES[one.best] for one in dice} <= {"pips 6"}
    assert not candidates.looked_closer([Place(150, 150, 60, 0.4)] * 4 + [place], [], halvings, shipped())
    assert not candidates.looked_closer([place], dice, halvings, shipped())


def test_a_part_of_a_picture_may_begin_and_end_anywhere():
    """As on a mat: its rows do not follow each other in memory, nor in steps of whole words."""
    picture = np.ascontiguousarray(white_dice((400, 300, 60))[:, :799])
    places = find_places(Halvings(picture[236:364, 335:463]), shipped())

    assert [60 < place.edge < 80 for place in places if place.heat > 0.4] == [True]


def test_of_faint_places_those_as_large_as_the_sure_dice_are_looked_at_first():
    faint = [Place(100.0 * n, 50.0, edge, 0.15) for n, edge in enumerate((20.0, 95.0, 200.0, 110.0))]

    first = candidates.as_large_ones_first(faint, [seen(300, 300, 100), seen(500, 300, 30, likely=0.4)])

    assert [place.edge for place in first] == [95, 110, 20, 200]
    assert candidates.as_large_ones_first(faint, []) == faint


def test_a_tray_on_which_a_die_lies_is_no_die():
    tray, middle, elsewhere = seen(400, 300, 400, 2), seen(420, 280, 50), seen(60, 60, 50)

    assert without_nested([tray, middle, elsewhere]) == [middle, elsewhere]


def test_a_tray_with_dice_at_its_rim_is_no_die():
    tray, left, right = seen(400, 300, 400, 2), seen(110, 300, 50), seen(680, 300, 50)

    assert without_nested([tray, left, right]) == [left, right]
    assert without_nested([tray, left]) == [tray, left]  # one die beside a large one is nothing odd


def found(edge, confidence, value="6"):
    """A die of that size in a picture, said with that confidence."""
    face = seen(300, 300, edge)
    return reader.Found(face, Stance(), "pips", value, confidence, (value,), (0.0, 0.0, edge, edge), 1.0)


@pytest.mark.parametrize(
    ("edge", "confidence", "is_said"),
    [(20, 0.97, False), (26, 0.99, True), (40, 0.9, False), (40, 0.95, True), (60, 0.85, True)],
)
def test_the_smaller_they_are_than_the_other_dice_the_surer_they_must_be(edge, confidence, is_said):
    others = [found(100, 0.995), found(110, 0.99), found(90, 0.9)]

    kept = reader.odd_ones_doubted([*others, found(edge, confidence), found(edge, confidence)])

    assert [one.confidence >= SETTINGS.reader.sure for one in kept] == [True, True, True, is_said, is_said]


@cases(
    "edges, told, asked",
    {
        "dust beside two dice": ([312, 312, 21], [312, 312], []),
        "the only one of its size": ([312, 312, 50], [312, 312], [50]),
        "less than half as large as any other": ([100, 110, 90, 44], [100, 110, 90], [44]),
        "smaller, but not by half": ([139, 96], [139, 96], []),
        "two sizes of dice": ([312, 312, 50, 52], [312, 312, 50, 52], []),
        "small dice": ([50, 52], [50, 52], []),
    },
)
def test_what_is_alone_with_its_small_size_is_no_sure_die_however_plain(edges, told, asked):
    kept = reader.without_specks(reader.odd_ones_doubted([found(edge, 0.999, "3") for edge in edges]))

    assert [one.verdict.place.edge for one in kept if one.confidence >= SETTINGS.reader.sure] == told
    assert [one.verdict.place.edge for one in kept if one.confidence < SETTINGS.reader.sure] == asked


def test_a_speck_of_a_few_pixels_that_hardly_looks_like_a_die_is_not_asked_about():
    assert reader.without_specks([found(12, 0.48), found(7, 0.8)]) == []
    dice = [found(12, 0.6), found(20, 0.48)]
    assert reader.without_specks(dice) == dice


def test_many_specks_do_not_make_a_die_the_odd_one():
    specks = [found(12, 0.93) for _ in range(9)]

    kept = reader.odd_ones_doubted([found(400, 0.9), *specks])

    assert [one.confidence >= SETTINGS.reader.sure for one in kept] == [True] + [False] * 9
    assert reader.without_specks(kept) == kept[:1]


def test_small_dice_among_larger_ones_stay():
    dice = [found(24, 0.995), found(28, 0.7), found(60, 0.99), found(58, 0.99)]

    kept = reader.without_specks(reader.odd_ones_doubted(dice))

    assert [one.verdict for one in kept] == [one.verdict for one in dice]
