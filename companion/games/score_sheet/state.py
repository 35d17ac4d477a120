"""What the referee knows: the points of every round, and whose dice or cards are to be counted."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.game import Move, Options, State

LEAST, MOST = -9_999, 99_999
Points = Annotated[int, Meta(ge=LEAST, le=MOST)]


class SheetOptions(Options, frozen=True):
    """SC3 to SC8."""

    counts: Literal["dice", "french", "uno", "nothing"] = "dice"  # SC3
    ace: Literal[1, 11] = 11  # SC4
    rounds: Annotated[int, Meta(ge=0, le=100)] = 0  # SC5; 0: as many as you like
    target: Annotated[int, Meta(ge=0, le=MOST)] = 0  # SC6; 0: none
    wins: Literal["most", "least"] = "most"  # SC8


class SheetState(State, frozen=True):
    options: SheetOptions = SheetOptions()
    phase: Literal["write", "count", "over"] = "write"
    rounds: tuple[dict[str, Points], ...] = ()  # those that are complete
    row: dict[str, Points] = field(default_factory=dict)  # of this round
    counted: str = ""  # whose dice or cards are to be counted


class Write(Move, frozen=True, tag="write"):
    """*seat* has won so many points in this round, or lost."""

    points: Points


class Count(Move, frozen=True, tag="count"):
    """The eyes are to count what *seat* lays out."""


class Seen(Move, frozen=True, tag="seen"):
    """What lies there: cards by their names, dice by what they show."""

    things: Annotated[tuple[str, ...], Meta(min_length=1, max_length=120)]


class Finish(Move, frozen=True, tag="finish"):
    """The table has had enough."""


SheetMove = Write | Count | Seen | Finish


def pending(state: SheetState) -> tuple[str, ...]:
    """SC1: who has no points yet in this round."""
    return tuple(seat for seat in state.seats if seat not in state.row)


def totals(state: SheetState) -> dict[str, int]:
    """All that is written, added up."""
    rows = (*state.rounds, state.row)
    return {seat: sum(row.get(seat, 0) for row in rows) for seat in state.seats}
