"""Courts and aces with letters of other languages: read where they mean one card only, else asked about."""

import numpy as np
import pytest

from vision.cards.flat import flat_card
from vision.cards.readers import RANKS, SUITS, read_cards, with_aces
from vision.cards.verdict import FRENCH, judge

pytest.importorskip("PIL")

from vision.lab.cards import faces, marks

SEEN = (0.9, 0.9, 0.9, 0.9)


def deck(letters: dict[str, str], font: str = "DejaVuSans-Bold") -> faces.FrenchStyle:
    """A deck in plain print with those *letters*."""
    style = faces.FrenchStyle(np.random.default_rng(8))
    style.font = next(file for file in marks.came_along() if file.endswith(f"{font}.ttf"))
    style.foreign = letters
    return style


def named(letters: dict[str, str], font: str = "DejaVuSans-Bold") -> list[tuple[str, str]]:
    """What each card with one of those letters is, and what it is named."""
    style, rng = deck(letters, font), np.random.default_rng(9)
    cards = [(rank, suit) for rank in letters for suit in SUITS[1:]]
    drawn = [faces.french(rng, style, *card).picture for card in cards]
    quad = np.array([[-4, -4], [254, -4], [254, 354], [-4, 354]], np.float32)
    said = read_cards([flat_card(picture, quad) for picture in drawn])
    return [
        (rank + suit, judge(one, SEEN, (FRENCH,)).name) for (rank, suit), one in zip(cards, said, strict=True)
    ]


@pytest.mark.parametrize(
    "letters",
    [
        {"A": "1", "J": "V", "Q": "D", "K": "R"},
        {"J": "B", "Q": "V", "K": "H"},
        {"J": "W", "Q": "D"},
        {"A": "T", "Q": "Д"},
        {"J": "F", "K": "R"},
    ],
)
def test_no_letter_of_these_languages_is_taken_for_another_card(letters: dict[str, str]) -> None:
    """French, Dutch, Polish, Russian, Italian."""
    assert not [(card, name) for card, name in named(letters) if name not in ("", card)]


@pytest.mark.parametrize("font", ["Roboto-Bold", "DejaVuSans", "DejaVuSans-BoldOblique"])
@pytest.mark.parametrize("letters", [{"A": "1", "J": "V", "Q": "D"}, {"A": "T", "Q": "Д"}])
def test_an_ace_a_court_and_a_number_are_never_taken_for_one_another(
    letters: dict[str, str], font: str
) -> None:
    """Whatever an index looks like, the whole card shows which of the three it is."""
    kinds = {**dict.fromkeys("JQK", "court"), "A": "ace"}
    wrong = [(card, name) for card, name in named(letters, font) if name not in ("", card)]
    assert not [one for one in wrong if kinds.get(one[0][0]) != kinds.get(one[1][0], "number")]


def test_a_king_is_a_king_with_an_r_too() -> None:
    assert sum(card == name for card, name in named({"K": "R"})) >= 3


def test_the_deck_of_these_tests_is_read_with_its_usual_letters() -> None:
    assert sum(card == name for card, name in named({"A": "A", "J": "J", "Q": "Q", "K": "K"})) >= 14


def test_a_one_beside_a_suit_is_an_ace_and_alone_it_is_a_one() -> None:
    ranks = np.zeros((2, len(RANKS)), np.float32)
    ranks[:, RANKS.index("1")] = 1
    suits = np.zeros((2, len(SUITS)), np.float32)
    suits[0, SUITS.index("S")] = suits[1, 0] = 1

    read = with_aces(ranks, suits)

    assert [RANKS[int(shares.argmax())] for shares in read] == ["A", "1"]
    assert read.sum(axis=1) == pytest.approx([1, 1])


def test_a_font_that_lacks_a_letter_is_not_asked_to_draw_it() -> None:
    font = deck({}).font
    assert marks.is_in(font, "Kn")
    assert marks.is_in(font, "Д")
    assert not marks.is_in(font, "\u0378")


def test_what_a_letter_shows() -> None:
    words = ("A", "10", "B", "D", "R", "K", "1", "V", "H", "Kn", "T")
    shown = [RANKS[faces.shown(word)] for word in words]
    assert shown == ["A", "10", "J", "Q", "K", "K", "1", "", "", "", ""]
