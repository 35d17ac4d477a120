"""How a hit is taken in Wobble, and the tasks that may be dared (W25, W40 to W42, W-T1 to W-T12)."""

from tests.second_referees.wobble_cards import BEATS, BROWN, LATER, MS, NUMBERS, PEOPLE, STRIKES, Move, kind
from tests.second_referees.wobble_table import Table


class Hits(Table):
    """What an attack costs, or a task."""

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
