"""Lamps in a game: lit = you may press, blinking = it is your turn, dark = neither."""

import evenings

from companion.asks import Kind
from companion.clock import HandClock
from companion.journal import Journal
from ui.screen.ports import NoBoard
from ui.screen.rooms import Rooms
from ui.settings import Forgetful


class Lamps(NoBoard):
    """A board that remembers its lamps."""

    lit = blinking = ()

    def light(self, lit, blinking):
        self.lit, self.blinking = tuple(lit), tuple(blinking)


def test_the_lamps_follow_the_game():
    clock, lamps = HandClock(10**12), Lamps()
    rooms = Rooms(
        evenings.abspecken(), Journal.open(":memory:", clock), clock, lamps, Forgetful(language="de")
    )
    sitting = evenings.sit(rooms)
    evenings.touch(sitting, Kind.CHOICE, "Ben")
    assert (lamps.lit, lamps.blinking) == ((), ("1", "2", "3")), "everybody sorts their own cards"

    for name in evenings.NAMES[:3]:
        evenings.touch(sitting, Kind.CONFIRM, True, name)
    assert (lamps.lit, lamps.blinking) == ((), ("2",)), "Ben rolls"

    evenings.touch(sitting, Kind.DICE, {"pips": [3, 5], "colour": ["blue"]})
    assert (lamps.lit, lamps.blinking) == (("1", "2", "3"), ())

    evenings.touch(sitting, Kind.CALL, "cannot", "Clara")
    clock.advance(10**9)
    sitting.tick()
    assert "3" not in lamps.lit, "who has called may not call again"
