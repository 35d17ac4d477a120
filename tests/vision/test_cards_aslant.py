"""Cards seen from low down: they look square or broad, and one of them may be seen as two."""

import cv2
import numpy as np
import pytest

from vision.cards.anywhere import turn_aslant
from vision.cards.known import decks_called
from vision.cards.outlines import Outline, is_nearly_square, lying_down
from vision.cards.rivals import one_of_each
from vision.cards.sight import sights_of
from vision.cards.verdict import NUMBERS, Verdict, judge
from vision.drawn.printed_decks import faces

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
    sights = sights_of(picture, [lying_down(Outline(quad, _WHOLE))])
    verdicts = [judge(sights[0].said, _WHOLE, decks.built_in)]
    assert not verdicts[0].name
    turn_aslant(picture, decks, sights, verdicts)
    assert verdicts[0].name == name


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
    assert one_of_each([(again, verdict), (whole, verdict)]) == [(whole, verdict)]


@pytest.mark.parametrize("verdict", [_NUMBER, _BACK])
def test_cards_that_are_both_seen_whole_or_hardly_overlap_are_two(verdict: Verdict) -> None:
    here = _outline(0, 0)
    for other in (_outline(25, 20), _outline(70, 60, seen=_IN_PART)):
        assert len(one_of_each([(here, verdict), (other, verdict)])) == 2


def test_cards_of_other_names_are_two() -> None:
    again = Verdict(NUMBERS, "5_yellow", 0.99, ("5_yellow",))
    assert len(one_of_each([(_outline(0, 0), _NUMBER), (_outline(25, 20, seen=_IN_PART), again)])) == 2
