"""People with the real cards of Abi '94 in their hands, who may cheat: the truth for the referee.

Everything lies here in plain lists. Nobody in here asks the rules; what the asks are called is all they hear.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from companion import family as people
from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.game import AnyGame, Options
from companion.games.abi94.deck import AbiDeck, Choice, deck_of
from companion.games.abi94.real_table import RealTable
from companion.layout import Layout
from companion.rulings import Ruling, Verdict


class Family(people.WaitingFamily):
    """Players with simple habits: good cards for oneself, bad ones for the others."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        self._random, self._cheats = random, cheats
        self._box: AbiDeck = deck_of(cast(Choice, options))
        self._table = RealTable(tuple(seats), options, self._box, random)

    def lies(self) -> Layout:
        """What everybody has got lies before them; cards that were shown have been taken up again."""
        return Layout(piles={f"now:{seat}": tuple(self._table.front(seat)) for seat in self._table.seats})

    # --- what happens next ---

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        self._table.follow_asks(asks)
        by_name = people.by_name(asks)
        cheat = self._cheat(by_name)
        if cheat is not None:
            return cheat
        if "handin" in by_name and self._random.random() < 0.4:
            ready = [seat for seat in by_name["handin"][0].seats if self._wants_to_hand_in(seat)]
            if ready:
                return Happening(Kind.CALL, "handin", self._random.choice(ready), "handin")
        for name, do in (
            ("deal", self._deal),
            ("swap", self._swap),
            ("lead", self._lead),
            ("cover", self._cover),
            ("copy", self._copy),
            ("roll", self._roll),
            ("sure", self._sure),
            ("test", self._roll),
            ("play", self._play),
            ("ready", self._ready),
            ("close", self._close),
        ):
            if name in by_name:
                return do(by_name[name])
        return None

    def told(self, happening: Happening, ruling: Ruling) -> None:
        super().told(happening, ruling)
        if ruling.verdict is Verdict.ACCEPTED:
            self._table.happened(happening)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        return self._table.disagreements(state)

    # --- one kind of ask each ---

    def _deal(self, asks: list[Ask]) -> Happening:
        return Happening(Kind.CONFIRM, True, self._random.choice(asks[0].seats), asks[0].id)

    def _swap(self, asks: list[Ask]) -> Happening:
        ask = self._random.choice(asks)
        most = len(ask.choices) - 1
        return Happening(Kind.CHOICE, min(most, self._random.choice((0, 0, 1, 3))), ask.seats[0], ask.id)

    def _lead(self, asks: list[Ask]) -> Happening:
        leader = self._random.choice(asks[0].choices).value
        return Happening(Kind.CHOICE, leader, self._random.choice(asks[0].seats), asks[0].id)

    def _cover(self, asks: list[Ask]) -> Happening:
        value = min((choice.value for choice in asks[0].choices), key=self._box.value)
        return Happening(Kind.CHOICE, value, asks[0].seats[0], asks[0].id)

    def _copy(self, asks: list[Ask]) -> Happening:
        """Small answers are copied, large ones hardly ever."""
        seat = asks[0].seats[0]
        small = [c for c in asks[0].choices if c.value != "no" and self._box.value(c.value["card"]) <= 3]
        dares = bool(small) and self._random.random() < 0.6
        value = self._random.choice(small).value if dares else "no"
        return Happening(Kind.CHOICE, value, seat, asks[0].id)

    def _roll(self, asks: list[Ask]) -> Happening:
        """The ten-sided die rolls on the table, or the face is typed."""
        face = self._random.randrange(10)
        ask = self._random.choice([ask for ask in asks if ask.seats == asks[0].seats])
        value = face if ask.kind is Kind.NUMBER else {"d10": [str(face)]}
        return Happening(ask.kind, value, ask.seats[0], ask.id)

    def _sure(self, asks: list[Ask]) -> Happening:
        value = self._random.choice(("keep", "handin"))
        return Happening(Kind.CHOICE, value, asks[0].seats[0], asks[0].id)

    def _ready(self, asks: list[Ask]) -> Happening:
        ask = self._random.choice(asks)
        return Happening(Kind.CONFIRM, True, ask.seats[0], ask.id)

    def _close(self, asks: list[Ask]) -> Happening | None:
        if asks[0].kind is Kind.TIME:
            return None  # the clock does it
        races = bool(asks[0].within_ms)  # with the clock, which closes the round as well
        return Happening(Kind.CONFIRM, True, self._random.choice(asks[0].seats), asks[0].id, either=races)

    def _wants_to_hand_in(self, seat: str) -> bool:
        return self._table.points(seat) >= 6 or self._random.random() < 0.05

    # --- cards ---

    def _play(self, asks: list[Ask]) -> Happening:
        """An honest card: bound ones are followed, good ones kept, bad ones given away."""
        seat = asks[0].seats[0]
        free = [ask.place.partition(":")[2] for ask in asks]
        hand = self._table.hands[seat]
        bound = [card for card in self._table.bound() if card in hand]
        plain = [card for card in hand if self._box.effect(card) != "manta"]
        hit = [target for target in self._table.manta_targets() if target in free]
        card = self._random.choice(bound or (hand if hit else plain) or hand)
        if self._box.effect(card) == "manta":
            return self._lay(asks, seat, self._random.choice(hit or free), card, only=not hit and not plain)
        good = self._box.value(card) >= 0
        empty = [target for target in free if not self._table.received(target)]
        wanted = [target for target in empty if (target == seat) == good] or empty
        return self._lay(asks, seat, self._random.choice(wanted), card)

    def _lay(
        self, asks: list[Ask], seat: str, target: str, card: str, cheat: str = "", only: bool = False
    ) -> Happening:
        ask = next((ask for ask in asks if ask.place == f"now:{target}"), None)
        value: dict[str, Any] = {"place": f"now:{target}", "cards": [card]}
        if ask is not None and not only and not cheat:
            return Happening(Kind.CARD, value, seat, ask.id)  # eyes see what lies before whom
        move = {"move": "play", "seat": seat, "target": target, "card": card, "only": only}
        return Happening(Kind.CARD, value, seat, ask.id if ask else "", cheat=cheat, move=move)

    # --- cheating ---

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

    def _revoke(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB15: does not follow. Nobody can see that at once, so the table takes it for honest."""
        hand = self._table.hands[seat]
        bound = [card for card in self._table.bound() if card in hand]
        other = [card for card in hand if card not in self._table.bound() and self._box.value(card)]
        if not bound or not other:
            return None
        empty = [ask.place.partition(":")[2] for ask in asks]
        target = next(name for name in empty if not self._table.received(name))
        laid = self._lay(asks, seat, target, self._random.choice(other), "revoke")
        return Happening(
            laid.kind, laid.value, seat, laid.ask, cheat="revoke", noticeable=False, move=laid.move
        )

    def _second_card(self, asks: list[Ask], seat: str) -> Happening | None:
        """AB10, AB14: before somebody who has a card or has handed in."""
        active = self._table.active()
        closed = [other for other in self._table.seats if other not in active or self._table.received(other)]
        cards = [card for card in self._table.hands[seat] if self._box.value(card)]
        if not closed or not cards:
            return None
        target, card = self._random.choice(closed), self._random.choice(cards)
        return self._lay(asks, seat, target, card, cheat="a second card for one player")

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
        return self._lay(asks, hurried, target, self._table.hands[hurried][0], cheat="not the own turn")
