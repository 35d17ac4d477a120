"""ABspecken: six numbers, each with a colour and a shape of its own.

A card says its number three times over: the digit, the colour of frame and digit, and a shape in two corners,
so that colour is never alone. The closed frame is also what the eyes look for.
"""

from companion.games.abspecken.state import SET
from vision.drawn.prints.card import both_ways, frame
from vision.drawn.prints.signs import sign
from vision.drawn.shapes import Drawing, Stroke
from vision.kit.bead_code import rows
from vision.kit.marks import STROKES
from vision.kit.values import COLOUR_OF_NUMBER, COLOURS

SIGN_OF = {"1": "disc", "2": "ring", "3": "triangle", "4": "square", "5": "pentagon", "6": "star6"}
DIGIT = 17.0, 25.0, 22.0, 37.0  # millimetres: x, y, width and height
PIXEL = 0.25  # millimetres: the picture of a card puts its strokes on whole pixels


def copies() -> dict[str, int]:
    return dict(SET.census)


def card(name: str, variant: int = 0) -> Drawing:
    colour = COLOURS[COLOUR_OF_NUMBER[name]]
    x, y, width, height = DIGIT
    digit = (
        Stroke(tuple((x + width * u + PIXEL / 2, y + height * v + PIXEL / 2) for u, v in way), 6.5, colour)
        for way in STROKES[name]
    )
    return (
        *frame(colour, row=rows()["abspecken", name]),
        *digit,
        *both_ways(sign(SIGN_OF[name], 15.0, 16.0, 4.2, colour)),
    )
