"""Bots that act by themselves at a table which is only on the screen, and the things that lie on it.

One person plays there; everybody else is a bot. What nobody decides comes about by itself: dice fall, a card
is drawn, a pyramid stands there. Whatever happens reaches the table as a fact like any other, so rules,
journal, undo and scores are those of every evening. What hands hold is not in the journal: it follows from
the number of the game and from all that stands in it, so a game that is gone on with has the same cards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import JSON, MS, Ask, Fact, Kind
from companion.bot_seat import BotSeat, advise, means, values
from companion.bots import bot_of, levels_of
from companion.cards import UNKNOWN, Cards
from companion.family import Happening, Things, WaitingFamily, family_class, rolled, things_class
from companion.game import AnyGame, Move, Options, certain
from companion.layout import Layout, View
from companion.rulings import Ruling, Verdict

TABLE_MS = 1200  # so long the things of the table take, and what anybody may confirm


class Heard(Struct, frozen=True):
    """Something that stands: what was asked when it happened, and what the referee said."""

    asks: tuple[Ask, ...]
    fact: Fact
    ruling: Ruling
    by_clock: bool = False


class Opponents:
    """All bots of one table, and what is held and lies there."""

    def __init__(
        self,
        game: AnyGame,
        levels: Mapping[str, str],
        options: Options,
        seed: int,
        before: Iterable[Heard] = (),
        things: Things | None = None,
    ) -> None:
        """*levels* of all seats, clockwise: "" for the person, if one plays; *before* stands already."""
        self._game, self._levels = game, levels
        self.person = next((seat for seat, level in levels.items() if not level), "")
        self._random = Random(seed)  # of whoever thinks; the things have their own, and never depend on it
        make = things_class(game) or family_class(game)
        self.things = things or make(game, tuple(levels), options, Random(f"{seed} things"))
        self._said: set[str] = set()  # by the way, like a doubt, since the dice fell: nobody says it again
        for heard in before:
            self.heard(heard)

    def hand(self, state: Any, seat: str = "") -> Cards:
        """What *seat*, or the person, holds."""
        return tuple(sorted(self.things.hand(state, seat or self.person)))

    def heard(self, heard: Heard) -> None:
        """The table has ruled: cards move with what was accepted."""
        if heard.by_clock:
            self.things.time_ran_out(heard.ruling)
            return
        self.things.follows(heard.asks)
        fact = heard.fact
        ask = fact.ask or next((a.id for a in heard.asks if a.kind is fact.kind and a.call == fact.value), "")
        happening = Happening(fact.kind, fact.value, fact.seat, ask)
        self.minds(heard.asks, happening, heard.ruling)
        self.things.answered(happening, heard.ruling)

    def minds(self, asks: Sequence[Ask], happening: Happening, ruling: Ruling) -> None:
        """What is said by the way nobody says again until the dice fall."""
        if ruling.verdict is Verdict.ACCEPTED:
            said = {a.id for a in asks if a.id == happening.ask and a.optional and a.kind is Kind.CONFIRM}
            self._said = set() if happening.kind is Kind.DICE else self._said | said

    def view(self, state: Any, view: View) -> View:
        """*view* with the numbers on dice: at a real table people read them there."""
        if "pyramid" not in view.details:
            return view
        lies = self._game.public(state).pyramid
        drawn = {name: lies.get(name, die) for name, die in view.details["pyramid"].items()}
        return replace(view, detail={**view.details, "pyramid": drawn})

    # --- what happens next ---

    def next(self, state: Any, asks: Sequence[Ask]) -> tuple[Happening, ...]:
        """What bots do and what comes about by itself, each after its time, unless something else happens."""
        seen = (self.things.of_itself(state, ask) for ask in asks if ask.kind is Kind.PYRAMID)
        if (shown := next((one for one in seen if one is not None), None)) is not None:
            return (shown,)
        decided = self.decide(state, asks)
        waiting = {one.ask for one in decided}
        itself = next(self._comes_about(state, [ask for ask in asks if ask.id not in waiting]), None)
        return decided if itself is None or decided else (itself,)

    def decide(self, state: Any, asks: Sequence[Ask]) -> tuple[Happening, ...]:
        """What the bots do by their own decision."""
        done = [self._does(state, asks, seat, level) for seat, level in self._levels.items() if level]
        return tuple(one for one in done if one is not None)

    def _does(self, state: Any, asks: Sequence[Ask], seat: str, level: str) -> Happening | None:
        """What the bot at *seat* decides, as the answer to an ask."""
        row = self.hand(state, seat)
        advice = advise(self._game, state, asks, BotSeat(seat, level, row), self._random)
        if advice is not None and advice.hand:  # the companion believes in more cards, or fewer
            many = advice.hand if advice.anew else len(row) + advice.hand
            held = (*row, *(UNKNOWN,) * many)[:many]
            advice = advise(self._game, state, asks, BotSeat(seat, level, held), self._random)
        if advice is None:
            return None
        if advice.move is None:
            return self._rolls(seat, asks)
        move, after = self._game.read_move(advice.move), advice.after_ms * MS
        answer = next(self._answers(state, asks, move), None)
        if answer is None:
            return Happening(Kind.CHOICE, advice.move, seat, "", after_ns=after, move=advice.move)
        ask, value = answer
        if ask.id in self._said:
            return None
        return Happening(ask.kind, value, seat, ask.id, after_ns=after)

    def _rolls(self, seat: str, asks: Sequence[Ask]) -> Happening | None:
        ask = next((ask for ask in asks if ask.kind is Kind.DICE and seat in ask.seats), None)
        return None if ask is None or self.person in ask.seats else self.roll(ask, seat)

    def roll(self, ask: Ask, seat: str) -> Happening:
        """The dice as they fall for *seat*."""
        return Happening(Kind.DICE, rolled(ask, self._random), seat, ask.id, after_ns=TABLE_MS * MS)

    def _answers(self, state: Any, asks: Sequence[Ask], move: Move) -> Iterator[tuple[Ask, JSON]]:
        """The asks that *move* answers, each with the value that says so."""
        for ask in asks:
            if move.seat in ask.seats:
                said = values(ask, self._game.write_move(move))
                yield from ((ask, value) for value in said if means(self._game, state, ask, value, move))

    def _comes_about(self, state: Any, asks: Sequence[Ask]) -> Iterator[Happening]:
        """What nobody decides, and what any bot may say for all where the person is not asked."""
        for ask in asks:
            bots = [seat for seat in ask.seats if seat != self.person]
            alone, waited = self.person not in ask.seats, not ask.optional
            itself = self.things.of_itself(state, ask) if waited or ask.secret else None
            if itself is not None:
                after_ns = max(itself.after_ns, TABLE_MS * MS)
                yield itself if itself.move is not None else replace(itself, after_ns=after_ns)
            elif not bots or not waited:
                continue
            elif ask.kind is Kind.DICE and alone:
                yield self.roll(ask, bots[0])
            elif alone and ask.kind is Kind.CHOICE and ask.spoken:
                value = self._random.choice(ask.choices).value
                yield Happening(ask.kind, value, self._random.choice(bots), ask.id, after_ns=TABLE_MS * MS)
            elif alone and ask.kind in (Kind.CONFIRM, Kind.NUMBER, Kind.CALL):
                value = (
                    self._random.randint(ask.low, ask.high) if ask.kind is Kind.NUMBER else ask.call or True
                )
                yield Happening(ask.kind, value, bots[0], ask.id, after_ns=TABLE_MS * MS)


GAPS = (200, 900)  # milliseconds between two things that people do


class People(WaitingFamily):
    """Simulated people: a bot decides for each of them, and their hands do it with real things."""

    Things: Callable[..., Any] | None = None  # others than those of the game

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self._random = random
        self.things: Any = (self.Things or certain(things_class(game)))(game, seats, options, random)
        levels = dict.fromkeys(seats, levels_of(bot_of(game))[0])
        self._bots = Opponents(game, levels, options, random.getrandbits(32), things=self.things)
        self._asks: Sequence[Ask] = ()

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        self._asks = asks
        self.things.follows(asks)
        wanted = [(one.after_ns, self._random.random(), one) for one in self._what_happens(asks)]
        first = min(wanted, default=(0, 0.0, None))[-1]
        if first is None:
            return None
        races = any(ask.within_ms for ask in asks)  # with the clock
        done: Happening = self.things.by_hand(first, asks)
        return replace(done, after_ns=self._random.randint(*GAPS) * MS, either=races)

    def _what_happens(self, asks: Sequence[Ask]) -> Sequence[Happening]:
        return self._bots.next(self.sees(), asks)

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        self._bots.minds(self._asks, happening, ruling)
        self.things.answered(happening, ruling)

    def time_ran_out(self, ruling: Ruling) -> None:
        self.things.time_ran_out(ruling)

    def lies(self) -> Layout:
        lies: Layout = self.things.lies()
        return lies
