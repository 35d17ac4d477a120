"""Cards on real photographs that nothing was learnt from: nearly all are named, and none by another name."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sightings import CardSeen
from tests.at_first import more
from vision.cards.anywhere import cards_anywhere
from vision.cards.decks import decks_called
from vision.cards.taught import teach_deck
from vision.cards.verdict import plain_name
from vision.pictures import shrunk

SETS = ("cards_rdpong", "cards_navil")


def told(folder: Path, one: str) -> tuple[tuple[CardSeen, ...], set[str]]:
    """What the eyes say of a photograph with every deck possible, and the cards that lie there."""
    rows = {row["file"]: row for row in json.loads((folder / "labels.json").read_text())}
    picture = cv2.imread(str(folder / one))
    decks = decks_called("any", None)
    assert decks is not None
    seen = cards_anywhere(shrunk(np.asarray(picture, np.uint8), 1280)[0], decks)
    names = {f"{card['rank']}{card['suit']}".replace("10", "T") for card in rows[one]["cards"]}
    return seen, names


def some(folder: Path, every: int) -> list[str]:
    return sorted(path.name for path in folder.glob("*.jpg"))[::every]


def counted(outside: Path, every: int) -> tuple[int, int, set[str]]:
    """How many cards lie there, how many of them were named, and names that are not there."""
    there, right, wrong = 0, 0, set()
    for name in SETS:
        folder = outside / "photos" / name
        for one in some(folder, every):
            seen, truth = told(folder, one)
            named = {card.name for card in seen if card.name}
            there, right, wrong = there + len(truth), right + len(named & truth), wrong | (named - truth)
    return there, right, wrong


def test_some_photographs(outside_pictures: Path) -> None:
    there, right, wrong = counted(outside_pictures, 7)
    assert not wrong
    assert right >= 0.8 * there


@pytest.mark.long
def test_all_photographs(outside_pictures: Path) -> None:
    there, right, wrong = counted(outside_pictures, 1)
    assert len(wrong) <= 0.02 * there
    assert right >= 0.9 * there


@more
@pytest.mark.parametrize("deck", ["french", "numbers"])
def test_teaching_a_deck_makes_no_card_worse(deck: str, outside_pictures: Path, tmp_path: Path) -> None:
    """Cards of rendered pictures, taught from their flat faces and not taught: all that is right stays so."""
    folder = outside_pictures / "renders" / "R3"
    teach_deck(deck, folder / f"faces_{deck}", tmp_path)
    ways = [decks for decks in (decks_called("any", None), decks_called("any", tmp_path)) if decks]
    for row in json.loads((folder / "labels.json").read_text())[2::9]:
        there = {plain_name(card["name"]) for card in row["cards"] if card["deck"] == deck}
        picture = np.asarray(cv2.imread(str(folder / row["file"])), np.uint8)
        untaught, taught = (
            {plain_name(card.name) for card in cards_anywhere(picture, decks) if card.name} for decks in ways
        )
        assert not there or untaught & there <= taught
        assert not there or taught <= there
