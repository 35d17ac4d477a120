"""The mat as a drawing: places, their names, and the markers by which the eyes find it."""

from collections.abc import Iterator, Mapping

import cv2

from vision.drawn.shapes import Box, Drawing, Prose, Shape, Stroke
from vision.mat import MARKER, MARKER_MARGIN, SIDES, TRAY, Marker, Mat, Zone
from vision.pictures import Colour

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
LINE: Colour = (150, 150, 150)
WORDS: Colour = (120, 120, 120)
_DOTS = 6  # squares along the edge of a marker, with its black border
_OVERLAP = 0.1


def mat_drawing(mat: Mat, names: Mapping[str, str]) -> Drawing:
    """The printed mat; *names* are the words for a place by its name or its kind."""
    return (
        *(shape for zone in mat.zones for shape in _place(zone, names)),
        *(shape for marker in mat.markers for shape in marker_drawing(marker)),
    )


def marker_drawing(marker: Marker) -> tuple[Box, ...]:
    """White ground, black square, and a white boxes for its dots."""
    quiet = MARKER_MARGIN
    ground = Box(marker.x - quiet, marker.y - quiet, MARKER + 2 * quiet, MARKER + 2 * quiet, WHITE)
    return ground, Box(marker.x, marker.y, MARKER, MARKER, BLACK), *_white_dots(marker)


def _white_dots(marker: Marker) -> Iterator[Box]:
    """A box for each white dot; neighbours overlap, or a printer leaves a dark hairline between them."""
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    dots = cv2.aruco.generateImageMarker(known, marker.number, _DOTS)
    side = MARKER / _DOTS
    for row in range(1, _DOTS - 1):
        for column in range(1, _DOTS - 1):
            if dots[row, column]:
                wide = side + (_OVERLAP if dots[row, column + 1] else 0.0)
                high = side + (_OVERLAP if dots[row + 1, column] else 0.0)
                yield Box(marker.x + column * side, marker.y + row * side, wide, high, WHITE)


def _place(zone: Zone, names: Mapping[str, str]) -> Iterator[Shape]:
    yield outline(zone.x, zone.y, zone.width, zone.height)
    said = names.get(zone.name, names.get(zone.kind, ""))
    if said:
        size = 4.0 if zone.kind == TRAY else 3.0
        yield Prose(zone.x + 3, zone.y + zone.height - 3, said, size, WORDS)
    if zone.kind == "pyramid":
        for letter, (x, y) in zip(SIDES, ((0.5, 0.97), (0.06, 0.2), (0.94, 0.2)), strict=True):
            yield Prose(zone.x + x * zone.width, zone.y + y * zone.height, letter, 7.0, WORDS, "middle", True)


def outline(x: float, y: float, width: float, height: float, line: float = 0.6) -> Stroke:
    right, bottom = x + width, y + height
    return Stroke(((x, y), (right, y), (right, bottom), (x, bottom), (x, y)), line, LINE)
