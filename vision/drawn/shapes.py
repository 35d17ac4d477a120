"""Flat drawings as values in millimetres: the same card is a picture for the eyes and a page to print.

Colours are (blue, green, red) as everywhere in here; y runs downwards.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from vision.kit.marks import STROKES, Way, rounded_box
from vision.pictures import Colour, Picture

Points = tuple[tuple[float, float], ...]


class Box(Struct, frozen=True):
    """A filled rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour
    round: float = 0.0


class Disc(Struct, frozen=True):
    x: float
    y: float
    radius: float
    fill: Colour


class Area(Struct, frozen=True):
    """A filled outline."""

    points: Points
    fill: Colour


class Stroke(Struct, frozen=True):
    """A line with round ends."""

    points: Points
    width: float
    colour: Colour


class Prose(Struct, frozen=True):
    """Words to be read by people: a printed page sets them in type, a picture only hints at them."""

    x: float
    y: float  # of the base line
    text: str
    size: float
    colour: Colour = (40, 40, 40)
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    upside_down: bool = False


Shape = Box | Disc | Area | Stroke | Prose
Drawing = tuple[Shape, ...]


class Pen(NamedTuple):
    """How letters are written, as shares of their height."""

    bold: float = 0.16  # width of a stroke
    shape: float = 0.6  # width of a letter


PEN = Pen()


def marks(text: str, x: float, y: float, height: float, colour: Colour, pen: Pen = PEN) -> Drawing:
    """*text* in strokes around x, its upper edge at y."""
    width = written(text, 0, 0, height, pen.shape)[1]
    ways, _ = written(text, x - width / 2, y, height, pen.shape)
    return tuple(Stroke(way, pen.bold * height, colour) for way in ways)


def fitting(text: str, x: float, y: float, height: float, width: float, colour: Colour) -> Drawing:
    """*text* in bold strokes around x, no wider than *width*."""
    natural = written(text, 0, 0, height)[1]
    return marks(text, x, y, height, colour, Pen(0.18, 0.6 * min(1.0, width / natural)))


def upside_down(drawing: Iterable[Shape], width: float, height: float) -> Drawing:
    """*drawing* turned by half around the middle of a page of that size."""
    return tuple(_turned(shape, width, height) for shape in drawing)


def _turned(shape: Shape, width: float, height: float) -> Shape:
    if isinstance(shape, Area | Stroke):
        return replace(shape, points=tuple((width - x, height - y) for x, y in shape.points))
    if isinstance(shape, Box):
        return replace(shape, x=width - shape.x - shape.width, y=height - shape.y - shape.height)
    if isinstance(shape, Disc):
        return replace(shape, x=width - shape.x, y=height - shape.y)
    return replace(shape, x=width - shape.x, y=height - shape.y, upside_down=not shape.upside_down)


# --- as a picture ---

_FINE = 2  # drawn larger by this, then reduced


def painted(drawing: Iterable[Shape], size: tuple[float, float], per_mm: float, paper: Colour) -> Picture:
    """The drawing as a picture of *size* millimetres."""
    scale = per_mm * _FINE
    canvas = np.empty((round(size[1] * per_mm) * _FINE, round(size[0] * per_mm) * _FINE, 3), np.uint8)
    canvas[:] = paper
    for shape in drawing:
        _paint(canvas, shape, scale)
    return np.asarray(
        cv2.resize(canvas, None, fx=1 / _FINE, fy=1 / _FINE, interpolation=cv2.INTER_AREA), np.uint8
    )


def _paint(canvas: Picture, shape: Shape, scale: float) -> None:
    match shape:
        case Box():
            start = round(shape.x * scale), round(shape.y * scale)
            end = round((shape.x + shape.width) * scale) - 1, round((shape.y + shape.height) * scale) - 1
            rounded_box(canvas, start, end, round(shape.round * scale), shape.fill)
        case Disc():
            cv2.circle(
                canvas, _fixed((shape.x, shape.y), scale), round(shape.radius * scale * 16), shape.fill, -1,
                cv2.LINE_AA, 4,
            )  # fmt: skip
        case Area():
            cv2.fillPoly(canvas, [_way(shape.points, scale)], shape.fill, cv2.LINE_AA, 4)
        case Stroke():
            thick = max(1, round(shape.width * scale))
            cv2.polylines(canvas, [_way(shape.points, scale)], False, shape.colour, thick, cv2.LINE_AA, 4)
        case Prose():
            _write(canvas, shape, scale)


def _fixed(point: tuple[float, float], scale: float) -> tuple[int, int]:
    """In sixteenths of a pixel, as OpenCV takes them."""
    return round((point[0] * scale - 0.5) * 16), round((point[1] * scale - 0.5) * 16)


def _way(points: Sequence[tuple[float, float]], scale: float) -> np.ndarray:
    return np.array([_fixed(point, scale) for point in points], np.int32)


def _write(canvas: Picture, prose: Prose, scale: float) -> None:
    """OpenCV's own letters, as large as the type will be; they know no umlauts."""
    text = unicodedata.normalize("NFKD", prose.text.replace("ß", "ss")).encode("ascii", "ignore").decode()
    size = prose.size * scale / 30
    thick = max(1, round((0.14 if prose.bold else 0.09) * prose.size * scale))
    (width, _height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    back = {"start": 0.0, "middle": width / 2, "end": float(width)}[prose.anchor]
    if not prose.upside_down:
        at = round(prose.x * scale - back), round(prose.y * scale)
        cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, prose.colour, thick, cv2.LINE_AA)
        return
    view = np.ascontiguousarray(canvas[::-1, ::-1])
    at = round(canvas.shape[1] - prose.x * scale - back), round(canvas.shape[0] - prose.y * scale)
    cv2.putText(view, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, prose.colour, thick, cv2.LINE_AA)
    canvas[:] = view[::-1, ::-1]


# --- letters and signs as strokes: a picture and a printed page show exactly the same marks ---

_WIDTHS = {"I": 0.2, "1": 0.7, "!": 0.2, ".": 0.2, ":": 0.2, "J": 0.75, "M": 1.25, "W": 1.35, " ": 0.6}


def written(
    text: str, x: float, y: float, height: float, shape: float = 0.6
) -> tuple[tuple[Way, ...], float]:
    """The strokes of *text* with its upper left at (x, y), and how wide it is; *shape* is width to height.

    >>> written("I", 0, 0, 10)[1]
    1.2
    """
    ways: list[Way] = []
    at, gap = x, 0.42 * shape * height
    for sign in text:
        wide = _WIDTHS.get(sign, 1.0) * shape * height
        for way in STROKES[sign]:
            ways.append(tuple((at + wide * u, y + height * v) for u, v in way))
        at += wide + gap
    return tuple(ways), round(max(0.0, at - gap - x), 6)
