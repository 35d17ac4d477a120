"""Small pictures for buttons, drawn with lines: the bundled font has no such signs."""

from collections.abc import Callable

from kivy.graphics import Ellipse, Line, SmoothLine

from ui.screen.parts.shapes import fill, ink, outline, ring

Point = tuple[float, float]


class Pen:
    """Draws in a square of side 1 that is laid at (*x*, *y*) with the side *side*."""

    def __init__(self, x: float, y: float, side: float) -> None:
        self._x, self._y, self._side = x, y, side
        self._width = max(1.2, side * 0.045)

    def _at(self, points: tuple[Point, ...]) -> list[float]:
        return [part for x, y in points for part in (self._x + x * self._side, self._y + y * self._side)]

    def line(self, *points: Point, close: bool = False) -> None:
        SmoothLine(points=self._at(points), width=self._width, close=close)

    def area(self, *points: Point) -> None:
        corners = self._at(points)
        centre = (sum(corners[::2]) / len(points), sum(corners[1::2]) / len(points))
        fill(corners, centre)

    def circle(self, x: float, y: float, r: float, filled: bool = False) -> None:
        side = self._side
        if filled:
            Ellipse(
                pos=(self._x + (x - r) * side, self._y + (y - r) * side), size=(2 * r * side, 2 * r * side)
            )
        Line(circle=(self._x + x * side, self._y + y * side, r * side), width=self._width)

    def arc(self, x: float, y: float, r: float, start: float, end: float) -> None:
        """From *start* to *end* degrees, clockwise from the top."""
        side = self._side
        SmoothLine(circle=(self._x + x * side, self._y + y * side, r * side, start, end), width=self._width)

    def polygon(self, x: float, y: float, r: float, corners: int, turn: float = 90) -> None:
        flat = ring(x, y, r, corners, turn)
        self.line(*zip(flat[::2], flat[1::2], strict=True), close=True)


def _play(pen: Pen) -> None:
    pen.area((0.28, 0.16), (0.28, 0.84), (0.84, 0.5))


def _resume(pen: Pen) -> None:
    pen.line((0.2, 0.18), (0.2, 0.82))
    pen.area((0.36, 0.16), (0.36, 0.84), (0.88, 0.5))


def _scores(pen: Pen) -> None:
    for x, top in ((0.16, 0.45), (0.42, 0.85), (0.68, 0.62)):
        pen.area((x, 0.14), (x + 0.17, 0.14), (x + 0.17, top), (x, top))


def _settings(pen: Pen) -> None:
    for y, x in ((0.78, 0.64), (0.5, 0.32), (0.22, 0.58)):
        pen.line((0.1, y), (0.9, y))
        pen.circle(x, y, 0.1, filled=True)


def _power(pen: Pen) -> None:
    pen.arc(0.5, 0.46, 0.36, 32, 328)
    pen.line((0.5, 0.5), (0.5, 0.92))


def _back(pen: Pen) -> None:
    pen.line((0.62, 0.84), (0.28, 0.5), (0.62, 0.16))


def _next(pen: Pen) -> None:
    pen.line((0.38, 0.84), (0.72, 0.5), (0.38, 0.16))


def _undo(pen: Pen) -> None:
    pen.line((0.12, 0.66), (0.64, 0.66))
    pen.arc(0.64, 0.43, 0.23, 0, 180)
    pen.line((0.64, 0.2), (0.3, 0.2))
    pen.line((0.3, 0.86), (0.1, 0.66), (0.3, 0.46))


def _menu(pen: Pen) -> None:
    for y in (0.76, 0.5, 0.24):
        pen.line((0.14, y), (0.86, y))


def _check(pen: Pen) -> None:
    pen.line((0.14, 0.5), (0.4, 0.22), (0.88, 0.8))


def _close(pen: Pen) -> None:
    pen.line((0.2, 0.2), (0.8, 0.8))
    pen.line((0.2, 0.8), (0.8, 0.2))


def _add(pen: Pen) -> None:
    pen.line((0.5, 0.16), (0.5, 0.84))
    pen.line((0.16, 0.5), (0.84, 0.5))


def _less(pen: Pen) -> None:
    pen.line((0.16, 0.5), (0.84, 0.5))


def _hand(pen: Pen) -> None:
    pen.line((0.3, 0.42), (0.3, 0.68), (0.4, 0.68), (0.4, 0.9), (0.51, 0.9), (0.51, 0.64), (0.86, 0.56))
    pen.line((0.86, 0.56), (0.84, 0.3), (0.7, 0.1), (0.36, 0.1), (0.12, 0.36), (0.2, 0.46), (0.4, 0.34))


def _eye(pen: Pen) -> None:
    pen.line((0.06, 0.5), (0.28, 0.72), (0.5, 0.79), (0.72, 0.72), (0.94, 0.5))
    pen.line((0.94, 0.5), (0.72, 0.28), (0.5, 0.21), (0.28, 0.28), (0.06, 0.5))
    pen.circle(0.5, 0.5, 0.13, filled=True)


def _blind(pen: Pen) -> None:
    _eye(pen)
    pen.line((0.14, 0.1), (0.86, 0.9))


def _question(pen: Pen) -> None:
    pen.circle(0.5, 0.5, 0.42)
    pen.arc(0.5, 0.6, 0.15, -90, 120)
    pen.line((0.63, 0.53), (0.5, 0.44), (0.5, 0.38))
    pen.circle(0.5, 0.25, 0.02, filled=True)


def _note(pen: Pen) -> None:
    pen.circle(0.5, 0.5, 0.42)
    pen.line((0.5, 0.24), (0.5, 0.52))
    pen.circle(0.5, 0.7, 0.03, filled=True)


def _dice(pen: Pen) -> None:
    pen.line((0.16, 0.16), (0.84, 0.16), (0.84, 0.84), (0.16, 0.84), close=True)
    for x, y in ((0.34, 0.34), (0.66, 0.66), (0.5, 0.5)):
        pen.circle(x, y, 0.05, filled=True)


def _cards(pen: Pen) -> None:
    pen.line((0.12, 0.22), (0.52, 0.12), (0.66, 0.72), (0.26, 0.82), close=True)
    pen.line((0.62, 0.2), (0.88, 0.24), (0.78, 0.86), (0.5, 0.82))


def _number(pen: Pen) -> None:
    for at in (0.36, 0.64):
        pen.line((at, 0.14), (at, 0.86))
        pen.line((0.14, at), (0.86, at))


def _people(pen: Pen) -> None:
    pen.circle(0.36, 0.66, 0.15)
    pen.arc(0.36, 0.12, 0.28, -80, 80)
    pen.circle(0.72, 0.6, 0.12)
    pen.arc(0.72, 0.14, 0.22, -20, 80)


def _log(pen: Pen) -> None:
    for y in (0.76, 0.5, 0.24):
        pen.circle(0.18, y, 0.05, filled=True)
        pen.line((0.34, y), (0.88, y))


def _globe(pen: Pen) -> None:
    pen.circle(0.5, 0.5, 0.4)
    pen.line((0.1, 0.5), (0.9, 0.5))
    pen.line((0.5, 0.1), (0.3, 0.3), (0.3, 0.7), (0.5, 0.9), (0.7, 0.7), (0.7, 0.3), close=True)


def _agree(pen: Pen) -> None:
    _people(pen)
    pen.line((0.56, 0.14), (0.68, 0.04), (0.92, 0.32))


def _pause(pen: Pen) -> None:
    pen.area((0.24, 0.16), (0.4, 0.16), (0.4, 0.84), (0.24, 0.84))
    pen.area((0.6, 0.16), (0.76, 0.16), (0.76, 0.84), (0.6, 0.84))


def _pencil(pen: Pen) -> None:
    pen.line((0.14, 0.14), (0.2, 0.36), (0.7, 0.86), (0.86, 0.7), (0.36, 0.2), close=True)


def _sheet(pen: Pen) -> None:
    pen.line((0.14, 0.12), (0.86, 0.12), (0.86, 0.88), (0.14, 0.88), close=True)
    pen.line((0.14, 0.64), (0.86, 0.64))
    pen.line((0.44, 0.12), (0.44, 0.88))


def _erase(pen: Pen) -> None:
    pen.line((0.06, 0.5), (0.3, 0.8), (0.92, 0.8), (0.92, 0.2), (0.3, 0.2), close=True)
    pen.line((0.46, 0.36), (0.74, 0.64))
    pen.line((0.46, 0.64), (0.74, 0.36))


def _shift(pen: Pen) -> None:
    pen.line(
        (0.5, 0.88),
        (0.12, 0.5),
        (0.34, 0.5),
        (0.34, 0.14),
        (0.66, 0.14),
        (0.66, 0.5),
        (0.88, 0.5),
        close=True,
    )


def _trophy(pen: Pen) -> None:
    pen.line((0.28, 0.88), (0.72, 0.88), (0.68, 0.5), (0.5, 0.38), (0.32, 0.5), close=True)
    pen.line((0.28, 0.78), (0.12, 0.78), (0.16, 0.58), (0.32, 0.54))
    pen.line((0.72, 0.78), (0.88, 0.78), (0.84, 0.58), (0.68, 0.54))
    pen.line((0.5, 0.38), (0.5, 0.2))
    pen.line((0.3, 0.14), (0.7, 0.14))


def _turn(pen: Pen) -> None:
    pen.area((0.2, 0.1), (0.2, 0.9), (0.9, 0.5))


def _around(pen: Pen) -> None:
    pen.arc(0.5, 0.5, 0.36, 40, 320)
    pen.line((0.52, 0.9), (0.28, 0.78), (0.4, 0.54))


def _clockwise(pen: Pen) -> None:
    pen.arc(0.5, 0.5, 0.36, -140, 140)
    pen.line((0.94, 0.3), (0.74, 0.22), (0.66, 0.44))


def _counter(pen: Pen) -> None:
    pen.arc(0.5, 0.5, 0.36, -140, 140)
    pen.line((0.06, 0.3), (0.26, 0.22), (0.34, 0.44))


def _large(pen: Pen) -> None:
    for x, y, left, low in (
        (0.14, 0.14, 1, 1),
        (0.86, 0.86, -1, -1),
        (0.14, 0.86, 1, -1),
        (0.86, 0.14, -1, 1),
    ):
        pen.line((x + 0.24 * left, y), (x, y), (x, y + 0.24 * low))


def _clock(pen: Pen) -> None:
    pen.circle(0.5, 0.5, 0.42)
    pen.line((0.5, 0.76), (0.5, 0.5), (0.68, 0.4))


def _sum(pen: Pen) -> None:
    pen.line((0.78, 0.72), (0.78, 0.86), (0.2, 0.86), (0.54, 0.5), (0.2, 0.14), (0.78, 0.14), (0.78, 0.28))


def _star(pen: Pen) -> None:
    flat = outline("star", 0.5, 0.48, 0.42)
    pen.line(*zip(flat[::2], flat[1::2], strict=True), close=True)


ICONS: dict[str, Callable[[Pen], None]] = {
    name.removeprefix("_"): drawing
    for name, drawing in list(globals().items())
    if name.startswith("_") and callable(drawing) and not name.startswith("__")
}


def draw_icon(name: str, colour: str, x: float, y: float, side: float) -> None:
    """Draw the picture *name* on the canvas that is open now."""
    draw_with(ICONS[name], colour, x, y, side)


def draw_with(drawing: Callable[[Pen], None], colour: str, x: float, y: float, side: float) -> None:
    """Draw any *drawing* in a square."""
    ink(colour)
    drawing(Pen(x, y, side))
