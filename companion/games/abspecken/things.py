"""The real cards of ABspecken on a simulated table, as plain lists of numbers, for simulated people."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from companion import family as people
from companion.asks import Ask, Kind
from companion.cards import Cards
from companion.family import Happening
from companion.game import AnyGame, State
from companion.layout import Layout
from companion.rulings import Ruling, Verdict

UNSEEN = {
    "pick": "pick_unseen:{seat}",
    "refill": "refill",
    "give": "gift",
}  # moves with cards that nobody tells
Written = Mapping[str, Any]  # a move in the game's notation


class Things(people.Things):
    """Hands, draw piles and discard piles; a hand chooses the cards that the companion does not know."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        self.seats, self.options, self._random = tuple(seats), options, random
        self._meant: list[int] = []  # the cards that somebody is about to move unseen
        self.new_round()

    def new_round(self) -> None:
        """Everybody sorts the cards into six piles of four again."""
        self.hands: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self.draws = {seat: [n for n in range(1, 7) for _ in range(4)] for seat in self.seats}
        self.piles: dict[str, list[int]] = {seat: [] for seat in self.seats}

    # --- what one can see ---

    def hand(self, state: State, seat: str) -> Cards:
        return tuple(map(str, self.hands[seat]))

    def lies(self) -> Layout:
        """The discard piles; cards that were shown have been taken up again."""
        return Layout(piles={f"discard:{seat}": tuple(map(str, pile)) for seat, pile in self.piles.items()})

    def cards_of(self, seat: str) -> list[int]:
        return sorted(self.hands[seat] + self.draws[seat])

    # --- what people do ---

    def of_itself(self, state: Any, ask: Ask) -> Happening | None:
        """A11: the first is the youngest; A23: a card is taken blindly; AM-7: who is doubted shows all."""
        name, _, seat = ask.id.partition(":")
        if name in ("youngest", "sorted"):
            return Happening(ask.kind, ask.seats[0] if name == "youngest" else True, ask.seats[0], ask.id)
        if name == "count":
            return Happening(Kind.NUMBER, sum(self.cards_of(seat)), seat, ask.id)
        if name == "take_card":
            cards: Sequence[str] = [self._random.choice(self.hand(state, state.chosen))]
        elif name == "show":
            cards = self.hand(state, seat)
        else:
            return None
        return Happening(Kind.CARD, {"place": ask.place, "cards": list(cards)}, ask.seats[0], ask.id)

    def by_hand(self, happening: Happening, asks: Sequence[Ask]) -> Happening:
        """A32: whose points are asked for may show the cards; AM-15: which hidden ones move nobody tells."""
        name, _, seat = happening.ask.partition(":")
        if name == "count" and self._random.random() < 0.5:
            value = {"place": f"score:{seat}", "cards": [str(card) for card in self.cards_of(seat)]}
            return Happening(Kind.CARD, value, seat, f"score:{seat}")
        move = happening.move
        if not isinstance(move, dict) or move["move"] not in UNSEEN:
            return happening
        cards = move["cards"] if "cards" in move else filter(None, [move.get("card")])
        self._meant = [int(card) for card in cards]
        ask, seat = UNSEEN[move["move"]].format_map(move), happening.seat
        if "to" in move:
            return Happening(Kind.CHOICE, move["to"], seat, ask)
        return Happening(Kind.CONFIRM, True, seat, ask)

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        """What the companion has taken is true now; the cards are those that really moved."""
        if ruling.verdict is not Verdict.ACCEPTED or not isinstance(ruling.move, dict):
            return
        does = getattr(self, f"_{ruling.move['move']}", None)
        shown = happening.value.get("cards", ()) if isinstance(happening.value, dict) else ()
        cards, self._meant = [int(card) for card in shown] or self._meant, []
        if does is not None:
            over = any(note.says.key.startswith("won") for note in ruling.notes)
            refilled = {
                note.seat: note.says.args["n"] for note in ruling.notes if note.says.key == "refilled"
            }
            does({**ruling.move, "over": over, "refilled": refilled}, cards)

    def draw(self, seat: str, cards: Iterable[int]) -> None:
        for card in cards:
            self.draws[seat].remove(card)
            self.hands[seat].append(card)

    def _any(self, seat: str, count: int) -> list[int]:
        return self._random.sample(self.draws[seat], count)

    def _pick(self, move: Written, cards: list[int]) -> None:
        self.draw(move["seat"], cards or self._any(move["seat"], 5))

    def _refill(self, move: Written, cards: list[int]) -> None:
        """A27: with hidden hands everybody does at once."""
        for seat, n in move["refilled"].items():
            self.draw(seat, cards if cards and seat == move["seat"] else self._any(seat, n))

    def _lay(self, move: Written, cards: list[int]) -> None:
        for card in cards:
            self.hands[move["seat"]].remove(card)
        self.piles[move["seat"]] += cards

    def _give(self, move: Written, cards: list[int]) -> None:
        """P8."""
        card = cards[0] if cards else self._random.choice(self.hands[move["seat"]])
        self._moves(card, move["seat"], move["to"])

    def _take(self, move: Written, cards: list[int]) -> None:
        victim = move["victim"]
        self._moves(cards[0] if cards else self._random.choice(self.hands[victim]), victim, move["seat"])

    def _moves(self, card: int, giver: str, taker: str) -> None:
        self.hands[giver].remove(card)
        self.hands[taker].append(card)

    def _pick_up(self, move: Written, cards: list[int]) -> None:
        """P11."""
        self.hands[move["seat"]].append(self.piles[move["seat"]].pop())

    def _close(self, move: Written, cards: list[int]) -> None:
        if not move["over"]:
            self.new_round()
