"""Yacht once more, from YT1 to YT9 alone."""

from random import Random
from typing import Any

Move = dict[str, Any]
NUMBERS = ["ones", "twos", "threes", "fours", "fives", "sixes"]
OTHERS = ["three", "four", "full", "small", "large", "yacht", "chance"]


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan"][: random.randint(2, 4)]
        self.options: dict[str, Any] = {
            "bonus": random.choice([0, 25, 35, 50]),
            "full_house": random.choice(["25", "sum"]),
            "extra": random.choice([0, 50, 100]),
            "joker": random.choice(["forced", "free", "none"]),
        }
        self._sheets: dict[str, dict[str, int]] = {seat: {} for seat in self.seats}
        self._more = dict.fromkeys(self.seats, 0)
        self._on, self._throws = 0, 0
        self._tray: list[int] = []
        self._held: list[int] = []

    # --- what is tried ---

    def propose(self) -> Move | None:
        random, kinds = self._random, ["roll", "roll", "keep", "write", "write"]
        kind = random.choice(kinds if self._throws else ["roll"] * 9 + ["keep", "write"])
        move: Move = {"move": kind, "seat": self.seats[self._on]}
        if random.random() < 0.04:
            move["seat"] = random.choice([*self.seats, "Nobody"])
        count = self._to_roll() or 1
        if kind == "roll":
            count = count if random.random() < 0.96 else random.randint(1, 5)
            faces = random.choice([(1, 2, 3, 4, 5, 6), (2, 3, 4, 5), (4, 4, 4, 4, 4, 4), (3, 3, 5)])
            move["dice"] = [random.choice(faces) for _ in range(count)]
        elif kind == "keep":
            pool = self._tray if self._tray and random.random() < 0.95 else [1, 2, 3, 4, 5, 6]
            move["dice"] = random.sample(pool, random.randint(1, min(5, len(pool))))
        else:
            move["box"] = random.choice(NUMBERS + OTHERS)
        return move

    def _to_roll(self) -> int:
        return len(self._tray) if self._throws else 5

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        kind = move["move"]
        if move["seat"] != self.seats[self._on] or (not self._throws and kind != "roll"):
            return "YT2"
        if self._throws == 3 and kind != "write":
            return "YT2"
        if kind == "roll":
            return "" if len(move["dice"]) == self._to_roll() else "YT3"
        if kind == "keep":
            short = any(move["dice"].count(face) > self._tray.count(face) for face in move["dice"])
            return "YT3" if short else ""
        sheet = self._sheets[move["seat"]]
        if move["box"] in sheet:
            return "YT4"
        return "" if move["box"] in self._allowed(sheet) else "YT8"

    def _allowed(self, sheet: dict[str, int]) -> list[str]:
        free = [box for box in NUMBERS + OTHERS if box not in sheet]
        if not self._is_joker(sheet) or self.options["joker"] == "free":
            return free
        number = NUMBERS[self._five()[0] - 1]
        if number in free:
            return [number]
        return [box for box in free if box in OTHERS] or free

    def _five(self) -> list[int]:
        return self._tray + self._held

    def _is_joker(self, sheet: dict[str, int]) -> bool:
        return (
            self.options["joker"] != "none" and "yacht" in sheet and self._five().count(self._five()[0]) == 5
        )

    def _gives(self, box: str, sheet: dict[str, int]) -> int:
        five, joker = self._five(), self._is_joker(sheet)
        if box in NUMBERS:
            number = NUMBERS.index(box) + 1
            return number * sum(1 for die in five if die == number)
        often = sorted(five.count(face) for face in set(five))
        if box == "full":
            points = 25 if self.options["full_house"] == "25" else sum(five)
            return points if joker or often == [2, 3] else 0
        if box in ("small", "large"):
            rows = ["1234", "2345", "3456"] if box == "small" else ["12345", "23456"]
            has = any(all(int(face) in five for face in row) for row in rows)
            return (30 if box == "small" else 40) if joker or has else 0
        if box == "yacht":
            return 50 if often == [5] else 0
        least = {"three": 3, "four": 4, "chance": 1}[box]
        return sum(five) if often[-1] >= least else 0

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        if move["move"] == "roll":
            self._tray, self._throws = list(move["dice"]), self._throws + 1
        elif move["move"] == "keep":
            for face in move["dice"]:
                self._tray.remove(face)
                self._held.append(face)
        else:
            sheet = self._sheets[move["seat"]]
            points = self._gives(move["box"], sheet)
            if sheet.get("yacht") == 50 and self._five().count(self._five()[0]) == 5:
                self._more[move["seat"]] += self.options["extra"]
            sheet[move["box"]] = points
            self._throws, self._held = 0, []
            self._on = (self._on + 1) % len(self.seats)

    # --- what is compared ---

    def _is_over(self) -> bool:
        return all(len(sheet) == 13 for sheet in self._sheets.values())

    def position(self) -> dict[str, Any]:
        sheets = {seat: sheet for seat, sheet in self._sheets.items() if sheet}
        told: dict[str, Any] = {"sheets": sheets, "dice": sorted(self._tray), "throws": self._throws}
        if not self._is_over():
            told |= {"turn": self.seats[self._on], "phase": "keep" if self._throws else "roll"}
        return told

    def scores(self) -> dict[str, int]:
        points = {}
        for seat, sheet in self._sheets.items():
            above = sum(sheet.get(box, 0) for box in NUMBERS)
            bonus = self.options["bonus"] if above >= 63 else 0
            points[seat] = sum(sheet.values()) + bonus + self._more[seat]
        return points

    def winners(self) -> list[str] | None:
        points = self.scores()
        return (
            [seat for seat in self.seats if points[seat] == max(points.values())] if self._is_over() else None
        )
