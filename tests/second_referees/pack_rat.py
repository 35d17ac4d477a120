"""Pack Rat once more, from its booklet: PR1 to PR13, A-PR1 to A-PR8."""

from random import Random
from typing import Any

from tests.second_referees.dice_pyramid import (
    CELLS,
    Cell,
    Die,
    a_number,
    bare_sides,
    everywhere,
    filled,
    named,
    written,
)

Move = dict[str, Any]
TOP = (0, 0, 0)
MS = 1_000_000


class Game:
    """One game as it goes on. Either every die is followed, or everybody counts after each Stop."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem"]
        self.options: dict[str, Any] = {
            "grace_ms": random.choice([0, 150, 500]),
            "wrong_take": random.choice(["return", "penalty"]),
            "per_die": random.random() < 0.5,
            "empty_hint_s": random.choice([0, 5]),
        }
        self._follow = "counts" if random.random() < 0.3 else "dice"
        self._phase, self._roller, self._number, self._rounds = "build", "Ana", 0, 0
        self._dice: dict[Cell, Die] = {}
        self._has, self._late = dict.fromkeys(self.seats, 0), dict.fromkeys(self.seats, 0)
        self._overlooked = dict.fromkeys(self.seats, 0)
        self._returning: list[Cell] = []
        self._fined: set[str] = set()
        self._counted: list[str] = []
        self._base_only: bool | None = None
        self._waited = False
        self._now = self._rolled = self._stopped = MS

    # --- what is tried ---

    def propose(self) -> Move:
        random = self._random
        self._now += random.randint(1, 60 * MS)
        hunt = [*["take"] * 12, "stop"] if self._follow == "dice" else ["stop"]
        usual = {
            "build": ["built"],
            "roll": ["roll", "roll", "take", "put_back", "late"],
            "hunt": [*hunt, "waited"],
            "audit": ["counted", "counted", "counted", "base_only", "late"],
            "settle": ["settle", "take", "put_back"],
        }[self._phase]
        everything = ["built", "roll", "take", "stop", "put_back", "counted", "late", "base_only", "settle"]
        kind = random.choice([*everything, "complain", "waited"] if random.random() < 0.08 else usual)
        seat = self._roller if kind in ("roll", "stop") else random.choice(self.seats)
        if random.random() < 0.07:
            seat = random.choice([*self.seats, "Nobody"])
        return {"move": kind, "seat": seat, **self._details(kind, seat)}

    def _details(self, kind: str, seat: str) -> Move:
        random = self._random
        match kind:
            case "built":
                return {"pyramid": self._some_pyramid(), "follow": self._follow}
            case "roll":
                return {"number": a_number(random), "t": self._now}
            case "stop":
                return {"t": self._now}
            case "take":
                return {"cells": [list(cell) for cell in self._some_dice(seat)], "t": self._some_time()}
            case "put_back":
                back = self._returning if random.random() < 0.8 else random.sample(CELLS, 1)
                return {"cells": [list(cell) for cell in back]}
            case "counted":
                rest = 164 - sum(self._has.values())
                return {
                    "dice": random.choice([random.randint(0, 9), random.randint(0, 20), min(164, rest + 1)])
                }
            case "late":
                return {"dice": random.randint(1, 3)}
            case "base_only":
                return {"yes": random.random() < 0.5}
            case "complain":
                return {"about": random.choice([*self.seats, "Nobody"])}
        return {}

    def _some_pyramid(self) -> dict[str, str]:
        dice = filled(CELLS, {"r": 55, "y": 55, "m": 55}, self._random)
        if self._random.random() < 0.7:
            del dice[TOP]
        if self._random.random() < 0.15:
            del dice[4, 2, 2]
        return written(dice)

    def _some_dice(self, seat: str) -> list[Cell]:
        random = self._random
        free = [cell for cell in self._dice if bare_sides(cell, self._dice) == 3]
        mine = [cell for cell in free if seat in self.seats and self._is_for(cell, seat)]
        pool = mine if mine and random.random() < 0.75 else free if random.random() < 0.8 else CELLS
        cells = random.sample(pool, min(len(pool), random.choice([1, 1, 1, 2])))
        if cells and random.random() < 0.1:
            cells.append(random.choice([*self._returning, *cells, (cells[0][0] + 1, *cells[0][1:])]))
        return cells

    def _some_time(self) -> int:
        return max(self._rolled, self._now - self._random.choice([0, 0, 60, 400]) * MS)

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        seat, phase, kind = move["seat"], self._phase, move["move"]
        if seat not in self.seats:
            return "PR1"
        after_stop = phase in ("audit", "roll", "settle")
        match kind:
            case "built":
                wanted = {named(cell) for cell in CELLS if cell != TOP}
                return "" if phase == "build" and wanted <= set(move["pyramid"]) else "PR10"
            case "roll":
                return "" if phase == "roll" and (not self._rounds or seat == self._roller) else "PR9"
            case "stop":
                return "" if phase == "hunt" and seat == self._roller else "PR7"
            case "take":
                cells = [(a, b, c) for a, b, c in move["cells"]]
                return self._refuses_take(seat, cells, move["t"])
            case "put_back":
                back = {(a, b, c) for a, b, c in move["cells"]}
                return "" if back and back <= set(self._returning) else "PR8"
            case "counted":
                may = self._follow == "counts" and phase == "audit" and seat not in self._counted
                return "" if may and move["dice"] <= self._rest() else "PR12"
            case "late":
                told = self._follow == "dice" or len(self._counted) == 3
                return "" if after_stop and self._rounds and told else "PR8"
            case "base_only":
                return "" if phase == "audit" and self._may_be_over() else "PR10"
            case "settle":
                return "" if phase == "settle" else "PR10"
            case "complain":
                return "" if move["about"] in self.seats else "PR6"
        waits = phase == "hunt" and self.options["empty_hint_s"] and not self._waited
        return "" if waits else "A-PR5"

    def _refuses_take(self, seat: str, cells: list[Cell], t: int) -> str:
        """PR2, PR3, PR5, PR8, PR11."""
        if self._follow == "counts" or not self._number or self._phase == "build" or not cells:
            return "PR12"
        if self._phase == "hunt" and t < self._rolled:
            return "PR2"
        if len(set(cells)) < len(cells) or any(c in self._returning or c not in self._dice for c in cells):
            return "PR12"
        if self._in_order(cells) is None:
            return "PR11"
        wrong = any(not self._is_for(cell, seat) for cell in cells)
        return "PR11" if wrong and self.options["wrong_take"] == "return" else ""

    def _in_order(self, cells: list[Cell]) -> list[Cell] | None:
        """PR5: *cells* as they can be taken one after the other, each free when its turn comes."""
        left, order = dict(self._dice), list[Cell]()
        while len(order) < len(cells):
            free = [cell for cell in cells if cell in left and bare_sides(cell, left) == 3]
            if not free:
                return None
            order.append(min(free, key=sum))
            del left[order[-1]]
        return order

    def _is_for(self, cell: Cell, seat: str) -> bool:
        """PR3: whether the side of *seat* sees the rolled number on that die."""
        return self._dice[cell].shows[self.seats.index(seat)] == self._number

    def _rest(self) -> int:
        return 164 - sum(self._has.values())

    def _may_be_over(self) -> bool:
        return self._follow == "counts" and self._base_only is None and 0 < self._rest() <= 45

    # --- what comes of it ---

    def play(self, move: Move) -> None:  # noqa: PLR0912  (a case per move)
        seat = move["seat"]
        match move["move"]:
            case "built":
                self._phase = "roll"
                for cell in CELLS:
                    if cell != TOP and self._follow == "dice":
                        die = move["pyramid"][named(cell)]
                        self._dice[cell] = Die(die[0], tuple(int(n) for n in die[1:]))
            case "roll":
                self._roller, self._number, self._phase = seat, move["number"], "hunt"
                self._rolled, self._rounds, self._waited = move["t"], self._rounds + 1, False
                self._returning, self._fined, self._counted, self._base_only = [], set(), [], None
            case "stop":
                self._stop(move["t"])
            case "take":
                self._take(seat, [(a, b, c) for a, b, c in move["cells"]], move["t"])
            case "put_back":
                back = {(a, b, c) for a, b, c in move["cells"]}
                self._returning = [cell for cell in self._returning if cell not in back]
            case "counted":
                self._has[seat] += move["dice"]
                self._counted.append(seat)
                self._goes_on()
            case "late":
                for _ in range(move["dice"]):
                    self._was_late(seat)
            case "base_only":
                self._base_only = move["yes"]
                self._goes_on()
            case "settle":
                self._phase = "over"
            case "waited":
                self._waited = True

    def _take(self, seat: str, cells: list[Cell], t: int) -> None:
        if any(not self._is_for(cell, seat) for cell in cells):
            self._pays(seat)  # A-PR2 as a house rule: it goes back and costs
            return
        late = self._phase != "hunt" and t > self._stopped + self.options["grace_ms"] * MS
        for cell in self._in_order(cells) or []:
            if late:
                self._was_late(seat)
            else:
                del self._dice[cell]
                self._has[seat] += 1
        if late:
            self._returning += reversed(self._in_order(cells) or [])
        if self._phase != "hunt":
            self._goes_on()

    def _was_late(self, seat: str) -> None:
        """PR8, A-PR3."""
        self._late[seat] += 1
        if self.options["per_die"] or seat not in self._fined:
            self._pays(seat)
        self._fined.add(seat)

    def _pays(self, seat: str) -> None:
        """PR8: one to each of the others, or none to anybody."""
        if self._has[seat] >= 2:
            for one in self.seats:
                self._has[one] += 1 if one != seat else -2

    def _stop(self, t: int) -> None:
        self._stopped = t
        for seat in self.seats:
            free = [cell for cell in self._dice if bare_sides(cell, self._dice) == 3]
            self._overlooked[seat] += sum(self._is_for(cell, seat) for cell in free)
        self._roller = self.seats[(self.seats.index(self._roller) + 1) % 3]
        self._phase = "audit"
        self._goes_on()

    def _goes_on(self) -> None:
        """PR10."""
        if self._follow == "counts" and (len(self._counted) < 3 or self._may_be_over()):
            self._phase = "audit"
            return
        if self._follow == "counts":
            over = bool(self._base_only) or not self._rest()
        else:
            over = all(sum(cell) == 8 for cell in self._dice)
        self._phase = "settle" if over else "roll"

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        told: dict[str, Any] = {"phase": self._phase, "dice": self._has, "pyramid": everywhere(self._dice)}
        told |= {"roller": self._roller, "number": self._number, "rounds": self._rounds}
        told |= {"late": {seat: n for seat, n in self._late.items() if n}}
        if self._follow == "dice":
            told |= {"overlooked": {seat: n for seat, n in self._overlooked.items() if n}}
            told |= {"returning": [list(cell) for cell in self._returning]}
        return told

    def scores(self) -> dict[str, int]:
        return dict(self._has)

    def winners(self) -> list[str] | None:
        most = max(self._has.values())
        return [seat for seat in self.seats if self._has[seat] == most] if self._phase == "over" else None
