"""The dice of each kind and their looks, for the pads and for the drawings.

A colour is never alone: each colour of a die goes with a shape, and with the number that it stands for where
it stands for one. A kind that is not listed here is shown by its written name: nothing is missing.
"""

# Number, colour and shape of the ABspecken cards, shaped as they are printed: as many corners as points, and
# a disc and a ring for 1 and 2. Its colour die bars one of these colours.
NUMBERED = {
    "1": ("green", "circle"),
    "2": ("pink", "ring"),
    "3": ("orange", "triangle"),
    "4": ("blue", "square"),
    "5": ("yellow", "pentagon"),
    "6": ("purple", "star6"),
}
COLOUR_MARKS = {colour: (number, shape) for number, (colour, shape) in NUMBERED.items()}
COLOUR_MARKS |= {"red": ("", "cross"), "white": ("", "drop"), "black": ("", "house"), "grey": ("", "heart")}

PIPS = ("1", "2", "3", "4", "5", "6")
DIE_FACES: dict[str, tuple[str, ...]] = {
    "pips": PIPS,
    "number": PIPS,
    "colour": tuple(colour for colour, _shape in NUMBERED.values()),
    "piggy": ("+-1", "+-2", "+-3", "smile", "grim"),
    "d10": ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
}
WHOLE_NUMBERS = ("pips", "number", "d10")  # kinds whose faces are written as numbers in a fact


def die_value(kind: str, face: str) -> int | str:
    """*face* as a fact writes it."""
    return int(face) if kind in WHOLE_NUMBERS and face.isdigit() else face
