"""Shapes that stand for people and for card colours: nothing hangs on a font or on colour alone."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import cycle
from math import hypot
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Line, Mesh, SmoothLine
from kivy.uix.widget import Widget

from ui.screen.theme import ACCENT, INK, rgb
from vision.kit.svg import groups, points_of, shape_of

Points = list[float]


def ink(colour: str, alpha: float = 1.0) -> Color:
    """Draw the following shapes on the canvas in *colour*."""
    return Color(*rgb(colour), alpha)


def ink_rim(colour: str, light: float) -> Color:
    """A darker *colour*, never seen through: smooth lines that are show even where they are scrolled away."""
    return Color(*(part * light for part in rgb(colour)))


def draw_arrow(start: tuple[float, float], end: tuple[float, float], wide: float) -> None:
    """From *start* to *end*, bright with a dark rim, so that it shows on everything."""
    long = max(1.0, hypot(end[0] - start[0], end[1] - start[1]))
    x, y = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    head = min(long * 0.5, wide * 3.5)
    neck = (end[0] - x * head, end[1] - y * head)
    dx, dy = y * head * 0.6, x * head * 0.6
    sides = [neck[0] - dx, neck[1] + dy, *end, neck[0] + dx, neck[1] - dy]
    for grown, colour in ((1.7, INK), (1.0, ACCENT)):
        ink(colour)
        SmoothLine(points=[*start, *neck], width=wide * 0.5 * grown)
        SmoothLine(points=sides, width=wide * 0.5 * grown)


@cache
def _outlines() -> Mapping[str, Points]:
    """Every shape of the file beside this module, round (0, 0) with the radius 1, y upwards."""
    drawn = groups(__package__, "shapes.svg").items()
    return {name: [part for x, y in points_of(group[0]) for part in (x, -y)] for name, group in drawn}


def outline(shape: str, cx: float, cy: float, r: float) -> Points:
    """The corners of *shape* that fills a circle of radius *r* round the point as well as it can."""
    corners = _outlines().get(shape) or _outlines()["circle"]
    return [at + r * part for at, part in zip(cycle((cx, cy)), corners, strict=False)]


def fill(points: Points, centre: tuple[float, float]) -> None:
    """Fill the outline with a soft edge; every corner must be visible from *centre*."""
    vertices = [*centre, 0.0, 0.0]
    corners = [*points, *points[:2]]
    for i in range(0, len(corners), 2):
        vertices += [corners[i], corners[i + 1], 0.0, 0.0]
    Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_fan")
    SmoothLine(points=points, width=1.0, close=True)


def draw_shape(shape: str, colour: str, cx: float, cy: float, r: float, rim: str | None = None) -> None:
    """Draw *shape* on the canvas that is open now."""
    ink(colour)
    if shape == "circle":
        Ellipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r), segments=64)
        SmoothLine(circle=(cx, cy, r - 0.5), width=1.0)
    elif shape == "ring":
        Line(circle=(cx, cy, r * 0.76), width=r * 0.24)
        for edge in (0.52, 1.0):
            SmoothLine(circle=(cx, cy, r * edge), width=1.0)
    else:
        fill(outline(shape, cx, cy, r), (cx, cy))
    if rim:
        ink(rim)
        Line(points=outline(shape, cx, cy, r + 1), width=1.4, close=True)


# --- small pictures for buttons and cards, drawn with lines ---

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


# --- something that is drawn from its value: once a picture, when its place is settled ---

Redraw = Callable[..., Any]  # takes whatever Kivy tells of what has changed


_moves = 0  # of all that is drawn, in all rounds of the layout


def once_settled(widget: Widget, draw: Callable[[], None]) -> Redraw:
    """What lets *draw* be called before the next picture, however often *widget* is moved till then.

    A layout finds its places in several rounds; what is drawn before the last of them is drawn for nothing.
    """
    known = -1

    def moved(*_: Any) -> None:
        global _moves  # noqa: PLW0603
        _moves += 1
        soon()

    def look(*_: Any) -> None:
        nonlocal known
        if known == _moves:
            draw()
        else:
            known = _moves
            soon()

    soon: Callable[..., None] = Clock.create_trigger(look, -1)
    widget.bind(pos=moved, size=moved)
    return soon


def follow_finger(widget: Widget, moved: Callable[[float, float, bool], bool]) -> None:
    """*moved* hears where a finger is that came down on *widget*, and whether it has just come.

    A finger that it says False of at first is somebody else's.
    """

    def down(_widget: Widget, touch: Any) -> bool:
        ours = widget.collide_point(*touch.pos) and moved(touch.x, touch.y, True)
        if ours:
            touch.grab(widget)
        return ours

    def on(_widget: Widget, touch: Any) -> bool:
        ours = touch.grab_current is widget
        if ours:
            moved(touch.x, touch.y, False)
        return ours

    widget.bind(on_touch_down=down, on_touch_move=on)


class Drawing(Widget):
    """Children say in `draw` what they look like; the canvas is open and empty then."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._redraw = once_settled(self, self._draw)
        self._redraw()

    @property
    def middle(self) -> tuple[float, float]:
        """The centre. Kivy's own `center_x` may still be an old one while things are moved."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def _draw(self) -> None:
        self.canvas.clear()
        with self.canvas:
            self.draw()

    def draw(self) -> None:
        raise NotImplementedError
