"""Cards that come to a table of which nothing is known: over the border, and beside what is no card."""

import cv2
import numpy as np
import pytest
from cards_laid import table
from msgspec.structs import replace

from companion.sightings import CardSeen, Frame, Seen, Sighting
from tests.at_first import quick
from tests.tables import cases
from vision.cards.printed_faces import printed_faces
from vision.eyes import Eyes
from vision.scene.events import Laid
from vision.scene.spots import AT_MOST, Spots, see_spots
from vision.wanted import Wanted

CARDS = Wanted(tray=False, cards=True, deck="any")
STRIPE = np.zeros((720, 1280, 3), np.uint8)
STRIPE[560:660] = (90, 160, 150)


def laid_in(pictures):
    """What is told of *pictures*, each as a sensor gives it with its own noise."""
    eyes, rng, told = Eyes(None), np.random.default_rng(2), []
    for n, picture in enumerate(pictures):
        noise = rng.integers(-2, 3, picture.shape)
        _, events = eyes.see(
            Frame(np.clip(picture + noise, 0, 255).astype(np.uint8), n * 200_000_000, n), CARDS
        )
        told += [sorted(card.name for card in event.cards) for event in events if isinstance(event, Laid)]
    return told


def on_cloth(*spots):
    """Cards on a cloth with a broad stripe: nothing at all to be seen would be a covered camera."""
    return np.maximum(table(printed_faces("french"), spots), STRIPE)


def with_arm(picture):
    arm = picture.copy()
    cv2.line(arm, (1279, 700), (900, 420), (140, 170, 220), 110, cv2.LINE_AA)
    return arm


@pytest.mark.parametrize(("arm", "told"), quick([(False, [["7S", "9H"]]), (True, [])]))
def test_cards_over_the_border_are_no_hand_and_an_arm_beside_them_is_one(arm, told):
    laid = on_cloth(("7S", 62, 300, 4), ("9H", 600, 300, 8))
    laid = with_arm(laid) if arm else laid

    assert laid_in([*[on_cloth()] * 3, *[laid] * 5]) == told


@pytest.mark.parametrize(("cloth", "told"), quick([("black", [["7S", "9H"]]), ("lit", [])]))
def test_cards_laid_in_the_dark_are_told_and_those_that_a_lamp_shows_are_not(cloth, told):
    spots = (("7S", 300, 300, 4), ("9H", 700, 300, 8))
    seen = on_cloth(*spots)
    if cloth == "black":
        seen = np.where((seen.min(axis=2) > 130)[..., None], seen, 3).astype(np.uint8)

    assert laid_in([*[np.full_like(seen, 3)] * 3, *[seen] * 5]) == told


def a_card(name, x, size=80.0):
    corners = ((x, 0.0), (x + size, 0.0), (x + size, 1.5 * size), (x, 1.5 * size))
    return CardSeen("french", name, corners, 0.9 if name else 0.3, "scan", choices=() if name else ("7S",))


def told_of(looks):
    spots, told = Spots(), []
    for t, cards in enumerate(looks):
        spots, events = see_spots(spots, Sighting(t, Seen.WAITING, cards=tuple(cards), ms={"cards": 1.0}))
        told += [[card.name for card in event.cards] for event in events if isinstance(event, Laid)]
    return told


def test_a_pattern_that_is_now_and_then_taken_for_a_card_hides_none_that_is_laid():
    flickers = [[a_card("", 300.0 + 40 * (n % 2))] for n in range(AT_MOST + 1)]

    assert told_of([*flickers, *[[a_card("KH", 600.0)]] * 3]) == [["KH"]]


@pytest.mark.parametrize("before", [AT_MOST + 1, 1])
def test_a_card_that_lay_there_and_could_not_be_read_at_first_is_not_new(before):
    at_first = [[a_card("", 600.0 + 5 * (n % 2))] for n in range(before)]

    assert told_of([*at_first, *[[a_card("KH", 602.0)]] * 3]) == []


def test_a_pattern_that_lies_across_where_a_card_is_laid_hides_it_not():
    across = CardSeen("uno", "", ((0, 270), (640, 240), (640, 640), (0, 640)), 0.3, "scan", choices=("2",))
    card = CardSeen("uno", "blue_0", ((117, 8), (499, 10), (513, 624), (109, 634)), 0.99, "scan")

    assert told_of([*[[across], []] * AT_MOST, *[[card]] * 4]) == [["blue_0"]]


def test_a_card_that_is_read_for_sure_in_every_other_look_is_told():
    sure, doubted = a_card("7S", 300.0), a_card("", 301.0)

    assert told_of([[], [], *[[sure], [doubted]] * 3]) == [["7S"]]


def test_a_card_that_was_read_for_sure_only_once_is_asked_about():
    told = told_of([[], [], [a_card("7S", 300.0)], *[[a_card("", 301.0)]] * (AT_MOST - 1)])
    assert told == [], "perhaps it is read for sure once more"
    told = told_of([[], [], [a_card("7S", 300.0)], *[[a_card("", 301.0)]] * AT_MOST])
    assert told == [[""]]


def unread(x, *choices):
    """A card that cannot be read, of which each look has another outline."""
    return [replace(a_card("", x), confidence=0.6, choices=choices)]


def test_a_card_that_cannot_be_read_is_asked_about_though_no_two_looks_have_it_lie_alike():
    looks = [unread(300.0 + 12 * (n % 2)) for n in range(AT_MOST)]
    assert told_of([[], [], *looks]) == [[""]]


@cases(
    "choices, others, moved",
    {
        "nobody can tell which of the two it is": ((), (), True),
        "both may be one card": (("9S", "9C"), ("9C", "QC"), True),
        "another card": (("9S", "9C"), ("QH", "KH"), False),
    },
)
def test_another_unread_card_upon_one_that_was_asked_about_is_seen_to_come(choices, others, moved):
    spots, events = Spots(), []
    looks = [[], [], *[unread(300.0, *choices)] * AT_MOST, *[unread(318.0, *others)] * AT_MOST]
    for t, cards in enumerate(looks):
        spots, new = see_spots(spots, Sighting(t, Seen.WAITING, cards=tuple(cards), ms={"cards": 1.0}))
        events += new

    assert [(type(event), event.moved) for event in events] == [(Laid, False), (Laid, moved)]
