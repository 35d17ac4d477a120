"""Where what stands on a card of the kit is, in millimetres: its frame and its beads."""

from vision.kit.bead_code import LENGTH
from vision.pictures import Colour

CARD_SIZE = (56.0, 87.0)
FRAME_INSET, FRAME_WIDTH = 3.0, 4.0
WHITE: Colour = (244, 248, 248)  # of its paper
PITCH, RADIUS = 3.9, 1.1
STANDS_OUT = 0.85  # a bead's middle from the inner edge of the frame


def bead_height(n: int, high: float) -> float:
    """How far below the upper edge bead *n* of a card of that height has its middle."""
    return high / 2 + (n - (LENGTH - 1) / 2) * PITCH
