"""The ends: of a round on the sheet, of the game, and the deal of the next round (W2 to W5, AW-25, AW-33)."""

from companion.asks import MS, Say
from companion.cards import hidden
from companion.game import Outcome, Step, anew, leaders, next_seat
from companion.games.wobble.state import HAND, Player, WobbleState, deck_size, replace
from companion.rulings import announce


def dealt(state: WobbleState) -> WobbleState:
    """W4, W5: six hidden cards each, the rest is the draw pile; the arrow points clockwise."""
    players = {
        seat: Player(hand=hidden(HAND), minus=p.minus, last_round=p.last_round)
        for seat, p in state.players.items()
    }
    draw = deck_size(state) - HAND * len(players)
    begun = "phase dir turn resume discard active before covered called claims pressed robbed winners"
    return anew(state, begun, players=players, draw=draw)


def round_done(state: WobbleState) -> Step[WobbleState]:
    """W2, W3: the game is over at the limit, after the rounds, or with the time; else the next one deals."""
    if is_over(state):
        return Step(replace(state, phase="over", turn=""))
    dealer = next_dealer(state)
    state = dealt(replace(state, round=state.round + 1, dealer=dealer))
    return Step(state, (announce("AW-25", "note.next_round", dealer, number=state.round),))


def next_dealer(state: WobbleState) -> str:
    """AW-25: clockwise, as the people sit now."""
    if state.options.dealer == "winner" and state.winners:
        return state.winners[0]
    return next_seat(state.order, state.dealer)


def is_over(state: WobbleState) -> bool:
    options = state.options
    match options.until:
        case "points":
            return any(player.minus >= options.limit for player in state.players.values())
        case "rounds":
            return state.round >= options.rounds
        case _:
            return state.now - state.started >= options.minutes * 60_000 * MS


def scores(state: WobbleState) -> dict[str, int]:
    """W2: minus points count down from zero."""
    return {seat: -player.minus for seat, player in state.players.items()}


def outcome(state: WobbleState) -> Outcome | None:
    """AW-33: the fewest minus points win; ties are shared."""
    if state.phase != "over":
        return None
    points = scores(state)
    winners = tuple(sorted(leaders(points), key=state.seats.index))
    says = Say("outcome.wins", {"seats": list(winners), "n": len(winners), "points": -points[winners[0]]})
    return Outcome(winners, points, "AW-33", says)
