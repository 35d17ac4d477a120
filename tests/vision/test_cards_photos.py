"""Cards on real photographs that nothing was learnt from: nearly all are named, and none by another name."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sightings import CardSeen
from vision.cards.anywhere import cards_anywhere
from vision.cards.decks import decks_called
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
