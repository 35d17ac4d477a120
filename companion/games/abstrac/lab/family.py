"""Two people who cheat at Abstrac, and count by hand what the referee has counted."""

from collections.abc import Sequence
from functools import cache
from math import comb, prod
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.game import AnyGame, Options
from companion.games.abstrac import family as honest
from companion.games.abstrac.family import ORDER
from companion.rulings import Ruling, Verdict

RUNS = {3: 3, 4: 4, 5: 6, 6: 12}
UNREAD = "?"  # a card of the row that the companion could not read yet


class Family(honest.Family):
    """They keep the taken cards as plain lists."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        super().__init__(game, seats, options, random)
        self._cheats = cheats
        self._house: Any = options
        self._before: dict[str, list[str]] = {seat: [] for seat in seats}
        self._totals = dict.fromkeys(seats, 0)
        self._on = ""  # who takes next, once that has been chosen (AS4, AS5)

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if ruling.verdict is Verdict.ACCEPTED and happening.ask.startswith("choose"):
            self._on = happening.seat if happening.value == "first" else self._other(happening.seat)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        said = {seat: state.totals.get(seat, 0) for seat in self._seats}
        row = list(state.row)
        found = []
        if said != self._totals:
            found.append(f"the sheet says {said}, the family counted {self._totals}")
        lying = self._row + self._in_hand[::-1]
        if len(row) != len(lying) or any(
            said not in (card, UNREAD) for said, card in zip(row, lying, strict=True)
        ):
            found.append(f"the referee's row is {row}, on the table lies {self._row}")
        for seat, cards in self._before.items():
            if sorted(cards) != sorted(state.hands.get(seat, ())):
                found.append(f"{seat} has {cards}, the referee says {state.hands.get(seat)}")
        if state.phase == "take" and state.turn != self._on:
            found.append(f"{self._on} takes now, the referee says {state.turn}")
        return tuple(found)

    def _other(self, seat: str) -> str:
        return next(other for other in self._seats if other != seat)

    # --- cheating ---

    def _tempted(self) -> bool:
        return self._random.random() < self._cheats

    def _deal(self, ask: Ask) -> Happening:
        dealt = super()._deal(ask)
        if not self._tempted():
            return dealt
        self._offered[self._random.randrange(24)] = "8C"  # the same list as in what happens
        return replace(dealt, cheat="a foreign card")

    def _take(self, ask: Ask) -> Happening:
        return self._cheat(ask.seats[0], ask) if self._tempted() else super()._take(ask)

    def _cheat(self, seat: str, ask: Ask) -> Happening:
        kind = self._random.choice(["four", "inside", "turn"] if len(self._row) > 4 else ["turn"])
        if kind == "turn":
            return Happening(Kind.CHOICE, 1, self._other(seat), ask.id, cheat="not the own turn")
        if kind == "four":
            seen = self._row[:-4]
            return self._seen(seen, seat, cheat="four cards")
        seen = self._row[:-3] + self._row[-2:]
        return self._seen(seen, seat, cheat="a card from inside the row")

    def _seen(self, row: Sequence[str], seat: str, cheat: str) -> Happening:
        return Happening(Kind.CARD, self._shape(row), seat, "left", cheat=cheat)

    # --- what it comes to, counted by hand ---

    def _put_down(self, seat: str) -> None:
        self._before[seat] += self._in_hand
        super()._put_down(seat)
        self._on = self._other(seat)
        if not self._row:
            self._count_up()

    def _count_up(self) -> None:
        one, two = self._seats
        worth = {seat: _by_hand(self._before[seat], self._house) for seat in self._seats}
        gets = {one: worth[one] * len(self._before[two]), two: worth[two] * len(self._before[one])}
        if self._house.misere and 0 in worth.values():
            gets = {one: gets[two], two: gets[one]}
        for seat in self._seats:
            self._totals[seat] += gets[seat]
            self._before[seat] = []


# --- melds as people find them: by looking for every run there could be ---


def _by_hand(cards: Sequence[str], house: Any) -> int:
    """The points of *cards*: the same ranks first, then neighbours, by suit or in any suits."""
    groups = [cards] if house.run_suit == "any" else [[c for c in cards if c[1] == suit] for suit in "CDHS"]
    sizes = [sum(card[0] == rank for card in cards) for rank in ORDER]
    if house.overlap == "all":
        sets = sum(2 * comb(size, 3) + 8 * (size == 4) for size in sizes)
        return sets + sum(_all_runs(_ranks(group), house.ace) for group in groups)
    sets = sum({3: 2, 4: 8}.get(size, 0) for size in sizes)
    return sets + sum(_best_runs(_ranks(group), house.ace) for group in groups)


def _ranks(cards: Sequence[str]) -> str:
    return "".join(sorted(card[0] for card in cards))


def _runs(ace: str) -> set[frozenset[str]]:
    line = {"high": ORDER, "high_low": f"A{ORDER}", "wrap": ORDER + ORDER[:-1]}[ace]
    pieces = (line[start : start + n] for n in RUNS for start in range(len(line) - n + 1))
    return {frozenset(piece) for piece in pieces if len(set(piece)) == len(piece)}


def _all_runs(ranks: str, ace: str) -> int:
    return sum(RUNS[len(run)] * prod(ranks.count(rank) for rank in run) for run in _runs(ace))


@cache
def _best_runs(ranks: str, ace: str) -> int:
    """The best way to lay runs side by side: any run first, then the best of what is left."""
    found = [run for run in _runs(ace) if all(rank in ranks for rank in run)]
    return max((RUNS[len(run)] + _best_runs(_less(ranks, run), ace) for run in found), default=0)


def _less(ranks: str, run: frozenset[str]) -> str:
    for rank in run:
        ranks = ranks.replace(rank, "", 1)
    return ranks
