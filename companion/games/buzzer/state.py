"""What the referee knows: which round it is, who has pressed, who is out, and the points."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.asks import MS, Source
from companion.calls.buttons import Press
from companion.game import Move, Options, State, Timed

Points = dict[str, Annotated[int, Meta(ge=-100_000, le=100_000)]]


class BuzzerOptions(Options, frozen=True):
    """BZ1 to BZ13."""

    mode: Literal["quiz", "reflex", "stopwatch"] = "quiz"  # BZ1
    rounds: Annotated[int, Meta(ge=1, le=100)] = 10  # BZ2
    goal: Annotated[int, Meta(ge=0, le=99)] = 0  # BZ2; 0: none
    teams: Literal[0, 2, 3, 4, 5] = 0  # BZ3; 0: everybody plays alone
    early: Literal["out", "counts"] = "out"  # BZ5
    answer_s: Annotated[int, Meta(ge=0, le=600)] = 15  # BZ6; 0: as long as it takes
    right: Annotated[int, Meta(ge=1, le=100)] = 1  # BZ7
    wrong: Annotated[int, Meta(ge=0, le=100)] = 0  # BZ8
    after_wrong: Literal["next", "again", "over"] = "next"  # BZ9
    target_s: Annotated[int, Meta(ge=0, le=600)] = 0  # BZ13; 0: whoever is quickest


Phase = Literal["ready", "wait", "go", "answer", "over"]


class BuzzerState(State, frozen=True):
    options: BuzzerOptions = BuzzerOptions()
    phase: Phase = "ready"
    rounds_over: Annotated[int, Meta(ge=0)] = 0
    points: Points = field(default_factory=dict)  # what each seat has won and lost itself
    pressed: tuple[Press, ...] = ()  # in this round, the first one first; in a quiz without who was wrong
    out: tuple[str, ...] = ()  # in this round
    since: int = 0  # when the signal was given
    wait_ms: Annotated[int, Meta(ge=0)] = 0  # BZ11: from "ready" to the signal


class Go(Timed, frozen=True, tag="go"):
    """The question has been read, or everybody is ready, or the watch runs."""


class Signal(Timed, frozen=True, tag="signal"):
    """BZ11: the wait is over."""


class Buzz(Timed, frozen=True, tag="buzz"):
    """*seat* has pressed at the time *t*."""

    source: Source = Source.BUTTON
    uncertainty: Annotated[int, Meta(ge=0)] = 0


class Judge(Move, frozen=True, tag="judge"):
    """The answer of whoever was first was right, or wrong, or did not come in time."""

    right: bool
    late: bool = False


class Close(Move, frozen=True, tag="close"):
    """Nobody presses any more."""


class Finish(Move, frozen=True, tag="finish"):
    """The table has had enough."""


BuzzerMove = Go | Signal | Buzz | Judge | Close | Finish


def round_of(state: BuzzerState) -> int:
    """The number of the round that is played."""
    return state.rounds_over + 1


def team_of(state: BuzzerState, seat: str) -> tuple[str, ...]:
    """BZ3: *seat* and who plays with it: every second, third, ... seat round the table."""
    teams = state.options.teams
    if not teams:
        return (seat,)
    own = state.seats.index(seat) % teams
    return tuple(other for number, other in enumerate(state.seats) if number % teams == own)


def scores(state: BuzzerState) -> dict[str, int]:
    """BZ3: what each seat has, or its team together."""
    return {seat: sum(state.points.get(s, 0) for s in team_of(state, seat)) for seat in state.seats}


def may_press(state: BuzzerState) -> tuple[str, ...]:
    """Who has neither pressed nor is out in this round."""
    done = {press.seat for press in state.pressed}
    return tuple(seat for seat in state.seats if seat not in done and seat not in state.out)


def milliseconds(state: BuzzerState, press: Press) -> int:
    """How long after the signal *press* came."""
    return round((press.t - state.since) / MS)
