"""Cards in pictures without colour: their suits are told by what all corners show, or asked about."""

import cv2
import numpy as np
import pytest
from cards_laid import GREEN_FELT

from vision.cards.found_card import sights_of
from vision.cards.outlines import Outline
from vision.cards.readers import COLOURS, KINDS, RANKS, SUITS, Said, is_colourless, without_colour
from vision.cards.verdict import FRENCH, UNO, judge
from vision.pictures import Picture

SEEN = (0.9, 0.9, 0.9, 0.9)


def shares(words: tuple[str, ...], said: dict[str, float]) -> list[float]:
    """The shares of all *words*, those not *said* hardly any."""
    left = (1 - sum(said.values())) / (len(words) - len(said))
    return [said.get(word, left) for word in words]


def nine(suits: list[dict[str, float]], body: str = "S") -> Said:
    """A nine that shows those *suits* in its corners and looks like one of *body* as a whole."""
    return Said(
        np.array([shares(RANKS, {"9": 0.98})] * 4, np.float32),
        np.array([shares(SUITS, one) for one in suits], np.float32),
        np.array(shares(KINDS, {"french": 0.99}), np.float32),
        np.array(shares(RANKS, {"9": 0.99}), np.float32),
        np.array(shares(SUITS, {body: 0.95}), np.float32),
        np.array(shares(COLOURS, {COLOURS[0]: 0.99}), np.float32),
    )


def test_pips_that_look_black_without_colour_do_not_outvote_the_corners() -> None:
    said = nine([{"D": 0.95}, {"D": 0.6, "S": 0.38}, {"D": 0.95}, {"D": 0.6, "S": 0.38}])
    assert judge(said, SEEN, (FRENCH,)).name != "9D"
    assert judge(without_colour(said), SEEN, (FRENCH,)).name == "9D"


def test_corners_that_show_two_suits_make_a_question() -> None:
    said = nine([{"D": 0.8, "S": 0.18}, {"S": 0.96}, {"D": 0.8, "S": 0.18}, {"S": 0.96}])
    verdict = judge(without_colour(said), SEEN, (FRENCH,))
    assert not verdict.name
    assert set(verdict.names[:2]) == {"9D", "9S"}


def test_a_corner_that_shows_no_suit_is_not_asked_for_one() -> None:
    none = {"": 0.99}
    read = without_colour(nine([{"H": 0.97}, none, {"H": 0.97}, none], "H"))
    assert read.suits[1, SUITS.index("")] > 0.9
    assert judge(read, SEEN, (FRENCH,)).name == "9H"


def test_no_card_has_a_colour_there() -> None:
    said = nine([{"": 0.99}] * 4)
    blue = np.array(shares(COLOURS, {"blue": 0.99}), np.float32)
    uno = np.array(shares(KINDS, {"uno": 0.99}), np.float32)
    card = Said(said.ranks, said.suits, uno, said.rank, np.array(shares(SUITS, {"": 0.99}), np.float32), blue)
    assert judge(card, SEEN, (UNO,)).name == "blue_9"
    assert not judge(without_colour(card), SEEN, (UNO,)).name


def picture() -> Picture:
    """A bright card on felt, with some red on it, and noise."""
    noise = np.random.default_rng(3).normal(0, 3, (480, 640, 3))
    seen = np.full((480, 640, 3), GREEN_FELT, np.float64)
    seen[100:340, 200:370] = 235
    seen[180:230, 260:300] = (40, 40, 200)
    return np.clip(seen + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (0.6, 0.8, 1.0), (1.0, 0.75, 0.7)])
def test_a_grey_picture_has_no_colour_whatever_light_it_was_taken_in(tint: tuple[float, ...]) -> None:
    grey = cv2.cvtColor(cv2.cvtColor(picture(), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert is_colourless((grey * np.array(tint)).astype(np.uint8))


def test_some_red_pips_are_colour() -> None:
    seen = picture()
    assert not is_colourless(seen)
    seen[:100], seen[340:], seen[:, :200], seen[:, 370:] = (120, 120, 120), 120, 120, 120
    assert not is_colourless(seen)
    assert is_colourless(np.zeros((480, 640, 3), np.uint8)) is False


@pytest.mark.parametrize("light", [0.6, 0.3, 0.15])
def test_some_red_pips_are_colour_in_dim_light_too(light: float) -> None:
    seen = picture()
    grey = cv2.cvtColor(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert not is_colourless((seen * light).astype(np.uint8))
    assert is_colourless((grey * light).astype(np.uint8))


def test_what_is_seen_in_a_grey_picture_says_no_suit_as_a_whole() -> None:
    seen = picture()
    grey = cv2.cvtColor(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    quad = np.array([[200, 100], [370, 100], [370, 340], [200, 340]], np.float32)
    with_colour, without = (sights_of(one, [Outline(quad, SEEN)])[0].said for one in (seen, grey))
    assert np.ptp(with_colour.suit[1:]) > 0
    assert np.ptp(without.suit[1:]) == 0
