"""Cards and melds as words."""

from collections.abc import Iterable

from companion.asks import Say
from companion.games.abstrac.melds import SUITS, Meld


def stranger_say(card: str) -> Say | str:
    """A card that is not of the pack, as people name it where they have a name for it: the 8 of clubs."""
    known = len(card) == 2 and card[0] in "2345678" and card[1] in SUITS
    return Say("card", {"rank": card[0], "suit": f"@suit.{card[1]}"}) if known else card


def card_say(card: str) -> Say:
    """The name of *card*, like "king of hearts"."""
    return Say("card", {"rank": f"@rank.{card[0]}", "suit": f"@suit.{card[1]}"})


def cards_say(cards: Iterable[str]) -> list[Say]:
    return [card_say(card) for card in cards]


def meld_say(meld: Meld) -> Say:
    """What *meld* is and what it is worth."""
    if meld.kind == "set":
        rank = Say(f"ranks.{meld.cards[0][0]}")
        return Say("meld.set", {"count": len(meld.cards), "rank": rank, "points": meld.points})
    ends = {"from": card_say(meld.cards[0]), "to": card_say(meld.cards[-1])}
    return Say("meld.run", {**ends, "size": len(meld.cards), "points": meld.points})
