"""Where what stands on a card of the kit is, in millimetres: its frame, its big digit and its beads."""

from vision.kit.bead_code import LENGTH
from vision.pictures import Colour

CARD_SIZE = (56.0, 87.0)
FRAME_INSET, FRAME_WIDTH = 3.0, 4.0
DIGIT_THICK = 6.5
WHITE: Colour = (244, 248, 248)  # of its paper
PITCH, RADIUS = 3.9, 1.1
STANDS_OUT = 0.85  # a bead's middle from the inner edge of the frame


def digit_box() -> tuple[float, float, float, float]:
    """Where the big digit stands on a number card: x, y, width, height in millimetres."""
    return 17.0, 25.0, 22.0, 37.0


def bead_height(n: int, high: float) -> float:
    """How far below the upper edge bead *n* of a card of that height has its middle."""
    return high / 2 + (n - (LENGTH - 1) / 2) * PITCH
