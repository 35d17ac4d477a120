"""People who cheat at Abi '94, and hold the referee's table against the real one."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.games.abi94.things import Things
from companion.lab.family import People

PLAYING = ("turn", "window")
LYING = ("swap", "lead", *PLAYING)


class RealTable(Things):
    """The real things, and whoever counts them again."""

    def received(self, seat: str) -> bool:
        return seat in self._got

    def worth(self, card: str) -> int:
        return self._box.value(card)

    def bound(self) -> list[str]:
        """The minus cards that have to be followed in this round."""
        match self._options.follow:
            case "first":
                return self._minus[:1]
            case "latest":
                return self._minus[-1:]
            case _:
                return list(self._minus)

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


class Family(People):
    """Some of them lay what they may not, where they may not, or too early."""

    Things = RealTable

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        if honest.kind is not Kind.CARD or "play" not in asks:
            return None
        plays = asks["play"]
        tricks = (self._revoke, self._second_card, self._early_hand_in, self._out_of_turn)
        return self._one_of(*(partial(trick, plays, plays[0].seats[0]) for trick in tricks))

    def _tries_to_lay(self, asks: list[Ask], seat: str, target: str, card: str, cheat: str) -> Happening:
        """In the game's notation, whoever is asked."""
        place = f"now:{target}"
        ask = next((ask.id for ask in asks if ask.place == place), "")
        move = {"move": "play", "seat": seat, "target": target, "card": card, "only": False}
        return Happening(Kind.CARD, {"place": place, "cards": [card]}, seat, ask, cheat=cheat, move=move)

    def _revoke(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB15: does not follow. Nobody can see that at once, so the table takes it for honest."""
        hand = self.things.hands[seat]
        bound = [card for card in self.things.bound() if card in hand]
        other = [card for card in hand if card not in self.things.bound() and self.things.worth(card)]
        if not bound or not other:
            return None
        empty = [ask.place.partition(":")[2] for ask in asks]
        target = next(name for name in empty if not self.things.received(name))
        laid = self._tries_to_lay(asks, seat, target, self._random.choice(other), "revoke")
        return replace(laid, noticeable=False)

    def _second_card(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB10, AB14: before somebody who has a card or has handed in."""
        active = self.things.active()
        closed = [other for other in self.things.seats if other not in active or self.things.received(other)]
        cards = [card for card in self.things.hands[seat] if self.things.worth(card)]
        if not closed or not cards:
            return None
        target, card = self._random.choice(closed), self._random.choice(cards)
        return self._tries_to_lay(asks, seat, target, card, "a second card for one player")

    def _early_hand_in(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB33: without a card of this round."""
        waiting = [s for s in self.things.active() if not self.things.received(s)]
        if not waiting:
            return None
        hurried = self._random.choice(waiting)
        move = {"move": "handin", "seat": hurried}
        return Happening(Kind.CALL, "handin", hurried, "", cheat="handing in without a card", move=move)

    def _out_of_turn(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB9: somebody else is on turn."""
        others = [s for s in self.things.active() if s != seat and self.things.hands[s]]
        if not others:
            return None
        hurried = self._random.choice(others)
        target = asks[0].place.partition(":")[2]
        card = self.things.hands[hurried][0]
        return self._tries_to_lay(asks, hurried, target, card, "not the own turn")
