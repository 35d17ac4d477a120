"""Colours: apart for every eye, and where they are not, something else tells the difference."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from screen_vision import SIMULATIONS, difference, picture_seen_as, seen_as

from ui.screen import theme
from ui.screen.looks import COLOUR_MARKS, card_look, cards_of
from ui.screen.theme import contrast

APART = 10.0  # told at a glance
WITH_SHAPE = 3.0  # seen side by side; a shape, a pattern or a sign tells it as well

SEATS = tuple(theme.SEAT_COLOURS.items())
PYRAMID = tuple((name, colour) for name, colour in theme.PYRAMID_COLOURS.items() if name != "?")
MEANINGS = tuple((name, getattr(theme, name)) for name in ("GOOD", "DANGER", "TEXT"))
STATES = tuple((name, getattr(theme, name)) for name in ("ACCENT", "RAISED", "SURFACE"))


def nearest(colours: Any, how: str | None) -> tuple[float, str, str]:
    """The two of *colours* that look most alike."""
    seen = [(name, seen_as(colour, how) if how else colour) for name, colour in colours]
    return min((difference(a, b), one, other) for (one, a), (other, b) in combinations(seen, 2))


@pytest.mark.parametrize("how", [None, *SIMULATIONS])
@pytest.mark.parametrize(
    ("colours", "least"),
    [(SEATS, APART), (PYRAMID, WITH_SHAPE), (MEANINGS, WITH_SHAPE), (STATES, APART)],
    ids=["seats", "pyramid dice", "good and bad", "what to do now"],
)
def test_colours_that_mean_something_look_different(colours, least, how):
    how_far, one, other = nearest(colours, how)
    assert how_far >= least, f"{one} and {other} differ by {how_far:.1f} for {how or 'everybody'}"


def test_people_with_colours_alike_for_somebody_have_other_shapes():
    alike = {
        (one, other)
        for how in SIMULATIONS
        for (one, a), (other, b) in combinations(SEATS, 2)
        if difference(seen_as(a, how), seen_as(b, how)) < APART
    }
    shapes = dict(zip(theme.SEAT_COLOURS, theme.SEAT_SHAPES, strict=True))
    assert all(shapes[one] != shapes[other] for one, other in alike)


@pytest.mark.parametrize("deck", ["abspecken", "french", "abi94", "wobble"])
def test_no_two_cards_differ_in_colour_alone(deck):
    looks = [card_look(deck, card) for card in cards_of(deck)]
    told = [(look.text, look.shape, look.suit, look.sign, look.other_shape) for look in looks]
    assert len(set(told)) == len(told)


def test_no_two_faces_of_a_colour_die_differ_in_colour_alone():
    assert len(set(COLOUR_MARKS.values())) == len(COLOUR_MARKS)


@pytest.mark.parametrize("colour", sorted(theme.THING_COLOURS))
@pytest.mark.parametrize("how", [None, *SIMULATIONS])
def test_what_is_written_on_a_card_can_be_read(colour, how):
    ground = theme.THING_COLOURS[colour]
    ink = theme.ink_on(ground)
    if how:
        ground, ink = seen_as(ground, how), seen_as(ink, how)
    assert contrast(ink, ground) >= 3.0  # letters on cards are large (WCAG 2: 3:1)


def test_grey_stays_grey_for_every_eye():
    for how in SIMULATIONS:
        assert difference(seen_as("#808080", how), "#808080") < 1
        picture = np.full((2, 2, 3), 128, np.uint8)
        assert np.abs(picture_seen_as(picture, how).astype(int) - 128).max() <= 1
