"""Ten Thousand once more, from TT1 to TT13 alone."""

from itertools import product
from random import Random
from typing import Any

Move = dict[str, Any]


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan", "Eve"][: random.randint(2, 5)]
        self.options: dict[str, Any] = {
            "target": random.choice([2000, 2000, 5000]),
            "three_ones": random.choice([300, 1000]),
            "more_alike": random.choice(["double", "fixed", "none"]),
            "straight": random.choice([0, 1000, 1500, 2000]),
            "three_pairs": random.choice([0, 500, 750, 1000, 1500]),
            "hot": random.choice(["may", "must"]),
            "least": random.choice([0, 0, 200, 300, 350]),
            "opening": random.choice([0, 350, 500, 1000]),
            "last_round": random.random() < 0.7,
        }
        self._points = dict.fromkeys(self.seats, 0)
        self._on, self._ends_before, self._over = 0, -1, False
        self._lying: list[int] = []
        self._begin()

    def _begin(self) -> None:
        """All rolls of a turn, each as what was set aside of it."""
        self._groups: list[list[int]] = []
        self._hand = 6

    # --- what is tried ---

    def propose(self) -> Move | None:
        random = self._random
        kind = random.choice(
            ["keep", "keep", "roll", "roll", "bank"] if self._groups else ["roll"] * 9 + ["keep", "bank"]
        )
        move: Move = {"move": kind, "seat": self.seats[self._on]}
        if random.random() < 0.05:
            move["seat"] = random.choice([*self.seats, "Nobody"])
        if kind == "roll":
            count = self._hand if random.random() < 0.95 else random.randint(1, 6)
            faces = random.choice([(1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), (2, 2, 2, 5), (1, 3)])
            move["dice"] = (
                random.sample(range(1, 7), count) if random.random() < 0.1 else random.choices(faces, k=count)
            )
        if kind == "keep":
            pool = self._lying if self._lying and random.random() < 0.97 else [1, 2, 3, 4, 5, 6]
            good = [face for face in pool if face in (1, 5)] if random.random() < 0.4 else pool
            good = good or pool
            move["dice"] = random.sample(
                good, random.randint(1, len(good)) if random.random() < 0.6 else len(good)
            )
        return move

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        kind = move["move"]
        if move["seat"] != self.seats[self._on]:
            return "TT2"
        if kind == "keep":
            return self._keep_refused_by(move["dice"])
        aside = bool(self._groups) and bool(self._groups[-1])
        if kind == "roll":
            if self._groups and not aside:
                return "TT8"
            return "" if len(move["dice"]) == self._hand else "TT2"
        if not self._groups:
            return "TT11"
        if not aside:
            return "TT8"
        if self._hand == 6 and self.options["hot"] == "must":
            return "TT10"
        needed = self.options["least"]
        if self._points[move["seat"]] == 0:
            needed = max(needed, self.options["opening"])
        return "TT11" if self._stake() < needed else ""

    def _keep_refused_by(self, dice: list[int]) -> str:
        if not self._groups:
            return "TT2"
        if any(dice.count(face) > self._lying.count(face) for face in dice):
            return "TT8"
        return "" if self._counted([*self._groups[-1], *dice]) else "TT8"

    def _counted(self, dice: list[int]) -> int:
        """TT3 to TT7: each face apart, in every way to split it, and what takes all six."""
        total, all_count = 0, True
        for face in set(dice):
            points = self._same(face, dice.count(face))
            total, all_count = total + points, all_count and points > 0
        best = total if all_count else 0
        if sorted(dice) == [1, 2, 3, 4, 5, 6]:
            best = max(best, self.options["straight"])
        if len(dice) == 6 and not any(dice.count(face) % 2 for face in dice):
            best = max(best, self.options["three_pairs"])
        return best

    def _same(self, face: int, count: int) -> int:
        """So many dice with one number: up to two groups, and single ones or fives beside them."""
        best = 0
        for one, two in product([0, 3, 4, 5, 6], repeat=2):
            single = count - one - two
            if single < 0 or (single and face not in (1, 5)):
                continue
            groups = [self._group(face, size) for size in (one, two) if size]
            if all(groups):
                best = max(best, sum(groups) + single * (100 if face == 1 else 50))
        return best

    def _group(self, face: int, size: int) -> int:
        points = self.options["three_ones"] if face == 1 else face * 100
        if size == 3:
            return points
        if self.options["more_alike"] == "double":
            for _ in range(size - 3):
                points += points
            return points
        return {4: 1000, 5: 2000, 6: 3000}[size] if self.options["more_alike"] == "fixed" else 0

    def _stake(self) -> int:
        return sum(self._counted(group) for group in self._groups)

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        if move["move"] == "roll":
            self._lying = list(move["dice"])
            self._groups.append([])
            self._hand = len(self._lying)
            if not self._something_counts():
                self._next()
        elif move["move"] == "keep":
            self._groups[-1] += move["dice"]
            for face in move["dice"]:
                self._lying.remove(face)
            self._hand = len(self._lying) or 6
        else:
            self._points[move["seat"]] += self._stake()
            if self._ends_before < 0 and self._points[move["seat"]] >= self.options["target"]:
                self._ends_before = self._on
                if not self.options["last_round"]:
                    self._over = True
                    return
            self._next()

    def _something_counts(self) -> bool:
        dice = self._lying
        alone = any(face in (1, 5) or dice.count(face) >= 3 for face in dice)
        return alone or self._counted(dice) > 0

    def _next(self) -> None:
        self._begin()
        self._on = (self._on + 1) % len(self.seats)
        self._over = self._on == self._ends_before

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        told: dict[str, Any] = {"points": self._points, "dice": sorted(self._lying)}
        if not self._over:
            told |= {"turn": self.seats[self._on], "phase": "keep" if self._groups else "roll"}
        return told

    def scores(self) -> dict[str, int]:
        return dict(self._points)

    def winners(self) -> list[str] | None:
        most = max(self._points.values())
        return [seat for seat in self.seats if self._points[seat] == most] if self._over else None
