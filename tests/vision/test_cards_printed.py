"""Cards of the kit's own print are known out of the box, whichever decks may lie on the table."""

import numpy as np
import pytest
from cards_laid import Spot, at, table

from companion.index_letters import indices
from tests.at_first import quick
from vision.cards.anywhere import cards_anywhere
from vision.cards.decks import decks_called
from vision.cards.printed_faces import PRINTED, printed_faces
from vision.drawn.printed_decks import face
from vision.kit.values import COLOUR_OF_NUMBER
from vision.lab.printed import as_printed, faces


def spots(names: list[str], seed: int) -> list[Spot]:
    rng = np.random.default_rng(seed)
    return [
        (name, 250.0 + 390 * (n % 3), 190.0 + 340 * (n // 3), float(rng.uniform(0, 360)))
        for n, name in enumerate(names[:6])
    ]


def called(deck: str, face: str, shown: list[str]) -> str:
    """What the eyes call a printed face: a number with its colour, every copy of a card the same."""
    if deck == "abspecken":
        return f"{face}_{COLOUR_OF_NUMBER[face]}"
    first, _, number = face.rpartition("_")
    return first if number.isdigit() and first in shown else face


@pytest.mark.parametrize("possible", quick(["any", "its own"], more=0))
@pytest.mark.parametrize("deck", quick(["abi94", "wobble", "abspecken", "french", "uno-like"]))
def test_every_printed_card_is_named(deck: str, possible: str) -> None:
    shown = faces(deck)
    decks = decks_called(deck if possible == "its own" else "any", None)
    assert decks is not None
    names = sorted(shown)
    some = names[:: max(1, len(names) // 6)][:6]
    laid = spots(some, len(names))
    seen = cards_anywhere(table(shown, laid, 140), decks)
    named = [[card.name for card in seen if at(card, x, y)] for _, x, y, _ in laid]
    assert named == [[called(deck, name, names)] for name in some]


@pytest.mark.parametrize("rank", quick(["J", "Q"]))
def test_a_deck_printed_with_german_letters_is_the_same_deck(rank: str) -> None:
    names = [rank + suit for suit in "CDHS"]
    shown = {name: face("french", name, indices().index("de")) for name in names}
    assert (shown[names[0]] != face("french", names[0])).any()
    laid = spots(names, 7)
    decks = decks_called("french", None)
    assert decks is not None
    seen = cards_anywhere(table(shown, laid, 140), decks)
    assert [[card.name for card in seen if at(card, x, y)] for _, x, y, _ in laid] == [[n] for n in names]


def test_beads_of_a_deck_that_cannot_lie_there_name_nothing() -> None:
    shown = faces("abi94")
    decks = decks_called("french", None)
    assert decks is not None
    seen = cards_anywhere(table(shown, spots(sorted(shown), 3), 140), decks)
    assert not [card.name for card in seen if card.name]


@pytest.mark.parametrize("deck", PRINTED)
def test_the_eyes_know_the_faces_as_they_are_drawn_now(deck):
    """After a change of a card: python -m vision.lab.printed."""
    kept, drawn = printed_faces(deck), as_printed(deck)

    assert list(kept) == list(drawn)
    assert [name for name, face in drawn.items() if np.abs(kept[name].astype(int) - face).max() > 8] == []
