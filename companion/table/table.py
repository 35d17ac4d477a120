"""The table: where the facts of one game come together, and rulings are made, written down and announced."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.asks import JSON, Ask, Fact, Kind, Say, Source, plain, plain_text, plain_value
from companion.calls.buttons import Edge, Fairness, Press, Pressed
from companion.calls.evidence import Evidence, decide
from companion.clock import Clock
from companion.game import AnyGame, Options, Outcome
from companion.games import find_game
from companion.journal import Journal, NotWritten
from companion.layout import View
from companion.rulings import Refusal, Ruling, Verdict, refused
from companion.seats import Seat
from companion.table import changes, court
from companion.table import entries as bodies
from companion.table.answers import seat_of
from companion.table.callers import Caller, Callers, Deadlines, Delays, Running, in_order
from companion.table.judge import Word, beyond, judge_words, not_written, with_implied
from companion.table.line import CannotStart, Frame, Line, begin, follow, open_game, reopen
from companion.table.log import Announcement, LogBook, LogEntry, Scored, Teller, scored

log = logging.getLogger(__name__)


class Table:
    """One game at one table. Belongs to the thread that has made it."""

    def __init__(
        self, game: AnyGame, started: bodies.Started, line: Line, journal: Journal, clock: Clock, game_id: int
    ) -> None:
        self.game, self._started, self._line = game, started, line
        self._journal, self._clock, self.game_id = journal, clock, game_id
        self._options = game.read_options(started.options)
        self._callers = Callers(started.seats, started.fairness)
        self._aside: list[Fact] = []  # facts that happened after a call which is not decided yet
        self.asks: tuple[Ask, ...] = ()
        self._deadlines = Deadlines(started.fairness)
        self._teller, self._log = Teller(), LogBook(journal, game_id)
        self._refresh_asks(None)

    # --- opening ---

    @classmethod
    def start(
        cls,
        game: AnyGame,
        seats: Sequence[Seat],
        options: Options | Mapping[str, JSON],
        journal: Journal,
        clock: Clock,
        fairness: Fairness | None = None,
    ) -> "Table":
        """A new game; raises `CannotStart`, in words, where it cannot be played like this."""
        return cls.open(game, open_game(game, seats, options, fairness), journal, clock)

    @classmethod
    def open(cls, game: AnyGame, started: bodies.Started, journal: Journal, clock: Clock) -> "Table":
        """The same for a game that is *started*, perhaps as the next one of a match: see `open_game`."""
        try:
            entry = journal.append(0, [bodies.write_body(started)])[0]
        except NotWritten as error:
            raise CannotStart("table.not_written", why=str(error)) from error
        return cls(game, started, begin(game, started, entry.id), journal, clock, entry.id)

    @classmethod
    def resume(
        cls,
        journal: Journal,
        clock: Clock,
        game_id: int | None = None,
        find: Callable[[str], AnyGame] = find_game,
    ) -> "Table | None":
        """The last unfinished game, or game *game_id*, at the same ask; None if there is none."""
        found = reopen(journal, game_id, find)
        if found is None:
            return None
        return cls(found.game, found.started, found.line, journal, clock, found.id)

    # --- what stands ---

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._started.seats

    @property
    def options(self) -> Options:
        """The house rules as they are now: a table may agree on other ones in the middle of a game."""
        options: Options = getattr(self.state, "options", self._options)
        return options

    @property
    def fairness(self) -> Fairness:
        return self._started.fairness

    @property
    def state(self) -> Any:
        return self._line.state

    @property
    def question(self) -> Ruling | None:
        """The question that the eyes could not answer, while it is open; its answer is an ordinary fact."""
        return self._line.question

    def running(self, ask: Ask) -> Running | None:
        """Since and until when *ask* waits; None where it does so for as long as it takes."""
        return self._deadlines.running(ask)

    @property
    def history(self) -> tuple[Frame, ...]:
        """Every move that stands, with the state after it."""
        return self._line.frames

    @property
    def view(self) -> View:
        return self.game.view(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        return self._line.over

    def log(self) -> tuple[LogEntry, ...]:
        """Everything that has happened, oldest first."""
        return self._log.show(self._line)

    def scored(self) -> tuple[Scored, ...]:
        """Where the points came from, oldest first."""
        return tuple(scored(self.game, self._line.frames, self.log()))

    def slips(self, ask: Ask, number: int) -> tuple[changes.Slip, ...]:
        """Which single reading may have been wrong, if *number* is true and cannot be."""
        return changes.likely_slips(self.game, self._line, ask, number)

    def evidence(self, entry: int) -> Evidence | None:
        """What the place of the call in *entry* was decided by."""
        body = self._log.body(entry)
        return body.evidence if isinstance(body, bodies.Heard) else None

    def with_other_options(self, options: Options) -> tuple[Say, ...]:
        """What would have come out of this game with *options*, in sentences."""
        other = court.with_other_options(self.game, self._line, self._log.refused(), options)
        return court.verdict(self.game, self._line, other, self._log.secret())

    def fact_of(self, entry: int) -> Fact | None:
        """The fact of *entry*: what was seen, heard, touched, or agreed on as the right reading."""
        body = self._log.body(entry)
        if isinstance(body, bodies.Heard):
            return None if body.proposed else body.fact
        return body.fact if isinstance(body, bodies.Corrected) else None

    # --- hearing ---

    def listen(self, heard: Callable[[Announcement], None]) -> None:
        """*heard* is called with every ruling once it is on the disk."""
        self._teller.listen(heard)

    def hear(self, fact: Fact) -> Ruling | None:
        """The ruling on *fact*; None if it waits because a call, or one before it, is not decided yet."""
        fact = plain(fact)
        if fact.kind is Kind.CALL:
            return self._hear_call(fact, ())
        first = self._callers.first
        if first is not None and fact.t > first:
            self._aside.append(fact)
            return None
        if fact.source is Source.CAMERA and fact.kind is Kind.CARD:
            self._end_asks(self._deadlines.over_before(fact.t - fact.uncertainty))
        return self._judge(with_implied(self.game, self._line, self.asks, fact))[-1]

    def beyond(self) -> tuple[Ask, ...]:
        """What may be entered already, because it implies the answer to what is waited for."""
        return () if self.over else beyond(self.game, self._line, self.asks, self._clock.now())

    def propose(self, move: JSON, source: Source = Source.TOUCH, t: int | None = None) -> Ruling:
        """The ruling on a move in the game's own notation."""
        self._decide()
        time = self._clock.now() if t is None else t
        fact = Fact(Kind.CHOICE, move, time, source, seat_of(move))
        return self._judge([Word(plain(fact), proposed=True)])[-1]

    def feel(self, edge: Edge | Pressed) -> None:
        """A button's line went down or up; presses become calls of the seat whose button it is. A phone tells
        of whole presses."""
        for pressed in (edge,) if isinstance(edge, Pressed) else self._callers.feel(edge):
            self._press(pressed)

    def wait_for_phones(self, delays: Delays) -> None:
        """A press by phone may be on its way for so long."""
        self._callers.delays = self._deadlines.delays = delays

    def looked(self, reported_until: int | None) -> bool:
        """The eyes have reported every card laid before *reported_until* (None: they see no table), so no
        time has to wait for it. Whether `tick` has something to do now."""
        self._deadlines.looked(reported_until)
        due = self.next_tick()
        return due is not None and self._clock.now() >= due

    def hold(self) -> None:
        """Something is explained: no time runs out until `go_on`. Calls are calls meanwhile."""
        self._deadlines.hold(self._clock.now())

    def go_on(self) -> None:
        """It has been understood."""
        self._deadlines.go_on(self._clock.now())

    def tick(self) -> tuple[Announcement, ...]:
        """Decide what time has decided: presses, calls, asks that have run out. Returns the announcements."""
        announced = self._teller.keep()
        now = self._clock.now()
        for pressed in self._callers.pass_until(now):
            self._press(pressed)
        for held in tuple(self._callers.held_too_long(self.asks, self._deadlines.since, now)):
            self._judge([self._word_outside(held.fact, held.press)])
        due = self._callers.due(self.asks)
        if due is not None and now >= due:
            self._decide()
        if self._callers.first is None:
            self._end_asks(self._deadlines.over(now, self.question is not None))
        return tuple(announced)

    def next_tick(self) -> int | None:
        """When `tick` has something to do, if nothing happens before."""
        times = [self._callers.next_button(self.asks, self._deadlines.since), self._callers.due(self.asks)]
        if self._callers.first is None:  # no time ends before the calls that were made in it are decided
            times.append(self._deadlines.next(self.question is not None))
        return min((t for t in times if t is not None), default=None)

    # --- calls ---

    def _hear_call(self, fact: Fact, edges: tuple[Edge, ...]) -> Ruling | None:
        ask = self._ask_for_call(fact)
        armed = self._deadlines.since[ask.id] if ask else 0
        press = self._callers.press_of(fact, ask, armed, edges)
        if ask is None or press.t < armed:
            return self._judge([self._word_outside(fact, press)])[-1]
        self._callers.wait(Caller(fact, press))
        if self._callers.nobody_else(self.asks):
            return self._decide().get(id(fact))
        return None

    def _ask_for_call(self, fact: Fact) -> Ask | None:
        calls = (ask for ask in self.asks if ask.kind is Kind.CALL and fact.seat in ask.seats)
        return next((a for a in calls if a.call == fact.value and fact.ask in ("", a.id)), None)

    def _word_outside(self, fact: Fact, press: Press) -> Word:
        """A call that no open ask can take."""
        evidence = self._callers.evidence([press], self.asks, self._clock.now())
        return Word(fact, evidence, decide(evidence).standings[0])

    def _press(self, pressed: Pressed) -> None:
        self._hear_call(self._callers.call_of(pressed, self.asks), pressed.edges)

    def _decide(self) -> dict[int, Ruling]:
        """The rulings on the calls that wait and on what has happened after them, by the id of the fact."""
        aside, self._aside = sorted(self._aside, key=lambda fact: fact.t), []
        words: list[Word] = []
        if self._callers.first is not None:
            now = self._clock.now()
            callers, evidence = self._callers.take_waiting(self.game, self.state, self.asks, now)
            ordered = in_order(callers, evidence)
            words = [Word(caller.fact, evidence, standing) for caller, standing in ordered]
        words += [Word(fact) for fact in aside]
        rulings = self._judge(words) if words else []
        return {id(word.fact): ruling for word, ruling in zip(words, rulings, strict=True)}

    def _end_asks(self, ending: Iterable[tuple[Ask, int]]) -> None:
        """Nobody has answered in time."""
        for ask, over in ending:
            self._judge([Word(Fact(Kind.TIME, ask.id, over, Source.CLOCK, ask=""))])

    # --- judging, writing, announcing: in this order ---

    def _judge(self, words: Sequence[Word]) -> list[Ruling]:
        """Judge *words* one after the other; they are written down together, and only then announced."""
        heard = judge_words(self.game, self._line, self.asks, words)
        if not self._write(heard):
            return [not_written() for _ in words]
        return [body.ruling for body, _ in heard if isinstance(body, bodies.Heard)]

    def _write(self, written: Sequence[tuple[bodies.Body, Any]]) -> bool:
        """Whether *written* are on the disk; the table goes on from them if they are."""
        try:
            entries = self._journal.append(self.game_id, [bodies.write_body(body) for body, _ in written])
        except NotWritten as error:
            log.warning("the journal takes no entry: %s", error)
            for body, _ in written:
                self._teller.tell(0, body, not_written())
            return False
        for entry, (body, state) in zip(entries, written, strict=True):
            before = self._line
            self._log.add(entry, body)
            self._line = follow(self.game, before, entry.id, body, state)
            if self._line.state is not before.state or self._line.over is not before.over:
                self._refresh_asks(body)
        for entry, (body, _) in zip(entries, written, strict=True):
            self._teller.tell(entry.id, body)
        return True

    def _refresh_asks(self, because: bodies.Body | None) -> None:
        """The asks of the state as it is now; what is new is open from now on."""
        now, old = self._clock.now(), self.asks
        self.asks = () if self._line.over else self.game.asks(self.state)
        taken_back = isinstance(because, (bodies.Undone, bodies.Overridden, bodies.Corrected))
        if taken_back:
            self._callers.forget_ended()
        self._deadlines.follow(self.asks, now, afresh=taken_back)
        if isinstance(because, bodies.Heard):
            self._callers.asks_changed(old, self.asks, because.fact)

    # --- what people change by agreement ---

    def undo(self, steps: int = 1, *, agreed: bool = False, by: str = "") -> Ruling:
        """Take back the last *steps* moves; *by* is the seat whose hand does it, where that is known."""
        self._decide()
        return self._undo(self._line.back(steps), agreed, by)

    def undo_to(self, entry: int, *, agreed: bool = False, by: str = "") -> Ruling:
        """Take back everything after *entry*, so that the table stands as it stood then."""
        self._decide()
        if self._log.body(entry) is None:
            return self._undo(-1, agreed, by)
        return self._undo(self._line.at(entry), agreed, by)

    def undo_level(self, steps: int = 1, *, by: str = "") -> changes.UndoLevel:
        """What taking back the last *steps* moves would need."""
        place = max(0, self._line.back(steps))
        return changes.undo_level(self.game, self._line, place, self._clock.now(), by)

    def _undo(self, place: int, agreed: bool, by: str) -> Ruling:
        return self._change(changes.undo(self.game, self._line, place, self._clock.now(), agreed, by))

    def override(self, position: JSON, says: str) -> Ruling:
        """The table has agreed on *position*; what it leaves out stays. *says* stands in the journal."""
        self._decide()
        return self._change(changes.override(self.game, self._line, plain_value(position), plain_text(says)))

    def correct(self, entry: int, value: JSON) -> Ruling:
        """What was read in *entry* should have been *value*; what came after it is judged again."""
        self._decide()
        body = self._log.body(entry)
        if not isinstance(body, bodies.Heard) or body.fact.kind in (Kind.CALL, Kind.TIME):
            return self._change(bodies.Corrected(refused(Refusal("T12", Say("table.no_reading"))), entry))
        body = changes.correct(self.game, self._line, entry, body, plain_value(value))
        return self._change(body)

    def leave(self) -> None:
        """The game is given up; it is not offered again."""
        if not self._line.over:
            self._write([(bodies.Left(), None)])

    def _change(self, body: bodies.Ruled) -> Ruling:
        written: list[tuple[bodies.Body, Any]] = [(body, None)]
        if body.ruling.verdict is Verdict.ACCEPTED:
            state = follow(self.game, self._line, 0, body).state
            outcome = self.game.outcome(state)
            written += [(bodies.Ended(outcome), state)] if outcome else []
        return body.ruling if self._write(written) else not_written()
