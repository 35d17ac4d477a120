"""What happened at the table as the eyes saw it; each carries the time of the picture that showed it
first."""

from msgspec import Struct

from companion.pyramid.cells import Cell
from companion.pyramid.notation import Pyramid
from companion.sightings import CardSeen, DieSeen, PyramidSeen
from vision.pyramid.changes import Changes


class Event(Struct, frozen=True, tag=True):
    t: int


class Rolled(Event, frozen=True, tag=True):
    """Every wanted die was thrown and has come to rest. Those with value "" are to be asked about."""

    dice: tuple[DieSeen, ...]


class Cocked(Event, frozen=True, tag=True):
    """Dice were thrown, and some do not stand flat: those are to be rolled again."""

    dice: tuple[DieSeen, ...]
    again: tuple[DieSeen, ...]


class Nudged(Event, frozen=True, tag=True):
    """Some dice moved or were put back, but not all of the wanted ones: not a roll."""

    dice: tuple[DieSeen, ...]
    moved: tuple[DieSeen, ...]


class Miscounted(Event, frozen=True, tag=True):
    """Dice have come to rest, but more or fewer than are wanted."""

    dice: tuple[DieSeen, ...]
    wanted: dict[str, int]


class Laid(Event, frozen=True, tag=True):
    """A card came to lie on top in a place (in the scan place: these cards lie there now), the last one on
    top; none: no card can be seen any more in a place that showed one before."""

    place: str
    cards: tuple[CardSeen, ...] = ()
    again: bool = False  # these lay there before, each where it lies now: something was upon them
    hidden: bool = False  # something lies upon the cards of the place, or upon the rest of the row
    since: int = 0  # when the place was last seen as it had been; 0: nobody had looked
    moved: bool = False  # the top card lies elsewhere: it was pushed, or another of its name was laid on it


class Rebuilt(Event, frozen=True, tag=True):
    """The pyramid stands otherwise than before. The change happened between `since` and the event's time."""

    pyramid: Pyramid  # all dice as they are known now, the hidden ones too
    changes: Changes
    seen: PyramidSeen
    since: int  # when it was last seen as it had been
    first: bool = False  # nobody had looked before


class Crooked(Event, frozen=True, tag=True):
    """Dice of the pyramid hang or lean: they are to be pressed into their places."""

    cells: tuple[Cell, ...]  # none: all dice that were reported sit right again
