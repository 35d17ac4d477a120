"""A card found a little off resembles another face; brought onto its own, it resembles that more."""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from vision.cards.flat import HIGH, WIDE
from vision.cards.found_card import Sight, confirmed, likelier_face, sights_of
from vision.cards.outlines import Outline
from vision.cards.taught import Known, of_faces
from vision.cards.verdict import Verdict
from vision.pictures import Picture

_OFF = 8, 10  # pixels of a flattened card that it was found off: farther than likeness looks for its parts
_AT = 150, 120
_SEEN = 0.9, 0.9, 0.9, 0.9


def _blots(seed: int) -> Picture:
    """A face with dark blots on paper."""
    rng = np.random.default_rng(seed)
    small = np.where(rng.random((22, 16, 1)) < 0.45, 40, 235).astype(np.uint8)
    return np.asarray(cv2.resize(np.tile(small, 3), (WIDE, HIGH), interpolation=cv2.INTER_CUBIC), np.uint8)


def _moved(card: Picture, over: Picture) -> Picture:
    """A face like *card* displaced, with a fifth of another face on it."""
    way = np.array([[1, 0, -_OFF[0]], [0, 1, -_OFF[1]]], np.float64)
    out = cv2.warpAffine(card, way, (WIDE, HIGH), borderValue=(235, 235, 235))
    out[: HIGH // 5] = over[: HIGH // 5]
    return np.asarray(out, np.uint8)


def _deck() -> Known:
    shown, more = _blots(1), _blots(2)
    return of_faces("ours", [("shown", shown), ("like it", _moved(shown, more)), ("another", _blots(3))])


def _sight(off: tuple[int, int]) -> tuple[Picture, Sight]:
    """A table with the card that is shown, and how it looks where it was found so far off."""
    table = np.full((420, 420, 3), 90, np.uint8)
    left, top = _AT
    table[top : top + HIGH, left : left + WIDE] = _blots(1)
    x, y = left + off[0], top + off[1]
    quad = np.array([[x, y], [x + WIDE, y], [x + WIDE, y + HIGH], [x, y + HIGH]], np.float32)
    return table, sights_of(table, [Outline(quad, _SEEN)])[0]


def _likeliest(sight: Sight, deck: Known) -> str:
    return deck.names[int(sight.unlike(deck).sum(axis=1).argmin()) // 2]


def test_a_face_that_is_likeliest_only_as_the_card_was_found_is_doubted() -> None:
    deck = _deck()
    table, off = _sight(_OFF)
    assert _likeliest(off, deck) == "like it"
    assert likelier_face(table, off, deck, "like it", off.outside) == "shown"


@pytest.mark.parametrize("off", [(0, 0), (1, -1)])
def test_the_right_face_is_not_doubted(off: tuple[int, int]) -> None:
    deck = _deck()
    table, sight = _sight(off)
    assert _likeliest(sight, deck) == "shown"
    assert likelier_face(table, sight, deck, "shown", sight.outside) == ""


def test_parts_that_are_hidden_do_not_count() -> None:
    deck = _deck()
    table, off = _sight(_OFF)
    assert likelier_face(table, off, deck, "like it", np.ones_like(off.outside)) == ""


def test_a_name_that_only_bringing_it_onto_a_face_gave_must_fit_well_and_better_than_before() -> None:
    deck = _deck()
    table, off = _sight(_OFF)
    before = Verdict("ours", "", 0.6, ("shown", "like it"))
    now = Verdict("ours", "like it", 0.99, ("like it", "shown"), fit=0.95)
    asked = confirmed(table, deck, (off, before), (off, now))
    assert (asked.name, asked.names[0]) == ("", "shown")
    there = _sight((0, 0))[1]
    right = replace(now, name="shown", names=("shown", "like it"))
    other = replace(before, names=("like it", "shown"))
    assert confirmed(table, deck, (off, other), (there, right)) is right
    poorly = replace(right, fit=0.9)
    assert confirmed(table, deck, (off, other), (there, poorly)).name == ""


def test_a_name_that_was_the_likeliest_before_is_kept() -> None:
    deck = _deck()
    table, off = _sight(_OFF)
    now = Verdict("ours", "like it", 0.99, ("like it",), fit=0.7)
    assert confirmed(table, deck, (off, replace(now, name="")), (off, now)) is now
