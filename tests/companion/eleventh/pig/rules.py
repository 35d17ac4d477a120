"""The whole of Pig: state, moves, rules, asks and view."""

from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from companion.asks import Ask, Choice, Fact, Kind, Say
from companion.game import About, Game, Move, Options, Outcome, State, Step, next_seat
from companion.layout import Die, Row, SeatPanel, View
from companion.rulings import Note, Refusal


class PigOptions(Options, frozen=True):
    goal: Annotated[int, Meta(ge=10, le=200)] = 50  # PG4


class PigState(State, frozen=True):
    options: PigOptions = PigOptions()
    on_turn: str = ""
    pot: int = 0
    last: int = 0
    totals: dict[str, int] = field(default_factory=dict)


class Roll(Move, frozen=True, tag="roll"):
    pips: Annotated[int, Meta(ge=1, le=6)]


class Hold(Move, frozen=True, tag="hold"):
    """The pot goes to the own points."""


class Pig(Game[PigState, Roll | Hold, PigOptions]):
    about = About(name="pig", title="Pig", version=1, seats=(2, 6), minutes=10, age=6, needs=("needs.die",))
    state = PigState
    moves = Roll | Hold
    options = PigOptions

    def start(self, seats: tuple[str, ...], options: PigOptions) -> PigState:
        return PigState(seats=seats, options=options, on_turn=seats[0], totals=dict.fromkeys(seats, 0))

    def refuse(self, state: PigState, move: Roll | Hold) -> Refusal | None:
        if move.seat != state.on_turn:
            return Refusal("PG1", Say("not_your_turn", {"seat": state.on_turn}))
        if isinstance(move, Hold) and not state.pot:
            return Refusal("PG3", Say("nothing_to_keep", {"seat": move.seat}))
        return None

    def play(self, state: PigState, move: Roll | Hold) -> Step[PigState]:
        if isinstance(move, Hold):  # PG3
            totals = {**state.totals, move.seat: state.totals[move.seat] + state.pot}
            kept = Note(Say("kept", {"seat": move.seat, "n": state.pot}), "PG3")
            return Step(self._next(replace(state, totals=totals)), (kept,))
        if move.pips == 1:  # PG2
            return Step(self._next(replace(state, last=1)), (Note(Say("lost", {"seat": move.seat}), "PG2"),))
        return Step(replace(state, pot=state.pot + move.pips, last=move.pips))

    def _next(self, state: PigState) -> PigState:
        return replace(state, pot=0, on_turn=next_seat(state.seats, state.on_turn))

    def asks(self, state: PigState) -> tuple[Ask, ...]:
        if self.outcome(state):
            return ()
        turn = (state.on_turn,)
        roll = Ask("roll", Kind.DICE, turn, Say("ask_roll", {"seat": state.on_turn}), "PG1", dice={"pips": 1})
        choices = (Choice("hold", Say("choice.hold")),)
        hold = Ask(
            "hold", Kind.CHOICE, turn, Say("ask_hold", {"n": state.pot}), "PG3", choices, optional=True
        )
        return (roll, hold) if state.pot else (roll,)

    def understand(self, state: PigState, ask: Ask, fact: Fact) -> Roll | Hold:
        if ask.id == "hold":
            return Hold(seat=state.on_turn)
        return Roll(seat=state.on_turn, pips=int(fact.value["pips"][0]))

    def scores(self, state: PigState) -> dict[str, int]:
        return dict(state.totals)

    def outcome(self, state: PigState) -> Outcome | None:
        best = max(state.totals, key=lambda seat: state.totals[seat])
        if state.totals[best] < state.options.goal:  # PG4
            return None
        return Outcome((best,), self.scores(state), "PG4", Say("won", {"seat": best}))

    def view(self, state: PigState) -> View:
        panels = tuple(SeatPanel(s, n, turn=s == state.on_turn) for s, n in state.totals.items())
        dice = (Die("pips", str(state.last)),) if state.last else ()
        total = Row(Say("total"), tuple(map(str, state.totals.values())))
        return View(Say("phase", {"n": state.pot}), panels, dice, sheet=(total,))
