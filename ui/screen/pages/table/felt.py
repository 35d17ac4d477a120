"""What lies in the middle: dice, the picture in which they were read, common piles, who called."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct

from companion.asks import MS
from companion.game import certain
from companion.layout import Die, Pile, View
from companion.pyramid.cells import Cell
from companion.sightings import Box
from companion.table.judge import milliseconds
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import COLOUR_MARKS, Face
from ui.screen.numbered import Pointed
from ui.screen.offers import Offer
from ui.screen.pages.table.desk import Desk
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.cards import CardFan
from ui.screen.parts.dice import DieFace
from ui.screen.parts.layout import Column, Grid, Row, Text, beside, on_felt
from ui.screen.parts.pads import dice_pad
from ui.screen.parts.touch import Badge, Touchable
from ui.screen.ports import Look
from ui.screen.scene import Called

MARGIN = 0.35  # of the largest die, round all dice on the camera's picture


def picture_of(
    look: Look,
    boxes: Sequence[Box],
    arrows: Sequence[tuple[Box, Box]] = (),
    around: float = MARGIN,
    **kwargs: Any,
) -> CameraView:
    """The part of *look* in which *boxes* lie, each in a frame; without boxes the whole picture."""
    frame = certain(look.frame)
    if not boxes:
        return CameraView(**kwargs).show(frame)
    margin = around * max(max(box[2], box[3]) for box in boxes)
    left, top = min(box[0] for box in boxes) - margin, min(box[1] for box in boxes) - margin
    right = max(box[0] + box[2] for box in boxes) + margin
    bottom = max(box[1] + box[3] for box in boxes) + margin
    tall, wide = frame.picture.shape[:2]
    part = (max(0, int(left)), max(0, int(top)), min(wide, int(right)), min(tall, int(bottom)))
    return CameraView(**kwargs).show(frame, boxes, arrows=arrows, part=part)


SHOWN = 8  # cards of a common pile


class Felt(Struct, frozen=True):
    """The value of this region."""

    dice: tuple[Die, ...]
    piles: tuple[Pile, ...]  # those that belong to nobody
    calls: tuple[Called, ...]
    waited_for: tuple[Face, ...]
    faces: tuple[Face, ...]
    look: int
    tappable: bool
    brief: bool = False  # something else needs the place more than the words below the dice
    offered: tuple[Offer, ...] = ()  # for a view of its own, where it can be touched
    view: View | None = None  # for a view of its own: all that the game shows
    room: int = 40  # height in millimetres, about
    numbers: Mapping[Cell, int] = {}
    pointed: Pointed = Pointed()  # what somebody is to do there, does or may not do
    nearest: str = ""  # the one person who looks at it, where bots play with them
    roll: Offer | None = None  # dice that are entered by touch right here


def roll_region(desk: Desk, offer: Offer) -> Widget:
    """For tables without eyes: a line of faces for each die, made once, without a button before them."""
    answer = lambda value: desk.answer(offer.ask, value, offer.seat, 0)  # noqa: E731
    name, kept = f"roll {offer.ask.dice}", desk.kept
    if name not in kept:
        kept[name] = on_felt(desk.sizes, dice_pad(desk.sizes, offer.ask.dice, answer), pad=0.5)
    kept[name].children[0].begin(answer)
    return kept[name]


class Spread(Desk, frozen=True, eq=False, kw_only=True):
    """All that a felt is made of. *details* are what the game's own view brings besides."""

    felt: Felt
    details: dict[str, Any]
    look: Look | None  # in which the dice of now were read
    touched: Callable[[int], None]  # receives the number of the die that was tapped


def felt_region(spread: Spread) -> Widget:
    """The felt that is good for any game."""
    sizes, felt = spread.sizes, spread.felt
    parts: list[Widget] = []
    if felt.dice:
        parts.append(dice_tray(spread))
    if any(pile.cards or pile.count for pile in felt.piles):
        parts.append(_piles(spread))
    lying: Widget = Column(sizes, *(parts or [_names(sizes, felt.waited_for)]), gap=1.0)
    if felt.calls:
        lying = beside(sizes, lying, calls_list(spread))
    return on_felt(sizes, lying, pad=1.6)


def _names(sizes: theme.Sizes, faces: Sequence[Face]) -> Widget:
    """Who is waited for, in words with small signs: large ones would look like buttons."""
    grid = Grid(sizes, cols=min(len(faces), 2 if sizes.portrait else 3) or 1, gap=1.4)
    for face in faces:
        name = Text(face.name, sizes, "body", theme.MUTED)
        grid.add_widget(Row(sizes, Badge(face, **sizes.wide(5)), name, gap=0.8))
    return grid


def dice_tray(spread: Spread, worded: bool = True) -> Widget:
    """The dice, each to be tapped where that is for something, the picture of them, and what they say."""
    sizes, say, felt, look = spread.sizes, spread.say, spread.felt, spread.look
    row = Row(sizes, gap=1.4)
    for number, die in enumerate(felt.dice):
        face: Widget = DieFace(die.kind, die.value, die.barred)
        if felt.tappable:
            tapped, name = partial(spread.touched, number), say("table.die", number=number + 1)
            face = Touchable(sizes, tapped, face, look="felt", pad=0.4, text=name)
        row.add_widget(face)
    if felt.look and look is not None and look.frame is not None:
        boxes = [die.box for die in look.sighting.dice]
        row.add_widget(picture_of(look, boxes, size_hint_x=max(0.8, len(felt.dice) * 0.45)))
    words = [spread.words(die.note) if die.note else colour_name(say, die) for die in felt.dice]
    line = " · ".join(word for word in words if word)
    if not line or felt.brief or not worded:
        return row
    text = Text(line, sizes, "body", align="center", **sizes.high(5.4))
    return Column(sizes, row, text, gap=0.4)


def colour_name(say: Speaker, die: Die) -> str:
    """The name of a colour die's colour in words, so that it is known without seeing it."""
    if die.kind != "colour" or die.value not in COLOUR_MARKS:
        return ""
    name = say(f"looks.{die.value}")
    return say("table.barred", colour=name) if die.barred else name


def _piles(spread: Spread) -> Widget:
    sizes, piles = spread.sizes, spread.felt.piles
    grid = Grid(sizes, cols=min(len(piles), 5), gap=1.4)
    for pile in piles:
        count = pile.count or len(pile.cards)
        label = spread.words(pile.label)
        name = f"{label} · {count}" if count else label
        below = Text(name, sizes, "small", align="center", **sizes.high(4))
        cards = pile.cards[-SHOWN:] or (("?",) if count else ())
        grid.add_widget(Column(sizes, CardFan(pile.deck, cards), below, gap=0.4))
    return grid


def calls_list(spread: Spread) -> Widget:
    """Who called first, and by how much the others came later: beside the dice, or in portrait below them."""
    sizes, say, faces = spread.sizes, spread.say, spread.faces
    lines = []
    for place, call in enumerate(spread.felt.calls, start=1):
        first = place == 1
        words = (
            say("table.first") if first else say("table.gap", place=place, ms=milliseconds(call.gap_ms * MS))
        )
        badge = Badge(faces[call.seat], **sizes.wide(7))
        lines.append(Row(sizes, badge, Text(words, sizes, "body", bold=first), gap=0.8))
    few = len(lines) < 4
    if sizes.portrait:
        return Grid(sizes, *lines, cols=min(3, len(lines)), gap=0, **sizes.high(6 * -(-len(lines) // 3)))
    return Grid(sizes, *lines, cols=1 if few else 2, gap=0, **sizes.wide(30 if few else 46))
