"""People with a sheet of paper of their own, who lay dice or cards out now and then to have them counted."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.asks import JSON, Ask, Kind
from companion.family import Happening, OpenFamily
from companion.game import AnyGame, Options
from companion.layout import Layout, tray
from companion.rulings import Ruling, Verdict

COUNTED, ENOUGH = 0.3, 10  # how often they have something counted; so many rounds
FRENCH = ("2C", "7H", "9S", "TD", "JC", "QS", "KH", "AD")
FRENCH_WORTH = {"T": 10, "J": 10, "Q": 10, "K": 10}
UNO = ("red_5", "blue_0", "green_draw2", "yellow_skip", "wild", "wild_draw4")
UNO_WORTH = {"red_5": 5, "blue_0": 0, "green_draw2": 20, "yellow_skip": 20, "wild": 50, "wild_draw4": 50}


class Family(OpenFamily):
    """Some write for somebody who has points already, end too early, or lay out what has no number."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        super().__init__(game, seats, options, random)
        self._cheats, self._options = cheats, options
        self.paper: list[dict[str, int]] = [{}]
        self._dice: JSON = None

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        if self._random.random() < self._cheats and (done := self._cheat(asks)) is not None:
            return done
        named = {kind: [a for a in asks if a.id.startswith(kind)] for kind in ("points", "count", "seen")}
        often = self._random.random() < COUNTED
        chosen = named["seen"] or (named["count"] if often else []) or named["points"]
        ending = [ask for ask in asks if ask.id == "finish" and len(self.paper) > ENOUGH]
        ask = self._random.choice(ending or chosen)
        return self._answer(ask, ask.seats[:1])

    def _cheat(self, asks: Sequence[Ask]) -> Happening | None:
        """SC1, SC7; SC4 while dice are counted."""
        written = [seat for seat in self._seats if seat in self.paper[-1]]
        number = len(self.paper)
        if seen := next((ask for ask in asks if ask.kind is Kind.DICE), None):
            value = {"pips": [self._random.randint(1, 6)], "colour": ["pink"]}
            return Happening(Kind.DICE, value, seen.seats[0], seen.id, cheat="a die without a number")
        if not written:
            return None
        if self._random.random() < 0.5:
            return Happening(Kind.CONFIRM, True, written[0], "finish", cheat="ends a round too early")
        seat = self._random.choice(written)
        return Happening(Kind.NUMBER, 50, seat, f"points:{number}:{seat}", cheat="has points already")

    def _value(self, ask: Ask) -> JSON:
        many = self._random.randint(1, 5)
        if ask.kind is Kind.NUMBER:
            return self._random.choice([0, 5, 12, 25, 100, -10])
        if ask.kind is Kind.DICE:
            return {"pips": [self._random.randint(1, 6) for _ in range(many)]}
        if ask.kind is Kind.CARD:
            cards = self._random.sample(FRENCH if ask.deck == "french" else UNO, many)
            return {"place": ask.place, "cards": cards}
        return super()._value(ask)

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        if happening.kind is Kind.DICE:
            self._dice = happening.value
        if happening.kind in (Kind.NUMBER, Kind.DICE, Kind.CARD):
            row = self.paper[-1]
            row[happening.seat] = self._counted(happening.value)
            self.paper += [{}] if len(row) == len(self._seats) else []

    def _counted(self, value: JSON) -> int:
        """With fingers."""
        if not isinstance(value, Mapping):
            return int(value)
        if "pips" in value:
            return sum(value["pips"])
        figures = {**FRENCH_WORTH, "A": getattr(self._options, "ace", 0)}
        cards = [str(card) for card in value["cards"]]
        return sum(UNO_WORTH[c] if c in UNO_WORTH else figures.get(c[0]) or int(c[0]) for c in cards)

    def lies(self) -> Layout:
        return Layout(dice=tray(self._dice) if self._dice else None)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """Every line of the paper."""
        mine = [row for row in self.paper if row]
        said = [dict(row) for row in (*state.rounds, *([state.row] if state.row else []))]
        return () if said == mine else (f"the sheet: {said}, not {mine}",)
