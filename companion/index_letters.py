"""The letters in the corners of French-suited cards: A K Q J on English ones, A K D B on German ones.

Everywhere inside a card has its English name; a deck's own letters are for people.
"""

from collections.abc import Iterable

from companion.words import found_languages, languages

_SUITS = "CDHS"


def letters_of(index: str) -> dict[str, str]:
    """How king, queen and jack are written on cards of the language *index*."""
    language = found_languages().get(index)
    return {"K": "K", "Q": "Q", "J": "J", **(language.court if language else {})}


def indices() -> tuple[str, ...]:
    """The languages with letters of their own, the base first."""
    first: dict[str, str] = {}
    for code in languages():
        first.setdefault("".join(letters_of(code).values()), code)
    return tuple(first.values())


def lettered(card: str, index: str) -> str:
    """*card* as it is written on a deck with such an *index*; what is no court card stays as it is.

    >>> lettered("QH", "de"), lettered("QH", "en"), lettered("TD", "de")
    ('DH', 'QH', 'TD')
    """
    if len(card) != 2 or card[1] not in _SUITS:
        return card
    return letters_of(index).get(card[0], card[0]) + card[1]


def index_of(cards: Iterable[str]) -> str | None:
    """The letters of a deck with faces called like that; None where no name decides.

    >>> index_of(["AH", "DH", "BH"]), index_of(["AH", "QH"]), index_of(["AH", "D_red", "g4"])
    ('de', 'en', None)
    """
    ranks = {card[0] for card in cards if len(card) == 2 and card[1] in _SUITS}
    letters = {code: set(letters_of(code).values()) for code in indices()}
    shown = ranks & set().union(*letters.values())
    fitting = [code for code, own in letters.items() if shown <= own]
    return fitting[0] if len(fitting) == 1 else None
