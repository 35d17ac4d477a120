"""The felt of the pyramid games: the pyramid from above, what may be tapped on it, and the dice beside it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from msgspec import Struct
from msgspec.structs import replace

from companion.asks import Choice, Kind
from companion.pyramid.agree import colour_says
from companion.pyramid.cells import Cell
from companion.pyramid.notation import COLOURS, cell_named, colour_of
from companion.pyramid.sides import axis_of
from ui.screen.looks import Face
from ui.screen.numbered import Numbers, cells_meant
from ui.screen.offers import Offer
from ui.screen.pages.table.felt import Spread, dice_tray, felt_region, picture_of
from ui.screen.parts.layout import Column, Region, Row, Text, beside, on_felt, space
from ui.screen.parts.pyramid import ColourSample, PyramidDrawing, Shown, TouchedPyramid
from ui.screen.parts.touch import Badge, IconButton, TextButton
from ui.screen.theme import Sizes

TURNED = "below"  # where the page keeps which side was turned below
DICE = 15.0  # mm: as high as what was rolled may become
CORNER = (0.31, 0.32)  # of the place: beside the top of the pyramid nothing is drawn
AROUND = 2.5  # dice round those that are pointed at


class Meant(Struct, frozen=True):
    """What a tap on a cell tells: one choice of an offer, or a few to choose from."""

    offer: Offer
    choices: tuple[Choice, ...]


def pyramid_region(spread: Spread) -> Widget:
    """The general felt where there is no pyramid to draw."""
    felt = spread.felt
    if "pyramid" not in spread.details:
        return felt_region(spread)
    beside = _beside(spread) if felt.dice or felt.calls else _on_camera(spread)
    return on_felt(spread.sizes, _place(spread, beside), pad=0.6)


def _beside(spread: Spread) -> Row:
    """The dice and who called first: there is no room for the others."""
    sizes, say, felt = spread.sizes, spread.say, spread.felt
    parts = Column(sizes, gap=0.6)
    if felt.dice:
        tray = dice_tray(spread)
        tray.size_hint_y, tray.height = None, sizes.mm(DICE)
        parts.add_widget(tray)
    if felt.calls:
        first = spread.faces[felt.calls[0].seat]
        words = Text(say("table.first"), sizes, "body", bold=True)
        parts.add_widget(Row(sizes, Badge(first, **sizes.wide(7)), words, gap=0.8, **sizes.high(8)))
    parts.add_widget(space())
    return parts


def _on_camera(spread: Spread) -> Row | None:
    """The part of the camera's picture in which somebody is to do something, with the same arrow."""
    look, pointed = spread.look, spread.felt.pointed
    if look is None or look.frame is None:
        return None
    boxes = {cell: box for cell in pointed.every if (box := look.where(cell)) is not None}
    arrows = [(boxes[a], boxes[b]) for a, b in pointed.arrows if a in boxes and b in boxes]
    if not boxes:
        return None
    return Column(spread.sizes, picture_of(look, tuple(boxes.values()), arrows, AROUND))


def _shown(spread: Spread, meant: Mapping[Cell, Meant]) -> Shown:
    detail, felt = spread.details, spread.felt
    begun = _begun(felt.offered) + cells_in(detail[key] for key in CHANGED if detail.get(key))
    faces = at_sides(detail.get("sides", {}), felt.faces)
    shown = Shown(detail["pyramid"], tuple(meant), begun, faces, felt.numbers)
    return replace(shown, outlined=felt.pointed.every, arrows=felt.pointed.arrows)


def at_sides(sides: Mapping[str, str], faces: Sequence[Face]) -> tuple[Face, ...]:
    """Who sits at A, B and C."""
    known = {face.name: face for face in faces}
    seats = [seat for seat, _ in sorted(sides.items(), key=lambda item: item[1])]
    return tuple(known[seat] for seat in seats if seat in known)


def beside_drawing(sizes: Sizes, sheet: Widget, detail: Any, faces: Sequence[Face], numbers: Numbers) -> Row:
    """*sheet* with the pyramid beside it (above it in portrait), on which the *numbers* stand."""
    shown = Shown(detail["pyramid"], faces=at_sides(detail.get("sides", {}), faces), numbers=numbers)
    return beside(sizes, PyramidDrawing(shown), sheet, gap=1.6)


CHANGED = ("shown", "took", "vacated", "lifted", "back")  # single cells that the games' views name


def cells_in(names: Iterable[str]) -> tuple[Cell, ...]:
    """The cells of a view's detail."""
    return tuple(cell_named(name) for name in names)


def side_below(spread: Spread) -> int:
    """The side of who sits here, else of whose turn it is; turned by hand it stays till the next turn."""
    felt, sides = spread.felt, spread.details.get("sides", {})
    wanted = [felt.nearest] if felt.nearest else [face.name for face in felt.waited_for]
    seats = [name for name in wanted if name in sides]
    turn = seats[0] if len(seats) == 1 else ""
    kept = spread.kept.get(TURNED)
    if kept is not None and kept[0] == turn:
        return int(kept[1])
    below = axis_of(sides[turn]) if turn else int(kept[1]) if kept else 0
    spread.kept[TURNED] = (turn, below)
    return below


# --- what a tap means ---


def meant_by(offered: Sequence[Offer]) -> dict[Cell, Meant]:
    """For each cell that is offered: the choices that it stands for; the first offer to name it wins."""
    found: dict[Cell, Meant] = {}
    for offer in offered:
        if offer.ask.kind is Kind.CHOICE:
            for cell, choices in _by_cell(offer.ask.choices).items():
                found.setdefault(cell, Meant(offer, choices))
    return found


def not_tapped(offer: Offer) -> Offer | None:
    """What the drawing does not say of *offer*, or says of one place alone: that needs buttons."""
    by_cell = _by_cell(offer.ask.choices)
    several = len(by_cell) > 1
    tapped = [one for choices in by_cell.values() for one in choices if several or len(choices) == 1]
    left = tuple(choice for choice in offer.ask.choices if choice not in tapped)
    return replace(offer, ask=replace(offer.ask, choices=left)) if left else None


def _by_cell(choices: Sequence[Choice]) -> dict[Cell, tuple[Choice, ...]]:
    named = [(choice, cells_meant(choice.value)) for choice in choices]
    common = _common([cells for _, cells in named if cells])
    found: dict[Cell, tuple[Choice, ...]] = {}
    for choice, cells in named:
        for cell in [cell for cell in cells if cell not in common] or cells:
            found[cell] = (*found.get(cell, ()), choice)
    return found


def _common(sets: Sequence[tuple[Cell, ...]]) -> frozenset[Cell]:
    """The cells that all of several sets hold: they tell nothing, or were tapped already."""
    return frozenset.intersection(*map(frozenset, sets)) if len(sets) > 1 else frozenset()


def _begun(offered: Sequence[Offer]) -> tuple[Cell, ...]:
    """What was tapped already: it belongs to everything that is offered."""
    sets = [cells_meant(choice.value) for offer in offered for choice in offer.ask.choices]
    return tuple(sorted(_common([cells for cells in sets if cells])))


# --- the place ---


def _place(spread: Spread, beside: Row | None) -> Widget:
    """The pyramid; beside its top on one side what the patterns mean, on the other what was rolled."""
    sizes, say = spread.sizes, spread.say
    meant = meant_by(spread.felt.offered)
    shown = _shown(spread, meant)

    def tell(cell: Cell, waited_ns: int) -> None:
        """A single choice is answered at once; for several a pad opens."""
        offer, choices = meant[cell].offer, meant[cell].choices
        if len(choices) == 1:
            spread.answer(offer.ask, choices[0].value, offer.seat, waited_ns)
        else:
            spread.open_pad(Offer(replace(offer.ask, choices=choices), offer.seat))

    def sure(cell: Cell | None) -> Widget:
        """Where one tap is not certain, a second one tells, there or here."""
        if cell is None:
            return _legend(spread)
        here = TextButton(sizes, say("pyramid.here"), lambda: tell(cell, here.waited_ns), look="main")
        return here

    def keep(below: int) -> None:
        spread.kept[TURNED] = (spread.kept.get(TURNED, ("", 0))[0], below)

    def turn() -> None:
        pyramid.turn(pyramid.below + 1)
        keep(pyramid.below)

    words = Region(sure)
    if not (spread.felt.brief and sizes.portrait):  # else there is no place for what the patterns mean
        words.show(None)
    at = {"x": 0, "y": 0}
    pyramid = TouchedPyramid(sizes, shown, side_below(spread), tell, words.show, keep, pos_hint=at)
    around = IconButton(sizes, "around", say("pyramid.turn"), turn)
    place = FloatLayout()
    place.add_widget(pyramid)
    corner = {"size_hint": CORNER, "pos_hint": {"x": 0, "top": 1}}
    place.add_widget(Column(sizes, around, words, gap=0.8, **corner))
    if beside is not None:
        beside.size_hint, beside.pos_hint = CORNER, {"right": 1, "top": 1}
        place.add_widget(beside)
    return place


def _legend(spread: Spread) -> Widget:
    """What the patterns mean, where dice of several colours lie there."""
    sizes = spread.sizes
    lying = {colour_of(die) for die in spread.details["pyramid"].values()} & {*COLOURS, "t"}
    lines = Column(sizes, gap=0.2, size_hint_max_y=sizes.mm(5 * len(lying)), pos_hint={"top": 1})
    for colour in (*COLOURS, "t") if len(lying) > 1 else ():
        if colour in lying:
            text = Text(spread.words(colour_says(colour)), sizes, "small")
            lines.add_widget(Row(sizes, ColourSample(colour, **sizes.wide(4)), text, gap=0.6))
    return lines
