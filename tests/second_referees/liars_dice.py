"""Liar's dice once more, from LD1 to LD13 alone."""

import math
from random import Random
from typing import Any

Move = dict[str, Any]
RULES = {"bid": "LD2", "doubt": "LD7", "exact": "LD8", "show": "LD9", "next": "LD11"}
WHEN = {"bid": "bids", "doubt": "bids", "exact": "bids", "show": "showing", "next": "counted"}


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan", "Eve", "Fay"][: random.randint(2, 6)]
        self.options: dict[str, Any] = {
            "dice": random.choice([3, 3, 4, 5, 6]),
            "wild": random.random() < 0.7,
            "ones": random.choice(["half", "plain"]),
            "doubt": random.choice(["turn", "anybody"]),
            "exact": random.choice(["none", "back", "others"]),
            "loss": random.choice(["one", "difference"]),
            "palifico": random.random() < 0.5,
        }
        self._left = [self.options["dice"]] * len(self.seats)
        self._special: list[int] = []  # who has had a palifico
        self._on, self._over = 0, False
        self._round(special=False)

    def _round(self, special: bool) -> None:
        self._when, self._palifico = "bids", special
        self._said: list[tuple[int, int, int]] = []
        self._line: list[int] = []  # who shows, in order
        self._shown: dict[int, list[int]] = {}

    # --- what is tried ---

    def propose(self) -> Move | None:
        random = self._random
        usual = {"bids": ["bid", "bid", "bid", "doubt", "exact"], "showing": ["show"], "counted": ["next"]}
        kind = random.choice(usual[self._when] if random.random() < 0.95 else [*RULES])
        seat = self.seats[self._line[0] if self._when == "showing" else self._on]
        if random.random() < (0.3 if kind == "doubt" else 0.05):
            seat = random.choice([*self.seats, "Nobody"])
        move: Move = {"move": kind, "seat": seat}
        if kind == "bid":
            last = self._said[-1][1] if self._said else 0
            move["count"] = max(1, min(48, last + random.choice([-1, 0, 0, 1, 1, 2])))
            if random.random() < 0.2:
                move["count"] = random.choice([math.ceil(last / 2) or 1, min(48, 2 * last + 1)])
            move["face"] = random.randint(1, 6)
        if kind == "show":
            wanted = self._left[self._line[0]] if self._line else 3
            count = wanted if random.random() < 0.9 else random.randint(1, 6)
            move["dice"] = [random.randint(1, 6) for _ in range(count)]
        return move

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        kind, seat = move["move"], move["seat"]
        if WHEN[kind] != self._when:
            return RULES[kind]
        if kind == "bid":
            return "LD2" if seat != self.seats[self._on] else self._too_low(move["count"], move["face"])
        if kind == "show":
            right = seat == self.seats[self._line[0]] and len(move["dice"]) == self._left[self._line[0]]
            return "" if right else "LD9"
        if kind == "exact":
            allowed = self.options["exact"] != "none" and self._said and seat == self.seats[self._on]
            return "" if allowed else "LD8"
        if kind == "doubt":
            return "" if self._may_doubt(seat) else "LD7"
        return ""

    def _may_doubt(self, seat: str) -> bool:
        if not self._said or seat not in self.seats:
            return False
        if self.options["doubt"] == "turn":
            return seat == self.seats[self._on]
        number = self.seats.index(seat)
        return number != self._said[-1][0] and self._left[number] > 0

    def _too_low(self, count: int, face: int) -> str:
        """LD3, LD4, LD6, LD12."""
        if count > sum(self._left):
            return "LD3"
        apart = self.options["wild"] and not self._palifico and self.options["ones"] == "half"
        if not self._said:
            return "LD6" if apart and face == 1 else ""
        _, before, with_face = self._said[-1]
        if self._palifico:
            return "" if face == with_face and count > before else "LD12"
        if apart and 1 in (face, with_face):
            if face == with_face:
                enough = count > before
            elif face == 1:
                enough = count * 2 >= before
            else:
                enough = count > 2 * before
            return "" if enough else "LD6"
        return "" if (count, face) > (before, with_face) else "LD4"

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        kind = move["move"]
        if kind == "bid":
            self._said.append((self._on, move["count"], move["face"]))
            self._on = self._with_dice(self._on + 1)
        elif kind in ("doubt", "exact"):
            self._caller, self._call = self.seats.index(move["seat"]), kind
            order = [(self._caller + n) % len(self.seats) for n in range(len(self.seats))]
            self._line = [number for number in order if self._left[number]]
            self._when = "showing"
        elif kind == "show":
            self._shown[self._line.pop(0)] = sorted(move["dice"])
            if not self._line:
                self._count()
        else:
            alone = self._left[self._on] == 1 and sum(n > 0 for n in self._left) > 2
            special = self.options["palifico"] and alone and self._on not in self._special
            if special:
                self._special.append(self._on)
            self._round(special)

    def _with_dice(self, number: int) -> int:
        number %= len(self.seats)
        while not self._left[number]:
            number = (number + 1) % len(self.seats)
        return number

    def _count(self) -> None:
        bidder, wanted, face = self._said[-1]
        dice = [die for cup in self._shown.values() for die in cup]
        n = dice.count(face)
        if face != 1 and self.options["wild"] and not self._palifico:
            n += dice.count(1)
        before = list(self._left)
        begins = self._caller
        if self._call == "doubt":
            begins = self._caller if n >= wanted else bidder
            self._left[begins] -= max(1, abs(n - wanted)) if self.options["loss"] == "difference" else 1
        elif n != wanted:
            self._left[self._caller] -= 1
        elif self.options["exact"] == "back":
            self._left[self._caller] += 1
        else:
            self._left = [have if k == self._caller else have - 1 for k, have in enumerate(before)]
        self._left = [min(self.options["dice"], max(0, have)) for have in self._left]
        self._when, self._on = "counted", self._with_dice(begins)
        self._over = sum(have > 0 for have in self._left) == 1

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "counts": dict(zip(self.seats, self._left, strict=True)),
            "palifico": self._palifico,
            "bids": [
                {"move": "bid", "seat": self.seats[k], "count": n, "face": face} for k, n, face in self._said
            ],
            "shown": {self.seats[k]: dice for k, dice in self._shown.items()},
        }
        if not self._over:
            phases = {"bids": "bid", "showing": "show", "counted": "shown"}
            told |= {"turn": self.seats[self._on], "phase": phases[self._when]}
        return told

    def scores(self) -> dict[str, int]:
        return dict(zip(self.seats, self._left, strict=True))

    def winners(self) -> list[str] | None:
        return [s for s, n in zip(self.seats, self._left, strict=True) if n] if self._over else None
