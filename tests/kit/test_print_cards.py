"""The printed decks: complete, every face like no other, and never told apart by colour alone."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from companion.games.abi94.deck import shipped
from companion.games.wobble.deck import test_138 as box_of_138
from tests.at_first import quick
from vision.drawn.printed_decks import CARD, DECKS, PER_MM
from vision.drawn.prints.card import HIGH, WIDE
from vision.drawn.shapes import upside_down
from vision.lab.printed import faces

SIZES = {"abspecken": 24, "abi94": 92, "abi94-b": 92, "wobble": 138, "french": 52, "uno-like": 108}
ALIKE = 1.0  # mean difference in grey levels below which people could mix two cards up


@pytest.mark.parametrize(("deck", "size"), SIZES.items())
def test_a_deck_has_as_many_cards_as_its_box(deck, size):
    assert sum(DECKS[deck].copies().values()) == size


def test_the_cards_are_those_of_the_games():
    assert set(DECKS["wobble"].copies()) == set(box_of_138())
    assert set(DECKS["abi94"].copies()) == {kind.id for kind in shipped("a")}
    assert set(DECKS) == set(SIZES)


@pytest.mark.parametrize("deck", quick([*DECKS], 2))
def test_every_face_has_the_cards_size(deck):
    high, wide = round(CARD[1] * PER_MM), round(CARD[0] * PER_MM)

    assert {face.shape for face in faces(deck).values()} == {(high, wide, 3)}


@pytest.mark.parametrize("deck", quick(sorted(DECKS), 2))
def test_no_two_cards_are_told_apart_by_colour_alone(deck):
    """In grey, each face still differs from every other: by its letter, its number or its shape."""
    grey = {
        name: _inner(cv2.cvtColor(cv2.resize(face, None, fx=0.5, fy=0.5), cv2.COLOR_BGR2GRAY))
        for name, face in faces(deck).items()
        if "_" not in name or deck == "uno-like"
    }
    alike = [(a, b) for a, b in combinations(grey, 2) if _apart(grey[a], grey[b]) < ALIKE]

    assert alike == []


def _inner(face):
    """Black and white without the frame, so that a darker or lighter ink does not count either."""
    edge = round(8 * PER_MM / 2)
    return np.where(face[edge:-edge, edge:-edge] < 200, 255, 0).astype(np.int16)


def _apart(one, other):
    return float(np.abs(one - other).mean())


def test_a_draw_card_of_wobble_has_a_task_of_its_own():
    pictures = faces("wobble")

    assert {"mP3", "mP3_2", "gP5"} <= set(pictures)
    assert not np.array_equal(pictures["mP3"], pictures["mP3_2"])


@pytest.mark.parametrize(
    ("deck", "name"), [("wobble", "m7"), ("abi94", "-3"), ("french", "QH"), ("uno-like", "red_6")]
)
def test_a_card_says_what_it_is_from_both_sides_of_the_table(deck, name):
    """The two index corners are the same, turned by half."""
    face = faces(deck)[name].astype(int)
    corner = slice(round(8 * PER_MM), round(29 * PER_MM)), slice(round(8 * PER_MM), round(18 * PER_MM))

    assert np.abs(face[corner] - face[::-1, ::-1][corner]).mean() < 6


def test_turning_twice_changes_nothing():
    drawing = DECKS["wobble"].card("mSK", 0)

    twice = upside_down(upside_down(drawing, WIDE, HIGH), WIDE, HIGH)

    assert all(type(a) is type(b) for a, b in zip(drawing, twice, strict=True))
    assert all(
        getattr(a, "x", 0) == pytest.approx(getattr(b, "x", 0)) for a, b in zip(drawing, twice, strict=True)
    )
