"""The dice under the cups: who holds which nobody tells until they are shown."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion import family as people
from companion.asks import Ask, Kind
from companion.cards import Cards
from companion.rulings import Ruling, Verdict


class Things(people.Things):
    """A cup for each, with the dice that are left."""

    def __init__(self, game: Any, seats: Sequence[str], options: Any, random: Random) -> None:
        self.seats, self.options, self._random = tuple(seats), options, random
        self.left = dict.fromkeys(seats, int(options.dice))
        self.shake()

    def shake(self) -> None:
        """All roll under their cups."""
        roll = self._random.choices
        self.cups = {seat: sorted(roll(range(1, 7), k=n)) for seat, n in self.left.items() if n}

    def hand(self, state: Any, seat: str) -> Cards:
        return tuple(map(str, self.cups.get(seat, ())))

    def of_itself(self, state: Any, ask: Ask) -> people.Happening | None:
        """A cup is lifted."""
        if ask.kind is not Kind.DICE:
            return None
        return people.Happening(Kind.DICE, {"pips": list(self.cups[ask.seats[0]])}, ask.seats[0], ask.id)

    def answered(self, happening: people.Happening, ruling: Ruling) -> None:
        """Dice that somebody loses go away, or come back."""
        for note in ruling.notes:
            for seat, n in note.points.items():
                self.left[seat] += n
        if ruling.verdict is Verdict.ACCEPTED and happening.ask.startswith("next"):
            self.shake()
