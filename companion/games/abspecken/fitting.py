"""Which sets of cards fit a roll, and which of them a hand can hold (A15 to A19, P5, P7)."""

from collections.abc import Iterator
from functools import lru_cache

from companion import cards
from companion.cards import Cards
from companion.games.abspecken.state import NUMBERS, AbspeckenOptions, Player, Rolled

NO_CAP = 15  # the largest sum (12 and +3) in ones


def cap_of(options: AbspeckenOptions) -> int:
    """AM-5: the most cards in one discard."""
    return NO_CAP if options.cap == "none" else 5


def targets(pips: tuple[int, int], shift: int) -> tuple[int, ...]:
    """A15, P7, AM-11: the sums that may be laid; adding or subtracting is a choice, and 0 is no discard."""
    total = sum(pips)
    return tuple(sorted({t for t in (total, total - shift, total + shift) if t > 0}))


@lru_cache(maxsize=8192)
def allowed_sets(pips: tuple[int, int], ban: str, shift: int, cap: int) -> tuple[Cards, ...]:
    """Every set of cards that this roll allows, whoever may hold it."""
    sets: set[Cards] = {(str(die),) for die in pips if str(die) != ban}  # A16, A18: one card for one die
    numbers = tuple(int(n) for n in NUMBERS if n != ban)  # A19
    for target in targets(pips, shift):
        sets.update(_sums(target, numbers, cap))
    return tuple(sorted(sets, key=lambda s: (len(s), s)))


def _sums(target: int, numbers: tuple[int, ...], cap: int) -> Iterator[Cards]:
    """A15: at most *cap* cards, in ascending order, that add up to *target*."""
    if target == 0:
        yield ()
    for place, number in enumerate(numbers):
        if number <= target and cap:
            for rest in _sums(target - number, numbers[place:], cap - 1):
                yield (str(number), *rest)


@lru_cache(maxsize=4096)
def possible_sets(hand: Cards, own: Cards, rolled: Rolled, shift: int, cap: int) -> tuple[Cards, ...]:
    """The allowed sets that the hand can hold as far as the table knows; of a known hand the legal ones."""
    allowed = allowed_sets(rolled.pips, rolled.ban, shift, cap)
    return cards.those_it_may_hold(own, cards.those_it_may_hold(hand, allowed))


def surely_can(player: Player, rolled: Rolled, shift: int, cap: int) -> bool:
    """Whether the table knows that *player* can discard."""
    known = cards.shown(player.hand)
    return bool(possible_sets(known, known, rolled, shift, cap))
