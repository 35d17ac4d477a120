"""Mau-Mau once more, from MM1 to MM13 alone."""

from random import Random
from typing import Any

Move = dict[str, Any]
COLOURS = ["red", "yellow", "green", "blue"]


def pack_of(name: str) -> list[str]:
    if name != "uno":
        return [rank + suit for suit in "CDHS" for rank in ("789TJQKA" if name == "32" else "23456789TJQKA")]
    once = [f"{colour}_0" for colour in COLOURS]
    twice = [f"{c}_{what}" for c in COLOURS for what in [*"123456789", "skip", "reverse", "draw2"]]
    return [*once, *twice, *twice, *["wild"] * 4, *["wild_draw4"] * 4]


def colour(card: str) -> str:
    return "" if card[0] == "w" else card.split("_", maxsplit=1)[0] if "_" in card else card[-1]


def value(card: str) -> str:
    return card if card[0] == "w" else card.split("_")[1] if "_" in card else card[0]


def is_one(card: str, french: str, other: str) -> bool:
    """Whether it is that French card, or what stands for it among cards of four colours (MM13)."""
    if "_" in card or card == "wild":
        return value(card).startswith(other) if other else False
    return card[0] == french


class Game:
    """One game as it goes on; hands are counted, nobody sees them."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan"][: random.randint(2, 4)]
        self.options: dict[str, Any] = {
            "pack": random.choice(["32", "52", "uno"]),
            "hand": random.choice([5, 6, 7]),
            "sevens": random.choice(["pile", "single"]),
            "eights": random.random() < 0.7,
            "nines": random.random() < 0.5,
            "jack_on_jack": random.random() < 0.5,
            "aces": random.random() < 0.5,
            "penalty": random.choice([0, 1, 2]),
            "last": random.choice(["any", "plain"]),
        }
        self._all = pack_of(self.options["pack"])
        self._hands = dict.fromkeys(self.seats, self.options["hand"])
        self._pack = len(self._all) - len(self.seats) * self.options["hand"] - 1
        self._pile: list[str] = []
        self._on, self._step = 0, 1
        self._drawn = self._wishes = False
        self._due, self._wish = 0, ""
        self._called: list[str] = []
        self._quiet = ""  # holds one card and has not said so

    # --- what is tried ---

    def propose(self) -> Move | None:
        random = self._random
        seat = self.seats[self._on] if random.random() < 0.96 else random.choice([*self.seats, "Nobody"])
        if not self._pile and random.random() < 0.9:
            return {"move": "first", "card": random.choice(self._all)}
        if self._wishes and random.random() < 0.8:
            return {"move": "wish", "seat": seat, "suit": random.choice([*"CDHS", *COLOURS])}
        kind = random.choice(["lay"] * 8 + ["draw", "pass", "mau", "wish", "first"])
        move: Move = {"move": kind, "seat": seat}
        if kind == "lay":
            near = [card for card in self._all if self._pile and colour(card) == colour(self._pile[-1])]
            cards = near if near and random.random() < 0.6 else self._all
            move["cards"] = [random.choice(cards) for _ in range(2 if random.random() < 0.03 else 1)]
            if random.random() < 0.02:
                move["cards"] = [random.choice(["2C", "red_7", "XX"])]
        elif kind == "wish":
            move["suit"] = random.choice([*"CDHS", *COLOURS])
        elif kind == "first":
            move = {"move": "first", "card": random.choice(self._all)}
        elif kind == "mau":
            move["seat"] = random.choice(self.seats)
        return move

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        kind = move["move"]
        if (kind == "first") == bool(self._pile):
            return "MM1"
        if kind == "first":
            return "" if move["card"] in self._all else "MM1"
        seat = move["seat"]
        if kind == "mau":
            return "" if seat in self._may_call() else "MM11"
        if seat != self.seats[self._on]:
            return "MM2"
        if (kind == "wish") != self._wishes:
            return "MM9"
        if kind == "wish":
            return "" if move["suit"] in (COLOURS if self.options["pack"] == "uno" else "CDHS") else "MM9"
        if kind == "draw":
            return "MM4" if self._drawn else ""
        if kind == "pass":
            return "" if self._drawn else "MM4"
        return self._no_lay(move["cards"])

    def _may_call(self) -> list[str]:
        before = self.seats[self._on]
        ready = [before] if self._hands[before] == 2 and not self._wishes else []
        return [
            seat for seat in [*([self._quiet] if self._quiet else []), *ready] if seat not in self._called
        ]

    def _no_lay(self, cards: list[str]) -> str:
        if len(cards) > 1:
            return "MM2"
        card, top = cards[0], self._pile[-1]
        if card not in self._all or self._pile.count(card) >= self._all.count(card):
            return "MM1"
        if self._due:
            if self.options["sevens"] == "single" or value(card) != value(top):
                return "MM6"
        elif is_one(card, "J", "wild"):
            if self._wish and is_one(top, "J", "wild") and not self.options["jack_on_jack"]:
                return "MM9"
        elif self._wish:
            if colour(card) != self._wish:
                return "MM9"
        elif not is_one(top, "J", "wild") and colour(card) != colour(top) and value(card) != value(top):
            return "MM3"
        ends = self._hands[self.seats[self._on]] == 1
        return "MM12" if ends and self.options["last"] == "plain" and self._does_something(card) else ""

    def _does_something(self, card: str) -> bool:
        house = self.options
        return (
            is_one(card, "7", "draw2")
            or is_one(card, "J", "wild")
            or (house["eights"] and is_one(card, "8", "skip"))
            or (house["nines"] and is_one(card, "9", "reverse"))
            or (house["aces"] and is_one(card, "A", ""))
        )

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        kind = move["move"]
        if kind == "first":
            self._pile = [move["card"]]
        elif kind == "mau":
            self._called.append(move["seat"])
            self._quiet = "" if self._quiet == move["seat"] else self._quiet
        elif kind == "wish":
            self._wish, self._wishes = move["suit"], False
            self._go_on(1)
        elif kind == "pass":
            self._go_on(1)
        else:
            self._somebody_acts()
            if kind == "draw":
                self._take(move["seat"], self._due or 1)
                self._drawn = not self._due
                if self._due:
                    self._due = 0
                    self._go_on(1)
            else:
                self._laid(move["seat"], move["cards"][0])

    def _somebody_acts(self) -> None:
        if self._quiet and self.options["penalty"]:
            self._take(self._quiet, self.options["penalty"])
        self._quiet = ""

    def _take(self, seat: str, n: int) -> None:
        if n > self._pack:
            self._pack += len(self._pile) - 1
            self._pile = self._pile[-1:]
        n = min(n, self._pack)
        self._pack -= n
        self._hands[seat] += n
        self._called = [one for one in self._called if one != seat]

    def _laid(self, seat: str, card: str) -> None:
        self._pile.append(card)
        self._hands[seat] -= 1
        self._wish, self._drawn = "", False
        if not self._hands[seat]:
            self._due = 0
            return
        if self._hands[seat] == 1 and seat not in self._called:
            self._quiet = seat
        self._due += 4 if card == "wild_draw4" else 2 if is_one(card, "7", "draw2") else 0
        house = self.options
        if is_one(card, "J", "wild"):
            self._wishes = True
        elif house["aces"] and is_one(card, "A", ""):
            pass
        elif house["eights"] and is_one(card, "8", "skip"):
            self._go_on(2)
        elif house["nines"] and is_one(card, "9", "reverse"):
            self._step = -self._step
            self._go_on(2 if len(self.seats) == 2 else 1)
        else:
            self._go_on(1)

    def _go_on(self, steps: int) -> None:
        self._on, self._drawn = (self._on + self._step * steps) % len(self.seats), False

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "cards": self._hands,
            "pile": self._pile,
            "pack": self._pack,
            "owed": self._due,
        }
        if self.winners() is None:
            phase = (
                "first" if not self._pile else "wish" if self._wishes else "drawn" if self._drawn else "lay"
            )
            told |= {"turn": self.seats[self._on], "phase": phase, "way": self._step, "wish": self._wish}
            told |= {"said": self._called, "silent": self._quiet}
        return told

    def scores(self) -> dict[str, int]:
        return {seat: int(not self._hands[seat]) for seat in self.seats}

    def winners(self) -> list[str] | None:
        return [seat for seat in self.seats if not self._hands[seat]] or None
