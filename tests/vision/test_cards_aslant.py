"""Cards seen from low down: they look square or broad, and one of them may be seen as two."""

import cv2
import numpy as np
import pytest
from cards_laid import table

from vision.cards.anywhere import cards_anywhere
from vision.cards.decks import Decks, decks_called
from vision.cards.find import find_outlines
from vision.cards.found_card import sights_of
from vision.cards.outlines import Outline, is_nearly_square, lying_down
from vision.cards.reading import turned_aslant
from vision.cards.rivals import one_of_each
from vision.cards.taught import of_faces
from vision.cards.verdict import DECKS, FRENCH, NUMBERS, Card, Verdict, judge
from vision.lab.printed import faces

_WHOLE, _IN_PART = (0.9, 0.9, 0.9, 0.9), (0.9, 0.9, 0.0, 0.0)
_NUMBER = Verdict(NUMBERS, "3_orange", 0.99, ("3_orange",))
_BACK = Verdict("", "", 0.99, face_down=True)


def _outline(x: float, y: float, high: float = 150.0, seen: tuple[float, ...] = _WHOLE) -> Outline:
    quad = np.array([[x, y], [x + 100, y], [x + 100, y + high], [x, y + high]], np.float32)
    a, b, c, d = seen
    return Outline(quad, (a, b, c, d))


@pytest.mark.parametrize("name", ["5H", "9S", "7C", "KD"])
def test_a_card_whose_sides_were_mistaken_is_named(name: str) -> None:
    decks = decks_called("french", None)
    assert decks is not None
    seen = cv2.resize(faces("french")[name], (240, 270), interpolation=cv2.INTER_AREA)
    picture = cv2.copyMakeBorder(seen, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(70, 90, 60))
    quad = np.array([[60, 60], [300, 60], [300, 330], [60, 330]], np.float32)
    (sight,) = sights_of(picture, [lying_down(Outline(quad, _WHOLE))])
    verdict = judge(sight.said, _WHOLE, decks.built_in)
    assert not verdict.name
    ((_, turned),) = turned_aslant(picture, decks, [(sight, verdict)])
    assert turned.name == name


@pytest.mark.parametrize("turn", [8, 90])
def test_cards_seen_from_low_down_are_named_and_none_is_seen_twice(turn: float) -> None:
    pytest.importorskip("PIL")
    from vision.lab.cards.faces import FrenchStyle, french  # noqa: PLC0415
    from vision.lab.cards.marks import plain_font  # noqa: PLC0415

    style, rng = FrenchStyle(np.random.default_rng(8)), np.random.default_rng(9)
    style.font = plain_font()
    style.foreign = {}
    laid = {"5H": 200, "9S": 500, "7C": 800, "AD": 1100}
    shown = {name: french(rng, style, name[0], name[1]).picture for name in laid}
    seen = table(shown, [(name, x, 350, turn) for name, x in laid.items()])
    low = cv2.resize(seen, (1280, 468), interpolation=cv2.INTER_AREA)
    assert sorted(card.name for card in cards_anywhere(low, Decks((FRENCH,)))) == sorted(laid)


@pytest.mark.parametrize(("high", "found"), [(215, 0), (300, 1), (440, 0)])
def test_a_square_or_slender_sheet_without_the_corner_of_a_card_is_none(high: int, found: int) -> None:
    picture = np.full((700, 500, 3), (70, 90, 60), np.uint8)
    cv2.rectangle(picture, (150, 100), (360, 100 + high), (235, 240, 240), -1)
    assert len(find_outlines(picture, [])) == found


def test_a_square_sheet_on_which_nothing_is_read_is_no_card() -> None:
    picture = np.full((500, 500, 3), (70, 90, 60), np.uint8)
    cv2.rectangle(picture, (150, 100), (360, 315), (235, 240, 240), -1)
    assert not any(_is_sheet_of(card.corners) for card in cards_anywhere(picture, Decks(DECKS)))


def _is_sheet_of(corners: tuple[tuple[float, float], ...]) -> bool:
    return bool(np.ptp(np.array(corners), axis=0).min() > 200)


def test_a_taught_card_that_looks_square_lies_the_way_in_which_it_fits() -> None:
    french = faces("french")
    deck = of_faces("family", [(name.lower(), french[name]) for name in ("5H", "9S", "7C", "KD")])
    decks = Decks(DECKS, (deck,))
    seen = cv2.resize(french["KD"], (240, 270), interpolation=cv2.INTER_AREA)
    picture = cv2.copyMakeBorder(seen, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(70, 90, 60))
    quad = np.array([[60, 60], [300, 60], [300, 330], [60, 330]], np.float32)
    lying, standing = sights_of(picture, [lying_down(Outline(quad, _WHOLE)), Outline(quad, _WHOLE)])
    mistaken = Verdict("family", "9s", 0.99, ("9s",), fit=0.4)
    ((_, upright),) = turned_aslant(picture, decks, [(lying, mistaken)])
    assert (upright.name, upright.fit > mistaken.fit) == ("kd", True)
    ((_, still),) = turned_aslant(picture, decks, [(standing, upright)])
    assert still is upright


def test_a_nearly_square_outline_may_lie_either_way() -> None:
    square, upright = _outline(0, 0, 110), _outline(0, 0, 150)
    assert is_nearly_square(square)
    assert not is_nearly_square(upright)
    turned = lying_down(_outline(0, 0, 110, _IN_PART))
    assert (round(turned.width), turned.seen) == (110, (0.0, 0.9, 0.9, 0.0))
    assert sorted(turned.quad.tolist()) == sorted(square.quad.tolist())


@pytest.mark.parametrize("verdict", [_NUMBER, _BACK])
def test_a_card_seen_twice_is_one(verdict: Verdict) -> None:
    whole, again = _outline(0, 0), _outline(25, 20, seen=_IN_PART)
    assert one_of_each([Card(again, verdict), Card(whole, verdict)]) == [(whole, verdict)]


@pytest.mark.parametrize("verdict", [_NUMBER, _BACK])
def test_cards_that_are_both_seen_whole_or_hardly_overlap_are_two(verdict: Verdict) -> None:
    here = _outline(0, 0)
    for other in (_outline(25, 20), _outline(70, 60, seen=_IN_PART)):
        assert len(one_of_each([Card(here, verdict), Card(other, verdict)])) == 2


def test_cards_of_other_names_are_two() -> None:
    again = Verdict(NUMBERS, "5_yellow", 0.99, ("5_yellow",))
    cards = [Card(_outline(0, 0), _NUMBER), Card(_outline(25, 20, seen=_IN_PART), again)]
    assert len(one_of_each(cards)) == 2
