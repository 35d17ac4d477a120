"""What a seat is known by on the screen."""

from msgspec import Struct

from companion.seats import Seat


class Face(Struct, frozen=True):
    """Colour, shape and letter stand for the same seat everywhere; none of them ever stands alone."""

    name: str
    colour: str
    shape: str
    letter: str


def face_of(seat: Seat) -> Face:
    return Face(seat.name, seat.colour, seat.shape, seat.letter or seat.name[:1].upper())
