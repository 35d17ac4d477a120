"""A table of the small game with a clock that is moved by hand, and verbs for what people do at it."""

from companion.asks import Kind, Source
from companion.clock import HandClock
from companion.table import Table
from tests.companion.at_the_table import AtTheTable
from tests.companion.small_game import GAME

NAMES = ("Ana", "Ben", "Cem")


class Sitting(AtTheTable):
    """Three people, one die, three buttons."""

    def __init__(self, journal=None, names=NAMES, seats=None, **options):
        super().__init__(GAME, names, journal=journal, seats=seats, **options)

    def roll(self, pips, source=Source.CAMERA, **more):
        return self.hear(Kind.DICE, {"pips": [pips]}, source=source, **more)

    def touch_call(self, seat, after_ms=0.0, call="mine"):
        return self.hear(Kind.CALL, call, seat, after_ms=after_ms)

    def choose(self, seat, keeps=True):
        return self.hear(Kind.CHOICE, keeps, seat)

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
