"""The real cards, chips and sheet on a table of Abi '94, as plain lists, for simulated people."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion import family as people
from companion.asks import Ask
from companion.cards import Cards
from companion.family import Happening
from companion.game import AnyGame, State
from companion.games.abi94.deck import deck_of
from companion.layout import Layout
from companion.rulings import Ruling, Verdict

CHIPS = 30


class Things(people.Things):
    """What really lies where. It counts as people do and knows nothing of the referee's state."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        self.seats, self._options, self._random = tuple(seats), options, random
        self._box = deck_of(options)
        self.hands: dict[str, list[str]] = {seat: [] for seat in seats}
        self._before: dict[str, list[str]] = {seat: [] for seat in seats}
        self._now: dict[str, str] = {}
        self._covered: dict[str, list[str]] = {seat: [] for seat in seats}
        self._copied: dict[str, list[int]] = {seat: [] for seat in seats}
        self._caught = dict.fromkeys(seats, 0)
        self._chips = dict.fromkeys(seats, 0)
        self._pills = dict.fromkeys(seats, 0)
        self._sheet: dict[str, list[int]] = {seat: [] for seat in seats}
        self._exam: dict[str, int] = {}
        self._results: dict[str, int] = {}
        self._in: set[str] = set()
        self._out: set[str] = set()
        self._got: set[str] = set()
        self._laid: set[str] = set()
        self._victims: set[str] = set()
        self._owing: set[str] = set()
        self._minus: list[str] = []
        self._pack: list[str] = []
        self._away: list[str] = []
        self._named = 0
        self._size = self._project = 0
        self._round = 1

    # --- what one can see ---

    def active(self) -> list[str]:
        return [seat for seat in self.seats if seat in self._in]

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

    def front(self, seat: str) -> list[str]:
        return [*self._before[seat], *([self._now[seat]] if seat in self._now else [])]

    def points(self, seat: str) -> int:
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

    def hand(self, state: State, seat: str) -> Cards:
        return tuple(self.hands[seat])

    def of_itself(self, state: State, ask: Ask) -> Happening | None:
        """AB5: the cards are shuffled and dealt."""
        if not ask.id.startswith("deal:"):
            return None
        wait = 0 if ask.id == "deal:1" else people.TIME_TO_READ_NS
        return Happening(ask.kind, True, ask.seats[0], ask.id, after_ns=wait)

    def lies(self) -> Layout:
        """What everybody has got lies before them; cards that were shown have been taken up again."""
        return Layout(piles={f"now:{seat}": tuple(self.front(seat)) for seat in self.seats})

    # --- time goes on ---

    def follows(self, asks: Sequence[Ask]) -> None:
        for name, *rest in (ask.id.split(":") for ask in asks):
            if name in ("test", "deal"):
                self._end_project()
            elif name == "play":
                self._catch_up(int(rest[0]), rest[1])
            elif name in ("ready", "close"):
                self._catch_up(int(rest[0]), "")

    def _catch_up(self, number: int, turn: str) -> None:
        if number != self._round:
            self._round = number
            for seat, card in self._now.items():
                self._before[seat].append(card)
            self._now, self._got, self._laid, self._minus = {}, set(), set(), []
            if all(not self.hands[seat] for seat in self.active()):
                for seat in self.active():
                    self.hands[seat] = self._drawn(self._size)
        if turn in self._victims:
            self._victims.remove(turn)
            self._new_hand(turn, [])

    def _drawn(self, count: int) -> list[str]:
        """Cards from the pack; what was thrown away is shuffled and laid under it if need be."""
        if count > len(self._pack):
            self._random.shuffle(self._away)
            self._pack, self._away = [*self._away, *self._pack], []
        return [self._pack.pop() for _ in range(count)]

    def _new_hand(self, seat: str, seen: list[str]) -> None:
        old = self.hands[seat]
        self._away += old
        count = len(old) + len(seen) if self._options.manta_draw == "same_count" else self._size
        self.hands[seat] = self._drawn(min(count, len(self._pack) + len(self._away)))
        self._away += seen

    def _end_project(self) -> None:
        """Who is left hands in; the results go on the sheet, and perhaps somebody is out."""
        if not self._project:
            return
        self._catch_up(self._round + 1, "") if self._now else None
        for seat in self.active():
            self._count(seat)
        if self._project < 4:
            for seat in self.seats:
                if seat not in self._out:
                    self._sheet[seat].append(self._results.get(seat, 0))
            late = self._options.elimination == "later" and self._project < 3
            fails = {seat: sum(score < 5 for score in self._sheet[seat]) for seat in self.seats}
            self._out |= {s for s in self.seats if fails[s] > 3 - self._options.pass_count and not late}
        self._project = 0

    # --- what somebody does ---

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        name, _, rest = happening.ask.partition(":")
        seat, value = happening.seat, happening.value
        match name:
            case "deal":
                self._deal(int(rest))
            case "swap":
                self._swap(seat, value)
            case "play":
                self._lay(seat, value["place"].partition(":")[2], value["cards"][0])
            case "cover":
                self._covered[seat].append(value)
            case "copy" if value != "no":
                self._named = self._box.value(value["card"])
            case "roll":
                self._rolled(seat, self._face(value))
            case "test":
                self._pills[seat] += self._face(value) <= self._chips[seat]
            case "handin" if self._project < 4 or self._passes(seat):
                self._count(seat)
            case "sure" if value == "handin":
                self._count(seat)

    def _face(self, value: Any) -> int:
        face = int(value["d10"][0]) if isinstance(value, dict) else int(value)
        return int(self._options.d10_zero) if face == 0 else face

    def _deal(self, project: int) -> None:
        self._pack = list(self._box.cards.cards())
        self._random.shuffle(self._pack)
        self._away, self._now, self._results = [], {}, {}
        self._in = {seat for seat in self.seats if seat not in self._out}
        self._size = {3: 7, 4: 7, 5: 7, 6: 6, 7: 6}.get(len(self._in), 5 if len(self._in) > 7 else 7)
        self._project, self._round = project, 1
        self._got, self._laid, self._victims, self._owing, self._minus = set(), set(), set(), set(), []
        for seat in self.seats:
            self._before[seat], self._covered[seat], self._copied[seat] = [], [], []
            self._caught[seat] = 0
            self.hands[seat] = self._drawn(self._size) if seat in self._in else []

    def _swap(self, seat: str, value: Any) -> None:
        """*value* are the cards, or only how many: then those that cost most go."""
        self.hands[seat].sort(key=self._box.value)
        old = value["cards"] if isinstance(value, dict) else self.hands[seat][:value]
        for card in old:
            self.hands[seat].remove(card)
        self.hands[seat] += [self._pack.pop() for _ in old]
        self._away += old
        self._move_chips(seat, len(old))

    def _lay(self, seat: str, target: str, card: str) -> None:
        self.hands[seat].remove(card)
        if seat in self._owing:  # the card that was owed: the rest is not needed any more
            self._owing.remove(seat)
            self._pack += self.hands[seat]
            self.hands[seat] = []
        if self._box.effect(card) == "manta":
            return self._manta(seat, target, card)
        self._laid.add(seat)
        self._got.add(target)
        self._now[target] = card
        if self._box.is_minus(card):
            self._minus.append(card)
        change = {"hard_learning": 2, "girl_friend": -1, "meditation": -1}.get(self._box.effect(card), 0)
        self._move_chips(target, change)
        return None

    def _move_chips(self, seat: str, count: int) -> None:
        """Chips out of the box or back; none in the exam."""
        if self._options.chips == "hard_limit":
            count = min(count, max(0, CHIPS - sum(self._chips.values())))
        if self._project < 4:
            self._chips[seat] = max(0, self._chips[seat] + count)

    def _manta(self, seat: str, target: str, card: str) -> None:
        if target not in self.manta_targets():
            self._laid.add(seat)
            self._away.append(card)
        elif target == seat:
            self._new_hand(seat, [card])
        else:
            self._laid.add(seat)
            self._victims.add(target)
            if target in self._got:
                self._away.append(card)
            else:
                self._got.add(target)
                self._now[target] = card

    def _rolled(self, seat: str, face: int) -> None:
        if face > self._named:
            self._copied[seat].append(self._named)
            return
        self._caught[seat] += 1
        if self._project == 4 or self._caught[seat] > 1:
            if self._project == 4 or self._options.caught_twice == "leaves":
                self._give_back(seat)
                self._results[seat] = 0
            return
        everything = self._options.caught_resets == "everything"
        gone = [card for card in self._before[seat] if everything or self._box.is_plus(card)]
        self._before[seat] = [card for card in self._before[seat] if card not in gone]
        if everything:
            gone.append(self._now.pop(seat))
            self._covered[seat] = []
        self._away += gone
        self._copied[seat] = []

    # --- handing in ---

    def _passes(self, seat: str) -> bool:
        return min(15, self.points(seat)) - self._pills[seat] >= 5 and self._types(seat) >= 3

    def _count(self, seat: str) -> None:
        points = min(15, self.points(seat))
        if self._project == 4:
            self._exam[seat] = points - self._pills[seat]
        else:
            floor = {"zero_floor": max(0, points), "fails_zero": points if points >= 5 else 0}
            counts = floor.get(self._options.failed_points, points)
            self._results[seat] = 0 if self._caught[seat] > 1 else counts
        owes = self._options.handin_before_play == "owes_card" and seat not in self._laid
        self._give_back(seat, self.hands[seat] if owes else ())
        if owes:
            self._owing.add(seat)

    def _give_back(self, seat: str, kept: Sequence[str] = ()) -> None:
        """All cards of *seat* but those *kept* go into the pack."""
        self._pack += [*self.front(seat), *([] if kept else self.hands[seat])]
        self._random.shuffle(self._pack)
        self.hands[seat], self._before[seat] = list(kept), []
        self._now.pop(seat, None)
        self._in.discard(seat)
        self._victims.discard(seat)
