"""What corners and the whole of a card say together: a name, or a question."""

import numpy as np
import pytest
from msgspec.structs import replace

from vision.cards.decks import Decks
from vision.cards.flat import HIGH, WIDE
from vision.cards.found_card import Sight
from vision.cards.outlines import Outline
from vision.cards.quads import UNIT
from vision.cards.readers import COLOURS, KINDS, RANKS, SUITS, Said
from vision.cards.reading import judged, shows_another
from vision.cards.verdict import FRENCH, NUMBERS, UNO, corners_seen, judge

SEEN = (0.9, 0.9, 0.9, 0.9)


def shares(words: tuple[str, ...], word: str, share: float = 0.98) -> np.ndarray:
    out = np.full(len(words), (1 - share) / (len(words) - 1), np.float32)
    out[words.index(word)] = share
    return out


def said(kind: str, rank: str, suit: str, colour: str, corners: tuple[str, ...], sure: float = 0.98) -> Said:
    """A card whose four *corners* show those signs; where there is one, the suit as well."""
    return Said(
        np.stack([shares(RANKS, corner) for corner in corners]),
        np.stack([shares(SUITS, suit if corner else "") for corner in corners]),
        shares(KINDS, kind, sure), shares(RANKS, rank), shares(SUITS, suit), shares(COLOURS, colour),
    )  # fmt: skip


FIVE = ("5", "", "5", "")


@pytest.mark.parametrize(
    ("card", "deck", "name"),
    [
        (said("french", "5", "S", "black", FIVE), FRENCH, "5S"),
        (said("numbers", "5", "", "yellow", FIVE), NUMBERS, "5_yellow"),
        (said("uno", "5", "", "yellow", FIVE), UNO, "yellow_5"),
    ],
)
def test_a_card_of_one_deck_is_none_of_another_that_was_named(card: Said, deck: str, name: str) -> None:
    for told in (FRENCH, NUMBERS, UNO):
        assert judge(card, SEEN, (told,)).name == (name if told == deck else "")


def test_a_card_that_may_be_of_several_decks_is_of_the_one_that_was_named() -> None:
    strange = said("other", "5", "", "yellow", FIVE)
    assert judge(strange, SEEN, (UNO,)).name == "yellow_5"
    assert judge(strange, SEEN, (FRENCH, NUMBERS, UNO)).name == ""


@pytest.mark.parametrize(("corners", "middle", "body", "named"), [
    (("9", "", "9", ""), "4", 0.9, True), (("9", "", "", ""), "4", 0.9, False),
    (("9", "", "9", ""), "3", 0.98, False), (("9", "", "9", ""), "4", 0.999, False),
])  # fmt: skip
def test_a_sign_seen_in_two_corners_needs_no_middle_that_is_read(
    corners: tuple[str, ...], middle: str, body: float, named: bool
) -> None:
    """The large sign of a strange deck is often read wrongly; only where it is beyond doubt it is heard."""
    card = replace(said("uno", middle, "", "red", corners), rank=shares(RANKS, middle, body))
    assert judge(card, SEEN, (UNO,)).name == ("red_9" if named else "")


@pytest.mark.parametrize(("corner", "body", "named"), [
    (0.0, 0.99, False), (0.8, 0.45, False), (0.99, 0.1, False), (0.8, 0.7, True), (0.99, 0.45, True),
])  # fmt: skip
def test_no_witness_to_a_sign_is_enough_alone(corner: float, body: float, named: bool) -> None:
    card = replace(said("uno", "7", "", "yellow", ("", "", "", "")), rank=shares(RANKS, "7", body))
    card.ranks[0] = shares(RANKS, "7", corner) if corner else card.ranks[1]
    assert (judge(card, SEEN, (UNO,)).name == "yellow_7") is named


@pytest.mark.parametrize(("digit", "corner", "other", "body", "named"), [
    ("4", 0.96, 0.85, 0.2, True), ("4", 0.96, 0.7, 0.2, True), ("4", 0.99, 0.1, 0.7, True),
    ("8", 0.99, 0.97, 0.2, False), ("8", 0.96, 0.85, 0.7, False), ("8", 0.99, 0.1, 0.7, False),
    ("8", 0.999, 0.99, 0.99, True),  # a blurred 3 looks like an 8, but not to all three
])  # fmt: skip
def test_an_eight_has_to_be_seen_more_surely_than_others(
    digit: str, corner: float, other: float, body: float, named: bool
) -> None:
    card = said("uno", digit, "", "red", (digit, "", digit, ""), 0.999)
    card = replace(card, rank=shares(RANKS, digit, body))
    card.ranks[0], card.ranks[2] = shares(RANKS, digit, corner), shares(RANKS, digit, other)
    card.ranks[2, 0] += 0 if other > 0.5 else 0.8  # it shows nothing, rather than something else
    assert (judge(card, SEEN, (UNO,)).name == f"red_{digit}") is named


@pytest.mark.parametrize(("corners", "middle"), [("3", "8"), ("8", "3"), ("5", "6"), ("6", "8"), ("8", "9")])
def test_digits_that_differ_by_a_closed_gap_are_asked_about(corners: str, middle: str) -> None:
    card = said("uno", middle, "", "red", (corners, "", corners, ""))
    card = replace(card, rank=shares(RANKS, middle, 0.9))
    assert judge(card, SEEN, (UNO,)).name == ""


@pytest.mark.parametrize(("other", "body", "named"), [(0.6, 0.7, True), (0.9, 0.7, False), (0.6, 0.3, False)])
def test_what_a_corner_hardly_shows_is_outweighed_by_a_clear_sign(
    other: float, body: float, named: bool
) -> None:
    """In some corners there is a maker's name."""
    card = replace(said("uno", "7", "", "red", ("7", "", "", "")), rank=shares(RANKS, "7", body))
    card.ranks[1] = shares(RANKS, "4", other)
    assert (judge(card, SEEN, (UNO,)).name == "red_7") is named


def test_an_unmarked_corner_with_another_index_is_that_of_a_card_above() -> None:
    beside = said("french", "7", "H", "black", ("7", "", "", ""))
    beside.ranks[1] = shares(RANKS, "K")
    outline = Outline(np.zeros((4, 2), np.float32), (0.4, 0.0, 0.0, 0.3))
    assert corners_seen(outline, beside, np.zeros(88, bool)) == pytest.approx([0.4, 0.0, 0.2, 0.3])
    beside.ranks[1] = shares(RANKS, "7")
    assert corners_seen(outline, beside, np.zeros(88, bool)) == pytest.approx([0.4, 0.2, 0.2, 0.3])


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(("left", "named"), [("4", True), ("", False)])
def test_an_index_only_in_an_upper_right_corner_is_that_of_the_next_card_or_no_index(
    left: str, named: bool, whole: bool
) -> None:
    card = said("french", "4", "H", "black", (left, "4", "", ""))
    assert (judge(card, (0.5, 0.2, 0.0, 0.0), (FRENCH,), whole=whole).name == "4H") is named


def test_corners_that_show_different_signs_are_asked_about() -> None:
    torn = judge(said("uno", "reverse", "", "red", ("6", "", "reverse", "")), SEEN, (UNO,))
    assert torn.name == ""
    assert "red_reverse" in torn.names


@pytest.mark.parametrize(
    ("index", "body", "named"),
    [("5", "5", True), ("5", "6", False), ("5", "Q", False), ("Q", "6", False), ("Q", "K", True)],
)
def test_pips_that_are_counted_speak_against_another_number(index: str, body: str, named: bool) -> None:
    """A 6 whose index is blurred to a 5 or a Q still has six pips, and no court looks like a number."""
    card = said("french", body, "H", "red", (index, "", index, ""))
    assert bool(judge(card, SEEN, (FRENCH,)).name) is named


@pytest.mark.parametrize(
    ("second", "body", "named"), [(0.98, 0.2, True), (0.6, 0.2, False), (0.6, 0.9, True)]
)
def test_a_letter_of_a_court_needs_a_second_witness(second: float, body: float, named: bool) -> None:
    """Another corner, or the whole card: letters that nobody has learnt seldom look so twice."""
    card = said("french", "J", "H", "red", ("J", "", "J", ""))
    ranks = np.stack(
        [shares(RANKS, "J", 0.98), shares(RANKS, ""), shares(RANKS, "J", second), shares(RANKS, "")]
    )
    card = replace(card, ranks=ranks, rank=shares(RANKS, "J" if body > 0.5 else "K", 0.6))
    assert bool(judge(card, SEEN, (FRENCH,)).name) is named


@pytest.mark.parametrize(
    ("sure", "other", "named"), [(0.999, 0.999, True), (0.95, 0.95, False), (0.999, 0.6, False)]
)
def test_a_card_that_looks_like_another_suit_needs_a_corner_beyond_doubt_and_none_in_doubt(
    sure: float, other: float, named: bool
) -> None:
    card = replace(
        said("french", "3", "S", "black", ("3", "", "3", "")),
        suits=np.stack([shares(SUITS, "C" if n else "", n or 0.98) for n in (sure, 0, other, 0)]),
    )
    assert (judge(card, SEEN, (FRENCH,)).name == "3C") is named


@pytest.mark.parametrize(
    ("picture", "pips", "named"), [(False, 0.3, False), (True, 0.3, True), (False, 0.01, True)]
)
def test_a_court_with_as_little_print_as_a_number_card_is_asked_about(
    picture: bool, pips: float, named: bool
) -> None:
    """Jumbo digits of a font that nobody has learnt may look like letters."""
    rng = np.random.default_rng(1)
    flat = np.full((HIGH, WIDE, 3), 230, np.uint8)
    flat[50:130:40, 40:100:40] = 30
    flat = rng.integers(0, 230, (HIGH, WIDE, 3), np.uint8) if picture else flat
    card = said("french", "Q", "C", "black", ("Q", "", "Q", ""))
    rank = (1 - pips) * shares(RANKS, "Q") + pips * shares(RANKS, "6")
    sight = Sight(Outline(UNIT * (WIDE, HIGH), SEEN), flat, replace(card, rank=rank), np.zeros(88, bool))
    assert (judged(sight, Decks((FRENCH,), ()), []).name == "QC") is named


@pytest.mark.parametrize(
    ("corners", "name", "denied"),
    [
        (("0", "", "0", ""), "blue_8", True),
        (("8", "", "8", ""), "blue_8", False),
        (("8", "", "0", ""), "blue_8", False),
        (("", "", "", ""), "blue_8", False),
        (("7", "", "7", ""), "blue_reverse", False),
        (("7", "", "7", ""), "black_wild", False),
    ],
)
def test_a_likeness_is_denied_by_another_digit_in_the_corners(
    corners: tuple[str, ...], name: str, denied: bool
) -> None:
    """Signs of other makers may look like digits, so names without a digit are not denied."""
    card = said("uno", "0", "", "blue", corners)
    assert shows_another(card, {UNO}, name) is denied
    assert not shows_another(card, set(), name)


@pytest.mark.parametrize(("share", "named"), [(0.56, False), (0.72, True)])
def test_ink_makes_no_number_card_of_a_digit_that_is_hardly_seen(share: float, named: bool) -> None:
    """A box with a yellow thing in its corner is none."""
    card = said("numbers", "5", "", "yellow", ("5", "", "", ""))
    seen = np.stack([shares(RANKS, "5", share), *card.ranks[1:]])
    ink = np.full(6, 0.006)
    ink[4] = 0.97
    verdict = judge(replace(card, ranks=seen), SEEN, (NUMBERS,), whole=False, ink=ink)
    assert verdict.names[0] == "5_yellow"
    assert (verdict.confidence > 0.9 * float(1 - seen[0, 0])) == named


@pytest.mark.parametrize(("second", "named"), [("A", "AS"), ("", "")])
def test_an_ace_with_a_large_ornament_is_believed_by_two_corners(second: str, named: str) -> None:
    """As a whole it looks like a card with one large sign, but those have only suits in their corners."""
    ace = said("big", "A", "S", "black", ("A", "", second, ""), 0.7)
    card = replace(ace, kind=shares(KINDS, "big", 0.3) + shares(KINDS, "french", 0.65) * np.float32(0.7))
    assert judge(card, SEEN, (FRENCH, NUMBERS, UNO)).name == named


@pytest.mark.parametrize(("colour", "named"), [("yellow", "5_yellow"), ("", "")])
def test_a_number_without_any_colour_is_asked_about_where_the_card_is_not_seen_whole(
    colour: str, named: str
) -> None:
    card = said("numbers", "5", "", colour, FIVE)
    assert judge(card, SEEN, (NUMBERS,), whole=False).name == named
