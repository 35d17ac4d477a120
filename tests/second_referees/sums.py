"""Sums once more, from its booklet: SU1 to SU12, A-SU1 to A-SU10."""

from random import Random
from typing import Any

from tests.second_referees.dice_pyramid import (
    BASE,
    CELLS,
    PLACES,
    WAYS,
    Cell,
    Die,
    a_number,
    below,
    can_be,
    everywhere,
    filled,
    funnels_of_three,
    is_funnel,
    named,
    written,
)

Move = dict[str, Any]
SECOND = 1_000_000_000
CALLS = ("stop", "niete")


class Game:
    """One game as it goes on. In some nobody reads the dice, and the table adds up what is shown."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan", "Eve", "Flo"][: random.randint(2, 6)]
        self.options: dict[str, Any] = {
            "niete_judge": random.choice(["referee", "players"]),
            "niete_button": random.choice(["same", "own"]),
            "niete_s": random.choice([1, 2, 5]),
            "all_pass": random.random() < 0.6,
            "touch_move": random.random() < 0.5,
        }
        self._read = random.random() < 0.7
        self._phase, self._roller, self._caller, self._call = "build", self.seats[0], "", ""
        self._dice: dict[Cell, Die] = {}
        self._left = dict.fromkeys(self.seats, 60 // len(self.seats))
        self._right, self._wrong = dict.fromkeys(self.seats, 0), dict.fromkeys(self.seats, 0)
        self._rounds = self._total = self._now = self._pressed = self._overlooked = 0
        self._shown: Cell | None = None
        self._placed: Cell | None = None
        self._added: dict[Cell, int] = {}

    # --- what is tried ---

    def propose(self) -> Move:
        """What fits the moment, mostly of who may; now and then anything of anybody."""
        random = self._random
        self._now += random.randint(1, SECOND)
        usual = {
            "build": ["built"],
            "roll": ["roll", "roll", "turn"],
            "search": ["stop", "stop", "stop", "niete", "niete", "give_up"],
            "show": ["show", "show", "show", "niete", "time_over"],
            "add": ["summed"],
            "check": ["show", "show", "stand", "time_over"],
            "place": ["place"],
        }[self._phase]
        everything = [
            "built",
            "roll",
            *CALLS,
            "show",
            "summed",
            "stand",
            "place",
            "turn",
            "give_up",
            "time_over",
        ]
        kind = random.choice(everything if random.random() < 0.2 else usual)
        seat = {"roll": self._roller, "show": self._caller, "place": self._caller}.get(self._phase, "")
        if not seat or random.random() < 0.15:
            seat = random.choice([*self.seats, *self.seats, "Nobody"])
        return {"move": kind, "seat": seat, **self._details(kind)}

    def _details(self, kind: str) -> Move:
        random = self._random
        match kind:
            case "built":
                return {"pyramid": self._some_base()}
            case "roll":
                return {"dice": [a_number(random) for _ in range(3)], "t": self._now}
            case "stop" | "niete":
                return {"t": self._now}
            case "show":
                return {"cell": self._some_funnel(prefer=self._matching())}
            case "summed":
                return {"sum": self._total if random.random() < 0.4 else random.randint(3, 18)}
            case "place":
                return {
                    "cell": self._some_funnel(prefer=[self._shown] if self._shown else []),
                    **self._a_die(),
                }
            case "turn":
                return {"cell": list(self._placed or random.choice(BASE)), **self._a_die()}
        return {}

    def _some_base(self) -> dict[str, str]:
        random = self._random
        dice = (
            filled(BASE, {"m": 48, "r": 2}, random)
            if random.random() < 0.2
            else filled(BASE, {"m": 45}, random)
        )
        match random.randrange(8):
            case 0:
                dice.pop(random.choice(BASE))
            case 1:
                dice[7, 0, 0] = Die("m", WAYS[0])
            case 2:
                dice[8, 0, 0] = Die("m", random.choice([(1, 6, 2), (3, 3, 1)]))
        return written(dice) if self._read else {}

    def _some_funnel(self, prefer: list[Cell]) -> list[int]:
        random = self._random
        if prefer and random.random() < 0.5:
            return list(random.choice(prefer))
        funnels = funnels_of_three(self._dice)
        if not funnels or random.random() < 0.15:
            return list(random.choice([*CELLS, (9, 0, 0), (4, 4, 4)]))
        return list(random.choice(funnels))

    def _a_die(self) -> Move:
        shows = self._random.choice(WAYS)
        die = f"?{shows[0]}{shows[1]}{shows[2]}" if self._read or self._random.random() < 0.2 else "????"
        return {"die": "?166" if self._random.random() < 0.05 else die}

    # --- what the table knows ---

    def _sum_in(self, cell: Cell) -> int | None:
        """SU10: of the die along A its A face, and so on; or what the table has added up."""
        numbers = [self._dice[one].shows[axis] for axis, one in enumerate(below(cell))]
        known = [number for number in numbers if number is not None]
        return sum(known) if len(known) == 3 else self._added.get(cell)

    def _matching(self) -> list[Cell]:
        return [cell for cell in funnels_of_three(self._dice) if self._sum_in(cell) == self._total]

    def _is_open(self, cell: Cell) -> bool:
        return sum(cell) < 8 and is_funnel(cell, self._dice)

    # --- the rules ---

    def refused_by(self, move: Move) -> str:  # noqa: PLR0912  (a case per move)
        seat, phase = move["seat"], self._phase
        if seat not in self.seats:
            return "SU1"
        match move["move"]:
            case "built":
                return "" if phase == "build" and self._is_base(move["pyramid"]) else "SU2"
            case "roll":
                return "" if phase == "roll" and (not self._rounds or seat == self._roller) else "SU8"
            case "niete" if phase == "show" and self.options["niete_button"] == "same":
                if seat != self._caller:
                    return "SU4"
                return "A-SU10" if move["t"] - self._pressed > self.options["niete_s"] * SECOND else ""
            case "stop" | "niete":
                return "" if phase == "search" else "SU4"
            case "show":
                return self._refuses_show(seat, (move["cell"][0], move["cell"][1], move["cell"][2]))
            case "summed":
                return "" if phase == "add" else "SU10"
            case "time_over":
                return "" if phase in ("show", "check") else "A-SU4"
            case "stand":
                return "" if phase == "check" and seat != self._caller else "A-SU1"
            case "give_up":
                return "" if phase == "search" and self.options["all_pass"] else "A-SU2"
        cell = (move["cell"][0], move["cell"][1], move["cell"][2])
        if not can_be([int(mark) if mark != "?" else None for mark in move["die"][1:]]):
            return "G16"
        if move["move"] == "turn":
            turned = not self.options["touch_move"] and phase == "roll" and cell == self._placed
            return "" if turned else "A-SU8"
        right = phase == "place" and seat == self._caller and self._shown in (None, cell)
        return "" if right and self._is_open(cell) else "SU5"

    def _is_base(self, pyramid: dict[str, str]) -> bool:
        if not pyramid:
            return True
        whole = set(pyramid) == {named(cell) for cell in BASE}
        colours = [die[0] for die in pyramid.values()]
        enough = colours.count("m") <= 48 and colours.count("r") <= 30
        return whole and enough and all(can_be([int(n) for n in die[1:]]) for die in pyramid.values())

    def _refuses_show(self, seat: str, cell: Cell) -> str:
        """SU4; A-SU1: against a Niete somebody else shows a funnel that may match."""
        if cell not in PLACES:
            return "SU10"
        if self._phase == "show":
            return "" if seat == self._caller else "SU4"
        if self._phase != "check" or seat == self._caller:
            return "A-SU1"
        return "" if self._is_open(cell) and self._sum_in(cell) in (None, self._total) else "SU11"

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        match move["move"]:
            case "built":
                self._phase = "roll"
                dice = move["pyramid"]
                for cell in BASE:
                    shows = dice[named(cell)][1:] if dice else "???"
                    colour = dice[named(cell)][0] if dice else "?"
                    self._dice[cell] = Die(colour, tuple(None if n == "?" else int(n) for n in shows))
            case "roll":
                self._roller, self._total, self._phase = move["seat"], sum(move["dice"]), "search"
                self._rounds, self._placed = self._rounds + 1, None
            case "stop":
                self._caller, self._call, self._phase, self._pressed = move["seat"], "stop", "show", move["t"]
            case "niete":
                self._caller, self._call = move["seat"], "niete"
                self._judges_niete()
            case "show":
                self._was_shown((move["cell"][0], move["cell"][1], move["cell"][2]))
            case "summed":
                assert self._shown is not None
                self._added[self._shown] = move["sum"]
                self._judged(move["sum"] == self._total)
            case "time_over":
                self._found_wrong() if self._phase == "show" else self._found_right()
            case "stand":
                self._found_right()
            case "give_up":
                self._overlooked += len(self._matching())
                self._next_round()
            case "place":
                self._place((move["cell"][0], move["cell"][1], move["cell"][2]), move["die"])
            case "turn":
                assert self._placed is not None
                self._lay(self._placed, move["die"])

    def _judges_niete(self) -> None:
        """SU6, A-SU1."""
        self._phase = "check"
        if self.options["niete_judge"] == "players":
            return
        if matching := self._matching():
            self._shown = matching[0]
            self._found_wrong()
        elif all(self._sum_in(cell) is not None for cell in funnels_of_three(self._dice)):
            self._found_right()

    def _was_shown(self, cell: Cell) -> None:
        """SU5, SU7, A-SU3."""
        self._shown = cell
        if not self._is_open(cell):
            self._judged(False)
        elif (total := self._sum_in(cell)) is None:
            self._phase = "add"
        else:
            self._judged(total == self._total)

    def _judged(self, matches: bool) -> None:
        if self._call == "stop":
            self._found_right() if matches else self._found_wrong()
        elif matches:
            self._found_wrong()
        else:
            self._phase, self._shown = "check", None

    def _found_right(self) -> None:
        self._right[self._caller] += 1
        self._phase = "place"
        if self._call == "niete":
            self._shown = None
            if not funnels_of_three(self._dice):
                self._next_round()

    def _found_wrong(self) -> None:
        """SU7."""
        self._wrong[self._caller] += 1
        for seat in self.seats:
            if seat != self._caller and self._left[seat]:
                self._left[seat] -= 1
                self._left[self._caller] += 1
        self._next_round()

    def _place(self, cell: Cell, die: str) -> None:
        self._lay(cell, die)
        self._added.pop(cell, None)
        self._left[self._caller] -= 1
        self._placed = cell
        self._next_round()

    def _lay(self, cell: Cell, die: str) -> None:
        shows = [None if mark == "?" else int(mark) for mark in die[1:]]
        if all(number is None for number in shows) and cell in self._dice:
            return  # nobody has looked again
        self._dice[cell] = Die("?", tuple(shows))

    def _next_round(self) -> None:
        """SU8, SU9."""
        if 0 in self._left.values():
            self._phase = "over"
            return
        self._phase, self._caller, self._call, self._shown = "roll", "", "", None
        self._roller = self.seats[(self.seats.index(self._roller) + 1) % len(self.seats)]

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        told: dict[str, Any] = {"phase": self._phase, "supply": self._left, "pyramid": everywhere(self._dice)}
        told |= {"overlooked": self._overlooked, "rounds": self._rounds, "roller": self._roller}
        told["right"] = {seat: n for seat, n in self._right.items() if n}
        told["wrong"] = {seat: n for seat, n in self._wrong.items() if n}
        if self._phase != "over":
            told |= {"caller": self._caller, "call": self._call, "shown": self._shown, "placed": self._placed}
        return told

    def scores(self) -> dict[str, int]:
        return dict(self._left)

    def winners(self) -> list[str] | None:
        return [seat for seat, n in self._left.items() if not n] if self._phase == "over" else None
