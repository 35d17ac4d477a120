"""The journal of a game as the screen lists it."""

from typing import Any

from msgspec import Struct

from companion.asks import Say
from companion.facts import Fact, Kind
from companion.journal import Entry
from companion.rulings import Ruling
from companion.table.announce import By, by_whom
from companion.table.answers import reading
from companion.table.entries import Body, Corrected, Ended, Heard, Left, Overridden, Resumed, Started, Undone
from companion.table.line import Line


class LogEntry(Struct, frozen=True):
    """One line of the log."""

    entry: int
    t: int
    wall: int
    by: By
    says: Say  # what happened
    ruling: Ruling | None = None  # what the referee said to it
    seat: str = ""
    stands: bool = False  # a move that counts; False for what was refused or taken back


def log_entry(entry: Entry, body: Body, line: Line) -> LogEntry:
    """*entry* for the screen."""
    fact = body.fact if isinstance(body, (Heard, Corrected)) else None
    return LogEntry(
        entry=entry.id,
        t=entry.t,
        wall=entry.wall,
        by=by_whom(body),
        says=what_happened(body),
        ruling=None if isinstance(body, (Started, Ended, Left, Resumed)) else body.ruling,
        seat=fact.seat if fact else "",
        stands=bool(line.place_of(entry.id)),  # the start stands always, and is no move
    )


def what_happened(body: Body) -> Say:
    """An entry in words."""
    match body:
        case Started(seats=seats):
            return Say("log.start", {"seats": [seat.name for seat in seats]})
        case Heard(fact, ruling, proposed=proposed):
            return _fact(fact, _move_of(ruling) if proposed else None)
        case Undone(to=to):
            return Say("log.undo" if to else "log.undo_refused")
        case Overridden(says=says):
            return Say("log.override", {"says": says})
        case Corrected(fact=fact) if fact is not None:
            return Say("log.correction", {"what": reading(fact.kind, fact.value)})
        case Corrected():
            return Say("log.correction_refused")
        case Ended(outcome):
            return outcome.says
        case Left():
            return Say("log.left")
        case _:
            return Say("log.resume")


def _fact(fact: Fact, move: str | None) -> Say:
    if move is not None:
        return Say("log.move", {"who": _who(fact), "what": move})
    match fact.kind:
        case Kind.CALL | Kind.CONFIRM | Kind.TIME:
            return Say(f"log.{fact.kind.value}", {"who": _who(fact), "what": str(fact.value)})
        case _:
            return Say("log.fact", {"who": _who(fact), "what": reading(fact.kind, fact.value)})


def _who(fact: Fact) -> Any:
    return fact.seat or Say(f"source.{fact.source.value}")


def _move_of(ruling: Ruling) -> str:
    move = ruling.move if isinstance(ruling.move, dict) else {}
    name = str(move.get("move", "?"))
    rest = ", ".join(f"{key} {value}" for key, value in move.items() if key not in ("move", "seat"))
    return f"{name} ({rest})" if rest else name
