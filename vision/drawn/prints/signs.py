"""Signs that stand beside every colour, so that it is never alone: shapes, suits and little pictures.

Each is a group of an SVG file beside this module, around the middle and with the radius 1. What is of the
class `paper` there is not printed.
"""

from collections.abc import Mapping
from functools import cache
from xml.etree.ElementTree import Element

from vision.drawn.shapes import Area, Box, Disc, Drawing, Shape, Stroke
from vision.kit.svg import groups, points_of, shape_of
from vision.pictures import Colour

PAPER: Colour = (244, 248, 248)


def sign(name: str, x: float, y: float, radius: float, colour: Colour) -> Drawing:
    """The sign called *name* around (x, y)."""
    return tuple(_shape(element, x, y, radius, colour) for element in _signs()[name])


@cache
def _signs() -> Mapping[str, Element]:
    return groups(__package__, "signs.svg")


def _shape(element: Element, x: float, y: float, radius: float, colour: Colour) -> Shape:
    drawn = element.attrib
    ink = PAPER if drawn.get("class") == "paper" else colour
    sizes = {name: radius * float(drawn[name]) for name in _SIZES & drawn.keys()}
    points = tuple((x + radius * u, y + radius * v) for u, v in points_of(element))
    match shape_of(element):
        case "circle":
            return Disc(x + sizes["cx"], y + sizes["cy"], sizes["r"], ink)
        case "rect":
            return Box(x + sizes["x"], y + sizes["y"], sizes["width"], sizes["height"], ink, sizes["rx"])
        case "polyline":
            return Stroke(points, sizes["stroke-width"], ink)
    return Area(points, ink)


_SIZES = {"cx", "cy", "r", "x", "y", "width", "height", "rx", "stroke-width"}
