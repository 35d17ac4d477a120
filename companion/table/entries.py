"""What the journal says about a game: one type per kind of entry, written as JSON.

`position` is the fingerprint of the position after the entry, so that a replay that goes astray is noticed at
once; it is empty where the position has not changed.
"""

import hashlib
from typing import Any, get_args

import msgspec

from companion.asks import JSON, Fact
from companion.calls.buttons import Fairness
from companion.calls.evidence import Evidence
from companion.game import AnyGame, Outcome
from companion.journal import Entry
from companion.rulings import Ruling
from companion.seats import Seat


class Started(msgspec.Struct, frozen=True, tag_field="entry", tag="start"):
    game: str
    version: int  # of the rules
    seats: tuple[Seat, ...]
    options: JSON
    fairness: Fairness
    position: str = ""
    after: int = 0  # the game before it in the same match; 0: it begins one


class Heard(msgspec.Struct, frozen=True, tag_field="entry", tag="fact", omit_defaults=True):
    fact: Fact
    ruling: Ruling
    position: str = ""
    evidence: Evidence | None = None  # for a call: all that its place was decided by
    proposed: bool = False  # the fact's value is a move in the game's own notation
    secret: bool = False  # only for the eyes of the seats that were asked


class Undone(msgspec.Struct, frozen=True, tag_field="entry", tag="undo", omit_defaults=True):
    ruling: Ruling
    to: int = 0  # the entry after which the game goes on; 0: nothing was taken back
    level: int = 0
    agreed: bool = False
    position: str = ""


class Overridden(msgspec.Struct, frozen=True, tag_field="entry", tag="override", omit_defaults=True):
    ruling: Ruling
    value: JSON = None  # the whole position that the table has agreed on; None: it was refused
    says: str = ""  # in the people's own words
    position: str = ""


class Corrected(msgspec.Struct, frozen=True, tag_field="entry", tag="correction", omit_defaults=True):
    ruling: Ruling
    corrects: int
    fact: Fact | None = None  # as it should have been read; None: it was refused
    position: str = ""


class Ended(msgspec.Struct, frozen=True, tag_field="entry", tag="end", omit_defaults=True):
    outcome: Outcome


class Left(msgspec.Struct, frozen=True, tag_field="entry", tag="left"):
    """The game was given up."""


class Resumed(msgspec.Struct, frozen=True, tag_field="entry", tag="resume"):
    """The program was restarted; times before and after come from different clocks."""

    version: int  # of the rules
    to: int = 0  # the entry after which the game goes on, where later ones could not be followed; else 0


Ruled = Heard | Undone | Overridden | Corrected  # those that the referee has ruled on
Body = Started | Ruled | Ended | Left | Resumed
KINDS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(Body))


def write_body(body: Body) -> tuple[str, JSON]:
    """*body* as the journal takes it: its kind and its JSON."""
    value = msgspec.to_builtins(body)
    return value.pop("entry"), value


def read_body(entry: Entry) -> Body:
    """What *entry* says; raises `msgspec.ValidationError` where that is nothing we know."""
    try:
        body: Body = msgspec.convert({**entry.read(), "entry": entry.kind}, Body)
    except (TypeError, ValueError, RecursionError) as error:  # no JSON, or no object
        raise msgspec.ValidationError(str(error)) from error
    return body


def fingerprint(game: AnyGame, state: Any) -> str:
    """A short mark of the position: the same position has the same, another one has another."""
    text = msgspec.json.encode(game.write_position(state), order="sorted")
    return hashlib.sha256(text).hexdigest()[:16]
