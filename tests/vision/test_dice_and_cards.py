"""Dice and cards in one picture: what is surely the one is not asked about as the other."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from cards_laid import table

from companion.sightings import CardSeen, DieSeen
from vision.dice_and_cards import A_DIE, NO_CARDS_SIZE, PRINTED, told_apart
from vision.lab.printed import faces
from vision.read import read_paths

EDGE = 50.0  # pixels of a die


def die(x: float, y: float, value: str = "4", cocked: bool = False) -> DieSeen:
    side = 1.16 * EDGE
    return DieSeen("pips", value, (x - side / 2, y - side / 2, side, side), 0.99, cocked=cocked)


def card(x: float, y: float, wide: float, name: str = "", face_down: bool = False) -> CardSeen:
    high = 1.5 * wide
    left, top, right, low = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    corners = ((left, top), (right, top), (right, low), (left, low))
    return CardSeen("french", name, corners, 0.5, face_down=face_down, choices=() if name else ("9H",))


@pytest.mark.parametrize("cocked", [False, True])
def test_what_is_as_small_as_a_die_or_as_large_as_a_tray_is_no_card(cocked: bool) -> None:
    dice = [die(100, 100, "" if cocked else "4", cocked), die(400, 300)]
    asked = [card(700, 600, EDGE), card(600, 500, 17 * EDGE)]
    seen, cards, passed = told_apart(dice, asked)
    assert (seen, cards) == (tuple(dice), ())
    assert [(one.what, one.why) for one in passed] == 2 * [("card", NO_CARDS_SIZE)]


@pytest.mark.parametrize("wide", [2.5, 3.9, 6.0])
def test_what_has_a_cards_size_beside_dice_is_asked_about(wide: float) -> None:
    asked = card(600, 500, wide * EDGE)
    assert told_apart([die(100, 100)], [asked]) == ((die(100, 100),), (asked,), ())


def test_where_most_of_it_is_dice_it_is_no_card() -> None:
    high = [die(200, 200 + n * EDGE) for n in (-1, 0, 1)]
    across = [die(200 + EDGE * n, 200) for n in (-1, 1)]
    assert [one.why for one in told_apart(high + across, [card(200, 200, 2 * EDGE)])[2]] == [A_DIE]


def test_dice_that_are_asked_about_say_nothing_of_cards() -> None:
    asked = card(100, 100, EDGE)
    assert told_apart([die(100, 100, "")], [asked])[1] == (asked,)


@pytest.mark.parametrize("wide", [7 * EDGE, 0.9 * EDGE])
@pytest.mark.parametrize("face_down", [False, True])
def test_what_is_printed_on_a_known_card_is_no_die(face_down: bool, wide: float) -> None:
    known = card(300, 300, wide, "" if face_down else "4S", face_down)
    dice, cards, passed = told_apart([die(300, 310), die(700, 310, "")], [known])
    assert (dice, cards) == ((die(700, 310, ""),), (known,))
    assert [(one.what, one.why) for one in passed] == [("die", PRINTED)]


@pytest.mark.parametrize("wide", [2.6, 3.9, 4.7])
def test_a_die_that_may_lie_upon_a_card_is_asked_about_and_never_dropped(wide: float) -> None:
    known = card(300, 300, wide * EDGE, "4S")
    (asked, beside), cards, passed = told_apart([die(300, 310), die(700, 310)], [known])
    assert (asked.value, asked.choices, beside.value) == ("", ("4",), "4")
    assert (cards, passed) == ((known,), ())


def test_of_what_is_no_sure_die_upon_a_card_nothing_is_asked() -> None:
    known = card(300, 300, 3.9 * EDGE, "KS")
    assert told_apart([die(300, 310, "")], [known])[0] == ()


def test_beside_known_cards_a_card_may_have_any_size() -> None:
    known, asked = card(300, 300, 400, "4S"), card(1000, 300, EDGE)
    assert told_apart([die(700, 700)], [known, asked])[1] == (known, asked)


def test_pips_of_cards_are_not_read_as_dice(tmp_path: Path) -> None:
    spots = [("4S", 250.0, 360.0, 0.0), ("6S", 640.0, 360.0, 0.0), ("5C", 1030.0, 360.0, 0.0)]
    cv2.imwrite(str(tmp_path / "cards.png"), np.asarray(table(faces("french"), spots, wide=280), np.uint8))
    (line,) = read_paths([tmp_path / "cards.png"], ("dice", "cards"), "french")
    assert {one["name"] for one in line["cards"]} == {"4S", "6S", "5C"}
    assert not line["dice"]
    assert not [one for one in line["unsure"] if one["what"] == "die"]
