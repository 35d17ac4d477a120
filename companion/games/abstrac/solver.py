"""Perfect play: the value of every take in any position of a deal.

The tree of takes has 3,045,153 positions from 24 cards, but it does not depend on the deal. All positions in
which p cards are gone stand in one array, those reached by a take of one first, then two, then three. So the
positions after a take of one, two or three are three slices of later arrays, and working backwards is one
vectorised line for each p. `numpy` is needed for nothing else in the mind, and only when this is imported.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.cards import Cards
from companion.games.abstrac.melds import RANKS, SUITS, run_points, set_points
from companion.games.abstrac.state import AbstracOptions

Array = NDArray[Any]

HALF = 12  # the leaves' tables are indexed by half of the row
EVERY_COUNT = 1 << 18  # six ranks of three bits each


class Solution(Struct, frozen=True, eq=False):
    """All values of one position and of everything that can follow from it.

    A value is the score of whoever moves first in the position minus the score of the other, if both play
    their best from there on.
    """

    cards: int
    values: tuple[Array, ...]  # by cards gone: the value of each position for whoever is to move in it

    @property
    def value(self) -> int:
        return int(self.values[0][0])

    def takes(self, line: Sequence[int] = ()) -> dict[int, int]:
        """What each possible take is worth for whoever is to move after *line*, the takes so far."""
        gone, place = self._find(line)
        possible = range(1, min(3, self.cards - gone) + 1)
        return {n: -int(self.values[gone + n][_after(gone, place, n)]) for n in possible}

    def best(self, line: Sequence[int] = ()) -> tuple[int, ...]:
        """Every take that keeps the value."""
        takes = self.takes(line)
        return tuple(n for n, worth in takes.items() if worth == max(takes.values()))

    def _find(self, line: Sequence[int]) -> tuple[int, int]:
        gone = place = 0
        for count in line:
            if not 1 <= count <= min(3, self.cards - gone):
                raise ValueError(f"expected takes of 1 to 3 within {self.cards} cards, got {tuple(line)}")
            gone, place = gone + count, _after(gone, place, count)
        return gone, place


@lru_cache(maxsize=1)  # a whole deal takes 12 MB, and it is kept as long as the program runs
def solve(row: Cards, own: Cards, other: Cards, house: AbstracOptions) -> Solution:
    """The solution of the position in which *row* lies (the last card is taken first).

    *own* are the cards of the player to move, *other* those of the opponent.
    """
    order = tuple(reversed(row))
    owners, movers = tree(len(order))
    level = _leaf_values(order, own, other, owners, house) * movers
    values = [level]
    for gone in range(len(order) - 1, -1, -1):
        size = nodes(gone)
        replies = [
            values[-n][nodes_before(gone, n) : nodes_before(gone, n) + size]
            for n in range(1, min(3, len(order) - gone) + 1)
        ]
        values.append(-_least(replies))
    return Solution(len(order), tuple(reversed(values)))


def _least(replies: list[Array]) -> Array:
    least = replies[0]
    for reply in replies[1:]:
        least = np.minimum(least, reply)
    return least


# --- the tree, the same for every deal ---


@cache
def nodes(gone: int) -> int:
    """In how many ways *gone* cards can have been taken.

    >>> nodes(24)
    1389537
    """
    return 1 if gone == 0 else sum(nodes(gone - n) for n in range(1, min(3, gone) + 1))


def nodes_before(gone: int, count: int) -> int:
    """Where the positions after a take of *count* begin in the array of `gone + count` cards gone."""
    return sum(nodes(gone + count - n) for n in range(1, count) if n <= gone + count)


def _after(gone: int, place: int, count: int) -> int:
    return nodes_before(gone, count) + place


def tree(cards: int) -> tuple[Array, Array]:
    """For each leaf: who took each card (bit p: the opponent took number p), and who would be to move.

    The mover is 1 for the player who began and -1 for the other.
    """
    owners = [np.zeros(1, np.uint32)]
    turns = [
        np.zeros(1, np.uint32)
    ]  # as wide as the owners: together with narrower ones they grow to 64 bits
    for gone in range(1, cards + 1):
        before = [(n, owners[gone - n], turns[gone - n]) for n in range(1, min(3, gone) + 1)]
        owners.append(np.concatenate([owner | turn * _bits(gone, n) for n, owner, turn in before]))
        turns.append(np.concatenate([1 - turn for _, _, turn in before]))
    return owners[cards], 1 - 2 * turns[cards].astype(np.int32)


def _bits(gone: int, count: int) -> np.uint32:
    """The bits of the last *count* of *gone* cards."""
    return np.uint32(((1 << count) - 1) << (gone - count))


# --- what the leaves are worth ---


def _leaf_values(order: Cards, own: Cards, other: Cards, owners: Array, house: AbstracOptions) -> Array:
    """For each leaf the score of the player who began minus the score of the other (AS12, AS13)."""
    masks = _owner_lookup(order, owners, {card: _suit_bit(card) for card in order}, _all_bits(other))
    ranks = _owner_lookup(order, owners, {card: _rank_unit(card) for card in order}, _all_units(other))
    taken = _owner_lookup(order, owners, dict.fromkeys(order, 1), len(other))
    pack = (*order, *own, *other)
    mine, theirs = (
        _combos(mask, rank, house)
        for mask, rank in ((_all_bits(pack) - masks, _all_units(pack) - ranks), (masks, ranks))
    )
    worth: Array = mine * taken - theirs * (len(pack) - taken)
    if house.misere:
        worth[(mine == 0) | (theirs == 0)] *= -1
    return worth


def _owner_lookup(order: Cards, owners: Array, unit: Mapping[str, int], base: int) -> Array:
    """The sum of the units of the opponent's cards, for each leaf, from a table for each half of the row."""
    low, high = (_sums([unit[card] for card in part]) for part in (order[:HALF], order[HALF:]))
    total: Array = (low + base)[owners & ((1 << HALF) - 1)] + high[owners >> HALF]
    return total


def _sums(units: Sequence[int]) -> Array:
    table = np.zeros(1, np.int32)
    for unit in units:
        table = np.concatenate([table, table + unit])
    return table


def _combos(masks: Array, ranks: Array, house: AbstracOptions) -> Array:
    total: Array = _rank_table(house)[ranks]
    if house.run_suit == "same":
        runs = _two_suits_table(house)
        total = total + runs[masks & ((1 << HALF) - 1)] + runs[masks >> HALF]
    return total


def _suit_bit(card: str) -> int:
    return 1 << (SUITS.index(card[1]) * 6 + RANKS.index(card[0]))


def _rank_unit(card: str) -> int:
    return 1 << (3 * RANKS.index(card[0]))


def _all_bits(cards: Cards) -> int:
    return sum(_suit_bit(card) for card in cards)


def _all_units(cards: Cards) -> int:
    return sum(_rank_unit(card) for card in cards)


@lru_cache(maxsize=4)
def _two_suits_table(house: AbstracOptions) -> Array:
    """The points of runs in two suits by their twelve bits."""
    suit = [
        run_points(tuple(bits >> rank & 1 for rank in range(6)), house.ace, house.overlap)
        for bits in range(64)
    ]
    return np.array([suit[bits & 63] + suit[bits >> 6] for bits in range(1 << HALF)], np.int32)


@lru_cache(maxsize=4)
def _rank_table(house: AbstracOptions) -> Array:
    """The points of sets (and of runs in mixed suits, B2) by the number of cards of each rank."""
    one = np.array([set_points(n, house.overlap) for n in range(5)] + [0, 0, 0], np.int32)
    index = np.arange(EVERY_COUNT)
    table: Array = sum((one[index >> (3 * rank) & 7] for rank in range(6)), np.zeros(EVERY_COUNT, np.int32))
    if house.run_suit == "any":
        for held in product(range(len(SUITS) + 1), repeat=len(RANKS)):
            number = sum(n << (3 * rank) for rank, n in enumerate(held))
            table[number] += run_points(held, house.ace, house.overlap)
    return table
