"""A player that lays, calls, doubts and takes as people do: it knows the table, and its own hand.

An easy one lays anything, overlooks sums and believes or doubts by mood. A medium one gets rid of points, and
draws what comes. A strong one also lays and draws for the next rolls, and doubts who has so many cards that
one must fit.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from random import Random

from companion import cards
from companion.asks import MS, Say, Source
from companion.cards import UNKNOWN, Cards
from companion.game import certain
from companion.games.abspecken import moves as m
from companion.games.abspecken.calls import doubtful, may_withdraw
from companion.games.abspecken.fitting import allowed_sets, cap_of
from companion.games.abspecken.flow import due
from companion.games.abspecken.state import COPIES, HAND, NUMBERS, SMILE, AbspeckenState, Phase, points_of
from companion.games.abspecken.turn import must_settle_piggy, refuse_to_act, victims, waiting

LEVELS = ("easy", "medium", "strong")

OVERLOOKS = {"easy": 0.2, "medium": 0.05, "strong": 0.0}  # how often no sum is seen in the own hand
NOTICES = 0.5  # how often it is noticed afterwards, whenever something else happens
DOUBTS = {"easy": (0.1, 0.1), "medium": (0.02, 0.3), "strong": (0.0, 0.8)}  # small hands, hands that must fit
MUST_FIT = 0.9  # the share of hands that could discard from which on a call is hard to believe
SECONDS = {"easy": (4, 9), "medium": (3, 6), "strong": (2, 4)}  # until something is laid
FLEXIBLE = 1.0  # what a point is worth that the next roll will take away
MISSED = 4.0  # points that a roll costs which no card answers: one is taken instead
MOOD = 0.5  # points that are all the same to a strong one: two of them do not always do the same
PAIRS = tuple(product(range(1, 7), repeat=2))
ROLLS = 6 * len(PAIRS)
LOW = 3  # a card that one may well get back
FEW = 24  # ways to draw that are looked at


def choose(
    state: AbspeckenState, seat: str, level: str, random: Random, nodes: int = 0, hand: Cards = ()
) -> m.AbspeckenMove | None:
    """What a player of *level* does in the place of *seat*, or None if it waits. *nodes* is not needed."""
    if seat not in state.players:
        return None
    held = hand or state.player(seat).hand
    match state.phase:
        case Phase.PICK if not state.player(seat).hand:
            return m.Pick(seat=seat, cards=_drawn(state, seat, level, random, (), HAND))
        case Phase.ROLL_OFFER if seat == state.roller:
            return m.Offer(seat=seat, piggy=_dares_piggy(state, seat, level, random))
        case Phase.ROLLING if seat == state.roller:
            return m.Roll(seat=seat, pips=(1, 1), ban="1")  # that it rolls; what is seen in the dice
        case Phase.REFILL if due(state, seat):
            drawn = _drawn(state, seat, level, random, held, due(state, seat))
            return m.Refill(seat=seat, cards=drawn) if drawn else None
        case Phase.READ | Phase.PIG | Phase.ACT | Phase.TAKE:
            return _acts(state, seat, level, random, held)
    return None


def hidden_cards(state: AbspeckenState, seat: str) -> int:
    """How many cards of *seat* have to be known now, or 0 if nothing depends on them."""
    hand = state.player(seat).hand
    decides = state.challenged == seat or refuse_to_act(state, seat) is None or _must_give(state, seat)
    return len(hand) if decides and UNKNOWN in hand else 0


def gives_up(state: AbspeckenState, move: m.AbspeckenMove, hand: Cards) -> Cards:
    """The cards that leave *hand* with *move*."""
    if isinstance(move, m.Lay):
        return move.cards
    return (move.card,) if isinstance(move, m.Give) and move.card != UNKNOWN else ()


def is_new_hand(state: AbspeckenState, move: m.AbspeckenMove, seat: str) -> bool:
    """Whether nobody knows any more what *seat* holds: a card was taken unseen, or all were sorted."""
    return isinstance(move, m.Ready) or (isinstance(move, m.Take) and move.victim == seat)


def in_words(state: AbspeckenState, move: m.AbspeckenMove) -> Say | None:
    """Which cards a hand has to move."""
    match move:
        case m.Pick() | m.Refill() if move.cards:
            return Say("bot.takes_up", {"cards": list(move.cards)})
        case m.Lay():
            return Say("bot.lays", {"cards": list(move.cards)})
        case m.Give(to=person) | m.Take(victim=person) | m.Choose(whom=person):
            return Say("name", {"seat": person})
    return None


def delay_ms(state: AbspeckenState, seat: str, level: str, random: Random) -> int:
    """How long *seat* thinks: to look for a sum takes longer than anything else."""
    low, high = SECONDS[level] if state.phase in (Phase.READ, Phase.PIG, Phase.ACT) else (1, 2)
    return random.randint(1000 * low, 1000 * high)


# --- laying and calling ---


def _acts(
    state: AbspeckenState, seat: str, level: str, random: Random, held: Cards
) -> m.AbspeckenMove | None:
    if state.challenged:
        return m.Show(seat=seat, cards=held) if state.challenged == seat and UNKNOWN not in held else None
    if must_settle_piggy(state) and seat == state.roller:
        return _settles_piggy(state, seat, level, random, held)
    can = _possible(state, seat, held) if UNKNOWN not in held else []
    if refuse_to_act(state, seat) is None:
        if not can or random.random() < OVERLOOKS[level]:
            latest = max([call.t for call in state.calls], default=state.read_at)
            return m.Cannot(seat=seat, t=latest + MS, source=Source.TOUCH)
        return _lays(state, seat, level, random, held, can)
    if can and may_withdraw(state, seat) and random.random() < NOTICES:
        return m.Withdraw(seat=seat)
    for caller in doubtful(state):
        if caller != seat and _doubts(state, seat, caller, level):
            return m.Challenge(seat=seat, of=caller)
    return _takes(state, seat, level, random)


def _possible(state: AbspeckenState, seat: str, held: Cards) -> list[Cards]:
    """The sets of *held* that fit the dice."""
    if state.rolled is None or seat not in state.players:
        return []
    rolled, shift = state.rolled, state.shift(seat)
    allowed = allowed_sets(rolled.pips, rolled.ban, shift, cap_of(state.options))
    return list(cards.those_it_may_hold(held, allowed))


def _lays(
    state: AbspeckenState, seat: str, level: str, random: Random, held: Cards, can: Sequence[Cards]
) -> m.Lay:
    """Points are bad, and so are cards that fit nothing; below lies what a grim piggy may give back (P11)."""
    if level == "easy":
        best = random.choice(can)
    elif level == "medium":
        best = max(can, key=lambda laid: (points_of(laid), len(laid)))
    else:
        best = max(can, key=lambda laid: _worth(state, seat, held, laid) + MOOD * random.random())
    return m.Lay(seat=seat, cards=tuple(sorted(best, reverse=True)))


def _worth(state: AbspeckenState, seat: str, held: Cards, laid: Cards) -> float:
    """The points that are gone, and those that the next roll takes away once the hand is filled up."""
    left = cards.without(held, laid)
    piles = _piles(state, seat, held)
    missing = min(max(0, HAND - len(left)), len(piles))
    filled = max((hoped(cards.added(left, way)) for way in _few_ways(piles, missing)), default=hoped(left))
    return points_of(laid) + FLEXIBLE * filled


@lru_cache(maxsize=4096)
def hoped(hand: Cards) -> float:
    """How many points *hand* gets rid of with the next roll, on the mean of all 216, without the cap."""
    points = 0.0
    for ban in range(1, 7):
        kept = [number for number in map(int, hand) if number != ban]
        sums = 1  # a bit for each sum that some of the cards have
        for number in kept:
            sums |= sums << number
        for a, b in PAIRS:
            one = max((die for die in (a, b) if die in kept), default=-MISSED)
            points += a + b if sums >> a + b & 1 else one
    return points / ROLLS


def _doubts(state: AbspeckenState, seat: str, caller: str, level: str) -> bool:
    """Whether a call is hard to believe, from the number of cards that the caller holds.

    The same moment always has the same mood: nobody thinks again because the screen has changed.
    """
    small, must_fit = DOUBTS[level]
    chance = must_fit if _share(state, caller) >= MUST_FIT else small
    mood = Random(f"{seat} doubts {caller} {state.round} {state.playthrough} {state.rolled}")
    return mood.random() < chance


def _share(state: AbspeckenState, caller: str) -> float:
    """Of all hands of that size that can be drawn from a set, how many could discard after this roll."""
    deck, luck = tuple(NUMBERS * COPIES), Random(str(certain(state.rolled)))
    size = min(len(deck), len(state.player(caller).hand))
    hands = [cards.hand(luck.sample(deck, size)) for _ in range(FEW)]
    return sum(bool(_possible(state, caller, hand)) for hand in hands) / FEW


def _takes(state: AbspeckenState, seat: str, level: str, random: Random) -> m.AbspeckenMove | None:
    """A23: who loses a card is nearer to the end: so from whoever has most of them."""
    if state.phase is not Phase.TAKE or waiting(state)[:1] != (seat,) or state.chosen:
        return None
    whom = victims(state, seat)
    if not whom:
        return m.Agree(seat=seat)
    own = {other: len(state.player(other).own) for other in whom}
    victim = random.choice(whom) if level == "easy" else max(whom, key=lambda other: (own[other], other))
    if state.options.hands == "hidden":
        return m.Take(seat=seat, victim=victim)
    return m.Choose(seat=seat, whom=victim)


# --- the Piggy Die ---


def _dares_piggy(state: AbspeckenState, seat: str, level: str, random: Random) -> bool:
    """A grim one gives the top card back: a low one is no great loss."""
    pile = state.player(seat).pile
    if not (state.options.piggy and pile):
        return False
    return random.random() < 0.5 if level == "easy" else int(pile[-1]) <= LOW


def _must_give(state: AbspeckenState, seat: str) -> bool:
    rolled = state.rolled
    return bool(must_settle_piggy(state) and seat == state.roller and rolled and rolled.pig == SMILE)


def _settles_piggy(
    state: AbspeckenState, seat: str, level: str, random: Random, held: Cards
) -> m.AbspeckenMove | None:
    """P8: the card that fits least goes, to whoever is nearest to the end; P11: the top card comes back."""
    if not _must_give(state, seat):
        return m.PickUp(seat=seat)
    if UNKNOWN in held:
        return None
    others = [other for other in state.seats if other != seat]
    own = {other: len(state.player(other).own) for other in others}
    to = state.chosen or (random.choice(others) if level == "easy" else min(others, key=lambda o: own[o]))
    if state.options.hands != "hidden" and not state.chosen:
        return m.Choose(seat=seat, whom=to)
    able = {card: bool(_possible(state, seat, cards.without(held, (card,)))) for card in set(held)}
    card = random.choice(held) if level == "easy" else max(able, key=lambda card: (able[card], card))
    return m.Give(seat=seat, to=to, card=card)


# --- drawing ---


def _piles(state: AbspeckenState, seat: str, held: Cards) -> Cards:
    """What lies in the own draw piles, which everybody can see."""
    own = state.player(seat).own
    return cards.shown(cards.without(own, held)) if cards.may_hold(own, held) else ()


def _drawn(state: AbspeckenState, seat: str, level: str, random: Random, held: Cards, count: int) -> Cards:
    """*count* cards from the piles (A9, A27): any, or those that the next roll is hoped to take away."""
    piles = _piles(state, seat, held)
    if len(piles) < count or UNKNOWN in held:
        return ()
    if level != "strong":
        return cards.hand(random.sample(piles, count))
    ways = _few_ways(piles, count)
    return max(ways, key=lambda way: hoped(cards.added(held, way)) + MOOD * random.random())


def _few_ways(piles: Cards, count: int) -> list[Cards]:
    """Different ways to draw *count* cards, those with many different numbers before the others."""
    every = combinations_with_replacement(NUMBERS, count)
    ways = [way for way in every if all(way.count(number) <= piles.count(number) for number in way)]
    return sorted(ways, key=lambda way: (-len(set(way)), -points_of(way)))[:FEW]
