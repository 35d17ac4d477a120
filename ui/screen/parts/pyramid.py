"""A dice pyramid as it is seen from straight above: drawn from its value, with any side below."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import cos, dist, pi, sin
from time import time
from typing import Any, NamedTuple

from kivy.graphics import Color, Mesh, SmoothLine
from kivy.input import MotionEvent
from msgspec import Struct

from companion.pyramid.cells import AXES, Cell
from companion.pyramid.notation import Pyramid
from companion.pyramid.plan import Rhombus, Spot, cell_at, middle, outline, rhombi
from companion.pyramid.sides import SIDES
from ui.screen import theme
from ui.screen.looks import Face
from ui.screen.parts.dice import write
from ui.screen.parts.shapes import Drawing, Points, draw_arrow, draw_shape, fill, ink

WIDE, ABOVE, BELOW = 15.8, 9.1, 6.9  # edges of a die that the drawing takes, round the middle of the base
SIDE_AT, SIDE_LARGE = 5.9, 0.82  # where the name of a side stands, and its radius
LIGHT = (0.0, 0.12, 0.24)  # how much shade a face has that looks down, to the upper left, to the upper right
FINE = 20.0  # pixels of an edge below which lines would fill the face
LEAST_NUMBER = 8.0  # pixels of the radius: below that a number cannot be read


class Shown(Struct, frozen=True):
    """What is drawn."""

    pyramid: Pyramid
    offered: tuple[Cell, ...] = ()  # marked: they can be tapped now
    begun: tuple[Cell, ...] = ()  # have been tapped already, or have just changed
    faces: tuple[Face, ...] = ()  # who sits at A, B and C, where that matters
    numbers: Mapping[Cell, int] = {}
    outlined: tuple[Cell, ...] = ()  # what somebody is to do there, does or may not do
    arrows: tuple[tuple[Cell, Cell], ...] = ()


class Place(NamedTuple):
    """Where the plan lies in the window: its middle, the edge of a die in pixels, how far it is turned."""

    x: float
    y: float
    edge: float
    cos: float
    sin: float

    def at(self, spot: Spot) -> tuple[float, float]:
        """Where a *spot* of the plan is in the window."""
        across, down = spot
        return (
            self.x + (across * self.cos - down * self.sin) * self.edge,
            self.y - (across * self.sin + down * self.cos) * self.edge,
        )

    def points(self, spots: tuple[Spot, ...]) -> Points:
        return [part for spot in spots for part in self.at(spot)]


class PyramidDrawing(Drawing):
    """The pyramid with the side of the axis `below` towards whoever looks at it."""

    def __init__(self, shown: Shown, below: int = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.shown, self.below = shown, below
        self.picked: Cell | None = None
        self._seen = rhombi(shown.pyramid)

    def turn(self, below: int) -> None:
        self.below = below % 3
        self._redraw()

    def pick(self, cell: Cell | None) -> None:
        """Show that *cell* is meant, above what is drawn already: the rest has not changed."""
        self.picked = cell
        self.canvas.after.clear()
        if cell is not None:
            with self.canvas.after:  # the whole hexagon of the die that is meant, and a dot in it
                self._outline(cell)
                self._mark(cell, 0.5)

    # --- where things are ---

    @property
    def edge(self) -> float:
        """The length of a die's edge in pixels."""
        return float(max(1.0, min(self.width / WIDE, self.height / (ABOVE + BELOW))))

    def at(self, spot: Spot) -> tuple[float, float]:
        """Where a *spot* of the plan is in the window."""
        return self._place().at(spot)

    def spot_at(self, x: float, y: float) -> Spot:
        """Which spot of the plan is at a point of the window."""
        cx, cy = self._centre()
        return _rotated(((x - cx) / self.edge, (cy - y) / self.edge), self.below)

    def _place(self) -> Place:
        angle = -2 * pi / 3 * self.below
        return Place(*self._centre(), self.edge, cos(angle), sin(angle))

    def _centre(self) -> tuple[float, float]:
        x, y = self.middle
        return x, y + (BELOW - ABOVE) / 2 * self.edge

    def side_spot(self, axis: int) -> Spot:
        """Where the name of a side stands in the plan."""
        return _rotated((0.0, SIDE_AT), axis)

    # --- drawing ---

    def draw(self) -> None:
        place = self._place()
        corners = {face: place.points(face.corners) for face in self._seen}
        ink(theme.FUNNEL)
        fill(place.points(outline()), (place.x, place.y))
        self._draw_areas(corners)
        for colour in {face.colour for face in corners if face.cell is not None}:  # all faces of one at once
            draw_pattern(colour, [at for face, at in corners.items() if face.colour == colour], place.edge)
        for face in self._seen:
            if face.number is not None:
                x, y = place.at((sum(x for x, _ in face.corners) / 4, sum(y for _, y in face.corners) / 4))
                write(str(face.number), x, y, place.edge * 0.66, _ink_on(face.colour))
        self._draw_edges(corners, place)
        for axis in AXES:
            self._draw_side(axis)
        for cell in self.shown.begun:
            self._outline(cell, theme.TEXT, 0.5)
        for cell in self.shown.offered:
            self._mark(cell)
        for cell in self.shown.outlined:
            self._outline(cell)
        beside = {cell: away for arrow in self.shown.arrows for cell, away in self._arrow(*arrow)}
        for cell, number in self.shown.numbers.items():
            self._number(cell, number, beside.get(cell, (0.0, 0.0)))
        self.pick(self.picked)

    def _draw_areas(self, corners: Mapping[Rhombus, Points]) -> None:
        """All faces of one tone at once: there are 135 of them, and a dozen tones."""
        tones: dict[tuple[float, ...], list[Points]] = defaultdict(list)
        for face, points in corners.items():
            colour = theme.PYRAMID_COLOURS.get(face.colour, theme.MUTED) if face.cell else theme.FUNNEL
            shade = LIGHT[(face.axis - self.below) % 3]
            tones[tuple(part * (1 - shade) for part in theme.rgb(colour))].append(points)
        for tone, areas in tones.items():
            Color(*tone)
            _areas(areas)

    @staticmethod
    def _draw_edges(corners: Mapping[Rhombus, Points], place: Place) -> None:
        """Lines last: they belong to both faces beside them."""
        thin = max(1.0, place.edge * 0.035)
        strong = 1.0 if place.edge >= FINE else 0.55
        for face, points in corners.items():
            ink(*((theme.FUNNEL_EDGE, 0.8) if face.cell is None else (theme.PYRAMID_EDGE, strong)))
            SmoothLine(points=points, width=thin, close=True)
        ink(theme.FUNNEL_EDGE)
        SmoothLine(points=place.points(outline()), width=max(1.3, place.edge * 0.06), close=True)

    def _draw_side(self, axis: int) -> None:
        (x, y), r = self.at(self.side_spot(axis)), SIDE_LARGE * self.edge
        if axis < len(self.shown.faces):
            face = self.shown.faces[axis]
            draw_shape(face.shape, face.paint, x, y, r)
            write(face.letter, x, y, r * 0.95, theme.ink_on(face.paint))
        else:
            draw_shape("circle", theme.FUNNEL, x, y, r)
            write(SIDES[axis], x, y, r * 1.15, theme.TEXT)

    def _mark(self, cell: Cell, size: float = 0.3) -> None:
        """A bright dot with a dark rim: it shows on every colour, and leaves the numbers round it alone."""
        x, y = self.at(middle(cell))
        draw_shape("circle", theme.INK, x, y, self.edge * size)
        draw_shape("circle", theme.ACCENT, x, y, self.edge * (size - 0.08))

    def _arrow(self, start: Cell, end: Cell) -> Iterator[tuple[Cell, Spot]]:
        """Where an arrow leads, and by how much the numbers at its ends make way for it."""
        (x, y), (to_x, to_y) = self.at(middle(start)), self.at(middle(end))
        draw_arrow((x, y), (to_x, to_y), max(2.0, self.edge * 0.16))
        long, away = max(1.0, dist((x, y), (to_x, to_y))), max(self.edge * 0.34, LEAST_NUMBER) * 1.8
        dx, dy = (to_x - x) / long * away, (to_y - y) / long * away
        yield start, (-dx, -dy)
        yield end, (dx, dy)

    def _number(self, cell: Cell, number: int, away: Spot) -> None:
        """White where only words speak of it, while other places can be tapped."""
        only_named = self.shown.offered and cell not in self.shown.offered
        (x, y), r = self.at(middle(cell)), max(self.edge * 0.34, LEAST_NUMBER)
        x, y = x + away[0], y + away[1]
        draw_shape("circle", theme.INK, x, y, r * 1.15)
        draw_shape("circle", theme.TEXT if only_named else theme.ACCENT, x, y, r)
        write(str(number), x, y, r * 1.5, theme.INK)

    def _outline(self, cell: Cell, colour: str = theme.ACCENT, size: float = 1.0) -> None:
        x, y = self.at(middle(cell))
        corners = [x_or_y for turn in range(6) for x_or_y in _corner(x, y, self.edge * size, turn)]
        for width, tone in ((0.2, theme.INK), (0.12, colour)):
            ink(tone)
            SmoothLine(points=corners, width=max(1.6, self.edge * width), close=True)


class ColourSample(Drawing):
    """One face of a die, for saying what its pattern means."""

    def __init__(self, colour: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._colour = colour

    def draw(self) -> None:
        (x, y), edge = self.middle, min(self.height * 0.95, self.width / 1.8)
        half, tall = edge * sin(pi / 3), edge / 2
        corners = [x, y + tall, x + half, y, x, y - tall, x - half, y]
        ink(theme.PYRAMID_COLOURS[self._colour])
        _areas([corners])
        draw_pattern(self._colour, [corners], edge)


def draw_pattern(colour: str, faces: Sequence[Points], edge: float) -> None:
    """Patterns that distinguish the colours: red is plain, yellow has corners, pearl a frame."""
    if edge <= 0:  # it has no size yet
        return
    areas = [area for corners in faces for area in _pattern(colour, corners, edge)]
    if areas:
        ink(_ink_on(colour), 0.75 if edge >= FINE else 0.4)
        _areas(areas)


def _pattern(colour: str, corners: Points, edge: float) -> Iterator[Points]:
    """The areas that a face of *colour* has inked."""
    points = [(corners[i], corners[i + 1]) for i in range(0, 8, 2)]
    centre = (sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4)
    if colour == "y":
        at = max(range(4), key=lambda number: dist(points[number], centre))
        for corner in (at, (at + 2) % 4):
            ends = [_part(points[corner], points[(corner + step) % 4], 0.36) for step in (-1, 1)]
            yield [*points[corner], *ends[0], *ends[1]]
    elif colour in ("m", "t"):
        wide = max(1.5, edge * 0.06) / edge  # of the frame, as a share of the way to the middle
        outer, inner = ([_part(point, centre, 0.2 + share) for point in points] for share in (-wide, wide))
        for side in range(4):
            after = (side + 1) % 4
            yield [*outer[side], *outer[after], *inner[after], *inner[side]]
        if colour == "t":
            (x, y), (to_x, to_y) = outer[0], outer[2]
            dx, dy = (to_y - y) * wide / 2, (x - to_x) * wide / 2
            yield [x + dx, y + dy, to_x + dx, to_y + dy, to_x - dx, to_y - dy, x - dx, y - dy]


def _ink_on(colour: str) -> str:
    return theme.ink_on(theme.PYRAMID_COLOURS.get(colour, theme.MUTED))


def _areas(outlines: Sequence[Points]) -> None:
    """Fill convex outlines to their very edge, so that neighbours leave no seam."""
    vertices: list[float] = []
    indices: list[int] = []
    for points in outlines:
        first = len(vertices) // 4
        for i in range(0, len(points), 2):
            vertices += (points[i], points[i + 1], 0.0, 0.0)
        for corner in range(first + 1, len(vertices) // 4 - 1):
            indices += (first, corner, corner + 1)
    Mesh(vertices=vertices, indices=indices, mode="triangles")


def _rotated(spot: Spot, thirds: int) -> Spot:
    """*spot* after so many thirds of a turn from A to B, clockwise as it is seen."""
    angle = 2 * pi / 3 * thirds
    x, y = spot
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def _part(start: Spot, end: Spot, share: float) -> Spot:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _corner(x: float, y: float, r: float, turn: int) -> Spot:
    angle = pi / 6 + turn * pi / 3
    return x + r * cos(angle), y + r * sin(angle)


# A finger on the drawn pyramid: which cell it means, when that is certain, and which side it turns below.

Tapped = Callable[[Cell, int], None]  # the cell, and how long the touch has waited
REACH = 0.9  # edges of a die: as far as a die is seen
APART = 7.5  # mm: a finger means the nearest of places that are so far from each other


class TouchedPyramid(PyramidDrawing):
    """Where cells are smaller than a fingertip, the first tap picks one and the second one tells it."""

    def __init__(
        self,
        sizes: theme.Sizes,
        shown: Shown,
        below: int,
        tapped: Tapped,
        picked: Callable[[Cell | None], None],
        turned: Callable[[int], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(shown, below, **kwargs)
        self._sizes, self._say_tapped, self._say_picked, self._say_turned = sizes, tapped, picked, turned

    @property
    def certain(self) -> bool:
        """Whether the offered cells are so far apart that one tap is enough."""
        spots = [middle(cell) for cell in self.shown.offered]
        nearest = min((dist(*pair) for pair in combinations(spots, 2)), default=2 * REACH)
        return min(nearest, 2 * REACH) * self.edge >= self._sizes.mm(APART)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._tapped(self.spot_at(*touch.pos), max(0, round((time() - touch.time_start) * 1e9)))
        return True

    def _tapped(self, spot: Spot, waited_ns: int) -> None:
        finger = self._sizes.mm(theme.TOUCH_LEAST) / 2 / self.edge
        side = self._side_at(spot, finger)
        cell = None if side is not None else cell_at(spot, self.shown.offered, max(REACH, finger))
        if side is not None:
            self.turn(side)
            self._say_turned(side)
        elif cell is not None and (self.certain or cell == self.picked):
            self._say_tapped(cell, waited_ns)
        elif self.shown.offered:
            self.pick(cell)
            self._say_picked(cell)

    def _side_at(self, spot: Spot, finger: float) -> int | None:
        """The side whose name was tapped; a cell that is offered and nearer is meant rather than that."""
        away = {axis: dist(spot, self.side_spot(axis)) for axis in AXES}
        axis = min(away, key=lambda axis: away[axis])
        cells = min((dist(spot, middle(cell)) for cell in self.shown.offered), default=away[axis] + 1)
        return axis if away[axis] <= max(1.2, finger) and away[axis] < cells else None
