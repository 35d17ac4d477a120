"""A PDF page in millimetres from its upper left corner, on which the kit's drawings are set as vectors."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Self

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.asks import Say
from companion.words import words_of
from vision.drawn.shapes import Area, Box, Disc, Prose, Shape, Stroke
from vision.pictures import Colour

PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
MARGIN = 10.0  # what home printers leave white
FOOT = 14.0  # for the ruler
INK: Colour = (60, 60, 60)


class Pages:
    """A PDF being written; leaving it writes the file."""

    def __init__(self, file: Path, title: str) -> None:
        _letters()
        self._canvas = Canvas(str(file), invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Table Companion")
        self._high = 0.0

    def begin(self, width: float, height: float) -> None:
        """A fresh page of that size in millimetres."""
        if self._high:
            self._canvas.showPage()
        self._high = height
        self._canvas.setPageSize((width * mm, height * mm))

    def draw(self, drawing: Iterable[Shape], x: float = 0.0, y: float = 0.0) -> None:
        """*drawing* with its upper left corner at (x, y)."""
        self._canvas.saveState()
        self._canvas.translate(x * mm, -y * mm)
        for shape in drawing:
            self._set(shape)
        self._canvas.restoreState()

    def clip(self, x: float, y: float, width: float, height: float) -> None:
        """Show only what lies in this box, until `unclip`."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(x * mm, (self._high - y - height) * mm, width * mm, height * mm)
        self._canvas.clipPath(path, stroke=0, fill=0)

    def unclip(self) -> None:
        self._canvas.restoreState()

    def dashes(self, points: Iterable[tuple[float, float]], width: float = 0.2) -> None:
        """A thin dashed line, along which is cut."""
        self._canvas.saveState()
        self._canvas.setDash(2, 2)
        self._set(Stroke(tuple(points), width, INK))
        self._canvas.restoreState()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._canvas.save()

    # --- one shape each ---

    def _set(self, shape: Shape) -> None:
        match shape:
            case Box():
                self._fill(shape.fill)
                corner = min(shape.round, shape.width / 2, shape.height / 2)
                low = self._high - shape.y - shape.height
                size = (shape.x, low, shape.width, shape.height, corner)
                self._canvas.roundRect(*(length * mm for length in size), stroke=0, fill=1)
            case Disc():
                self._fill(shape.fill)
                self._canvas.circle(*self._at((shape.x, shape.y)), shape.radius * mm, stroke=0, fill=1)
            case Area():
                self._fill(shape.fill)
                self._canvas.drawPath(self._way(shape.points), stroke=0, fill=1)
            case Stroke():
                self._canvas.setStrokeColorRGB(*_rgb(shape.colour))
                self._canvas.setLineWidth(shape.width * mm)
                self._canvas.setLineCap(1)
                self._canvas.setLineJoin(1)
                self._canvas.drawPath(self._way(shape.points), stroke=1, fill=0)
            case Prose():
                self._write(shape)

    def _fill(self, colour: Colour) -> None:
        self._canvas.setFillColorRGB(*_rgb(colour))

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] * mm, (self._high - point[1]) * mm

    def _way(self, points: Iterable[tuple[float, float]]) -> object:
        path = self._canvas.beginPath()
        first, *others = points
        path.moveTo(*self._at(first))
        for point in others:
            path.lineTo(*self._at(point))
        return path

    def _write(self, prose: Prose) -> None:
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(*self._at((prose.x, prose.y)))
        if prose.upside_down:
            canvas.rotate(180)
        self._fill(prose.colour)
        canvas.setFont("VeraBd" if prose.bold else "Vera", prose.size * mm)
        put = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
        put[prose.anchor](0, 0, prose.text)
        canvas.restoreState()


@contextmanager
def one_page(
    file: Path, languages: Sequence[str], key: str, y: float = MARGIN, **args: Any
) -> Iterator[Pages]:
    """A single page of A4 with its title and its ruler."""
    (width, height), title = PAPERS["a4"], both(key, languages, **args)
    with Pages(file, title) as pages:
        pages.begin(width, height)
        headline(pages, title, y, 190.0 if y == MARGIN else 110.0)
        yield pages
        ruler(pages, width, height, languages)


def ruler(pages: Pages, width: float, height: float, languages: Iterable[str]) -> None:
    """100 mm to check the print with, at the lower edge of the page."""
    y, left = height - MARGIN - 3.0, MARGIN
    ticks = [
        Stroke(((left + n, y), (left + n, y - (3.0 if n % 10 == 0 else 1.5))), 0.2, INK)
        for n in range(0, 101, 5)
    ]
    pages.draw([Stroke(((left, y), (left + 100, y)), 0.3, INK), *ticks])
    lines = [said("ruler", language) for language in languages]
    pages.draw(
        Prose(left + 104, y - 3.4 + 2.6 * n, line, min(2.0, 1.72 * (width - left - 114) / len(line)), INK)
        for n, line in enumerate(lines)
    )


def headline(pages: Pages, text: str, y: float = MARGIN, width: float = 190.0) -> None:
    """The title of a page, as large as *width* allows."""
    pages.draw([Prose(MARGIN, y, text, min(3.0, width / (0.66 * len(text))), INK, bold=True)])


def said(key: str, language: str, **args: object) -> str:
    """A sentence of the printed pages."""
    return words_of("ui.prints").say(Say(key, dict(args)), language)


def both(key: str, languages: Iterable[str], **args: object) -> str:
    """The same in each of *languages*, side by side."""
    return " · ".join(dict.fromkeys(said(key, language, **args) for language in languages))


def _rgb(colour: Colour) -> tuple[float, float, float]:
    blue, green, red = colour
    return red / 255, green / 255, blue / 255


@cache
def _letters() -> None:
    for name in ("Vera", "VeraBd"):  # Bitstream Vera comes with the PDF library
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
