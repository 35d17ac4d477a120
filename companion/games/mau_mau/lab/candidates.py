"""Moves worth trying at Mau-Mau."""

from collections.abc import Sequence

from companion.games.mau_mau.deck import deck_of, suits_of
from companion.games.mau_mau.state import Draw, First, Lay, Mau, MauMove, MauState, Pass, Wish


def candidates(state: MauState, seat: str) -> Sequence[MauMove]:
    cards = deck_of(state.options.pack).census
    if state.phase == "first":
        return [First(card=card) for card in cards]
    wishes = [Wish(seat=seat, suit=suit) for suit in suits_of(state.options.pack)]
    lays = [Lay(seat=seat, cards=(card,)) for card in cards]
    return [*lays, Draw(seat=seat), Pass(seat=seat), *wishes, Mau(seat=seat)]
