"""People who cheat at Abi '94, and hold the referee's table against the real one."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion import family as people
from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.game import AnyGame, Options
from companion.games.abi94 import family as honest
from companion.games.abi94 import real_table

PLAYING = ("turn", "window")
LYING = ("swap", "lead", *PLAYING)


class RealTable(real_table.RealTable):
    """The real things, and whoever counts them again."""

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """What the referee says otherwise than this table shows."""
        if state.phase in PLAYING:
            self._catch_up(state.round, "" if state.pending else state.turn)
        elif state.phase not in LYING:
            self._end_project()
        found = []
        for seat in self.seats:
            for what, there, said in self._of(seat, state):
                if there != said:
                    found.append(f"{seat}: {what} on the table {there}, the referee says {said}")
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
        ]
        if pupil.exam is not None and not pupil.exam.ejected:
            rows.append(("exam", self._exam.get(seat), pupil.exam.net))
        if state.phase in LYING and pupil.standing == "in":
            rows += [
                ("hand", len(self.hands[seat]), len(pupil.hand)),
                ("cards", self.front(seat), list(pupil.front)),
                ("covered", self._covered[seat], list(pupil.covered)),
                ("copied", self._copied[seat], list(pupil.copied)),
            ]
        return rows


class Family(honest.Family):
    """Some of them lay what they may not, where they may not, or too early."""

    _table: RealTable
    _real_table = RealTable

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        super().__init__(game, seats, options, random)
        self._cheats = cheats

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        self._table.follow_asks(asks)
        return self._cheat(people.by_name(asks)) or super()._next(asks)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        return self._table.disagreements(state)

    def _cheat(self, by_name: dict[str, list[Ask]]) -> Happening | None:
        """Something that is not allowed, if somebody is tempted and there is a chance."""
        if "play" not in by_name or self._random.random() >= self._cheats:
            return None
        asks = by_name["play"]
        seat = asks[0].seats[0]
        tricks = [self._revoke, self._second_card, self._early_hand_in, self._out_of_turn]
        for trick in self._random.sample(tricks, len(tricks)):
            happening = trick(asks, seat)
            if happening is not None:
                return happening
        return None

    def _tries_to_lay(self, asks: list[Ask], seat: str, target: str, card: str, cheat: str) -> Happening:
        """In the game's notation, whoever is asked."""
        laid, place = self._lay(asks, seat, target, card), f"now:{target}"
        move = {"move": "play", "seat": seat, "target": target, "card": card, "only": False}
        asked = any(ask.place == place for ask in asks)
        return replace(laid, ask=laid.ask if asked else "", cheat=cheat, move=move)

    def _revoke(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB15: does not follow. Nobody can see that at once, so the table takes it for honest."""
        hand = self._table.hands[seat]
        bound = [card for card in self._table.bound() if card in hand]
        other = [card for card in hand if card not in self._table.bound() and self._box.value(card)]
        if not bound or not other:
            return None
        empty = [ask.place.partition(":")[2] for ask in asks]
        target = next(name for name in empty if not self._table.received(name))
        laid = self._tries_to_lay(asks, seat, target, self._random.choice(other), "revoke")
        return replace(laid, noticeable=False)

    def _second_card(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB10, AB14: before somebody who has a card or has handed in."""
        active = self._table.active()
        closed = [other for other in self._table.seats if other not in active or self._table.received(other)]
        cards = [card for card in self._table.hands[seat] if self._box.value(card)]
        if not closed or not cards:
            return None
        target, card = self._random.choice(closed), self._random.choice(cards)
        return self._tries_to_lay(asks, seat, target, card, "a second card for one player")

    def _early_hand_in(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB33: without a card of this round."""
        waiting = [s for s in self._table.active() if not self._table.received(s)]
        if not waiting:
            return None
        hurried = self._random.choice(waiting)
        move = {"move": "handin", "seat": hurried}
        return Happening(Kind.CALL, "handin", hurried, "", cheat="handing in without a card", move=move)

    def _out_of_turn(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB9: somebody else is on turn."""
        others = [s for s in self._table.active() if s != seat and self._table.hands[s]]
        if not others:
            return None
        hurried = self._random.choice(others)
        target = asks[0].place.partition(":")[2]
        card = self._table.hands[hurried][0]
        return self._tries_to_lay(asks, hurried, target, card, "not the own turn")
