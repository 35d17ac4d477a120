"""What lies face down: backs as decks have them, and sheets of paper that only have a card's shape."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from cards_laid import at, table
from msgspec.structs import replace

from tests.at_first import more, quick
from vision.cards import readers
from vision.cards.anywhere import cards_anywhere
from vision.cards.decks import Decks, decks_called
from vision.cards.flat import HIGH, WIDE, flat_card, is_printed_over
from vision.cards.found_card import Sight
from vision.cards.outlines import Outline
from vision.cards.quads import UNIT
from vision.cards.readers import KINDS, Said, read_cards
from vision.cards.reading import without_signs
from vision.cards.taught import of_faces
from vision.cards.verdict import FRENCH, NUMBERS, UNO, Verdict
from vision.drawn.printed_decks import CARD, PER_MM
from vision.drawn.prints import signs
from vision.drawn.prints.card import back
from vision.drawn.shapes import painted
from vision.lab.printed import faces
from vision.pictures import Picture

PAPER = (238, 242, 244)


def paper(colour: tuple[int, int, int] = PAPER) -> Picture:
    return np.full((420, 300, 3), colour, np.uint8)


def lined() -> Picture:
    sheet = paper()
    for y in range(40, 400, 22):
        cv2.line(sheet, (15, y), (285, y), (205, 170, 140), 2)
    return sheet


def squared() -> Picture:
    sheet = paper()
    for n in range(0, 420, 20):
        cv2.line(sheet, (0, n), (299, n), (215, 190, 170), 2)
        cv2.line(sheet, (n, 0), (n, 419), (215, 190, 170), 2)
    return sheet


def written() -> Picture:
    sheet, rng = paper(), np.random.default_rng(4)
    for y in range(45, 400, 38):
        for x in range(25, 250, 45):
            word = np.stack([np.arange(x, x + 36, 4), y + rng.integers(-8, 8, 9)], axis=1)
            cv2.polylines(sheet, [word.astype(np.int32)], False, (90, 40, 30), 3)
    return sheet


def framed() -> Picture:
    return np.asarray(cv2.rectangle(paper(), (18, 18), (282, 402), (60, 60, 180), 5))


def coaster() -> Picture:
    return np.asarray(cv2.circle(paper(), (150, 210), 85, (60, 60, 180), -1))


def woven() -> Picture:
    """A back with a white rim and a lattice, as most French decks have it."""
    back = paper()
    back[18:-18, 18:-18] = (120, 60, 30)
    for n in range(-420, 420, 16):
        cv2.line(back, (n, 18), (n + 384, 402), (225, 215, 205), 2)
        cv2.line(back, (n + 384, 18), (n, 402), (225, 215, 205), 2)
    back[:, :18] = back[:, -18:] = PAPER
    return back


def striped() -> Picture:
    """A back of thin lines on a dark ground, within a white rim."""
    back = paper()
    back[18:-18, 18:-18] = (110, 70, 90)
    for y in range(24, 402, 26):
        cv2.line(back, (18, y), (281, y), (150, 110, 130), 3)
    return back


SHEETS = {
    "white": paper(), "yellow": paper((110, 230, 250)), "black": paper((38, 36, 34)), "lined": lined(),
    "squared": squared(), "written": written(), "framed": framed(), "coaster": coaster(),
}  # fmt: skip
BACKS = {"woven": woven(), "striped": striped(), "of the kit": painted(back(), CARD, PER_MM, signs.PAPER)}


def as_flat(face: Picture) -> Picture:
    high, wide = face.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    return flat_card(face, corners)


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("light", [1.0, 0.5])
def test_paper_is_not_printed_over(name: str, light: float) -> None:
    assert not is_printed_over((as_flat(SHEETS[name]) * light).astype(np.uint8))


@pytest.mark.parametrize("name", BACKS)
@pytest.mark.parametrize("light", [1.0, 0.5])
def test_backs_are_printed_over(name: str, light: float) -> None:
    flat = as_flat(BACKS[name])
    assert flat.shape == (HIGH, WIDE, 3)
    assert is_printed_over((flat * light).astype(np.uint8))


def test_a_sheet_of_thin_lines_without_a_cards_corner_is_no_back() -> None:
    flat = as_flat(striped())
    assert is_printed_over(flat)
    assert not is_printed_over(flat, marked=False)


@pytest.mark.parametrize(("rims", "back"), [((235,) * 4, True), ((255, 20, 255, 130), False)])
def test_lines_are_a_back_where_the_rim_is_of_one_colour(rims: tuple[int, ...], back: bool) -> None:
    """A dark card that is taken to lie a little beside its place has the table for a rim here and there."""
    face = striped()
    face[:18], face[-18:] = rims[0], rims[1]
    face[18:-18, :18], face[18:-18, -18:] = rims[2], rims[3]
    assert is_printed_over(as_flat(face)) == back


@pytest.mark.parametrize("name", quick([*SHEETS], more=2))
def test_a_sheet_of_a_cards_shape_is_no_card_that_lies_face_down(name: str) -> None:
    decks = decks_called("any", None)
    assert decks is not None
    spots = [(name, 400, 360, 20), (name, 800, 340, -65)]
    for card in cards_anywhere(table(SHEETS, spots), decks):
        assert not card.face_down
        assert not card.name


def test_a_back_is_a_card_that_lies_face_down() -> None:
    decks = decks_called("any", None)
    assert decks is not None
    (card,) = (c for c in cards_anywhere(table(BACKS, [("woven", 640, 360, 30)]), decks) if at(c, 640, 360))
    assert card.face_down


@pytest.mark.parametrize(("wide", "back"), [(40, False), (70, True)])
def test_a_back_much_smaller_than_the_other_cards_is_a_sign_on_one(wide: int, back: bool) -> None:
    flat, none = as_flat(paper()), np.zeros(88, bool)
    (said,) = read_cards([flat])
    sizes = [(100, Verdict("", "", 0.4))] * 3 + [(wide, Verdict("", "", 0.95, face_down=True))]
    cards = [
        (Sight(Outline(UNIT * (size, 1.5 * size), (1, 1, 1, 1)), flat, said, none), verdict)
        for size, verdict in sizes
    ]
    assert [verdict.face_down for _, verdict in without_signs(cards)] == [False] * 3 + [back]


@more
def test_a_picture_that_was_not_taught_is_no_back_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faces of other decks may look like backs to the reader, with and without a taught deck."""

    def all_backs(cards: Sequence[Picture], _have_indices: bool) -> list[Said]:
        back = np.eye(len(KINDS), dtype=np.float32)[KINDS.index("back")]
        return [replace(said, kind=0.95 * back + 0.05 / len(KINDS)) for said in read_cards(cards)]

    monkeypatch.setattr(readers, "read_cards", all_backs)
    ours = of_faces("ours", [(name, as_flat(face)) for name, face in faces("uno-like").items()][:12])
    assert ours.family == UNO
    for taught in ((), (ours,)):
        decks = Decks((FRENCH, NUMBERS, UNO), taught)
        there = cards_anywhere(table({"coaster": coaster()}, [("coaster", 640, 360, 10)]), decks)
        assert there
        assert not any(card.face_down or card.name for card in there)
