"""Telling: what listeners hear, after it is on the disk."""

import logging
from collections import deque
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from companion.facts import Fact, Source
from companion.rulings import Ruling
from companion.table.entries import Body, Corrected, Ended, Heard, Left, Overridden, Ruled, Undone

log = logging.getLogger(__name__)

By = Literal["fact", "undo", "override", "correction", "clock", "start"]


class Announcement(Struct, frozen=True, omit_defaults=True):
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

    def tell(self, entry: int, body: Body, instead: Ruling | None = None) -> None:
        """Tell what *body* says, or *instead* of it another ruling."""
        if not isinstance(body, Ruled):
            return
        fact = body.fact if isinstance(body, (Heard, Corrected)) else None
        secret = isinstance(body, Heard) and body.secret
        to = body.to if isinstance(body, Undone) and instead is None else 0
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


def by_whom(body: Body) -> By:
    """Through which door an entry came in."""
    match body:
        case Undone():
            return "undo"
        case Overridden() | Left():
            return "override"
        case Corrected():
            return "correction"
        case Heard(fact) if fact.source is not Source.CLOCK:
            return "fact"
        case Heard():
            return "clock"
        case Ended():
            return "fact"
        case _:
            return "start"
