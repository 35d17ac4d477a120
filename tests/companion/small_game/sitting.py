"""A table of the small game with a clock that is moved by hand, and verbs for what people do at it."""

from companion.calls import Edge, Fairness
from companion.clock import HandClock
from companion.facts import MS, Fact, Kind, Source
from companion.journal import Journal
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from tests.companion.small_game import GAME

NAMES = ("Ana", "Ben", "Cem")


class Sitting:
    """Three people, one die, three buttons."""

    def __init__(self, journal=None, names=NAMES, seats=None, **options):
        self.clock = HandClock(now=1_000 * MS)
        self.journal = journal or Journal.open(":memory:", self.clock)
        seats = seats or seats_named(names)
        self.table = Table.start(GAME, seats, options, self.journal, self.clock, Fairness())
        self.told = []
        self.table.listen(self.told.append)
        self._seq = 0

    def wait(self, ms):
        """Time passes, and whatever is due in it is decided on time."""
        until = self.clock.now() + round(ms * MS)
        while (due := self.table.next_tick()) is not None and due <= until:
            self.clock.move_to(due)
            self.table.tick()
        self.clock.move_to(until)

    def roll(self, pips, source=Source.CAMERA, **more):
        return self.table.hear(Fact(Kind.DICE, {"pips": [pips]}, self.clock.now(), source, **more))

    def touch_call(self, seat, after_ms=0.0, call="mine"):
        t = self.clock.now() + round(after_ms * MS)
        return self.table.hear(Fact(Kind.CALL, call, t, Source.TOUCH, seat))

    def press(self, seat, after_ms=0.0, hold_ms=80.0, lose=0):
        """A button goes down, and up again later."""
        line = next(s.button for s in self.table.seats if s.name == seat)
        self._seq += 1 + lose
        self.table.feel(Edge(line, self.clock.now() + round(after_ms * MS), True, self._seq))
        if hold_ms:
            self._seq += 1
            self.table.feel(Edge(line, self.clock.now() + round((after_ms + hold_ms) * MS), False, self._seq))

    def choose(self, seat, keeps=True):
        return self.table.hear(Fact(Kind.CHOICE, keeps, self.clock.now(), Source.TOUCH, seat))

    def to_the_call(self, pips=4):
        """Somebody has rolled, and the call is open for a second."""
        self.roll(pips)
        self.wait(1000)

    def round(self, pips, first, second, keeps=True):
        """A whole round, one second per step."""
        self.to_the_call(pips)
        self.press(first)
        self.press(second, 200)
        self.wait(1000)
        self.choose(first, keeps)
        self.wait(1000)

    def resumed(self):
        """The same game after the plug was pulled; the new process has a clock of its own."""
        return Table.resume(self.journal, HandClock(now=7), find=lambda name: GAME)

    @property
    def rulings(self):
        """What was told, as (verdict, rule, key of the reason)."""
        return [
            (a.ruling.verdict, a.ruling.rule, a.ruling.why.key if a.ruling.why else "") for a in self.told
        ]

    @property
    def refusals(self):
        return [(rule, key) for verdict, rule, key in self.rulings if verdict is Verdict.REFUSED]

    @property
    def notes(self):
        return [(n.rule, n.says.key) for a in self.told for n in a.ruling.notes]
