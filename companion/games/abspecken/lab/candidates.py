"""Moves worth trying at ABspecken: what each phase is about, and calls and doubts besides."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import Any

from companion import cards
from companion.asks import MS
from companion.cards import Cards
from companion.games.abspecken import knowledge
from companion.games.abspecken import moves as m
from companion.games.abspecken.calls import doubtful, may_withdraw
from companion.games.abspecken.fitting import cap_of, possible_sets
from companion.games.abspecken.flow import due
from companion.games.abspecken.piggy import refuse_agree
from companion.games.abspecken.scoring import known_points, round_points
from companion.games.abspecken.state import COPIES, NUMBERS, PIGGY_FACES, AbspeckenState, Phase, Pig
from companion.games.abspecken.turn import must_settle_piggy, refuse_to_act, victims, waiting
from companion.lab.candidates import Candidates


def candidates(state: AbspeckenState, seat: str) -> Sequence[m.AbspeckenMove]:
    if seat not in state.players:
        return ()
    calling = _calls(state, seat)
    doing = [subject(state, seat) for subject in _SUBJECTS[state.phase]]
    return tuple(chain(*doing, calling)) if calling or len(doing) != 1 else doing[0]


def _calls(state: AbspeckenState, seat: str) -> Sequence[m.AbspeckenMove]:
    """Calling a while after the last call, taking it back, and what may follow a doubt."""
    moves: list[m.AbspeckenMove] = []
    if refuse_to_act(state, seat) is None:
        latest = max([call.t for call in state.calls], default=state.read_at)
        moves.append(m.Cannot(seat=seat, t=latest + 100 * MS))
    if not (state.calls or state.challenged):
        return moves
    if may_withdraw(state, seat):
        moves.append(m.Withdraw(seat=seat))
    if state.challenged:
        moves.append(m.Drop(seat=seat))
    if state.challenged == seat:
        moves.append(m.Show(seat=seat, cards=_possible_hand(state, seat)))
    moves += [m.Challenge(seat=seat, of=caller) for caller in doubtful(state) if caller != seat]
    return moves


def _possible_hand(state: AbspeckenState, seat: str) -> Cards:
    """A hand that *seat* may hold as far as the table knows, the known cards among it."""
    player = state.player(seat)
    held = cards.shown(player.hand)
    rest = cards.without(player.own, held) if cards.may_hold(player.own, held) else ()
    numbers = (*cards.shown(rest), *NUMBERS * COPIES)
    return cards.hand((*held, *numbers[: len(player.hand) - len(held)]))


def _discards(state: AbspeckenState, seat: str) -> Sequence[m.Lay]:
    """Every possible discard, with each of its cards on top once (P13)."""
    if refuse_to_act(state, seat) is not None:
        return ()
    sets = possible_discards(state, seat)
    if cards.UNKNOWN in state.player(seat).own:  # else all that may be held can be there
        left = copies_left(state, seat)
        sets = tuple([laid for laid in sets if all(laid.count(card) <= left[card] for card in laid)])
    piles = [pile for laid in sets for pile in _each_on_top(laid)]
    return Candidates(lambda pile: m.Lay(seat=seat, cards=pile), piles)


@lru_cache(maxsize=1024)
def _each_on_top(laid: Cards) -> tuple[Cards, ...]:
    return tuple((*cards.without(laid, (top,)), top) for top in sorted(set(laid)))


def possible_discards(state: AbspeckenState, seat: str) -> tuple[Cards, ...]:
    """What *seat* could discard now as far as the table knows."""
    player = state.player(seat)
    if state.rolled is None:
        return ()
    return possible_sets(player.hand, player.own, state.rolled, state.shift(seat), cap_of(state.options))


def copies_left(state: AbspeckenState, seat: str) -> dict[str, int]:
    """How many cards of each number *seat* can own at most: those known, and those nowhere else (A3)."""
    own = state.player(seat).own
    others = [player.own for other, player in state.players.items() if other != seat]
    elsewhere = [*others, *(player.pile for player in state.players.values())]
    return {
        number: max(own.count(number), copies - sum([place.count(number) for place in elsewhere]))
        for number, copies in knowledge.census(state).items()
    }


def _rolls_and_gifts(state: AbspeckenState, seat: str) -> Sequence[m.AbspeckenMove]:
    """What the roller may do; every roll of the dice; agreeing is anybody's."""
    agreeing = () if refuse_agree(state, m.Agree(seat=seat)) else (m.Agree(seat=seat),)
    if seat != state.roller:
        return agreeing
    if state.phase is Phase.ROLL_OFFER:
        return m.Offer(seat=seat, piggy=True), m.Offer(seat=seat, piggy=False)
    if state.phase is Phase.ROLLING:
        return _every_roll(seat, state.piggy)
    return (*agreeing, m.PickUp(seat=seat), *_gifts(state, seat)) if must_settle_piggy(state) else agreeing


@lru_cache(maxsize=64)
def _every_roll(seat: str, piggy: bool) -> tuple[m.Roll, ...]:
    """A11, P6: 216 rolls, with the Piggy Die each with every different face."""
    pigs: Iterable[Pig] = dict.fromkeys(PIGGY_FACES) if piggy else ("",)
    return tuple(
        m.Roll(seat=seat, pips=(a, b), ban=ban, pig=pig)
        for a, b, ban, pig in product(range(1, 7), range(1, 7), NUMBERS, pigs)
    )


def _gifts(state: AbspeckenState, seat: str) -> Iterator[m.Give]:
    hand = state.player(seat).hand
    seen = state.options.hands != "hidden" and cards.UNKNOWN not in hand
    for other in state.seats:
        yield from (m.Give(seat=seat, to=other, card=c) for c in (sorted(set(hand)) if seen else "?"))


def _refills(state: AbspeckenState, seat: str) -> Sequence[m.Refill]:
    """Drawing unseen; where hands are open, the lowest and the highest cards that can be drawn."""
    n = due(state, seat) if state.phase is Phase.REFILL else 0
    if not n:
        return ()
    piles = knowledge.piles_of(state, seat)
    if state.options.hands == "hidden" or len(piles) < n:
        return (m.Refill(seat=seat),)
    return tuple(dict.fromkeys((m.Refill(seat=seat, cards=piles[:n]), m.Refill(seat=seat, cards=piles[-n:]))))


def _openings(state: AbspeckenState, seat: str) -> Sequence[m.Ready | m.Pick]:
    """Being ready (naming oneself as the youngest), and picking: unseen, or one open hand."""
    if state.phase is Phase.SETUP:
        return (m.Ready(youngest="" if state.youngest else seat),)
    if state.phase is not Phase.PICK or state.player(seat).hand:
        return ()
    if state.options.hands == "hidden":
        return (m.Pick(seat=seat),)
    return tuple(m.Pick(seat=seat, cards=opening) for opening in OPENINGS)


# A few sensible and a few foolish opening hands; {1, 2, 4, 5, 6} can discard after every roll
OPENINGS = tuple(tuple(opening) for opening in ("12456", "13356", "23466", "22366", "11112", "34556"))


def _counts(state: AbspeckenState, seat: str) -> Sequence[m.Count | m.Close]:
    """Counting what the cards can make at least and at most, and agreeing when everything is counted."""
    if state.phase is not Phase.SCORE:
        return ()
    if round_points(state) is not None:
        return (m.Close(seat=seat),)
    if seat in known_points(state):
        return ()
    return [m.Count(seat=seat, points=n) for n in sorted(set(knowledge.point_bounds(state, seat)))]


def _takes(state: AbspeckenState, seat: str) -> Sequence[m.Take]:
    """Every card that can be taken; of a hidden hand an unseen one."""
    if state.phase is not Phase.TAKE or state.challenged or waiting(state)[:1] != (seat,):
        return ()
    moves: list[m.Take] = []
    for victim in victims(state, seat):
        hand = state.player(victim).hand
        seen = state.options.hands != "hidden" and cards.UNKNOWN not in hand
        moves += [m.Take(seat=seat, victim=victim, card=c) for c in (sorted(set(hand)) if seen else "?")]
    return moves


_SUBJECTS: Mapping[Phase, tuple[Callable[[AbspeckenState, str], Sequence[Any]], ...]] = {
    Phase.SETUP: (_openings,),
    Phase.PICK: (_openings,),
    Phase.ROLL_OFFER: (_rolls_and_gifts,),
    Phase.ROLLING: (_rolls_and_gifts,),
    Phase.READ: (_rolls_and_gifts, _discards),
    Phase.PIG: (_rolls_and_gifts, _discards),
    Phase.ACT: (_discards,),
    Phase.TAKE: (_takes, _rolls_and_gifts),
    Phase.REFILL: (_refills,),
    Phase.SCORE: (_counts,),
    Phase.GAME_OVER: (),
}
