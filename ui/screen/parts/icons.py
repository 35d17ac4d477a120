"""Small pictures for buttons and cards, drawn with lines: the bundled font has no such signs.

Each is a group of an SVG file beside this module, in a square of side 1.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple
from xml.etree import ElementTree

from kivy.graphics import Ellipse, Line, SmoothLine

from ui.screen.parts.shapes import fill, ink

ICONS, SIGNS = "icons.svg", "signs.svg"  # what a button does; what a card does

_SVG = "{http://www.w3.org/2000/svg}"


class Mark(NamedTuple):
    shape: str  # polyline, polygon or circle
    solid: bool
    at: tuple[float, ...]  # x and y of each point, y upwards; of a circle its middle and its radius


@cache
def pictures(file: str) -> Mapping[str, tuple[Mark, ...]]:
    """Every picture of *file* by its name."""
    root = ElementTree.fromstring((resources.files(__package__) / file).read_text("utf-8"))
    return {group.attrib["id"]: tuple(map(_mark, group)) for group in root.iter(f"{_SVG}g")}


def _mark(element: ElementTree.Element) -> Mark:
    shape, solid, told = element.tag.removeprefix(_SVG), element.get("class") == "solid", element.attrib
    if shape == "circle":
        return Mark(shape, solid, (float(told["cx"]), 1 - float(told["cy"]), float(told["r"])))
    numbers = map(float, told["points"].replace(",", " ").split())
    return Mark(shape, solid, tuple(1 - part if n % 2 else part for n, part in enumerate(numbers)))


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
