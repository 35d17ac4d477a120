"""For the second referee of Wobble: hands, piles, turns and points (W1 to W9, W30 to W35)."""

from collections import Counter
from random import Random
from typing import Any

from tests.second_referees.wobble_cards import (
    BROWN,
    COLOURED,
    GREY,
    MS,
    STRIKES,
    SWAPS,
    TASKS,
    Attack,
    Move,
    colours,
    kind,
)


class Table:
    """What lies there, who holds what, and what may be known of it."""

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
