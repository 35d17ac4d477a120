"""The mat: in one piece for the copy shop, or in tiles for the printer at home."""

import math
from collections.abc import Sequence
from pathlib import Path

from ui.prints.order import Order
from ui.prints.page import FOOT, INK, MARGIN, PAPERS, Pages, both, headline, ruler, said
from vision.drawn.prints.mat import mat_drawing
from vision.drawn.shapes import Drawing, Prose, Stroke
from vision.mat import Mat, pyramid_mat, table_mat

LIP = 8.0  # how far tiles overlap where they are glued


def write(order: Order, file: Path) -> int:
    """Writes a mat and says on how many pages."""
    languages, cm = order.languages, order.camera_cm
    mat = pyramid_mat(cm) if order.of == "pyramid" else table_mat(order.seats, cm)
    drawing = mat_drawing(mat, _names(mat, languages))
    title = both("mat.title", languages, n=cm)
    with Pages(file, title) as pages:
        if order.paper == "mat":
            return _whole(pages, mat, drawing, title, languages)
        return _tiled(pages, mat, drawing, order.paper, languages)


def _names(mat: Mat, languages: Sequence[str]) -> dict[str, str]:
    return {
        zone.name: both(f"mat.{zone.kind}", languages, name=zone.name.partition(":")[2]) for zone in mat.zones
    }


def _whole(pages: Pages, mat: Mat, drawing: Drawing, title: str, languages: Sequence[str]) -> int:
    """One page as large as the mat; the ruler lies below it and is cut off."""
    pages.begin(mat.width + 2 * MARGIN, mat.height + 2 * MARGIN + FOOT + 4)
    headline(pages, title, MARGIN - 3)
    pages.draw(drawing, MARGIN, MARGIN)
    _cuts(pages, mat.width, mat.height)
    ruler(pages, mat.width + 2 * MARGIN, mat.height + 2 * MARGIN + FOOT + 4, languages)
    return 1


def tiles(mat: Mat, paper: str) -> tuple[float, float, int, int]:
    """Width and height of what a page shows, laid across, and how many rows and columns of pages it takes."""
    short, long = PAPERS[paper]
    width, height = long - 2 * MARGIN, short - 2 * MARGIN - FOOT
    columns = max(1, math.ceil((mat.width - LIP) / (width - LIP)))
    rows = max(1, math.ceil((mat.height - LIP) / (height - LIP)))
    return width, height, rows, columns


def _tiled(pages: Pages, mat: Mat, drawing: Drawing, paper: str, languages: Sequence[str]) -> int:
    short, long = PAPERS[paper]
    width, height, rows, columns = tiles(mat, paper)
    for row in range(rows):
        for column in range(columns):
            left, top = column * (width - LIP), row * (height - LIP)
            wide, high = min(width, mat.width - left), min(height, mat.height - top)
            pages.begin(long, short)
            pages.clip(MARGIN, MARGIN, wide, high)
            pages.draw(drawing, MARGIN - left, MARGIN - top)
            pages.unclip()
            _cuts(pages, wide, high)
            pages.draw(_crosses(wide, high, column < columns - 1, row < rows - 1))
            place = {"row": row + 1, "column": column + 1, "rows": rows, "columns": columns}
            pages.draw([Prose(MARGIN, MARGIN - 3, said("tile", languages[0], **place), 2.6, INK)])
            ruler(pages, long, short, languages)
    return rows * columns


def _cuts(pages: Pages, wide: float, high: float) -> None:
    right, bottom = MARGIN + wide, MARGIN + high
    pages.dashes(((MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom), (MARGIN, MARGIN)))


def _crosses(wide: float, high: float, more_right: bool, more_below: bool) -> list[Stroke]:
    """Where the corner of the next page has to come to lie."""
    spots: list[tuple[float, float]] = []
    if more_right:
        spots += [(MARGIN + wide - LIP, MARGIN + y) for y in (12.0, high - 12.0)]
    if more_below:
        spots += [(MARGIN + x, MARGIN + high - LIP) for x in (12.0, wide - 12.0)]
    return [
        Stroke(((x - 2 * u, y - 2 * v), (x + 2 * u, y + 2 * v)), 0.2, INK)
        for x, y in spots
        for u, v in ((1, 0), (0, 1))
    ]
