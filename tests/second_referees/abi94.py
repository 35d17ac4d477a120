"""Abi '94 once more, with hidden hands, from its booklet and the numbered rules."""

from random import Random
from typing import Any

Move = dict[str, Any]
MINUS = {-1: 6, -2: 6, -3: 6, -4: 4, -5: 4}
EFFECTS_A = {"MP": 6, "CH": 6, "MA": 5, "ME": 5}
EFFECTS_B = {"MP": 8, "CH": 6, "MA": 6, "ME": 6}
PACK = 92


class Player:
    """One pupil. `hand` is how many cards; what they are nobody sees."""

    def __init__(self) -> None:
        self.chips = self.pills = 0
        self.klausuren: list[int] = []
        self.exam: tuple[int, int, bool] | None = None  # net points, types, ejected
        self.standing = "in"
        self.begin(0)

    def begin(self, hand: int) -> None:
        """A project begins."""
        self.hand, self.caught, self.swapped = hand, 0, False
        self.before: list[str] = []
        self.covered: list[str] = []
        self.copied: list[int] = []
        self.now, self.result = "", 0
        self.received = self.played = self.victim = self.ready = self.tested = False

    @property
    def front(self) -> list[str]:
        return [*self.before, self.now] if self.now else self.before


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"][: random.randint(3, 8)]
        choices: dict[str, list[Any]] = {
            "d10_zero": [10, 0],
            "plus_type": ["printed", "value"],
            "hard_learning": ["all", "single"],
            "caught_resets": ["plus_only", "everything"],
            "manta_target": ["strict", "received_only", "played_only"],
            "manta_draw": ["same_count", "full"],
            "follow": ["any", "first", "latest"],
            "swap_when": ["each_klausur", "first_only", "free_in_exam"],
            "chips": ["unlimited", "hard_limit"],
            "sole_qualifier": ["wins", "plays_solo"],
            "failed_points": ["literal", "zero_floor", "fails_zero"],
            "handin_before_play": ["free", "owes_card"],
            "window": ["timed", "all_confirm", "none"],
            "cheat_type": [False, True],
            "elimination": ["at_once", "later"],
            "deck_empty": ["reshuffle", "end"],
            "pass_count": [2, 3],
            "leader_next": ["rotate", "choose"],
            "caught_twice": ["leaves", "stays"],
            "neighbour_waits": [True, False],
            "tie": ["chain", "shared_on_grade"],
            "deck": ["a", "b"],
        }
        self.options = {name: random.choice(values) for name, values in choices.items()}
        self._kinds = _kinds(self.options["deck"], self.options["hard_learning"] == "single")
        self._people = {seat: Player() for seat in self.seats}
        self._phase, self._project, self._round = "deal", 1, 1
        self._leader = self._turn = ""
        self._starters = list(self.seats)
        self._pending: tuple[str, str, str, str] | None = None  # what, whose, neighbour, card
        self._draw, self._box = PACK, 30
        self._thrown: list[str] = []  # "?" where nobody saw it

    # --- what is tried ---

    def propose(self) -> Move:
        random, kinds = self._random, list(self._kinds)
        usual = {
            "deal": ["deal"],
            "swap": ["swap"],
            "lead": ["lead"],
            "turn": ["play"] * 8 + ["handin"],
            "window": ["close", "ready", "handin", "ready"],
            "stress": ["test"],
        }[self._phase]
        if self._pending:
            by_what = {"cover": "cover", "copy": "name", "roll": "roll", "sure": "keep"}
            usual = [by_what[self._pending[0]]] * 4 + ["decline", "handin"]
        kind = random.choice(usual)
        if random.random() < 0.12:
            every = "deal swap lead play cover decline name roll handin keep ready close test"
            kind = random.choice(every.split())
        seat = random.choice(self.seats)
        if random.random() < 0.85:
            seat = self._pending[1] if self._pending else self._turn or seat
        if kind == "handin" and random.random() < 0.8:
            seat = random.choice([s for s in self.seats if self._may_hand_in(s)] or self.seats)
        move: Move = {"move": kind, "seat": seat}
        match kind:
            case "swap":
                move["count"] = random.choice([0, 1, 2, 3, 3, 4, -1])
            case "lead":
                move["leader"] = random.choice([*self.seats, "Nobody"])
            case "play":
                free = [s for s in self._active() if not self._people[s].received]
                targets = free if free and random.random() < 0.8 else self.seats
                move |= {"target": random.choice(targets), "card": random.choice([*kinds, "+9"])}
                move["only"] = random.random() < 0.3
            case "cover":
                move["card"] = random.choice([*self._people[seat].front, *kinds])
            case "name":
                move["neighbour"] = random.choice(self.seats)
                move["card"] = random.choice([*self._people[move["neighbour"]].front, random.choice(kinds)])
            case "roll" | "test":
                move["face"] = random.choice([*range(10), 10, 11, -1])
            case "handin":
                move["sure"] = random.random() < 0.5
        return move

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        return str(getattr(self, f"_refuse_{move['move']}")(move, move["seat"]))

    def _refuse_deal(self, move: Move, seat: str) -> str:
        return "" if self._phase == "deal" else "AB5"

    def _refuse_swap(self, move: Move, seat: str) -> str:
        if self._phase != "swap" or seat not in self._starters or self._people[seat].swapped:
            return "AB6"
        most = min(3, self._draw)
        if self.options["chips"] == "hard_limit" and self._project < 4:
            most = min(most, max(0, self._box))
        return "" if 0 <= move["count"] <= most else "AB6"

    def _refuse_lead(self, move: Move, seat: str) -> str:
        return "" if self._phase == "lead" and move["leader"] in self._starters else "AB8"

    def _refuse_play(self, move: Move, seat: str) -> str:
        card, target = move["card"], self._people[move["target"]]
        if self._pending or self._phase != "turn" or seat != self._turn:
            return "AB9"
        if card not in self._kinds or self._unseen(card) < 1:
            return "AB9"
        if move["target"] not in self._active():
            return "AB14"
        if self._kinds[card][2] != "manta":
            return "AB10" if target.received else ""
        if self._can_hit(move["target"]):
            return ""
        able = [s for s in self._active() if self._can_hit(s)]
        alone = move["only"] or self._people[seat].hand == 1 or self._only_mantas_unseen()
        return "" if not able and alone else "AB30"

    def _unseen(self, card: str) -> int:
        """How many copies of *card* nobody can see."""
        lying = [*self._thrown, *(c for seat in self._active() for c in self._people[seat].front)]
        return int(self._kinds[card][0]) - lying.count(card)

    def _only_mantas_unseen(self) -> bool:
        mantas = sum(count for count, _, effect, _ in self._kinds.values() if effect == "manta")
        others = [card for card, kind in self._kinds.items() if kind[2] != "manta"]
        return self._draw + len(self._thrown) <= mantas and all(self._unseen(c) < 1 for c in others)

    def _can_hit(self, seat: str) -> bool:
        """AB30, A5, AB32."""
        who, mode = self._people[seat], self.options["manta_target"]
        barred = (who.received and mode != "played_only") or (who.played and mode != "received_only")
        return not barred and not self._only_mantas_unseen()

    def _refuse_cover(self, move: Move, seat: str) -> str:
        return "" if self._asked("cover", seat) and move["card"] in self._open_minus(seat) else "AB22"

    def _asked(self, what: str, seat: str) -> bool:
        return self._pending is not None and self._pending[:2] == (what, seat)

    def _open_minus(self, seat: str) -> list[str]:
        left = [card for card in self._people[seat].front if self._kinds[card][1] < 0]
        for card in self._people[seat].covered:
            left.remove(card)
        return left

    def _refuse_decline(self, move: Move, seat: str) -> str:
        now = self._people[seat].now
        cheating = bool(now) and self._kinds[now][2] == "cheating"
        return "" if cheating and not self._asked("roll", seat) else "AB23"

    def _refuse_name(self, move: Move, seat: str) -> str:
        found = (move["neighbour"], move["card"]) in self._answers(seat)
        return "" if self._asked("copy", seat) and found else "AB23"

    def _answers(self, seat: str) -> list[tuple[str, str]]:
        """AB23, AB24: the plus cards before the next active one on either side."""
        others = [s for s in self._from(seat)[1:] if s in self._active()]
        beside = [*others[:1], *others[-1:]]
        return [(s, c) for s in beside for c in self._people[s].front if self._kinds[c][1] > 0]

    def _refuse_roll(self, move: Move, seat: str) -> str:
        return "" if self._asked("roll", seat) and 0 <= move["face"] <= 10 else "AB23"

    def _may_hand_in(self, seat: str) -> bool:
        who = self._people[seat]
        if who.standing != "in" or not who.received or self._asked("cover", seat):
            return False
        rolling = self._pending if self._pending and self._pending[0] == "roll" else None
        busy = rolling and (seat == rolling[1] or (seat == rolling[2] and self.options["neighbour_waits"]))
        return not busy

    def _refuse_handin(self, move: Move, seat: str) -> str:
        return "" if self._phase in ("turn", "window") and self._may_hand_in(seat) else "AB33"

    def _refuse_keep(self, move: Move, seat: str) -> str:
        return "" if self._asked("sure", seat) else "AB43"

    def _refuse_ready(self, move: Move, seat: str) -> str:
        free = self._phase == "window" and self._may_hand_in(seat)
        return "" if free and not self._people[seat].ready else "AB38"

    def _refuse_close(self, move: Move, seat: str) -> str:
        if self._phase != "window" or self._pending:
            return "AB38"
        unready = [s for s in self.seats if self._may_hand_in(s) and not self._people[s].ready]
        return "A13" if unready and self.options["window"] == "all_confirm" else ""

    def _refuse_test(self, move: Move, seat: str) -> str:
        if self._phase != "stress" or self._people[seat].standing == "out" or self._people[seat].tested:
            return "AB39"
        return "" if 0 <= move["face"] <= 10 else "AB39"

    # --- who is who ---

    def _from(self, seat: str) -> list[str]:
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def _active(self) -> list[str]:
        return [seat for seat in self.seats if self._people[seat].standing == "in"]

    def _in_game(self) -> list[str]:
        return [seat for seat in self.seats if self._people[seat].standing != "out"]

    def _owing(self) -> list[str]:
        owes = ("in", "handed_in") if self.options["handin_before_play"] == "owes_card" else ("in",)
        people = self._people
        return [
            s
            for s in self._from(self._leader)
            if people[s].standing in owes and not people[s].played and people[s].hand
        ]

    def _size(self) -> int:
        n = len(self._starters)
        return 7 if n <= 5 else 6 if n <= 7 else 5

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        getattr(self, f"_play_{move['move']}")(move, move["seat"])
        if self._phase == "window" and self.options["window"] == "none":
            self._end_round()

    def _play_deal(self, move: Move, seat: str) -> None:
        self._starters = self._in_game()
        for name in self._starters:
            self._people[name].standing = "in"
            self._people[name].begin(self._size())
        self._draw, self._thrown, self._round = PACK - self._size() * len(self._starters), [], 1
        when = self.options["swap_when"]
        swaps = when == "free_in_exam" if self._project == 4 else self._project == 1 or when != "first_only"
        self._phase = "swap"
        if not swaps:
            self._to_lead()

    def _play_swap(self, move: Move, seat: str) -> None:
        self._people[seat].swapped = True
        self._draw -= move["count"]
        self._thrown += ["?"] * move["count"]
        if self._project < 4:
            self._people[seat].chips += move["count"]
            self._box -= move["count"]
        if all(self._people[s].swapped for s in self._starters):
            self._to_lead()

    def _to_lead(self) -> None:
        if self._project == 1 or self.options["leader_next"] == "choose":
            self._phase = "lead"
            return
        self._leader = next(s for s in [*self._from(self._leader)[1:], self._leader] if s in self._starters)
        self._go_on()

    def _play_lead(self, move: Move, seat: str) -> None:
        self._leader = move["leader"]
        self._go_on()

    def _go_on(self) -> None:
        owing = self._owing()
        self._turn, self._phase = (owing[0] if owing else ""), "turn"
        if self._pending:
            return
        if not owing:
            self._phase = "window"
        elif self._people[self._turn].victim:
            self._change_hand(self._turn, self._people[self._turn].hand, 0)

    def _change_hand(self, seat: str, old: int, kept: int) -> None:
        """AB28, AB29, A6: *kept* of the *old* cards were seen and are thrown by whoever asks."""
        self._thrown += ["?"] * (old - kept)
        size = old if self.options["manta_draw"] == "same_count" else self._size()
        self._people[seat].hand = min(size, self._draw + len(self._thrown))
        self._take_from_pack(self._people[seat].hand)
        self._people[seat].victim = False

    def _take_from_pack(self, count: int) -> None:
        if count > self._draw:
            self._draw, self._thrown = self._draw + len(self._thrown), []
        self._draw = max(0, self._draw - count)

    def _play_play(self, move: Move, seat: str) -> None:
        who, target, card = self._people[seat], self._people[move["target"]], move["card"]
        _, _, effect, _ = self._kinds[card]
        hits = effect != "manta" or self._can_hit(move["target"])
        who.hand -= 1
        if who.standing == "handed_in":
            self._draw, who.hand = self._draw + who.hand, 0
        if effect == "manta" and hits and who is target:
            self._change_hand(seat, who.hand + 1, 1)
            self._thrown.append(card)
            self._go_on()
            return
        who.played = True
        if effect == "manta" and (not hits or target.received):
            self._thrown.append(card)
            target.victim = target.victim or hits
        else:
            target.now, target.received = card, True
            target.victim = target.victim or effect == "manta"
            self._take_effect(move["target"], effect)
        self._go_on()

    def _take_effect(self, seat: str, effect: str) -> None:
        who = self._people[seat]
        if effect == "hard_learning" and self._project < 4:
            taken = 2 if self.options["chips"] == "unlimited" else min(2, max(0, self._box))
            who.chips, self._box = who.chips + taken, self._box - taken
        if effect in ("girl_friend", "meditation") and self._project < 4 and who.chips:
            who.chips, self._box = who.chips - 1, self._box + 1
        if effect == "mamapapa" and self._open_minus(seat):
            self._pending = ("cover", seat, "", "")
        if effect == "cheating" and self._answers(seat):
            self._pending = ("copy", seat, "", "")

    def _play_cover(self, move: Move, seat: str) -> None:
        self._people[seat].covered.append(move["card"])
        self._pending = None
        self._go_on()

    def _play_decline(self, move: Move, seat: str) -> None:
        if self._asked("copy", seat):
            self._pending = None
            self._go_on()

    def _play_name(self, move: Move, seat: str) -> None:
        self._pending = ("roll", seat, move["neighbour"], move["card"])

    def _rolled(self, face: int) -> int:
        return int(self.options["d10_zero"]) if face % 10 == 0 else face

    def _play_roll(self, move: Move, seat: str) -> None:
        assert self._pending
        who, value = self._people[seat], self._kinds[self._pending[3]][1]
        self._pending = None
        if self._rolled(move["face"]) > value:
            who.copied.append(value)
        else:
            self._caught(seat, who)
        self._go_on()

    def _caught(self, seat: str, who: Player) -> None:
        """AB25 to AB27, A4."""
        who.caught += 1
        if self._project == 4 or who.caught > 1:
            who.exam = (0, 0, True) if self._project == 4 else None
            if self._project == 4 or self.options["caught_twice"] == "leaves":
                self._leave(seat, "failed")
            return
        everything = self.options["caught_resets"] == "everything"
        gone = [card for card in who.before if everything or self._kinds[card][1] > 0]
        who.before = [card for card in who.before if not everything and self._kinds[card][1] <= 0]
        who.copied = []
        if everything:
            gone += [who.now] if who.now else []
            who.now, who.covered = "", []
        self._thrown += gone

    def _leave(self, seat: str, standing: str) -> None:
        who = self._people[seat]
        owes = (
            standing == "handed_in" and self.options["handin_before_play"] == "owes_card" and not who.played
        )
        self._draw += len(who.front) + (0 if owes else who.hand)
        who.hand = who.hand if owes else 0
        who.standing, who.victim = standing, False

    def _exam(self, who: Player) -> tuple[int, int, bool]:
        """AB43, AB44, A2, A14."""
        printed = self.options["plus_type"] == "printed"
        types = {str(self._kinds[c][3 if printed else 1]) for c in who.front if self._kinds[c][1] > 0}
        if self.options["cheat_type"]:
            subjects = {value: {k[3] for k in self._kinds.values() if k[1] == value} for value in who.copied}
            types |= {min(s) if printed and len(s) == 1 else str(value) for value, s in subjects.items()}
        return min(15, self._raw(who)) - who.pills, len(types), False

    def _raw(self, who: Player) -> int:
        values = {card: kind[1] for card, kind in self._kinds.items()}
        return int(sum(values[c] for c in who.front) - sum(values[c] for c in who.covered) + sum(who.copied))

    def _play_handin(self, move: Move, seat: str) -> None:
        if self._project == 4 and not move["sure"] and not _passes(self._exam(self._people[seat])):
            if self._pending is None:
                self._pending = ("sure", seat, "", "")
                self._go_on()
            return
        self._score_one(seat)
        if self._pending:
            what, whose, _, _ = self._pending
            if whose not in self._active() or (what == "copy" and not self._answers(whose)):
                self._pending = None
        self._go_on()

    def _score_one(self, seat: str) -> None:
        """AB35, A11."""
        who, raw = self._people[seat], self._raw(self._people[seat])
        if self._project == 4:
            who.exam = self._exam(who)
        elif who.caught > 1 or (self.options["failed_points"] == "fails_zero" and raw < 5):
            who.result = 0
        else:
            who.result = min(15, max(0, raw) if self.options["failed_points"] == "zero_floor" else raw)
        self._leave(seat, "handed_in")

    def _play_keep(self, move: Move, seat: str) -> None:
        self._pending = None
        self._go_on()

    def _play_ready(self, move: Move, seat: str) -> None:
        self._people[seat].ready = True
        if all(self._people[s].ready for s in self.seats if self._may_hand_in(s)):
            self._end_round()

    def _play_close(self, move: Move, seat: str) -> None:
        self._end_round()

    def _end_round(self) -> None:
        """AB11 to AB13, AB37, A16."""
        for who in self._people.values():
            who.before, who.now = who.front, ""
            who.received = who.played = who.ready = False
        active, size = self._active(), self._size()
        empty = all(not self._people[s].hand for s in active)
        spare = len(self._thrown) if self.options["deck_empty"] == "reshuffle" else 0
        lasts = not empty or size * len(active) <= self._draw + spare
        if len(active) < min(2, len(self._starters)) or not lasts:
            for seat in active:
                self._score_one(seat)
            self._end_project()
            return
        for seat in active if empty else ():
            self._take_from_pack(size)
            self._people[seat].hand = size
        self._leader = next(s for s in [*self._from(self._leader)[1:], self._leader] if s in active)
        self._round += 1
        self._go_on()

    def _end_project(self) -> None:
        """AB42, A15."""
        self._turn, self._thrown, self._draw = "", [], PACK
        if self._project == 4:
            self._phase = "over"
            return
        for seat in self._starters:
            self._people[seat].klausuren.append(self._people[seat].result)
            self._people[seat].tested = False
        allowed = 3 - self.options["pass_count"]
        if self.options["elimination"] == "at_once" or self._project == 3:
            for seat in self._in_game():
                if sum(points < 5 for points in self._people[seat].klausuren) > allowed:
                    self._people[seat].standing = "out"
        self._phase = "stress" if self._in_game() else "over"

    def _play_test(self, move: Move, seat: str) -> None:
        who = self._people[seat]
        who.tested, who.pills = True, who.pills + (self._rolled(move["face"]) <= who.chips)
        if all(self._people[s].tested for s in self._in_game()):
            alone = len(self._in_game()) == 1 and self.options["sole_qualifier"] == "wins"
            self._phase, self._project = ("over", self._project) if alone else ("deal", self._project + 1)

    # --- how it stands ---

    def position(self) -> dict[str, Any]:
        people = {
            s: {"chips": p.chips, "pills": p.pills, "standing": p.standing} for s, p in self._people.items()
        }
        known = {"phase": self._phase, "project": self._project, "turn": self._turn, "pupils": people}
        return known | (
            {"draw": self._draw, "round": self._round} if self._phase in ("turn", "window") else {}
        )

    def scores(self) -> dict[str, int]:
        return {
            seat: sum(who.klausuren) + (2 * who.exam[0] if who.exam and _passes(who.exam) else 0)
            for seat, who in self._people.items()
        }

    def winners(self) -> list[str] | None:
        """AB4, AB46, A10."""
        if self._phase != "over":
            return None
        passed = [s for s, who in self._people.items() if who.exam and _passes(who.exam)]
        if not passed:
            left = self._in_game()
            return left if len(left) == 1 and self._people[left[0]].exam is None else []
        merits = {seat: self._merit(seat) for seat in passed}
        return [seat for seat in passed if merits[seat] == min(merits.values())]

    def _merit(self, seat: str) -> tuple[int, ...]:
        """Smaller is better; the grade is 17/3 - T/15, cut to a tenth, from 1.0 to 4.0."""
        who, total = self._people[seat], self.scores()[seat]
        grade = max(10, min(40, (850 - 10 * total) // 15))
        exam = who.exam[0] if who.exam else 0
        return (grade,) if self.options["tie"] == "shared_on_grade" else (grade, -total, -exam, who.pills)


def _passes(exam: tuple[int, int, bool]) -> bool:
    net, types, ejected = exam
    return net >= 5 and types >= 3 and not ejected


def _kinds(deck: str, single: bool) -> dict[str, tuple[int, int, str, str]]:
    """How many there are of each card, its value, its effect, its subject; A3 with one of each marked."""
    names = {"MP": "mamapapa", "CH": "cheating", "MA": "manta", "ME": "meditation"}
    kinds: dict[str, tuple[int, int, str, str]] = {}
    if deck == "a":
        for value, count in ((1, 10), (2, 10), (3, 10), (4, 8), (5, 6)):
            kinds[f"+{value}"] = (count, value, "hard_learning" if value == 4 else "", f"subject {value}")
    else:
        for colour in "gyrbv":
            for value, count in ((1, 2), (2, 2), (3, 2), (4, 1), (5, 1)):
                kinds[f"+{value}{colour}"] = (count, value, "hard_learning" if value == 4 else "", colour)
    for value, count in MINUS.items():
        kinds[str(value)] = (count, value, "girl_friend" if value == -4 else "", "")
    for name, count in (EFFECTS_A if deck == "a" else EFFECTS_B).items():
        kinds[name] = (count, 0, names[name], "")
    return _marked(kinds) if single else kinds


def _marked(kinds: dict[str, tuple[int, int, str, str]]) -> dict[str, tuple[int, int, str, str]]:
    marked, used = set(), {}
    for card, (count, value, effect, subject) in kinds.items():
        first = effect in ("hard_learning", "girl_friend") and effect not in marked
        plain = "" if effect in ("hard_learning", "girl_friend") else effect
        if count - first:
            used[card] = (count - first, value, plain, subject)
        if first:
            marked.add(effect)
            used[f"{card}*"] = (1, value, effect, subject)
    return used
