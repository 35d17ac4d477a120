"""Two people with a real pack of cards."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from companion import family as people
from companion.asks import Ask
from companion.facts import JSON, Kind
from companion.family import Happening
from companion.game import AnyGame, Options, State
from companion.games.abstrac.state import AbstracState
from companion.layout import Layout
from companion.rulings import Ruling, Verdict

ORDER = "9TJQKA"


class Family(people.WaitingFamily):
    """The row as a plain list; nobody here knows the referee's rules."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self._seats, self._random = tuple(seats), random
        self._row: list[str] = []
        self._in_hand: list[str] = []
        self._offered: list[str] = []  # a row that was dealt and not yet accepted

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        by_name = {ask.id.partition(":")[0]: ask for ask in asks}
        for name, doing in (
            ("lots", self._draw_lots),
            ("unread", self._name_unread),
            ("agree", self._agree),
            ("row", self._deal),
            ("choose", self._choose_side),
            ("done", self._keep),
            ("take", self._take),
        ):
            if name in by_name:
                return doing(by_name[name])
        return None

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if ruling.verdict is not Verdict.ACCEPTED:
            self._row += reversed(self._in_hand)
            self._in_hand = []
            return
        if happening.ask.startswith("row"):
            self._row = list(self._offered)
        elif happening.ask.startswith("take"):
            self._in_hand = [self._row.pop() for _ in range(happening.value)]
            self._put_down(happening.seat)
        elif happening.ask == "done":
            self._put_down(happening.seat)

    def of_itself(self, state: State, ask: Ask) -> Happening | None:
        """B9: lots are drawn; AS1, AS2: the row is dealt, once, and lies as it is shown."""
        doing = {"lots": self._draw_lots, "agree": self._agree, "row": self._deal}
        name = ask.id.partition(":")[0]
        if name not in doing or ask.optional:
            return None
        assert isinstance(state, AbstracState)
        wait = people.TIME_TO_READ_NS if name == "row" and state.results else 0
        return replace(doing[name](ask), after_ns=wait)

    def lies(self) -> Layout:
        """The row; who takes cards lays them down beside the mat."""
        return Layout(rows={"row": tuple(self._row)})

    # --- what people do ---

    def _draw_lots(self, ask: Ask) -> Happening:
        return Happening(Kind.CHOICE, self._random.choice(self._seats), self._seats[0], ask.id)

    def _deal(self, ask: Ask) -> Happening:
        pack = [rank + suit for suit in "CDHS" for rank in ORDER]
        self._random.shuffle(pack)
        self._offered = pack
        return Happening(Kind.CARD, {"place": "row", "cards": pack}, "", ask.id)

    def _name_unread(self, ask: Ask) -> Happening:
        """The companion could not read a card of the row that was dealt."""
        place = int(ask.id.partition(":")[2])
        return Happening(Kind.CHOICE, self._offered[place - 1], self._seats[0], ask.id)

    def _agree(self, ask: Ask) -> Happening:
        return Happening(Kind.CONFIRM, True, self._random.choice(self._seats), ask.id)

    def _choose_side(self, ask: Ask) -> Happening:
        return Happening(Kind.CHOICE, self._random.choice(("first", "second")), ask.seats[0], ask.id)

    def _take(self, ask: Ask) -> Happening:
        """By touch, or really: lift the cards, and press the button when the companion has seen it."""
        seat = ask.seats[0]
        count = self._random.randint(1, min(3, len(self._row)))
        if self._random.random() < 0.5:
            return Happening(Kind.CHOICE, count, seat, ask.id)
        self._in_hand = [self._row.pop() for _ in range(count)]
        return Happening(Kind.CARD, self._shape(self._row), seat, "left")

    def _keep(self, ask: Ask) -> Happening:
        return Happening(Kind.CALL, "done", ask.seats[0], ask.id)

    @staticmethod
    def _shape(row: Sequence[str]) -> JSON:
        return {"place": "row", "cards": list(row)}

    def _put_down(self, seat: str) -> None:
        self._in_hand = []
