"""Abstrac once more, from its booklet and the numbered rules: AS1 to AS15, B1 to B10."""

from math import comb, prod
from random import Random
from typing import Any

RANKS, SUITS = "9TJQKA", "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
SET_WORTH, RUN_WORTH = {3: 2, 4: 8}, {3: 3, 4: 4, 5: 6, 6: 12}
Move = dict[str, Any]


class Game:
    """One match as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben"]
        self.options: dict[str, Any] = {
            "chooser": random.choice(["non_dealer", "dealer"]),
            "run_suit": random.choice(["same", "any"]),
            "ace": random.choice(["high", "high_low", "wrap"]),
            "overlap": random.choice(["once", "once", "all"]),
            "misere": random.random() < 0.5,
            "target": random.choice([50, 200, 500]),
            "deals": random.choice([0, 0, 2, 4]),
            "tie": random.choice(["extra_deal", "shared"]),
            "touch_move": random.choice(["button", "binds"]),
            "first_dealer": random.choice(["lots", "loser"]),
            "hints": random.choice(["after_deal", "never", "both_agree"]),
        }
        self._phase, self._dealer, self._turn, self._lifted, self._deals = "lots", "", "", 0, 0
        self._row: list[str] = []
        self._hands: dict[str, set[str]] = {seat: set() for seat in self.seats}
        self._totals = dict.fromkeys(self.seats, 0)
        self._hints: set[str] = set()

    # --- what is tried ---

    def propose(self) -> Move:
        random = self._random
        seat = self._turn or random.choice(self.seats)
        if random.random() < 0.15:
            seat = random.choice([*self.seats, "Nobody"])
        by_phase = {"lots": "lots", "deal": "row", "agree": "agree", "choose": "choose", "take": "take"}
        kind = by_phase[self._phase]
        if random.random() < 0.3:
            kind = random.choice(["lots", "row", "agree", "choose", "take", "left", "left", "shown", "hint"])
        move: Move = {"move": kind, "seat": seat}
        match kind:
            case "lots":
                move["dealer"] = random.choice([*self.seats, "Nobody"])
            case "row":
                move["cards"] = self._some_row()
            case "choose":
                move["goes"] = random.choice(["first", "second"])
            case "take":
                move["count"] = random.choice([1, 2, 3, 1, 2, 3, 0, 4, -1])
            case "left":
                move["cards"] = self._some_left()
            case "shown":
                move["cards"] = self._some_shown(seat)
        return move

    def _some_row(self) -> list[str]:
        cards = self._random.sample(PACK, 24)
        match self._random.randrange(6):
            case 0:
                cards = cards[:-1]
            case 1:
                cards[3] = cards[4]
            case 2:
                cards[5] = "2C"
        return cards

    def _some_left(self) -> list[str]:
        lifted = self._random.randrange(5)
        left = self._row[: max(0, len(self._row) - lifted)]
        if self._random.random() < 0.2 and len(left) > 2:
            left.pop(self._random.randrange(len(left) - 1))
        return left

    def _some_shown(self, seat: str) -> list[str]:
        cards = sorted(self._hands.get(seat, set()))
        cards += self._row[len(self._row) - self._random.randrange(5) :]
        if self._random.random() < 0.2 and cards:
            cards.pop(self._random.randrange(len(cards)))
        return cards

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        seat, kind, taking = move["seat"], move["move"], self._phase == "take"
        match kind:
            case "lots":  # AS3
                return "" if self._phase == "lots" and move["dealer"] in self.seats else "AS3"
            case "row":  # AS1, AS2: it may be read again until it is agreed on
                if self._phase not in ("deal", "agree"):
                    return "AS2"
                return "" if sorted(move["cards"]) == sorted(PACK) else "AS1"
            case "agree":
                return "" if self._phase == "agree" else "AS2"
            case "choose":
                return "" if self._phase == "choose" and seat == self._chooser() else "AS4"
            case "take":
                if not taking or seat != self._turn or not 1 <= move["count"] <= min(3, len(self._row)):
                    return "AS5"
                return "B8" if move["count"] < self._touched() else ""
            case "left":
                cards = move["cards"]
                lifted = len(self._row) - len(cards)
                if not taking or seat != self._turn or cards != self._row[: len(cards)] or lifted > 3:
                    return "AS5"
                return "B8" if lifted < self._touched() else ""
            case "shown":
                return "" if taking and seat in self.seats and self._could_lie(move) else "AS7"
            case _:
                agreed = self.options["hints"] == "both_agree" and taking and seat in self.seats
                return "" if agreed and seat not in self._hints else "B10"

    def _chooser(self) -> str:
        return self._dealer if self.options["chooser"] == "dealer" else self._other(self._dealer)

    def _other(self, seat: str) -> str:
        return self.seats[1 - self.seats.index(seat)]

    def _touched(self) -> int:
        return self._lifted if self.options["touch_move"] == "binds" else 0

    def _could_lie(self, move: Move) -> bool:
        """AS7: what was taken lies there still, and besides it at most what is being lifted."""
        cards, held = move["cards"], self._hands[move["seat"]]
        if len(set(cards)) < len(cards) or not held <= set(cards):
            return False
        new = set(cards) - held
        if not new:
            return True
        return move["seat"] == self._turn and len(new) <= 3 and new == set(self._row[-len(new) :])

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        match move["move"]:
            case "lots":
                self._dealer, self._phase = move["dealer"], "deal"
            case "row":
                self._row, self._phase = list(move["cards"]), "agree"
            case "agree":
                self._phase = "choose"
            case "choose":
                first = move["goes"] == "first"
                self._turn = move["seat"] if first else self._other(move["seat"])
                self._phase, self._lifted, self._hints = "take", 0, set()
                self._hands = {seat: set() for seat in self.seats}
            case "take":
                self._take(move["count"])
            case "left":
                self._lifted = len(self._row) - len(move["cards"])
            case "shown":
                laid = len(set(move["cards"]) - self._hands[move["seat"]])
                self._lifted = max(self._lifted, laid)
            case "hint":
                self._hints.add(move["seat"])

    def _take(self, count: int) -> None:
        self._hands[self._turn] |= set(self._row[-count:])
        self._row, self._lifted = self._row[:-count], 0
        self._turn = self._other(self._turn)
        if not self._row:
            self._score()

    def _score(self) -> None:
        """AS12 to AS15: own points times the cards of the other."""
        ana, ben = self.seats
        worth = {seat: _worth(hand, self.options) for seat, hand in self._hands.items()}
        scores = {ana: worth[ana] * len(self._hands[ben]), ben: worth[ben] * len(self._hands[ana])}
        if self.options["misere"] and 0 in worth.values():  # AS13
            scores = {ana: scores[ben], ben: scores[ana]}
        self._totals = {seat: total + scores[seat] for seat, total in self._totals.items()}
        self._deals += 1
        self._turn, self._dealer = "", self._other(self._dealer)
        self._phase = "over" if self._ends() else "deal"
        self._hands = {seat: set() for seat in self.seats}

    def _ends(self) -> bool:
        agreed, totals = self.options["deals"], self._totals.values()
        enough = self._deals >= agreed if agreed else max(totals) >= self.options["target"]
        return enough and (len(set(totals)) > 1 or self.options["tie"] == "shared")

    # --- how it stands ---

    def position(self) -> dict[str, Any]:
        return {"phase": self._phase, "turn": self._turn, "row": self._row} if self._phase != "over" else {}

    def scores(self) -> dict[str, int]:
        return self._totals

    def winners(self) -> list[str] | None:
        if self._phase != "over":
            return None
        return [seat for seat in self.seats if self._totals[seat] == max(self._totals.values())]


def _worth(hand: set[str], options: dict[str, Any]) -> int:
    """AS9 to AS11: sets and runs."""
    every = options["overlap"] == "all"
    total = 0
    for rank in RANKS:
        count = sum(card[0] == rank for card in hand)
        total += (
            sum(comb(count, n) * worth for n, worth in SET_WORTH.items())
            if every
            else SET_WORTH.get(count, 0)
        )
    groups = [hand] if options["run_suit"] == "any" else [{c for c in hand if c[1] == s} for s in SUITS]
    for group in groups:
        held = [sum(card[0] == rank for card in group) for rank in RANKS]
        total += _all_runs(held, options["ace"]) if every else _best_runs(held, options["ace"])
    return total


def _windows(ace: str) -> set[frozenset[int]]:
    """Every run there can be, as the places of its ranks in 9 to ace (AS10, B3)."""
    order = {"high": [0, 1, 2, 3, 4, 5], "high_low": [5, 0, 1, 2, 3, 4, 5], "wrap": [0, 1, 2, 3, 4, 5] * 2}[
        ace
    ]
    spans = ((start, start + size) for size in RUN_WORTH for start in range(len(order) - size + 1))
    return {frozenset(order[a:b]) for a, b in spans if len(set(order[a:b])) == b - a}


def _all_runs(held: list[int], ace: str) -> int:
    return sum(RUN_WORTH[len(w)] * prod(held[rank] for rank in w) for w in _windows(ace))


def _best_runs(held: list[int], ace: str) -> int:
    """The best choice of runs of which no two need the same card: by trying all choices of up to eight."""
    possible = [w for w in _windows(ace) if all(held[rank] for rank in w)]
    best, frontier = 0, [(0, tuple(held), 0)]
    while frontier:
        points, left, start = frontier.pop()
        best = max(best, points)
        for number in range(start, len(possible)):
            run = possible[number]
            if all(left[rank] for rank in run):
                fewer = tuple(n - (rank in run) for rank, n in enumerate(left))
                frontier.append((points + RUN_WORTH[len(run)], fewer, number))
    return best
