"""Every colour and every size of the screens, and nowhere else.

Sizes are millimetres on the panel: all named panels are 155 mm long, whatever their number of pixels, so one
drawing fits them all, and a finger finds a button of 11 mm wherever it is shown.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

# --- colours: text on its ground has a contrast of at least 4.5:1 (the tests compute it) ---

GROUND = "#0E1620"  # behind everything
SURFACE = "#192433"  # panels
RAISED = "#2A3B52"  # buttons
PRESSED = "#3D5472"
EDGE = "#4A6180"  # thin lines round things
TEXT = "#F6F3EC"
MUTED = "#B9C6D6"
ACCENT = "#FFC94D"  # the one thing to do now
ACCENT_PRESSED = "#E0A92A"
INK = "#18120A"  # text on light things
GOOD = "#79D995"
KIND = "#FFE3BF"  # the banner of a refusal: warm, never red
KIND_INK = "#3B1D02"
KIND_BUTTON = "#F6C88F"
FELT = "#0F3D35"  # the tray
FELT_EDGE = "#2B6B5E"
IVORY = "#FBF7EC"  # dice and cards
PIP = "#1D2733"
DANGER = "#FFB4A8"  # the words of what cannot be taken back
SHADE = "#05090E"  # laid over the page while something else has to be answered

# Colours of seats. Never alone: each has a shape and a letter as well. They differ in lightness too.
SEAT_COLOURS: dict[str, str] = {
    "red": "#F4806A",
    "blue": "#6FB7F2",
    "yellow": "#F4E75A",
    "green": "#38C18A",
    "purple": "#9068F8",
    "orange": "#F5A31A",
    "white": "#F4F4F4",
    "pink": "#F7B2D9",
    "black": "#343B46",
}
SEAT_SHAPES: tuple[str, ...] = (
    "circle",
    "square",
    "triangle",
    "diamond",
    "star",
    "hexagon",
    "cross",
    "heart",
    "house",
)

# Colours on dice and cards, by their name in the notation.
THING_COLOURS: dict[str, str] = {
    "green": "#2FA84F",
    "pink": "#EE7FB0",
    "orange": "#F08A24",
    "blue": "#3F7FD9",
    "yellow": "#F2CB2E",
    "purple": "#A169CD",
    "red": "#DC5042",
    "white": "#FBF7EC",
    "black": "#22252B",
    "grey": "#9AA3AD",
    "brown": "#8A5A36",
    "magenta": "#C92C7A",
    "cyan": "#35BFDB",
}

# Dice of the pyramid, by the letter of their colour; each has a pattern as well. And the form below them.
PYRAMID_COLOURS: dict[str, str] = {
    "r": "#D8483A",
    "y": "#F2CB2E",
    "m": "#F3ECDF",
    "t": "#3CC4BD",
    "?": "#9AA3AD",
}
PYRAMID_EDGE = "#22252B"
FUNNEL = "#0A2B25"
FUNNEL_EDGE = "#4E9585"

# --- sizes in millimetres ---

LONG_SIDE = 155.0  # of a 7" panel
TOUCH = 11.0  # height of a button
TOUCH_LEAST = 9.0  # nothing to be touched is smaller, in either direction
GAP = 1.8
PAD = 2.6
RADIUS = 2.6

TEXT_SIZES = {"small": 3.1, "body": 3.7, "large": 4.6, "title": 5.8, "huge": 9.5}
TEXT_LEAST = 2.5  # text shrinks to fit, but never below this
TEXT_SCALES = {"normal": 1.0, "large": 1.18, "largest": 1.35}

TextSize = Literal["small", "body", "large", "title", "huge"]


class Sizes(Struct, frozen=True):
    """How large a millimetre is in this window, and how large letters are wanted."""

    width: float
    height: float
    text_scale: float = 1.0
    left_handed: bool = False
    calm: bool = False  # nothing moves by itself
    whole: float = 0  # the longer side of the window, where this is only a column of it

    @property
    def portrait(self) -> bool:
        return self.height > self.width

    @property
    def unit(self) -> float:
        """Pixels in a millimetre."""
        return (self.whole or max(self.width, self.height)) / LONG_SIDE

    def column(self, width: float) -> "Sizes":
        """The same millimetres in a column of the window that is so many pixels wide."""
        return replace(self, width=width, whole=max(self.width, self.height))

    def mm(self, millimetres: float) -> float:
        return round(millimetres * self.unit)

    def high(self, millimetres: float) -> dict[str, Any]:
        """For any widget: so high, however much room there is."""
        return {"size_hint_y": None, "height": self.mm(millimetres)}

    def wide(self, millimetres: float) -> dict[str, Any]:
        """For any widget: so wide, however much room there is."""
        return {"size_hint_x": None, "width": self.mm(millimetres)}

    def text(self, size: TextSize) -> float:
        return round(TEXT_SIZES[size] * self.text_scale * self.unit)

    @property
    def text_least(self) -> float:
        return TEXT_LEAST * self.unit


_worn: dict[str, str] = {}  # colours of this module, and what is painted in their place


def wear(paints: Mapping[str, str]) -> None:
    """From now on paint *paints* in the place of the colours that they are the key of: see `palettes`."""
    _worn.clear()
    _worn.update(paints)
    ink_on.cache_clear()


def rgb(colour: str) -> tuple[float, float, float]:
    """The parts of ``#RRGGBB`` as it is painted now, from 0 to 1.

    >>> rgb("#FF0000")
    (1.0, 0.0, 0.0)
    """
    colour = _worn.get(colour, colour)
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache
def ink_on(colour: str) -> str:
    """The ink that is read best on *colour*."""
    return max((INK, TEXT), key=lambda ink: contrast(ink, colour))
