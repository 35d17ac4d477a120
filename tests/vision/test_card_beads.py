"""The beads along the frame of printed cards: each card has its own row, and no row is taken for another."""

import itertools

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.at_first import quick
from vision.cards.decks import decks_called
from vision.cards.kit_print import kit_cards, named_as_printed, paleness, read_beads
from vision.cards.lying import Where
from vision.drawn import CardOnTable, Lens, Light, TableScene, draw
from vision.drawn.cards import CORNER, card_corners
from vision.drawn.printed_decks import DECKS
from vision.drawn.shapes import Disc, painted
from vision.kit import bead_code
from vision.kit.bead_code import (
    CARD_SIZE,
    FEWEST,
    LENGTH,
    MOST,
    PITCH,
    RADIUS,
    STANDS_OUT,
    bead_height,
    row_of,
    rows,
)
from vision.kit.camera import Camera, project

CARDS = sorted(rows())
PLACES = [(x, y) for y in (60, 180) for x in (60, 150, 240, 330)]
PAPER = (248, 248, 248)
PER_MM = 2.0  # as a camera above a mat sees a card


def table(cards, camera=None, lens=None, light=None, seed=0):
    """A picture of those cards on the mat, each turned a little differently, none upon another."""
    laid = tuple(
        CardOnTable(name, *PLACES[n], (n * 47 + seed * 31) % 50 - 25 + 180 * (n % 2), deck)
        for n, (deck, name) in enumerate(cards)
    )
    return draw(
        TableScene(
            cards=laid, camera=camera or Camera(), lens=lens or Lens(), light=light or Light(), seed=seed
        )
    )


def found_in(picture):
    """The kit's cards that are seen whole, of whichever deck, and how each lies."""
    return kit_cards(picture, decks_called("any", None).beaded, Where())[0]


def names_in(picture):
    return sorted((verdict.deck, verdict.name) for _, verdict in found_in(picture))


def called(card):
    """Deck and name as the eyes tell of a printed card."""
    verdict = named_as_printed(*card)
    return verdict.deck, verdict.name


def flat(shapes, per_mm=PER_MM):
    """A card on a darker table, and its corners in that picture."""
    face = painted(shapes, CARD_SIZE, per_mm, PAPER)
    picture = cv2.copyMakeBorder(face, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(90, 110, 100))
    wide, high = face.shape[1], face.shape[0]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) + 20
    return np.asarray(picture, np.uint8), corners


def with_beads(row, other_side=None):
    """The frame of a card with any beads, on both sides or another row on the right."""
    shapes = [shape for shape in DECKS["french"].card("5H", 0) if not is_bead(shape)]
    for x, beads in ((7 + STANDS_OUT, row), (49 - STANDS_OUT, (other_side or row)[::-1])):
        shapes += [
            Disc(x, bead_height(n, CARD_SIZE[1]), RADIUS, (45, 35, 200))
            for n, bead in enumerate(beads)
            if bead
        ]
    return tuple(shapes)


def is_bead(shape):
    return isinstance(shape, Disc) and shape.radius == RADIUS


def said(shapes, per_mm=PER_MM):
    picture, corners = flat(shapes, per_mm)
    return read_beads(paleness(picture), corners)


def test_every_printed_card_has_a_row_and_every_row_its_card():
    assert set(CARDS) == {(deck, name) for deck in DECKS for name in DECKS[deck].copies()}


def test_any_two_rows_differ_in_many_places_and_none_is_plain():
    words = list(rows().values())

    assert min(sum(a != b for a, b in zip(one, other, strict=True))
               for one, other in itertools.combinations(words, 2)) >= 6  # fmt: skip
    assert all(FEWEST <= sum(word) <= MOST for word in words)


def test_no_row_is_another_read_from_its_wrong_end():
    words = set(rows().values())

    assert not [card for card, row in rows().items() if row[::-1] != row and row[::-1] in words]


@pytest.mark.parametrize(
    ("deck", "name", "row"),
    [
        ("abi94", "+1", "oo..o.oo..ooooooo."),
        ("abi94-b", "+1g", "oo.oo..o....o.o..o"),
        ("abi94-b", "ME", "ooo.oo.o..o..oo.o."),
        ("wobble", "m0", "ooo..o...ooo..o..."),
        ("wobble", "DBL", "o..ooooo..o..ooooo"),
        ("french", "2C", "o.o..oo.o.ooo.oooo"),
        ("french", "AS", "o.oooooo..oo.o...."),
        ("uno-like", "red_0", ".o.o...oo.oo.o.o.."),
        ("uno-like", "wild_draw4", ".ooo...o..ooo.o..."),
        ("abspecken", "6", ".oooo...oooo..o..o"),
    ],
)
def test_cards_that_were_printed_once_are_known_for_ever(deck, name, row):
    assert "".join("o" if bead else "." for bead in rows()[deck, name]) == row


def test_blocks_do_not_overlap():
    taken = sorted((first, first + len(names.split())) for first, names in bead_code.BLOCKS.values())

    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(taken))
    with pytest.raises(ValueError, match="expected a number"):
        row_of(511)


@pytest.mark.parametrize(("deck", "name"), quick(CARDS[::4], 20))
def test_a_card_is_read_from_its_print_and_upside_down(deck, name):
    picture, corners = flat(DECKS[deck].card(name, 0))

    assert names_in(picture) == [called((deck, name))]
    assert read_beads(paleness(picture), np.roll(corners, 2, axis=0)) == (deck, name)


def test_the_beads_stay_within_the_card_and_clear_of_its_corners():
    lowest, highest = bead_height(0, CARD_SIZE[1]), bead_height(LENGTH - 1, CARD_SIZE[1])

    assert lowest - RADIUS > 7 + CORNER / 2 and lowest + highest == pytest.approx(CARD_SIZE[1])
    assert PITCH > 2 * RADIUS  # neighbours do not touch


SIGHTS = {
    "from above": {},
    "a blurred lens": {"lens": Lens(blur=1.2, noise=3)},
    "a noisy sensor": {"lens": Lens(blur=0.8, noise=6)},
    "aslant": {"camera": Camera(distance=700, tilt=25)},
    "few pixels": {"camera": Camera(width=1024, height=576, distance=650)},
    "a yellow lamp": {"light": Light(tint=(0.45, 0.8, 1.1))},
    "in the dark": {"light": Light(level=0.35, tint=(0.6, 0.9, 1.1))},
    "one-sided light": {"light": Light(level=0.5, slope=0.4, hardness=1.0)},
}


@pytest.mark.parametrize("sight", quick([*SIGHTS], 2))
def test_cards_on_the_mat_are_read(sight):
    cards = CARDS[:: len(CARDS) // 8][:8]

    assert names_in(table(cards, **SIGHTS[sight])) == sorted(map(called, cards))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("sight", SIGHTS)
def test_every_card_is_read_on_the_mat(sight):
    """At least 98 of 100, and none as another."""
    right = 0
    for n in range(0, len(CARDS), len(PLACES)):
        cards = CARDS[n : n + len(PLACES)]
        seen = set(names_in(table(cards, seed=n, **SIGHTS[sight])))
        assert seen <= set(map(called, cards))
        right += len(seen)

    assert right >= 0.98 * len(CARDS)


def test_the_corners_are_those_of_the_card():
    card = CardOnTable("KH", 200, 150, 20, "french")
    ((outline, _),) = found_in(draw(TableScene(cards=(card,))))

    true = project(Camera(), card_corners(card))
    assert min(np.abs(outline.quad - np.roll(true, turn, axis=0)).max() for turn in (0, 2)) < 4


def test_a_card_of_which_only_the_left_side_is_seen_is_known():
    """As in a row where each card lies on the one before; a finger may hide either side."""
    picture, corners = flat(DECKS["french"].card("9D", 0))
    for hidden in (slice(50, None), slice(None, 90)):
        covered = picture.copy()
        covered[:, hidden] = (60, 60, 60)

        assert read_beads(paleness(covered), corners) == ("french", "9D")


PLACES_WRONG = st.sets(st.integers(0, LENGTH - 1), max_size=4)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(CARDS), PLACES_WRONG, PLACES_WRONG, st.sampled_from([1.6, 2.0, 3.0]))
def test_beads_that_are_wrong_never_make_another_card(card, left, right, per_mm):
    """Up to four on the one side while the other has two at most; one on both is mended."""
    few, many = sorted((left, right), key=len)
    few = set(sorted(few)[:2])
    row, other = (tuple(bead != (n in wrong) for n, bead in enumerate(rows()[card])) for wrong in (many, few))

    found = said(with_beads(row, other), per_mm)

    assert found in (None, card)
    assert found == card or len(many) > 1


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(CARDS), st.sampled_from(CARDS))
def test_two_sides_that_say_different_cards_say_none(one, other):
    found = said(with_beads(rows()[one], rows()[other]))

    assert found == (one if one == other else None)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.booleans(), min_size=2 * LENGTH, max_size=2 * LENGTH))
def test_beads_of_no_meaning_are_no_card(beads):
    left, right = tuple(beads[:LENGTH]), tuple(beads[LENGTH:])
    if {left, right} & set(rows().values()):
        return

    assert said(with_beads(left, right)) is None


@pytest.mark.parametrize("card", ["plain frame", "no frame", "nothing"])
def test_cards_without_beads_say_nothing(card):
    shapes = {
        "plain frame": with_beads((False,) * LENGTH),
        "no frame": tuple(shape for shape in DECKS["french"].card("5H", 0) if not is_bead(shape))[2:],
        "nothing": (),
    }[card]
    picture, _ = flat(shapes)

    assert names_in(picture) == [] and said(shapes) is None


@pytest.mark.parametrize("level", [0, 128, 255])
def test_empty_pictures_hold_no_cards(level):
    assert names_in(np.full((200, 300, 3), level, np.uint8)) == []
