"""A tiny game of one die and a button, so that the table can be tried without any of the real games.

The roller rolls (R1). Whoever calls "mine" first gets the pips, the second gets one point (R2); the call ends
after two callers or after five seconds (R3). The first caller keeps the points or gives them to the next seat
(R4). Anybody may peek at the next card at any time, which reveals something (R5). Ten points win (R6).
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.asks import Ask, Choice, Fact, Kind, Say
from companion.game import About, Game, Move, Options, Outcome, State, Step, clockwise_from, next_seat
from companion.layout import SeatPanel, View
from companion.rulings import Note, Question, Refusal


class Roll(Move, tag="roll"):
    pips: int


class Mine(Move, tag="mine"):
    pass


class Time(Move, tag="time"):
    pass


class Keep(Move, tag="keep"):
    keeps: bool


class Peek(Move, tag="peek"):
    pass


class Rules(Options):
    goal: int = 10
    tie_ms: int = 0


class Table(State):
    goal: int = 10
    phase: str = "roll"
    roller: str = ""
    die: int = 0
    callers: tuple[str, ...] = ()
    points: dict[str, int] = {}  # noqa: RUF012
    peeked: int = 0


class QuickMine(Game[Table, Any, Any]):
    about = About("small", "Quick Mine", 1, (2, 4), 5, 4, ("one die",), undo_level={"peek": 4})
    state = Table
    moves = Roll | Mine | Time | Keep | Peek
    options = Rules

    def start(self, seats: tuple[str, ...], options: Rules) -> Table:
        if options.goal < 1:
            raise ValueError("expected a goal of at least 1")
        return Table(seats=seats, goal=options.goal, roller=seats[0], points=dict.fromkeys(seats, 0))

    def refuse(self, state: Table, move: Any) -> Refusal | None:
        match move:
            case Peek():
                return None
            case Roll(pips=pips) if state.phase == "roll":
                return None if 1 <= pips <= 6 else Refusal("R1", Say("no_such_face"))
            case Mine(seat=seat) if state.phase == "call":
                return Refusal("R2", Say("called_already")) if seat in state.callers else None
            case Time() if state.phase == "call":
                return None
            case Keep(seat=seat) if state.phase == "keep":
                return None if seat == state.callers[0] else Refusal("R4", Say("first_decides"))
        return Refusal("R1", Say("not_now"))

    def play(self, state: Table, move: Any) -> Step[Table]:
        change = msgspec.structs.replace
        match move:
            case Peek():
                return Step(change(state, peeked=state.peeked + 1))
            case Roll(pips=pips):
                return Step(change(state, phase="call", die=pips), (Note(Say("rolled", {"n": pips}), "R1"),))
            case Mine(seat=seat):
                callers = (*state.callers, seat)
                return Step(change(state, callers=callers, phase="keep" if len(callers) == 2 else "call"))
            case Time():
                return Step(change(state, phase="keep") if state.callers else self._next(state))
            case _:
                first, *others = state.callers
                winner = first if move.keeps else next_seat(state.seats, first)
                points = {**state.points, winner: state.points[winner] + state.die}
                for other in others:
                    points[other] += 1
                return Step(self._next(change(state, points=points)))

    def _next(self, state: Table) -> Table:
        roller = next_seat(state.seats, state.roller)
        return msgspec.structs.replace(state, phase="roll", roller=roller, die=0, callers=())

    def asks(self, state: Table) -> tuple[Ask, ...]:
        if self.outcome(state):
            return ()
        if state.phase == "roll":
            return (Ask("roll", Kind.DICE, (state.roller,), Say("roll"), "R1", dice={"pips": 1}),)
        if state.phase == "call":
            seats = tuple(seat for seat in state.seats if seat not in state.callers)
            return (Ask("mine", Kind.CALL, seats, Say("call"), "R2", call="mine", within_ms=5000),)
        choices = (Choice(True, Say("keep")), Choice(False, Say("give")))
        return (Ask("keep", Kind.CHOICE, (state.callers[0],), Say("keep_or_give"), "R4", choices=choices),)

    def understand(self, state: Table, ask: Ask, fact: Fact) -> Any | Question:
        match ask.kind:
            case Kind.DICE:
                return Roll(seat=state.roller, pips=fact.value["pips"][0])
            case Kind.CALL if fact.kind is Kind.TIME:
                return Time()
            case Kind.CALL:
                return Mine(seat=fact.seat)
            case _:
                return Keep(seat=fact.seat or ask.seats[0], keeps=fact.value)

    def candidates(self, state: Table, seat: str) -> Sequence[Any]:
        rolls = [Roll(seat=seat, pips=pips) for pips in range(1, 7)] if seat == state.roller else []
        return [*rolls, Mine(seat=seat), *(Keep(seat=seat, keeps=keeps) for keeps in (True, False))]

    def scores(self, state: Table) -> dict[str, int]:
        return state.points

    def outcome(self, state: Table) -> Outcome | None:
        best = max(state.points.values(), default=0)
        if best < state.goal:
            return None
        winners = tuple(seat for seat in state.seats if state.points[seat] == best)
        return Outcome(winners, state.points, "R6", Say("won", {"who": list(winners)}))

    def view(self, state: Table) -> View:
        return View(Say(state.phase), tuple(SeatPanel(s, state.points.get(s, 0)) for s in state.seats))

    def break_tie(self, state: Table, call: str, seats: Any) -> tuple[str, ...]:
        return tuple(seat for seat in clockwise_from(state.seats, state.roller) if seat in seats)


GAME = QuickMine()
