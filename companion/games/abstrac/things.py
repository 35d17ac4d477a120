"""The real cards of Abstrac on a simulated table."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion import family as people
from companion.asks import Ask, Kind
from companion.game import AnyGame, Options
from companion.layout import Layout
from companion.rulings import Ruling, Verdict

ORDER = "9TJQKA"


class Things(people.Things):
    """The row as a plain list."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self._random = random
        self.row: list[str] = []
        self._offered: list[str] = []  # a row that was dealt and not yet accepted

    def of_itself(self, state: Any, ask: Ask) -> people.Happening | None:
        """B9: lots are drawn; AS1, AS2: the row is dealt, once, and lies as it is shown."""
        name, _, place = ask.id.partition(":")
        if ask.optional:
            return None
        match name:
            case "row":
                return replace(self.deal(ask), after_ns=people.TIME_TO_READ_NS if state.results else 0)
            case "lots":
                value = self._random.choice(ask.choices).value
            case "agree":
                value = True
            case "unread":  # what the companion could not read is named
                value = self._offered[int(place) - 1]
            case _:
                return None
        return people.Happening(ask.kind, value, ask.seats[0], ask.id, after_ns=0)

    def deal(self, ask: Ask) -> people.Happening:
        self._offered = [rank + suit for suit in "CDHS" for rank in ORDER]
        self._random.shuffle(self._offered)
        return people.Happening(Kind.CARD, {"place": "row", "cards": self._offered}, "", ask.id)

    def by_hand(self, happening: people.Happening, asks: Sequence[Ask]) -> people.Happening:
        """AS6: many lift the cards, and press when they keep them."""
        if not happening.ask.startswith("take"):
            return happening
        if any(ask.id == "done" for ask in asks):
            return people.Happening(Kind.CALL, "done", happening.seat, "done")
        left = self.row[: -happening.value]
        lifted = people.Happening(Kind.CARD, {"place": "row", "cards": left}, happening.seat, "left")
        return lifted if self._random.random() < 0.5 else happening

    def answered(self, happening: people.Happening, ruling: Ruling) -> None:
        """Who takes cards lays them down beside the mat."""
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        if happening.ask.startswith("row"):
            self.row = list(self._offered)
        elif happening.ask.startswith("take"):
            del self.row[-happening.value :]
        elif happening.ask == "left":
            self.row = list(happening.value["cards"])

    def lies(self) -> Layout:
        return Layout(rows={"row": tuple(self.row)})
