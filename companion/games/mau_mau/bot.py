"""An opponent at Mau-Mau: it lays what fits, keeps its jacks, and holds up whoever is nearly out."""

from collections import Counter
from random import Random

from companion.asks import Say
from companion.cards import Cards
from companion.game import next_seat
from companion.games.mau_mau.deck import card_say, costs, does, suit, suits_of
from companion.games.mau_mau.rules import acts, refuse
from companion.games.mau_mau.state import Draw, Lay, Mau, MauMove, MauState, Pass, Wish

_FORGETS = {"random": 0.5, "easy": 0.25}  # how often it does not think of "Mau!"


def choose(
    state: MauState, seat: str, level: str, random: Random, nodes: int = 0, hand: Cards = ()
) -> MauMove | None:
    """What *seat* with this *hand* does next, or None if it waits."""
    if state.silent == seat and random.random() >= _FORGETS.get(level, 0.0):
        return Mau(seat=seat)
    if seat != state.turn or state.phase in ("first", "over"):
        return None
    if state.phase == "wish":
        return Wish(seat=seat, suit=_most(state, hand, random))
    lays = [Lay(seat=seat, cards=(card,)) for card in dict.fromkeys(hand) if card != "?"]
    fitting = [lay for lay in lays if refuse(state, lay) is None]
    if fitting:
        return (
            random.choice(fitting)
            if level == "random"
            else max(fitting, key=lambda lay: _worth(state, lay, hand, level))
        )
    return Pass(seat=seat) if state.phase == "drawn" else Draw(seat=seat)


def _most(state: MauState, hand: Cards, random: Random) -> str:
    counts = Counter(suit(card) for card in hand if card != "?" and suit(card))
    return max(suits_of(state.options.pack), key=lambda one: (counts[one], random.random()))


def _worth(state: MauState, lay: Lay, hand: Cards, level: str) -> tuple[float, str]:
    """Suits that it has many of go first; a jack fits later, too; who is nearly out is held up."""
    card, others = lay.card, [one for one in hand if one != lay.card]
    worth = float(sum(suit(one) == suit(card) for one in others))
    if level == "easy":
        return worth, card
    if does(card) == "wish":
        worth -= 10
    near = state.cards[next_seat(state.seats, lay.seat, state.way)] <= (2 if level == "medium" else 3)
    if acts(state, card) and does(card) in ("draw", "skip", "turn"):
        worth += 6 + costs(card) if near else -1.0
    return worth, card


def hidden_cards(state: MauState, seat: str) -> int:
    """How many cards of *seat* have to be known now."""
    return state.cards.get(seat, 0) if seat == state.turn and state.phase in ("lay", "drawn", "wish") else 0


def gives_up(state: MauState, move: MauMove, hand: Cards) -> Cards:
    return (move.card,) if isinstance(move, Lay) else ()


def is_new_hand(state: MauState, move: MauMove, seat: str) -> bool:
    return False


def in_words(state: MauState, move: MauMove) -> Say | None:
    return Say("bot.lays", {"card": card_say(move.card)}) if isinstance(move, Lay) else None
