"""What a seat is known by on the screen."""

from msgspec import Struct


class Face(Struct, frozen=True):
    """Colour, shape and letter stand for the same seat everywhere; none of them ever stands alone."""

    name: str
    colour: str
    shape: str
    letter: str
