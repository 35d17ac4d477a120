"""What the screens show of Abstrac."""

import msgspec

from companion.asks import JSON, Say
from companion.games.abstrac.coach import closing, headlines, review, solution
from companion.games.abstrac.ending import deal_scores
from companion.games.abstrac.melds import DECK, RANKS, SUITS, melds, points
from companion.games.abstrac.state import AbstracState, chooser, hints_open, other
from companion.layout import Pile, Row, SeatPanel, Stat, View, pile


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
