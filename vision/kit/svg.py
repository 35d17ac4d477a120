"""Drawings in SVG files beside the modules that use them: every group is a picture by its name."""

from importlib import resources
from xml.etree.ElementTree import Element, fromstring

Points = tuple[tuple[float, float], ...]

_SVG = "{http://www.w3.org/2000/svg}"


def groups(package: str | None, file: str) -> dict[str, Element]:
    """The groups of *file*, which lies in *package*, by their ids."""
    root = fromstring((resources.files(package or "") / file).read_text("utf-8"))
    return {group.attrib["id"]: group for group in root.iter(f"{_SVG}g")}


def shape_of(element: Element) -> str:
    """What it is: polyline, polygon, circle or rect."""
    return element.tag.removeprefix(_SVG)


def points_of(element: Element) -> Points:
    """The points of a polyline or a polygon."""
    flat = [float(part) for part in element.get("points", "").replace(",", " ").split()]
    return tuple(zip(flat[::2], flat[1::2], strict=True))
