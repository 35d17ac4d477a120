"""People at Yacht who know themselves what lies there, and who fill their own sheets."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.asks import Ask, Kind
from companion.family import DiceInTheTray, Happening
from companion.lab.family import People
from companion.rulings import Ruling, Verdict

ABOVE = ("ones", "twos", "threes", "fours", "fives", "sixes")
BELOW = ("three", "four", "full", "small", "large", "yacht", "chance")


class RealDice(DiceInTheTray):
    """The dice, those beside the tray, and the sheets."""

    def __init__(self, game: Any, seats: Sequence[str], options: Any, random: Any) -> None:
        super().__init__(game, seats, options, random)
        self.seats, self.options = tuple(seats), options
        self.turn, self.beside, self.rolled = seats[0], list[int](), list[int]()
        self.sheets: dict[str, dict[str, int]] = {seat: {} for seat in seats}
        self.extras = dict.fromkeys(seats, 0)

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        if happening.kind is Kind.DICE:
            self.rolled = [*self.beside, *happening.value["pips"]]  # all five, wherever they lie
        elif isinstance(happening.value, list):
            self.beside += happening.value
        else:
            self._write(str(happening.value))

    def _write(self, box: str) -> None:
        sheet, dice = self.sheets[self.turn], self.rolled
        points = self.worth(box)
        if dice.count(dice[0]) == 5 and sheet.get("yacht") == 50:
            self.extras[self.turn] += self.options.extra
        sheet[box] = points
        self.turn = self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)]
        self.beside = []

    def worth(self, box: str) -> int:
        """By the sheet: counted with fingers, box by box."""
        dice = self.rolled
        most = max(dice.count(die) for die in dice)
        joker = most == 5 and "yacht" in self.sheets[self.turn] and self.options.joker != "none"
        in_a_row = max(
            sum(all(n in dice for n in range(first, first + k + 1)) for k in range(5)) for first in dice
        )
        full = most == 3 and len(set(dice)) == 2
        if box in ABOVE:
            return sum(die for die in dice if die == ABOVE.index(box) + 1)
        house = 25 if self.options.full_house == "25" else sum(dice)
        return {
            "three": sum(dice) if most >= 3 else 0,
            "four": sum(dice) if most >= 4 else 0,
            "full": house if full or joker else 0,
            "small": 30 if in_a_row >= 4 or joker else 0,
            "large": 40 if in_a_row >= 5 or joker else 0,
            "yacht": 50 if most == 5 else 0,
            "chance": sum(dice),
        }[box]

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """What the sheets say, and whose turn it is; who has won has no next turn."""
        said = {seat: dict(state.sheets.get(seat, {})) for seat in self.seats}
        real: dict[str, Any] = {"the sheets": (said, self.sheets)}
        extras = {seat: self.options.extra * state.extras.get(seat, 0) for seat in self.seats}
        real["further yachts"] = (extras, self.extras)
        if state.phase != "over":
            real["whose turn"] = (state.turn, self.turn)
        return tuple(f"{what}: {one}, not {true}" for what, (one, true) in real.items() if one != true)


class Family(People):
    """Some of them write in a box that is filled, keep what does not lie there, or take another's turn."""

    Things = RealDice

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        return self._one_of(
            lambda: self._writes_twice(asks),
            lambda: self._keeps_another(asks),
            lambda: self._interferes(asks),
        )

    def _writes_twice(self, asks: Mapping[str, list[Ask]]) -> Happening | None:
        """YT4."""
        table = self.things
        filled = sorted(table.sheets[table.turn])
        for ask in asks.get("write", ()) if filled else ():
            return Happening(
                Kind.CHOICE, self._random.choice(filled), table.turn, ask.id, cheat="filled already"
            )
        return None

    def _keeps_another(self, asks: Mapping[str, list[Ask]]) -> Happening | None:
        """YT3: a die that does not lie in the tray."""
        table = self.things
        others = [face for face in range(1, 7) if face not in (table.dice or ())]
        for ask in asks.get("keep", ()) if table.dice else ():
            return Happening(
                Kind.CHOICE, [self._random.choice(others)], table.turn, ask.id, cheat="lies not there"
            )
        return None

    def _interferes(self, asks: Mapping[str, list[Ask]]) -> Happening | None:
        """YT2."""
        others = [seat for seat in self._seats if seat != self.things.turn]
        for ask in asks.get("write", ()):
            value = self._random.choice(ask.choices).value
            return Happening(Kind.CHOICE, value, self._random.choice(others), ask.id, cheat="not the turn")
        return None
