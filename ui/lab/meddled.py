"""An evening of a family and of somebody who does more to the table than to play."""

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.asks import Ask, Fact, Kind, Source
from companion.clock import HandClock
from companion.family import Family
from companion.lab.mischief import Meddler, Mischief
from companion.layout import Layout
from companion.rulings import Verdict
from companion.table import Table
from ui.lab.compared import ComparedEvening, PlainSenses, Senses
from ui.twin.evening import Judged

UNDONE = 3  # moves that what somebody did to the table may have looked like


class Accidents(Senses, Protocol):
    """Senses that tell as well what nobody was asked to do."""

    @property
    def trouble(self) -> object:
        """What the companion would tell to put right on the table; None if all is well."""

    def in_sight(self, lies: Layout) -> Layout:
        """What of all that truly *lies* there can be seen."""

    def befalls(self, lies: Layout, asks: Sequence[Ask]) -> tuple[Fact, ...]:
        """Hands come, the table *lies* like this now, and nobody was asked to: what is told of it."""


class PlainAccidents(PlainSenses):
    trouble: object = None

    def in_sight(self, lies: Layout) -> Layout:
        self._lies = lies
        return lies

    def befalls(self, lies: Layout, asks: Sequence[Ask]) -> tuple[Fact, ...]:
        """Whoever looks sees it; only of a pyramid it may be something that answers an ask."""
        self.trouble = True if any(lies.unlike(self._lies)) else None
        asked = [ask for ask in asks if ask.kind is Kind.PYRAMID]
        if not asked or lies.pyramid == self._lies.pyramid:
            return ()
        return (Fact(Kind.PYRAMID, {"dice": lies.pyramid}, self._clock.now(), Source.SIMULATED),)


class MeddledEvening(ComparedEvening):
    """Between two happenings the *meddler* may change the table, and it is put right again."""

    def __init__(
        self,
        table: Table,
        family: Family,
        clock: HandClock,
        senses: Accidents,
        meddler: Meddler,
        tell: Callable[[Judged], None] = lambda _: None,
    ) -> None:
        super().__init__(table, family, clock, senses, tell)
        self._accidents, self._meddler = senses, meddler

    def _go_on(self) -> None:
        self._meddle()
        super()._go_on()

    def _meddle(self) -> None:
        """Perhaps somebody does something to the table while nobody has to be quick; then it is put right."""
        if self._kept or any(ask.within_ms for ask in self._table.asks):
            return
        before, lies = self._table.state, self._accidents.in_sight(self._lies_now)
        done, more = None, self._meddler.perhaps(self._counts_now, lies, self._table.asks)
        while more is not None:  # now and then two in a row
            done = more
            self._befalls(done)
            more = self._meddler.perhaps(self._counts_now, done.lies, self._table.asks)
        if done is None:
            return
        for fact in self._accidents.befalls(lies, self._table.asks):
            self._overhear(fact)
        for _ in range(UNDONE):  # what looked like a move was announced as one, and people take it back
            if self._table.state == before:
                break
            self._table.undo(agreed=True)
        if self._table.state != before:
            self._disagree(f"the referee has kept something: somebody {done.what}")
        if self._accidents.trouble is not None:
            self._disagree(f"it is still told to put right that somebody {done.what}")

    def _befalls(self, done: Mischief) -> None:
        self.counts["cheats"] += 1
        before, counts = self._table.state, self._counts_now
        rulings = [self._overhear(fact) for fact in self._accidents.befalls(done.lies, self._table.asks)]
        asked = any(ruling is None or ruling.verdict is not Verdict.ACCEPTED for ruling in rulings)
        noticed = asked or self._accidents.trouble is not None or self._table.state != before
        self.counts["caught"] += noticed
        if not noticed:
            self._disagree(f"nobody noticed that somebody {done.what}")
        elif self._table.state != before:
            for what in {*self._counts_now.unlike(done.lies)} - {*counts.unlike(done.lies)}:
                self._disagree(f"somebody {done.what}, and it was taken for another move: {what}")
