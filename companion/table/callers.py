"""Those who have called and wait for the grace to be over, and how their calls are put in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.asks import Ask
from companion.calls.buttons import Buttons, Glitch, Lost, Pressed
from companion.calls.edges import Edge, Fairness, Press
from companion.calls.evidence import Evidence, Standing, decide
from companion.facts import MS, Fact, Kind, Source
from companion.game import AnyGame
from companion.seats import Seat
from companion.table.judge import standing_of, tie_orders

HELD_AFTER = 1_000 * MS  # a button that is down for this long since before the ask is reported
RECENT_GLITCHES = 16

# how long a press of a seat's phone may be on its way, in nanoseconds
Delays = Callable[[], Mapping[str, int]]


class Caller(Struct, frozen=True):
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
