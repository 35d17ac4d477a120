"""What a seat is known by on the screen."""

from msgspec import Struct

from companion.seats import Seat
from ui.screen import theme


class Face(Struct, frozen=True):
    """Colour, shape and letter stand for the same seat everywhere; none of them ever stands alone."""

    name: str
    colour: str
    shape: str
    letter: str

    @property
    def paint(self) -> str:
        """What its colour is painted in."""
        return theme.SEAT_COLOURS.get(self.colour, theme.MUTED)


def face_of(seat: Seat) -> Face:
    return Face(seat.name, seat.colour, seat.shape, seat.letter or seat.name[:1].upper())
