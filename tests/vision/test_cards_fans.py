"""Fans of cards on the table, and cards that lie half out of the picture."""

from collections.abc import Sequence

import numpy as np
import pytest
from cards_laid import Spot, at, table

from tests.at_first import quick
from vision.cards.cards_in import cards_in
from vision.cards.corners import CornerMark
from vision.cards.decks import ANY
from vision.cards.fitted import edges_of
from vision.cards.outlines import Outline
from vision.cards.partly_covered import by_corner, left_over
from vision.cards.sizes import Size
from vision.drawn.prints.card import HIGH, WIDE, both_ways
from vision.drawn.prints.french import SUITS
from vision.drawn.prints.signs import PAPER, sign
from vision.drawn.shapes import Pen, marks, painted
from vision.lab.printed import faces
from vision.pictures import Picture
from vision.wanted import Wanted

CARDS = Wanted(tray=False, cards=True, deck=ANY)
SEEN_ABOVE = (0.8, 0.0, 0.0, 0.4)  # of a card in a fan the next one covers the right side


def fan(names: Sequence[str], step: float, start: float) -> list[Spot]:
    """Cards turned about one spot below them, each upon the one to its left."""
    turns = [start + step * n for n in range(len(names))]
    return [
        (name, 640 + 270 * np.sin(np.radians(turn)), 600 - 270 * np.cos(np.radians(turn)), turn)
        for name, turn in zip(names, turns, strict=True)
    ]


@pytest.mark.parametrize("step", quick([12.0, 17.0]))
def test_every_card_of_a_fan_is_read_by_what_is_seen_of_it(step: float) -> None:
    names = ["AS", "KD", "4C", "2H", "TD", "JS"]
    seen = cards_in(table(faces("french"), fan(names, step, -2.5 * step)), CARDS).cards
    assert sorted(card.name for card in seen) == sorted(names)


@pytest.mark.parametrize(("askew", "across"), [(16.0, False), (-16.0, True), (16.0, True), (0.0, False)])
def test_a_corner_marked_askew_is_turned_until_its_index_can_be_read(askew: float, across: bool) -> None:
    wide, tall = 150.0, 150.0 * HIGH / WIDE
    shown = {name: plain(name) for name in ("8C", "KD")}
    picture = table(shown, [("8C", 500, 360, 10.0), ("KD", 560, 372, 17.0)])
    flat = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]])
    true = (flat - flat.mean(axis=0)) @ rotation(10.0) + [500, 360]
    said = (flat[:, ::-1][[0, 3, 2, 1]] if across else flat) @ rotation(10.0 + askew) + true[0] + [2, -2]
    mark = CornerMark((np.roll(said, 1, axis=0) if across else said).astype(np.float32), int(across), 0.5)
    (found,) = by_corner(picture, edges_of(picture, wide), [mark], Size(wide, tall / wide))
    assert found.seen == (0.5, 0, 0, 0)
    assert np.abs(found.quad[:2] - true[:2]).max() < 0.08 * wide


def plain(name: str) -> Picture:
    """A French card without a frame, as if somebody else had printed it."""
    ink = (40, 35, 190) if name[1] in "DH" else (30, 28, 28)
    index = marks(name[0], 6.0, 4.0, 7.0, ink, Pen(0.17, 0.55))
    return painted(
        both_ways((*index, *sign(SUITS[name[1]][1], 6.0, 15.5, 2.6, ink))), (WIDE, HIGH), 8.0, PAPER
    )


def rotation(degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, s], [-s, c]])


def test_a_corner_that_shows_no_index_lies_as_it_points() -> None:
    cloth, card = table({}, []), np.array([[300, 200], [400, 200], [400, 340], [300, 340]], np.float32)
    (found,) = by_corner(cloth, edges_of(cloth, 100), [CornerMark(card, 0, 0.5)], Size(100, 1.4))
    assert np.abs(found.quad - card).max() < 15


@pytest.mark.parametrize("turn", quick([30.0, 0.0, 75.0]))
def test_a_card_half_out_of_the_picture_is_told_or_asked_about(turn: float) -> None:
    out = (("7S", 35, 360), ("QH", 400, 50), ("4C", 1245, 300), ("TD", 900, 670))
    spots = [("AS", 640, 360, 20.0), *((name, x, y, turn) for name, x, y in out)]
    seen = cards_in(table(faces("french"), spots), CARDS).cards
    for name, x, y, _ in spots:
        (card,) = (card for card in seen if at(card, x, y))
        assert card.name in ("", name)
        assert not card.face_down


@pytest.mark.parametrize(("covered", "free"), [(SEEN_ABOVE, True), ((0.8, 0.7, 0.8, 0.7), False)])
def test_a_corner_upon_what_is_covered_of_a_card_is_one_of_the_next(
    covered: tuple[float, ...], free: bool
) -> None:
    lower = np.array([[400, 300], [500, 300], [500, 440], [400, 440]], np.float32)
    upper = lower + np.array([60, 12], np.float32)
    a, b, c, d = covered
    corner = CornerMark(upper, 0, 0.7)
    assert bool(left_over([corner], [Outline(lower, (a, b, c, d))])) == free


def test_a_corner_at_an_edge_of_a_card_seen_in_part_is_one_of_the_next_in_its_row() -> None:
    card = np.array([[400, 300], [500, 300], [500, 440], [400, 440]], np.float32)
    marks = [CornerMark(card + np.array([30, 0], np.float32), 0, 0.7)]
    assert left_over(marks, [Outline(card, (0.8, 0.0, 0.0, 0.7))])


@pytest.mark.parametrize(("turn", "free"), [(0.0, False), (12.0, True), (90.0, False)])
def test_a_corner_that_is_turned_on_a_card_seen_in_part_is_not_printed_on_it(turn: float, free: bool) -> None:
    card = np.array([[400, 300], [500, 300], [500, 440], [400, 440]], np.float32)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    corner = (card - card[0]) @ np.array([[c, s], [-s, c]]) + card[0] + [20, 25]
    marks = [CornerMark(corner.astype(np.float32), 0, 0.7)]
    assert bool(left_over(marks, [Outline(card, (0.8, 0.0, 0.0, 0.7))])) == free
    assert not left_over(marks, [Outline(card, (0.8, 0.8, 0.8, 0.7))])
