"""Signs that stand beside every colour, so that it is never alone: shapes, suits and little pictures."""

import math
from collections.abc import Callable

from vision.drawn.shapes import Area, Box, Disc, Drawing, Points, Stroke, marks
from vision.pictures import Colour

PAPER: Colour = (244, 248, 248)


def sign(name: str, x: float, y: float, radius: float, colour: Colour) -> Drawing:
    """The sign called *name* around (x, y)."""
    return SIGNS[name](x, y, radius, colour)


def polygon(sides: int, x: float, y: float, radius: float, turn: float = 0.0) -> Points:
    """A regular outline with a corner at the top."""
    angles = (math.radians(n * 360 / sides - 90 + turn) for n in range(sides))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def star(points: int, x: float, y: float, outer: float, inner: float) -> Points:
    tips = polygon(points, x, y, outer), polygon(points, x, y, inner, 180 / points)
    return tuple(point for pair in zip(*tips, strict=True) for point in pair)


# --- plain shapes ---


def _disc(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return (Disc(x, y, r, colour),)


def _ring(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return Disc(x, y, r * 1.05, colour), Disc(x, y, r * 0.55, PAPER)


def _regular(sides: int, grow: float, turn: float = 0.0) -> Callable[[float, float, float, Colour], Drawing]:
    return lambda x, y, r, colour: (Area(polygon(sides, x, y, r * grow, turn), colour),)


def _pointed(points: int, outer: float, inner: float) -> Callable[[float, float, float, Colour], Drawing]:
    return lambda x, y, r, colour: (Area(star(points, x, y, r * outer, r * inner), colour),)


def _diamond(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return (Area(((x, y - 1.25 * r), (x + 0.9 * r, y), (x, y + 1.25 * r), (x - 0.9 * r, y)), colour),)


def _cross(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return Box(x - r, y - 0.36 * r, 2 * r, 0.72 * r, colour), Box(
        x - 0.36 * r, y - r, 0.72 * r, 2 * r, colour
    )


# --- suits ---


def _half_heart(side: int) -> Points:
    """From the notch to the tip along one lobe, in units of the radius."""
    lobe = [
        (0.5 + 0.5 * math.cos(math.radians(a)), -0.4 + 0.55 * math.sin(math.radians(a)))
        for a in range(180, 391, 15)
    ]
    return tuple((side * u, v) for u, v in [*lobe, (0.72, 0.25), (0.36, 0.7), (0.0, 1.1)])


def _lobes(x: float, y: float, r: float, flip: int) -> Points:
    right, left = _half_heart(1), _half_heart(-1)
    return tuple((x + r * u, y + flip * r * v) for u, v in (*right, *reversed(left)))


def _heart(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return (Area(_lobes(x, y, r, 1), colour),)


def _spade(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return Area(_lobes(x, y - 0.1 * r, r, -1), colour), _stem(x, y, r, colour)


def _club(x: float, y: float, r: float, colour: Colour) -> Drawing:
    balls = ((0.0, -0.58), (-0.56, 0.22), (0.56, 0.22), (0.0, -0.05))
    return (
        *(Disc(x + u * r, y + v * r, 0.48 * r if v else 0.3 * r, colour) for u, v in balls),
        _stem(x, y, r, colour),
    )


def _stem(x: float, y: float, r: float, colour: Colour) -> Area:
    return Area(((x, y), (x + 0.42 * r, y + 1.15 * r), (x - 0.42 * r, y + 1.15 * r)), colour)


# --- little pictures of what a card does ---


def _line(colour: Colour, width: float, *points: tuple[float, float]) -> Stroke:
    return Stroke(points, width, colour)


def _arrow(x0: float, y0: float, x1: float, y1: float, head: float, colour: Colour) -> Drawing:
    """A thick arrow from the first point to the second."""
    length = math.hypot(x1 - x0, y1 - y0)
    u, v = (x1 - x0) / length, (y1 - y0) / length
    neck = x1 - u * head * 1.3, y1 - v * head * 1.3
    tip = ((x1, y1), (neck[0] - v * head, neck[1] + u * head), (neck[0] + v * head, neck[1] - u * head))
    return _line(colour, head * 0.7, (x0, y0), neck), Area(tip, colour)


def _turn_back(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return (
        *_arrow(x - 0.45 * r, y + r, x - 0.45 * r, y - r, 0.42 * r, colour),
        *_arrow(x + 0.45 * r, y - r, x + 0.45 * r, y + r, 0.42 * r, colour),
    )


def _card(x: float, y: float, high: float, colour: Colour, filled: bool) -> Drawing:
    wide = 0.65 * high
    outer = Box(x - wide / 2, y - high / 2, wide, high, colour, 0.08 * high)
    rim = 0.1 * high
    inner = Box(x - wide / 2 + rim, y - high / 2 + rim, wide - 2 * rim, high - 2 * rim, PAPER, 0.04 * high)
    return (outer,) if filled else (outer, inner)


def _half_hand(x: float, y: float, r: float, colour: Colour) -> Drawing:
    places = (-0.9, -0.3, 0.3, 0.9)
    return tuple(s for n, u in enumerate(places) for s in _card(x + u * r, y, 0.8 * r, colour, n < 2))


def _exchange(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return (
        *_card(x - 0.75 * r, y - 0.45 * r, 0.9 * r, colour, True),
        *_card(x + 0.75 * r, y + 0.45 * r, 0.9 * r, colour, False),
        *_arrow(x - 0.2 * r, y - 0.55 * r, x + 1.05 * r, y - 0.55 * r, 0.28 * r, colour),
        *_arrow(x + 0.2 * r, y + 0.55 * r, x - 1.05 * r, y + 0.55 * r, 0.28 * r, colour),
    )


def _skip(x: float, y: float, r: float, colour: Colour) -> Drawing:
    return (
        Disc(x, y, r, colour),
        Disc(x, y, 0.7 * r, PAPER),
        _line(colour, 0.3 * r, (x - 0.6 * r, y + 0.6 * r), (x + 0.6 * r, y - 0.6 * r)),
    )


def _away(x: float, y: float, r: float, colour: Colour) -> Drawing:
    """An open door and an arrow out of it."""
    return (
        Box(x - r, y - r, 1.1 * r, 2 * r, colour, 0.05 * r),
        Box(x - 0.78 * r, y - 0.78 * r, 0.66 * r, 1.78 * r, PAPER),
        *_arrow(x - 0.4 * r, y + 0.1 * r, x + 1.1 * r, y + 0.1 * r, 0.32 * r, colour),
    )


def _magnet(x: float, y: float, r: float, colour: Colour) -> Drawing:
    bend = tuple(
        (x + 0.62 * r * math.cos(math.radians(a)), y + 0.62 * r * math.sin(math.radians(a)))
        for a in range(0, 181, 12)
    )
    way = ((x + 0.62 * r, y - r), *bend, (x - 0.62 * r, y - r))
    tips = (Box(x + s * 0.62 * r - 0.28 * r, y - 0.72 * r, 0.56 * r, 0.14 * r, PAPER) for s in (-1, 1))
    return (Stroke(way, 0.46 * r, colour), *tips)


def _dodge(x: float, y: float, r: float, colour: Colour) -> Drawing:
    around = tuple(
        (x - 0.85 * r * math.cos(math.radians(a)), y + 0.25 * r - 0.95 * r * math.sin(math.radians(a)))
        for a in range(0, 151, 10)
    )
    tip = (x + 0.95 * r, y + 0.75 * r)
    return (
        Disc(x, y + 0.4 * r, 0.32 * r, colour),
        Stroke(around, 0.22 * r, colour),
        *_arrow(*around[-1], *tip, 0.3 * r, colour),
    )


def _you(x: float, y: float, r: float, colour: Colour) -> Drawing:
    """A pointing hand: a fist with one finger."""
    return (
        Box(x - r, y - 0.45 * r, 1.1 * r, 1.1 * r, colour, 0.25 * r),
        Box(x - 0.5 * r, y - 0.45 * r, 1.6 * r, 0.4 * r, colour, 0.2 * r),
        Box(x - 0.8 * r, y - 0.8 * r, 0.35 * r, 0.6 * r, colour, 0.15 * r),
    )


def _mirror(x: float, y: float, r: float, colour: Colour) -> Drawing:
    left = ((x - 0.25 * r, y - 0.8 * r), (x - 0.25 * r, y + 0.8 * r), (x - 1.1 * r, y + 0.8 * r))
    right = tuple((2 * x - u, v) for u, v in left)
    inside = tuple(
        (x + 0.36 * r + (u - x - 0.25 * r) * 0.62, y + 0.66 * r + (v - y - 0.8 * r) * 0.62) for u, v in right
    )
    middle = _line(colour, 0.1 * r, (x, y - 1.1 * r), (x, y + 1.1 * r))
    return middle, Area(left, colour), Area(right, colour), Area(inside, PAPER)


def _unlucky(x: float, y: float, r: float, colour: Colour) -> Drawing:
    box = Box(x - r, y - r, 2 * r, 2 * r, colour, 0.3 * r)
    return box, *marks("?", x, y - 0.7 * r, 1.4 * r, PAPER, anchor="middle", bold=0.2)


def _not_me(x: float, y: float, r: float, colour: Colour) -> Drawing:
    body = (
        (x - 0.8 * r, y + r),
        (x - 0.5 * r, y + 0.1 * r),
        (x + 0.5 * r, y + 0.1 * r),
        (x + 0.8 * r, y + r),
    )
    slash = ((x - r, y + r), (x + r, y - r))
    return (
        Disc(x, y - 0.45 * r, 0.45 * r, colour),
        Area(body, colour),
        Stroke(slash, 0.5 * r, PAPER),
        Stroke(slash, 0.22 * r, colour),
    )


def _flag(x: float, y: float, r: float, colour: Colour) -> Drawing:
    cloth = ((x - 0.6 * r, y - r), (x + r, y - 0.5 * r), (x - 0.6 * r, y + 0.1 * r))
    return _line(colour, 0.2 * r, (x - 0.7 * r, y - r), (x - 0.7 * r, y + 1.1 * r)), Area(cloth, colour)


def _two_people(x: float, y: float, r: float, colour: Colour) -> Drawing:
    def person(at: float, high: float) -> Drawing:
        body = ((at - 0.42 * r, y + r), (at - 0.3 * r, high), (at + 0.3 * r, high), (at + 0.42 * r, y + r))
        return Disc(at, high - 0.4 * r, 0.33 * r, colour), Area(body, colour)

    return *person(x - 0.52 * r, y - 0.2 * r), *person(x + 0.52 * r, y - 0.02 * r)


def _eye(x: float, y: float, r: float, colour: Colour) -> Drawing:
    lids = tuple(
        (x + 1.15 * r * math.cos(math.radians(a)), y + 0.62 * r * math.sin(math.radians(a)))
        for a in range(0, 360, 12)
    )
    return Area(lids, colour), Disc(x, y, 0.45 * r, PAPER), Disc(x + 0.22 * r, y, 0.25 * r, colour)


def _car(x: float, y: float, r: float, colour: Colour) -> Drawing:
    body = (
        (-1.15, 0.35),
        (-1.1, -0.05),
        (-0.6, -0.1),
        (-0.25, -0.5),
        (0.45, -0.5),
        (0.8, -0.05),
        (1.15, 0.05),
        (1.15, 0.35),
    )
    wheels = (
        Disc(x + u * r, y + 0.38 * r, size * r, ink)
        for u in (-0.65, 0.65)
        for size, ink in ((0.34, PAPER), (0.26, colour))
    )
    return (Area(tuple((x + u * r, y + v * r) for u, v in body), colour), *wheels)


def _calm(x: float, y: float, r: float, colour: Colour) -> Drawing:
    """A small sun above still water."""
    rays = (
        _line(
            colour,
            0.1 * r,
            *(
                (x + d * r * math.cos(math.radians(a)), y - 0.2 * r + d * r * math.sin(math.radians(a)))
                for d in (0.6, 0.9)
            ),
        )
        for a in range(180, 361, 30)
    )
    water = (
        _line(colour, 0.12 * r, (x - w * r, y + h * r), (x + w * r, y + h * r))
        for w, h in ((1.1, 0.2), (0.8, 0.5), (0.45, 0.8))
    )
    return (Disc(x, y - 0.2 * r, 0.42 * r, colour), *rays, *water)


SIGNS: dict[str, Callable[[float, float, float, Colour], Drawing]] = {
    "disc": _disc,
    "ring": _ring,
    "triangle": _regular(3, 1.2),
    "drop": _regular(3, 1.2, 180),
    "square": _regular(4, 1.2, 45),
    "pentagon": _regular(5, 1.15),
    "hexagon": _regular(6, 1.1),
    "star6": _pointed(6, 1.25, 0.6),
    "star": _pointed(5, 1.3, 0.55),
    "diamond": _diamond,
    "cross": _cross,
    "heart": _heart,
    "spade": _spade,
    "club": _club,
    "turn_back": _turn_back,
    "half_hand": _half_hand,
    "exchange": _exchange,
    "skip": _skip,
    "away": _away,
    "magnet": _magnet,
    "dodge": _dodge,
    "you": _you,
    "mirror": _mirror,
    "unlucky": _unlucky,
    "not_me": _not_me,
    "flag": _flag,
    "two_people": _two_people,
    "eye": _eye,
    "car": _car,
    "calm": _calm,
}
