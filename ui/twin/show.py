"""A simulated family that plays in the running app, where everybody can watch it on the real screens."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from companion.asks import JSON, MS, Ask, Fact, Kind, Source, sets_aside
from companion.calls.buttons import Edge
from companion.clock import Clock
from companion.family import Family, Happening
from companion.layout import is_pile, tray
from companion.pyramid.cells import Cell
from companion.rulings import Ruling, Verdict
from companion.sightings import Frame
from companion.table import Announcement, Table
from companion.table.callers import call_ask
from ui.screen.ports import Delivery
from ui.twin.drawn_pyramid import after, written
from ui.twin.drawn_table import DrawnTable, Shown, brought_to, is_left_of
from ui.twin.evening import asks_only_who
from ui.twin.film import Film
from vision.drawn.printed_decks import DECKS
from vision.kit.values import DIE_VALUES
from vision.mat import PYRAMID, SCAN, pile_of, zone_of
from vision.report.report import Report

PATIENCE = 6_000 * MS  # after this time at rest without a report of the eyes it is entered by touch
STEP = 0.1  # seconds between two looks whether somebody does something
AT_FIRST = 6  # pictures of the empty table before anybody does anything
AT_REST_MS = 120  # between two pictures of a table on which nothing moves


class Waiting(Struct, frozen=True):
    """Something that was done and is not ruled on yet."""

    happening: Happening
    since: int
    asked: bool = False  # the eyes were not sure, and the screen asks


class FamilyShow:
    """The family, its things on the table and its fingers. Belongs to the screens' thread, but for frames."""

    def __init__(
        self, family: Family, lines: Mapping[str, str], clock: Clock, random: Random, speed: float
    ) -> None:
        """*lines* are the buttons by seat; *speed* times as fast as people."""
        self._family, self._lines, self._clock = family, lines, clock
        self._speed = max(speed, 0.1)
        self._random = random
        self._stage = DrawnTable(tuple(lines), random, family.lies().pyramid is not None)
        self._fingers = Fingers(random)
        self._film = Film(clock, self._stage.still(AT_REST_MS), self._speed)
        self._show([self._stage.still() for _ in range(AT_FIRST)])
        self._waiting: list[Waiting] = []
        self._next: tuple[Happening, int] | None = None  # what somebody is about to do, and when
        self._asks: tuple[Ask, ...] = ()
        self._ruled: list[tuple[Happening, Ruling, JSON, Source]] = []  # with what was understood, and how
        self._busy = 0  # when something was last seen to move
        self.happenings = self.questions = self.by_hand = 0
        self.paused, self.shows = False, True
        self._until: int | None = None  # number of happenings before a pause

    # --- other threads ---

    def next_frame(self) -> Frame:
        """The next picture of the table. Called by the camera's thread."""
        return self._film.next_frame()

    def looked(self, number: int) -> None:
        """The eyes have looked at frame *number*. Called by any thread."""
        self._film.looked(number)

    # --- the screens' thread ---

    def seated(self, table: Table) -> None:
        """The family plays at *table*."""
        self._family.sees = lambda: table.state

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        """This is waited for now."""
        self._asks = tuple(asks)

    def announced(self, announcement: Announcement) -> None:
        """The companion has ruled; the family hears of it with its next step."""
        fact = announcement.fact
        if announcement.by == "clock":
            self._family.time_ran_out(announcement.ruling)
        if fact is None:
            return
        for one in self._waiting:
            if _is_about(fact, one.happening):
                self._waiting.remove(one)
                self._ruled.append((one.happening, announcement.ruling, fact.value, fact.source))
                return

    def once(self) -> None:
        """One thing happens, and then they pause."""
        self.paused, self._until = False, self.happenings + 1

    @property
    def goes_on(self) -> bool:
        """Whether they play now, and do not pause."""
        done = self._until is not None and self.happenings >= self._until
        if done and not self._waiting and not self._ruled and not self._film.running:
            self.paused, self._until = True, None
        return not self.paused

    @property
    def report(self) -> str:
        """How it went, in figures."""
        return f"{self.happenings} happenings, {self.questions} questions, {self.by_hand} entered by hand"

    def step(self, deliver: Callable[[Delivery], None], propose: Callable[[JSON], Ruling]) -> None:
        """Somebody does something, if it is time; *propose* is for families that think in moves."""
        self._hear_rulings()
        now = self._clock.now()
        if self._film.running:
            self._busy = now
            return
        self._lose_patience(now, deliver)
        if any(one.happening.kind is not Kind.CALL for one in self._waiting):
            return
        happening = self._due(now)
        if happening is None:
            return
        self.happenings += 1
        if happening.move is not None:
            self._ruled.append((happening, propose(happening.move), happening.move, Source.SIMULATED))
            return
        self._waiting.append(Waiting(happening, now))
        for thing in self._do(happening, now):
            deliver(thing)

    def _due(self, now: int) -> Happening | None:
        """What somebody does now, if it is time for it."""
        if self._next is None:
            happening = self._family.act(self._asks) if self._asks else None  # the game is over
            if happening is None:
                return None
            self._next = happening, now + round(happening.after_ns / self._speed)
        happening, due = self._next
        if now < due:
            return None
        self._next = None
        return happening

    def _do(self, happening: Happening, now: int) -> Iterator[Delivery]:
        button = call_ask(self._asks, happening.seat)
        if happening.kind is Kind.CALL and button is not None and button.call == happening.value:
            yield from self._fingers.press(self._lines[happening.seat], now)
        elif (moving := self._movement(happening)) is not None:
            self._show(moving)
        else:
            yield happening.told(now, Source.TOUCH)

    def _movement(self, happening: Happening) -> Iterator[Shown] | None:
        return movement(
            self._stage, happening, self._asks, self._random, written(self._family.lies().pyramid)
        )

    def _lose_patience(self, now: int, deliver: Callable[[Delivery], None]) -> None:
        """What the eyes do not tell, somebody tells by touch."""
        for one in tuple(self._waiting):
            if one.asked or now - max(one.since, self._busy) >= PATIENCE:
                self.by_hand += not one.asked
                self._waiting.remove(one)
                self._waiting.append(Waiting(one.happening, now))
                deliver(one.happening.told(self._clock.now(), Source.TOUCH))

    def _hear_rulings(self) -> None:
        ruled, self._ruled = self._ruled, []
        for happening, ruling, understood, source in ruled:
            honest = not happening.cheat and not happening.either
            misread = honest and source is Source.CAMERA and ruling.verdict is Verdict.REFUSED
            if ruling.verdict is Verdict.UNSURE or misread:  # people say by touch what it truly is
                self.questions += not asks_only_who(ruling)
                self._waiting.append(Waiting(happening, self._clock.now(), asked=True))
            else:
                self._answered(happening, ruling, understood)

    def _answered(self, happening: Happening, ruling: Ruling, understood: JSON) -> None:
        self._family.answered(happening, ruling)
        self._show(brought_to(self._stage, self._family.lies()))

    def _show(self, moving: Iterable[Shown]) -> None:
        """*moving* before the camera, and then the table as it lies after it."""
        scenes = list(moving)
        self._film.add(scenes, self._stage.still(AT_REST_MS))


def seat_family(app: Any, show: FamilyShow, sitting: Any, left: Callable[[], None] = lambda: None) -> None:
    """The family plays at the *sitting* that begins in the running *app*. *left* is called when they go.

    They wait while another page or an explanation is before the table.
    """
    show.seated(sitting.table)

    def propose(move: Any) -> Ruling:
        ruling: Ruling = sitting.table.propose(move, Source.SIMULATED)
        sitting.wake()
        return ruling

    def step() -> bool:
        if app.stage.sitting is not sitting:
            left()
            app.table_now.refresh()
            return False
        if show.goes_on and not app.read_in:
            show.step(app.deliver, propose)
        return True

    app.every(STEP, step)


def _is_about(fact: Fact, happening: Happening) -> bool:
    if fact.kind is not happening.kind:
        return False
    if fact.kind in (Kind.CALL, Kind.CONFIRM):
        return fact.seat == happening.seat and (fact.kind is Kind.CALL or fact.ask == happening.ask)
    return fact.ask == happening.ask or not fact.ask


# --- how a happening comes about at the simulated table: before the camera, at a button, or by touch ---


HELD = 120 * MS  # how long a finger stays on a button
LONGEST_BOUNCE = 6 * MS
ABSPECKEN = "abspecken"  # the deck of asks that name none


def movement(
    stage: DrawnTable,
    happening: Happening,
    asks: Sequence[Ask],
    random: Random,
    standing: Mapping[Cell, str] | None = None,
) -> Iterator[Shown] | None:
    """*happening* before the camera; None where no camera can tell it."""
    if happening.kind is Kind.DICE:
        return stage.roll(happening.value) if happening.value.keys() <= DIE_VALUES.keys() else None
    if happening.kind is Kind.CHOICE:
        return _slid_out(stage, happening, asks)
    if happening.kind is Kind.PYRAMID:
        now = stage.pyramid or standing or {}  # what nobody has built yet is built as it truly is
        dice = after(happening.value, now, random) if stage.mat.has(PYRAMID) else None
        return None if dice is None or dice == stage.pyramid else stage.rebuild(dice)
    if happening.kind is not Kind.CARD or not _can_be_seen(stage, happening, asks):
        return None
    stage.deck = _deck(happening, asks)
    place, cards = pile_of(happening.value["place"]), [str(c) for c in happening.value["cards"]]
    if is_pile(place):
        return stage.lay(place, cards)
    zone = zone_of(place, stage.mat)
    if _is_of_what_is_left(happening, asks) and is_left_of(stage.cards_at(zone), cards):
        return stage.leave(zone, cards)
    return stage.spread(zone, cards) if len(cards) <= stage.room_for(zone) else None


def _slid_out(stage: DrawnTable, happening: Happening, asks: Sequence[Ask]) -> Iterator[Shown] | None:
    """Dice leave the tray; none, where it is empty then: that shows nothing, for they may be rolled next."""
    ask = next((ask for ask in asks if ask.id == happening.ask and sets_aside(ask)), None)
    lying = tray(stage.dice)
    if ask is None or lying != tray({"pips": ask.lies}):
        return None
    left = Counter(ask.lies) - Counter(map(str, happening.value))
    counts = happening.value in [choice.value for choice in ask.choices]
    return stage.turn_dice(tray({"pips": left.elements()})) if left and counts else None


def _deck(happening: Happening, asks: Sequence[Ask]) -> str:
    """The deck that *happening* is about."""
    return next((ask.deck for ask in asks if ask.id == happening.ask and ask.deck), ABSPECKEN)


def _can_be_seen(stage: DrawnTable, happening: Happening, asks: Sequence[Ask]) -> bool:
    """Whether the kit prints these cards, and the eyes can tell whose they are."""
    lies_out = stage.cards_at(SCAN) and _is_of_what_is_left(happening, asks)
    if not (happening.value["cards"] or lies_out):
        return False  # nobody sees that none are laid
    printed = DECKS.get(_deck(happening, asks))
    if printed is None or not printed.copies().keys() >= {str(card) for card in happening.value["cards"]}:
        return False
    report = Report()
    report.expect(asks)
    place = happening.value["place"]
    if lies_out:
        report.lies_out(place)
    return report.sees(place, stage.seen_mat)


def _is_of_what_is_left(happening: Happening, asks: Sequence[Ask]) -> bool:
    """Whether *happening* answers what still lies there, and not what somebody lays."""
    return any(ask.cards[0] == 0 for ask in asks if ask.id == happening.ask)


class Fingers:
    """The fingers at all buttons of one table, with contacts that bounce."""

    def __init__(self, random: Random, held: int = HELD) -> None:
        self._random, self._held, self._edges = random, held, 0

    def press(self, line: str, t: int) -> Iterator[Edge]:
        """A button goes down at *t*, bounces, is held, and is let go."""
        yield self.edge(line, t, down=True)
        bounced = t
        for down in (False, True) * self._random.randrange(4):
            bounced += self._random.randrange(LONGEST_BOUNCE // 8, LONGEST_BOUNCE // 4)
            yield self.edge(line, bounced, down=down)
        yield self.edge(line, bounced + self._held, down=False)

    def edge(self, line: str, t: int, *, down: bool) -> Edge:
        """One edge, counted on."""
        self._edges += 1
        return Edge(line, t, down, seq=self._edges, source=Source.BUTTON)
