"""One whole game of a simulated family before the real table, compared with the truth at every step.

Time is turned by hand: a game of half an hour is over in seconds, and the same seed gives the same evening.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import Ask
from companion.calls import Edge
from companion.clock import HandClock
from companion.facts import MS, Fact, Kind, Source
from companion.family import Family, Happening, is_caught
from companion.layout import Layout, Tray, tray
from companion.rulings import Ruling, Verdict
from companion.table import Announcement, Table

PATIENCE = 20  # happenings in a row that change nothing: then the evening has got stuck
WAITING = 200  # moments in a row in which nobody does anything, or something that changes nothing


class Pause(Struct, frozen=True):
    """Time passes until `until` before the next thing is perceived."""

    until: int


class Looked(Struct, frozen=True):
    """The eyes have told of every card that was laid before `told_until`; None: nobody looks now."""

    told_until: int | None


class Aside(Struct, frozen=True):
    """Something that the eyes tell though it is not what happens, like a known card in other light."""

    fact: Fact


Perceived = Fact | Edge | Pause | Looked | Aside


class Senses(Protocol):
    """How a happening reaches the companion: as pixels and edges, or straight as facts."""

    def perceive(self, happening: Happening, asks: Sequence[Ask]) -> Iterator[Perceived]:
        """What the companion gets to see and hear of *happening*, in the order of time."""

    def settle(self, happening: Happening, ruling: Ruling) -> None:
        """The table after *ruling*: what was refused has been taken back."""


class Disagreement(Struct, frozen=True):
    """Where the companion and the truth part."""

    entry: int
    what: str


class Told(Struct, frozen=True):
    """One happening and what became of it, for the printed record."""

    happening: Happening
    ruling: Ruling


class Report(Struct, frozen=True):
    """How an evening went."""

    happenings: int = 0
    accepted: int = 0
    refused: int = 0
    questions: int = 0
    by_hand: int = 0  # dice and cards that the eyes did not see and somebody told by touch
    cheats: int = 0
    caught: int = 0
    hidden_cheats: int = 0
    disagreements: tuple[Disagreement, ...] = ()
    over: bool = False

    @property
    def agreed(self) -> bool:
        return self.over and not self.disagreements


SEEN_KINDS = (Kind.DICE, Kind.CARD, Kind.PYRAMID)  # what eyes can tell
Mark = tuple[Kind, str, int]  # by which an announcement is known to belong to a happening
COUNTS = ("happenings", "accepted", "refused", "questions", "by_hand", "cheats", "caught", "hidden_cheats")


class PlainSenses:
    """Facts straight from the simulator, without frames and wires."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock

    def perceive(self, happening: Happening, asks: Sequence[Ask]) -> Iterator[Perceived]:
        yield Fact(
            happening.kind,
            happening.value,
            self._clock.now(),
            Source.SIMULATED,
            seat=happening.seat,
            ask=happening.ask,
        )

    def settle(self, happening: Happening, ruling: Ruling) -> None:
        """Nothing lies anywhere."""


class Evening:
    """Lets *family* play before *table* until the game is over."""

    def __init__(
        self,
        table: Table,
        family: Family,
        clock: HandClock,
        senses: Senses,
        told: Callable[[Told], None] = lambda told: None,
    ) -> None:
        self._table, self._family, self._clock, self._senses, self._tell = table, family, clock, senses, told
        self._kept: dict[Mark, Happening] = {}  # what the table holds back until calls are decided
        self._counts = dict.fromkeys(COUNTS, 0)
        self._disagreements: list[Disagreement] = []
        self._tray: Tray | None = None  # the dice that were rolled last
        self._last = ""  # what happened last and how it was ruled
        self._idle, self._changed_at = 0, 0  # moments without a change; happenings up to the last change
        table.listen(self._announced)

    def play(self, most: int = 100_000) -> Report:
        """The evening up to its end, or to *most* happenings; called again, it goes on from there."""
        while self._table.outcome is None and self._counts["happenings"] < most:
            before = self._table.state
            self._go_on()
            self._compare_tables()
            if self._table.state != before:
                self._idle, self._changed_at = 0, self._counts["happenings"]
            else:
                self._idle += 1
            happened = self._counts["happenings"] - self._changed_at
            if self._idle >= WAITING or happened >= PATIENCE:
                self._disagree(f"the game is stuck: {self._why_stuck(happened)}")
                break
        return Report(
            **self._counts, disagreements=tuple(self._disagreements), over=self._table.outcome is not None
        )

    def _why_stuck(self, happened: int) -> str:
        waiting = ", ".join(ask.id for ask in self._table.asks) or "nothing"
        if not happened:
            return f"nobody does anything while it waits for {waiting}"
        return f"{happened} happenings changed nothing while it waits for {waiting}; the last: {self._last}"

    @property
    def waits(self) -> bool:
        """Whether the table still holds something back until calls are decided."""
        return bool(self._kept)

    def _go_on(self) -> None:
        """The next thing that happens, with whatever the table has to decide before it."""
        happening = self._family.act(self._table.asks)
        if happening is None:
            self._let_time_pass(until=self._table.next_tick() or self._clock.now() + 100 * MS)
            return
        self._let_time_pass(until=self._clock.now() + happening.after_ns)
        self._happen(happening)

    def _let_time_pass(self, until: int) -> None:
        while (due := self._table.next_tick()) is not None and due <= until:
            self._clock.move_to(due)
            self._table.tick()
        self._clock.move_to(until)

    def _announced(self, announcement: Announcement) -> None:
        """Something that the table had held back is decided now."""
        if announcement.by == "clock":
            self._family.time_ran_out(announcement.ruling)
        if announcement.fact is not None:
            happening = self._kept.pop(_mark(announcement.fact), None)
            if happening is not None:
                self._judge(happening, announcement.ruling)

    def _happen(self, happening: Happening) -> None:
        self._counts["happenings"] += 1
        self._counts["cheats"] += bool(happening.cheat)
        if happening.move is not None:
            self._judge(happening, self._table.propose(happening.move, Source.SIMULATED, self._clock.now()))
            return
        noticed = False
        for perceived in self._senses.perceive(happening, self._table.asks):
            match perceived:
                case Pause(until):
                    self._let_time_pass(until)
                case Looked(told_until):
                    self._table.looked(told_until)
                case Edge():
                    begins = happening.kind is Kind.CALL and perceived.down and not noticed
                    self._feel(perceived, happening, first=begins)
                    noticed = noticed or begins
                case Aside(fact):
                    self._overhear(fact)
                case Fact():
                    self._hear(perceived, happening)
                    noticed = True
        if not noticed:
            self._disagree(f"nobody noticed that {happening.seat or 'somebody'} did {happening.value!r}")

    def _feel(self, edge: Edge, happening: Happening, first: bool) -> None:
        self._let_time_pass(edge.t)
        if first:
            self._kept[(Kind.CALL, happening.seat, edge.t)] = happening
        self._table.feel(edge)

    def _hear(self, fact: Fact, happening: Happening) -> None:
        self._counts["by_hand"] += fact.source is Source.TOUCH and fact.kind in SEEN_KINDS
        ruling = self._table.hear(fact)
        if ruling is None:
            self._kept[_mark(fact)] = happening
        elif ruling.verdict is Verdict.UNSURE or self._is_known_misread(fact, happening, ruling):
            self._judge(happening, self._answer(happening, fact))
        else:
            self._judge(happening, ruling)

    def _overhear(self, fact: Fact) -> Ruling | None:
        """The table asks about something that nobody did; nobody answers, and the game goes on."""
        ruling = self._table.hear(fact)
        self._counts["questions"] += ruling is not None and ruling.verdict is Verdict.UNSURE
        return ruling

    def _is_known_misread(self, fact: Fact, happening: Happening, ruling: Ruling) -> bool:
        """Whether the table has said of what the eyes told that it cannot lie there, as it does not."""
        if ruling.verdict is not Verdict.REFUSED or ruling.why is None:
            return False
        misread = fact.source is Source.CAMERA and fact.value != happening.value
        return misread and ruling.why.key in self._table.game.cannot_lie

    def _answer(self, happening: Happening, fact: Fact) -> Ruling:
        """Somebody at the table answers the companion's question with the truth."""
        self._counts["questions"] += 1
        truth = Fact(
            happening.kind,
            happening.value,
            self._clock.now(),
            Source.TOUCH,
            seat=happening.seat,
            ask=happening.ask or fact.ask,  # what was asked may be about something that nobody did
        )
        ruling = self._table.hear(truth)
        assert ruling is not None, "only calls are kept, and a call is never asked about"
        return ruling

    def _judge(self, happening: Happening, ruling: Ruling) -> None:
        """Compares *ruling* with what a fair referee says, and the two tables with each other."""
        accepted = ruling.verdict is Verdict.ACCEPTED
        done = f"{happening.seat or 'somebody'} {happening.kind} {happening.value!r}"
        self._last = f"{done} was {ruling.verdict} ({ruling.rule})"
        self._counts["accepted" if accepted else "refused"] += 1
        if happening.cheat and happening.noticeable:
            self._counts["caught"] += is_caught(ruling)
        elif happening.cheat:
            self._counts["hidden_cheats"] += 1
        if not happening.either:
            self._compare_verdict(happening, ruling, accepted)
        if happening.kind is Kind.DICE:  # what was refused is taken back, and nobody knows what lies then
            self._tray = tray(happening.value) if accepted else None
        self._family.told(happening, ruling)
        self._senses.settle(happening, ruling)
        self._tell(Told(happening, ruling))

    def _compare_tables(self) -> None:
        """The real table and the referee's, whenever nothing waits to be decided."""
        if not self._kept:
            state = self._table.state
            unlike = (f"on the table: {what}" for what in self._counts_now.unlike(self._lies_now))
            for what in (*self._family.disagreements(state), *unlike):
                self._disagree(what)

    @property
    def _counts_now(self) -> Layout:
        """What the referee says lies there; a game whose code fails at it says nothing."""
        try:
            return self._table.game.lies(self._table.state)
        except Exception as error:
            self._disagree(f"the game cannot say what lies there: {error!r}")
            return Layout()

    @property
    def _lies_now(self) -> Layout:
        return replace(self._family.lies(), dice=self._tray)

    def _compare_verdict(self, happening: Happening, ruling: Ruling, accepted: bool) -> None:
        what = f"{happening.seat} {happening.kind} {happening.value!r}"
        if happening.cheat and happening.noticeable and not is_caught(ruling):
            self._disagree(f"{what} was a cheat ({happening.cheat}) and was accepted")
        if not happening.cheat and not accepted:
            self._disagree(f"{what} was honest and was {ruling.verdict} ({ruling.rule} {ruling.why})")

    def _disagree(self, what: str) -> None:
        self._disagreements.append(Disagreement(self._counts["happenings"], what))


def _mark(fact: Fact) -> Mark:
    return fact.kind, fact.seat, fact.t
