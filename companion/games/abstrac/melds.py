"""Which sets and runs lie in a hand, and what they are worth (AS9 to AS11, B2 to B4)."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb, prod
from typing import Literal

from msgspec import Struct

from companion.cards import Cards, Deck
from companion.games.abstrac.state import AbstracOptions

RANKS = "9TJQKA"
SUITS = "CDHS"
DECK = Deck("french", {rank + suit: 1 for suit in SUITS for rank in RANKS})
_PLACES = {card: place for place, card in enumerate(DECK.cards())}

SET_POINTS = {3: 2, 4: 8}  # AS9
RUN_POINTS = {3: 3, 4: 4, 5: 6, 6: 12}  # AS10

Counts = tuple[int, ...]  # how many cards of each rank, in the order of RANKS
Window = tuple[int, ...]  # the ranks of a run, by their number in RANKS


class Meld(Struct, frozen=True):
    """Cards that score together."""

    kind: Literal["set", "run"]
    cards: Cards
    points: int


class Points(Struct, frozen=True):
    """What a hand is worth before it is multiplied."""

    sets: int
    runs: int

    @property
    def combo(self) -> int:
        return self.sets + self.runs


def points(cards: Iterable[str], house: AbstracOptions) -> Points:
    """The points of the best melds in *cards*."""
    held = tuple(cards)
    return Points(
        sum(set_points(n, house.overlap) for n in counts(held)),
        sum(run_points(counts(group), house.ace, house.overlap) for group in _run_groups(held, house)),
    )


def melds(cards: Iterable[str], house: AbstracOptions) -> tuple[Meld, ...]:
    """The melds that make up the points of *cards*: sets first, then runs, in the order of the pack."""
    return _melds(sort(cards), house)


@lru_cache(maxsize=4096)
def _melds(held: Cards, house: AbstracOptions) -> tuple[Meld, ...]:
    by_rank = [tuple([card for card in held if card[0] == rank]) for rank in RANKS]
    sets = [Meld("set", group, SET_POINTS[len(group)]) for cards in by_rank for group in _sets(cards, house)]
    runs = [run for group in _run_groups(held, house) for run in _runs(group, house)]
    return (*sets, *runs)


def sort(cards: Iterable[str]) -> Cards:
    """*cards* by suit and rank, as AS7 wants them to lie."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def counts(cards: Iterable[str]) -> Counts:
    ranks = [card[0] for card in cards]
    return tuple([ranks.count(rank) for rank in RANKS])


def set_points(count: int, overlap: str) -> int:
    """What *count* cards of one rank score; four replace three unless every meld inside counts too (B4)."""
    if overlap == "all":
        return sum(comb(count, size) * worth for size, worth in SET_POINTS.items())
    return SET_POINTS.get(count, 0)


@cache
def run_points(held: Counts, ace: str, overlap: str) -> int:
    """The most that runs among cards of these ranks can score."""
    if overlap == "all":
        return sum(RUN_POINTS[len(window)] * prod(held[rank] for rank in window) for window in windows(ace))
    return _total(best_windows(held, ace))


@cache
def best_windows(held: Counts, ace: str) -> tuple[Window, ...]:
    """The best-scoring runs in which no card is used twice (AS11), the longest first.

    >>> best_windows((1, 1, 1, 1, 1, 1), "high")
    ((0, 1, 2, 3, 4, 5),)
    """
    best: tuple[Window, ...] = ()
    for window in windows(ace):
        if all(held[rank] for rank in window):
            left = tuple(n - (rank in window) for rank, n in enumerate(held))
            runs = (window, *best_windows(left, ace))
            if _total(runs) > _total(best):
                best = runs
    return best


@cache
def windows(ace: str) -> tuple[Window, ...]:
    """Every run there can be, the longest first. The ace is high (B3); a house may bend the order.

    "high_low" lets it stand below the 9 as well, "wrap" joins the ends of the order to a ring.
    """
    size = len(RANKS)
    starts = {"high": range(size), "high_low": range(-1, size), "wrap": range(size)}[ace]
    last = {"high": size - 1, "high_low": size - 1, "wrap": 2 * size}[ace]
    found: dict[frozenset[int], Window] = {}
    for length in sorted(RUN_POINTS, reverse=True):
        for start in starts:
            if start + length - 1 <= last:
                window = tuple(rank % size for rank in range(start, start + length))
                # all six on a ring are one run, wherever it begins
                found.setdefault(frozenset(window), window)
    return tuple(found.values())


def _total(runs: Sequence[Window]) -> int:
    return sum(RUN_POINTS[len(window)] for window in runs)


def _run_groups(cards: Cards, house: AbstracOptions) -> list[Cards]:
    """The cards among which runs are looked for: each suit by itself, or all together (B2)."""
    if house.run_suit == "any":
        return [cards]
    return [tuple([card for card in cards if card[1] == suit]) for suit in SUITS]


def _sets(cards: Cards, house: AbstracOptions) -> list[Cards]:
    if house.overlap == "all":
        return [group for size in (4, 3) for group in combinations(cards, size)]
    return [cards] if len(cards) in SET_POINTS else []


@lru_cache(maxsize=1024)  # of one suit there are 64 groups
def _runs(group: Cards, house: AbstracOptions) -> tuple[Meld, ...]:
    if house.overlap == "all":
        return tuple(_run(cards) for window in windows(house.ace) for cards in _all_runs(group, window))
    left, found = list(group), []
    for window in best_windows(counts(group), house.ace):
        cards = tuple(next(card for card in left if card[0] == RANKS[rank]) for rank in window)
        left = [card for card in left if card not in cards]
        found.append(_run(cards))
    return tuple(found)


def _all_runs(group: Cards, window: Window) -> Iterable[Cards]:
    return product(*([card for card in group if card[0] == RANKS[rank]] for rank in window))


def _run(cards: Cards) -> Meld:
    return Meld("run", cards, RUN_POINTS[len(cards)])
