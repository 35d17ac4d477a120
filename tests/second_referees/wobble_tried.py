"""What is tried in a random game of Wobble: what fits the moment, and now and then anything."""

from tests.second_referees.wobble_cards import (
    BROWN,
    COLOURED,
    GREY,
    MS,
    NUMBERS,
    PEOPLE,
    STEPS,
    SWAPS,
    TASKS,
    Move,
    colours,
    kind,
)
from tests.second_referees.wobble_table import Table


class Tried(Table):
    """Random moves, legal and not."""

    def propose(self) -> Move:
        random = self._random
        seat = random.choice(self.seats)
        if random.random() < 0.75 and self._phase not in ("ready", "score", "vote", "give"):
            seat = (
                self._effects[0]["seat"]
                if self._effects
                else self._performer()
                if self._attack
                else self._turn
            )
        if self._phase == "flip" and random.random() < 0.8:
            seat = self._dealer
        if random.random() < 0.01:
            seat = "Nobody"
        t = max(
            0,
            self._now
            + random.choice(STEPS) * MS
            - (random.choice(STEPS) * MS if random.random() < 0.1 else 0),
        )
        name = random.choice(self._likely()) if random.random() < 0.85 else random.choice(ALL)
        move: Move = {"move": name, "seat": seat}
        return {**move, **self._about(name, seat, t), **self._about_a_task(name)}

    def _about(self, name: str, seat: str, t: int) -> Move:
        """What *seat* says with a move, beside the tasks."""
        random, held = self._random, self._hands.get(seat, ["m1"])
        match name:
            case "ready" | "toss" | "touch" | "begin":
                return {"t": t}
            case "accept":
                return {"t": t, "own": random.choice(["", "", "", "run"])}
            case "flip":
                grey = [random.choice(GREY + BROWN) for _ in range(random.choice([0, 0, 1]))]
                return {"cards": [*grey, random.choice([*COLOURED, *SWAPS, *GREY, "m1"])]}
            case "lay":
                return {"cards": self._some_cards(seat, held), "t": t}
            case "show" | "redraw":
                seat = random.choice([seat, self._doubted or seat])
                cards = self._hands.get(seat, ["m1"])[random.random() < 0.05 :]
                return {"seat": seat, "cards": cards, **({"t": t} if name == "show" else {})}
            case "seats" | "exchange":
                return {"partner": random.choice([*self.seats, "Nobody", *([""] if name == "seats" else [])])}
            case "half":
                return {"away": random.random() < 0.7}
            case "aim":
                who = self._aiming[0] if self._aiming and random.random() < 0.8 else seat
                return {"seat": who, "target": random.choice([*self.seats, "Nobody"])}
            case "vote":
                return {"show": random.choice(["up", "down", "up", "down", "R", "P", "S"])}
            case "name":
                return {"name": random.choice([*NUMBERS, *"mcyg", "x"])}
            case "give":
                mine = [card for card in held if self._is_called(card)]
                return {"cards": mine if random.random() < 0.85 else held[:1]}
        return {}

    def _about_a_task(self, name: str) -> Move:
        random, attack = self._random, self._attack
        match name:
            case "dare":
                draws = attack and attack.kind in ("P3", "P5") and len(self._tried) < len(attack.cards)
                task = random.choice([*TASKS, "own", *(self._offered() * 3 if draws else [])])
                return {"task": task, "own": "sing" if task == "own" else ""}
            case "printed":
                return {"task": random.choice([*TASKS, "T13"])}
            case "country":
                return {"code": random.choice([*PEOPLE, "XX"])}
            case "end":
                since = self._try["since"] if self._try else 0
                more = random.choice([0, 5_000, 6_999, 7_000, 18_999, 19_000, 21_009, 21_010, 89_999, 90_000])
                t = max(0, since + more * MS - random.choice([0, 0, 0, 10**12]))
                return {"t": t, "how": random.choice(["", "", "bump", "told"])}
            case "number":
                people = PEOPLE.get(self._try["country"], 5) if self._try else 5
                near = [people, people * 11 // 10, people * 2]
                return {
                    "value": random.choice([1000, 999, 1500, 2000, 100, 101, 125, 150, 151, 0, -1, *near])
                }
            case "turned":
                return {"cards": self._some_turned()}
            case "throw":
                return {"own": random.choice("RPS"), "other": random.choice("RPS")}
            case "judged":
                return {"result": random.choice(["ok", "fail", "cannot"])}
        return {}

    def _likely(self) -> list[str]:
        tasks = ["judged", "judged", "begin", "end", "number", "turned", "throw", "country"]
        return {
            "ready": ["ready"], "flip": ["flip"],
            "turn": ["lay"] * 5 + ["toss", "touch", "no_toss", "redraw", "back"],
            "drawn": ["lay", "lay", "keep", "doubt", "show", "back", "toss"],
            "effect": ["seats", "half", "exchange", "toss", "lay"],
            "attack": ["lay"] * 6 + ["accept", "dare", "dare", "toss", "touch", "name", "printed", "no_toss"],
            "aim": ["aim", "aim", "toss", "lay"], "vote": ["vote"] * 4 + ["toss", "lay"],
            "settle": ["accept", "dare", "name", "printed", "toss"], "task": tasks,
            "give": ["give"], "return": ["back"], "score": ["show", "show", "all_shown"],
        }.get(self._phase, ["lay"])  # fmt: skip

    def _some_cards(self, seat: str, held: list[str]) -> list[str]:
        random, chance = self._random, self._random.random()
        pool = list(held) or ["m1"]
        if self._top in pool and chance < 0.3:
            pool = [self._top]
        elif self._phase == "turn" and chance < 0.7:
            pool = [card for card in pool if self._fits(card)] or pool
        elif self._phase == "attack" and chance < 0.8 and self._attack:
            pool = [c for c in pool if not colours(c) or kind(c) == self._attack.kind] or pool
        card = random.choice(pool)
        if chance > 0.98:
            return random.choice([["x9"], [], [card, "m1" if card != "m1" else "m2"], [card] * 3, ["?"]])
        if held.count(card) > 1 and random.random() < 0.6:
            return [card, card]
        return [card]

    def _some_turned(self) -> list[str]:
        cards: list[str] = []
        for card in reversed(self._draw):
            cards.append(card)
            if kind(card) in NUMBERS:
                break
        return cards[: self._random.choice([len(cards)] * 5 + [1])]


ALL = [
    "ready", "flip", "lay", "toss", "no_toss", "touch", "keep", "doubt", "show", "redraw", "seats", "half",
    "exchange", "aim", "vote", "accept", "dare", "printed", "name", "give", "back", "country", "begin", "end",
    "number", "turned", "throw", "judged", "all_shown",
]  # fmt: skip
