"""What all printed cards share: size, frame, the index in two corners, the title, and the back.

A card reads the same from both sides of the table. The closed coloured frame is what the eyes look for first.
"""

from collections.abc import Iterable, Sequence

from vision.drawn.prints.signs import PAPER, sign
from vision.drawn.shapes import Box, Disc, Drawing, Pen, Prose, Stroke, marks, upside_down
from vision.kit.bead_code import CARD_SIZE, FRAME_INSET, FRAME_WIDTH, RADIUS, STANDS_OUT, Row, bead_height
from vision.pictures import Colour

WIDE, HIGH = CARD_SIZE
INK: Colour = (40, 40, 40)
BACK: Colour = (120, 70, 40)
BACK_LINES: Colour = (150, 110, 80)


def readable(colour: Colour) -> Colour:
    """*colour* as the ink of letters: a bright one is darkened, or nobody could read yellow on white."""
    bright = 0.11 * colour[0] + 0.59 * colour[1] + 0.3 * colour[2]
    if bright < 170:
        return colour
    blue, green, red = (round(channel * 0.72) for channel in colour)
    return blue, green, red


def frame(colour: Colour, second: Colour | None = None, row: Row = ()) -> Drawing:
    """The closed frame with its *row* of beads; with a *second* colour its lower half has that one."""
    outer = Box(FRAME_INSET, FRAME_INSET, WIDE - 2 * FRAME_INSET, HIGH - 2 * FRAME_INSET, colour, 3.0)
    edge = FRAME_INSET + FRAME_WIDTH
    inner = Box(edge, edge, WIDE - 2 * edge, HIGH - 2 * edge, PAPER, 2.0)
    along = _beads(row, edge, colour, second or colour)
    if second is None:
        return outer, inner, *along
    half = HIGH / 2
    lower = (
        Box(FRAME_INSET, half, WIDE - 2 * FRAME_INSET, half - FRAME_INSET - 3, second),
        Box(FRAME_INSET, half, WIDE - 2 * FRAME_INSET, half - FRAME_INSET, second, 3.0),
    )
    return outer, *lower, inner, *along


def _beads(row: Row, edge: float, upper: Colour, lower: Colour) -> Drawing:
    """The card's code on both long sides, inside a frame whose inner edge is *edge* from that of the card.

    The row reads the same for whoever sits opposite, so a card that is turned round, or of which one side is
    hidden, is still known. The frame itself stays closed.
    """
    heights = [bead_height(n, HIGH) for n, there in enumerate(row) if there]
    ways = [((edge + STANDS_OUT, y), (WIDE - edge - STANDS_OUT, HIGH - y)) for y in heights]
    places = (place for both_sides in ways for place in both_sides)
    return tuple(Disc(x, y, RADIUS, upper if y < HIGH / 2 else lower) for x, y in places)


def both_ways(corner: Drawing) -> Drawing:
    """What stands in a corner, and the same again for the other side of the table."""
    return *corner, *upside_down(corner, WIDE, HIGH)


def index(text: str, sign_name: str, colour: Colour, ink: Colour | None = None, high: float = 8.0) -> Drawing:
    """A corner: what the card is, and below it the sign of its colour."""
    at = 15.6 if len(text) > 1 else 13.9
    shape = {1: 0.6, 2: 0.5}.get(len(text), 0.4)
    return both_ways(
        (
            *marks(text, at, 10.6, high, ink or colour, Pen(0.17, shape)),
            *sign(sign_name, 13.6, 25.0, 2.9, colour),
        )
    )


def bar_below(text: str, colour: Colour) -> Drawing:
    """6 and 9 have a bar below them, so that nobody mistakes one for the other."""
    return both_ways((Stroke(((11.2, 20.4), (16.0, 20.4)), 0.9, colour),)) if text in ("6", "9") else ()


def title(names: Iterable[str]) -> Drawing:
    """The card's name in both languages, for both sides of the table."""
    one, other = names
    if one == other and not one.isalpha():
        return ()  # "+3" stands there already
    size = min(3.2, 37.0 / max(len(one), len(other), 1))  # so that it stays clear of the index
    return both_ways(
        (Prose(46.0, 13.6, other, size, INK, "end", bold=True), Prose(46.0, 17.6, one, size, INK, "end"))
    )


def lines(text: str, y: float, *, bold: bool = False) -> tuple[Prose, ...]:
    """*text*, broken into lines in the middle of the card."""
    some = enumerate(broken(text, 25))
    return tuple(Prose(WIDE / 2, y + n * 3.125, line, 2.5, INK, "middle", bold) for n, line in some)


def broken(text: str, most: int) -> Sequence[str]:
    """*text* in lines of at most so many letters, as far as its words allow.

    >>> broken("throw cards at the wall", 12)
    ['throw cards', 'at the wall']
    """
    found: list[str] = []
    for word in text.split():
        if found and len(found[-1]) + 1 + len(word) <= most:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def back() -> Drawing:
    """The same for every deck: nothing on a back may tell what is on the other side."""
    rim = 4.0
    left, top, right, bottom = rim, rim, WIDE - rim, HIGH - rim
    plate = Box(left, top, right - left, bottom - top, BACK, 2.0)
    hatch: list[Stroke] = []
    for n in range(-int(HIGH), int(WIDE + HIGH), 6):
        hatch += [
            Stroke(way, 1.0, BACK_LINES)
            for slope in (1, -1)
            if (way := _clipped(left + n, slope, (left + 0.5, top + 0.5, right - 0.5, bottom - 0.5)))
        ]
    return plate, *hatch


def _clipped(x: float, slope: int, box: tuple[float, float, float, float]) -> tuple[tuple[float, float], ...]:
    """The part of a slanted line through (x, top) that lies in the box."""
    left, top, right, bottom = box
    from_y, to_y = sorted((top + (left - x) / slope, top + (right - x) / slope))
    start, end = max(top, from_y), min(bottom, to_y)
    if end - start < 1.0:
        return ()
    return (x + slope * (start - top), start), (x + slope * (end - top), end)
