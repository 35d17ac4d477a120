"""Those who have called and wait for the grace to be over, and how their calls are put in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.asks import MS, Ask, Fact, Kind, Source
from companion.calls.buttons import Buttons, Edge, Fairness, Glitch, Lost, Press, Pressed
from companion.calls.evidence import Evidence, Standing, decide
from companion.game import AnyGame
from companion.seats import Seat
from companion.table.judge import standing_of, tie_orders

HELD_AFTER = 1_000 * MS  # a button that is down for this long since before the ask is reported
RECENT_GLITCHES = 16

# how long a press of a seat's phone may be on its way, in nanoseconds
Delays = Callable[[], Mapping[str, int]]


class Caller(msgspec.Struct, frozen=True):
    """A call and the press that it was made by."""

    fact: Fact
    press: Press


class Callers:
    """The calls of one table that wait to be decided, and what is known of asks for calls that have ended."""

    def __init__(self, seats: Sequence[Seat], fairness: Fairness) -> None:
        self._seats, self._fairness = tuple(seats), fairness
        self.delays: Delays = dict  # whoever knows of phones puts in how long their presses may take
        self._handicaps = {seat.name: seat.handicap_ms for seat in seats if seat.handicap_ms}
        self._buttons = Buttons(fairness)
        self._waiting: list[Caller] = []
        self._lost: list[Lost] = []
        self._glitches: deque[Glitch] = deque(maxlen=RECENT_GLITCHES)
        self._ended: dict[tuple[str, str], int] = {}  # (call, seat) → when its ask had ended
        self._called: set[tuple[str, str]] = set()  # (call, seat) whose own call has ended their ask
        self._reported_held: set[tuple[str, int]] = set()

    # --- edges ---

    def feel(self, edge: Edge) -> tuple[Pressed, ...]:
        """The presses that *edge* confirms."""
        return self._take(self._buttons.feed(edge))

    def pass_until(self, now: int) -> tuple[Pressed, ...]:
        """The presses that their level has confirmed by *now*."""
        return self._take(self._buttons.pass_until(now))

    def _take(self, events: Iterable[object]) -> tuple[Pressed, ...]:
        pressed = []
        for event in events:
            match event:
                case Pressed():
                    pressed.append(event)
                case Lost():
                    self._lost.append(event)
                case Glitch():
                    self._glitches.append(event)
        return tuple(pressed)

    def call_of(self, pressed: Pressed, asks: Sequence[Ask]) -> Fact:
        """What a press means: the call that its seat is asked for now, else the one it was asked for last."""
        seat = next((seat.name for seat in self._seats if seat.button == pressed.line), "")
        ask = call_ask(asks, seat)
        call = ask.call if ask else self._last_call_of(seat)
        ask_id = ask.id if ask else ""
        return Fact(Kind.CALL, call, pressed.t, pressed.source, seat, ask_id, pressed.uncertainty)

    def _last_call_of(self, seat: str) -> str:
        ended = [(t, call) for (call, caller), t in self._ended.items() if caller == seat]
        return max(ended, default=(0, ""))[1]

    def held_too_long(self, asks: Sequence[Ask], since: Mapping[str, int], now: int) -> Iterator[Caller]:
        """The buttons that are down since before their ask, *since* ask → time; each is reported once."""
        for line, down_since, ask, seat in self._held(asks, since):
            if now - down_since >= HELD_AFTER:
                self._reported_held.add((line, down_since))
                fact = Fact(Kind.CALL, ask.call, down_since, Source.BUTTON, seat, ask.id)
                yield Caller(fact, self.press_of(fact, ask, since[ask.id], (), held=True))

    def _held(self, asks: Sequence[Ask], since: Mapping[str, int]) -> Iterator[tuple[str, int, Ask, str]]:
        """(line, down since, ask, seat) of the buttons that were down when their ask came."""
        held = self._buttons.held()
        for seat in self._seats:
            ask = call_ask(asks, seat.name)
            down_since = held.get(seat.button)
            if ask is None or down_since is None or (seat.button, down_since) in self._reported_held:
                continue
            if down_since < since[ask.id]:
                yield seat.button, down_since, ask, seat.name

    # --- asks that open and end ---

    def asks_changed(self, old: Sequence[Ask], new: Sequence[Ask], because: Fact) -> None:
        """The asks have changed, and *because* is the fact that did it."""
        was, now = _may_call(old), _may_call(new)
        for key in was - now:
            own = because.kind is Kind.CALL and (because.value, because.seat) == key
            self._ended[key] = because.t
            (self._called.add if own else self._called.discard)(key)
        for key in now - was:
            self._ended.pop(key, None)
            self._called.discard(key)

    def forget_ended(self) -> None:
        """Nothing that has ended counts any more: something was taken back."""
        self._ended.clear()
        self._called.clear()
        self._lost.clear()

    # --- calls ---

    def press_of(
        self, fact: Fact, ask: Ask | None, armed: int, edges: tuple[Edge, ...], held: bool = False
    ) -> Press:
        """The press in *fact*, with all that is known of its ask."""
        key = (str(fact.value), fact.seat)
        ended = 0 if ask else self._ended.get(key, 0)
        recent = ended and fact.t - ended <= self._fairness.late_ms * MS
        return Press(
            seat=fact.seat,
            t=fact.t,
            source=fact.source,
            uncertainty=fact.uncertainty,
            call=str(fact.value),
            ask=ask.id if ask else "",
            armed=armed,
            closed=ended if recent else 0,
            edges=edges,
            held=held,
            again=not ask and key in self._called,
        )

    def wait(self, caller: Caller) -> None:
        self._waiting.append(caller)

    @property
    def first(self) -> int | None:
        """The time of the earliest call that waits."""
        return min((caller.press.t for caller in self._waiting), default=None)

    def nobody_else(self, asks: Sequence[Ask]) -> bool:
        """Whether all who may call have done so: then there is nobody to wait for."""
        return not self._others(asks)

    def due(self, asks: Sequence[Ask]) -> int | None:
        """When the waiting calls are decided: after the grace, which is longer for a handicap or a phone."""
        first = self.first
        if first is None:
            return None
        delays, handicaps = self.delays(), self._handicaps
        more = (handicaps.get(seat, 0) * MS + delays.get(seat, 0) for seat in self._others(asks))
        return first + round(self._fairness.grace_ms * MS) + max(more, default=0)

    def _others(self, asks: Sequence[Ask]) -> set[str]:
        return {seat for _, seat in _may_call(asks)} - {caller.press.seat for caller in self._waiting}

    def next_button(self, asks: Sequence[Ask], since: Mapping[str, int]) -> int | None:
        """When a button has something to report without any edge."""
        held = [down_since + HELD_AFTER for _, down_since, _, _ in self._held(asks, since)]
        return min([t for t in (self._buttons.due(), *held) if t is not None], default=None)

    def take_waiting(
        self, game: AnyGame, state: Any, asks: Sequence[Ask], now: int
    ) -> tuple[tuple[Caller, ...], Evidence]:
        """All who wait, and the evidence to decide by."""
        callers, self._waiting = tuple(self._waiting), []
        evidence = self.evidence([caller.press for caller in callers], asks, now)
        evidence = msgspec.structs.replace(evidence, lost=tuple(self._lost))  # reported with this decision
        self._lost.clear()
        return callers, msgspec.structs.replace(evidence, ties=tie_orders(game, state, evidence))

    def evidence(self, presses: Sequence[Press], asks: Sequence[Ask], now: int) -> Evidence:
        """What a decision about *presses* is made of, as far as it does not need the game."""
        seats = {press.seat for press in presses}
        return Evidence(
            presses=tuple(sorted(presses, key=lambda p: (p.t, p.seat))),
            fairness=self._fairness,
            decided=now,
            handicaps={s: ms for s, ms in self._handicaps.items() if s in seats},
            glitches=tuple(self._glitches),
            contested=bool({seat for _, seat in _may_call(asks)} - seats) or len(seats) > 1,
        )


def call_ask(asks: Sequence[Ask], seat: str) -> Ask | None:
    """The call that the button of *seat* stands for now."""
    return next((ask for ask in asks if ask.kind is Kind.CALL and seat in ask.seats), None)


def _may_call(asks: Sequence[Ask]) -> set[tuple[str, str]]:
    return {(ask.call, seat) for ask in asks if ask.kind is Kind.CALL for seat in ask.seats}


def in_order(callers: Sequence[Caller], evidence: Evidence) -> list[tuple[Caller, Standing]]:
    """The callers with their standings: those that count in their order, then the others."""
    decision = decide(evidence)
    found = [(caller, standing_of(caller.fact, evidence, decision)) for caller in callers]
    return sorted(found, key=lambda pair: (decision.standings.index(pair[1]), pair[0].press.t))


# --- how long the asks of one table have been open, and which of them have run out ---
# What was done in time may be reported a little later: a call is on its way from its button, eyes report a
# card only once they have read it, and a person may have to say which one it is. All of them are waited for,
# each as long as it may take.


READING_MS = 4_000  # from the end of a time on, for a hand to go away and for cards to be read: no longer
ANSWERING_MS = 20_000  # the same, for somebody to answer the question which card it is that lies there


class Running(msgspec.Struct, frozen=True):
    """A time that runs out."""

    since: int
    until: int


class Deadlines:
    """The times of the asks that are open now."""

    def __init__(self, fairness: Fairness) -> None:
        self._grace_ms = fairness.grace_ms
        self.delays: Delays = dict
        self._asks: tuple[Ask, ...] = ()
        self.since: Mapping[str, int] = {}  # ask id → since when it is open
        self._ended: set[str] = set()
        self._held_at: int | None = None  # since when something is explained, and no time passes
        self._longer: dict[str, int] = {}  # how much later an ask's time ends for that
        # the eyes have reported every card laid before; None: they see none
        self._reported_until: int | None = None

    def follow(self, asks: Sequence[Ask], now: int, *, afresh: bool) -> None:
        """*asks* are open now; those that were open before are so since then, unless all begins *afresh*."""
        ids = {ask.id for ask in asks}
        kept = {} if afresh else {key: t for key, t in self.since.items() if key in ids}
        self._asks = tuple(asks)
        self.since = {key: kept.get(key, now) for key in ids}
        self._ended &= kept.keys()
        self._longer = {key: ns for key, ns in self._longer.items() if key in kept}

    def hold(self, now: int) -> None:
        """Something is explained from *now* on: no time runs out."""
        self._held_at = now if self._held_at is None else self._held_at

    def go_on(self, now: int) -> None:
        """The explanation is over: every ask has as much time left as before."""
        if self._held_at is not None:
            for key, since in self.since.items():
                self._longer[key] = self._longer.get(key, 0) + now - max(self._held_at, since)
        self._held_at = None

    def running(self, ask: Ask) -> Running | None:
        """The time limit of *ask*; None where there is none, or it has run out."""
        if ask not in self._running():
            return None
        return Running(self.since[ask.id] + self._longer.get(ask.id, 0), self._ends(ask))

    def looked(self, reported_until: int | None) -> None:
        """The eyes have reported every card laid before *reported_until*; None: they see no table."""
        self._reported_until = reported_until

    def next(self, in_question: bool) -> int | None:
        """When the next of them is over, if nothing happens before; *in_question*: it is asked what lies
        there."""
        return min((self._over(ask, in_question) for ask in self._running()), default=None)

    def over(self, now: int, in_question: bool) -> Iterator[tuple[Ask, int]]:
        """The asks that have run out by *now*, and when; each once. The asks may change in between."""
        yield from self._end(now, lambda ask: self._over(ask, in_question))

    def over_before(self, t: int) -> Iterator[tuple[Ask, int]]:
        """Those whose time was over before a card was laid at *t*: it answers none of them."""
        yield from self._end(t - 1, self._deadline)

    def _end(self, now: int, when: Callable[[Ask], int]) -> Iterator[tuple[Ask, int]]:
        for ask in self._running():
            if ask.id in self.since and ask.id not in self._ended and now >= when(ask):
                self._ended.add(ask.id)
                yield ask, self._ends(ask)

    def _ends(self, ask: Ask) -> int:
        return self.since[ask.id] + self._longer.get(ask.id, 0) + ask.within_ms * MS

    def _running(self) -> list[Ask]:
        if self._held_at is not None:
            return []
        return [ask for ask in self._asks if ask.within_ms and ask.id not in self._ended]

    def _deadline(self, ask: Ask) -> int:
        """When *ask* ends; a call made in time may still be on its way then."""
        if ask.kind is not Kind.CALL:
            return self._ends(ask)
        delays = self.delays()
        slowest = max((delays.get(seat, 0) for seat in ask.seats), default=0)
        return self._ends(ask) + round(self._grace_ms * MS) + slowest

    def _over(self, ask: Ask, in_question: bool) -> int:
        """Until when reports of what was done before the end of *ask* are waited for."""
        end = self._deadline(ask)
        if in_question:
            return end + ANSWERING_MS * MS
        is_read = self._reported_until is not None and self._reported_until < end
        may_be_laid = any(other.kind is Kind.CARD for other in self._asks)
        return end + READING_MS * MS if is_read and may_be_laid else end
