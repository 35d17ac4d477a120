"""Bots at the table of the app: each thinks on a thread of its own, says what to do, and calls by itself.

Whatever else a bot wants is done by a hand; eyes or a touch on "done" tell it. What a bot has been shown of
its own cards is kept here alone, never in the journal: after a break the cards are shown once more.
They lie before it face down in a row, and it names the place of the card that is to be laid.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.asks import JSON, Ask, Fact, Kind, Source
from companion.bot_seat import Advice, BotSeat, advise, row_after
from companion.bots import bot_of
from companion.cards import Cards
from companion.clock import Clock
from companion.family import Happening
from companion.game import AnyGame
from companion.layout import View
from companion.opponents import Heard, Opponents
from companion.rulings import Ruling, Verdict
from companion.table import Announcement, Table

log = logging.getLogger(__name__)

Post = Callable[[Callable[[], None]], None]  # has something done on the thread of the table
Later = Callable[[Callable[[], None], float], None]  # the same after so many seconds


class Moment(NamedTuple):
    """What the bots think about."""

    state: Any
    asks: Sequence[Ask]
    rows: Mapping[str, Cards]

    def is_like(self, other: "Moment") -> bool:
        """Whether nothing has changed since."""
        ids, others = ([ask.id for ask in asks] for asks in (self.asks, other.asks))
        return self.state is other.state and ids == others and self.rows == other.rows


def on_kivys_thread() -> tuple[Post, Later]:
    """How a bot's thoughts come back to the thread of the screens."""
    from kivy.clock import Clock as Turns  # noqa: PLC0415  (bots also play where there is no window)

    def later(do: Callable[[], None], seconds: float) -> None:
        Turns.schedule_once(lambda _passed: do(), seconds)

    return lambda do: later(do, 0), later


class BotPlayer:
    """All seats of one table that a bot plays. Everything but the thinking happens on the table's thread."""

    def __init__(
        self, table: Table, clock: Clock, post: Post, later: Later, random: Random | None = None
    ) -> None:
        self._table, self._clock, self._post, self._later = table, clock, post, later
        self._random = random or Random()
        self.levels = {seat.name: seat.bot for seat in table.seats if seat.bot}
        self.changed: Callable[[], None] = lambda: None  # the page listens here
        self.called: Callable[[], None] = lambda: None  # a call of a bot waits to be decided
        self.rows: dict[str, Cards] = {}  # what each bot was shown, as it lies before it
        self._advice: dict[str, Advice] = {}
        self._thinking_of: Moment | None = None
        self._thread = ThreadPoolExecutor(1, "bot") if self.levels else None
        table.listen(self._heard)

    @property
    def advice(self) -> tuple[Advice, ...]:
        """What the bots want now, in the order of the seats."""
        return tuple(self._advice.values())

    def look(self) -> None:
        """Think about the table as it is now, unless that is being done already."""
        before, now = self._thinking_of, Moment(self._table.state, self._table.asks, dict(self.rows))
        if self._thread is None or (before is not None and before.is_like(now)):
            return
        self._thinking_of = now
        self._show({})
        seeds = {seat: self._random.getrandbits(32) for seat in self.levels}
        if now.asks:
            self._thread.submit(self._think, now, self._table.game, seeds)

    def _think(self, of: "Moment", game: AnyGame, seeds: Mapping[str, int]) -> None:
        """On the bots' own thread."""
        found = {}
        for seat, seed in seeds.items():
            bot_seat = BotSeat(seat, self.levels[seat], of.rows.get(seat, ()))
            try:
                advice = advise(game, of.state, of.asks, bot_seat, Random(seed))
            except Exception as error:  # a bot that stumbles says nothing; the evening goes on
                log.error("the bot at %s has stumbled: %r", seat, error)
                continue
            if advice is not None:
                found[seat] = advice
        self._post(lambda: self._thought(of, found))

    def _thought(self, of: "Moment", found: Mapping[str, Advice]) -> None:
        if of is not self._thinking_of:
            return  # the table has gone on in the meantime
        for seat, advice in found.items():
            self._later(partial(self._due, of, seat, advice), advice.after_ms / 1000)

    def _due(self, of: "Moment", seat: str, advice: Advice) -> None:
        """The time that the bot needed is over."""
        if of is not self._thinking_of:
            return
        self._show({**self._advice, seat: advice})
        if advice.call:
            self._table.hear(Fact(Kind.CALL, advice.call, self._clock.now(), Source.TOUCH, seat))
            self.called()

    def _show(self, advice: dict[str, Advice]) -> None:
        if advice != self._advice:
            self._advice = advice
            self.changed()

    # --- what hands do ---

    def done(self, advice: Advice) -> Ruling | None:
        """A hand has done what the bot wanted."""
        if advice.move is None:
            return None
        move = {**advice.move, "t": self._clock.now()} if "t" in advice.move else advice.move
        return self._table.propose(move, Source.TOUCH)

    def shown(self, advice: Advice, cards: Cards) -> None:
        """The bot that wanted it has been shown *cards*: all of its own, or the new ones."""
        before = () if advice.anew else self.rows.get(advice.seat, ())
        self.rows[advice.seat] = (*before, *cards)
        self.look()

    def _heard(self, announcement: Announcement) -> None:
        """Cards go from a bot's row, or all of them; what is taken back mixes everything up."""
        move = announcement.ruling.move
        if announcement.by not in ("fact", "clock"):
            self.rows.clear()
        elif announcement.ruling.verdict is Verdict.ACCEPTED and isinstance(move, Mapping):
            self.rows = {seat: self._row_after(seat, move) for seat in self.rows}

    def _row_after(self, seat: str, written: Mapping[str, JSON]) -> Cards:
        """The row of *seat* after the move that is *written*."""
        game, row, advice = self._table.game, self.rows[seat], self._advice.get(seat)
        as_advised = advice is not None and advice.move is not None and _same(advice.move, written)
        given = advice.places if advice is not None and as_advised else ()
        move = game.read_move(dict(written))
        return row_after(bot_of(game), self._table.state, seat, move, row, given)

    def stop(self) -> None:
        """Think no more."""
        self._thinking_of = None
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)


def _same(one: Mapping[str, JSON], other: Mapping[str, JSON]) -> bool:
    """Whether both are the same move, whenever it was made."""
    timeless = [{name: value for name, value in move.items() if name != "t"} for move in (one, other)]
    return bool(msgspec.to_builtins(timeless[0]) == msgspec.to_builtins(timeless[1]))


class ActingBots(BotPlayer):
    """The bots of a table that is only on the screen: what they want, they do."""

    def __init__(self, table: Table, clock: Clock, post: Post, later: Later) -> None:
        super().__init__(table, clock, post, later)
        self.waits: Callable[[], bool] = lambda: False  # while somebody reads something else
        self._asks: tuple[Ask, ...] = ()  # that were open when something is ruled on
        self._sit_down()

    def _sit_down(self) -> None:
        """As the table stands, also where it was left or something was taken back."""
        levels = {seat.name: seat.bot for seat in self._table.seats}
        options, before = self._table.options, heard_before(self._table)
        self._world = Opponents(self._table.game, levels, options, self._table.game_id, before)
        self._world.things.follows(self._table.asks)
        self._asks = self._table.asks

    @property
    def person(self) -> str:
        """Whoever plays against them."""
        return self._world.person

    @property
    def hand(self) -> Cards:
        """The cards of the person."""
        return self._world.hand(self._table.state)

    @property
    def view(self) -> View:
        """What lies there for all to see."""
        return self._world.view(self._table.state, self._table.view)

    def by_itself(self, ask: Ask) -> JSON:
        """The value that answers *ask* without anybody's decision; None where somebody decides."""
        itself = self._world.things.of_itself(self._table.state, ask)
        return None if itself is None else itself.value

    def roll(self, ask: Ask) -> JSON:
        """The dice as they fall for the person."""
        return self._world.roll(ask, self.person).value

    def _think(self, of: Moment, game: AnyGame, seeds: Mapping[str, int]) -> None:
        try:
            found = self._world.next(of.state, of.asks)
        except Exception as error:  # what they think about may have changed meanwhile: they think again
            log.error("a bot has stumbled: %r", error)
            return
        self._post(lambda: self._will_do(of, found))

    def _will_do(self, of: Moment, found: Sequence[Happening]) -> None:
        for one in found:
            self._later(partial(self._does, of, one), one.after_ns / 1e9)

    def _does(self, of: Moment, one: Happening, waited: bool = False) -> None:
        if of is not self._thinking_of:
            return
        if self.waits():
            self._later(partial(self._does, of, one, waited=True), PATIENCE_S)
        elif waited:  # whoever has read begins to look only now
            self._later(partial(self._does, of, one), one.after_ns / 1e9)
        elif one.move is not None:
            self._table.propose(one.move, Source.SIMULATED)
            self.called()
        else:
            self._table.hear(one.told(self._clock.now(), Source.SIMULATED))
            self.called()

    def _heard(self, ruled: Announcement) -> None:
        if ruled.goes_back:
            self._sit_down()
        elif ruled.fact is not None:
            self._world.heard(Heard(self._asks, ruled.fact, ruled.ruling, ruled.by == "clock"))
            self._asks = self._table.asks
            self._world.things.follows(self._asks)


PATIENCE_S = 0.3  # until they look again whether somebody still reads


def heard_before(table: Table) -> Iterator[Heard]:
    """All that stands at *table*, as it was heard."""
    game, frames = table.game, table.history
    for before, after in pairwise(frames):
        if after.fact is None or after.move is None:
            continue
        notes = game.play(before.state, game.read_move(after.move)).notes
        ruling = Ruling(Verdict.ACCEPTED, notes=notes, move=after.move)
        yield Heard(game.asks(before.state), after.fact, ruling, after.fact.source is Source.CLOCK)
