"""Pictures of what is printed: some cards of each deck, and the mats, from the drawings of the prints."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from msgspec.structs import replace

from companion.layout import DISCARD
from ui.lab.handbook import svg
from vision.drawn.printed_decks import CARD, DECKS
from vision.drawn.prints.mat import mat_drawing
from vision.drawn.prints.signs import PAPER
from vision.drawn.shapes import Area, Box, Disc, Drawing, Prose, Shape, Stroke
from vision.mat import Mat
from vision.pictures import Colour

SOME: dict[str, tuple[str, ...]] = {
    "abspecken": ("1", "2", "3", "4", "5", "6"),
    "abi94": ("+1", "+4", "-3", "-4", "MP", "CH", "MA", "ME"),
    "wobble": ("m7", "c0", "y6", "gSK", "mP3", "CSmy", "MIR", "CAP"),
    "french": ("AS", "TH", "QD", "7C"),
    "uno-like": ("red_5", "blue_skip", "green_draw2", "wild"),
}
GAP = 4.0
TABLE: Colour = (120, 140, 120)


def cards_picture(deck: str) -> str:
    """Some cards of *deck* in a row."""
    names = SOME[deck]
    step = CARD[0] + GAP
    width, height = GAP + step * len(names), CARD[1] + 2 * GAP
    parts = [svg.box(0, 0, width, height, colour="none", fill=_hex(TABLE))]
    for number, name in enumerate(names):
        left = GAP + number * step
        card = (Box(0, 0, *CARD, PAPER, 3.5), *DECKS[deck].card(name, 0))
        parts += _shapes(moved(card, left, GAP))
    return svg.page(width, height, parts)


def mat_picture(mat: Mat) -> str:
    """A mat as it is printed."""
    names = {zone.name: zone.name.replace(f"{DISCARD}:", "") for zone in mat.zones}
    return svg.page(mat.width, mat.height, list(_shapes(mat_drawing(mat, names))))


def _shapes(shapes: Drawing | Sequence[Shape]) -> Iterator[str]:
    return (_element(shape) for shape in shapes)


def _element(shape: Shape) -> str:
    match shape:
        case Box():
            place = (
                f'x="{shape.x:.2f}" y="{shape.y:.2f}" width="{shape.width:.2f}" height="{shape.height:.2f}"'
            )
            return f'<rect {place} rx="{shape.round:g}" fill="{_hex(shape.fill)}"/>'
        case Disc():
            place = f'cx="{shape.x:.2f}" cy="{shape.y:.2f}" r="{shape.radius:.2f}"'
            return f'<circle {place} fill="{_hex(shape.fill)}"/>'
        case Area():
            return f'<polygon points="{_points(shape.points)}" fill="{_hex(shape.fill)}"/>'
        case Stroke():
            look = f'stroke="{_hex(shape.colour)}" stroke-width="{shape.width:.2f}"'
            ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
            return f'<polyline points="{_points(shape.points)}" {look} {ends}/>'
        case Prose():
            return _words(shape)


def _words(prose: Prose) -> str:
    turned = f' transform="rotate(180 {prose.x:.2f} {prose.y:.2f})"' if prose.upside_down else ""
    weight = ' font-weight="bold"' if prose.bold else ""
    place = f'x="{prose.x:.2f}" y="{prose.y:.2f}" font-size="{prose.size:g}" text-anchor="{prose.anchor}"'
    return f'<text {place}{weight} fill="{_hex(prose.colour)}"{turned}>{escape(prose.text)}</text>'


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def _hex(colour: Colour) -> str:
    blue, green, red = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def moved(drawing: Iterable[Shape], dx: float, dy: float) -> Drawing:
    """*drawing*, so much further to the right and down."""
    return tuple(_moved(shape, dx, dy) for shape in drawing)


def _moved(shape: Shape, dx: float, dy: float) -> Shape:
    if isinstance(shape, Area | Stroke):
        return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    return replace(shape, x=shape.x + dx, y=shape.y + dy)
