"""The letters in the corners of French-suited cards: A K Q J on English ones, A K D B on German ones.

Everywhere inside a card has its English name; a deck's own letters are for people.
"""

from collections.abc import Iterable
from typing import Literal

Index = Literal["en", "de"]
_GERMAN = {"Q": "D", "J": "B"}  # Dame, Bube
_SUITS = "CDHS"


def lettered(card: str, index: str) -> str:
    """*card* as it is written on a deck with such an *index*; what is no court card stays as it is.

    >>> lettered("QH", "de"), lettered("QH", "en"), lettered("TD", "de")
    ('DH', 'QH', 'TD')
    """
    if index != "de" or len(card) != 2 or card[1] not in _SUITS:
        return card
    return _GERMAN.get(card[0], card[0]) + card[1]


def index_of(cards: Iterable[str]) -> Index | None:
    """The letters of a deck with faces called like that; None where no face tells.

    >>> index_of(["AH", "DH"]), index_of(["AH", "QH"]), index_of(["AH", "D_red", "g4"])
    ('de', 'en', None)
    """
    ranks = {card[0] for card in cards if len(card) == 2 and card[1] in _SUITS}
    if ranks & {"Q", "J"}:
        return "en"
    return "de" if ranks & {"D", "B"} else None
