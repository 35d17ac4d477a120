"""Beads along the inner edge of a card's frame, on both long sides: they tell the eyes which card it is.

The row reads the same for whoever sits opposite, so a card that is turned round, or of which one side is
hidden, is still known. The frame itself stays closed.
"""

from vision.drawn.shapes import Disc
from vision.kit.bead_code import Row
from vision.kit.card import RADIUS, STANDS_OUT, bead_height
from vision.pictures import Colour


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
