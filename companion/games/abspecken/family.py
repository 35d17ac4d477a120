"""A family that plays ABspecken with real, hidden cards."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from companion import family as people
from companion.asks import Ask
from companion.cards import Cards
from companion.facts import JSON, MS, Kind
from companion.family import Happening
from companion.game import AnyGame, Options, State
from companion.games.abspecken.real_table import RealTable
from companion.games.abspecken.state import AbspeckenOptions, AbspeckenState
from companion.layout import Layout
from companion.rulings import Ruling, Verdict

Effect = Callable[[], None]
COLOURS = {1: "green", 2: "pink", 3: "orange", 4: "blue", 5: "yellow", 6: "purple"}
PIGGY = ("+-1", "+-2", "+-3", "smile", "grim", "grim")
SHORT_GAP, LONG_GAP = MS // 5, 80 * MS  # two presses: surely a tie, surely none


class Family(people.Family):
    """People with simple, sensible habits: they lay what costs most and keep mixed hands."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        assert isinstance(options, AbspeckenOptions)
        self._table = RealTable(seats, options)
        self._options, self._random = options, random
        self._clock = 0
        self._under_way: list[tuple[Happening, Effect]] = []  # announced, not yet answered
        self._doubted = ""
        self._whom = ""  # who was chosen, while the card is still to be shown

    # --- what happens next ---

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        doing = getattr(self, f"_{self._table.phase}")
        happening: Happening | None = doing({ask.id: ask for ask in asks})
        self._clock += happening.after_ns if happening else 100 * MS
        return happening

    def _does(self, effect: Effect, kind: Kind, value: JSON, seat: str, ask: str, **more: Any) -> Happening:
        """Somebody does something, which becomes true if the companion agrees."""
        gap = more.pop("after_ns", self._random.randint(200, 900) * MS)
        happening = Happening(kind, value, seat, ask, after_ns=gap, **more)
        self._under_way.append((happening, effect))
        return happening

    def _cards(
        self, effect: Effect, seat: str, ask: str, place: str, cards: Iterable[int], **more: Any
    ) -> Happening:
        value = {"place": place, "cards": [str(card) for card in cards]}
        return self._does(effect, Kind.CARD, value, seat, ask, **more)

    @property
    def _shown(self) -> bool:
        """Whether cards are shown to the companion."""
        return self._options.hands != "hidden"

    def _setup(self, asks: dict[str, Ask]) -> Happening:
        if self._table.youngest:
            seat = self._random.choice(self._table.seats)
            return self._does(lambda: self._table.begin(""), Kind.CONFIRM, True, seat, "sorted")
        youngest = self._random.choice(self._table.seats)
        return self._does(lambda: self._table.begin(youngest), Kind.CHOICE, youngest, youngest, "youngest")

    def _pick(self, asks: dict[str, Ask]) -> Happening:
        seat = self._random.choice([s for s in self._table.seats if not self._table.hands[s]])
        cards = self._wanted(seat, 5)
        if not self._shown:
            return self._does(
                lambda: self._table.pick(seat, cards), Kind.CONFIRM, True, seat, f"pick_unseen:{seat}"
            )
        return self._picks(seat, cards)

    def _picks(self, seat: str, cards: Sequence[int]) -> Happening:
        return self._cards(lambda: self._table.pick(seat, cards), seat, f"pick:{seat}", f"hand:{seat}", cards)

    def _wanted(self, seat: str, n: int) -> list[int]:
        """Cards from the piles that make the hand as mixed as possible."""
        held, wanted = list(self._table.hands[seat]), []
        left = list(self._table.draws[seat])
        for _ in range(n):
            self._random.shuffle(left)
            card = min(left, key=lambda c: (held.count(c), -c if self._random.random() < 0.7 else c))
            left.remove(card)
            held.append(card)
            wanted.append(card)
        return wanted

    def _offer(self, asks: dict[str, Ask]) -> Happening:
        piggy = self._table.piles[self._table.roller][-1:] <= [3] or self._random.random() < 0.5
        roller = self._table.roller
        return self._does(lambda: self._table.offer(piggy), Kind.CHOICE, piggy, roller, "piggy")

    def _roll(self, asks: dict[str, Ask]) -> Happening:
        dice = (self._random.randint(1, 6), self._random.randint(1, 6))
        ban = self._random.randint(1, 6)
        pig = self._random.choice(PIGGY) if self._table.with_piggy else ""
        bars: JSON = (
            {"colour": [COLOURS[ban]]} if self._options.ban_die == "colour" else {"number": [str(ban)]}
        )
        value = {"pips": list(dice), **bars, **({"piggy": [pig]} if pig else {})}
        return self._does(
            lambda: self._table.roll(dice, ban, pig), Kind.DICE, value, self._table.roller, "roll"
        )

    def _pig(self, asks: dict[str, Ask]) -> Happening:
        roller = self._table.roller
        if self._table.pig == "grim":
            return self._does(self._picked_up, Kind.CONFIRM, True, roller, "pick_up")
        hand = self._table.hands[roller]
        card = max(hand, key=lambda c: (c == self._table.ban, c))
        if self._whom:
            to = self._whom
            return self._cards(lambda: self._given(to, card), roller, "gift_card", f"gift:{to}", [card])
        to = self._random.choice([seat for seat in self._table.seats if seat != roller])
        effect = (lambda: self._choose(to)) if self._shown else (lambda: self._given(to, card))
        return self._does(effect, Kind.CHOICE, to, roller, "gift")

    def _picked_up(self) -> None:
        self._table.pick_up()

    def _choose(self, whom: str) -> None:
        self._whom = whom

    def _given(self, to: str, card: int) -> None:
        self._whom = ""
        self._table.give(to, card)

    # --- discarding and calling ---

    def _act(self, asks: dict[str, Ask]) -> Happening | None:
        if doubted := self._doubted or self._somebody_to_doubt(asks):
            return self._doubt(doubted)
        return self._lay_or_call(asks)

    def _lay_or_call(self, asks: dict[str, Ask]) -> Happening | None:
        busy = {happening.seat for happening, _ in self._under_way}
        free = [seat for seat in self._table.seats if not self._table.acted(seat) and seat not in busy]
        if not free:
            return None
        return self._lays_or_calls(self._random.choice(free))

    def _lays_or_calls(self, seat: str) -> Happening:
        discards = self._table.discards(seat)
        if not discards:
            return self._calls(seat)
        best = max(discards, key=lambda s: (sum(s), self._random.random()))
        cards = sorted(best, reverse=True)  # a low card on top makes grim piggies cheaper
        return self._lays(seat, cards)

    def _lays(self, seat: str, cards: Sequence[int]) -> Happening:
        place = f"discard:{seat}"
        return self._cards(lambda: self._table.lay(seat, cards), seat, place, place, cards)

    def _calls(self, seat: str, **more: Any) -> Happening:
        """Sometimes two press at the same moment."""
        pressing = any(h.kind is Kind.CALL for h, _ in self._under_way)
        tie = pressing and self._random.random() < 0.3
        gap = SHORT_GAP if tie else LONG_GAP + self._random.randint(0, 700) * MS
        t = self._clock + gap
        return self._does(
            lambda: self._called(seat, t), Kind.CALL, "cannot", seat, "cannot", after_ns=gap, **more
        )

    def _called(self, seat: str, t: int) -> None:
        self._table.call(seat, t)

    # --- doubting, taking, refilling ---

    def _somebody_to_doubt(self, asks: dict[str, Ask]) -> str:
        """Now and then somebody does not believe a call."""
        for name in asks:
            what, _, seat = name.partition(":")
            if what == "doubt" and not self._under_way and self._random.random() < self._mistrust(seat):
                return seat
        return ""

    def _mistrust(self, seat: str) -> float:
        return 0.05

    def _doubt(self, seat: str) -> Happening | None:
        """Somebody asks for the hand, and then it is shown."""
        if self._under_way:
            return None
        if seat != self._doubted:
            doubter = self._random.choice([s for s in self._table.seats if s != seat])
            return self._does(lambda: self._doubts(seat), Kind.CONFIRM, True, doubter, f"doubt:{seat}")
        hand = self._table.hands[seat]
        return self._cards(lambda: self._hand_was_seen(seat), seat, f"show:{seat}", f"hand:{seat}", hand)

    def _doubts(self, seat: str) -> None:
        self._doubted = seat

    def _hand_was_seen(self, seat: str) -> None:
        self._doubted = ""

    def _take(self, asks: dict[str, Ask]) -> Happening | None:
        if doubted := self._doubted or ("" if self._whom else self._somebody_to_doubt(asks)):
            return self._doubt(doubted)
        return self._takes(asks)

    def _takes(self, asks: dict[str, Ask]) -> Happening | None:
        if self._table.nobody_takes():
            return self._goes_on(asks)
        caller = self._table.takers()[0]
        if self._whom:
            victim = self._whom
            card = self._random.choice(self._table.hands[victim])
            return self._cards(
                lambda: self._taken(caller, victim, card), caller, "take_card", f"hand:{caller}", [card]
            )
        victim = max(self._table.victims(caller), key=lambda s: (len(self._table.hands[s]), s))
        card = self._random.choice(self._table.hands[victim])
        effect = (
            (lambda: self._choose(victim)) if self._shown else (lambda: self._taken(caller, victim, card))
        )
        return self._does(effect, Kind.CHOICE, victim, caller, "take")

    def _goes_on(self, asks: dict[str, Ask]) -> Happening | None:
        """Nobody can take, until somebody presses."""
        if self._under_way:
            return None
        seat = self._random.choice(self._table.seats)
        return self._does(self._table.pass_over, Kind.CALL, "go_on", seat, "go_on", after_ns=LONG_GAP + MS)

    def _taken(self, caller: str, victim: str, card: int) -> None:
        self._whom = ""
        self._table.take(caller, victim, card)

    def _refill(self, asks: dict[str, Ask]) -> Happening:
        seats = [seat for seat in self._table.seats if self._table.draw_count(seat)]
        if not self._shown:
            return self._does(lambda: self._refilled(seats), Kind.CONFIRM, True, seats[0], "refill")
        seat = self._random.choice(seats)
        return self._draws(seat, self._table.draw_count(seat))

    def _draws(self, seat: str, n: int) -> Happening:
        cards = self._wanted(seat, n)
        effect = lambda: self._table.refill(seat, cards)  # noqa: E731
        return self._cards(effect, seat, f"refill:{seat}", f"hand:{seat}", cards)

    def _refilled(self, seats: Iterable[str]) -> None:
        for seat in seats:
            self._table.refill(seat, self._wanted(seat, self._table.draw_count(seat)))

    def _score(self, asks: dict[str, Ask]) -> Happening:
        """Whoever is asked counts; then somebody agrees."""
        for name, ask in asks.items():
            what, _, seat = name.partition(":")
            if what == "count" and not ask.optional:
                return self._counts(ask, seat)
        seat = self._random.choice(self._table.seats)
        return self._does(self._table.score, Kind.CONFIRM, True, seat, "close")

    def _counts(self, ask: Ask, seat: str) -> Happening:
        cards = self._table.cards_of(seat)
        if self._random.random() < 0.5:
            return self._cards(_nothing, seat, f"score:{seat}", f"score:{seat}", cards)
        return self._does(_nothing, Kind.NUMBER, sum(cards), seat, ask.id)

    # --- the companion answers ---

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        """What was accepted becomes true; what was refused is taken back."""
        for under_way in self._under_way:
            if under_way[0] is happening or under_way[0] == happening:
                self._under_way.remove(under_way)
                if ruling.verdict is Verdict.ACCEPTED:
                    under_way[1]()
                return

    def hand(self, state: State, seat: str) -> Cards:
        """Where people say which cards move (AM-15), the referee knows the hand as well."""
        assert isinstance(state, AbspeckenState)
        return state.player(seat).hand

    def of_itself(self, state: State, ask: Ask) -> Happening | None:
        """A11: the first is the youngest; A23: a card is taken blindly; AM-7: who is doubted shows all."""
        name, _, seat = ask.id.partition(":")
        if name in ("youngest", "sorted"):
            return Happening(ask.kind, ask.seats[0] if name == "youngest" else True, ask.seats[0], ask.id)
        if name == "take_card":
            assert isinstance(state, AbspeckenState)
            cards: Cards = (self._random.choice(self.hand(state, state.chosen)),)
        elif name == "show":
            cards = self.hand(state, seat)
        else:
            return None
        value = {"place": ask.place, "cards": list(cards)}
        return Happening(Kind.CARD, value, ask.seats[0], ask.id)

    def lies(self) -> Layout:
        """The discard piles; cards that were shown have been taken up again."""
        piles = {f"discard:{seat}": tuple(map(str, pile)) for seat, pile in self._table.piles.items()}
        return Layout(piles=piles)


def _nothing() -> None:
    """Nothing becomes true."""
