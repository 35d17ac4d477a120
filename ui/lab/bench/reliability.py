"""The reliability plot: how sure the eyes were of dice, against how often they were right; as SVG."""

from collections.abc import Mapping, Sequence
from typing import Any

SIDE, LEFT, FOOT = 300, 60, 64  # pixels of the plot, and around it for what is written there
HIGH = SIDE + FOOT
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_SMALLEST, _LARGEST = 3.0, 14.0  # radius of the dots
_APART = 0.045  # of the axis: what lies nearer could not be told apart


def plot_of(ranges: Sequence[Mapping[str, Any]], y: float) -> str:
    """The plot of these ranges of dice, its upper edge at *y*; on the dotted line belief and truth agree."""
    told_apart = _told_apart(ranges)
    most = max(one["dice"] for one in told_apart)
    dots = [_dot(one, y, most) for one in told_apart]
    return "\n".join([_frame(y), *dots])


def _told_apart(ranges: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Ranges that would be dots upon each other are drawn as one."""
    apart: list[dict[str, Any]] = []
    for one in ranges:
        if apart and abs(one["said"] - apart[-1]["said"]) < _APART:
            last = apart.pop()
            dice = last["dice"] + one["dice"]
            mean = {
                name: (last[name] * last["dice"] + one[name] * one["dice"]) / dice
                for name in ("said", "right")
            }
            apart.append({"dice": dice, **mean})
        else:
            apart.append({"dice": one["dice"], "said": one["said"], "right": one["right"]})
    return apart


def _frame(y: float) -> str:
    low = y + SIDE
    words = [
        f'<text x="{LEFT + tick * SIDE:.0f}" y="{low + 18}" text-anchor="middle">{100 * tick:.0f} %</text>'
        f'<text x="{LEFT - 8}" y="{low - tick * SIDE + 5:.0f}" text-anchor="end">{100 * tick:.0f} %</text>'
        for tick in _TICKS
    ]
    return (
        f'<rect x="{LEFT}" y="{y}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999999"/>'
        f'<line x1="{LEFT}" y1="{low}" x2="{LEFT + SIDE}" y2="{y}" stroke="#999999" stroke-dasharray="4"/>'
        f'<text x="{LEFT + SIDE / 2}" y="{low + 40}" text-anchor="middle">how sure of a die</text>'
        f'<text x="{LEFT + 8}" y="{y + 18}">how often right</text>' + "".join(words)
    )


def _dot(one: Mapping[str, Any], y: float, most: int) -> str:
    """A dot for dice of which the eyes were about as sure; the more dice, the larger."""
    radius = _SMALLEST + (_LARGEST - _SMALLEST) * (one["dice"] / most) ** 0.5
    x, height = LEFT + one["said"] * SIDE, y + (1 - one["right"]) * SIDE
    return (
        f'<circle cx="{x:.1f}" cy="{height:.1f}" r="{radius:.1f}" fill="#2d7dd2" fill-opacity="0.6"/>'
        f'<text x="{x:.1f}" y="{height - radius - 3:.1f}" text-anchor="middle" font-size="10">'
        f"{one['dice']}</text>"
    )
