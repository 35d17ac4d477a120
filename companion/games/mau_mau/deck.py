"""The three packs, and what each card does: a seven of one pack is the draw two of the other (MM13)."""

from functools import cache

from companion.asks import Say
from companion.cards import Deck

FRENCH, COLOURED = "CDHS", ("red", "yellow", "green", "blue")
_RANKS = {"32": "789TJQKA", "52": "23456789TJQKA"}
_ACTIONS = ("skip", "reverse", "draw2")
_DOES = {"7": "draw", "draw2": "draw", "8": "skip", "skip": "skip", "9": "turn", "reverse": "turn",
         "J": "wish", "wild": "wish", "wild_draw4": "wish", "A": "again"}  # fmt: skip
TWO, FOUR = 2, 4


@cache
def deck_of(pack: str) -> Deck:
    """The pack that the option `pack` names, as the eyes know it."""
    if pack != "uno":
        return Deck("french", {rank + suit: 1 for suit in FRENCH for rank in _RANKS[pack]})
    coloured = {f"{c}_{what}": 1 + (what != "0") for c in COLOURED for what in (*"0123456789", *_ACTIONS)}
    return Deck("uno-like", {**coloured, "wild": 4, "wild_draw4": 4})


def suits_of(pack: str) -> tuple[str, ...]:
    """What can be wished for."""
    return COLOURED if pack == "uno" else tuple(FRENCH)


def suit(card: str) -> str:
    """Its suit or its colour; "" of a card that has none."""
    if card.startswith("wild"):
        return ""
    return card.partition("_")[0] if "_" in card else card[1]


def rank(card: str) -> str:
    if card.startswith("wild"):
        return card
    return card.partition("_")[2] if "_" in card else card[0]


def does(card: str) -> str:
    """What *card* is for: "draw", "skip", "turn", "wish", "again" or ""."""
    return _DOES.get(rank(card), "") if "_" not in card or not rank(card).isdigit() else ""


def costs(card: str) -> int:
    """How many cards the next one draws for *card*."""
    return FOUR if card == "wild_draw4" else TWO if does(card) == "draw" else 0


def card_say(card: str) -> Say:
    """The name of *card*, like "seven of hearts" or "red 7"."""
    what = f"@rank.{rank(card)}"
    if "_" in card or card == "wild":
        return (
            Say("card.coloured", {"suit": f"@suit.{suit(card)}", "rank": what})
            if suit(card)
            else Say(what[1:])
        )
    return Say("card", {"rank": what, "suit": f"@suit.{suit(card)}"})
