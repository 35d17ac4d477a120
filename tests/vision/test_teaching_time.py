"""A large deck is taught in half a minute, from photographs, and is known afterwards."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from cards_laid import Spot, at, table

from vision.cards.anywhere import cards_anywhere
from vision.cards.decks import decks_called
from vision.cards.taught import teach_deck
from vision.lab.printed import faces
from vision.pictures import Picture

FACES, SECONDS = 120, 30.0
pytestmark = pytest.mark.long


def a_large_deck() -> dict[str, Picture]:
    """Faces of two of our decks, as if they were one of somebody else's."""
    both = {f"{deck}-{name}".replace("_", "v"): face for deck in ("wobble", "french") for name, face in
            faces(deck).items()}  # fmt: skip
    return dict(sorted(both.items())[:FACES])


def photographed(shown: dict[str, Picture], folder: Path) -> Path:
    """Each card alone on a cloth, taken a little askew."""
    folder.mkdir()
    rng = np.random.default_rng(1)
    for name in shown:
        spot: Spot = (name, 640, 360, float(rng.uniform(-8, 8)))
        cv2.imwrite(str(folder / f"{name}.jpg"), table(shown, [spot], wide=330))
    return folder


def test_a_hundred_and_twenty_faces_are_taught_in_half_a_minute_of_work(tmp_path: Path) -> None:
    shown = a_large_deck()
    folder = photographed(shown, tmp_path / "photos")
    start = time.process_time()
    told = teach_deck("large", folder, tmp_path / "kept")
    took = time.process_time() - start

    assert (len(told.faces), told.left_out) == (FACES, ())
    assert took <= SECONDS, f"{took:.1f} s of work"
    decks = decks_called("large", tmp_path / "kept")
    assert decks is not None
    right = 0
    for first in range(0, FACES, 24):
        names = list(shown)[first : first + 24 : 4]
        spots = [
            (name, 230.0 + 410 * (n % 3), 190.0 + 340 * (n // 3), 50.0 * n) for n, name in enumerate(names)
        ]
        seen = cards_anywhere(np.asarray(table(shown, spots, 140) * 0.8, np.uint8), decks)
        for name, x, y, _ in spots:
            named = [card.name for card in seen if at(card, x, y) and card.name]
            assert named in ([name], []), f"{name} was read as {named}"
            right += bool(named)
    assert right >= 0.9 * FACES / 4
