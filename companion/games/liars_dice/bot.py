"""An opponent at liar's dice: it knows its own dice, and reckons with those under the other cups."""

from math import comb
from random import Random

from companion.cards import Cards
from companion.games.liars_dice import state as s
from companion.games.liars_dice.rules import callers

DOUBTS = {"easy": 0.4, "medium": 0.15, "strong": 0.15}  # a bid that is less likely is doubted
RASH = 0.25  # how often a random one doubts
OUT_OF_TURN = 0.05  # so unlikely a bid is for who doubts without having to
FURTHER = 3  # so many dice more than needed are thought about


def hidden_cards(state: s.LiarState, seat: str) -> int:
    """How many dice lie under its cup while bids are made."""
    return state.counts.get(seat, 0) if state.phase == "bid" else 0


def is_new_hand(state: s.LiarState, move: s.LiarMove, seat: str) -> bool:
    """LD1: all roll again for each round."""
    return isinstance(move, s.Next)


def gives_up(state: s.LiarState, move: s.LiarMove, hand: Cards) -> Cards:
    """No die leaves the cup while it is bid."""
    return ()


def choose(
    state: s.LiarState, seat: str, level: str, random: Random, nodes: int = 0, hand: Cards = ()
) -> s.LiarMove | None:
    """What *seat* does next, or None if it waits: bots never say what a die shows."""
    if state.phase != "bid":
        return None
    believed = _chance(state, state.bids[-1], hand) if state.bids else 1.0
    if seat != state.turn:
        sure = seat in callers(state) and believed < OUT_OF_TURN and level != "random"
        return s.Doubt(seat=seat) if sure else None
    bids = _near(state, seat)
    doubts = random.random() < RASH if level == "random" else believed < DOUBTS[level]
    if not bids or (state.bids and doubts):
        return s.Doubt(seat=seat)
    if level == "random":
        return random.choice(bids[:6])
    worth = _gain if level == "strong" else _chance
    return max(bids, key=lambda bid: (round(worth(state, bid, hand), 2), random.random()))


def _near(state: s.LiarState, seat: str) -> list[s.Raise]:
    """The lowest bids that may be made, the fewest dice first."""
    needed = {face: s.least(state, face) for face in range(1, 7)}
    counts = range(min(needed.values()), min(min(needed.values()) + FURTHER, s.all_dice(state)) + 1)
    return [s.Raise(seat=seat, count=n, face=face) for n in counts for face in needed if n >= needed[face]]


def _gain(state: s.LiarState, bid: s.Raise, hand: Cards) -> float:
    """What *bid* is worth: -1 is a die of its own, 1 one of somebody else, or that others have to go on."""
    doubted = 1 - _chance(state, bid, ())
    return doubted * (2 * _chance(state, bid, hand) - 1) + (1 - doubted)


def _chance(state: s.LiarState, bid: s.Raise, hand: Cards) -> float:
    """How likely *bid* is met, for somebody who holds *hand*."""
    wild = s.wild_now(state) and bid.face != 1
    missing = bid.count - sum(die == str(bid.face) or (wild and die == "1") for die in hand)
    one, others = 1 / 3 if wild else 1 / 6, s.all_dice(state) - len(hand)
    ways = range(max(0, missing), others + 1)
    return sum(comb(others, n) * one**n * (1 - one) ** (others - n) for n in ways)
