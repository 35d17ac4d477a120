"""Dice as they lie: drawn from their kind and their top face."""

from typing import Any

from kivy.graphics import (
    Ellipse,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)

from ui.screen import theme
from ui.screen.looks import COLOUR_MARKS
from ui.screen.parts.layout import texture_of
from ui.screen.parts.shapes import Drawing, draw_shape, ink, ink_rim

_THIRDS = {"l": 0.25, "c": 0.5, "r": 0.75}
_PIPS = {
    "1": ("cc",),
    "2": ("lr", "rl"),
    "3": ("lr", "cc", "rl"),
    "4": ("ll", "lr", "rl", "rr"),
    "5": ("ll", "lr", "cc", "rl", "rr"),
    "6": ("ll", "lc", "lr", "rl", "rc", "rr"),
}


def write(text: str, cx: float, cy: float, height: float, colour: str, bold: bool = True) -> None:
    """Write *text* in the middle of a point on the canvas that is open now."""
    texture = texture_of(text, max(round(height), 4), bold)
    ink(colour)
    width, tall = texture.size
    Rectangle(texture=texture, pos=(round(cx - width / 2), round(cy - tall / 2)), size=(width, tall))


def draw_die(kind: str, value: str, x: float, y: float, side: float, barred: bool = False) -> None:
    """Draw a die in a square at (*x*, *y*)."""
    ground = theme.THING_COLOURS.get(value, theme.IVORY) if kind == "colour" else theme.IVORY
    ink("#000000", 0.35)
    RoundedRectangle(pos=(x + side * 0.02, y - side * 0.04), size=(side, side), radius=[side * 0.2])
    ink(ground)
    SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[side * 0.2])
    ink_rim(ground, 0.84)
    SmoothLine(rounded_rectangle=(x, y, side, side, side * 0.2), width=max(1.0, side * 0.02))
    _draw_face(kind, value, x, y, side)
    if barred:
        draw_bar(x, y, side)
        # the number again, over the stroke: what is barred must still be read
        number = COLOUR_MARKS.get(value, (value, ""))[0] if kind == "colour" else value
        draw_shape("circle", theme.IVORY, x + side / 2, y + side / 2, side * 0.25)
        write(number, x + side / 2, y + side / 2, side * 0.36, theme.PIP)


def draw_bar(x: float, y: float, side: float) -> None:
    """A broad stroke through what is forbidden: dark with a light rim, so that it shows on every colour."""
    ends = [x + side * 0.1, y + side * 0.1, x + side * 0.9, y + side * 0.9]
    ink(theme.IVORY)
    SmoothLine(points=ends, width=max(2.4, side * 0.075))
    ink(theme.PIP)
    SmoothLine(points=ends, width=max(1.4, side * 0.045))


def _draw_face(kind: str, value: str, x: float, y: float, side: float) -> None:
    cx, cy = x + side / 2, y + side / 2
    if kind == "pips" and value in _PIPS:
        ink(theme.PIP)
        r = side * 0.095
        for pip in _PIPS[value]:
            centre = (x + _THIRDS[pip[0]] * side, y + _THIRDS[pip[1]] * side)
            SmoothEllipse(pos=(centre[0] - r, centre[1] - r), size=(2 * r, 2 * r), segments=32)
    elif kind == "colour" and value in COLOUR_MARKS:
        number, shape = COLOUR_MARKS[value]
        draw_shape(shape, theme.IVORY, cx, cy, side * 0.34)
        write(number, cx, cy, side * 0.36, theme.PIP)
    elif value in ("smile", "grim"):
        _draw_pig(value, cx, cy, side)
    else:
        shown = value.replace("+-", "±") or "?"
        write(shown, cx, cy, side * (0.52 if len(shown) < 3 else 0.3), theme.PIP)


def _draw_pig(mood: str, cx: float, cy: float, side: float) -> None:
    pink, dark = ("#F2A0B8", "#7A2742") if mood == "smile" else ("#B98A97", "#3D1724")
    r = side * 0.34
    for ear in (-1, 1):
        draw_shape("triangle", pink, cx + ear * r * 0.72, cy + r * 0.78, r * 0.42)
    ink(pink)
    SmoothEllipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r))
    ink(dark)
    for eye in (-1, 1):
        Ellipse(
            pos=(cx + eye * r * 0.42 - r * 0.1, cy + r * 0.3 - r * 0.1), size=(r * 0.2, r * 0.2), segments=16
        )
        Ellipse(pos=(cx + eye * r * 0.16 - r * 0.08, cy - r * 0.1), size=(r * 0.16, r * 0.22), segments=16)
    SmoothLine(ellipse=(cx - r * 0.4, cy - r * 0.26, r * 0.8, r * 0.56, 0, 360), width=max(1.0, r * 0.05))
    if mood == "smile":
        SmoothLine(circle=(cx, cy - r * 0.28, r * 0.48, 110, 250), width=max(1.2, r * 0.08))
        return
    SmoothLine(circle=(cx, cy - r * 0.98, r * 0.44, -62, 62), width=max(1.2, r * 0.08))
    for brow in (-1, 1):
        ends = [cx + brow * r * 0.66, cy + r * 0.68, cx + brow * r * 0.22, cy + r * 0.48]
        SmoothLine(points=ends, width=max(1.2, r * 0.08))


class DieFace(Drawing):
    """One die."""

    def __init__(self, kind: str, value: str, barred: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind, self.value, self.barred = kind, value, barred

    def draw(self) -> None:
        side, (x, y) = min(self.width, self.height), self.middle
        draw_die(self.kind, self.value, x - side / 2, y - side / 2, side, self.barred)
