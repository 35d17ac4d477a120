"""People who cheat at Wobble, and hold the referee's table against the real one."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask
from companion.family import Happening
from companion.game import AnyGame, Options
from companion.games.wobble import family as honest
from companion.games.wobble import real_table
from companion.games.wobble.deck import GREY, colours, worth
from companion.rulings import Note

IN_A_ROUND = ("turn", "drawn", "attack")  # when everything that was announced is done


class RealTable(real_table.RealTable):
    """The real cards, and whoever counts them again."""

    def __init__(self, seats: tuple[str, ...], options: Any, random: Random) -> None:
        super().__init__(seats, options, random)
        self._minus = dict.fromkeys(seats, 0)  # of the rounds that are over

    def _do(self, note: Note) -> None:
        if note.says.key == "note.minus":
            self._minus[note.seat] += note.says.args["n"]
        elif note.says.key == "note.next_round":
            self._count_up()
        super()._do(note)

    def not_fitting(self, seat: str) -> list[str]:
        return sorted({card for card in self.hands[seat] if colours(card) and not self._fits(card)})

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
        if state.phase == "turn" and set(self._active) != set(state.active):
            wrong.append(f"{self._active} goes on, not {state.active}")
        for seat, minus in self._minus.items():
            if state.phase in IN_A_ROUND and state.players[seat].minus != minus:
                wrong.append(f"{seat} has {minus} minus points, not {state.players[seat].minus}")
        return tuple(wrong)


class Family(honest.Family):
    """Some of them lay what does not fit, or keep a card back."""

    table: RealTable
    _real_table = RealTable

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        super().__init__(game, seats, options, random)
        self._cheats = cheats

    def disagreements(self, state: Any) -> tuple[str, ...]:
        return self.table.disagreements(state)

    def _tempted(self) -> bool:
        return self._random.random() < self._cheats

    def _give(self, ask: Ask) -> Happening:
        """W42: a cheat keeps one card back, which nobody can see."""
        given = super()._give(ask)
        cards = given.value["cards"]
        if not cards or not self._tempted():
            return given
        return replace(self._tries_to_lay(ask, given.seat, cards[1:], "keeps a card back"), noticeable=False)

    def _lays_or_answers(self, by_name: dict[str, list[Ask]]) -> Happening:
        cheat = self._cheat(by_name) if self._tempted() else None
        return cheat or super()._lays_or_answers(by_name)

    def _tries_to_lay(self, ask: Ask, seat: str, cards: Sequence[str], cheat: str) -> Happening:
        return replace(self._cards(ask, seat, cards), cheat=cheat)

    def _cheat(self, by_name: dict[str, list[Ask]]) -> Happening | None:
        """Something that is not allowed, if there is a chance for it."""
        tricks = [self._wrong_card, self._grey_now, self._two_different]
        for trick in self._random.sample(tricks, len(tricks)):
            happening = trick(by_name)
            if happening is not None:
                return happening
        return None

    def _wrong_card(self, by_name: dict[str, list[Ask]]) -> Happening | None:
        """W12: a coloured card that does not fit, in one's own turn."""
        if "draw" not in by_name:
            return None
        seat = by_name["draw"][0].seats[0]
        wrong = self.table.not_fitting(seat)
        return self._tries_to_lay(by_name["lay"][0], seat, [wrong[0]], "does not fit") if wrong else None

    def _grey_now(self, by_name: dict[str, list[Ask]]) -> Happening | None:
        """AW-38, W22: a grey card without an attack; during one nobody sees whose hand laid it."""
        if "answer" in by_name or "name" in by_name:
            return None
        for seat in by_name["lay"][0].seats:
            grey = self.table.grey(seat)
            if grey:
                return self._tries_to_lay(by_name["lay"][0], seat, [grey[0]], "grey at the wrong time")
        return None

    def _two_different(self, by_name: dict[str, list[Ask]]) -> Happening | None:
        """W13: two cards that are not the same."""
        if "draw" not in by_name:
            return None
        seat = by_name["draw"][0].seats[0]
        kinds = sorted(set(self.table.hands[seat]))
        return (
            self._tries_to_lay(by_name["lay"][0], seat, kinds[:2], "two different cards")
            if kinds[1:]
            else None
        )
