"""Shapes that stand for people and for card colours: nothing hangs on a font or on colour alone."""

from math import cos, hypot, pi, sin

from kivy.graphics import Color, Ellipse, Line, Mesh, SmoothLine

from ui.screen.theme import ACCENT, INK, rgb

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


def ring(cx: float, cy: float, r: float, corners: int, turn: float = 90.0) -> Points:
    """The corners of a regular polygon, the first at *turn* degrees."""
    angles = [pi * (turn / 180 + 2 * i / corners) for i in range(corners)]
    return [part for a in angles for part in (cx + r * cos(a), cy + r * sin(a))]


def outline(shape: str, cx: float, cy: float, r: float) -> Points:
    """The corners of *shape* that fills a circle of radius *r* round the point as well as it can."""
    regular = {"triangle": (3, 90.0, 1.18), "square": (4, 45.0, 1.18), "diamond": (4, 90.0, 1.12)}
    regular |= {"hexagon": (6, 0.0, 1.06), "pentagon": (5, 90.0, 1.08)}
    if shape in regular:
        corners, turn, grow = regular[shape]
        return ring(cx, cy - (0.18 * r if shape == "triangle" else 0), r * grow, corners, turn)
    if shape == "star":
        return _star(cx, cy, r * 1.16)
    if shape == "star6":
        return _star(cx, cy, r * 1.12, 6)
    if shape == "cross":
        a, b = r * 0.44, r
        steps = [(-a, b), (a, b), (a, a), (b, a), (b, -a), (a, -a)]
        steps += [(a, -b), (-a, -b), (-a, -a), (-b, -a), (-b, a), (-a, a)]
        return [part for x, y in steps for part in (cx + x, cy + y)]
    if shape == "house":
        right = [(0.98, 0.28), (0.72, 0.28), (0.72, -0.86)]
        steps = [(0, 1.12), *right, *((-x, y) for x, y in reversed(right))]
        return [part for x, y in steps for part in (cx + x * r, cy + y * r)]
    if shape == "heart":
        return [part for x, y in _heart() for part in (cx + x * r, cy + y * r)]
    if shape == "drop":
        round_part = [(cx + 0.84 * r * cos(a), cy - 0.2 * r + 0.84 * r * sin(a)) for a in _arc(-205, 25)]
        return [part for point in [(cx, cy + 1.16 * r), *reversed(round_part)] for part in point]
    return ring(cx, cy, r, 40)


def _arc(start: float, end: float) -> list[float]:
    return [pi / 180 * (start + (end - start) * i / 28) for i in range(29)]


def _heart() -> list[tuple[float, float]]:
    turns = [2 * pi * i / 48 for i in range(48)]
    rise = [13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) for t in turns]
    return [(sin(t) ** 3 * 1.12, y / 14.5 + 0.1) for t, y in zip(turns, rise, strict=True)]


def _star(cx: float, cy: float, r: float, points: int = 5) -> Points:
    outer, inner = ring(cx, cy, r, points), ring(cx, cy, r * 0.57, points, 90 + 180 / points)
    return [part for i in range(points) for part in (*outer[2 * i : 2 * i + 2], *inner[2 * i : 2 * i + 2])]


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
