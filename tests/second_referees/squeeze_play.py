"""Squeeze Play once more, from its booklet: SP1 to SP18, A-SP1 to A-SP10."""

from random import Random
from typing import Any

from tests.second_referees.dice_pyramid import (
    CELLS,
    PLACES,
    Cell,
    Die,
    above,
    bare_sides,
    below,
    beside,
    everywhere,
    is_funnel,
    moved,
)

Move = dict[str, Any]
Build = frozenset[Cell]
BONUS = {4: 1, 5: 2, 6: 3}
TRIES = 12  # wrong moves before the next right one


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem"]
        self.options: dict[str, Any] = {
            "centre": random.choice(["any", "central"]),
            "linked": random.random() < 0.6,
            "one": random.choice(["never", "lone"]),
            "protect": random.choice(["buildable", "free"]),
            "enclosed": random.choice(["buildable", "visible"]),
            "order": random.choice(["roll", "enclosed"]),
            "tie": random.choice(["shared", "turns", "after"]),
            "mustBuild": random.choice(["must", "may"]),
            "bonus": random.choice(["fewer", "all"]),
        }
        self._phase, self._turn, self._starter = "start roll", "Ana", ""
        self._dice: dict[Cell, str] = {}
        self._left = dict.fromkeys(self.seats, 55)
        self._turns = dict.fromkeys(self.seats, 0)
        self._start: Build = frozenset()
        self._rolled = self._bonus = self._tries = 0
        self._winners: list[str] | None = None
        self._possible: list[Build] = []

    # --- what is tried ---

    def propose(self) -> Move:
        random, self._tries = self._random, self._tries + 1
        seat = self._turn if random.random() < 0.9 else random.choice([*self.seats, "Nobody"])
        rolls = self._phase in ("start roll", "roll")
        kind = "roll" if rolls else "build"
        if random.random() < 0.15 or (not rolls and random.random() < 0.05):
            kind = random.choice(["roll", "build", "pass"])
        move: Move = {"move": kind, "seat": seat}
        if kind == "roll":
            move["number"] = (
                4 if self._phase == "start roll" and random.random() < 0.4 else random.randint(1, 6)
            )
        if kind == "build":
            move["cells"] = [list(cell) for cell in self._some_cells()]
        return move

    def _some_cells(self) -> list[Cell]:
        random, possible = self._random, self._possible
        if possible and self._tries > TRIES:
            return list(random.choice(possible))
        n = self._rolled if self._phase != "bonus" else random.randint(1, max(1, self._bonus))
        if possible and random.random() < 0.6:
            cells = list(random.choice(possible))
            if random.random() < 0.3:
                return cells
            cells[random.randrange(len(cells))] = random.choice(CELLS)
            return cells if random.random() < 0.8 else cells[1:]
        return self._piled_up(n + random.choice([0, 0, 0, 1, -1]))

    def _piled_up(self, n: int) -> list[Cell]:
        """*n* dice laid firmly, one after the other, near each other."""
        lying, new = set(self._dice), list[Cell]()
        for _ in range(max(0, n)):
            room = [cell for cell in CELLS if is_funnel(cell, lying)]
            near = [cell for cell in room if any(one in new or one in self._dice for one in beside(cell))]
            cell = self._random.choice(near if near and self._random.random() < 0.9 else room)
            lying.add(cell)
            new.append(cell)
        return new

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        if move["seat"] != self._turn:
            return "SP4"
        match move["move"]:
            case "roll":
                return "" if self._phase in ("start roll", "roll") else "SP4"
            case "pass":
                may = self._phase == "bonus" or (
                    self._phase == "build" and self.options["mustBuild"] == "may"
                )
                return "" if may else "SP10"
        cells = [(a, b, c) for a, b, c in move["cells"]]
        return self._refuses_build(cells)

    def _refuses_build(self, cells: list[Cell]) -> str:
        build = frozenset(cells)
        if len(build) < len(cells) or not build <= PLACES or build & self._dice.keys():
            return "G2"
        match self._phase:
            case "start build":
                return "" if self._is_start(build) else "SP3"
            case "build":
                return "SP4" if len(build) != self._rolled else self._breaks(build, lone=self._lone)
            case "bonus":
                fewest = 1 if self.options["bonus"] == "fewer" else self._bonus
                fits = fewest <= len(build) <= self._bonus
                return self._breaks(build, lone=True) if fits else "SP11"
        return "SP4"

    def _is_start(self, build: Build) -> bool:
        """SP3, A-SP1."""
        tops = [cell for cell in build if sum(cell) == 7]
        if len(build) != 4 or len(tops) != 1 or build != {tops[0], *below(tops[0])}:
            return False
        if self.options["centre"] == "central" and sorted(tops[0]) != [2, 2, 3]:
            return False
        return all(0 not in cell for cell in below(tops[0]))

    @property
    def _lone(self) -> bool:
        return bool(self.options["one"] == "lone")

    def _breaks(self, build: Build, lone: bool) -> str:
        """The rule that *build*, of empty cells, breaks as a build of who is on turn."""
        lying = self._dice.keys() | build
        if any(one not in lying for cell in build for one in below(cell)):
            return "SP5"
        if len(build) == 1 and not lone:
            return "A-SP3"
        if len(build) > 1 and not self._hangs_together(build):
            return "SP6"
        own = self._own(self._turn) or set(self._dice)
        if not any(one in own for cell in build for one in beside(cell)):
            return "SP7"
        return "" if self._start_stays_open(lying) else "SP9"

    def _hangs_together(self, build: Build) -> bool:
        """SP6, A-SP2."""
        if not self.options["linked"]:
            return all(any(one in build for one in beside(cell)) for cell in build)
        reached, waiting = set[Cell](), [min(build)]
        while waiting:
            cell = waiting.pop()
            reached.add(cell)
            waiting += [one for one in beside(cell) if one in build and one not in reached]
        return reached == build

    def _own(self, seat: str) -> set[Cell]:
        return {cell for cell, owner in self._dice.items() if owner == seat}

    def _start_stays_open(self, lying: set[Cell]) -> bool:
        """SP9, A-SP4."""
        if not self._start or self._turn == self._starter:
            return True
        if self.options["protect"] == "free":
            return any(bare_sides(cell, lying) == 3 for cell in self._start)
        return any(one not in lying for cell in self._start for one in above(cell))

    # --- everything that can be built ---

    def _builds(self, n: int, lone: bool) -> list[Build]:
        """Every build of *n* dice in one piece; if there is none, one in several where tables allow it."""
        own = self._own(self._turn) or set(self._dice)
        anchored = {one for cell in own for one in above(cell) if one not in self._dice}
        whole = [build for build in self._pieces(n, anchored) if not self._breaks(build, lone)]
        if whole or self.options["linked"] or n < 4:
            return whole
        return self._in_pieces(n, anchored)

    def _pieces(self, n: int, seeds: set[Cell]) -> set[Build]:
        """All firm pieces of *n* dice that hold one of *seeds*: dice touch where one rests on the other."""
        found: set[Build] = set()
        waiting = [self._with_support(seed) for seed in seeds]
        while waiting:
            piece = waiting.pop()
            if len(piece) > n or piece in found:
                continue
            found.add(piece)
            on_top = {up for cell in piece for up in above(cell)} - piece - self._dice.keys()
            waiting += [piece | self._with_support(up) for up in on_top]
        return {piece for piece in found if len(piece) == n}

    def _with_support(self, cell: Cell) -> Build:
        """*cell* with all empty cells below it; more than six are not looked for."""
        needed = layer = {cell}
        while layer and len(needed) < 7:
            layer = {one for above_it in layer for one in below(above_it) if one not in self._dice}
            needed = needed | layer
        return frozenset(needed)

    def _in_pieces(self, n: int, anchored: set[Cell]) -> list[Build]:
        """A-SP2 as a house rule: pieces of two dice and more, the first beside an own die; one is enough."""
        empty = {cell for cell in CELLS if cell not in self._dice}
        for sizes in {4: [(2, 2)], 5: [(2, 3), (3, 2)], 6: [(2, 4), (4, 2), (3, 3), (2, 2, 2)]}[n]:
            combined: set[Build] = set(self._pieces(sizes[0], anchored))
            for size in sizes[1:]:
                others = self._pieces(size, empty)
                combined = {one | other for one in combined for other in others if not one & other}
            for build in combined:
                if not self._breaks(build, lone=False):
                    return [build]
        return []

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        self._tries, seat = 0, self._turn
        match move["move"]:
            case "roll" if self._phase == "start roll":
                self._start_rolled(move["number"])
            case "roll":
                self._has_rolled(move["number"])
            case "pass":
                self._turn_over()
            case _:
                cells = frozenset((a, b, c) for a, b, c in move["cells"])
                self._dice |= dict.fromkeys(cells, seat)
                self._left[seat] -= len(cells)
                self._built(seat, cells)

    def _start_rolled(self, number: int) -> None:
        """SP2."""
        if number != 4:
            self._turn = self._next(self._turn)
            return
        self._starter, self._phase, self._rolled = self._turn, "start build", 4
        pyramids = [frozenset([top, *below(top)]) for top in CELLS if sum(top) == 7]
        self._possible = [one for one in pyramids if self._is_start(one)]

    def _has_rolled(self, number: int) -> None:
        """SP16, SP17, A-SP6, SP10."""
        seat, enclosed_first = self._turn, self.options["order"] == "enclosed"
        self._rolled, self._phase = number, "build"
        if number >= self._left[seat] and not (enclosed_first and self._is_enclosed(seat)):
            self._ends([seat])
        elif self._is_enclosed(seat):
            self._ends_enclosed(seat)
        else:
            self._possible = self._builds(number, self._lone)
            if not self._possible:
                self._turn_over()

    def _built(self, seat: str, cells: Build) -> None:
        if self._phase == "start build":
            self._start = cells
            self._turn_over()
            return
        if seat == self._starter:
            self._start = frozenset()
        if self._phase == "bonus":
            self._turn_over() if self._left[seat] else self._ends([seat])
            return
        most = min(BONUS.get(_longest_row(cells), 0), self._left[seat])
        fitting = {n: self._builds(n, lone=True) for n in range(1, most + 1)}
        self._bonus = max((n for n, builds in fitting.items() if builds), default=0)
        if not self._bonus:
            self._turn_over()
            return
        wanted = fitting if self.options["bonus"] == "fewer" else {self._bonus: fitting[self._bonus]}
        self._phase, self._possible = "bonus", [build for builds in wanted.values() for build in builds]

    def _next(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % 3]

    def _turn_over(self) -> None:
        self._turns[self._turn] += 1
        self._turn, self._phase = self._next(self._turn), "roll"
        self._rolled = self._bonus = 0
        self._possible = []
        if self.options["order"] == "enclosed" and self._is_enclosed(self._turn):
            self._ends_enclosed(self._turn)

    def _is_enclosed(self, seat: str) -> bool:
        """SP17, A-SP5."""
        own = self._own(seat)
        if self.options["enclosed"] == "visible":
            return bool(own) and all(not bare_sides(cell, self._dice) for cell in own)
        return bool(own) and all(one in self._dice for cell in own for one in above(cell))

    def _ends_enclosed(self, seat: str) -> None:
        """SP17, A-SP7."""
        fewest = min(self._left.values())
        best = [one for one in self.seats if self._left[one] == fewest]
        if self.options["tie"] == "turns":
            best = [one for one in best if self._turns[one] == min(self._turns[other] for other in best)]
        if self.options["tie"] == "after":
            around = [self._next(seat), self._next(self._next(seat)), seat]
            best = [next(one for one in around if one in best)]
        self._ends(best)

    def _ends(self, winners: list[str]) -> None:
        self._phase, self._winners = "over", winners

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        dice = {cell: Die("rym"[self.seats.index(seat)], (None,) * 3) for cell, seat in self._dice.items()}
        told: dict[str, Any] = {"phase": self._phase, "pyramid": everywhere(dice), "starter": self._starter}
        if self._phase != "over":
            told |= {"on_turn": self._turn, "rolled": self._rolled, "bonus": self._bonus}
            told |= {"start": [list(cell) for cell in sorted(self._start)]}
        return told

    def scores(self) -> dict[str, int]:
        return {seat: 55 - left for seat, left in self._left.items()}

    def winners(self) -> list[str] | None:
        return self._winners


def _longest_row(build: Build) -> int:
    """SP11."""
    longest = 0
    for cell in build:
        for axis in range(3):
            length = 0
            while moved(cell, axis, length) in build:
                length += 1
            longest = max(longest, length)
    return longest
