"""People who cheat at Wobble, and hold the referee's table against the real one."""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask, Kind
from companion.family import Happening
from companion.game import AnyGame
from companion.games.wobble.deck import GREY, colours, kind, worth
from companion.games.wobble.things import Things
from companion.lab.family import People
from companion.rulings import Note

IN_A_ROUND = ("turn", "drawn", "attack")  # when everything that was announced is done


class RealTable(Things):
    """The real cards, and whoever counts them again."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        super().__init__(game, seats, options, random)
        self._minus = dict.fromkeys(seats, 0)  # of the rounds that are over
        self._active: set[str] = set()  # the colours that go on

    def _flipped(self, cards: list[str]) -> None:
        super()._flipped(cards)
        self._active = set(colours(cards[-1]))

    def _laid(self, seat: str, cards: list[str]) -> None:
        super()._laid(seat, cards)
        pair = set(colours(cards[0]))
        before, after = pair & self._active, pair - self._active
        if kind(cards[0]) == "CS" and before and after:
            self._active = before if len(cards) == 2 else after
        elif pair:
            self._active = pair

    def _do(self, note: Note) -> None:
        if note.says.key == "note.minus":
            self._minus[note.seat] += note.says.args["n"]
        elif note.says.key == "note.next_round":
            self._count_up()
        super()._do(note)

    @property
    def top(self) -> str:
        return self._discard[-1]

    def not_fitting(self, seat: str) -> list[str]:
        return sorted({card for card in self.hands[seat] if colours(card) and not self._fits(card)})

    def _fits(self, card: str) -> bool:
        same = kind(card) == kind(self.top) and (kind(card) != "CS" or self._options.cs_by_symbol)
        return same or any(colour in self._active for colour in colours(card))

    def grey(self, seat: str) -> list[str]:
        return sorted(card for card in self.hands[seat] if card in GREY)

    def _count_up(self) -> None:
        """W33: whoever still holds cards has so many minus points more."""
        for seat, hand in self.hands.items():
            self._minus[seat] += sum(map(worth, hand))

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """Where the referee's picture is not what lies and is held here."""
        wrong = []
        for seat, hand in self.hands.items():
            believed = state.players[seat].hand
            known = [card for card in believed if card != "?"]
            if len(believed) != len(hand):
                wrong.append(f"{seat} holds {len(hand)} cards, not {len(believed)}")
            elif any(known.count(card) > hand.count(card) for card in known):
                wrong.append(f"{seat} does not hold {known}")
        if state.discard and self._discard and state.discard[-1] != self.top:
            wrong.append(f"{self.top} is on top, not {state.discard[-1]}")
        piles = len(self._draw), len(self._discard)
        if state.phase in IN_A_ROUND and piles != (state.draw, len(state.discard)):
            wrong.append(f"{piles} cards lie on the piles, not {(state.draw, len(state.discard))}")
        if state.phase == "turn" and self._active != set(state.active):
            wrong.append(f"{self._active} goes on, not {state.active}")
        for seat, minus in self._minus.items():
            if state.phase in IN_A_ROUND and state.players[seat].minus != minus:
                wrong.append(f"{seat} has {minus} minus points, not {state.players[seat].minus}")
        return tuple(wrong)


class Family(People):
    """Some of them lay what does not fit, or keep a card back."""

    Things = RealTable

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        if honest.ask.startswith("give"):
            return self._keeps_one_back(asks["give"], honest)
        tricks = (self._wrong_card, self._grey_now, self._two_different)
        return self._one_of(*(partial(trick, asks) for trick in tricks)) if "lay" in asks else None

    def _keeps_one_back(self, asks: Sequence[Ask], given: Happening) -> Happening | None:
        """W42: which nobody can see."""
        cards = given.value["cards"]
        ask = next(ask for ask in asks if ask.id == given.ask)
        laid = self._tries_to_lay(ask, given.seat, cards[1:], "keeps a card back")
        return replace(laid, noticeable=False) if cards else None

    def _tries_to_lay(self, ask: Ask, seat: str, cards: Sequence[str], cheat: str) -> Happening:
        return Happening(Kind.CARD, {"place": ask.place, "cards": list(cards)}, seat, ask.id, cheat=cheat)

    def _wrong_card(self, by_name: Mapping[str, list[Ask]]) -> Happening | None:
        """W12: a coloured card that does not fit, in one's own turn."""
        if "draw" not in by_name:
            return None
        seat = by_name["draw"][0].seats[0]
        wrong = self.things.not_fitting(seat)
        return self._tries_to_lay(by_name["lay"][0], seat, [wrong[0]], "does not fit") if wrong else None

    def _grey_now(self, by_name: Mapping[str, list[Ask]]) -> Happening | None:
        """AW-38, W22: a grey card without an attack; during one nobody sees whose hand laid it."""
        if "answer" in by_name or "name" in by_name:
            return None
        for seat in by_name["lay"][0].seats:
            grey = self.things.grey(seat)
            if grey:
                return self._tries_to_lay(by_name["lay"][0], seat, [grey[0]], "grey at the wrong time")
        return None

    def _two_different(self, by_name: Mapping[str, list[Ask]]) -> Happening | None:
        """W13: two cards that are not the same."""
        if "draw" not in by_name:
            return None
        seat = by_name["draw"][0].seats[0]
        kinds = sorted(set(self.things.hands[seat]))
        return (
            self._tries_to_lay(by_name["lay"][0], seat, kinds[:2], "two different cards")
            if kinds[1:]
            else None
        )
