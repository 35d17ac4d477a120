"""Cui bono? once more, from its booklet: CB1 to CB16, A-CB1 to A-CB8."""

from random import Random
from typing import Any

from tests.second_referees.dice_pyramid import (
    BASE,
    CELLS,
    Cell,
    Die,
    bare_sides,
    below,
    can_be,
    everywhere,
    filled,
    funnels_of_three,
    moved,
    named,
    written,
)

Move = dict[str, Any]


class Game:
    """One game as it goes on, with a pyramid that was read while it was built."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan", "Eve", "Flo"][: random.randint(2, 6)]
        self.options: dict[str, Any] = {
            "points": random.choice(["rym", "rmy", "yrm", "ymr", "mry", "myr"]),
            "min_row": random.choice([2, 3]),
            "row_scope": random.choice(["full", "visible"]),
            "voluntary": random.random() < 0.6,
            "turn_cap": random.choice([0, 0, 15, 60]),
        }
        self._phase, self._turn, self._turns = "build", self.seats[0], 0
        self._dice: dict[Cell, Die] = {}
        self._kept = dict.fromkeys(self.seats, "")
        self._put_back = dict.fromkeys(self.seats, 0)
        self._hand = ""

    # --- what is tried ---

    def propose(self) -> Move:
        random = self._random
        usual = {"build": ["built"], "take": ["take"], "put": ["put", "put", "put", "keep"]}[self._phase]
        kind = random.choice(["built", "take", "put", "keep"] if random.random() < 0.12 else usual)
        seat = self._turn if random.random() < 0.9 else random.choice([*self.seats, "Nobody"])
        match kind:
            case "built":
                return {"move": kind, "seat": seat, "pyramid": self._some_pyramid()}
            case "take":
                likely = [cell for cell in BASE if cell in self._dice and random.random() < 0.3]
                may = [cell for cell in likely if bare_sides(cell, self._dice) > 1]
                cell = random.choice((may if random.random() < 0.4 else likely) or CELLS)
            case "put":
                funnels = funnels_of_three(self._dice)
                cell = random.choice(funnels if funnels and random.random() < 0.9 else CELLS)
        return {"move": kind, "seat": seat} | ({} if kind == "keep" else {"cell": list(cell)})

    def _some_pyramid(self) -> dict[str, str]:
        random = self._random
        dice = filled(CELLS, {"r": 55, "y": 55, "m": 55}, random)
        match random.randrange(8):
            case 0:
                dice.pop(random.choice(CELLS))
            case 1:
                dice = {cell: Die("r", die.shows) for cell, die in dice.items()}
            case 2:
                dice[random.choice(CELLS)] = Die("r", random.choice([(2, 5, 1), (3, 3, 1)]))
        return written(dice)

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        seat, kind = move["seat"], move["move"]
        if seat not in self.seats:
            return "CB1"
        if kind == "built":
            return "" if self._phase == "build" and self._is_whole(move["pyramid"]) else "CB4"
        if self._phase != {"take": "take", "put": "put", "keep": "put"}[kind]:
            return "CB2"
        if seat != self._turn and (self._turns or kind != "take"):
            return "CB2"
        if kind == "keep":
            must = not self.options["voluntary"] and any(self._fits(cell) for cell in self._funnels())
            return "A-CB4" if must else ""
        cell = (move["cell"][0], move["cell"][1], move["cell"][2])
        if kind == "put":
            return "" if cell in self._funnels() and self._fits(cell) else "CB7"
        lowest = sum(cell) == 8 and cell in self._dice
        return "" if lowest and bare_sides(cell, self._dice) >= 2 else "CB3"

    def _is_whole(self, pyramid: dict[str, str]) -> bool:
        colours = [die[0] for die in pyramid.values()]
        real = all(can_be([int(n) for n in die[1:]]) for die in pyramid.values())
        enough = all(colours.count(colour) <= 55 for colour in "rym")
        return real and enough and set(pyramid) == {named(cell) for cell in CELLS}

    def _funnels(self) -> list[Cell]:
        return funnels_of_three(self._dice)

    def _fits(self, cell: Cell) -> bool:
        """CB7: three colours, or one that is not the die's; CB8: no row of one colour."""
        around = {self._dice[one].colour for one in below(cell)}
        if len(around) == 2 or around == {self._hand}:
            return False
        return not any(self._makes_a_row(cell, axis) for axis in range(3))

    def _makes_a_row(self, cell: Cell, axis: int) -> bool:
        """CB8, A-CB2, A-CB3: all dice straight below it, or those of them that can be seen."""
        line, place = [], moved(cell, axis, 1)
        while place in self._dice:
            line.append(place)
            place = moved(place, axis, 1)
        if self.options["row_scope"] == "visible":
            lying = {*self._dice, cell}
            line = [one for n, one in enumerate(line) if n == 0 or bare_sides(one, lying)]
        colours = {self._dice[one].colour for one in line}
        return len(line) + 1 >= self.options["min_row"] and colours <= {self._hand}

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        match move["move"]:
            case "built":
                self._phase = "take"
                self._dice = {
                    cell: Die(die[0], tuple(int(n) for n in die[1:]))
                    for cell in CELLS
                    for die in (move["pyramid"][named(cell)],)
                }
            case "take":
                self._turn, self._phase = move["seat"], "put"
                self._take((move["cell"][0], move["cell"][1], move["cell"][2]))
            case "put":
                self._dice[move["cell"][0], move["cell"][1], move["cell"][2]] = Die(self._hand, (None,) * 3)
                self._put_back[self._turn] += 1
                self._turn_over()
            case "keep":
                self._kept[self._turn] += self._hand
                self._turn_over()

    def _take(self, cell: Cell) -> None:
        """CB5: whatever has lost a support falls into the gap below it, until nothing moves any more."""
        self._hand = self._dice.pop(cell).colour
        while loose := [
            (one, gap) for one in self._dice for gap in below(one) if gap not in self._dice and sum(one) < 8
        ]:
            assert len(loose) == 1, "always one die lacks one support"
            ((falling, gap),) = loose
            self._dice[gap] = self._dice.pop(falling)

    def _turn_over(self) -> None:
        """CB12, A-CB6."""
        self._turns += 1
        full = len(self._kept[self._turn]) >= (10 if len(self.seats) <= 4 else 7)
        capped = self.options["turn_cap"] and self._turns >= self.options["turn_cap"]
        self._phase, self._hand = "over" if full or capped else "take", ""
        if not full:
            self._turn = self.seats[(self.seats.index(self._turn) + 1) % len(self.seats)]

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        told: dict[str, Any] = {"phase": self._phase, "pyramid": everywhere(self._dice), "kept": self._kept}
        told |= {"turns": self._turns, "on_turn": self._turn}
        told["put_back"] = {seat: n for seat, n in self._put_back.items() if n}
        return told

    def _minus(self, seat: str) -> int:
        return sum(self.options["points"].index(colour) + 1 for colour in self._kept[seat])

    def scores(self) -> dict[str, int]:
        return {seat: -self._minus(seat) for seat in self.seats}

    def winners(self) -> list[str] | None:
        if self._phase != "over":
            return None
        worth = {seat: (self._minus(seat), len(self._kept[seat])) for seat in self.seats}
        return [seat for seat in self.seats if worth[seat] == min(worth.values())]
