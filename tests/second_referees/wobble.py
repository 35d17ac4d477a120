"""Wobble once more, from its booklet and the numbered rules: W1 to W51, W-T1 to W-T12, AW-1 to AW-45.

Everybody here holds real cards of a box that nobody has counted; what the table may know of a hand is kept
beside it. Times are nanoseconds, and often lie just beside the bounds that decide a toss-in.
"""

from collections import Counter
from random import Random
from typing import Any

MS = 1_000_000
NUMBERS, NEUTRAL = [str(n) for n in range(10)], ["CD", "HH", "CE"]
STRIKES = {"SK": 1, "M20": 20, "P3": 3, "P5": 5, "AFK": 1, "MAG": 1}
GREY, BROWN = ["DG", "YOU", "MIR", "UNL"], ["NM", "CAP", "DBL"]
COLOURED = [f"{c}{k}" for c in "mcyg" for k in (*NUMBERS, *NEUTRAL, *STRIKES)]
SWAPS = ["CSmc", "CSmy", "CSmg", "CScy", "CScg", "CSyg"]
KNOWN = {*COLOURED, *SWAPS, *GREY, *BROWN}
TASKS = [f"T{n}" for n in range(1, 13)]
LATER = ["T1", "T2", "T7", "T8", "T9"]  # begun only when the coin spins, somebody answers, the word is heard
VOTED = ["T4", "T5", "T6", "T7", "T11", "own"]
BEATS = {"R": "S", "S": "P", "P": "R"}
PEOPLE = {"DE": 83_516_593, "AT": 9_177_982, "LU": 677_012}
STEPS = [0, 1, 39, 40, 41, 80, 300, 699, 700, 701, 1_999, 2_000, 2_001, 2_500, 9_000]
OPEN, MEANWHILE = ("turn", "drawn", "attack"), ("effect", "aim", "vote")
Move = dict[str, Any]


def kind(card: str) -> str:
    return "CS" if card[:2] == "CS" else card if card in GREY + BROWN else card[1:]


def colours(card: str) -> str:
    return card[2:] if card[:2] == "CS" else "" if card in GREY + BROWN else card[0]


def worth(card: str) -> int:
    return 70 if card in BROWN else int(kind(card)) if kind(card) in NUMBERS else 20


class Attack:
    """What hits whom."""

    def __init__(self, seat: str, card: str, copies: int, target: str) -> None:
        self.kind, self.owner, self.target = kind(card), seat, target
        self.total = STRIKES[self.kind] * copies
        self.cards = [card] * copies
        self.owners = [seat] * copies
        self.times, self.open, self.not_me, self.names = 1, True, "", 0
        self.absent: list[str] = []
        self.victims: list[str] = []


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem", "Dan", "Eve", "Fay"][: random.randint(2, 6)]
        flip = lambda: random.random() < 0.5  # noqa: E731
        self.options: dict[str, Any] = {
            "until": random.choice(["points", "rounds", "time"]), "limit": random.choice([60, 150, 400]),
            "rounds": random.choice([1, 2, 3]), "minutes": random.choice([1, 2, 5]),
            "turn_after_hit": flip(), "mix_plus": flip(), "skip_identical": flip(), "cs_by_symbol": flip(),
            "mid_round_end": flip(), "afk_last_waived": flip(), "flip_cards_kept": flip(),
            "warn_last_card": flip(),
            "response_window": random.choice(["until_settled", "three_seconds", "untimed"]),
            "skip_stack": random.choice(["accumulate", "single"]),
            "dodge_scope": random.choice(["attack", "once"]),
            "stack_tasks": random.choice(["all", "each"]),
            "ce_last": random.choice(["partner_wins", "just_swap_and_continue"]),
            "dealer": random.choice(["clockwise", "winner"]),
            "misplay_penalty": random.choice(["out_of_turn", "any", "none"]),
            "not_me_skip": random.choice(["others_miss", "goes_on"]),
            "pop": random.choice(["le", "lt"]),
            "eps_ms": random.choice([40, 40, 0, 100]), "grace_ms": random.choice([700, 700, 0]),
            "late_ms": random.choice([2000, 2000, 500]),
            "tasks": random.choice([[], [], ["T3", "T4", "T10"], ["T8", "T12"]]),
            "own_tasks": random.choice([[], ["sing"]]), "afk_tasks": random.choice([[], ["run"]]),
        }  # fmt: skip
        self._o = self.options
        self._order, self._dealer, self._round, self._now, self._started = list(self.seats), "Ana", 1, 0, 0
        self._minus = dict.fromkeys(self.seats, 0)
        self._told: dict[str, list[str]] = {}
        self._winners: list[str] = []
        self._deal()

    def _deal(self) -> None:
        pack = COLOURED + SWAPS + GREY + BROWN
        draws = [card for card in COLOURED if kind(card) in STRIKES]
        box = pack + [self._random.choice(pack + draws) for _ in range(138 - len(pack))]
        self._random.shuffle(box)
        self._hands = {seat: [box.pop() for _ in range(6)] for seat in self.seats}
        self._seen: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}  # known to be there
        self._draw, self._pile = box, list[tuple[str, str]]()  # the pile: what lies there, and as it was seen
        self._phase, self._dir, self._turn, self._resume, self._active = "ready", 1, "", "", ""
        self._debt, self._away = dict.fromkeys(self.seats, 0), dict.fromkeys(self.seats, 0)
        self._ready, self._counted, self._spared = set[str](), set[str](), set[str]()
        self._sure = set[str]()
        self._were_on_top, self._top_t, self._presses = list[tuple[str, int]](), 0, list[tuple[str, int]]()
        self._pressed, self._robbed, self._called = set[str](), list[tuple[str, int]](), list[str]()
        self._tidy()

    def _tidy(self) -> None:
        self._attack: Attack | None = None
        self._effects: list[dict[str, Any]] = []
        self._aiming: tuple[str, str] | None = None
        self._votes: tuple[str, list[str], dict[str, str]] | None = None
        self._try: dict[str, Any] | None = None
        self._tried: list[str] = []
        self._owed, self._givers, self._name = 0, list[str](), ""
        self._doubted, self._cleared, self._closed = "", False, False

    # --- reading ---

    @property
    def _top(self) -> str:
        return self._pile[-1][0] if self._pile else ""

    def _next(self, seat: str, absent: list[str] | None = None) -> str:
        place, n = self._order.index(seat), len(self._order)
        ring = [self._order[(place + self._dir * k) % n] for k in range(1, n)]
        there = [other for other in ring if not self._away[other]]
        return next((s for s in there if s not in (absent or [])), there[0] if there else seat)

    def _ring(self, seat: str) -> list[str]:
        place = self._order.index(seat)
        return self._order[place:] + self._order[:place]

    def _performer(self) -> str:
        assert self._attack
        return self._attack.victims[0] if self._attack.victims else self._attack.target

    def _acting(self) -> str:
        return self._attack.target if self._attack else self._turn

    def _fits(self, card: str) -> bool:
        if set(colours(card)) & set(self._active):
            return True
        same = bool(colours(card)) and kind(card) == kind(self._top)
        return same and (kind(card) != "CS" or self._o["cs_by_symbol"])

    def _after_skips(self) -> str:
        """Who is on after all skips (W38)."""
        attack = self._attack
        if attack is None or attack.kind != "SK" or self._phase != "attack":
            return ""
        seat = attack.target
        for _ in range(attack.total):
            seat = self._next(seat, attack.absent)
        return "" if seat == attack.target else seat

    def _press_of(self, seat: str, t: int) -> int | None:
        times = [at for who, at in self._presses if who == seat and t - at <= self._o["late_ms"] * MS]
        return times[0] if times else None

    def _beaten(self, seat: str, t: int) -> bool:
        eps, late = self._o["eps_ms"] * MS, self._o["late_ms"] * MS
        return any(who != seat and at + eps < t <= at + late for who, at in self._presses)

    def _was_robbed(self, seat: str, t: int) -> bool:
        grace = self._o["grace_ms"] * MS
        return self._turn != seat and any(w == seat and t - at <= grace for w, at in self._robbed)

    def _printed(self) -> list[str]:
        """What is known of the task on the next card, but for what its twins have had (AW-44)."""
        assert self._attack
        card = self._attack.cards[len(self._tried)]
        left = list(self._told.get(card, []))
        for other, task in zip(self._attack.cards, self._tried, strict=False):
            if other == card and task in left:
                left.remove(task)
        return left

    def _offered(self) -> list[str]:
        assert self._attack
        card = self._attack.cards[len(self._tried)]
        had = [t for c, t in zip(self._attack.cards, self._tried, strict=False) if c == card]
        there = self._printed() or [task for task in TASKS if task not in had]
        return [t for t in there if not self._o["tasks"] or t in self._o["tasks"]]

    # --- what is tried ---

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

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        seat, name = move["seat"], move["move"]
        anybody = name in ("flip", "no_toss", "judged", "country", "printed") and not seat
        if seat not in self.seats and not anybody:
            return "AW-24"
        refuse = getattr(self, f"_no_{name}")
        found: str = refuse(seat, move)
        return found

    def _no_ready(self, seat: str, move: Move) -> str:
        return "" if self._phase == "ready" and seat not in self._ready else "W6"

    def _no_flip(self, seat: str, move: Move) -> str:
        *before, last = move["cards"]
        good = bool(colours(last)) and not any(colours(card) for card in before)
        return "" if self._phase == "flip" and seat in ("", self._dealer) and good else "W8"

    def _no_toss(self, seat: str, move: Move) -> str:
        if self._away[seat] or self._phase not in OPEN + MEANWHILE or self._closed or seat in self._pressed:
            return "W15"
        return "W16" if move["t"] + self._o["eps_ms"] * MS < self._top_t else ""

    def _no_no_toss(self, seat: str, move: Move) -> str:
        return "" if self._presses else "W15"

    def _no_touch(self, seat: str, move: Move) -> str:
        t = move["t"]
        if self._phase == "attack" and self._attack and self._attack.kind in ("P3", "P5"):
            return self._no_accept(seat, {"t": t, "own": ""})
        if seat in (self._acting(), self._after_skips()) and self._beaten(seat, t):
            return "W16"
        if self._was_robbed(seat, t):
            return "W19"
        if seat == self._after_skips():
            return ""
        return "" if self._phase == "turn" and seat == self._turn else "W11"

    def _no_keep(self, seat: str, move: Move) -> str:
        return "" if self._phase == "drawn" and seat == self._turn and not self._doubted else "W11"

    def _no_doubt(self, seat: str, move: Move) -> str:
        open_ = self._phase == "drawn" and not self._doubted and not self._cleared
        return "" if open_ and seat != self._turn else "W10"

    def _no_show(self, seat: str, move: Move) -> str:
        wanted = (self._phase == "score" and seat not in self._counted) or self._doubted == seat
        all_of_them = len(move["cards"]) == len(self._hands[seat])
        return "" if wanted and (all_of_them or seat in self._sure) else "W30"

    def _no_all_shown(self, seat: str, move: Move) -> str:
        return "W33" if self._phase != "score" or seat in self._counted | self._sure else ""

    def _no_redraw(self, seat: str, move: Move) -> str:
        mine = self._phase == "turn" and seat == self._turn and len(move["cards"]) == len(self._hands[seat])
        return "" if mine and move["cards"] and all(c in GREY for c in move["cards"]) else "W28"

    def _no_effect(self, seat: str, what: str) -> bool:
        first = self._effects[0] if self._effects else None
        return self._phase != "effect" or not first or first["what"] != what or first["seat"] != seat

    def _no_seats(self, seat: str, move: Move) -> str:
        partner = move["partner"]
        return (
            "W29"
            if self._no_effect(seat, "0") or (partner and (partner not in self.seats or partner == seat))
            else ""
        )

    def _no_half(self, seat: str, move: Move) -> str:
        return "W36" if self._no_effect(seat, "HH") else ""

    def _no_exchange(self, seat: str, move: Move) -> str:
        partner = move["partner"]
        return "W37" if self._no_effect(seat, "CE") or partner not in self.seats or partner == seat else ""

    def _no_aim(self, seat: str, move: Move) -> str:
        target = move["target"]
        if self._phase != "aim" or not self._aiming or seat != self._aiming[0]:
            return "W44"
        return "AW-10" if target not in self.seats or target == seat or self._away[target] else ""

    def _no_vote(self, seat: str, move: Move) -> str:
        if self._phase != "vote" or not self._votes:
            return "W46"
        _, still, shown = self._votes
        signs = "RPS" if len(still) == 2 else ("up", "down")
        return "" if seat in still and seat not in shown and move["show"] in signs else "W46"

    def _no_settling(self, seat: str) -> bool:
        return self._phase not in ("attack", "settle") or not self._attack or seat != self._performer()

    def _no_accept(self, seat: str, move: Move) -> str:
        if self._no_settling(seat):
            return "W25"
        assert self._attack
        if self._phase == "settle" and self._attack.kind == "MAG":
            return "W42"
        if move["own"] and (self._attack.kind != "AFK" or move["own"] not in self._o["afk_tasks"]):
            return "AW-16"
        return "W16" if self._phase == "attack" and self._beaten(seat, move["t"]) else ""

    def _no_dare(self, seat: str, move: Move) -> str:
        if self._no_settling(seat) or not self._attack or self._attack.kind not in ("P3", "P5"):
            return "W40"
        if move["task"] == "own":
            return "" if move["own"] in self._o["own_tasks"] else "AW-16"
        return "" if move["task"] in self._offered() else "AW-44"

    def _no_printed(self, seat: str, move: Move) -> str:
        attack = self._attack
        if self._phase not in ("attack", "settle") or not attack or attack.kind not in ("P3", "P5"):
            return "W40"
        left = self._printed()
        return "" if left and move["task"] in TASKS and move["task"] not in left else "AW-44"

    def _open_names(self) -> list[str]:
        numbers, everything = NUMBERS[1:], [*NUMBERS[1:], *"mcyg"]
        if set(self._called) >= set(everything):
            return everything
        left = [n for n in numbers if n not in self._called]
        return left or [c for c in "mcyg" if c not in self._called]

    def _no_name(self, seat: str, move: Move) -> str:
        if self._no_settling(seat) or not self._attack or self._attack.kind != "MAG":
            return "W42"
        return "" if move["name"] in self._open_names() else "W42"

    def _is_called(self, card: str) -> bool:
        return kind(card) == self._name if self._name in NUMBERS else self._name in colours(card)

    def _no_give(self, seat: str, move: Move) -> str:
        if self._phase != "give" or seat not in self._givers:
            return "W42"
        cards = Counter(move["cards"])
        kept = any(self._is_called(c) and c not in cards for c in self._seen[seat])
        return "W42" if kept or not all(self._is_called(c) for c in cards) else ""

    def _no_back(self, seat: str, move: Move) -> str:
        return "" if self._away[seat] and self._phase not in ("score", "over") else "W41"

    def _trying(self, *tasks: str) -> bool:
        return self._phase == "task" and bool(self._try) and (self._try or {})["task"] in tasks

    def _no_country(self, seat: str, move: Move) -> str:
        if not self._trying("T8") or not self._try or self._try["country"] or seat == self._try["seat"]:
            return "W-T8"
        return "" if move["code"] in PEOPLE else "W-T8"

    def _no_begin(self, seat: str, move: Move) -> str:
        if not self._trying(*LATER) or not self._try or self._try["begun"]:
            return "AW-14"
        return "AW-14" if self._try["task"] == "T8" and not self._try["country"] else ""

    def _no_end(self, seat: str, move: Move) -> str:
        return "" if self._trying("T1", "T2", "T9") and self._try and self._try["begun"] else "W-T9"

    def _no_number(self, seat: str, move: Move) -> str:
        if not self._trying("T8", "T12") or not self._try or move["value"] < 0:
            return "W-T8"
        if self._try["task"] == "T8":
            return "" if self._try["begun"] else "W-T8"
        return "W-T12" if not self._try["table"] and move["value"] < 1000 else ""

    def _no_turned(self, seat: str, move: Move) -> str:
        cards = move["cards"]
        good = cards and [kind(c) in NUMBERS for c in cards] == [False] * (len(cards) - 1) + [True]
        if not self._trying("T3") or not good:
            return "W-T3"
        return (
            "AW-23"
            if len(cards) > len(self._draw) + (self._spare() if len(cards) > len(self._draw) else 0)
            else ""
        )

    def _no_throw(self, seat: str, move: Move) -> str:
        return "" if self._trying("T10") else "W-T10"

    def _no_judged(self, seat: str, move: Move) -> str:
        if self._phase != "task" or not self._try:
            return "W40"
        if move["result"] == "cannot":
            return "AW-14" if self._try["begun"] else ""
        voted = self._try["task"] in VOTED and self._try["begun"]
        return "W40" if move["result"] == "ok" and not voted else ""

    # --- cards on the pile ---

    def _no_lay(self, seat: str, move: Move) -> str:
        cards = move["cards"]
        if self._away[seat] or not cards or len(cards) > 2 or not set(cards) <= KNOWN or len(set(cards)) > 1:
            return "W9"
        if len(cards) == 2 and (not colours(cards[0]) or len(self._hands[seat]) < 2):
            return "AW-35"
        if not Counter(cards) <= Counter(self._hands[seat]):
            return "W4"  # only cards that are there are tried
        if self._phase not in OPEN and not (self._phase in MEANWHILE and cards[0] == self._top):
            return "W9"
        if self._doubted:
            return "W10"
        if seat in (self._acting(), self._after_skips()) and self._beaten(seat, move["t"]):
            return "W16"
        meaning = self._meaning(seat, cards[0], move["t"])
        if meaning == "misplay" and self._was_robbed(seat, move["t"]):
            return "W19"
        return meaning if meaning[0] in "WA" else ""

    def _meaning(self, seat: str, card: str, t: int) -> str:
        """What laying it means, or the rule that it breaks."""
        attack, pressed = self._attack, self._press_of(seat, t)
        if not colours(card):
            return self._special(seat, card, pressed is not None)
        if self._phase in MEANWHILE:
            return "toss"
        if attack:
            if seat == attack.target:
                return "answer" if self._same_symbol(card) else "toss" if card == self._top else "W21"
            if card == self._top:
                return "toss"
            if seat == self._after_skips():
                return "over" if self._fits(card) else self._wrong()
        elif seat == self._turn and not (pressed is not None and card == self._top):
            return "play" if self._fits(card) else self._wrong()
        if card == self._top:
            return "late" if self._closed else "toss"
        at = pressed if pressed is not None else t
        recent = any(c == card and at - since <= self._o["late_ms"] * MS for c, since in self._were_on_top)
        return "late" if recent else "misplay"

    def _wrong(self) -> str:
        return "misplay" if self._o["misplay_penalty"] == "any" else "W12"

    def _special(self, seat: str, card: str, pressed: bool) -> str:
        attack, penalty = self._attack, self._o["misplay_penalty"]
        own = seat in (self._acting(), self._after_skips())
        fined = penalty == "any" or (penalty == "out_of_turn" and not own)
        if attack is None:
            return "misplay" if pressed or fined else "AW-38"
        if card in GREY:
            return "special" if seat == attack.target else "misplay" if fined else "W22"
        return "W23" if seat == attack.owner else "special" if attack.open else "W24"

    def _same_symbol(self, card: str) -> bool:
        assert self._attack
        symbol = self._attack.kind
        if self._o["mix_plus"] and symbol in ("P3", "P5"):
            return kind(card) in ("P3", "P5")
        if self._o["skip_identical"] and symbol == "SK":
            return card == self._top
        return kind(card) == symbol

    def _do_lay(self, seat: str, move: Move) -> None:
        cards, t = move["cards"], move["t"]
        pressed, meaning = self._press_of(seat, t), self._meaning(seat, cards[0], t)
        at = pressed if pressed is not None else t
        self._now = max(self._now, t)
        others = [p for p in self._presses if p[0] != seat]
        if meaning in ("late", "misplay"):
            self._presses = others
            if meaning == "misplay" and self._o["misplay_penalty"] != "none":
                self._take(seat, 1)
        elif meaning == "special":
            self._lose(seat, cards[0])
            self._pile.insert(0, (cards[0], cards[0]))
            self._do_special(seat, cards[0])
        elif meaning == "toss":
            self._toss_in(seat, cards, at, others)
        else:
            if meaning == "over":
                self._skip_all()
                if self._phase != "turn" or self._turn != seat:
                    return
            self._presses = []
            self._on_top(seat, cards, t)

    def _toss_in(self, seat: str, cards: list[str], at: int, others: list[tuple[str, int]]) -> None:
        free = self._attack is None
        victim = self._next(self._turn) if self._phase == "effect" else self._turn
        if free:
            self._turn = seat
        self._resume, self._presses = "", []
        self._on_top(seat, cards, at)
        self._presses = others if self._phase in OPEN + MEANWHILE else []
        if free and victim not in (seat, self._turn) and self._phase in OPEN + MEANWHILE:
            self._robbed.append((victim, at))

    def _on_top(self, seat: str, cards: list[str], t: int) -> None:
        card = cards[0]
        self._were_on_top.append((self._top, t))
        self._top_t, self._closed = t, False
        self._pressed = set()
        for one in cards:
            self._lose(seat, one)
            self._pile.append((one, one))
        if kind(card) == "CS":
            on = [c for c in colours(card) if c in self._active]
            off = [c for c in colours(card) if c not in self._active]
            self._active = "".join(colours(card) if not on or not off else on if len(cards) == 2 else off)
        else:
            self._active = card[0]
        if kind(card) in STRIKES:
            self._strike(seat, card, len(cards))
        else:
            self._neutral(seat, card, len(cards))

    def _neutral(self, seat: str, card: str, copies: int) -> None:
        what = kind(card)
        if what in ("0", "HH", "CE"):
            left = 1 if what == "0" else copies
            self._effects.append({"what": what, "seat": seat, "left": left, "last": not self._hands[seat]})
            if self._phase != "effect":
                self._next_effect(seat)
            return
        if what == "CD" and copies == 1:
            self._dir = -self._dir
        self._end_turn(seat)

    def _next_effect(self, seat: str) -> None:
        """Of several the first; one that can do nothing is passed over (AW-20, AW-21)."""
        while self._effects:
            first = self._effects[0]
            seat = first["seat"]
            least = {"0": 1, "HH": 2, "CE": 0}[first["what"]]
            if first["left"] and len(self._hands[seat]) >= least:
                self._phase = "effect"
                return
            self._effects.pop(0)
        self._end_turn(seat)

    def _effect_done(self) -> None:
        self._effects[0]["left"] -= 1
        self._next_effect(self._effects[0]["seat"])

    def _strike(self, seat: str, card: str, copies: int) -> None:
        attack, target = self._attack, self._next(seat)
        if attack and self._aiming and self._aiming[1] == "CAP":
            attack.owner, attack.owners = self._aiming[0], [self._aiming[0]] * len(attack.cards)
        self._aiming = self._votes = None
        if target == seat:
            self._end_turn(seat)
            return
        self._phase = "attack"
        if attack is None:
            self._attack = Attack(seat, card, copies, target)
            self._turn, self._resume = self._turn or seat, ""
            return
        fresh = Attack(seat, card, copies, target)
        if not (kind(card) == "SK" and self._o["skip_stack"] == "single"):
            fresh.total += attack.total
        fresh.cards, fresh.owners = attack.cards + fresh.cards, attack.owners + fresh.owners
        fresh.times = attack.times
        self._attack = fresh

    def _do_special(self, seat: str, card: str) -> None:
        attack = self._attack
        assert attack
        attack.open = attack.open and card in GREY
        match card:
            case "DG":
                attack.absent = [*attack.absent, seat]
                attack.target = self._next(seat, attack.absent)
                if self._o["dodge_scope"] == "once":
                    attack.absent = []
            case "MIR":
                self._dir = -self._dir
                attack.target = self._next(seat, attack.absent)
            case "UNL":
                self._phase = "vote"
                self._votes = (seat, [s for s in self._order if not self._away[s]], {})
            case "DBL" if attack.kind == "SK":
                attack.times *= 2
            case "DBL":
                attack.total *= 2
            case "NM":
                self._not_me(seat)
            case _:
                self._phase, self._aiming = "aim", (seat, card)

    def _not_me(self, seat: str) -> None:
        attack = self._attack
        assert attack
        victims = [s for s in self._ring(attack.target) if s != seat and not self._away[s]]
        attack.not_me, attack.victims, attack.absent, self._phase = seat, victims, [], "settle"
        attack.names = attack.total if attack.kind == "MAG" else 0
        if attack.kind == "M20":
            for victim in victims:
                self._minus[victim] += attack.total
            self._go_on(attack.target)
        elif attack.kind == "SK":
            if seat == attack.target and self._o["not_me_skip"] == "goes_on":
                self._go_on(seat)
                return
            for victim in victims:
                self._debt[victim] += attack.times - 1
            self._go_on(seat)
            if self._turn:
                self._resume = attack.target

    # --- cards in hands ---

    def _lose(self, seat: str, card: str) -> None:
        self._hands[seat].remove(card)
        if self._seen[seat][card]:
            self._seen[seat] -= Counter([card])

    def _lose_unseen(self, seat: str) -> None:
        """One at random: it may have been any of them, so of each kind one less is certain."""
        seen, hand = self._seen[seat], self._hands[seat]
        one_kind = len(seen) == 1 and seen.total() == len(hand)
        card = hand.pop(self._random.randrange(len(hand)))
        self._seen[seat] = (
            Counter([card] * len(hand)) if one_kind else +Counter({c: n - 1 for c, n in seen.items()})
        )
        self._pile.insert(0, (card, "?"))

    def _spare(self) -> int:
        """How many cards of the pile can be shuffled in (AW-23)."""
        return max(0, len(self._pile) - (len(self._attack.cards) if self._attack else 1))

    def _enough(self, count: int) -> None:
        if count > len(self._draw):
            cut = self._spare()
            self._draw += [card for card, _ in self._pile[:cut]]
            self._pile = self._pile[cut:]
            self._random.shuffle(self._draw)

    def _take(self, seat: str, count: int) -> None:
        self._enough(count)
        for _ in range(min(count, len(self._draw))):
            self._hands[seat].append(self._draw.pop())

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        getattr(self, f"_do_{move['move']}")(move["seat"], move)

    def _do_ready(self, seat: str, move: Move) -> None:
        self._now = max(self._now, move["t"])
        self._started = self._started or move["t"]
        self._ready.add(seat)
        if len(self._ready) == len(self.seats):
            self._phase = "flip"

    def _do_flip(self, seat: str, move: Move) -> None:
        card = move["cards"][-1]
        if card in self._draw:
            self._draw.remove(card)
        else:
            self._draw.pop()
        self._pile, self._top_t, self._active = [(card, card)], self._now, colours(card)
        self._turn = self._dealer
        if kind(card) in STRIKES:
            self._turn = self._next(self._dealer)
            self._strike(self._dealer, card, 1)
        else:
            self._neutral(self._dealer, card, 1)

    def _do_toss(self, seat: str, move: Move) -> None:
        self._now = max(self._now, move["t"])
        self._presses = [p for p in self._presses if p[0] != seat] + [(seat, move["t"])]
        self._pressed.add(seat)

    def _do_no_toss(self, seat: str, move: Move) -> None:
        self._presses = []

    def _do_touch(self, seat: str, move: Move) -> None:
        self._now = max(self._now, move["t"])
        if self._phase == "attack" and seat == self._after_skips():
            self._skip_all()
            if self._phase != "turn" or self._turn != seat:
                return
        elif self._phase == "attack":
            self._do_accept(seat, {**move, "own": ""})
            return
        self._take(seat, 1)
        self._phase, self._closed, self._presses = "drawn", True, []

    def _do_keep(self, seat: str, move: Move) -> None:
        self._end_turn(seat)

    def _do_doubt(self, seat: str, move: Move) -> None:
        self._doubted = self._turn

    def _do_show(self, seat: str, move: Move) -> None:
        self._now = max(self._now, move["t"])
        if self._phase != "score":
            self._doubted, self._cleared = "", True
            return
        self._hands[seat] = list(move["cards"])  # what lies there counts
        self._minus[seat] += sum(worth(card) for card in self._hands[seat])
        self._seen[seat] = Counter(self._hands[seat])
        self._counted.add(seat)
        self._all_counted()

    def _do_all_shown(self, seat: str, move: Move) -> None:
        self._sure.add(seat)

    def _do_redraw(self, seat: str, move: Move) -> None:
        n = len(self._hands[seat])
        self._draw += self._hands[seat]
        self._random.shuffle(self._draw)
        self._hands[seat] = [self._draw.pop() for _ in range(n)]
        self._seen[seat] = Counter()

    def _do_seats(self, seat: str, move: Move) -> None:
        if partner := move["partner"]:
            swap = {seat: partner, partner: seat}
            self._order = [swap.get(s, s) for s in self._order]
        self._effect_done()

    def _do_half(self, seat: str, move: Move) -> None:
        if move["away"]:
            for _ in range(len(self._hands[seat]) // 2):
                self._lose_unseen(seat)
        self._effect_done()

    def _do_exchange(self, seat: str, move: Move) -> None:
        partner, last = move["partner"], self._effects[0]["last"]
        for what in (self._hands, self._seen):
            what[seat], what[partner] = what[partner], what[seat]  # type: ignore[index]
        if last and self._o["ce_last"] == "just_swap_and_continue" and not self._hands[partner]:
            self._spared.add(partner)
        else:
            self._spared.discard(partner)
        self._effect_done()

    def _do_aim(self, seat: str, move: Move) -> None:
        assert self._attack and self._aiming
        if self._aiming[1] == "CAP":
            self._attack.owner, self._attack.owners = seat, [seat] * len(self._attack.cards)
        self._attack.target, self._aiming, self._phase = move["target"], None, "attack"

    def _do_vote(self, seat: str, move: Move) -> None:
        assert self._votes and self._attack
        asker, still, shown = self._votes
        shown[seat] = move["show"]
        if len(shown) < len(still):
            return
        if len(still) == 2:
            one, other = still
            left = (
                [one]
                if BEATS[shown[other]] == shown[one]
                else [other]
                if BEATS[shown[one]] == shown[other]
                else still
            )
        else:
            up = [s for s in still if shown[s] == "up"]
            down = [s for s in still if shown[s] == "down"]
            left = still if len(up) == len(down) or not up or not down else min(up, down, key=len)
        if len(left) == 1:
            self._attack.target, self._votes, self._phase = left[0], None, "attack"
        else:
            self._votes = (asker, left, {})

    # --- a hit is taken ---

    def _skip_all(self) -> None:
        while self._attack and self._phase == "attack":
            self._do_accept(self._attack.target, {"t": 0, "own": ""})

    def _do_accept(self, seat: str, move: Move) -> None:
        attack = self._attack
        assert attack
        match attack.kind:
            case "M20":
                self._minus[seat] += attack.total
                self._settled(seat)
            case "SK":
                self._debt[seat] += attack.times - 1
                if attack.total == 1:
                    self._settled(seat)
                else:
                    attack.total, attack.target = attack.total - 1, self._next(seat, attack.absent)
            case "AFK":
                self._now = max(self._now, move["t"])
                if not attack.not_me:
                    self._away[seat] = attack.total
                self._settled(seat)
            case "MAG":
                self._phase, attack.names = "settle", attack.total
            case _:
                rest = range(len(self._tried), len(attack.cards))
                each = sum(self._share(n) for n in rest)
                self._draw_and_settle(
                    seat, self._owed + (attack.total if self._o["stack_tasks"] == "all" else each)
                )

    def _share(self, number: int) -> int:
        assert self._attack
        values = [STRIKES[kind(card)] for card in self._attack.cards]
        upto = [self._attack.total * sum(values[:n]) // sum(values) for n in (number, number + 1)]
        return upto[1] - upto[0]

    def _draw_and_settle(self, seat: str, count: int) -> None:
        self._take(seat, count)
        self._settled(seat)

    def _settled(self, seat: str) -> None:
        attack = self._attack
        assert attack
        self._try, self._tried, self._owed = None, [], 0
        if attack.not_me:
            attack.victims, attack.names, self._phase = attack.victims[1:], attack.total, "settle"
            if not attack.victims:
                self._go_on(attack.target)
            return
        plays = attack.kind in ("P3", "P5", "M20", "MAG") and self._o["turn_after_hit"]
        self._go_on(seat if plays else self._next(seat))

    def _do_name(self, seat: str, move: Move) -> None:
        attack, everything = self._attack, {*NUMBERS[1:], *"mcyg"}
        assert attack
        attack.names = (attack.names or attack.total) - 1
        self._called = [*self._called, move["name"]]
        if set(self._called) >= everything:
            self._called = []
        self._name, self._phase = move["name"], "give"
        self._givers = [s for s in self._ring(seat)[1:] if not self._away[s] and self._hands[s]]
        self._all_given()

    def _do_give(self, seat: str, move: Move) -> None:
        target = self._performer()
        for card in move["cards"]:
            self._lose(seat, card)
            self._hands[target].append(card)
            self._seen[target][card] += 1
        self._givers.remove(seat)
        self._all_given()

    def _all_given(self) -> None:
        assert self._attack
        if not self._givers and self._attack.names:
            self._phase, self._name = "settle", ""
        elif not self._givers:
            self._settled(self._performer())

    # --- tasks ---

    def _do_dare(self, seat: str, move: Move) -> None:
        assert self._attack
        task = move["task"]
        if task != "own" and not self._printed():
            self._told.setdefault(self._attack.cards[len(self._tried)], []).append(task)
        self._try = {"seat": seat, "task": task, "begun": task not in LATER, "since": 0, "bump": -1,
                     "country": "", "table": 0, "wins": [0, 0]}  # fmt: skip
        self._phase = "task"

    def _do_printed(self, seat: str, move: Move) -> None:
        assert self._attack
        self._told[self._attack.cards[len(self._tried)]].append(move["task"])

    def _do_country(self, seat: str, move: Move) -> None:
        assert self._try
        self._try["country"] = move["code"]

    def _do_begin(self, seat: str, move: Move) -> None:
        assert self._try
        self._now = max(self._now, move["t"])
        self._try |= {"begun": True, "since": move["t"]}

    def _do_end(self, seat: str, move: Move) -> None:
        trying, t = self._try, move["t"]
        assert trying
        if t < trying["since"]:  # the power was off in between
            trying |= {"begun": False, "since": 0, "bump": -1}
            return
        self._now = max(self._now, t)
        ms = (t - trying["since"]) // MS
        match trying["task"]:
            case "T1" if move["how"] == "bump":
                trying["bump"] = ms
            case "T1":
                self._result(min(ms, trying["bump"] if trying["bump"] >= 0 else ms) >= 7_000)
            case "T2":
                self._result(ms >= 90_000 and move["how"] != "told")
            case _:
                self._result(1_900 <= ms // 10 <= 2_100)

    def _do_number(self, seat: str, move: Move) -> None:
        trying, value = self._try, move["value"]
        assert trying
        if trying["task"] == "T8":
            people = PEOPLE[trying["country"]]
            off = 10 * abs(value - people)
            self._result(off < people or (off == people and self._o["pop"] == "le"))
        elif not trying["table"]:
            trying["table"] = value
        else:
            self._result(value <= 100 + 50 * (min(trying["table"], 2000) - 1000) / 1000)

    def _do_turned(self, seat: str, move: Move) -> None:
        assert self._try
        cards, who = move["cards"], self._try["seat"]
        self._enough(len(cards))
        owed = int(kind(cards[-1])) + 10 * sum(card in BROWN for card in cards)
        for card in cards:
            if card in self._draw:
                self._draw.remove(card)
            else:
                self._draw.pop()
        kept = cards[:owed] if self._o["flip_cards_kept"] else []
        self._hands[who] += kept
        self._seen[who].update(kept)
        self._pile[:0] = [(card, card) for card in cards[len(kept) :]]
        self._owed += owed - len(kept)
        self._task_over()

    def _do_throw(self, seat: str, move: Move) -> None:
        assert self._try
        wins = self._try["wins"]
        wins[0] += BEATS[move["own"]] == move["other"]
        wins[1] += BEATS[move["other"]] == move["own"]
        if 2 in wins:
            self._result(wins[0] == 2)

    def _do_judged(self, seat: str, move: Move) -> None:
        if move["result"] == "cannot":
            self._costs(1)
        else:
            self._result(move["result"] == "ok")

    def _result(self, good: bool) -> None:
        if good:
            self._task_over()
        else:
            self._costs(2)

    def _costs(self, times: int) -> None:
        """Drawing, once or twice as much: for the whole pile, or for the card (AW-13)."""
        assert self._try and self._attack
        if self._o["stack_tasks"] == "all":
            self._draw_and_settle(self._try["seat"], self._owed + times * self._attack.total)
        else:
            self._owed += times * self._share(len(self._tried))
            self._task_over()

    def _task_over(self) -> None:
        assert self._try and self._attack
        seat = self._try["seat"]
        self._tried.append(self._try["task"])
        if len(self._tried) < len(self._attack.cards):
            self._phase, self._try = "settle", None
        else:
            self._draw_and_settle(seat, self._owed)

    # --- whose turn it is, and the end ---

    def _do_back(self, seat: str, move: Move) -> None:
        self._away[seat] = 0
        if self._phase == "return" and not any(self._away.values()):
            self._phase = "score"
            self._all_counted()

    def _end_turn(self, seat: str) -> None:
        after = self._resume if self._resume and seat == self._turn else self._next(seat)
        self._resume = ""
        self._go_on(after)

    def _go_on(self, seat: str) -> None:
        self._tidy()
        self._spared = {s for s in self._spared if not self._hands[s]}
        empty = [s for s in self.seats if not self._hands[s] and s not in self._spared]
        if empty:
            self._winners, self._turn, self._presses, self._robbed = empty, "", [], []
            waits = any(self._away.values()) and not self._o["afk_last_waived"]
            if not waits:
                self._away = dict.fromkeys(self.seats, 0)
            self._phase = "return" if waits else "score"
            self._counted = {s for s in self.seats if not self._hands[s]}
            self._all_counted()
            return
        if (
            self._o["mid_round_end"]
            and self._o["until"] == "points"
            and max(self._minus.values()) >= self._o["limit"]
        ):
            self._phase, self._winners, self._turn = "score", [], ""
            return
        while self._debt[seat]:
            self._debt[seat] -= 1
            seat = self._next(seat)
        self._phase, self._turn = "turn", seat

    def _all_counted(self) -> None:
        if self._phase != "score" or self._counted != set(self.seats):
            return
        over = {
            "points": max(self._minus.values()) >= self._o["limit"],
            "rounds": self._round >= self._o["rounds"],
            "time": self._now - self._started >= self._o["minutes"] * 60_000 * MS,
        }[self._o["until"]]
        if over:
            self._phase = "over"
            return
        by_order = self._order[(self._order.index(self._dealer) + 1) % len(self._order)]
        self._dealer = self._winners[0] if self._o["dealer"] == "winner" and self._winners else by_order
        self._round += 1
        self._winners = []
        self._deal()

    # --- how it stands ---

    def position(self) -> dict[str, Any]:
        if self._phase == "over":
            return {}
        told: dict[str, Any] = {
            "phase": self._phase, "turn": self._turn, "resume": self._resume, "dir": self._dir,
            "order": self._order, "dealer": self._dealer, "round": self._round, "draw": len(self._draw),
            "discard": [seen for _, seen in self._pile], "called": self._called, "printed": self._told,
            "claims": [{"seat": seat, "t": t} for seat, t in self._presses],
        }  # fmt: skip
        if self._phase == "turn":
            told["active"] = sorted(self._active)
        for seat in self.seats:
            unknown = len(self._hands[seat]) - self._seen[seat].total()
            hand = sorted([*self._seen[seat].elements(), *"?" * unknown])
            player = {
                "hand": hand,
                "minus": self._minus[seat],
                "debt": self._debt[seat],
                "away": self._away[seat],
            }
            told.setdefault("players", {})[seat] = player
        if (attack := self._attack) is not None:
            told["attack"] = {
                "kind": attack.kind, "total": attack.total, "owner": attack.owner, "target": attack.target,
                "times": attack.times, "absent": attack.absent, "not_me": attack.not_me,
                "victims": attack.victims, "jerk_open": attack.open,
            }  # fmt: skip
        else:
            told["attack"] = None
        return told

    def scores(self) -> dict[str, int]:
        return {seat: -minus for seat, minus in self._minus.items()}

    def winners(self) -> list[str] | None:
        if self._phase != "over":
            return None
        return [seat for seat in self.seats if self._minus[seat] == min(self._minus.values())]


ALL = [
    "ready", "flip", "lay", "toss", "no_toss", "touch", "keep", "doubt", "show", "redraw", "seats", "half",
    "exchange", "aim", "vote", "accept", "dare", "printed", "name", "give", "back", "country", "begin", "end",
    "number", "turned", "throw", "judged", "all_shown",
]  # fmt: skip
