"""Stickers for the colour die, the number die and the Piggy Die, from the very marks that the eyes know."""

from pathlib import Path

import cv2
import numpy as np

from companion.family import FACES
from ui.prints.order import Order
from ui.prints.page import INK, MARGIN, both, one_page
from vision.drawn.prints.signs import sign
from vision.drawn.shapes import Area, Box, Drawing, Prose, marks
from vision.kit.marks import mark_of
from vision.kit.values import COLOURS
from vision.pictures import Colour

STICKER = 14.5  # millimetres, for blank dice of 16 mm
SETS = 4
PITCH = 17.0
_FINE = 480  # pixels along a mark while its outline is found
# Signs on bright colours are darker by this factor, on dark ones lighter by this share. On 60 drawn tables
# with 180 dice the eyes read 170 plain fields and 164 with these signs (the others are asked about); white
# signs made it 150, and one of those was wrong.
SHADE = 0.82, 0.25

BODY: dict[str, Colour] = {"colour": (245, 245, 245), "number": (245, 245, 245), "piggy": (185, 170, 240)}
MARK: Colour = (30, 26, 26)
SIGN_OF_COLOUR = {
    "green": ("G", "disc"), "pink": ("P", "ring"), "orange": ("O", "triangle"), "blue": ("B", "square"),
    "yellow": ("Y", "pentagon"), "purple": ("V", "star6"),
}  # fmt: skip


def write(order: Order, file: Path) -> int:
    """Writes four sets of stickers for each die on one page."""
    with one_page(file, order.languages, "dice.title") as pages:
        y = MARGIN + 10
        for kind in ("colour", "number", "piggy"):
            pages.draw([Prose(MARGIN, y, both(f"dice.{kind}", order.languages), 3.0, INK)])
            for row in range(SETS):
                for column, value in enumerate(FACES[kind]):
                    pages.draw(sticker(kind, value), MARGIN + column * PITCH, y + 4 + row * PITCH)
            y += 4 + SETS * PITCH + 12
    return 1


def sticker(kind: str, value: str) -> Drawing:
    """One face with its body around it; the colour die has sign and letter of its colour in two corners."""
    ink = COLOURS[value] if kind == "colour" else MARK
    body = Box(0, 0, STICKER, STICKER, BODY[kind], 1.2)
    return body, *_outlines(kind, value, ink), *(_colour_sign(value) if kind == "colour" else ())


def _colour_sign(value: str) -> Drawing:
    letter, name = SIGN_OF_COLOUR[value]
    shade = _shade(COLOURS[value])
    corner = marks(letter, STICKER - 4.3, STICKER - 5.9, 3.4, shade)
    return *sign(name, 4.0, 4.0, 1.4, shade), *corner


def _shade(colour: Colour) -> Colour:
    """Seen by people, and near enough to *colour* that the eyes still see one field of one colour."""
    blue, green, red = colour
    if 0.11 * blue + 0.59 * green + 0.3 * red > 95:
        blue, green, red = (round(channel * SHADE[0]) for channel in colour)
    else:
        blue, green, red = (round(channel + (255 - channel) * SHADE[1]) for channel in colour)
    return blue, green, red


def _outlines(kind: str, value: str, ink: Colour) -> Drawing:
    """The mark as areas: outer ones in ink, holes in the colour of the body."""
    mark = mark_of(kind, value, side=_FINE)
    found, tree = cv2.findContours(
        np.where(mark > 127, 255, 0).astype(np.uint8), cv2.RETR_TREE, cv2.CHAIN_APPROX_NONE
    )
    scale = STICKER / _FINE
    shapes: list[Area] = []
    for number, outline in enumerate(found):
        depth, above = 0, int(tree[0][number][3])
        while above >= 0:
            depth, above = depth + 1, int(tree[0][above][3])
        smooth = cv2.approxPolyDP(outline, 0.6, True)[:, 0, :]
        points = tuple((float(x + 0.5) * scale, float(y + 0.5) * scale) for x, y in smooth)
        if len(points) > 2:
            shapes.append(Area(points, BODY[kind] if depth % 2 else ink))
    return tuple(shapes)
