"""The felt of the pyramid games: the pyramid from above, what may be tapped on it, and the dice beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

from companion.asks import Choice
from companion.facts import JSON, Kind
from companion.game import AnyGame
from companion.pyramid.agree import colour_says
from companion.pyramid.cells import Cell
from companion.pyramid.notation import COLOURS, colour_of
from companion.pyramid.sides import axis_of
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.numbered import Numbers
from ui.screen.offers import Offer
from ui.screen.pages.table.felt import Felt, Hand, Picture, Spread, calls_list, felt_region
from ui.screen.parts.face import Face
from ui.screen.parts.layout import Column, Panel, Row, space
from ui.screen.parts.pads import titled
from ui.screen.parts.people import Badge
from ui.screen.parts.pyramid import ColourSample, PyramidDrawing, Shown, TouchedPyramid
from ui.screen.parts.text import Text
from ui.screen.parts.touch import IconButton, TextButton
from ui.screen.parts.writing import measured
from ui.screen.theme import Sizes

TURNED = "below"  # where the page keeps which side was turned below
# where it keeps that the large drawing was answered, so that it comes back for the next ask
ENLARGED = "large"
AROUND = 2.5  # dice round those that are pointed at
WORDS = 27.0  # mm: of the button that tells what was tapped
LARGE = (150.0, 150.0)  # mm, or as much of it as there is


class Meant(Struct, frozen=True):
    """What a tap on a cell tells: one choice of an offer, or a few to choose from."""

    offer: Offer
    choices: tuple[Choice, ...]


class Drawn(Struct, frozen=True):
    """All that the pyramid is made of."""

    sizes: Sizes
    say: Speaker
    game: AnyGame
    shown: Shown
    meant: Mapping[Cell, Meant]
    hand: Hand
    below: int


def pyramid_region(spread: Spread) -> Widget:
    """The general felt where there is no pyramid to draw."""
    felt, hand = spread.felt, spread.hand
    if "pyramid" not in spread.told:
        return felt_region(spread)
    drawn = _drawn(spread)
    if hand.kept.get(ENLARGED) and not felt.interrupted:
        hand.kept[ENLARGED] = False
        if drawn.meant:
            _enlarge(drawn, drawn.below)
    beside = _beside(spread) if felt.dice or felt.calls else _on_camera(spread)
    return Panel(
        spread.sizes,
        _place(drawn, beside, felt.brief, calls=bool(felt.calls)),
        ground=theme.FELT,
        edge=theme.FELT_EDGE,
        pad=1.2,
    )


def _beside(spread: Spread) -> Widget:
    """The dice and who called. Beside the pyramid there is only room for the sign of who was first."""
    felt = replace(spread.felt, piles=())
    if not felt.dice:
        return calls_list(spread.sizes, spread.say, replace(felt, calls=felt.calls[:1]))
    if spread.sizes.portrait or not (felt.dice and felt.calls):
        return felt_region(replace(spread, felt=felt))
    dice = felt_region(replace(spread, felt=replace(felt, calls=())))
    first = next(face for face in felt.faces if face.name == felt.calls[0].seat)
    return Row(spread.sizes, Badge(first, **spread.sizes.wide(7)), dice, gap=0.6)


def _on_camera(spread: Spread) -> Widget | None:
    """The part of the camera's picture in which somebody is to do something, with the same arrow."""
    look, pointed = spread.look, spread.felt.pointed
    if look is None or look.frame is None:
        return None
    boxes = {cell: box for cell in pointed.every if (box := look.where(cell)) is not None}
    arrows = [(boxes[a], boxes[b]) for a, b in pointed.arrows if a in boxes and b in boxes]
    if not boxes:
        return None
    return Picture(look, tuple(boxes.values()), arrows, AROUND)


def _drawn(spread: Spread) -> Drawn:
    detail, felt, hand = spread.told, spread.felt, spread.hand
    sides = detail.get("sides", {})
    meant = meant_by(felt.offered)
    begun = _begun(felt.offered) + tuple(_read(detail[key]) for key in CHANGED if detail.get(key))
    faces = _at_sides(sides, felt.faces)
    shown = Shown(detail["pyramid"], tuple(meant), begun, faces, felt.numbers)
    shown = replace(shown, outlined=felt.pointed.every, arrows=felt.pointed.arrows)
    below = _below(felt, sides, hand)
    return Drawn(spread.sizes, spread.say, spread.game, shown, meant, hand, below)


def _at_sides(sides: Mapping[str, str], faces: Sequence[Face]) -> tuple[Face, ...]:
    """Who sits at A, B and C."""
    known = {face.name: face for face in faces}
    seats = [seat for seat, _ in sorted(sides.items(), key=lambda item: item[1])]
    return tuple(known[seat] for seat in seats if seat in known)


def beside_drawing(sizes: Sizes, sheet: Widget, detail: Any, faces: Sequence[Face], numbers: Numbers) -> Row:
    """*sheet* with the pyramid beside it (above it in portrait), on which the *numbers* stand."""
    shown = Shown(detail["pyramid"], faces=_at_sides(detail.get("sides", {}), faces), numbers=numbers)
    both = Column if sizes.portrait else Row
    return both(sizes, PyramidDrawing(shown), sheet, gap=1.6)


CHANGED = ("shown", "took", "vacated", "lifted", "back")  # single cells that the games' views name


def _read(name: str) -> Cell:
    i, j, k = (int(part) for part in name.split(","))
    return i, j, k


def _below(felt: Felt, sides: Mapping[str, str], hand: Hand) -> int:
    """The side of who sits here, else of whose turn it is; turned by hand it stays till the next turn."""
    wanted = [felt.nearest] if felt.nearest else [face.name for face in felt.waited_for]
    seats = [name for name in wanted if name in sides]
    turn = seats[0] if len(seats) == 1 else ""
    kept = hand.kept.get(TURNED)
    if kept is not None and kept[0] == turn:
        return int(kept[1])
    below = axis_of(sides[turn]) if turn else int(kept[1]) if kept else 0
    hand.kept[TURNED] = (turn, below)
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


def _by_cell(choices: Sequence[Choice]) -> dict[Cell, tuple[Choice, ...]]:
    named = [(choice, cells_meant(choice.value)) for choice in choices]
    common = _common([cells for _, cells in named if cells])
    found: dict[Cell, tuple[Choice, ...]] = {}
    for choice, cells in named:
        for cell in [cell for cell in cells if cell not in common] or cells:
            found[cell] = (*found.get(cell, ()), choice)
    return found


def cells_meant(value: JSON) -> tuple[Cell, ...]:
    """The cells that a choice's *value* names: a set, a beginning, where a die tips to, which one turns."""
    if not isinstance(value, dict):
        return ()
    listed = value.get("cells") or value.get("tapped") or []
    if "tip" in value:
        listed = [value["tip"][1]]
    elif "turn" in value or "die" in value:
        listed = [value["turn"][0] if "turn" in value else value["die"]]
    try:
        return convert(listed, tuple[Cell, ...])
    except ValidationError:
        return ()


def _common(sets: Sequence[tuple[Cell, ...]]) -> frozenset[Cell]:
    """The cells that all of several sets hold: they tell nothing, or were tapped already."""
    return frozenset.intersection(*map(frozenset, sets)) if len(sets) > 1 else frozenset()


def _begun(offered: Sequence[Offer]) -> tuple[Cell, ...]:
    """What was tapped already: it belongs to everything that is offered."""
    sets = [cells_meant(choice.value) for offer in offered for choice in offer.ask.choices]
    return tuple(sorted(_common([cells for cells in sets if cells])))


# --- the place ---


def _place(
    drawn: Drawn, beside: Widget | None, brief: bool, large: bool = False, calls: bool = False
) -> Widget:
    """The pyramid, and beside it (in portrait below it) the dice, what the patterns mean, and the buttons."""
    sizes, say = drawn.sizes, drawn.say
    tell = TextButton(sizes, say("pyramid.tap"), lambda: told(), look="main")  # noqa: PLW0108
    pyramid = TouchedPyramid(
        sizes,
        drawn.shown,
        drawn.below,
        lambda cell, waited_ns: _tell(drawn, cell, waited_ns, large),
        lambda cell: _offer_to_tell(drawn, tell, cell),
        lambda below: _keep(drawn, below),
    )

    def told() -> None:
        if pyramid.picked is not None:
            _tell(drawn, pyramid.picked, tell.waited_ns, large)

    def turn() -> None:
        pyramid.turn(pyramid.below + 1)
        _keep(drawn, pyramid.below)

    tell.disabled = True
    buttons = Row(sizes, IconButton(sizes, "around", say("pyramid.turn"), turn), gap=1.2)
    if not large:
        opens = IconButton(sizes, "large", say("pyramid.large"), lambda: _enlarge(drawn, pyramid.below))
        buttons.add_widget(opens)
    # what is pointed at needs the room
    told_here = bool(drawn.meant) and not (brief and drawn.shown.outlined)
    if told_here:
        buttons.add_widget(tell)
    buttons.size_hint_y, buttons.height = None, sizes.mm(theme.TOUCH)
    ground = theme.SURFACE if large else theme.FELT
    return _laid_out(drawn, (pyramid, beside, buttons), brief, calls, ground)


def _laid_out(
    drawn: Drawn, things: tuple[Widget, Widget | None, Widget], brief: bool, calls: bool, ground: str
) -> Widget:
    sizes, (pyramid, beside, buttons) = drawn.sizes, things
    if brief and beside is not None and not calls and not (sizes.portrait and drawn.meant):
        return _in_a_row(drawn, pyramid, beside, buttons)  # no height for two things above each other
    if sizes.portrait:
        column = Column(sizes, pyramid, gap=0.8)
        if not brief:
            column.add_widget(_legend(drawn, ground))
        column.add_widget(buttons)
        if beside is None:
            return column
        beside.size_hint_x = 0.75 if brief else 0.55
        return Row(sizes, column, beside, gap=1.2)
    parts = [] if beside is None else [beside]
    if not brief:
        parts += [_legend(drawn, ground)] if parts else [space(), _legend(drawn, ground)]
    column = Column(sizes, *parts, buttons, gap=0.8)
    if not parts:
        buttons.pos_hint = {"center_y": 0.5}
    pyramid.size_hint_x = 1.05
    return Row(sizes, pyramid, column, gap=1.2)


def _in_a_row(drawn: Drawn, pyramid: Widget, beside: Widget, buttons: Widget) -> Widget:
    sizes = drawn.sizes
    pointed = bool(drawn.shown.outlined)
    across = 2 * theme.TOUCH + 1.2 + (WORDS if drawn.meant and not pointed else 0)
    buttons.size_hint_x, buttons.width, buttons.pos_hint = None, sizes.mm(across), {"center_y": 0.5}
    pyramid.size_hint_x = 1.0 if pointed else 0.3 if drawn.meant else 0.6
    return Row(sizes, pyramid, beside, buttons, gap=1.2)


def _legend(drawn: Drawn, ground: str) -> Widget:
    """What the patterns mean, for the colours that lie there."""
    sizes = drawn.sizes
    lying = {colour_of(die) for die in drawn.shown.pyramid.values()}
    row = Row(sizes, gap=0.6, **sizes.high(5))
    for colour in (*COLOURS, "t"):
        if colour in lying:
            words = drawn.say.game(drawn.game, colour_says(colour))
            row.add_widget(ColourSample(colour, **sizes.wide(5)))
            share = measured(words, sizes.text("small"), bold=False)[0]
            row.add_widget(Text(words, sizes, "small", ground=ground, size_hint_x=share))
    return row


def _offer_to_tell(drawn: Drawn, button: TextButton, cell: Cell | None) -> None:
    button.disabled = cell is None
    words = drawn.say("pyramid.tap")
    if cell is not None:
        words = drawn.say("pyramid.here")
    button.text = button.label.text = words


def _tell(drawn: Drawn, cell: Cell, waited_ns: int, large: bool) -> None:
    """A single choice is answered at once; for several a pad opens. An enlarged drawing stays enlarged."""
    drawn.hand.kept[ENLARGED] = large
    meant = drawn.meant[cell]
    offer = meant.offer
    if len(meant.choices) == 1:
        drawn.hand.answer(offer.ask, meant.choices[0].value, offer.seat, waited_ns)
    else:
        drawn.hand.open_pad(Offer(replace(offer.ask, choices=meant.choices), offer.seat))


def _keep(drawn: Drawn, below: int) -> None:
    turn = drawn.hand.kept.get(TURNED, ("", 0))[0]
    drawn.hand.kept[TURNED] = (turn, below)


def _enlarge(drawn: Drawn, below: int) -> None:
    """The same over the whole page: fingertips are larger than dice."""
    close = drawn.hand.clear_over
    place = _place(replace(drawn, below=below), None, brief=False, large=True)
    say, asked = drawn.say, next(iter(drawn.meant.values()), None)
    title = say("pyramid.title") if asked is None else say.game(drawn.game, asked.offer.ask.prompt)
    drawn.hand.lay_over(titled(drawn.sizes, title, place, close, say("common.close")), *LARGE)
