"""A roll that somebody told by touch, because the eyes saw nothing of it: when its dice come to light later,
they were not rolled anew."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.facts import Fact, Kind, Source
from companion.rulings import Ruling, Verdict
from companion.sightings import DieSeen
from ui.lookout_amiss import Dice, are_those, counted


class RolledUnseen:
    """Keeps what lies in the tray that the eyes have not told of."""

    def __init__(self) -> None:
        self._told: Dice = {}
        self._seen = False  # the eyes have told of the roll that is asked for

    def ruled(self, fact: Fact, ruling: Ruling) -> None:
        """The referee has ruled on a roll, whoever told it."""
        if fact.kind is not Kind.DICE or ruling.verdict is not Verdict.ACCEPTED:
            return
        by_touch = fact.source is Source.TOUCH and isinstance(fact.value, Mapping)
        self._told = counted(fact.value) if by_touch and not self._seen else {}
        self._seen = False

    def is_that(self, dice: Sequence[DieSeen], *, asked: bool) -> bool:
        """Whether *dice*, which have come to rest, are those that were told by touch.

        While no roll is *asked* for nobody rolled them: somebody knocked against one, or put it right.
        """
        told, self._told, self._seen = self._told, {}, asked
        seen = [replace(die, choices=()) for die in dice if die.type in told]  # what is unread may be any
        return bool(told) and are_those(told, seen)
