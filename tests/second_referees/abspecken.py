"""ABspecken once more, with open hands, from its booklet and the numbered rules."""

from collections import Counter
from random import Random
from typing import Any

MS = 1_000_000
Move = dict[str, Any]
FACES = ["+-1", "+-2", "+-3", "smile", "grim", "grim"]
# what is mostly tried at each step
USUAL = {
    "setup": ["ready"],
    "pick": ["pick"],
    "roll_offer": ["offer"],
    "rolling": ["roll"],
    "read": ["lay", "lay", "cannot", "give", "pick_up", "agree", "roll"],
    "pig": ["give", "pick_up", "lay", "cannot", "withdraw"],
    "act": ["lay", "lay", "lay", "cannot", "withdraw"],
    "take": ["take", "take", "agree", "withdraw"],
    "refill": ["refill"],
    "score": ["close"],
}
ALL = sorted({kind for kinds in USUAL.values() for kind in kinds} | {"challenge", "count"})


class Game:
    """One game as it goes on; every card is known."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dua", "Eli"][: random.randint(2, 5)]
        self.options: dict[str, Any] = {
            "limit": random.choice([10, 33, 60, 120]),
            "piggy": random.random() < 0.6,
            "hands": "open",
            "stripped": random.choice(["out", "not_out"]),
            "take_sources": random.choice(["discarders", "discarders", "fallback", "anyone"]),
            "take_mode": random.choice(["blind", "open", "victim"]),
            "refill": random.choice(["to5", "to5", "by_discards"]),
            "cap": random.choice(["5", "none"]),
            "gift_first": random.random() < 0.6,
            "piggy_pile": random.choice(["now", "once"]),
            "challenge": random.random() < 0.7,
            "tie_ms": random.choice([0, 1, 30, 200]),
            "first_roller": random.choice(["continue", "youngest", "winner"]),
            "ties": random.choice(["shared", "extra_round"]),
            "ban_die": random.choice(["colour", "number"]),
            "three": random.choice(["orange", "black"]),
        }
        self._phase, self._roller, self._youngest = "setup", "", ""
        self._totals = dict.fromkeys(self.seats, 0)
        self._new_round()
        self._new_roll()

    def _new_round(self) -> None:
        self._hand: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self._draw = {seat: Counter(dict.fromkeys("123456", 4)) for seat in self.seats}
        self._pile: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self._has_laid: set[str] = set()
        self._out: list[str] = []

    def _new_roll(self) -> None:
        self._pips, self._ban, self._pig, self._with_pig, self._read_at = [0, 0], "", "", False, 0
        self._laid: dict[str, int] = dict.fromkeys(self.seats, 0)
        self._calls: dict[str, int] = {}
        self._sources: dict[str, str] = {}
        self._served: set[str] = set()
        self._robbed: set[str] = set()
        self._gifted: set[str] = set()
        self._refilled: set[str] = set()

    # --- what is tried ---

    def propose(self) -> Move:
        random = self._random
        kind = random.choice(USUAL[self._phase] if random.random() < 0.85 else ALL)
        seat = random.choice(self.seats)
        if kind in ("offer", "roll", "give", "pick_up") and random.random() < 0.85:
            seat = self._roller or seat
        if kind in ("lay", "cannot") and random.random() < 0.8:
            seat = random.choice([s for s in self.seats if not self._acted(s)] or self.seats)
        if kind == "take" and self._waiting() and random.random() < 0.8:
            seat = self._waiting()[0]
        if random.random() < 0.02:
            seat = "Nobody"
        move: Move = {"move": kind, "seat": seat}
        getattr(self, f"_propose_{kind}", lambda _: None)(move)
        return move

    def _propose_ready(self, move: Move) -> None:
        move["youngest"] = self._random.choice([*self.seats, "", "Nobody"])

    def _propose_pick(self, move: Move) -> None:
        n = 5 if self._random.random() < 0.9 else self._random.randint(1, 7)
        move["cards"] = self._random.choices("123456", k=n)

    def _propose_offer(self, move: Move) -> None:
        move["piggy"] = self._random.random() < 0.6

    def _propose_roll(self, move: Move) -> None:
        random = self._random
        pig = self._with_pig if random.random() < 0.9 else random.random() < 0.5
        move |= {
            "pips": [random.randint(1, 6), random.randint(1, 6)],
            "ban": random.choice("123456"),
            "pig": random.choice(FACES) if pig else "",
            "t": random.randint(0, 10**10),
        }

    def _some(self, held: Counter[str], n: int) -> list[str]:
        cards = list(held.elements())
        return self._random.sample(cards, min(n, len(cards)))

    def _propose_lay(self, move: Move) -> None:
        random = self._random
        held = self._hand.get(move["seat"], Counter())
        wanted: list[str] = []
        for _ in range(40):
            wanted = self._some(held, random.choice([1, 1, 2, 2, 3, 4, 5, 6]))
            if self._fits(move["seat"], wanted) or random.random() < 0.03:
                break
        if random.random() < 0.05:
            wanted = random.choices("123456", k=random.randint(0, 3))
        move["cards"] = wanted

    def _propose_cannot(self, move: Move) -> None:
        move["t"] = self._read_at + self._random.choice([-5, 0, 1, 20, 40, 150, 500, 900]) * MS
        move["source"] = self._random.choice(["button", "button", "touch", "keyboard"])

    def _propose_give(self, move: Move) -> None:
        hand = self._hand.get(move["seat"], Counter())
        move["to"] = self._random.choice(self.seats)
        move["card"] = self._random.choice([*hand.elements(), self._random.choice("123456")])

    def _propose_take(self, move: Move) -> None:
        move["victim"] = self._random.choice(self.seats)
        hand = self._hand[move["victim"]]
        move["card"] = self._random.choice(
            [*hand.elements(), *hand.elements(), self._random.choice("123456")]
        )

    def _propose_refill(self, move: Move) -> None:
        n = self._due(move["seat"]) if move["seat"] in self.seats else 1
        n = n if self._random.random() < 0.9 else self._random.randint(1, 5)
        piles = self._draw.get(move["seat"], Counter())
        move["cards"] = self._some(piles, n) if self._random.random() < 0.95 else ["6"] * n

    def _propose_challenge(self, move: Move) -> None:
        move["of"] = self._random.choice(self.seats)

    def _propose_count(self, move: Move) -> None:
        move["points"] = self._points(move["seat"]) if move["seat"] in self.seats else 3
        move["points"] += self._random.choice([0, 1, -1])

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        kind, seat = move["move"], move["seat"]
        if (
            kind not in ("ready", "agree", "close", "roll", "give", "pick_up", "offer")
            and seat not in self.seats
        ):
            return "A1"
        return str(getattr(self, f"_refuse_{kind}")(move, seat))

    def _refuse_ready(self, move: Move, seat: str) -> str:
        if self._phase != "setup":
            return "A5"
        return "" if self._youngest or move["youngest"] in self.seats else "A11"

    def _refuse_pick(self, move: Move, seat: str) -> str:
        if self._phase != "pick":
            return "A9"
        if self._hand[seat].total():
            return "A10"
        if move["cards"] and len(move["cards"]) != 5:
            return "A9"
        return "A3" if Counter(move["cards"]) - self._draw[seat] else ""

    def _may_use_pig(self) -> bool:
        """P3, AM-10."""
        once = self.options["piggy_pile"] == "once" and self._roller in self._has_laid
        return self.options["piggy"] and (bool(self._pile[self._roller]) or once)

    def _refuse_offer(self, move: Move, seat: str) -> str:
        if self._phase not in ("roll_offer", "rolling") or seat != self._roller:
            return "P4"
        return "" if not move["piggy"] or self._may_use_pig() else "P3"

    def _refuse_roll(self, move: Move, seat: str) -> str:
        if self._phase not in ("roll_offer", "rolling", "read") or seat != self._roller:
            return "A11"
        if move["pig"] and not self._may_use_pig():
            return "P3"
        return "P4" if self._phase != "roll_offer" and bool(move["pig"]) != self._with_pig else ""

    def _refuse_agree(self, move: Move, seat: str) -> str:
        return "" if self._phase == "read" or self._nobody_takes() else "A12"

    def _due_from_pig(self) -> str:
        """What the roller has to do before acting: give or pick up (P8, P11, AM-18)."""
        if self._phase not in ("read", "pig"):
            return ""
        if self._pig == "smile" and self._hand[self._roller].total():
            return "smile"
        return "grim" if self._pig == "grim" and self._pile[self._roller] else ""

    def _refuse_give(self, move: Move, seat: str) -> str:
        if self._due_from_pig() != "smile" or seat != self._roller:
            return "P8"
        return "" if move["to"] != seat and self._hand[seat][move["card"]] else "P8"

    def _refuse_pick_up(self, move: Move, seat: str) -> str:
        return "" if self._due_from_pig() == "grim" and seat == self._roller else "P11"

    def _refuse_to_act(self, seat: str) -> str:
        due = self._due_from_pig()
        if due == "smile" and (self.options["gift_first"] or seat == self._roller):
            return "AM-6"
        if due == "grim" and seat == self._roller:
            return "P11"
        return "" if self._phase in ("read", "pig", "act") and not self._acted(seat) else "A12"

    def _refuse_lay(self, move: Move, seat: str) -> str:
        if rule := self._refuse_to_act(seat):
            return rule
        if not move["cards"] or Counter(move["cards"]) - self._hand[seat]:
            return "A14"
        return "" if self._fits(seat, move["cards"]) else "A15"

    def _fits(self, seat: str, cards: list[str]) -> bool:
        """A15 to A19, P7, AM-5."""
        if not cards or self._ban in cards:
            return False
        if len(cards) == 1 and int(cards[0]) in self._pips:
            return True
        sums = [sum(self._pips)]
        if self._pig.startswith("+-") and seat == self._roller:
            sums += [sums[0] + int(self._pig[2:]), sums[0] - int(self._pig[2:])]
        return sum(map(int, cards)) in sums and (len(cards) <= 5 or self.options["cap"] == "none")

    def _can(self, seat: str) -> bool:
        """A13: whether any part of the hand fits: by trying all parts."""
        parts: set[tuple[str, ...]] = {()}
        for card in self._hand[seat].elements():
            parts |= {tuple(sorted((*part, card))) for part in parts}
        return any(self._fits(seat, list(part)) for part in parts)

    def _refuse_cannot(self, move: Move, seat: str) -> str:
        if rule := self._refuse_to_act(seat):
            return rule
        if move["t"] < self._read_at:
            return "A21"
        return "A13" if self.options["challenge"] and self._can(seat) else ""

    def _refuse_withdraw(self, move: Move, seat: str) -> str:
        if seat not in self._calls:
            return "A21"
        acting = self._phase in ("read", "pig", "act")
        return "" if acting or (self._phase == "take" and not self._robbed) else "A24"

    def _refuse_challenge(self, move: Move, seat: str) -> str:
        return "AM-7"  # with open hands there is nothing to doubt

    def _refuse_take(self, move: Move, seat: str) -> str:
        if self._phase != "take":
            return "A22"
        if self._nobody_takes() or seat != self._waiting()[0]:
            return "A24"
        if move["victim"] not in self._victims(seat):
            return "AM-1"
        return "" if self._hand[move["victim"]][move["card"]] else "A23"

    def _refuse_refill(self, move: Move, seat: str) -> str:
        if self._phase != "refill":
            return "A22"
        due = self._due(seat)
        if not due:
            return "A25" if seat in self._calls else "A28"
        if move["cards"] and len(move["cards"]) != due:
            return "A27"
        return "A29" if Counter(move["cards"]) - self._draw[seat] else ""

    def _refuse_count(self, move: Move, seat: str) -> str:
        return "" if self._phase == "score" and move["points"] == self._points(seat) else "A32"

    def _refuse_close(self, move: Move, seat: str) -> str:
        return "" if self._phase == "score" else "A32"

    # --- who may what ---

    def _acted(self, seat: str) -> bool:
        return bool(self._laid[seat]) or seat in self._calls

    def _clockwise(self, seat: str) -> list[str]:
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def _order(self) -> list[str]:
        """A24, AM-8, T4: a group reaches from its earliest press to the last one that ties with it."""
        rest = sorted(self._calls, key=lambda seat: self._calls[seat])
        near, order = self._clockwise(self._roller), []
        while rest:
            first = [seat for seat in rest if self._calls[seat] == self._calls[rest[0]]]
            last = max(self._calls[b] for b in rest if any(self._tied(a, b) for a in first))
            group = [seat for seat in rest if self._calls[seat] <= last]
            order += sorted(group, key=near.index)
            rest = rest[len(group) :]
        return order

    def _tied(self, one: str, other: str) -> bool:
        buttons = self._sources[one] == self._sources[other] == "button"
        window = self.options["tie_ms"] if buttons else max(20, self.options["tie_ms"])
        return abs(self._calls[one] - self._calls[other]) <= window * MS

    def _waiting(self) -> list[str]:
        return [seat for seat in self._order() if seat not in self._served] if self._calls else []

    def _victims(self, caller: str) -> list[str]:
        """AM-1."""
        holders = [seat for seat in self.seats if seat != caller and self._hand[seat].total()]
        discarders = [seat for seat in holders if self._laid[seat]]
        match self.options["take_sources"]:
            case "anyone":
                return holders
            case "fallback":
                return discarders or holders
        return discarders

    def _nobody_takes(self) -> bool:
        waiting = self._waiting()
        able = [seat for seat in waiting if self._victims(seat)]
        return self._phase == "take" and bool(waiting) and not able and not self._robbed

    def _due(self, seat: str) -> int:
        """A25, A27 to A29, P10, AM-3."""
        if not self._laid[seat] or seat in self._refilled:
            return 0
        held = self._hand[seat].total()
        n = 5 - held
        if self.options["refill"] == "by_discards" and not (seat in self._gifted and held >= 5):
            n = self._laid[seat]
        return max(0, min(n, self._draw[seat].total()))

    def _points(self, seat: str) -> int:
        return sum(int(card) for held in (self._hand, self._draw) for card in held[seat].elements())

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        getattr(self, f"_play_{move['move']}")(move, move["seat"])

    def _play_ready(self, move: Move, seat: str) -> None:
        self._youngest = self._youngest or move["youngest"]
        self._roller = self._roller or self._youngest
        self._phase = "pick"

    def _play_pick(self, move: Move, seat: str) -> None:
        self._hand[seat] += Counter(move["cards"])
        self._draw[seat] -= Counter(move["cards"])
        if all(hand.total() for hand in self._hand.values()):
            self._to_roll()

    def _to_roll(self) -> None:
        self._phase = "roll_offer" if self._may_use_pig() else "rolling"

    def _play_offer(self, move: Move, seat: str) -> None:
        self._with_pig, self._phase = move["piggy"], "rolling"

    def _play_roll(self, move: Move, seat: str) -> None:
        first = self._phase != "read"
        self._pips, self._ban, self._pig = move["pips"], move["ban"], move["pig"]
        self._with_pig, self._phase = bool(move["pig"]), "read"
        if first:
            self._read_at = move["t"]

    def _play_agree(self, move: Move, seat: str) -> None:
        if self._phase == "take":
            self._serve()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """To the next step of this roll: P8, P11, A26."""
        if not all(map(self._acted, self.seats)):
            self._phase = "pig" if self._due_from_pig() else "act"
            return
        self._phase = "take"
        if not self._nobody_takes():
            self._serve()

    def _serve(self) -> None:
        while waiting := self._waiting():
            if self._victims(waiting[0]):
                return
            self._served.add(waiting[0])
        out = [s for s in self.seats if not self._points(s) and s not in self._calls]
        self._out = [s for s in out if s not in self._robbed or self.options["stripped"] == "out"]
        if self._out:
            self._phase = "score"
        elif any(map(self._due, self.seats)):
            self._phase = "refill"
        else:
            self._next_roll()

    def _next_roll(self) -> None:
        self._new_roll()
        self._roller = self._clockwise(self._roller)[1]
        self._to_roll()

    def _play_give(self, move: Move, seat: str) -> None:
        self._hand[seat][move["card"]] -= 1
        self._hand[move["to"]][move["card"]] += 1
        self._gifted.add(move["to"])
        self._phase = "act"

    def _play_pick_up(self, move: Move, seat: str) -> None:
        self._hand[seat][self._pile[seat].pop()] += 1
        self._phase = "act"

    def _play_lay(self, move: Move, seat: str) -> None:
        self._hand[seat] -= Counter(move["cards"])
        self._pile[seat] += move["cards"]
        self._laid[seat] = len(move["cards"])
        self._has_laid.add(seat)
        self._go_on()

    def _play_cannot(self, move: Move, seat: str) -> None:
        self._sources[seat] = move["source"]
        self._calls[seat] = move["t"]
        self._go_on()

    def _play_withdraw(self, move: Move, seat: str) -> None:
        del self._calls[seat]
        if not self._robbed:
            self._served.clear()
        self._phase = "pig" if self._due_from_pig() else "act"

    def _play_take(self, move: Move, seat: str) -> None:
        self._hand[move["victim"]][move["card"]] -= 1
        self._hand[seat][move["card"]] += 1
        self._robbed.add(move["victim"])
        self._served.add(seat)
        self._serve()

    def _play_refill(self, move: Move, seat: str) -> None:
        self._hand[seat] += Counter(move["cards"])
        self._draw[seat] -= Counter(move["cards"])
        self._refilled.add(seat)
        if not any(map(self._due, self.seats)):
            self._next_roll()

    def _play_count(self, move: Move, seat: str) -> None:
        """All cards are known: counting changes nothing."""

    def _play_close(self, move: Move, seat: str) -> None:
        """A32 to A35, AM-9, AM-12, AM-13."""
        for each in self.seats:
            self._totals[each] += self._points(each)
        fewest = min(self._totals.values())
        tied = list(self._totals.values()).count(fewest) > 1
        if max(self._totals.values()) >= self.options["limit"] and not (
            tied and self.options["ties"] == "extra_round"
        ):
            self._phase = "over"
            return
        near = self._clockwise(self._roller)
        winner = next(s for s in near if s in self._out)
        rollers = {"continue": near[1], "youngest": self._youngest, "winner": winner}
        self._roller, self._phase = rollers[self.options["first_roller"]], "setup"
        self._new_round()
        self._new_roll()

    # --- how it stands ---

    def position(self) -> dict[str, Any]:
        if self._phase == "over":
            return {"phase": "game_over"}
        known: dict[str, Any] = (
            {} if self._phase == "setup" else {"phase": self._phase, "roller": self._roller}
        )
        if self._phase in ("act", "take", "refill"):
            hands = {s: {"hand": sorted(h.elements())} if h.total() else {} for s, h in self._hand.items()}
            known["players"] = hands
        return known

    def scores(self) -> dict[str, int]:
        return {seat: -total for seat, total in self._totals.items()}

    def winners(self) -> list[str] | None:
        if self._phase != "over":
            return None
        return [seat for seat in self.seats if self._totals[seat] == min(self._totals.values())]
