"""Small pictures for buttons and cards, drawn with lines: the bundled font has no such signs.

Each is a group of an SVG file beside this module, in a square of side 1.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from kivy.graphics import Ellipse, Line, SmoothLine

from ui.screen.parts.shapes import fill, ink
from vision.kit.svg import groups, points_of, shape_of

ICONS, SIGNS = "icons.svg", "signs.svg"  # what a button does; what a card does


class Mark(NamedTuple):
    shape: str  # polyline, polygon or circle
    solid: bool
    at: tuple[float, ...]  # x and y of each point, y upwards; of a circle its middle and its radius


@cache
def pictures(file: str) -> Mapping[str, tuple[Mark, ...]]:
    """Every picture of *file* by its name."""
    return {name: tuple(map(_mark, group)) for name, group in groups(__package__, file).items()}


def _mark(element: Element) -> Mark:
    shape, solid, given = shape_of(element), element.get("class") == "solid", element.attrib
    if shape == "circle":
        return Mark(shape, solid, (float(given["cx"]), 1 - float(given["cy"]), float(given["r"])))
    return Mark(shape, solid, tuple(part for x, y in points_of(element) for part in (x, 1 - y)))


def draw_icon(name: str, colour: str, x: float, y: float, side: float, file: str = ICONS) -> None:
    """Draw the picture *name* on the canvas that is open now, with its lower left corner at (*x*, *y*)."""
    ink(colour)
    width = max(1.2, side * 0.045)
    for shape, solid, at in pictures(file)[name]:
        if shape == "circle":
            cx, cy, r = x + at[0] * side, y + at[1] * side, at[2] * side
            if solid:
                Ellipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r))
            Line(circle=(cx, cy, r), width=width)
            continue
        points = [(y if n % 2 else x) + part * side for n, part in enumerate(at)]
        if solid:
            corners = len(points) // 2
            fill(points, (sum(points[::2]) / corners, sum(points[1::2]) / corners))
        else:
            SmoothLine(points=points, width=width, close=shape == "polygon")
