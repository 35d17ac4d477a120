"""Beads along the inner edge of a card's frame, on both long sides: they tell the eyes which card it is.

The row reads the same for whoever sits opposite, so a card that is turned round, or of which one side is
hidden, is still known. The frame itself stays closed.
"""

from vision.drawn.prints.bead_code import LENGTH, Row
from vision.drawn.shapes import Disc
from vision.pictures import Colour

PITCH, RADIUS = 3.9, 1.1  # millimetres
STANDS_OUT = 0.85  # a bead's middle from the inner edge of the frame


def bead_height(n: int, high: float) -> float:
    """How far below the upper edge bead *n* of a card of that height has its middle."""
    return high / 2 + (n - (LENGTH - 1) / 2) * PITCH


def beads(row: Row, wide: float, high: float, edge: float, upper: Colour, lower: Colour) -> tuple[Disc, ...]:
    """The beads inside a frame whose inner edge is *edge* millimetres from that of the card."""
    return tuple(
        Disc(x, y, RADIUS, upper if y < high / 2 else lower)
        for n, there in enumerate(row)
        if there
        for x, y in (
            (edge + STANDS_OUT, bead_height(n, high)),
            (wide - edge - STANDS_OUT, high - bead_height(n, high)),
        )
    )
