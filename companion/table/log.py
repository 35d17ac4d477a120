"""The journal of a game as the screen lists it."""

import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal

import msgspec

from companion.asks import Fact, Kind, Say, Source
from companion.game import AnyGame
from companion.journal import Entry, Journal
from companion.rulings import Importance, Note, Ruling, Verdict
from companion.table import entries as bodies
from companion.table.answers import reading
from companion.table.line import Frame, Line

# --- telling: what listeners hear, after it is on the disk ---


log = logging.getLogger(__name__)

By = Literal["fact", "undo", "override", "correction", "clock", "start"]


class Announcement(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling that stands in the journal as `entry`; 0: the disk would not take it, nothing has changed."""

    entry: int
    fact: Fact | None
    ruling: Ruling
    by: By
    secret: bool = False  # only for the eyes of the seats that were asked: not for the public screen
    to: int = 0  # of what was undone: the entry after which the game goes on; 0: nothing was

    @property
    def goes_back(self) -> bool:
        """Whether the table wanted something else to stand than was ruled before."""
        return self.by in ("undo", "override", "correction")


class Teller:
    """Tells every listener everything, in the order in which it happened.

    A listener may answer with a fact for the table: its rulings are announced after the present round.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[Announcement], None]] = []
        self._outbox: deque[Announcement] = deque()
        self._kept: list[Announcement] | None = None
        self._telling = False

    def listen(self, heard: Callable[[Announcement], None]) -> None:
        self._listeners.append(heard)

    def tell(self, entry: int, body: bodies.Body, instead: Ruling | None = None) -> None:
        """Tell what *body* says, or *instead* of it another ruling."""
        if not isinstance(body, bodies.Ruled):
            return
        fact = body.fact if isinstance(body, (bodies.Heard, bodies.Corrected)) else None
        secret = isinstance(body, bodies.Heard) and body.secret
        to = body.to if isinstance(body, bodies.Undone) and instead is None else 0
        announcement = Announcement(entry, fact, instead or body.ruling, by_whom(body), secret, to)
        self._outbox.append(announcement)
        if self._kept is not None:
            self._kept.append(announcement)
        self._empty_outbox()

    def keep(self) -> list[Announcement]:
        """A list to which every announcement from now on is added, until the next call of `keep`."""
        self._kept = []
        return self._kept

    def _empty_outbox(self) -> None:
        if self._telling:
            return
        self._telling = True
        try:
            while self._outbox:
                announcement = self._outbox.popleft()
                for listener in tuple(self._listeners):
                    _tell_one(listener, announcement)
        finally:
            self._telling = False


def _tell_one(listener: Callable[[Announcement], None], announcement: Announcement) -> None:
    try:
        listener(announcement)
    except Exception as error:  # a lamp that fails must not keep the screen from hearing it
        debug = log.isEnabledFor(logging.DEBUG)
        log.error("a listener failed on entry %s: %r", announcement.entry, error, exc_info=debug)


def by_whom(body: bodies.Body) -> By:
    """Through which door an entry came in."""
    match body:
        case bodies.Undone():
            return "undo"
        case bodies.Overridden() | bodies.Left():
            return "override"
        case bodies.Corrected():
            return "correction"
        case bodies.Heard(fact) if fact.source is not Source.CLOCK:
            return "fact"
        case bodies.Heard():
            return "clock"
        case bodies.Ended():
            return "fact"
        case _:
            return "start"


class LogEntry(msgspec.Struct, frozen=True):
    """One line of the log."""

    entry: int
    t: int
    wall: int
    by: By
    says: Say  # what happened
    ruling: Ruling | None = None  # what the referee said to it
    seat: str = ""
    stands: bool = False  # a move that counts; False for what was refused or taken back
    secret: bool = False  # its ruling is only for the eyes of the seat


class LogBook:
    """The entries of one game, kept at hand so that a screen may ask for them at every redraw."""

    def __init__(self, journal: Journal, game_id: int) -> None:
        self._entries = list(_readable(journal.entries(game_id)))
        self._shown: tuple[LogEntry, ...] = ()
        self._shown_for: tuple[int, Line | None] = (0, None)

    def add(self, entry: Entry, body: bodies.Body) -> None:
        self._entries.append((entry, body))

    def body(self, entry: int) -> bodies.Body | None:
        """What *entry* says, if it is one of this game."""
        return next((body for e, body in reversed(self._entries) if e.id == entry), None)

    def refused(self) -> tuple[tuple[int, bodies.Heard], ...]:
        """The moves that were refused before everybody's eyes, each with its entry."""
        heard = ((entry.id, body) for entry, body in self._entries if isinstance(body, bodies.Heard))
        return tuple(
            (entry, body)
            for entry, body in heard
            if body.ruling.verdict is Verdict.REFUSED and body.ruling.move is not None and not body.secret
        )

    def secret(self) -> frozenset[int]:
        """The entries that were only for the eyes of some."""
        return frozenset(
            entry.id for entry, body in self._entries if isinstance(body, bodies.Heard) and body.secret
        )

    def show(self, line: Line) -> tuple[LogEntry, ...]:
        """All entries, oldest first; *line* knows which of them stand."""
        count, shown_for = self._shown_for
        if count != len(self._entries) or shown_for is not line:
            standing = {frame.entry for frame in line.frames[1:]}  # the start always stays, and is not a move
            self._shown = tuple(_log_entry(e, body, e.id in standing) for e, body in self._entries)
            self._shown_for = len(self._entries), line
        return self._shown


def _readable(entries: Iterable[Entry]) -> Iterator[tuple[Entry, bodies.Body]]:
    """Entries of a kind that nobody knows any more, or not yet, are left out."""
    for entry in entries:
        with contextlib.suppress(msgspec.ValidationError):
            yield entry, bodies.read_body(entry)


def _log_entry(entry: Entry, body: bodies.Body, stands: bool) -> LogEntry:
    fact = body.fact if isinstance(body, (bodies.Heard, bodies.Corrected)) else None
    return LogEntry(
        entry=entry.id,
        t=entry.t,
        wall=entry.wall,
        by=by_whom(body),
        says=what_happened(body),
        ruling=body.ruling if isinstance(body, bodies.Ruled) else None,
        seat=fact.seat if fact else "",
        stands=stands,
        secret=isinstance(body, bodies.Heard) and body.secret,
    )


def what_happened(body: bodies.Body) -> Say:
    """An entry in words."""
    match body:
        case bodies.Started(seats=seats):
            return Say("log.start", {"seats": [seat.name for seat in seats]})
        case bodies.Heard():
            return _fact(body)
        case bodies.Undone(to=to):
            return Say("log.undo" if to else "log.undo_refused")
        case bodies.Overridden(value=value, says=says):
            return Say("log.override_refused" if value is None else "log.override", {"says": says})
        case bodies.Corrected(fact=fact) if fact is not None:
            return Say("log.correction", {"what": _seen(fact)})
        case bodies.Corrected():
            return Say("log.correction_refused")
        case bodies.Ended(outcome):
            return outcome.says
        case bodies.Left():
            return Say("log.left")
        case _:
            return Say("log.resume")


def _fact(heard: bodies.Heard) -> Say:
    """A fact in words. What was secret is left out; a move as it was announced: the rest may be hidden."""
    fact = heard.fact
    if heard.secret:
        return Say("log.secret", {"who": _who(fact)})
    if heard.proposed or fact.kind in (Kind.CHOICE, Kind.CONFIRM):  # what was tapped has no words of its own
        public = (note for note in heard.ruling.notes if note.importance is not Importance.PRIVATE)
        tapped = "confirm" if fact.kind is Kind.CONFIRM else "move"
        told = Say(f"log.{tapped}", {"who": fact.seat}) if fact.seat else Say("log.confirmed")
        return next((note.says for note in public), told)
    match fact.kind:
        case Kind.CALL:
            return Say("log.call", {"who": _who(fact), "what": f"@call.{fact.value}|{fact.value}"})
        case Kind.TIME:
            return Say("log.time", {"who": _who(fact), "what": str(fact.value)})
        case _:
            return Say("log.fact", {"who": _who(fact), "what": _seen(fact)})


def _seen(fact: Fact) -> Say:
    """For a whole pyramid only the number of dice: nobody reads them all, and some must be remembered."""
    says, value = reading(fact.kind, fact.value), fact.value
    if isinstance(value, dict) and isinstance(says.args["what"], str):
        many = (len(part) for part in value.values() if isinstance(part, (dict, list, tuple)))
        return Say("log.places", {"n": max(many, default=0)})
    return says


def _who(fact: Fact) -> Any:
    return fact.seat or Say(f"source.{fact.source.value}")


# --- where the points came from: every move that stands and has changed the scores, with its rule ---


class Scored(msgspec.Struct, frozen=True):
    """One change of somebody's points."""

    entry: int
    seat: str
    change: int
    says: Say
    rule: str = ""  # "" for what the table has agreed on


def scored(game: AnyGame, frames: Sequence[Frame], log: Sequence[LogEntry]) -> Iterator[Scored]:
    """All changes, the oldest first. Together they are the scores of now."""
    entries = {entry.entry: entry for entry in log}
    for before, after in pairwise(frames):
        old, new = game.scores(before.state), game.scores(after.state)
        changes = {seat: new[seat] - old.get(seat, 0) for seat in new if new[seat] != old.get(seat, 0)}
        if changes and after.entry in entries:
            asked = _asked(game, before, after)
            entry = entries[after.entry]
            yield from (_explained(entry, seat, change, asked) for seat, change in changes.items())


def _asked(game: AnyGame, before: Frame, after: Frame) -> str:
    """The rule that asked for what was done then; "" for what nobody asked for."""
    if after.move is None:
        return ""
    asks = game.asks(before.state)
    answered = (ask for ask in asks if after.fact is not None and ask.id == after.fact.ask)
    return next(answered, asks[0]).rule if asks else ""


def _explained(entry: LogEntry, seat: str, change: int, asked: str) -> Scored:
    """By the note that names these points, else by one about this seat, else by the ask."""
    ruling = entry.ruling

    def closeness(note: Note) -> int:
        return 4 * (note.points.get(seat) == change) + 2 * (note.seat == seat) + bool(note.points)

    note = max(ruling.notes if ruling else (), key=closeness, default=None)
    rule = (ruling.rule if ruling else "") or asked
    if note is None:
        return Scored(entry.entry, seat, change, entry.says, rule)
    return Scored(entry.entry, seat, change, note.says, note.rule or rule)
