"""What the eyes believe lies on the table. These values are shared by the eyes, the wires and the mind."""

from enum import StrEnum
from typing import Any

from msgspec import Struct

Box = tuple[float, float, float, float]  # x, y, width, height in pixels of the picture
Point = tuple[float, float]

STILL = "lies still"  # why of a HAND that does not stir: perhaps it is none
IN_TRAY = "lies in the tray"  # why of a HAND that is only something large among the dice
UNSTEADY = "looks otherwise with each look"  # why of MOVING: nothing stirs, and nobody can tell what it is
OTHER_LIGHT = "the light is another one"  # why of MOVING: what was laid meanwhile may have been missed


class Seen(StrEnum):
    """The state of the table as the eyes see it; the same names stand on the screen and in the log."""

    WAITING = "waiting"  # nothing has happened since the last reading
    HAND = "hand in view"
    MOVING = "moving"
    SETTLED = "settled"
    COCKED = "cocked"
    EMPTY = "empty"
    BLOCKED = "blocked"  # black, frozen, covered or torn pictures: the eyes cannot work


class DieSeen(Struct, frozen=True, omit_defaults=True):
    """A die; `value` is its top face, or "" where the eyes are not sure; `choices` has the likely ones."""

    type: str  # pips, colour, piggy, number, d10
    value: str
    box: Box
    confidence: float
    colour: str = ""  # of the body
    cocked: bool = False
    choices: tuple[str, ...] = ()
    why: str = ""  # it cannot be read, where that is plain to see


class CardSeen(Struct, frozen=True, omit_defaults=True):
    """A card; `name` is "" if the eyes are not sure."""

    deck: str
    name: str
    corners: tuple[Point, Point, Point, Point]
    confidence: float
    place: str = ""  # the zone of the mat that it lies in, like "discard:2"
    face_down: bool = False
    choices: tuple[str, ...] = ()
    in_row: int = 0  # which one it is in a row of overlapping cards, the lowest 1; 0: it lies by itself
    upon: bool = False  # it lies upon one of the same name, which still lies where it lay


class PyramidDieSeen(Struct, frozen=True, omit_defaults=True):
    """A die of the pyramid of which something can be seen, in its cell (i, j, k)."""

    cell: tuple[int, int, int]
    colour: str  # red, yellow, white; "" if the eyes are not sure
    faces: tuple[int | None, int | None, int | None]  # towards -i, -j and -k; None: covered, or not sure
    confidence: float
    seen: tuple[bool, bool, bool] = (True, True, True)  # which of the faces nothing covers
    choices: tuple[tuple[int, ...], ...] = ()  # for each face the likely numbers
    crooked: bool = False  # it hangs, leans, or something lies on it


class PyramidSeen(Struct, frozen=True, omit_defaults=True):
    """The dice pyramid as one look shows it. Which corner is i follows from the mat, or from looks before."""

    dice: tuple[PyramidDieSeen, ...]
    occupied: tuple[tuple[int, int, int], ...]  # all cells that hold a die, the hidden ones too
    doubtful: tuple[tuple[int, int, int], ...] = ()  # cells that may be otherwise


class PassedOver(Struct, frozen=True, omit_defaults=True):
    """Something that looked like a die or a card and was not taken for one, and why."""

    what: str
    box: Box
    why: str


class Sighting(Struct, frozen=True, omit_defaults=True):
    """One look at the table."""

    t: int  # when the light fell on the sensor, CLOCK_MONOTONIC ns
    state: Seen
    dice: tuple[DieSeen, ...] = ()
    cards: tuple[CardSeen, ...] = ()
    pyramid: PyramidSeen | None = None  # None: nobody has looked, or there is none
    passed_over: tuple[PassedOver, ...] = ()
    ms: dict[str, float] = {}  # what each stage took
    why: str = ""  # for BLOCKED: what is wrong with the picture; for HAND and MOVING: what it is
    # every card that was laid before has been reported; 0: nobody has looked for cards
    reported_until: int = 0


class Frame(Struct, frozen=True, eq=False):
    """A picture from a camera: an array of shape (rows, columns, 3), uint8, channels in BGR order.

    It shows the table from `t`, when light began to fall on its first row, until `until`.
    """

    picture: Any
    t: int
    number: int = 0
    exposure: int = 0  # nanoseconds for which light fell on each row
    readout: int = 0  # nanoseconds by which the last row is later than the first: the shutter rolls

    @property
    def until(self) -> int:
        """When the last row was no longer lit."""
        return self.t + self.exposure + self.readout
