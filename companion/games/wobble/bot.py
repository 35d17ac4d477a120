"""A player that says what it would do: it knows the table, and its own hand if somebody shows it."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from companion.asks import MS, Say
from companion.cards import UNKNOWN, Cards
from companion.game import certain
from companion.games.wobble import moves as m
from companion.games.wobble.deck import DRAWING, family, kind, worth
from companion.games.wobble.laying import card_say
from companion.games.wobble.rules import refuse
from companion.games.wobble.settling import matches, may_call
from companion.games.wobble.state import WobbleState, performer, size, top_card
from companion.games.wobble.trying import OWN, offered
from companion.games.wobble.unlucky import wanted

LEVELS = ("easy", "medium", "strong")
STEP = 900 * MS  # so much later than what was heard last
ENOUGH_SAFE = 12  # with so many cards in the pile of an attack even brown cards are spent


def choose(
    state: WobbleState, seat: str, level: str, random: Random, nodes: int = 0, hand: Cards = ()
) -> m.WobbleMove | None:
    """What a player of *level* does in the place of *seat*, or None if there is nothing to decide.

    *hand* are the cards of *seat*; without them only what lies open is decided. *nodes* is not needed.
    """
    if seat not in state.players:
        return None
    held = hand or state.players[seat].hand
    for decide in (_against, _play, _give, _settle, _small):
        if (move := decide(state, seat, level, random, held)) and refuse(state, move) is None:
            return move
    return None


def hidden_cards(state: WobbleState, seat: str) -> int:
    """How many cards of *seat* have to be known now, or 0 if nothing depends on them."""
    acts = state.attack.target if state.attack else state.turn
    decides = (state.phase in ("turn", "drawn", "attack") and seat == acts) or _must_give(state, seat)
    return size(state, seat) if decides and UNKNOWN in state.players[seat].hand else 0


def _must_give(state: WobbleState, seat: str) -> bool:
    return state.phase == "give" and seat in state.giving


def gives_up(state: WobbleState, move: m.WobbleMove, hand: Cards) -> Cards:
    """The cards that leave *hand* with *move*."""
    return move.cards if isinstance(move, m.Lay | m.Give) else ()


def is_new_hand(state: WobbleState, move: m.WobbleMove, seat: str) -> bool:
    """Whether after *move* nobody knows what *seat* holds, although it was known (W4, W28, W36, W37)."""
    match move:
        case m.Ready() | m.Redraw() | m.Half():
            return move.seat == seat
        case m.Exchange():
            return seat in (move.seat, move.partner)
    return False


def in_words(state: WobbleState, move: m.WobbleMove) -> Say | None:
    """Which cards a hand has to lay for *move*."""
    if not isinstance(move, m.Lay | m.Give):
        return None
    cards = [card_say(card) for card in move.cards]
    return Say("bot.lays", {"cards": cards}) if cards else Say("bot.gives_none")


def _lays(state: WobbleState, seat: str, hand: Cards) -> list[m.Lay]:
    """All that could be laid from a hand that is known: one card, or two identical ones."""
    if UNKNOWN in hand:
        return []
    t = state.now + STEP
    singles = [m.Lay(seat=seat, cards=(card,), t=t) for card in sorted(set(hand))]
    pairs = [m.Lay(seat=seat, cards=(c, c), t=t) for c, n in sorted(Counter(hand).items()) if n > 1]
    return [move for move in (*pairs, *singles) if refuse(state, move) is None]


def _against(state: WobbleState, seat: str, level: str, random: Random, hand: Cards) -> m.WobbleMove | None:
    """Under attack: pass it on, else turn it aside; a brown card only if it is worth it."""
    attack = state.attack
    if state.phase != "attack" or attack is None:
        return None
    lays = [move for move in _lays(state, seat, hand) if _defends(state, seat, move.cards[0], level)]
    if not lays or (level == "easy" and random.random() < 0.5):
        return None
    return max(lays, key=lambda move: (family(move.cards[0]) == "offensive", len(move.cards), move.cards))


def _defends(state: WobbleState, seat: str, card: str, level: str) -> bool:
    attack = certain(state.attack)
    if family(card) != "jerk":
        return seat == attack.target
    if card == "DBL":
        return seat != attack.target and level != "medium"
    return seat == attack.target and (level == "strong" or attack.total >= ENOUGH_SAFE)


def _play(state: WobbleState, seat: str, level: str, random: Random, hand: Cards) -> m.WobbleMove | None:
    """Pairs first, then what is worth most; a toss-in whenever it goes (W15)."""
    if state.phase not in ("turn", "drawn") or UNKNOWN in hand:
        return None
    mine = state.turn == seat
    if not mine and (state.closed or top_card(state) not in hand or level == "easy"):
        return None
    lays = [move for move in _lays(state, seat, hand) if mine or move.cards[0] == top_card(state)]
    if not lays:
        return _nothing_fits(state, seat, hand) if mine else None
    if level == "easy":
        return random.choice(lays)
    return max(lays, key=lambda move: (len(move.cards), _use(state, seat, move.cards[0], level), move.cards))


def _use(state: WobbleState, seat: str, card: str, level: str) -> float:
    """What gets rid of points; a strong player keeps an exchange away from a good hand."""
    if kind(card) == "CE" and level == "strong":
        most = min(size(state, other) for other in state.order if other != seat)
        return 30.0 if most < size(state, seat) - 2 else -10.0
    return float(worth(card))


def _nothing_fits(state: WobbleState, seat: str, hand: Cards) -> m.WobbleMove:
    if state.phase == "drawn":
        return m.Keep(seat=seat)
    redraw = m.Redraw(seat=seat, cards=tuple(sorted(hand)))
    if state.draw and refuse(state, redraw) is None:  # into an empty pile, the same cards would come back
        return redraw
    return m.Touch(seat=seat, t=state.now + STEP)


def _give(state: WobbleState, seat: str, level: str, random: Random, hand: Cards) -> m.WobbleMove | None:
    """W42: whatever the Magnet has named is laid openly."""
    if not _must_give(state, seat) or UNKNOWN in hand:
        return None
    return m.Give(seat=seat, cards=tuple(card for card in hand if matches(card, state.name)))


def _settle(state: WobbleState, seat: str, level: str, random: Random, hand: Cards) -> m.WobbleMove | None:
    """The hit is taken; a task is dared by those who think that they do it more often than not (W40)."""
    attack = state.attack
    if attack is None or state.phase not in ("attack", "settle") or seat != performer(state):
        return None
    if attack.kind == "MAG":
        names = may_call(state.called)
        fewest = min(names, key=lambda name: (sum(kind(card) == name for card in hand), name))
        return m.Name(seat=seat, name=random.choice(names) if level == "easy" else fewest)
    if attack.kind in DRAWING and level == "easy" and random.random() < 0.3:
        return random.choice([*dares(state, seat)] or [m.Accept(seat=seat)])
    return m.Accept(seat=seat)


def _small(state: WobbleState, seat: str, level: str, random: Random, hand: Cards) -> m.WobbleMove | None:
    """Effects, targets, votes and what needs no thought."""
    effect = state.effect
    if effect is not None and effect.seat == seat:
        others = [other for other in state.order if other != seat]
        match effect.what:
            case "half":
                return m.Half(seat=seat)
            case "exchange":
                return m.Exchange(seat=seat, partner=min(others, key=lambda s: (size(state, s), s)))
            case _:
                return m.SwapSeats(seat=seat)
    if state.pointing is not None and state.pointing.seat == seat:
        others = [s for s in state.order if s != seat and not state.players[s].away]
        return m.Aim(seat=seat, target=min(others, key=lambda s: (size(state, s), s)))
    moves = [move for move in _plain(state, seat) if refuse(state, move) is None]
    return random.choice(moves) if moves else None


def dares(state: WobbleState, seat: str) -> Iterator[m.Dare]:
    """The tasks that may be dared now, and the house's own."""
    yield from (m.Dare(seat=seat, task=task) for task in offered(state))
    yield from (m.Dare(seat=seat, task=OWN, own=words) for words in state.options.own_tasks)


def _plain(state: WobbleState, seat: str) -> Iterator[m.WobbleMove]:
    """What needs no thought."""
    if state.players[seat].away:
        yield m.Back(seat=seat)
        if state.phase not in ("score", "vote"):
            return
    if state.claims:
        yield m.NoToss(seat=seat)
    if state.phase == "ready":
        yield m.Ready(seat=seat, t=state.now + STEP)
    if state.phase == "vote":
        yield from (m.Vote(seat=seat, show=sign) for sign in wanted(state))  # type: ignore[arg-type]
