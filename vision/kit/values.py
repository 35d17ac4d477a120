"""What the kit's dice and number cards can show: the values of each kind of die, and their colours."""

from typing import Literal

from vision.pictures import Colour

DieType = Literal["pips", "colour", "piggy", "number"]

COLOURS: dict[str, Colour] = {  # of the colour die and, in this order, of the numbers 1 to 6
    "green": (70, 160, 40),
    "pink": (150, 80, 232),
    "orange": (20, 120, 245),
    "blue": (200, 95, 25),
    "yellow": (30, 215, 250),
    "purple": (150, 40, 100),
}
COLOUR_OF_NUMBER = {str(n + 1): colour for n, colour in enumerate(COLOURS)}
DIE_VALUES: dict[str, tuple[str, ...]] = {
    "pips": ("1", "2", "3", "4", "5", "6"),
    "number": ("1", "2", "3", "4", "5", "6"),
    "colour": tuple(COLOURS),
    "piggy": ("+-1", "+-2", "+-3", "smile", "grim"),
}
