"""A deck of four colours with numbers and actions, for the many games of that kind; our own design."""

from companion.games.mau_mau.deck import deck_of
from vision.drawn.prints.card import INK, WIDE, bar_below, frame, index, readable, title
from vision.drawn.prints.signs import sign
from vision.drawn.shapes import Drawing, fitting
from vision.kit.bead_code import rows
from vision.kit.values import COLOURS
from vision.pictures import Colour

COLOUR_OF: dict[str, tuple[Colour, str]] = {
    "red": ((45, 40, 205), "triangle"),
    "yellow": (COLOURS["yellow"], "square"),
    "green": (COLOURS["green"], "disc"),
    "blue": (COLOURS["blue"], "star"),
}
WILD: tuple[Colour, str] = ((150, 40, 100), "heart")
ACTIONS = {"skip": ("SK", "skip"), "reverse": ("RV", "turn_back"), "draw2": ("+2", "")}
NAMES = {
    "skip": ("Skip", "Aussetzen"), "reverse": ("Reverse", "Richtungswechsel"),
    "draw2": ("Draw two", "Zwei ziehen"),
    "wild": ("Wild", "Farbwahl"), "wild_draw4": ("Wild, draw 4", "Farbwahl, zieh 4"),
}  # fmt: skip


def copies() -> dict[str, int]:
    """108 cards: one zero and two of everything else in each colour, four of each wild card."""
    return deck_of("uno").census


def card(name: str, variant: int = 0) -> Drawing:
    if name.startswith("wild"):
        return _wild(name)
    colour_name, _, what = name.partition("_")
    colour, sign_name = COLOUR_OF[colour_name]
    (said, picture), ink = ACTIONS.get(what, (what, "")), readable(colour)
    corner = (
        *frame(colour, row=rows()["uno-like", name]),
        *index(said, sign_name, colour, ink),
        *bar_below(said, ink),
    )
    if picture:
        return *corner, *sign(picture, WIDE / 2, 43.0, 12.0, ink), *title(NAMES[what])
    big = fitting(said, WIDE / 2, 28.5, 30.0, 24.0, ink)
    return *corner, *big, *(title(NAMES[what]) if what in NAMES else ())


def _wild(name: str) -> Drawing:
    colour, sign_name = WILD
    said = "+4" if name.endswith("draw4") else "W"
    places = zip(COLOUR_OF.values(), ((-1, -1), (1, -1), (-1, 1), (1, 1)), strict=True)
    field = (
        shape
        for (ink, mark), (u, v) in places
        for shape in sign(mark, WIDE / 2 + 8.5 * u, 43.5 + 8.5 * v, 6.0, ink)
    )
    around = frame(colour, row=rows()["uno-like", name])
    return *around, *index(said, sign_name, colour, ink=INK), *field, *title(NAMES[name])
