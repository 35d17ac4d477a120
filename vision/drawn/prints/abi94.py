"""Abi '94: plus cards in the colour and shape of their subject, minus cards, and what happens at school."""

from collections.abc import Iterable
from functools import cache

from companion.asks import Say
from companion.games.abi94.deck import CardKind, shipped
from companion.words import printed_languages, words_of
from vision.drawn.prints.card import WIDE, both_ways, frame, index, readable, title
from vision.drawn.prints.signs import sign
from vision.drawn.shapes import Drawing, fitting, marks
from vision.kit.bead_code import Row, rows
from vision.kit.values import COLOURS
from vision.pictures import Colour

SUBJECTS: dict[str, tuple[Colour, str]] = {
    "sport": (COLOURS["green"], "disc"),
    "art": (COLOURS["yellow"], "square"),
    "english": ((45, 40, 205), "triangle"),
    "maths": (COLOURS["blue"], "star"),
    "physics": (COLOURS["purple"], "cross"),
}
OTHER_SUBJECT = (COLOURS["orange"], "heart")
MINUS: tuple[Colour, str] = ((30, 75, 135), "drop")
EVENT: tuple[Colour, str] = ((140, 135, 0), "diamond")
BEADED = {"a": "abi94", "b": "abi94-b"}
PICTURES = {"mamapapa": "two_people", "cheating": "eye", "manta": "car", "meditation": "calm"}


def copies(deck: str = "a") -> dict[str, int]:
    return {kind.id: kind.count for kind in shipped(deck)}


def card_of(deck: str, name: str) -> Drawing:
    """A card of the deck *deck* that comes with the game."""
    return draw(_kinds(deck)[name], rows()[BEADED[deck], name])


@cache
def _kinds(deck: str) -> dict[str, CardKind]:
    return {kind.id: kind for kind in shipped(deck)}


def draw(kind: CardKind, row: Row = ()) -> Drawing:
    """Any card that a deck file describes: a family's own deck can be printed too, if without beads."""
    if not kind.value:
        return _event(kind, row)
    colour, sign_name = SUBJECTS.get(kind.subject, OTHER_SUBJECT) if kind.value > 0 else MINUS
    text, ink = f"{kind.value:+d}", readable(colour)
    return (
        *frame(colour, row=row),
        *index(text, sign_name, colour, ink=ink),
        *fitting(text, WIDE / 2, 31.0, 25.0, 24.0, ink),
        *title(_names(kind)),
        *both_ways(marks(kind.subject[:1].upper(), 43.2, 23.5, 4.0, ink) if kind.subject else ()),
    )


def _event(kind: CardKind, row: Row) -> Drawing:
    colour, sign_name = EVENT
    return (
        *frame(colour, row=row),
        *index(kind.id[:2].upper(), sign_name, colour, high=7.0),
        *sign(PICTURES.get(kind.effect, "star"), WIDE / 2, 43.0, 13.0, colour),
        *title(_names(kind)),
    )


def _names(kind: CardKind) -> Iterable[str]:
    """In both languages; a subject has its own word, an effect too."""
    keys = [f"effect.{kind.effect}"] if kind.effect else [f"subject.{kind.subject}"] if kind.subject else []
    said = words_of("companion.games.abi94")
    names = ("".join(said.say(Say(key), language) for key in keys) for language in printed_languages())
    return [name[:1].upper() + name[1:] for name in names]
