"""What the booklet cannot compute: the chance that a hand can discard, and what the Piggy Die is worth.

These figures would tell about hidden hands, so no screen shows them during play.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from companion.cards import Cards
from companion.games.abspecken.fitting import possible_sets
from companion.games.abspecken.state import COPIES, GRIM, HAND, NUMBERS, PIGGY_FACES, SMILE, Rolled, points_of

ROLLS = 216  # 6 x 6 pips x 6 colours
CAP = 5


def rolls() -> Iterator[Rolled]:
    """All rolls without the Piggy Die; each is equally likely."""
    for a, b, ban in product(range(1, 7), range(1, 7), NUMBERS):
        yield Rolled((a, b), ban)


@lru_cache(maxsize=4096)
def rolls_with_a_discard(hand: Cards, shift: int = 0, cap: int = CAP) -> int:
    """How many of the 216 rolls let this hand discard."""
    return sum(bool(possible_sets(hand, hand, rolled, shift, cap)) for rolled in rolls())


def opening_hands() -> Iterator[Cards]:
    """A9: every hand of five that a set of 24 allows: 246."""
    for hand in combinations_with_replacement(NUMBERS, HAND):
        if all(hand.count(number) <= COPIES for number in NUMBERS):
            yield hand


def best_discard(hand: Cards, rolled: Rolled, shift: int = 0, cap: int = CAP) -> int:
    """The most points that this hand can lay after this roll; 0 if it cannot discard."""
    return max((points_of(s) for s in possible_sets(hand, hand, rolled, shift, cap)), default=0)


def piggy_gain(hand: Cards, top: str) -> float:
    """By how many points a greedy roller does better on average with the Piggy Die than without it.

    *top* is the card on top of the own discard pile, which a grim face gives back (P11). After a smile the
    roller gives away the card that leaves least in the hand (P8).
    """
    held = tuple(sorted(hand))
    gain = 0.0
    for rolled in rolls():
        plain = best_discard(held, rolled)
        gain += sum(_with_face(held, rolled, face, top) - plain for face in PIGGY_FACES) / len(PIGGY_FACES)
    return gain / ROLLS


def _with_face(hand: Cards, rolled: Rolled, face: str, top: str) -> int:
    if face == GRIM:
        return best_discard(tuple(sorted((*hand, top))), rolled) - int(top)
    if face == SMILE:
        return max(int(card) + best_discard(_less(hand, card), rolled) for card in set(hand))
    return best_discard(hand, rolled, int(face[2:]))


def _less(hand: Cards, card: str) -> Cards:
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])
