"""Two people who cheat at Abstrac, and count by hand what the referee has counted."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb, prod
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask, Kind
from companion.family import Happening
from companion.game import AnyGame
from companion.games.abstrac.things import ORDER, Things
from companion.lab.family import People
from companion.rulings import Ruling, Verdict

RUNS = {3: 3, 4: 4, 5: 6, 6: 12}
UNREAD = "?"  # a card of the row that the companion could not read yet


class RealTable(Things):
    """The row, and the taken cards as plain lists."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        super().__init__(game, seats, options, random)
        self._seats, self._house = tuple(seats), options
        self._before: dict[str, list[str]] = {seat: [] for seat in seats}
        self._totals = dict.fromkeys(seats, 0)
        self._on = ""  # who takes next, once that has been chosen (AS4, AS5)
        self._in_hand: list[str] = []

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        lay = list(self.row)
        super().answered(happening, ruling)
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        seat, name = happening.seat, happening.ask.partition(":")[0]
        if name == "choose":
            self._on = seat if happening.value == "first" else self.other(seat)
        elif name == "left":
            self._in_hand = lay[len(self.row) :]
        elif name in ("take", "done"):
            self._before[seat] += self._in_hand or lay[len(self.row) :]
            self._in_hand, self._on = [], self.other(seat)
            if not self.row:
                self._count_up()

    def disagreements(self, state: Any) -> tuple[str, ...]:
        said = {seat: state.totals.get(seat, 0) for seat in self._seats}
        row = list(state.row)
        found = []
        if said != self._totals:
            found.append(f"the sheet says {said}, the family counted {self._totals}")
        lying = self.row + self._in_hand
        if len(row) != len(lying) or any(
            said not in (card, UNREAD) for said, card in zip(row, lying, strict=True)
        ):
            found.append(f"the referee's row is {row}, on the table lies {self.row}")
        for seat, cards in self._before.items():
            if sorted(cards) != sorted(state.hands.get(seat, ())):
                found.append(f"{seat} has {cards}, the referee says {state.hands.get(seat)}")
        if state.phase == "take" and state.turn != self._on:
            found.append(f"{self._on} takes now, the referee says {state.turn}")
        return tuple(found)

    def other(self, seat: str) -> str:
        return next(other for other in self._seats if other != seat)

    # --- what it comes to, counted by hand ---

    def _count_up(self) -> None:
        one, two = self._seats
        worth = {seat: _by_hand(self._before[seat], self._house) for seat in self._seats}
        gets = {one: worth[one] * len(self._before[two]), two: worth[two] * len(self._before[one])}
        if self._house.misere and 0 in worth.values():
            gets = {one: gets[two], two: gets[one]}
        for seat in self._seats:
            self._totals[seat] += gets[seat]
            self._before[seat] = []


class Family(People):
    """They lay a foreign card, take too many or from inside the row, or out of turn."""

    Things = RealTable

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        if honest.ask.startswith("row"):
            honest.value["cards"][self._random.randrange(24)] = "8C"  # the card that is really there
            return replace(honest, cheat="a foreign card")
        if "take" not in asks or "done" in asks:
            return None
        ask, row = asks["take"][0], self.things.row
        kind = self._random.choice(["four", "inside", "turn"] if len(row) > 4 else ["turn"])
        if kind == "turn":
            other = self.things.other(ask.seats[0])
            return Happening(Kind.CHOICE, 1, other, ask.id, cheat="not the own turn")
        four, inside = (row[:-4], "four cards"), (row[:-3] + row[-2:], "a card from inside the row")
        seen, cheat = four if kind == "four" else inside
        return Happening(Kind.CARD, {"place": "row", "cards": seen}, ask.seats[0], "left", cheat=cheat)


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
