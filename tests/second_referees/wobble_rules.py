"""Which rule of Wobble a move breaks (W9 to W29, W38 to W46, W-T1 to W-T12)."""

from collections import Counter

from tests.second_referees.wobble_cards import (
    GREY,
    KNOWN,
    LATER,
    MEANWHILE,
    MS,
    NUMBERS,
    OPEN,
    PEOPLE,
    TASKS,
    VOTED,
    Move,
    colours,
    kind,
)
from tests.second_referees.wobble_table import Table


class Rules(Table):
    """Refuses."""

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
