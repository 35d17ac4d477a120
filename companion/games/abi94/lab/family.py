"""People who cheat at Abi '94, and hold the referee's table against the real one."""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask, Kind
from companion.family import Happening
from companion.game import AnyGame
from companion.games.abi94.things import Things
from companion.lab.family import People
from companion.rulings import Ruling, Verdict

PLAYING = ("turn", "window")
LYING = ("swap", "lead", *PLAYING)
CHIPS = 30


class RealTable(Things):
    """The real things, and whoever counts again what they come to."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        super().__init__(game, seats, options, random)
        self._covered: dict[str, list[str]] = {seat: [] for seat in seats}
        self._copied: dict[str, list[int]] = {seat: [] for seat in seats}
        self._caught = dict.fromkeys(seats, 0)
        self._chips = dict.fromkeys(seats, 0)
        self._pills = dict.fromkeys(seats, 0)
        self._sheet: dict[str, list[int]] = {seat: [] for seat in seats}
        self._exam: dict[str, int] = {}
        self._results: dict[str, int] = {}
        self._out: set[str] = set()
        self._minus: list[str] = []
        self._named = self._project = self._round = 0
        self._wrong: list[str] = []  # what was announced otherwise than it is

    # --- what somebody can count ---

    def received(self, seat: str) -> bool:
        return seat in self._got

    def worth(self, card: str) -> int:
        return self._box.value(card)

    def bound(self) -> list[str]:
        """The minus cards that have to be followed in this round."""
        match self._options.follow:
            case "first":
                return self._minus[:1]
            case "latest":
                return self._minus[-1:]
            case _:
                return list(self._minus)

    def manta_targets(self) -> list[str]:
        """Whom a Manta can hit; nobody if every card that is not laid is a Manta itself."""
        mode = self._options.manta_target
        hidden = [*self._pack, *self._away, *(card for hand in self.hands.values() for card in hand)]
        if all(self._box.effect(card) == "manta" for card in hidden):
            return []
        return [
            seat
            for seat in self.active()
            if not (seat in self._got and mode != "played_only")
            and not (seat in self._laid and mode != "received_only")
        ]

    def _points(self, seat: str) -> int:
        cards = sum(self._box.value(card) for card in self.front(seat))
        return cards - sum(self._box.value(card) for card in self._covered[seat]) + sum(self._copied[seat])

    def _types(self, seat: str) -> int:
        printed = self._options.plus_type == "printed"
        kinds = [self._box.kinds[card] for card in self.front(seat) if self._box.is_plus(card)]
        types = {kind.subject if printed else str(kind.value) for kind in kinds}
        for value in self._copied[seat] if self._options.cheat_type else ():
            subjects = {kind.subject for kind in self._box.kinds.values() if kind.value == value}
            types |= subjects if printed and len(subjects) == 1 else {str(value)}
        return len(types)

    def _face(self, value: Any) -> int:
        face = int(value["d10"][0]) if isinstance(value, dict) else int(value)
        return int(self._options.d10_zero) if face == 0 else face

    # --- what somebody counts ---

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        accepted, seat, value = ruling.verdict is Verdict.ACCEPTED, happening.seat, happening.value
        name, _, rest = happening.ask.partition(":")
        match name if accepted else "":
            case "deal":
                self._end_project()
                self._begin(int(rest))
            case "swap":
                self._move_chips(seat, len(value["cards"]) if isinstance(value, dict) else value)
            case "play":
                self._expect_manta(value["place"].partition(":")[2], value["cards"][0], ruling)
            case "cover":
                self._covered[seat].append(value)
            case "copy" if value != "no":
                self._named = self._box.value(value["card"])
            case "roll":
                self._rolled(seat, self._face(value))
            case "test":
                self._end_project()
                self._pills[seat] += self._face(value) <= self._chips[seat]
            case "handin" if self._project == 4 and not self._passes(seat):
                self._wrong += [
                    f"{seat}: a hopeless exam is taken" for n in ruling.notes if "exam" in n.says.key
                ]
        super().answered(happening, ruling)

    def _begin(self, project: int) -> None:
        self._project, self._results, self._round = project, {}, 0
        for seat in self.seats:
            self._covered[seat], self._copied[seat], self._caught[seat] = [], [], 0

    def _expect_manta(self, target: str, card: str, ruling: Ruling) -> None:
        idle = any(note.says.key == "note.manta_idle" for note in ruling.notes)
        if self._box.effect(card) == "manta" and idle == (target in self.manta_targets()):
            self._wrong.append(f"a Manta on {target} that {'hits' if idle else 'hits nobody'}")

    def _move_chips(self, seat: str, count: int) -> None:
        """Chips out of the box or back; none in the exam."""
        if self._options.chips == "hard_limit":
            count = min(count, max(0, CHIPS - sum(self._chips.values())))
        if self._project < 4:
            self._chips[seat] = max(0, self._chips[seat] + count)

    def _put(self, target: str, card: str) -> None:
        super()._put(target, card)
        if self._box.is_minus(card):
            self._minus.append(card)
        change = {"hard_learning": 2, "girl_friend": -1, "meditation": -1}.get(self._box.effect(card), 0)
        self._move_chips(target, change)

    def _next_round(self) -> None:
        super()._next_round()
        self._minus = []
        self._round += 1

    def _rolled(self, seat: str, face: int) -> None:
        if face > self._named:
            self._copied[seat].append(self._named)
            return
        self._caught[seat] += 1
        if self._project == 4 or self._caught[seat] > 1:
            if self._project == 4 or self._options.caught_twice == "leaves":
                self._results[seat] = 0
            return
        self._copied[seat] = []
        if self._options.caught_resets == "everything":
            self._covered[seat] = []

    def _passes(self, seat: str) -> bool:
        return min(15, self._points(seat)) - self._pills[seat] >= 5 and self._types(seat) >= 3

    def _hand_in(self, seat: str) -> None:
        points = min(15, self._points(seat))
        if self._project == 4:
            self._exam[seat] = points - self._pills[seat]
        else:
            floor = {"zero_floor": max(0, points), "fails_zero": points if points >= 5 else 0}
            counts = floor.get(self._options.failed_points, points)
            self._results[seat] = 0 if self._caught[seat] > 1 else counts
        super()._hand_in(seat)

    def _end_project(self) -> None:
        """The results go on the sheet, and perhaps somebody is out."""
        if 0 < self._project < 4:
            for seat in self.seats:
                if seat not in self._out:
                    self._sheet[seat].append(self._results.get(seat, 0))
            late = self._options.elimination == "later" and self._project < 3
            fails = {seat: sum(score < 5 for score in self._sheet[seat]) for seat in self.seats}
            self._out |= {s for s in self.seats if fails[s] > 3 - self._options.pass_count and not late}
        self._project = 0

    # --- and the referee ---

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """What the referee says otherwise than this table shows."""
        if state.phase not in (*LYING, "deal"):
            self._end_project()
        found, self._wrong = self._wrong, []
        for seat in self.seats:
            for what, there, said in self._of(seat, state):
                if there != said:
                    found.append(f"{seat}: {what} on the table {there}, the referee says {said}")
        if state.phase in PLAYING and state.round != self._round:
            found.append(f"the round on the table {self._round}, the referee says {state.round}")
        if state.phase in LYING:
            there, said = (len(self._pack), len(self._away)), (state.draw, len(state.discard))
            if there != said:
                found.append(f"pack and thrown away: on the table {there}, the referee says {said}")
        return tuple(found)

    def _of(self, seat: str, state: Any) -> list[tuple[str, Any, Any]]:
        pupil = state.pupils[seat]
        rows = [
            ("chips", self._chips[seat], pupil.chips),
            ("pills", self._pills[seat], pupil.pills),
            ("sheet", self._sheet[seat], list(pupil.klausuren)),
            ("out", seat in self._out, pupil.standing == "out"),
        ]
        if pupil.exam is not None and not pupil.exam.ejected:
            rows.append(("exam", self._exam.get(seat), pupil.exam.net))
        if state.phase in LYING:
            rows.append(("in", seat in self._in, pupil.standing == "in"))
        if state.phase in LYING and pupil.standing == "in":
            rows += [
                ("hand", len(self.hands[seat]), len(pupil.hand)),
                ("cards", self.front(seat), list(pupil.front)),
                ("covered", self._covered[seat], list(pupil.covered)),
                ("copied", self._copied[seat], list(pupil.copied)),
            ]
        return rows


class Family(People):
    """Some of them lay what they may not, where they may not, or too early."""

    Things = RealTable

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        if honest.kind is not Kind.CARD or "play" not in asks:
            return None
        plays = asks["play"]
        tricks = (self._revoke, self._second_card, self._early_hand_in, self._out_of_turn)
        return self._one_of(*(partial(trick, plays, plays[0].seats[0]) for trick in tricks))

    def _tries_to_lay(self, asks: list[Ask], seat: str, target: str, card: str, cheat: str) -> Happening:
        """In the game's notation, whoever is asked."""
        place = f"now:{target}"
        ask = next((ask.id for ask in asks if ask.place == place), "")
        move = {"move": "play", "seat": seat, "target": target, "card": card, "only": False}
        return Happening(Kind.CARD, {"place": place, "cards": [card]}, seat, ask, cheat=cheat, move=move)

    def _revoke(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB15: does not follow. Nobody can see that at once, so the table takes it for honest."""
        hand = self.things.hands[seat]
        bound = [card for card in self.things.bound() if card in hand]
        other = [card for card in hand if card not in self.things.bound() and self.things.worth(card)]
        if not bound or not other:
            return None
        empty = [ask.place.partition(":")[2] for ask in asks]
        target = next(name for name in empty if not self.things.received(name))
        laid = self._tries_to_lay(asks, seat, target, self._random.choice(other), "revoke")
        return replace(laid, noticeable=False)

    def _second_card(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB10, AB14: before somebody who has a card or has handed in."""
        active = self.things.active()
        closed = [other for other in self.things.seats if other not in active or self.things.received(other)]
        cards = [card for card in self.things.hands[seat] if self.things.worth(card)]
        if not closed or not cards:
            return None
        target, card = self._random.choice(closed), self._random.choice(cards)
        return self._tries_to_lay(asks, seat, target, card, "a second card for one player")

    def _early_hand_in(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB33: without a card of this round."""
        waiting = [s for s in self.things.active() if not self.things.received(s)]
        if not waiting:
            return None
        hurried = self._random.choice(waiting)
        move = {"move": "handin", "seat": hurried}
        return Happening(Kind.CALL, "handin", hurried, "", cheat="handing in without a card", move=move)

    def _out_of_turn(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB9: somebody else is on turn."""
        others = [s for s in self.things.active() if s != seat and self.things.hands[s]]
        if not others:
            return None
        hurried = self._random.choice(others)
        target = asks[0].place.partition(":")[2]
        card = self.things.hands[hurried][0]
        return self._tries_to_lay(asks, hurried, target, card, "not the own turn")
