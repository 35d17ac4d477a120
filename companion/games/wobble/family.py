"""People with the real cards of Wobble in their hands.

Nobody in here asks the rules: people hear the asks, see the top card and the colour that counts, and do with
their real cards what is announced.
"""

from collections.abc import Callable, Sequence
from random import Random

from companion import family as people
from companion.asks import Ask
from companion.cards import Cards
from companion.facts import Kind
from companion.family import Happening
from companion.game import AnyGame, Options, State
from companion.games.wobble.deck import GREY
from companion.games.wobble.real_table import RealTable
from companion.layout import Layout
from companion.rulings import Ruling, Verdict


class Family(people.WaitingFamily):
    """Players with simple habits: lay what fits, defend with what there is, sometimes dare a task."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self._random = random
        self.table = self._real_table(tuple(seats), options, random)
        self._throwing = ""  # who has pressed and has the card in hand already
        self._miscounted = ""  # whose hand was not counted as it lies there

    _real_table = RealTable

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        by_name = people.by_name(asks)
        self.follows(asks)
        if "back" in by_name and self._random.random() < 0.2:  # nobody stays away for the whole evening
            return self._press(self._random.choice(by_name["back"]))
        if sure := next((a for a in by_name.get("all_shown", ()) if a.seats[0] == self._miscounted), None):
            self._miscounted = ""
            return self._confirm(sure)
        if "lay" in by_name:
            return self._at_the_pile(by_name)
        if "twin" in by_name and (happening := self._meanwhile(by_name)) is not None:
            return happening
        for name, do in self._habits():
            if name in by_name:
                return do(self._random.choice(by_name[name]))
        return None

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if happening.kind is Kind.CALL and happening.value == "toss":
            self._throwing = happening.seat if ruling.verdict is Verdict.ACCEPTED else ""
        if happening.ask.startswith("show") and ruling.verdict is Verdict.REFUSED:
            self._miscounted = happening.seat
        if ruling.verdict is Verdict.ACCEPTED:
            self.table.happened(happening, ruling.notes)

    def time_ran_out(self, ruling: Ruling) -> None:
        self.table.announced(ruling.notes)

    def hand(self, state: State, seat: str) -> Cards:
        return tuple(self.table.hands[seat])

    def follows(self, asks: Sequence[Ask]) -> None:
        by_name = people.by_name(asks)
        if ("draw" in by_name or "keep" in by_name) and "answer" not in by_name:
            self.table.calm()

    def of_itself(self, state: State, ask: Ask) -> Happening | None:
        """Cards that are turned over or shown, and all that the Magnet has called."""
        turned = {"flip": self._flip, "turned": self._turn, "show": self._show, "give": self._give}
        if ask.id.startswith("redraw"):  # W28: the whole hand is shown, if all of it is grey
            hand = self.table.hands[ask.seats[0]]
            return self._cards(ask, ask.seats[0], hand) if hand and {*hand} <= {*GREY} else None
        does = turned.get(ask.id.partition(":")[0])
        return does(ask) if does is not None else None

    def lies(self) -> Layout:
        """The pile of all; cards that were shown have been taken up again."""
        return Layout(piles={"discard": self.table.pile})

    def _habits(self) -> tuple[tuple[str, Callable[[Ask], Happening]], ...]:
        return (
            ("ready", self._confirm),
            ("flip", self._flip),
            ("show", self._show),
            ("effect", self._choose),
            ("answer", self._answer),
            ("name", self._choose),
            ("aim", self._choose),
            ("vote", self._choose),
            ("give", self._give),
            ("country", self._choose),
            ("begin", self._press),
            ("stop", self._press),
            ("number", self._number),
            ("turned", self._turn),
            ("throw", self._choose),
            ("judged", self._choose),
            ("back", self._press),
        )

    # --- answers ---

    def _confirm(self, ask: Ask) -> Happening:
        return Happening(Kind.CONFIRM, True, ask.seats[0], ask.id)

    def _press(self, ask: Ask) -> Happening:
        value: object = ask.call if ask.kind is Kind.CALL else True
        later = self._random.choice((300, 7_500, 20_000)) * 1_000_000
        return Happening(ask.kind, value, ask.seats[0], ask.id, after_ns=later)

    def _choose(self, ask: Ask) -> Happening:
        value = self._random.choice(ask.choices).value
        return Happening(Kind.CHOICE, value, self._random.choice(ask.seats), ask.id)

    def _answer(self, ask: Ask) -> Happening:
        """Mostly the hit is taken, sometimes a task is dared."""
        dares = ask.choices[1:] and self._random.random() < 0.4
        value = self._random.choice(ask.choices[1:]).value if dares else ask.choices[0].value
        return Happening(Kind.CHOICE, value, ask.seats[0], ask.id)

    def _number(self, ask: Ask) -> Happening:
        value = self._random.choice((ask.low, min(ask.high, ask.low + 100), ask.high))
        return Happening(Kind.NUMBER, value, ask.seats[0], ask.id)

    def _cards(self, ask: Ask, seat: str, cards: Sequence[str]) -> Happening:
        value = {"place": ask.place, "cards": list(cards)}
        return Happening(Kind.CARD, value, seat, ask.id)

    def _flip(self, ask: Ask) -> Happening:
        return self._cards(ask, ask.seats[0], self.table.first_cards())

    def _turn(self, ask: Ask) -> Happening:
        return self._cards(ask, ask.seats[0], self.table.turned_cards())

    def _show(self, ask: Ask) -> Happening:
        return self._cards(ask, ask.seats[0], self.table.hands[ask.seats[0]])

    def _give(self, ask: Ask) -> Happening:
        """W42: all that was called."""
        seat, name = ask.seats[0], ask.prompt.args["name"]
        called = name if isinstance(name, str) else name.key.partition(".")[2]
        cards = self.table.with_name(seat, called)
        return self._cards(ask, seat, cards)

    # --- at the pile ---

    def _at_the_pile(self, by_name: dict[str, list[Ask]]) -> Happening:
        lay = by_name["lay"][0]
        if self._throwing:
            seat, self._throwing = self._throwing, ""
            return self._cards(lay, seat, [self.table.top])
        return self._lays_or_answers(by_name)

    def _lays_or_answers(self, by_name: dict[str, list[Ask]]) -> Happening:
        lay = by_name["lay"][0]
        if "answer" in by_name or "name" in by_name:
            return self._under_attack(by_name)
        if "toss" in by_name and self._random.random() < 0.5:
            seat = self.table.holder_of_top(by_name["toss"][0].seats, lay.prompt.args["seat"])
            if seat:
                return Happening(Kind.CALL, "toss", seat, "toss")
        return self._own_turn(by_name)

    def _meanwhile(self, by_name: dict[str, list[Ask]]) -> Happening | None:
        """A card takes effect, and somebody may have its twin in hand."""
        if self._throwing:
            seat, self._throwing = self._throwing, ""
            return self._cards(by_name["twin"][0], seat, [self.table.top])
        seat = self.table.holder_of_top(by_name["toss"][0].seats, "")
        if seat and self._random.random() < 0.5:
            return Happening(Kind.CALL, "toss", seat, "toss")
        return None

    def _own_turn(self, by_name: dict[str, list[Ask]]) -> Happening:
        """W10 to W13: a fitting card, two of them together if there are two; else one is drawn."""
        lay = by_name["lay"][0]
        ask = by_name["keep"][0] if "keep" in by_name else by_name["draw"][0]
        seat = ask.seats[0]
        fitting = self.table.fitting(seat)
        if not fitting:
            return self._confirm(ask)
        card = self._random.choice(fitting)
        twins = self.table.hands[seat].count(card) > 1 and self._random.random() < 0.7
        return self._cards(lay, seat, [card] * (2 if twins else 1))

    def _under_attack(self, by_name: dict[str, list[Ask]]) -> Happening:
        """W25: whoever is hit defends with what there is, or answers."""
        lay = by_name["lay"][0]
        answer = (by_name.get("answer") or by_name["name"])[0]
        seat = answer.seats[0]
        cards = self.table.defence(seat)
        if cards and self._random.random() < 0.8:
            return self._cards(lay, seat, [self._random.choice(cards)])
        return self._answer(answer) if answer.id.startswith("answer") else self._choose(answer)
