"""The real cards of one table: hands, the pack and the pile, as plain lists."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion import family as people
from companion.asks import Ask, Kind
from companion.cards import Cards
from companion.game import AnyGame, State
from companion.games.mau_mau.deck import deck_of
from companion.layout import Layout
from companion.rulings import Ruling, Verdict


class Things(people.Things):
    """The last card of each list is on top."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        self._random = random
        self.pack = list(deck_of(options.pack).cards())
        random.shuffle(self.pack)
        self.hands = {seat: [self.pack.pop() for _ in range(options.hand)] for seat in seats}
        self.pile: list[str] = []

    def hand(self, state: State, seat: str) -> Cards:
        return tuple(self.hands[seat])

    def lies(self) -> Layout:
        return Layout(piles={"discard": tuple(self.pile)} if self.pile else {})

    def of_itself(self, state: State, ask: Ask) -> people.Happening | None:
        """MM1: the first card is turned up."""
        if ask.id != "first":
            return None
        return people.Happening(Kind.CARD, {"place": ask.place, "cards": self.pack[-1:]}, "", ask.id)

    def answered(self, happening: people.Happening, ruling: Ruling) -> None:
        """What is announced people do, in that order."""
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        if happening.ask == "first":
            self.pile.append(self.pack.pop())
        for note in ruling.notes:
            match note.says.key:
                case "note.lays":
                    card = happening.value["cards"][-1]
                    self.hands[note.seat].remove(card)
                    self.pile.append(card)
                case "note.draws" | "note.forgot":
                    self._take(note.seat, note.says.args["n"])

    def _take(self, seat: str, n: int) -> None:
        """MM5: the pile but its top card is turned over when the pack runs out."""
        if n > len(self.pack):
            below, self.pile = self.pile[:-1], self.pile[-1:]
            self._random.shuffle(below)
            self.pack = below + self.pack
        self.hands[seat] += [self.pack.pop() for _ in range(min(n, len(self.pack)))]
