"""A drawing as SVG in true size: one unit is one millimetre."""

from collections.abc import Iterable
from html import escape
from typing import Literal

Point = tuple[float, float]
CUT, FOLD, NOTE = "#c62828", "#1565c0", "#37474f"


def page(width: float, height: float, parts: Iterable[str]) -> str:
    """An SVG file of that size in millimetres."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">',
            f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def outline(
    points: Iterable[Point], *, at: Point = (0, 0), colour: str = CUT, line: float = 0.3, fill: str = "none"
) -> str:
    """A closed outline."""
    way = " ".join(f"{at[0] + x:.2f},{at[1] + y:.2f}" for x, y in points)
    return f'<polygon points="{way}" fill="{fill}" stroke="{colour}" stroke-width="{line:g}"/>'


def box(x: float, y: float, width: float, height: float, *, colour: str = CUT, fill: str = "none") -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}" '
        f'stroke="{colour}" stroke-width="0.3"/>'
    )


def hole(x: float, y: float, across: float) -> str:
    place = f'cx="{x:.2f}" cy="{y:.2f}" r="{across / 2:.2f}"'
    return f'<circle {place} fill="none" stroke="{CUT}" stroke-width="0.3"/>'


def line(start: Point, end: Point, *, colour: str = NOTE, width: float = 0.4, dashes: str = "none") -> str:
    place = f'x1="{start[0]:.2f}" y1="{start[1]:.2f}" x2="{end[0]:.2f}" y2="{end[1]:.2f}"'
    return f'<line {place} stroke="{colour}" stroke-width="{width:g}" stroke-dasharray="{dashes}"/>'


def text(
    x: float, y: float, words: str, size: float = 5, *, anchor: Literal["start", "middle", "end"] = "start"
) -> str:
    place = f'x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text {place} fill="{NOTE}">{escape(words)}</text>'


def measure(start: Point, end: Point, words: str, *, aside: float = 4, size: float = 5) -> Iterable[str]:
    """A line with its length beside it."""
    yield line(start, end, colour=FOLD, width=0.3)
    for x, y in (start, end):
        tick = ((x, y - 2), (x, y + 2)) if start[1] == end[1] else ((x - 2, y), (x + 2, y))
        yield line(*tick, colour=FOLD, width=0.3)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if start[1] == end[1]:
        yield text(middle[0], middle[1] - aside / 2, words, size, anchor="middle")
    else:
        yield text(middle[0] + aside, middle[1], words, size)
