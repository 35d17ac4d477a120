"""People with the real cards of Abi '94 in their hands.

Everything lies here in plain lists. Nobody in here asks the rules; what the asks are called is all they hear.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from companion import family as people
from companion.asks import Ask
from companion.cards import Cards
from companion.facts import Kind
from companion.family import Happening
from companion.game import AnyGame, Options, State
from companion.games.abi94.deck import AbiDeck, Choice, deck_of
from companion.games.abi94.real_table import RealTable
from companion.layout import Layout
from companion.rulings import Ruling, Verdict


class Family(people.WaitingFamily):
    """Players with simple habits: good cards for oneself, bad ones for the others."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self._random = random
        self._box: AbiDeck = deck_of(cast(Choice, options))
        self._table = self._real_table(tuple(seats), options, self._box, random)

    _real_table = RealTable

    def hand(self, state: State, seat: str) -> Cards:
        return tuple(self._table.hands[seat])

    def follows(self, asks: Sequence[Ask]) -> None:
        self._table.follow_asks(asks)

    def of_itself(self, state: State, ask: Ask) -> Happening | None:
        """AB5: the cards are shuffled and dealt."""
        if not ask.id.startswith("deal:"):
            return None
        wait = 0 if ask.id == "deal:1" else people.TIME_TO_READ_NS
        return Happening(ask.kind, True, ask.seats[0], ask.id, after_ns=wait)

    def lies(self) -> Layout:
        """What everybody has got lies before them; cards that were shown have been taken up again."""
        return Layout(piles={f"now:{seat}": tuple(self._table.front(seat)) for seat in self._table.seats})

    # --- what happens next ---

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        self.follows(asks)
        by_name = people.by_name(asks)
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

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if ruling.verdict is Verdict.ACCEPTED:
            self._table.happened(happening)

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

    def _lay(self, asks: list[Ask], seat: str, target: str, card: str, only: bool = False) -> Happening:
        ask = next((ask for ask in asks if ask.place == f"now:{target}"), None)
        value: dict[str, Any] = {"place": f"now:{target}", "cards": [card]}
        if ask is not None and not only:
            return Happening(Kind.CARD, value, seat, ask.id)  # eyes see what lies before whom
        move = {"move": "play", "seat": seat, "target": target, "card": card, "only": only}
        return Happening(Kind.CARD, value, seat, ask.id if ask else "", move=move)
