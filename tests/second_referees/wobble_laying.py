"""What comes of moves in Wobble: cards on the pile, attacks, effects (W13 to W29, W36 to W46)."""

from collections import Counter

from tests.second_referees.wobble_cards import (
    BEATS,
    GREY,
    MEANWHILE,
    OPEN,
    STRIKES,
    Attack,
    Move,
    colours,
    kind,
    worth,
)
from tests.second_referees.wobble_table import Table


class Laying(Table):
    """Everything but hits and tasks."""

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
