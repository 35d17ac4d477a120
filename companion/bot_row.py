"""The hidden cards of a bot: they lie before it face down in a row, from left to right, as it was shown them.

So the hand that helps a bot need not look at what it holds: it hears which card of the row to lay, and all
others stay face down. New cards come to the right end. The bot of a game with hidden hands has, besides
`hidden_cards`,

* ``gives_up(state, move, hand) -> Cards``: the cards that leave its hand with its own move
* ``is_new_hand(state, move, seat) -> bool``: whether nothing of the hand of *seat* is as it was before *move*
"""

from types import ModuleType
from typing import Any

from companion.cards import Cards
from companion.game import Move

Places = tuple[int, ...]  # counted from the left, the first is 1


def places_of(row: Cards, cards: Cards) -> Places:
    """Where *cards* lie in *row*; nothing if not all of them do."""
    left = list(row)
    found = []
    for card in cards:
        if card not in left:
            return ()
        place = left.index(card)
        left[place] = ""
        found.append(place + 1)
    return tuple(sorted(found))


def without_places(row: Cards, places: Places) -> Cards:
    """*row* pushed together after the cards at *places* have gone."""
    return tuple(card for place, card in enumerate(row, 1) if place not in places)


def leaving(bot: ModuleType, state: Any, move: Move, row: Cards) -> Places:
    """Which cards of *row* the bot gives away with its own *move*."""
    return places_of(row, bot.gives_up(state, move, row))


def row_after(bot: ModuleType, state: Any, seat: str, move: Move, row: Cards, given: Places = ()) -> Cards:
    """*row* of the bot at *seat* after *move* of anybody; empty if nobody knows any more what lies there.

    *given* are the places of the cards that the bot itself has just given away.
    """
    if given:
        return without_places(row, given)
    if bot.is_new_hand(state, move, seat):
        return ()
    return without_places(row, leaving(bot, state, move, row)) if move.seat == seat else row
