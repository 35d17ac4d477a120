"""People at Ten Thousand who know themselves what lies there, and who add up by their own fingers."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from companion.asks import Ask, Kind
from companion.family import Happening
from companion.games.ten_thousand import things
from companion.lab.family import People
from companion.rulings import Ruling, Verdict


class RealDice(things.Things):
    """The dice, what was set aside of each roll, and the sheet."""

    def __init__(self, game: Any, seats: Sequence[str], options: Any, random: Any) -> None:
        super().__init__(game, seats, options, random)
        self.seats, self.options = tuple(seats), options
        self.turn, self.points = seats[0], dict.fromkeys(seats, 0)
        self.rolls: list[list[int]] = []  # of this turn: what was set aside of each

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        match happening.kind:
            case Kind.DICE:
                self.rolls.append([])
                if not any(self.counts(some) for some in _parts(self.dice or ())):
                    self._next()
            case Kind.CHOICE:
                self.rolls[-1] += happening.value
            case Kind.CALL:
                self.points[self.turn] += sum(map(self.counts, self.rolls))
                self._next()

    def _next(self) -> None:
        self.rolls = []
        self.turn = self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)]

    def counts(self, dice: Sequence[int]) -> int:
        """The best of all ways to lay the *dice* out in groups, each of which is on the list."""
        return max((self._in_groups(list(order)) for order in set(permutations(dice))), default=0)

    def _in_groups(self, dice: list[int]) -> int:
        """Cut from the left; nothing as soon as something is left over."""
        if not dice:
            return 0
        ways = []
        for n in range(1, len(dice) + 1):
            first, rest = self._group(dice[:n]), self._in_groups(dice[n:])
            if first and (rest or n == len(dice)):
                ways.append(first + rest)
        return max(ways, default=0)

    def _group(self, dice: list[int]) -> int:
        options, face = self.options, dice[0]
        if len(dice) == 1:
            return {1: 100, 5: 50}.get(face, 0)
        if len(dice) == 6 and sorted(dice) == [1, 2, 3, 4, 5, 6]:
            return int(options.straight)
        pairs = len(dice) == 6 and all(dice[n] == dice[n + 1] for n in (0, 2, 4))
        best = int(options.three_pairs) if pairs else 0
        if set(dice) != {face} or len(dice) < 3:
            return best
        three = int(options.three_ones) if face == 1 else face * 100
        more = {"double": three << (len(dice) - 3), "fixed": (len(dice) - 3) * 1000, "none": 0}
        return max(best, three if len(dice) == 3 else more[options.more_alike])

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """What the sheet says, and whose turn it is; who has won has no next turn."""
        real: dict[str, Any] = {"the points": (dict(state.points), self.points)}
        if state.phase != "over":
            real["whose turn"] = (state.turn, self.turn)
        return tuple(f"{what}: {said}, not {true}" for what, (said, true) in real.items() if said != true)


def _parts(dice: Sequence[int]) -> Iterator[list[int]]:
    """All that could be set aside of *dice* that shows anything new."""
    yield list(dice)
    for face, count in Counter(dice).items():
        yield from ([face] * n for n in range(1, count + 1))


class Family(People):
    """Some of them set aside what does not count, write down too early, or when it is not their turn."""

    Things = RealDice

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        return self._one_of(lambda: self._sets_aside_anything(asks), self._writes_down, self._interferes)

    def _sets_aside_anything(self, asks: Mapping[str, list[Ask]]) -> Happening | None:
        """TT8: a die that counts for nothing."""
        table = self.things
        wrong = (
            [face for face in table.dice or () if not table.counts([*table.rolls[-1], face])]
            if table.rolls
            else []
        )
        for ask in asks.get("keep", ()) if wrong else ():
            value = [self._random.choice(wrong)]
            if value not in [choice.value for choice in ask.choices]:
                return Happening(Kind.CHOICE, value, table.turn, ask.id, cheat="does not count")
        return None

    def _writes_down(self) -> Happening | None:
        """TT11: before anything is set aside, or too few points."""
        if "bank" in {ask.id for ask in self._asks}:
            return None
        return Happening(Kind.CALL, "bank", self.things.turn, "", cheat="writes down too early")

    def _interferes(self) -> Happening | None:
        """TT2."""
        others = [seat for seat in self._seats if seat != self.things.turn]
        return Happening(Kind.CALL, "bank", self._random.choice(others), "", cheat="not the turn")
