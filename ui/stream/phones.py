"""Phones as buttons and as private hands: who holds which seat, what each is shown, who has pressed when.

A phone is known by a token that it was given when it came with the right code. A seat belongs to the phone
that has chosen it, until it is given back there or let go at the table: no other phone sees what is for that
seat. What happens to a phone is said at the table.
"""

import json
import secrets
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.asks import JSON, MS, Kind, Say, Source
from companion.calls.buttons import Edge, FarClock, Pressed, Trip
from companion.game import AnyGame
from companion.layout import View
from companion.rulings import Importance
from companion.seats import Seat
from companion.table import Announcement, Table
from companion.table.callers import call_ask
from ui.screen.ports import Delivery, Trouble
from ui.stream.events import say

NEWS = 8  # rulings that are still shown
# round trips: at first quickly, then often until one was good enough, then once a second
FIRST_TRIPS, AT_FIRST, OFTEN, EVERY = 8, 60 * MS, 250 * MS, 1_000 * MS
GOOD = 10 * MS  # a press is well enough known
SILENT = 4_000 * MS  # a phone that does not answer for so long is lost
DELAYS = (150 * MS, 1_000 * MS)  # a press is waited for at least and at most so long
ON_ITS_WAY = 250 * MS  # so long a phone may take to tell of a press
IN_A_SECOND = 20  # presses of one phone: no finger makes more
SAID = 8_000 * MS  # so long it is said that somebody has come
GUESSED = "phones"  # what is in trouble when somebody tries out codes


class Moment(Struct, frozen=True):
    """The table as it is now, and the last rulings. Each phone is shown its own part of it."""

    game: AnyGame
    view: View
    asks: tuple[Any, ...]
    seats: tuple[Seat, ...]
    news: tuple[Announcement, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def shown_to(self, seat: str, language: str) -> JSON:
        """What *seat* may know, and nobody else's secrets."""
        panel = next((panel for panel in self.view.panels if panel.seat == seat), None)
        call = call_ask(self.asks, seat)
        mine = [ask for ask in self.asks if seat in ask.seats and ask.kind is not Kind.TIME]
        own = [ask for ask in mine if not ask.optional and ask is not call]
        public, private = self._told(seat)
        return {
            "game": self.game.about.title,
            "seat": _looks(next(one for one in self.seats if one.name == seat)),
            "score": panel.score if panel else 0,
            "turn": bool(panel and panel.turn),
            "press": say(self.game, call.prompt, language) if call else "",
            "asks": [
                say(self.game, says, language) for says in [ask.prompt for ask in own] or [self.view.phase]
            ],
            "may": [say(self.game, ask.prompt, language) for ask in mine],
            "said": [say(self.game, one, language) for one in public[-3:]],
            "secret": [say(self.game, one, language) for one in private[-3:]],
        }

    def _told(self, seat: str) -> tuple[list[Say], list[Say]]:
        """What all were told, and what only *seat* may read."""
        public, private = list[Say](), list[Say]()
        for told in self.news:
            own = told.fact is not None and told.fact.seat == seat
            for note in told.ruling.notes:
                if note.importance is Importance.PRIVATE:
                    private += [note.says] * (note.seat == seat)
                elif own or not told.secret:
                    (private if told.secret else public).append(note.says)
            if told.ruling.why is not None and (own or not told.secret):
                (private if told.secret else public).append(told.ruling.why)
        return public, private


def _looks(seat: Seat) -> JSON:
    return {"name": seat.name, "colour": seat.colour, "letter": seat.letter or seat.name[:1]}


class Phones:
    """All phones of one table. Safe to use from several threads."""

    def __init__(self, now: Callable[[], int], deliver: Callable[[Delivery], None]) -> None:
        self._now, self._deliver = now, deliver
        self._lock = threading.RLock()
        self.seats: dict[str, str] = {}  # of every phone that is known, by its token; "": none
        self._there: dict[str, Phone] = {}
        self._said_until: dict[str, int] = {}
        self.moment: Moment | None = None

    # --- the table ---

    def heard(self, announcement: Announcement | None, table: Table) -> None:
        """The table has ruled, or people have sat down at it."""
        before = self.moment
        people = tuple(seat for seat in table.seats if not seat.bot)
        news = before.news if before is not None and announcement is not None else ()
        if announcement is not None:
            news = (*(() if announcement.goes_back else news), announcement)[-NEWS:]
        self.moment = Moment(table.game, table.view, tuple(table.asks), people, news)
        if before is not None and set(before.names) != set(self.moment.names):
            self._free(*self.seats)  # nobody sits where somebody else sat
        self._wake()

    def delays(self) -> Mapping[str, int]:
        """How long a press of each seat that has a phone may be on its way."""
        least, most = DELAYS
        with self._lock:
            there = {phone.seat: phone.clock.slowest for phone in self._there.values() if phone.seat}
        return {seat: min(max(least, slowest), most) for seat, slowest in there.items()}

    def here(self) -> dict[str, int | None]:
        """The seats that phones hold, and by how much a press is unsure; None: it sleeps or is gone."""
        with self._lock:
            held = {seat: self._there.get(token) for token, seat in self.seats.items() if seat}
        return {seat: phone.unsure if phone else None for seat, phone in held.items()}

    def let_go(self, seat: str) -> None:
        """Whatever phone holds *seat*: from now on it does not."""
        self._free(*(token for token, held in self.seats.items() if held == seat))
        self._wake()

    def tick(self, now: int) -> None:
        """What was said for long enough is said no more."""
        for what in [what for what, until in self._said_until.items() if now > until]:
            self._say(what, None)

    def guessed(self) -> None:
        """Somebody tries out codes."""
        self._say(GUESSED, Say("table.phone_guessed"), 60_000 * MS)

    # --- the phones ---

    def join(self, token: str, phone: "Phone") -> None:
        """*phone* comes in, known by its *token* from before or by a new one."""
        with self._lock:
            phone.token = token if token in self.seats else secrets.token_urlsafe(12)
            if (elsewhere := self._there.pop(phone.token, None)) is not None:
                elsewhere.deny("elsewhere")
            self.seats.setdefault(phone.token, "")
            self._there[phone.token] = phone
        phone.tell({"token": phone.token})
        self._say_of(phone.seat, "table.phone_here", SAID)

    def leave(self, phone: "Phone") -> None:
        """Its connection is lost. Its seat stays its own."""
        with self._lock:
            if self._there.get(phone.token) is not phone:
                return
            del self._there[phone.token]
            if not phone.seat:
                del self.seats[phone.token]
        self._say_of(phone.seat, "table.phone_lost")

    def choose(self, phone: "Phone", seat: str) -> bool:
        """Whether *phone* holds *seat* ("": none) from now on."""
        with self._lock:
            if seat and seat not in [free.name for free in self.free()]:
                return False
            self._free(phone.token)
            self.seats[phone.token] = seat
        self._say_of(seat, "table.phone_here", SAID)
        self._wake()
        return True

    def free(self) -> list[Seat]:
        """The seats that no phone holds."""
        taken = set(self.seats.values())
        return [seat for seat in self.moment.seats if seat.name not in taken] if self.moment else []

    def press(self, seat: str, t: int, unsure: int) -> None:
        """*seat* has pressed at *t*, give or take what that is *unsure* of."""
        line = next((one.button for one in self.moment.seats if one.name == seat), "") if self.moment else ""
        edge = Edge(line, t, True, 0, Source.PHONE, unsure)
        self._deliver(Pressed(line, t, Source.PHONE, unsure, (edge,)))

    def close(self) -> None:
        """Nobody may press any more, and nobody is known."""
        with self._lock:
            self._free(*self.seats)
            for phone in self._there.values():
                phone.deny("closed")
            self._there, self.seats = {}, {}

    def _free(self, *tokens: str) -> None:
        with self._lock:
            for token in tokens:
                if seat := self.seats[token]:
                    self.seats[token] = ""
                    self._say(f"phone:{seat}", None)

    def _say_of(self, seat: str, key: str, lasts: int = 0) -> None:
        if seat:
            self._say(f"phone:{seat}", Say(key, {"seat": seat}), lasts)

    def _say(self, what: str, says: Say | None, lasts: int = 0) -> None:
        self._said_until.pop(what, None)
        if lasts:
            self._said_until[what] = self._now() + lasts
        self._deliver(Trouble(what, says))

    def _wake(self) -> None:
        with self._lock:
            for phone in self._there.values():
                phone.wake()


class Phone:
    """One phone that is connected: what it tells goes in, what it has to be told lies in `outbox`."""

    def __init__(self, phones: Phones, language: str, wake: Callable[[], None]) -> None:
        """*wake* is called when there may be something to tell."""
        self._phones, self.token, self._language, self.wake = phones, "", language, wake
        self.clock, self.over = FarClock(), False
        self.outbox: deque[JSON] = deque()
        self._asked: dict[int, int] = {}  # when it was asked for its clock, by number; until it has answered
        self._number = self._trips = self._next = self._heard = 0
        self._presses: deque[int] = deque(maxlen=IN_A_SECOND)  # when the last ones came
        self._shown: tuple[Moment | None, object] = (None, None)  # with the seat, or those that were free

    @property
    def seat(self) -> str:
        return self._phones.seats.get(self.token, "")

    @property
    def unsure(self) -> int:
        """By how much a press would be unsure now."""
        here = self.clock.here(self.clock.last.there) if self.clock.last else None
        return here[1] if here else SILENT

    def tell(self, message: JSON) -> None:
        self.outbox.append(message)

    def deny(self, why: str) -> None:
        """It is told *why* nothing goes on here."""
        self.tell({"denied": why})
        self.over = True
        self.wake()

    def beat(self, now: int) -> float:
        """Put into the outbox what is due; gives the seconds until the next time."""
        self._heard = self._heard or now
        self.over = self.over or now - self._heard > SILENT
        if now >= self._next:
            well = EVERY if self.unsure < GOOD else OFTEN
            self._next = now + (AT_FIRST if self._trips < FIRST_TRIPS else well)
            self._number += 1
            self._asked[self._number] = now
            self.tell({"clock": self._number})
        self._show()
        return max(0.001, (self._next - now) / 1e9)

    def _show(self) -> None:
        """The table, if it is another one now; without a seat those that are free."""
        moment, seat = self._phones.moment, self.seat
        free = [] if seat else self._phones.free()
        if self._shown[0] is moment and self._shown[1] == (seat or free):
            return
        self._shown = moment, seat or free
        if moment is None or not seat:
            self.tell({"seats": [_looks(one) for one in free]})
        else:
            self.tell({"table": moment.shown_to(seat, self._language)})

    def take(self, text: str, now: int) -> None:
        """The phone has said *text*. What cannot be understood is passed over."""
        try:
            said = json.loads(text)
            at = round(float(said.get("at", 0)) * MS)
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            return
        self._heard = now
        if "clock" in said:
            self._answer(said["clock"], at, now)
        elif "grain" in said:
            self.clock = FarClock(min(at, SILENT))
        elif "press" in said:
            self._press(at, now)
        elif "seat" in said and not self._phones.choose(self, str(said["seat"])):
            self.tell({"taken": True})

    def _answer(self, number: Any, there: int, now: int) -> None:
        """It has written down what its clock shows."""
        asked = self._asked.pop(number, None) if isinstance(number, int) else None
        if asked is not None:
            self.clock.heard(Trip(asked, there, now))
            self._trips += 1

    def _press(self, at: int, now: int) -> None:
        here, last = self.clock.here(at), self.clock.last
        too_many = len(self._presses) == IN_A_SECOND and now - self._presses[0] < EVERY
        if not self.seat or too_many:
            return
        if here is None or last is None:
            self.tell({"again": True})
            return
        self._presses.append(now)
        (t, unsure), earliest = here, last.asked - ON_ITS_WAY
        if not earliest <= t <= now + unsure:  # it was after the last answer and before now, whatever it says
            t, unsure = (earliest + now) // 2, (now - earliest) // 2
        self._phones.press(self.seat, min(t, now), unsure)
        self.tell({"heard": round(unsure / MS, 1)})
