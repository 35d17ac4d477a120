"""Signs that stand beside every colour, so that it is never alone: shapes, suits and little pictures.

Each is a group of an SVG file beside this module, around the middle and with the radius 1. What is of the
class `paper` there is not printed.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from xml.etree import ElementTree

from vision.drawn.shapes import Area, Box, Disc, Drawing, Shape, Stroke
from vision.pictures import Colour

PAPER: Colour = (244, 248, 248)
_SVG = "{http://www.w3.org/2000/svg}"


def sign(name: str, x: float, y: float, radius: float, colour: Colour) -> Drawing:
    """The sign called *name* around (x, y)."""
    return tuple(_shape(element, x, y, radius, colour) for element in _signs()[name])


@cache
def _signs() -> Mapping[str, ElementTree.Element]:
    root = ElementTree.fromstring((resources.files(__package__) / "signs.svg").read_text("utf-8"))
    return {group.attrib["id"]: group for group in root.iter(f"{_SVG}g")}


def _shape(element: ElementTree.Element, x: float, y: float, radius: float, colour: Colour) -> Shape:
    told = element.attrib
    ink = PAPER if told.get("class") == "paper" else colour
    sizes = {name: radius * float(told[name]) for name in _SIZES & told.keys()}
    flat = [float(part) for part in told.get("points", "").replace(",", " ").split()]
    points = tuple((x + radius * u, y + radius * v) for u, v in zip(flat[::2], flat[1::2], strict=True))
    match element.tag.removeprefix(_SVG):
        case "circle":
            return Disc(x + sizes["cx"], y + sizes["cy"], sizes["r"], ink)
        case "rect":
            return Box(x + sizes["x"], y + sizes["y"], sizes["width"], sizes["height"], ink, sizes["rx"])
        case "polyline":
            return Stroke(points, sizes["stroke-width"], ink)
    return Area(points, ink)


_SIZES = {"cx", "cy", "r", "x", "y", "width", "height", "rx", "stroke-width"}
