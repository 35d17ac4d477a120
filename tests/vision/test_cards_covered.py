"""Cards covered in part: how large cards are, where one must lie by its corners, what its ink says."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from cards_laid import table

from tests.at_first import quick
from vision.cards import found_card
from vision.cards.corners import CornerMark
from vision.cards.fitted import edges_of
from vision.cards.flat import ink_of
from vision.cards.found_card import sights_of, still_says
from vision.cards.outlines import Outline
from vision.cards.partly_covered import covered_cards, left_over
from vision.cards.readers import RANKS, SUITS
from vision.cards.rivals import one_of_each, without_rivals
from vision.cards.sizes import Size, corner_of, is_new, other_sizes, size_of_cards
from vision.cards.verdict import FRENCH, NUMBERS, Card, Verdict
from vision.kit.values import COLOUR_OF_NUMBER, COLOURS
from vision.lab.printed import faces
from vision.pictures import Picture

SEEN = (0.9, 0.9, 0.9, 0.9)
WIDE, TALL = 100.0, 1.4


def card_at(x: float, y: float, degrees: float, wide: float = WIDE) -> np.ndarray:
    turn = np.radians(degrees)
    flat = np.array([[-0.5, -TALL / 2], [0.5, -TALL / 2], [0.5, TALL / 2], [-0.5, TALL / 2]]) * wide
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return (flat @ way + [x, y]).astype(np.float32)


def off(one: np.ndarray, other: np.ndarray) -> float:
    """The largest distance between corners, in widths of a card, whichever end is up."""
    return min(float(np.hypot(*(np.roll(one, t, axis=0) - other).T).max() / WIDE) for t in (0, 2))


def marks_of(
    quad: np.ndarray, corners: Sequence[int], across: bool = False, sure: float = 0.6
) -> list[CornerMark]:
    """Corners as the finder marks them, their reach rather short; *across*: short and long side mixed up."""
    out = []
    for n in corners:
        ahead, behind = (quad[(n + step) % 4] - quad[n] for step in (1, -1))
        if across:
            ahead, behind = (
                side / np.hypot(*side) * np.hypot(*other)
                for side, other in ((ahead, behind), (behind, ahead))
            )
        number = (n % 2) ^ across
        ends = (quad[n] + 0.9 * ahead, quad[n] + 0.9 * behind)
        said = np.zeros((4, 2), np.float32)
        said[number], said[(number + 1) % 4], said[(number - 1) % 4] = quad[n], *ends
        said[(number + 2) % 4] = ends[0] + ends[1] - quad[n]
        out.append(CornerMark(said, number, sure))
    return out


def table_with(*quads: np.ndarray) -> Picture:
    """White cards on a green table, the later ones above, each with a little shadow at its edge."""
    picture = np.full((700, 900, 3), (60, 90, 40), np.uint8)
    for quad in quads:
        cv2.fillPoly(picture, [quad.astype(np.int32)], (228, 232, 235))
        cv2.polylines(picture, [quad.astype(np.int32)], True, (150, 155, 160), 2)
    grain = np.random.default_rng(3).normal(0, 3, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def test_cards_of_another_size_are_no_measure() -> None:
    large = [Outline(card_at(150 + 300 * n, 150, 20 * n), SEEN) for n in range(3)]
    size = size_of_cards([*large, Outline(card_at(800, 500, 0, wide=60), SEEN)], [])
    assert size is not None
    assert size.wide == pytest.approx(WIDE, rel=0.03)


def test_without_a_whole_card_corners_beside_each_other_tell_the_size() -> None:
    marks = marks_of(card_at(200, 200, 15), (0, 1)) + marks_of(card_at(500, 300, 70), (1, 2), across=True)
    size = size_of_cards([], marks)
    assert size is not None
    assert size.wide == pytest.approx(WIDE, rel=0.03)
    assert size.tall == pytest.approx(TALL, rel=0.04)


def test_one_corner_alone_tells_no_size() -> None:
    assert size_of_cards([], marks_of(card_at(200, 200, 15), (0,))) is None


FROM_ABOVE = Size(WIDE, TALL)


@pytest.mark.parametrize("degrees", quick([35, 0, 100, 250]))
@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("corners", [(0, 1), (1, 2), (0, 3), (2,), (3,)])
def test_a_covered_card_lies_where_its_corners_and_sides_are_seen(
    degrees: float, across: bool, corners: tuple[int, ...]
) -> None:
    lower = card_at(350, 300, degrees)
    hidden = [n for n in range(4) if n not in corners]
    middle = lower[hidden].mean(axis=0) * 0.9 + lower.mean(axis=0) * 0.1
    upper = card_at(float(middle[0]), float(middle[1]), degrees + (80 if len(corners) == 1 else 20))
    edges = edges_of(table_with(lower, upper), WIDE)
    found = covered_cards(edges, marks_of(lower, corners, across), FROM_ABOVE)
    far = 0.05 if len(corners) == 2 else 0.12  # by one corner alone its turn is known less well
    assert min(off(card.quad, lower) for card in found) < far
    best = min(found, key=lambda card: off(card.quad, lower))
    assert sum(s > 0 for s in best.seen) == len(corners)


def test_corners_of_cards_that_are_known_are_not_looked_into_again() -> None:
    card = card_at(350, 300, 20)
    assert left_over(marks_of(card, range(4)), [Outline(card, SEEN)]) == []


def test_corners_of_no_known_card_are_left_over() -> None:
    known, other = card_at(350, 300, 20), card_at(700, 500, 60)
    marks = marks_of(known, range(4)) + marks_of(other, (0, 1))
    free = left_over(marks, [Outline(known, SEEN)])
    assert {tuple(corner_of(mark)) for mark in free} == {tuple(corner_of(mark)) for mark in marks[4:]}


def test_other_sizes_are_tried_when_the_first_explains_too_little() -> None:
    """The known card was fitted a tenth too small; what pairs of corners say is another size."""
    small = Outline(card_at(200, 200, 15, 0.9 * WIDE), SEEN)
    marks = marks_of(card_at(650, 300, 70), range(4)) + marks_of(card_at(300, 500, 100), (0, 1))
    tried = [Size(0.9 * WIDE, TALL)]
    new = [size for size in other_sizes([small], [small], marks) if is_new(size, tried)]
    assert new[0].wide == pytest.approx(WIDE, rel=0.03)
    assert not is_new(tried[0], tried)


def inked(colour: tuple[int, int, int], light: tuple[float, float, float] = (1, 1, 1)) -> Picture:
    card = np.full((178, 130, 3), 240, np.uint8)
    cv2.rectangle(card, (8, 8), (122, 170), colour, 3)
    cv2.putText(card, "3", (16, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.0, colour, 3)
    return np.clip(card * np.array(light), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("number", "colour"), COLOUR_OF_NUMBER.items())
@pytest.mark.parametrize("light", [(1, 1, 1), (0.55, 0.8, 1), (1, 0.85, 0.7), (0.4, 0.4, 0.4)])
def test_the_ink_tells_the_number_in_any_light(
    number: str, colour: str, light: tuple[float, float, float]
) -> None:
    shares = ink_of(inked(COLOURS[colour], light), (0, 2))
    assert shares is not None
    assert list(COLOUR_OF_NUMBER)[int(shares.argmax())] == number


@pytest.mark.parametrize("grey", [20, 120, 200])
def test_black_and_grey_ink_tell_nothing(grey: int) -> None:
    assert ink_of(inked((grey, grey, grey)), (0, 2)) is None


def test_what_is_brighter_than_the_ground_is_no_ink_upon_paper() -> None:
    """A clear card on a dark table shows its print so."""
    on_dark = (inked(COLOURS["blue"]).astype(np.float32) * (0.25, 1, 1)).astype(np.uint8)
    assert ink_of(inked(COLOURS["blue"]), (0, 2)) is not None
    assert ink_of(255 - on_dark, (0, 2)) is None


def verdict(deck: str, name: str, *likely: str, sure: float = 0.95) -> Verdict:
    return Verdict(deck, name, sure, (name, *likely) if name else likely)


def test_an_index_belongs_to_one_card_only() -> None:
    true, moved = Outline(card_at(300, 300, 0), SEEN), Outline(card_at(312, 312, 0), (0.5, 0, 0, 0))
    both = [verdict(NUMBERS, "5_yellow", sure=0.99), verdict(NUMBERS, "5_yellow")]
    assert without_rivals([Card(true, both[0]), Card(moved, both[1])], [(0, 2), (0,)]) == [0]


def test_cards_that_touch_keep_their_own_indices() -> None:
    left, right = (Outline(card_at(x, 300, 0), SEEN) for x in (300, 300 + WIDE))
    cards = [Card(left, verdict(FRENCH, "5H")), Card(right, verdict(FRENCH, "5D"))]
    assert sorted(without_rivals(cards, [(0, 1, 2, 3), (0, 1, 2, 3)])) == [0, 1]


@pytest.mark.parametrize(
    ("turn", "moved", "name", "stay"),
    [
        pytest.param(25, (8, 0), "5D", [0, 1], id="each shows its own index"),
        pytest.param(25, (8, 0), "5H", [0], id="both show the same one"),
        pytest.param(0, (8, 5), "5D", [0], id="both are read in one corner"),
    ],
)
def test_two_cards_of_a_fan_may_have_their_middles_close_together(
    turn: float, moved: tuple[float, float], name: str, stay: list[int]
) -> None:
    lower, upper = card_at(300 + moved[0], 300 + moved[1], -turn), card_at(300, 300, 0)
    cards = [Card(Outline(upper, SEEN), verdict(FRENCH, "5H", sure=0.99))]
    cards.append(Card(Outline(lower, (0.6, 0, 0, 0)), verdict(FRENCH, name)))
    assert without_rivals(cards, [(0, 2), (0,)]) == stay
    assert without_rivals(cards, [(0, 2), ()]) == [0]  # no index of its own


def test_two_ways_to_lie_from_one_corner_are_one_card() -> None:
    quad = card_at(300, 300, 0)
    corner = quad[0]
    across = corner + np.array([[0, 0], [TALL, 0], [TALL, 1], [0, 1]], np.float32) * WIDE
    upright, lying = Outline(quad, (0.7, 0, 0, 0)), Outline(np.roll(across, -1, axis=0), (0, 0, 0, 0.7))
    said = [verdict(FRENCH, "9C", sure=0.98), verdict(FRENCH, "", "6H", sure=0.5)]
    assert without_rivals([Card(lying, said[1]), Card(upright, said[0])]) == [1]


def test_of_two_questions_the_one_about_more_than_a_single_corner_stays() -> None:
    more, single = (
        Outline(card_at(300, 300, 0), (0.3, 0.3, 0, 0)),
        Outline(card_at(306, 304, 0), (0, 0, 0, 0.7)),
    )
    said = [verdict(FRENCH, "", "6H", sure=0.75), verdict(FRENCH, "", "9C", sure=0.9)]
    assert without_rivals([Card(more, said[0]), Card(single, said[1])]) == [0]
    assert without_rivals([Card(more, said[0]), Card(single, verdict(FRENCH, "9C"))]) == [1]


@pytest.mark.parametrize(("away", "left"), [(0.15, 1), (0.9, 2)])
def test_a_question_about_a_card_that_is_named_there_is_dropped(away: float, left: int) -> None:
    named = Card(Outline(card_at(300, 300, 0), SEEN), verdict(FRENCH, "TC", sure=0.99))
    beside = Outline(card_at(300 + away * WIDE, 300, 0), (0.5, 0, 0, 0))
    asked = Card(beside, verdict(FRENCH, "", "TC", sure=0.5))
    assert len(one_of_each([named, asked])) == left


@pytest.mark.parametrize(("turned", "left"), [(0, 1), (30, 2)])
def test_so_is_one_about_a_card_of_a_taught_deck_that_lies_along_it(turned: float, left: int) -> None:
    named = Card(Outline(card_at(300, 300, 0), SEEN), verdict("ours", "2_pink", sure=0.99))
    asked = Outline(card_at(300 + 0.3 * WIDE, 300, turned), (0.5, 0, 0, 0))
    assert len(one_of_each([named, Card(asked, verdict("ours", "", "2_pink", sure=0.5))])) == left


@pytest.mark.parametrize(
    ("beside", "inwards", "stays"),
    [
        ((0.5, 0.3), "in", False),  # at its side, as a frame printed on it ends there
        ((0.53, 0.3), "in", False),
        ((0.5, 0.3), "out", True),  # a card that touches it
        ((0.75, 0.3), "in", True),  # a card beneath it, of which an index is seen
    ],
)
def test_a_corner_at_the_side_of_a_card_that_leads_into_it_is_printed_on_it(
    beside: tuple[float, float], inwards: str, stays: bool
) -> None:
    known = Outline(card_at(400, 300, 0), SEEN)
    corner = np.array([400, 300]) + np.array(beside) * WIDE
    middle = corner + np.array([-0.5 if inwards == "in" else 0.5, -TALL / 2]) * WIDE
    other = card_at(*middle, 0)
    number = 2 if inwards == "in" else 3
    marks = marks_of(other, (number,))
    assert bool(left_over(marks, [known])) == stays


@pytest.mark.parametrize(("corner", "turned"), [(0, 0), (2, 0), (0, 30)])
def test_the_only_corner_of_a_card_says_the_same_when_it_is_cut_out_a_little_otherwise(
    corner: int, turned: float
) -> None:
    shown = faces("french")
    high, wide = shown["9H"].shape[:2]
    picture = table(shown, [("9H", 640, 360, turned)], wide=150)
    flat = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (150, 150 * high / wide)
    way = cv2.getRotationMatrix2D((0, 0), -turned, 1.0)[:, :2]
    quad = (flat @ way.T + (640, 360)).astype(np.float32)
    (sight,) = sights_of(picture, [Outline(np.roll(quad, corner, axis=0), SEEN)])
    assert still_says(picture, sight, corner, "9", "H")
    assert not still_says(picture, sight, corner, "7", "H")
    assert not still_says(picture, sight, corner, "9", "S")


def test_the_indices_of_two_cards_close_together_are_none_of_a_third(monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as a crop holds only the first of both, it shows another rank."""
    (sight,) = sights_of(table(faces("french"), [("9H", 640, 360, 0)]), [Outline(card_at(640, 360, 0), SEEN)])

    def both(crops: Sequence[Picture]) -> tuple[np.ndarray, np.ndarray]:
        ranks, suits = np.zeros((len(crops), len(RANKS))), np.zeros((len(crops), len(SUITS)))
        suits[:, SUITS.index("H")] = 1
        ranks[:-3, RANKS.index("Q")], ranks[-3:, RANKS.index("9")] = 1, 1
        return ranks, suits

    monkeypatch.setattr(found_card, "read_indices", both)
    assert not still_says(np.zeros((720, 1280, 3), np.uint8), sight, 0, "Q", "H")


@pytest.mark.parametrize(
    ("farther", "nearer", "likelier"), [("9", "9", "9"), ("9", "Q", "9"), ("Q", "Q", "Q")]
)
def test_an_index_is_what_it_shows_from_far_and_near(
    monkeypatch: pytest.MonkeyPatch, farther: str, nearer: str, likelier: str
) -> None:
    """Looks that agree are surer together than one of them, looks that do not are less sure."""
    picture = table(faces("french"), [("9H", 640, 360, 0)])
    (sight,) = sights_of(picture, [Outline(card_at(640, 360, 0), (0.9, 0, 0, 0))])
    nine, queen = RANKS.index("9"), RANKS.index("Q")
    sight.said.ranks[0] = 0
    sight.said.ranks[0, [nine, queen]] = 0.7, 0.3
    sight.said.suits[0] = np.eye(len(SUITS))[SUITS.index("H")]

    def shown(crops: Sequence[Picture]) -> tuple[np.ndarray, np.ndarray]:
        ranks, suits = np.zeros((len(crops), len(RANKS))), np.zeros((len(crops), len(SUITS)))
        suits[:, SUITS.index("H")] = 1
        for n, rank in enumerate((farther, nearer)):
            ranks[n, [nine, queen]] = (0.8, 0.2) if rank == "9" else (0.2, 0.8)
        return ranks, suits

    monkeypatch.setattr(found_card, "read_indices", shown)
    said = found_card.from_far_and_near(picture, sight).said
    assert RANKS[int(said.ranks[0].argmax())] == likelier
    assert (said.ranks[0].max() > 0.8) == (farther == nearer == "9")
    assert sight.said.ranks[0, nine] == pytest.approx(0.7)  # the first look stays as it is
