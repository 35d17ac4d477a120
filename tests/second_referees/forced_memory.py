"""Forced Memory once more, from its booklet: FM1 to FM14, A-FM1 to A-FM7."""

from random import Random
from typing import Any

from tests.second_referees.dice_pyramid import (
    BASE,
    CELLS,
    Cell,
    Die,
    a_number,
    below,
    can_be,
    everywhere,
    filled,
    named,
    written,
)

Move = dict[str, Any]
COVERS = [cell for cell in CELLS if sum(cell) == 7]


class Game:
    """One game as it goes on. In some nobody has read the yellow dice, and the sums are told."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.options: dict[str, Any] = {
            "reroll": random.choice(["three", "one"]),
            "max_players": random.choice([6, 7, 8]),
            "limit_s": random.choice([0, 0, 20]),
            "training": random.random() < 0.3,
            "shield": random.random() < 0.3,
            "hint_impossible": random.random() < 0.3,
        }
        names = ["Ana", "Ben", "Cem", "Dan", "Eve", "Flo", "Gil", "Ida"]
        self.seats = names[: random.randint(2, self.options["max_players"])]
        self._memory = random.random()  # how well they play
        self._read = random.random() < 0.6
        self._phase, self._turn = "build", self.seats[0]
        self._yellow: dict[Cell, Die] = {}
        self._covered = set(COVERS)
        self._roll: list[int] = []
        self._lifted: Cell | None = None
        self._won = dict.fromkeys(self.seats, 0)
        self._shown: dict[Cell, int] = {}  # the sums that everybody has heard
        self._rolls = self._reveals = 0
        self._truth = filled(BASE, {"y": 45}, random)

    # --- what is tried ---

    def propose(self) -> Move:
        random = self._random
        usual = {
            "build": ["built"],
            "roll": ["roll"],
            "choose": ["roll", "lift", "lift", "time_over"],
            "lift": ["lift", "lift", "lift", "time_over"],
            "say": ["say"],
            "read": ["read"],
        }[self._phase]
        everything = ["built", "roll", "lift", "say", "read", "time_over"]
        kind = random.choice(everything if random.random() < 0.15 else usual)
        seat = self._turn if random.random() < 0.9 else random.choice([*self.seats, "Nobody"])
        return {"move": kind, "seat": seat, **self._details(kind)}

    def _details(self, kind: str) -> Move:
        random = self._random
        match kind:
            case "built":
                return {"pyramid": self._some_base()}
            case "roll":
                dice = [a_number(random) for _ in range(3)]
                if self._phase == "choose" and random.random() < 0.6:
                    dice = [*self._roll[:2], dice[2]]
                    random.shuffle(dice)
                return {"dice": dice}
            case "lift":
                return {"cell": list(self._some_red())}
            case "say":
                return {"sum": random.randint(3, 18)}
            case "read":
                if self._lifted is not None and random.random() < 0.9:
                    return {"sum": self._true_sum(self._lifted)}
                return {"sum": random.randint(3, 18)}
        return {}

    def _some_base(self) -> dict[str, str]:
        dice = written(self._truth)
        match self._random.randrange(6):
            case 0:
                del dice[named(self._random.choice(BASE))]
            case 1:
                dice["7,0,0"] = "r621"
            case 2:
                dice["6,0,0"] = "r623"
            case 3:
                dice["8,0,0"] = "y161"
        return dice if self._read else {}

    def _some_red(self) -> Cell:
        """Sometimes a funnel that they remember, mostly some red die, now and then no red die at all."""
        random, wanted = self._random, sum(self._roll)
        if random.random() < self._memory:
            known = [cell for cell in self._covered if self._true_sum(cell) == wanted]
            if known:
                return random.choice(sorted(known))
        return random.choice(CELLS if random.random() < 0.1 else [*COVERS, *sorted(self._covered)])

    def _true_sum(self, cell: Cell) -> int:
        return sum(self._truth[one].shows[axis] or 0 for axis, one in enumerate(below(cell)))

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        seat, phase = move["seat"], self._phase
        if seat not in self.seats:
            return "FM8"
        stranger = "FM5" if self._rolls and seat != self._turn else ""
        match move["move"]:
            case "built":
                return "" if phase == "build" and self._is_base(move["pyramid"]) else "FM1"
            case "roll":
                may = phase == "roll" or (phase == "choose" and self._may_reroll(move["dice"]))
                return stranger if may else "FM6"
            case "lift":
                cell = (move["cell"][0], move["cell"][1], move["cell"][2])
                lies = cell in self._covered
                return stranger if phase in ("choose", "lift") and lies else "FM3"
            case "say":
                return stranger if phase == "say" else "FM11"
            case "read":
                return "" if phase == "read" else "FM3"
            case _:
                return "" if self.options["limit_s"] and phase in ("choose", "lift") else "A-FM6"

    def _may_reroll(self, dice: list[int]) -> bool:
        """A-FM1: all three, or one of them while the two others stay."""
        if self.options["reroll"] == "three":
            return True
        rest = list(dice)
        stayed = 0
        for number in self._roll:
            if number in rest:
                rest.remove(number)
                stayed += 1
        return stayed >= 2

    def _is_base(self, pyramid: dict[str, str]) -> bool:
        cells = set(pyramid)
        lowest, red = {named(cell) for cell in BASE}, {named(cell) for cell in COVERS}
        real = all(can_be([int(n) for n in die[1:]]) for die in pyramid.values())
        return not pyramid or (real and lowest <= cells <= lowest | red)

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        match move["move"]:
            case "built":
                self._phase = "roll"
            case "roll":
                self._turn, self._roll, self._phase = move["seat"], list(move["dice"]), "lift"
                self._rolls += 1
            case "lift":
                self._lifted = (move["cell"][0], move["cell"][1], move["cell"][2])
                self._phase = "say" if self.options["training"] else "read"
                self._compares_if_known()
            case "say":
                self._phase = "read"
                self._compares_if_known()
            case "read":
                self._compares(move["sum"])
            case _:
                self._passes_on()

    def _compares_if_known(self) -> None:
        """FM3."""
        assert self._lifted is not None
        if self._phase == "read" and self._read:
            self._compares(self._true_sum(self._lifted))
        elif self._phase == "read" and self._lifted in self._shown:
            self._compares(self._shown[self._lifted])

    def _compares(self, total: int) -> None:
        """FM4, FM5, FM7, FM8."""
        assert self._lifted is not None
        self._reveals += 1
        if total != sum(self._roll):
            self._shown[self._lifted] = total
            self._passes_on()
            return
        self._won[self._turn] += 1
        self._covered.remove(self._lifted)
        self._shown.pop(self._lifted, None)
        self._lifted = None
        goal = 8 if len(self.seats) <= 4 else 6
        self._phase = "over" if self._won[self._turn] >= goal or not self._covered else "roll"

    def _passes_on(self) -> None:
        self._turn = self.seats[(self.seats.index(self._turn) + 1) % len(self.seats)]
        self._phase, self._lifted = "choose", None

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        told: dict[str, Any] = {"phase": self._phase, "on_turn": self._turn, "won": self._won}
        told |= {"roll": self._roll, "lifted": self._lifted, "reveals": self._reveals, "rolls": self._rolls}
        told["shown"] = {named(cell): {"sum": total} for cell, total in self._shown.items()}
        if self._phase != "build" and self._read:
            reds = {cell: Die("r", (None,) * 3) for cell in self._covered}
            told["pyramid"] = everywhere(self._truth | reds)
            del told["pyramid"]["7,0,0"]  # the corner that somebody may have shown with its numbers
        return told

    def scores(self) -> dict[str, int]:
        return dict(self._won)

    def winners(self) -> list[str] | None:
        most = max(self._won.values())
        return [seat for seat, n in self._won.items() if n == most] if self._phase == "over" else None
