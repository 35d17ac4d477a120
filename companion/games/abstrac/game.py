"""Abstrac as a game of the house."""

import msgspec

from companion.cards import Cards, shown
from companion.game import Game, check_seats, expect
from companion.games import about_beside
from companion.games.abstrac import moves as m
from companion.games.abstrac.asks import HEARS, ROW, asks
from companion.games.abstrac.ending import outcome
from companion.games.abstrac.melds import DECK
from companion.games.abstrac.rules import RULES
from companion.games.abstrac.state import AbstracOptions, AbstracState
from companion.games.abstrac.view import view
from companion.layout import Layout


class Abstrac(Game[AbstracState, m.AbstracMove, AbstracOptions]):
    """Two players share a row of 24 open cards; few cards and many melds win."""

    about = about_beside(__file__)
    cannot_lie = frozenset({"refused.strange_cards", "refused.cards_twice", "refused.row_unclear"})
    rules = RULES
    hears = HEARS
    asks = staticmethod(asks)
    outcome = staticmethod(outcome)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: AbstracOptions) -> AbstracState:
        return AbstracState(seats=seats, options=options, totals=dict.fromkeys(seats, 0))

    def scores(self, state: AbstracState) -> dict[str, int]:
        return {seat: state.totals.get(seat, 0) for seat in state.seats}

    def lies(self, state: AbstracState) -> Layout:
        """AS6: who takes cards still has them in the hand."""
        row = state.row[: len(state.row) - state.lifted]
        return Layout(rows={ROW: row} if state.row else {}, deck=DECK.name)

    def checked(self, state: AbstracState) -> AbstracState:
        return completed(state)


def completed(state: AbstracState) -> AbstracState:
    """A partial position with everything that follows from what is given; refuses what cannot lie there."""
    named = (state.dealer, state.first, state.turn, *state.hands, *state.totals)
    check_seats(state.seats, (2, 2), named)
    row = shown(state.row) if state.phase == "read" else state.row
    lying: Cards = (*row, *(card for cards in state.hands.values() for card in cards))
    for card in lying:
        once = card in DECK.census and lying.count(card) == 1
        expect(once, f"each of the 24 cards at most once (AS1), got {card!r}")
    expect(state.phase != "take" or state.row, "cards in `$.row` while cards are taken (AS8), got none")
    dealer = state.dealer or state.seats[1]
    turn = state.turn or (state.first or state.seats[0] if state.phase == "take" else "")
    return msgspec.structs.replace(
        state,
        dealer=dealer if state.phase != "lots" else state.dealer,
        turn=turn,
        first=state.first or turn,
        dealt=state.dealt or (() if state.phase == "read" else state.row),
        hands={seat: state.hands.get(seat, ()) for seat in state.seats}
        if state.phase == "take"
        else state.hands,
        totals={seat: state.totals.get(seat, 0) for seat in state.seats},
    )
