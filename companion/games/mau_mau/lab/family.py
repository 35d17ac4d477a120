"""People at Mau-Mau, of whom some lay what does not fit, act out of turn or call without a reason."""

from collections.abc import Mapping
from typing import Any

from companion.asks import Ask, Kind
from companion.family import Happening
from companion.games.mau_mau.things import Things
from companion.lab.family import People

ALIKE = {"seven": ("7", "draw2"), "wish": ("J", "wild")}


class Family(People):
    """They know what lies there and what they hold."""

    Things = Things
    _last = ""  # the card that somebody who cheated laid last: it was refused

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        return self._one_of(
            lambda: self._does_not_fit(asks),
            lambda: self._two_at_once(asks),
            lambda: self._interferes(asks),
            lambda: self._calls_for_nothing(asks),
        )

    def _does_not_fit(self, asks: Mapping[str, list[Ask]]) -> Happening | None:
        """MM3, MM6, MM9: another suit and another rank, and no card that always fits."""
        state = self.sees()
        for ask in asks.get("lay", ()):
            lies = self.things.pile[-1]
            hand = [card for card in self.things.hands[ask.seats[0]] if not card.startswith(ALIKE["wish"])]
            wrong = [card for card in hand if not _can_fit(card, lies, state)]
            if wrong:
                return self._lays(ask, [self._random.choice(wrong)], "does not fit")
        return None

    def _two_at_once(self, asks: Mapping[str, list[Ask]]) -> Happening | None:
        """MM2: one card a turn; a second one that fits upon the first may be that of whoever comes next."""
        for ask in asks.get("lay", ()):
            hand = self.things.hands[ask.seats[0]]
            plain = [card for card in hand if not card.startswith(ALIKE["wish"])]
            pairs = [[one, two] for one in plain for two in plain if not {*_parts(one)} & {*_parts(two)}]
            if pairs:
                return self._lays(ask, self._random.choice(pairs), "two at once")
        return None

    def _lays(self, ask: Ask, cards: list[str], cheat: str) -> Happening:
        """Whose refused card lies there, and is laid there with another one upon it, seems to have taken it
        back and laid the other one alone."""
        shows = len(cards) == 1 or cards[0] != self._last
        self._last, value = cards[-1], {"place": ask.place, "cards": cards}
        return Happening(Kind.CARD, value, ask.seats[0], ask.id, cheat=cheat, noticeable=shows)

    def _interferes(self, asks: Mapping[str, list[Ask]]) -> Happening | None:
        """MM2."""
        for ask in asks.get("draw", ()):
            others = [seat for seat in self._seats if seat not in ask.seats]
            return Happening(Kind.CONFIRM, True, self._random.choice(others), ask.id, cheat="not the turn")
        return None

    def _calls_for_nothing(self, asks: Mapping[str, list[Ask]]) -> Happening | None:
        """MM11."""
        for ask in asks.get("mau", ()):
            many = [seat for seat in self._seats if len(self.things.hands[seat]) > 2]
            if many:
                return Happening(Kind.CALL, "mau", self._random.choice(many), ask.id, cheat="Mau for nothing")
        return None

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """How many cards everybody holds, and what lies there."""
        things = self.things
        counted = {seat: len(hand) for seat, hand in things.hands.items()}
        real = {
            "hands": (state.cards, counted),
            "the pack": (state.pack, len(things.pack)),
            "the pile": (tuple(state.pile), tuple(things.pile)),
        }
        return tuple(f"{what}: {said}, not {true}" for what, (said, true) in real.items() if said != true)


def _can_fit(card: str, lies: str, state: Any) -> bool:
    """Whether somebody could lay *card* by mistake or not: what is alike in anything."""
    suit, rank = _parts(card)
    if state.owed:
        return rank == _parts(lies)[1] and bool(state.options.sevens == "pile")
    if state.wish:
        return bool(suit == state.wish)
    return lies.startswith(ALIKE["wish"]) or suit == _parts(lies)[0] or rank == _parts(lies)[1]


def _parts(card: str) -> tuple[str, str]:
    if card.startswith("wild"):
        return "", card
    suit, _, rank = card.partition("_")
    return (suit, rank) if rank else (card[1], card[0])
