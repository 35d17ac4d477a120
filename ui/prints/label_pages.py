"""Labels for buttons and places: the colour, the shape and the letter that the screen shows for each seat."""

from pathlib import Path

from companion.seats import LOOKS
from ui.prints.order import Order
from ui.prints.page import INK, MARGIN, one_page
from vision.drawn.prints.signs import sign
from vision.drawn.shapes import Disc, Drawing, Pen, Prose, marks
from vision.mat import SIDES
from vision.pictures import Colour

COLOUR_OF: dict[str, Colour] = {
    "red": (40, 40, 198), "blue": (192, 101, 21), "yellow": (0, 170, 225), "green": (50, 125, 46),
    "purple": (154, 27, 106), "orange": (0, 100, 225), "white": (139, 125, 96), "black": (33, 33, 33),
}  # fmt: skip
SIGN_OF = {"circle": "disc"}
SIZES = (27.0, 22.0)  # of arcade buttons' caps and of smaller ones
PAPER: Colour = (252, 252, 252)


def write(order: Order, file: Path) -> int:
    """Writes two sizes of every seat's label and the letters of the pyramid's sides, on one page."""
    with one_page(file, order.languages, "labels.title") as pages:
        y = MARGIN + 8
        for size in SIZES:
            for row in range(2):
                for column in range(4):
                    pages.draw(label(row * 4 + column, size), MARGIN + column * (size + 6), y)
                y += size + 5
            y += 4
        for column, letter in enumerate(SIDES):
            pages.draw(_side(letter), MARGIN + column * 33, y)
    return 1


def label(number: int, size: float) -> Drawing:
    """The round label of one seat: a ring and the shape in its colour, the letter in the middle."""
    colour_name, shape, letter = LOOKS[number]
    colour, half = COLOUR_OF[colour_name], size / 2
    return (
        Disc(half, half, half, colour),
        Disc(half, half, half * 0.86, PAPER),
        *sign(SIGN_OF.get(shape, shape), half, half, half * 0.56, colour),
        *marks(letter, half, half - size * 0.12, size * 0.22, (255, 255, 255), Pen(0.2)),
        Prose(half, size + 2.6, f"{number + 1}", 2.4, INK, "middle"),
    )


def _side(letter: str) -> Drawing:
    return (Disc(14, 14, 14, (120, 120, 120)), Disc(14, 14, 12.6, PAPER), *marks(letter, 14, 7, 14, INK))
