"""Abstrac as a game of the house."""

import msgspec

from companion.asks import JSON, Say
from companion.cards import Cards, shown
from companion.game import Game, by_seat, check_seats, expect
from companion.games.abstrac import moves as m
from companion.games.abstrac.asks import HEARS, ROW, asks
from companion.games.abstrac.coach import closing, headlines, review, solution
from companion.games.abstrac.ending import deal_scores, outcome
from companion.games.abstrac.melds import DECK, RANKS, SUITS, melds, points
from companion.games.abstrac.rules import RULES
from companion.games.abstrac.state import AbstracOptions, AbstracState, chooser, hints_open, other
from companion.layout import Layout, Pile, Row, SeatPanel, Stat, View, pile

# --- what the screens show of Abstrac ---


def view(state: AbstracState) -> View:
    """All that the table may see, which in this game is everything."""
    return View(
        phase=Say(f"phase.{state.phase}", {"seat": state.turn or state.dealer}),
        panels=tuple(_panel(state, seat) for seat in state.seats),
        piles=_piles(state),
        sheet=_sheet(state),
        detail=_detail(state),
    )


def _panel(state: AbstracState, seat: str) -> SeatPanel:
    stats: tuple[Stat, ...] = ()
    if state.phase == "take":
        worth = points(state.hands[seat], state.options)
        stats = (
            Stat(Say("stat.cards"), str(len(state.hands[seat]))),
            Stat(Say("stat.sets"), str(worth.sets)),
            Stat(Say("stat.runs"), str(worth.runs)),
            Stat(Say("stat.now"), str(_score_now(state, seat))),
        )
    on_turn = seat == (chooser(state) if state.phase == "choose" else state.turn)
    return SeatPanel(seat, state.totals.get(seat, 0), stats, on_turn)


def _piles(state: AbstracState) -> tuple[Pile, ...]:
    if state.phase not in ("read", "agree", "choose", "take"):
        return ()
    mats = {f"mat:{seat}": cards for seat, cards in state.hands.items()}
    return tuple(pile(place, cards, DECK.name) for place, cards in {"row": state.row, **mats}.items())


def _sheet(state: AbstracState) -> tuple[Row, ...]:
    """A line for each deal, and the sum."""
    deals = (
        Row(
            Say("sheet.deal", {"number": number}),
            tuple(
                f"{result.combos[seat]} × {result.cards[other(state, seat)]} = {result.scores[seat]}"
                if result.combos[seat] * result.cards[other(state, seat)] == result.scores[seat]
                else str(result.scores[seat])
                for seat in state.seats
            ),
        )
        for number, result in enumerate(state.results, 1)
    )
    total = Row(Say("sheet.total"), tuple(str(state.totals.get(seat, 0)) for seat in state.seats))
    return (*deals, total)


def _detail(state: AbstracState) -> JSON:
    """Melds so far and what would complete one; after a deal, what the coach says."""
    if state.phase in ("deal", "over"):
        return _looking_back(state)
    if state.phase != "take":
        return None
    laid = {seat: melds(cards, state.options) for seat, cards in state.hands.items()}
    return {
        "lifted": list(reversed(state.row[len(state.row) - state.lifted :])),  # as they left
        "melds": {seat: list(map(msgspec.to_builtins, found)) for seat, found in laid.items()},
        "completes": {seat: _completing(state, seat) for seat in state.seats},
        **_hint(state),
    }


def _score_now(state: AbstracState, seat: str) -> int:
    """What *seat* would score if the row ended here."""
    rival = other(state, seat)
    worth = [points(state.hands[s], state.options).combo for s in (seat, rival)]
    sizes = [len(state.hands[s]) for s in (seat, rival)]
    return deal_scores((worth[0], worth[1]), (sizes[0], sizes[1]), state.options.misere)[0]


def _completing(state: AbstracState, seat: str) -> dict[str, int]:
    """By how much each card that still lies in the row would raise the points of *seat*."""
    held = state.hands[seat]
    now = points(held, state.options).combo
    gains = {card: points((*held, card), state.options).combo - now for card in state.row}
    order = [rank + suit for suit in SUITS for rank in RANKS]
    return {card: gains[card] for card in order if gains.get(card, 0) > 0}


def _looking_back(state: AbstracState) -> JSON:
    """B10: what the coach says about the deal that has just ended."""
    if not state.results or state.options.hints == "never":
        return None
    judged = review(state.results[-1], state.options)
    return {"says": [*headlines(judged), *closing(judged)]}


def _hint(state: AbstracState) -> dict[str, JSON]:
    """B10: the best takes, once both want to see them."""
    if not hints_open(state):
        return {}
    rival = other(state, state.turn)
    solved = solution(state.row, state.hands[state.turn], state.hands[rival], state.options)
    return {"takes": {str(n): worth for n, worth in solved.takes().items()}, "best": list(solved.best())}


class Abstrac(Game[AbstracState, m.AbstracMove, AbstracOptions]):
    """Two players share a row of 24 open cards; few cards and many melds win."""

    cannot_lie = frozenset({"refused.strange_cards", "refused.cards_twice", "refused.row_unclear"})
    rules = RULES
    hears = HEARS
    scores = by_seat(lambda state, seat: state.totals.get(seat, 0))
    asks = staticmethod(asks)
    outcome = staticmethod(outcome)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: AbstracOptions) -> AbstracState:
        return AbstracState(seats=seats, options=options, totals=dict.fromkeys(seats, 0))

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
