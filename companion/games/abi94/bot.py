"""A player that says what it would do: it knows the table, and its own hand if somebody shows it."""

from collections.abc import Iterator
from random import Random

from companion.asks import Say
from companion.cards import UNKNOWN, Cards
from companion.games.abi94 import moves as m
from companion.games.abi94.asks import at_stake
from companion.games.abi94.deck import CHEATING, GIRL_FRIEND, HARD_LEARNING, MAMAPAPA, MANTA, MEDITATION
from companion.games.abi94.handing_in import exam_so_far, may_hand_in, may_hand_in_now
from companion.games.abi94.knowledge import binding, kinds_in_hand, must_follow
from companion.games.abi94.laying import manta_targets
from companion.games.abi94.rules import RULES
from companion.games.abi94.scoring import PASS, chance_percent, copy_gain
from companion.games.abi94.state import AbiState, active, answers, deck, in_game, is_exam, open_slots
from companion.games.abi94.words_for import card_say

LEVELS = ("easy", "medium", "strong")

# points that a chip costs at each stress test: a tenth of a pill, doubled, three times at most
CHIP_COST = 0.6
ENOUGH = {"easy": 5, "medium": 7, "strong": 9}  # hand in with so many points
MOST_RISK_IN_EXAM = 30  # percent: to be caught there ends the game


def choose(
    state: AbiState, seat: str, level: str, random: Random, nodes: int = 0, hand: Cards = ()
) -> m.AbiMove | None:
    """What a player of *level* does in the place of *seat*, or None if there is nothing to decide.

    *hand* are the cards of *seat*; without them only what lies open is decided. *nodes* is not needed.
    """
    held = hand or state.pupils[seat].hand
    for decide in (_hand_in, _swap, _settle, _play):
        move = decide(state, seat, level, random, held)
        if move is not None and RULES.refuse(state, move) is None:
            return move
    return next((move for move in _plain(state, seat) if RULES.refuse(state, move) is None), None)


def hidden_cards(state: AbiState, seat: str) -> int:
    """How many cards of *seat* have to be known now, or 0 if nothing depends on them."""
    hand = state.pupils[seat].hand
    swaps = state.phase == "swap" and state.pupils[seat].swapped < 0
    plays = state.phase == "turn" and state.turn == seat and not state.pending
    return len(hand) if (swaps or plays) and UNKNOWN in hand else 0


def in_words(state: AbiState, move: m.AbiMove) -> Say | None:
    """Which card a hand has to lay, and before whom."""
    if isinstance(move, m.Play):
        return Say("bot.plays", {"card": card_say(move.card, state), "target": move.target})
    return Say("bot.swaps", {"n": move.count}) if isinstance(move, m.Swap) else None


def is_new_hand(state: AbiState, move: m.AbiMove, seat: str) -> bool:
    """Whether nothing of the hand of *seat* is as it was before *move* (AB5, AB6, AB28, AB29)."""
    if isinstance(move, m.Swap):
        return move.seat == seat and move.count > 0
    is_manta = isinstance(move, m.Play) and deck(state).effect(move.card) == MANTA
    return isinstance(move, m.Deal) or (is_manta and seat in (move.seat, getattr(move, "target", "")))


def gives_up(state: AbiState, move: m.AbiMove, hand: Cards) -> Cards:
    """The cards that leave *hand* with *move*; of those to swap what helps least goes first (AB6)."""
    if isinstance(move, m.Play):
        return (move.card,)
    if not isinstance(move, m.Swap):
        return ()
    return tuple(sorted(hand, key=lambda card: (deck(state).is_plus(card), _use(state, card)))[: move.count])


def _plain(state: AbiState, seat: str) -> Iterator[m.AbiMove]:
    """What needs no thought: dealing, confirming, closing."""
    pending = state.pending.what if state.pending and state.pending.seat == seat else ""
    match state.phase:
        case "deal" if seat in in_game(state):
            yield m.Deal(seat=seat)
        case "lead" if seat in state.starters:
            yield from (m.Lead(seat=seat, leader=name) for name in state.starters)
        case "turn" if pending == "copy":
            yield m.Decline(seat=seat)
        case "turn" if pending == "sure":
            yield m.Keep(seat=seat)
        case "window" if may_hand_in_now(state, seat) and not state.pupils[seat].ready:
            yield m.Ready(seat=seat)


def plays(state: AbiState, seat: str) -> Iterator[tuple[str, str, bool]]:
    """Which card could be laid before whom, and whether only as nothing but mantas is held (AB32)."""
    free, cards = open_slots(state), must_follow(state, seat) or kinds_in_hand(state, seat)
    kinds = deck(state).kinds
    mantas = [card for card in cards if kinds[card].effect == MANTA]
    yield from ((card, target, False) for card in cards if card not in mantas for target in free)
    hit = manta_targets(state) if mantas else ()
    yield from ((card, target, not hit) for card in mantas for target in hit or free)


def _hand_in(state: AbiState, seat: str, level: str, _random: Random, _hand: Cards) -> m.AbiMove | None:
    """Enough is enough; a strong player wants more as long as the others do."""
    if seat not in may_hand_in(state) or (state.pending and state.pending.what == "sure"):
        return None
    if is_exam(state):
        exam = exam_so_far(state, seat)
        done = exam.passed and exam.net >= ENOUGH[level]
    else:
        done = state.pupils[seat].raw(deck(state)) >= _enough(state, seat, level)
    return m.HandIn(seat=seat) if done else None


def _enough(state: AbiState, seat: str, level: str) -> int:
    """What is worth keeping; the fewer are left, the sooner it can be over."""
    if level != "strong":
        return ENOUGH[level]
    in_danger = any(score < PASS for score in state.pupils[seat].klausuren)
    return PASS if in_danger or len(active(state)) < 3 else ENOUGH[level]


def _swap(state: AbiState, seat: str, level: str, random: Random, hand: Cards) -> m.AbiMove | None:
    if state.phase != "swap" or state.pupils[seat].swapped >= 0:
        return None
    if level == "easy" or UNKNOWN in hand:
        return m.Swap(seat=seat, count=0 if level == "strong" else random.randint(0, 1))
    box = deck(state)
    cost = 0.0 if is_exam(state) else CHIP_COST * (4 - state.project)
    bad = [card for card in hand if not box.is_plus(card) and _use(state, card) < cost]
    return m.Swap(seat=seat, count=min(3, len(bad)))


def _use(state: AbiState, card: str) -> float:
    """What holding *card* is worth to somebody who plays it well: minus cards hurt the others."""
    effect, value = deck(state).effect(card), deck(state).value(card)
    worth = {MAMAPAPA: 2.0, CHEATING: 1.5, MEDITATION: 0.6, MANTA: 0.5}
    return worth.get(effect, abs(value) / 2)


def _settle(state: AbiState, seat: str, level: str, random: Random, _hand: Cards) -> m.AbiMove | None:
    pending = state.pending
    if pending is None or pending.seat != seat:
        return None
    if pending.what == "cover":
        free = state.pupils[seat].open_minus(deck(state))
        return m.Cover(seat=seat, card=min(free, key=deck(state).value))
    if pending.what == "copy":
        return _dare(state, seat, level, random)
    if pending.what == "sure":
        return m.Keep(seat=seat)
    return None  # the die decides


def _dare(state: AbiState, seat: str, level: str, random: Random) -> m.AbiMove:
    """Copies what brings most on average; in the exam only what is needed and hardly noticed."""
    options = list(answers(state, seat))
    if level == "easy":
        options = [random.choice(options)] if random.random() < 0.5 else []
    worth = {pair: _dare_worth(state, seat, deck(state).value(pair[1])) for pair in options}
    best = max(worth, key=lambda pair: worth[pair], default=None)
    if best is None or (worth[best] <= 0 and level != "easy"):
        return m.Decline(seat=seat)
    return m.Name(seat=seat, neighbour=best[0], card=best[1])


def _dare_worth(state: AbiState, seat: str, value: int) -> float:
    if is_exam(state):
        exam = exam_so_far(state, seat)
        needed = exam.net < PASS <= exam.net + value
        return float(needed and chance_percent(value, state.options) <= MOST_RISK_IN_EXAM)
    return copy_gain(value, at_stake(state, seat), state.options)  # near 15 points it has handed in already


def _play(state: AbiState, seat: str, level: str, random: Random, hand: Cards) -> m.AbiMove | None:
    """The most useful card in the most useful place, minus cards followed as they must be (AB15)."""
    if state.phase != "turn" or state.turn != seat or UNKNOWN in hand or state.pending:
        return None
    must = [card for card in binding(state) if card in hand]
    only_mantas = all(deck(state).effect(card) == MANTA for card in hand)  # AB32
    moves = (
        m.Play(seat=seat, card=card, target=target, only=only)
        for card, target, only in plays(state, seat)
        if card in (must or hand) and (only_mantas or not only)
    )
    good = [move for move in moves if RULES.refuse(state, move) is None]
    if not good:
        return None
    if level == "easy" and random.random() < 0.3:
        return random.choice(good)
    return max(good, key=lambda move: (_play_worth(state, move), move.card, move.target))


def _play_worth(state: AbiState, move: m.Play) -> float:
    """How good the card is for its receiver, turned round if that is somebody else."""
    own = move.target == move.seat
    effect, value = deck(state).effect(move.card), float(deck(state).value(move.card))
    pupil = state.pupils[move.target]
    if effect == MANTA:
        return 0.2 if own else 0.4
    if effect == MAMAPAPA:
        value = float(-min(map(deck(state).value, pupil.open_minus(deck(state))), default=0))
    if effect == CHEATING:
        value = 1.0
    if not is_exam(state):
        relief = -1 if pupil.chips else 0
        chips = {HARD_LEARNING: 2, GIRL_FRIEND: relief, MEDITATION: relief}
        value -= CHIP_COST * chips.get(effect, 0)
    leader = pupil.raw(deck(state)) / 20
    return value if own else -value + (leader if value < 0 else -leader)
