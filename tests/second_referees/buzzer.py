"""The buzzer once more, from BZ1 to BZ14 alone. Times are nanoseconds; by button a millisecond is a tie."""

from random import Random
from typing import Any

Move = dict[str, Any]
MS = 1_000_000


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan", "Eve"][: random.randint(2, 5)]
        self.options: dict[str, Any] = {
            "mode": random.choice(["quiz", "quiz", "reflex", "stopwatch"]),
            "rounds": random.randint(1, 8),
            "goal": random.choice([0, 0, 3, 5]),
            "teams": random.choice([0, 0, 2, 3]),
            "early": random.choice(["out", "counts"]),
            "right": random.choice([1, 3]),
            "wrong": random.choice([0, 1, 2]),
            "after_wrong": random.choice(["next", "again", "over"]),
            "target_s": random.choice([0, 1, 2]),
        }
        self._points = dict.fromkeys(self.seats, 0)
        self._now, self._done, self._over = 10**9, 0, False
        self._begin()

    def _begin(self) -> None:
        """What the buttons mean: nothing yet, too early, a press, or a place behind whoever answers."""
        self._out: set[str] = set()
        self._line: list[tuple[str, int]] = []
        self._signal = 0
        open_at_once = self.options["mode"] == "quiz" and self.options["early"] == "counts"
        self._stage = "go" if open_at_once else "ready"

    # --- what is tried ---

    def propose(self) -> Move | None:
        random = self._random
        self._now += random.choice([200_000, 900_000, 5 * MS, 700 * MS])
        usual = {
            "ready": ["go", "go", "buzz"],
            "wait": ["signal", "signal", "buzz"],
            "go": ["buzz"] * 6 + ["close"],
            "answer": ["judge", "buzz"],
        }[self._stage]
        kinds = ["go", "signal", "buzz", "judge", "close", "finish"]
        kind = random.choice(kinds if random.random() < 0.1 else usual)
        move: Move = {"move": kind, "seat": random.choice([*self.seats, *self.seats, "Nobody"])}
        if kind in ("go", "signal", "buzz"):
            move["t"] = self._now
        if kind == "buzz":
            move["source"] = "button"
        if kind == "judge":
            move["right"] = random.random() < 0.5
        return move

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        kind, seat = move["move"], move["seat"]
        stages = {
            "go": ("ready",),
            "signal": ("wait",),
            "judge": ("answer",),
            "close": ("go",),
            "finish": ("ready", "go"),
        }
        rules = {"go": "BZ4", "signal": "BZ11", "judge": "BZ7", "close": "BZ10", "finish": "BZ2"}
        if kind != "buzz":
            wrong = self._stage not in stages[kind] or (kind == "finish" and bool(self._line))
            return rules[kind] if wrong else ""
        if seat not in self.seats:
            return "BZ4"
        if seat in self._out:
            if self.options["mode"] == "reflex":
                return "BZ12"
            return "BZ5" if self._stage == "ready" else "BZ9"
        if any(seat == other for other, _ in self._line):
            return "BZ4"
        if self.options["mode"] == "stopwatch" and self._stage == "ready":
            return "BZ13"
        return "BZ9" if self._stage == "answer" and self.options["after_wrong"] != "next" else ""

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        seat = move["seat"]
        match move["move"]:
            case "go" if self.options["mode"] == "reflex":
                self._stage = "wait"
            case "go" | "signal":
                self._stage, self._signal = "go", move["t"]
            case "finish":
                self._over = True
            case "close":
                self._times()
            case "buzz" if self._stage in ("ready", "wait"):  # BZ5, BZ12
                self._out |= self._team(seat) if self.options["mode"] == "quiz" else {seat}
                self._unless_anybody_is_left()
            case "buzz":
                self._line.append((seat, move["t"]))
                if self.options["mode"] == "quiz":
                    self._stage = "answer"
                elif not self._left():
                    self._times()
            case "judge" if move["right"]:
                self._points[self._line[0][0]] += self.options["right"]
                self._next()
            case "judge":
                self._wrong()

    def _wrong(self) -> None:
        seat = self._line[0][0]
        self._points[seat] -= self.options["wrong"]
        self._out |= self._team(seat)
        self._line = [press for press in self._line[1:] if press[0] not in self._out]
        if self._line:
            return
        self._stage = "go"
        if self.options["after_wrong"] == "over":
            self._next()
        else:
            self._unless_anybody_is_left()

    def _left(self) -> set[str]:
        return {*self.seats} - self._out - {seat for seat, _ in self._line}

    def _unless_anybody_is_left(self) -> None:
        """BZ10; whoever pressed in time still counts."""
        if not self._left():
            self._next()

    def _times(self) -> None:
        """BZ12, BZ13."""
        wanted = self.options["target_s"] * 1000 * MS if self.options["mode"] == "stopwatch" else 0
        off = {seat: abs(t - self._signal - wanted) for seat, t in self._line}
        if self.options["mode"] != "quiz" and off:
            for seat, ns in off.items():
                if ns - min(off.values()) <= MS:
                    self._points[seat] += self.options["right"]
        self._next()

    def _next(self) -> None:
        self._done += 1
        goal = self.options["goal"]
        if self._done == self.options["rounds"] or (goal and max(self.scores().values()) >= goal):
            self._over = True
        else:
            self._begin()

    def _team(self, seat: str) -> set[str]:
        count = self.options["teams"]
        if not count:
            return {seat}
        return {other for n, other in enumerate(self.seats) if n % count == self.seats.index(seat) % count}

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        return {"points": self._points} if self._over else {"points": self._points, "phase": self._stage}

    def scores(self) -> dict[str, int]:
        return {seat: sum(self._points[other] for other in self._team(seat)) for seat in self.seats}

    def winners(self) -> list[str] | None:
        most = max(self.scores().values())
        return [seat for seat in self.seats if self.scores()[seat] == most] if self._over else None
