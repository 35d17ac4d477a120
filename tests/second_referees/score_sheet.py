"""The score sheet once more, from SC1 to SC8 alone."""

from random import Random
from typing import Any

Move = dict[str, Any]
THINGS = {
    "dice": ["1", "2", "3", "4", "5", "6", "6", "red", "grim"],
    "french": ["2C", "9H", "TD", "JS", "QC", "KH", "AD", "AS", "?"],
    "uno": ["red_0", "blue_7", "green_9", "yellow_skip", "red_draw2", "wild", "wild_draw4", "?"],
    "nothing": ["1"],
}


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan", "Eve"][: random.randint(2, 5)]
        self.options: dict[str, Any] = {
            "counts": random.choice(["dice", "french", "uno", "nothing"]),
            "ace": random.choice([1, 11]),
            "rounds": random.choice([0, 0, 1, 4, 7]),
            "target": random.choice([0, 0, 30, 100]),
            "wins": random.choice(["most", "least"]),
        }
        self._paper: list[list[int | None]] = [[None] * len(self.seats)]
        self._whose, self._over = "", False

    # --- what is tried ---

    def propose(self) -> Move | None:
        random = self._random
        kind = random.choice(["write", "write", "write", "count", "seen", "seen"])
        if self._whose:
            kind = random.choice(["seen", "seen", "write", "count"])
        if random.random() < 0.06:
            kind = "finish"
        seat = self._whose if self._whose and random.random() < 0.8 else random.choice(self.seats)
        move: Move = {"move": kind, "seat": seat if random.random() < 0.97 else "Nobody"}
        if kind == "write":
            move["points"] = random.choice([0, 3, 8, 20, -7, 99_999, -9_999]) if random.random() < 0.9 else 41
        if kind == "seen":
            pool = THINGS[self.options["counts"]]
            usual = [thing for thing in pool if self._worth(thing) >= 0]
            move["things"] = random.choices(usual if random.random() < 0.8 else pool, k=random.randint(1, 6))
        return move

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        kind, seat = move["move"], move["seat"]
        if kind == "finish":
            complete, empty = len(self._paper) > 1, all(n is None for n in self._paper[-1])
            return "" if complete and empty else "SC7"
        if kind == "seen":
            if seat != self._whose or not self._whose:
                return "SC3"
            return "SC4" if any(self._worth(thing) < 0 for thing in move["things"]) else ""
        if kind == "count" and self.options["counts"] == "nothing":
            return "SC3"
        open_ = seat in self.seats and self._paper[-1][self.seats.index(seat)] is None
        return "" if open_ else "SC1"

    def _worth(self, thing: str) -> int:
        """SC3, SC4; -1: not counted."""
        kind = self.options["counts"]
        if kind in ("dice", "nothing"):
            return int(thing) if thing in list("123456") else -1
        if kind == "french":
            named = {"A": self.options["ace"], "T": 10, "J": 10, "Q": 10, "K": 10, "?": -1}
            return int(named[thing[0]] if thing[0] in named else thing[0])
        if thing.startswith("wild"):
            return 50
        if "_" not in thing:
            return -1
        sign = thing.split("_")[1]
        return int(sign) if sign.isdigit() else 20

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        kind = move["move"]
        if kind == "finish":
            self._over = True
            return
        if kind == "count":
            self._whose = move["seat"]
            return
        n = move["points"] if kind == "write" else sum(map(self._worth, move["things"]))
        self._whose = ""
        self._paper[-1][self.seats.index(move["seat"])] = n
        if None in self._paper[-1]:
            return
        done = len(self._paper) == self.options["rounds"]
        reached = self.options["target"] and max(self.scores().values()) >= self.options["target"]
        self._over = bool(done or reached)
        self._paper.append([None] * len(self.seats))

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        rows = [
            {seat: n for seat, n in zip(self.seats, row, strict=True) if n is not None} for row in self._paper
        ]
        told: dict[str, Any] = {"rounds": rows[:-1], "row": rows[-1]}
        if not self._over:
            told |= {"counted": self._whose, "phase": "count" if self._whose else "write"}
        return told

    def scores(self) -> dict[str, int]:
        return {seat: sum(row[k] or 0 for row in self._paper) for k, seat in enumerate(self.seats)}

    def winners(self) -> list[str] | None:
        scores = self.scores()
        best = (max if self.options["wins"] == "most" else min)(scores.values())
        return [seat for seat in self.seats if scores[seat] == best] if self._over else None
