"""An evening as a trial: perceived by senses of any kind, with people who cheat, compared at every step."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from companion.asks import Ask, Fact, Kind, Source
from companion.calls.buttons import Edge
from companion.clock import HandClock
from companion.family import Family, Happening
from companion.lab.family import Comparing, is_caught
from companion.rulings import Ruling, Verdict
from companion.table import Table
from ui.twin.evening import Evening, Judged

SEEN_KINDS = (Kind.DICE, Kind.CARD, Kind.PYRAMID)  # what eyes can tell


class Pause(Struct, frozen=True):
    """Time passes until `until` before the next thing is perceived."""

    until: int


class Looked(Struct, frozen=True):
    """The eyes have told of every card that was laid before `reported_until`; None: nobody looks now."""

    reported_until: int | None


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


class PlainSenses:
    """Facts straight from the simulator, without frames and wires."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock

    def perceive(self, happening: Happening, asks: Sequence[Ask]) -> Iterator[Perceived]:
        yield happening.told(self._clock.now(), Source.SIMULATED)

    def settle(self, happening: Happening, ruling: Ruling) -> None:
        """Nothing lies anywhere."""


class ComparedEvening(Evening):
    """Compares the rulings with what a fair referee says, and the referee's table with the real one."""

    def __init__(
        self,
        table: Table,
        family: Family,
        clock: HandClock,
        senses: Senses | None = None,
        tell: Callable[[Judged], None] = lambda _: None,
    ) -> None:
        super().__init__(table, family, clock, tell)
        self._senses: Senses = senses or PlainSenses(clock)

    @property
    def waits(self) -> bool:
        """Whether the table still holds something back until calls are decided."""
        return bool(self._kept)

    def _happen(self, happening: Happening) -> None:
        self.counts["cheats"] += bool(happening.cheat)
        super()._happen(happening)

    def _comes_about(self, happening: Happening) -> None:
        noticed = False
        for perceived in self._senses.perceive(happening, self._table.asks):
            match perceived:
                case Pause(until):
                    self._let_time_pass(until)
                case Looked(reported_until):
                    self._table.looked(reported_until)
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
        self.counts["by_hand"] += fact.source is Source.TOUCH and _can_be_seen(fact)
        super()._hear(fact, happening)

    def _is_asked_back(self, fact: Fact, happening: Happening, ruling: Ruling) -> bool:
        unsure = super()._is_asked_back(fact, happening, ruling)
        return unsure or self._is_known_misread(fact, happening, ruling)

    def _overhear(self, fact: Fact) -> Ruling | None:
        """The table asks about something that nobody did; nobody answers, and the game goes on."""
        ruling = self._table.hear(fact)
        self.counts["questions"] += ruling is not None and ruling.verdict is Verdict.UNSURE
        return ruling

    def _is_known_misread(self, fact: Fact, happening: Happening, ruling: Ruling) -> bool:
        """Whether the table has said of what the eyes told that it cannot lie there, as it does not."""
        if ruling.verdict is not Verdict.REFUSED or ruling.why is None:
            return False
        misread = fact.source is Source.CAMERA and fact.value != happening.value
        return misread and ruling.why.key in self._table.game.cannot_lie

    def _judge(self, happening: Happening, ruling: Ruling) -> None:
        if happening.cheat and happening.noticeable:
            self.counts["caught"] += is_caught(ruling)
        elif happening.cheat:
            self.counts["hidden_cheats"] += 1
        super()._judge(happening, ruling)

    def _settle(self, happening: Happening, ruling: Ruling) -> None:
        self._senses.settle(happening, ruling)

    def _compare_verdict(self, happening: Happening, ruling: Ruling) -> None:
        what = f"{happening.seat} {happening.kind} {happening.value!r}"
        if not happening.cheat:
            super()._compare_verdict(happening, ruling)
        elif happening.noticeable and not is_caught(ruling):
            self._disagree(f"{what} was a cheat ({happening.cheat}) and was accepted")

    def _compare_tables(self) -> None:
        if not self._kept and isinstance(self._family, Comparing):
            for what in self._family.disagreements(self._table.state):
                self._disagree(what)
        super()._compare_tables()


def _can_be_seen(fact: Fact) -> bool:
    """That somebody lays or gives no card at all, no eye can see."""
    return fact.kind in SEEN_KINDS and not (fact.kind is Kind.CARD and not fact.value["cards"])
