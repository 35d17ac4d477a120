"""The box for the Pi as a cutting plan: six plates with finger joints, for a laser or a fretsaw."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from ui.lab.handbook import svg
from ui.lab.handbook.measures import section
from ui.lab.handbook.svg import Point

GAP = 8.0


PI, BOX = section("pi"), section("box")


class Box(Struct, frozen=True):
    """Inner size and material, in millimetres; the hole pattern is that of a Raspberry Pi 4 and 5."""

    width: float = BOX.width
    depth: float = BOX.depth
    height: float = BOX.height
    thick: float = BOX.thick
    finger: float = BOX.finger
    buttons: int = BOX.buttons  # sockets for the cables of the buttons, in the back


def box_drawing(box: Box | None = None) -> str:
    """All six plates side by side, in true size."""
    box = box or Box()
    wide, deep, high = (side + 2 * box.thick for side in (box.width, box.depth, box.height))
    parts = list(_plates(box, wide, deep, high))
    return svg.page(2 * wide + 3 * GAP, deep + 2 * high + 4 * GAP + 14, parts)


def _plates(box: Box, wide: float, deep: float, high: float) -> Iterator[str]:
    t = box.thick
    second = GAP + wide + GAP
    yield svg.text(
        GAP,
        9,
        f"Box for a Raspberry Pi: inside {box.width:g} × {box.depth:g} × {box.height:g}, plates of {t:g} mm",
        5,
    )
    y = 14.0
    yield from _plate("bottom", (GAP, y), wide, deep, box, (True, True, True, True))
    left, front = board_at(box)  # of the board, from the inner left corner at the front
    near = y + deep - t - front - PI.hole_in  # the plate is drawn with its front edge below
    yield from (svg.hole(GAP + t + left + PI.hole_in + x, near - v, PI.hole) for x, v in PI.holes)
    yield from _plate("lid", (second, y), wide, deep, box, (True, True, True, True))
    long, narrow, step, count = BOX.slits
    for row in range(int(count)):  # air
        middle = y + deep / 2 + (row - (count - 1) / 2) * step
        yield svg.box(second + (wide - long) / 2, middle - narrow / 2, long, narrow)
    y += deep + GAP
    yield from _plate("front", (GAP, y), wide, high, box, (False, False, True, True))
    for middle, width in openings_in_front(box):
        yield svg.box(
            GAP + middle - width / 2, y + high - t - PI.sockets[1], width, PI.sockets[1] - PI.sockets[0]
        )
    slit, tall = BOX.ribbon
    yield svg.box(GAP + wide / 2 - slit / 2, y + t + BOX.ribbon_down, slit, tall)  # of camera and panel
    yield from _plate("back", (second, y), wide, high, box, (False, False, True, True))
    step = box.width / (box.buttons + 1)
    yield from (svg.hole(second + t + step * (n + 1), y + high / 2, BOX.socket) for n in range(box.buttons))
    y += high + GAP
    for number, name in enumerate(("left", "right")):
        at = (GAP + number * (deep + GAP), y)
        yield from _plate(name, at, deep, high, box, (False, False, False, False))
    # both as seen from outside: the front is at the right of the left plate and at the left of the right one
    middle, width = PI.card
    low, top = PI.card_high
    yield svg.box(GAP + deep - t - front - middle - width / 2, y + high - t - top, width, top - low)
    first, last = PI.usb
    low, top = PI.usb_high
    yield svg.box(GAP + deep + GAP + t + front + first, y + high - t - top, last - first, top - low)


def board_at(box: Box) -> Point:
    """Where the board lies, from the inner left corner at the front: its sockets reach through the plates."""
    return box.width - PI.board[0] - BOX.right_gap, BOX.front_gap


def openings_in_front(box: Box) -> tuple[Point, ...]:
    """The middle of each opening in the front plate, from its left edge, and how wide it is."""
    start = box.thick + board_at(box)[0]
    first, second = PI.micro_hdmi
    return (start + PI.usb_c, PI.plug), (start + (first + second) / 2, second - first + PI.plug)


def _plate(
    name: str, at: Point, width: float, height: float, box: Box, tabs: tuple[bool, bool, bool, bool]
) -> Iterator[str]:
    """One plate; *tabs* says for the upper, lower, left and right edge whether it begins with a tab."""
    upper, lower, left, right = tabs
    t = box.thick
    west, east = 0.0 if left else t, width if right else width - t
    north, south = 0.0 if upper else t, height if lower else height - t

    def along(length: float, tab: bool, low: float, high: float) -> list[tuple[float, bool]]:
        """The steps of one edge; in a corner it ends where its neighbour begins."""
        return [(min(high, max(low, x)), out) for x, out in _edge(length, box.finger, tab)]

    points: list[Point] = [(x, 0.0 if out else t) for x, out in along(width, upper, west, east)]
    points += [(width if out else width - t, y) for y, out in along(height, right, north, south)]
    points += [(x, height if out else height - t) for x, out in reversed(along(width, lower, west, east))]
    points += [(0.0 if out else t, y) for y, out in reversed(along(height, left, north, south))]
    yield svg.outline(points, at=at)
    yield svg.text(at[0] + width / 2, at[1] + height - t - 2, name, 4, anchor="middle")


def _edge(length: float, finger: float, tab: bool) -> Iterator[tuple[float, bool]]:
    """Where an edge steps in and out: an odd number of equal fingers, so that both ends are alike."""
    count = max(3, round(length / finger) // 2 * 2 + 1)
    for n in range(count):
        out = tab if n % 2 == 0 else not tab
        yield n * length / count, out
        yield (n + 1) * length / count, out


def main(arguments: Sequence[str]) -> int:
    """`python -m ui.lab.handbook box --thick 4 -o box.svg`: the plan for another material or size."""
    parser = argparse.ArgumentParser(
        prog="python -m ui.lab.handbook box", description="A cutting plan for the box."
    )
    built_in = Box()
    for name in ("width", "depth", "height", "thick", "finger"):
        parser.add_argument(f"--{name}", type=float, default=getattr(built_in, name), metavar="MM")
    parser.add_argument("--buttons", type=int, default=built_in.buttons)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.svg")
    chosen = vars(parser.parse_args(arguments))
    file = chosen.pop("output")
    if (
        min(chosen[name] for name in ("width", "depth", "height", "thick", "finger")) <= 0
        or chosen["buttons"] < 0
    ):
        parser.error("lengths are millimetres above 0")
    file.write_text(box_drawing(Box(**chosen)), "utf-8")
    print(file)
    return 0
