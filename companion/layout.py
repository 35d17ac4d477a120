"""What a screen may show of a game, and what should lie in plain view now, as far as it is known.

What lies there has one notation for all games. The referee says it (`Game.lies`), and so does whoever knows
what truly lies there, like a simulated family:

    Layout(
        deck="abspecken",
        dice={"pips": ("3", "5"), "colour": ("red",)},
        piles={"discard:Elfi": ("2", "?", "5")},
        rows={"row": ("9C", "QH", "?")},
        pyramid={"8,0,0": "r6??", "7,1,0": "?"},
    )

Places are named as in asks. What a layout does not name nobody knows, so that nothing is wrong there. What is
named may have parts that nobody knows: `UNKNOWN` is a die or a card that lies there, whatever it shows, and
in the pyramid a cell in which a die may lie or not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import JSON, Ask, Kind, Say
from companion.cards import UNKNOWN, Cards

# --- all that a screen may show of a game: plain values, made by the game, read by the screens ---


class Stat(Struct, frozen=True, omit_defaults=True):
    """A labelled figure in a seat's panel, like "hand 5"."""

    label: Say
    value: str


class SeatPanel(Struct, frozen=True, omit_defaults=True):
    """One person at the table."""

    seat: str
    score: int = 0
    stats: tuple[Stat, ...] = ()
    turn: bool = False
    out: bool = False


class Pile(Struct, frozen=True, omit_defaults=True):
    """Cards that lie somewhere: the known ones by name, the last on top; "?" is a card nobody has seen."""

    place: str  # like "discard:Elfi"
    label: Say
    cards: tuple[str, ...] = ()
    count: int = 0
    deck: str = ""


def pile(place: str, cards: Cards, deck: str = "", count: int = 0) -> Pile:
    """The *cards* at *place*, and *count* more, with words from the words file, like ``pile.discard``."""
    what, _, seat = place.partition(":")
    return Pile(place, Say(f"pile.{what}", {"seat": seat} if seat else {}), cards, count + len(cards), deck)


class Die(Struct, frozen=True, omit_defaults=True):
    """A die that counts now."""

    kind: str
    value: str
    barred: bool = False
    note: Say | None = None


class Row(Struct, frozen=True, omit_defaults=True):
    """A line of the score sheet: one cell a seat, in the order of `State.seats` even if people have moved."""

    label: Say
    cells: tuple[str, ...]
    sums: bool = False  # it adds up others, and is no round of its own


def counted(label: Say, counts: Mapping[str, int], seats: Sequence[str]) -> Row:
    """A line of figures; who is not among the *counts* has none."""
    return Row(label, tuple(str(counts.get(seat, 0)) for seat in seats))


class View(Struct, frozen=True, omit_defaults=True):
    """What lies on the table and what the sheet says."""

    phase: Say
    panels: tuple[SeatPanel, ...]
    dice: tuple[Die, ...] = ()
    piles: tuple[Pile, ...] = ()
    sheet: tuple[Row, ...] = ()
    detail: JSON = None  # what a game's own table view wants besides; never anything hidden

    @property
    def details(self) -> dict[str, Any]:
        """The parts of `detail` by name; {} where there are none."""
        return self.detail if isinstance(self.detail, dict) else {}


DISCARD = "discard"  # what the places are called where cards are laid upon each other
NOW = "now"
Tray = Mapping[str, tuple[str, ...]]  # the faces of the dice by their kind, in no order: sorted


class Layout(Struct, frozen=True, omit_defaults=True):
    """What lies on the table: the dice in the tray, piles, rows, and the cells of the pyramid."""

    dice: Tray | None = None  # None: there may be any
    piles: Mapping[str, Cards] = {}  # cards upon each other, the last on top
    rows: Mapping[str, Cards] = {}  # cards beside each other from left to right; shown hands, too
    pyramid: Mapping[str, str] | None = None  # dice by cells, as `companion.pyramid.notation` writes them
    deck: str = ""  # of all cards

    @property
    def places(self) -> dict[str, Cards]:
        """The cards of all piles and rows by their places."""
        return {**self.piles, **self.rows}

    def with_cells(self, cells: Mapping[str, str]) -> "Layout":
        """The same with these *cells* of the pyramid."""
        return replace(self, pyramid={**(self.pyramid or {}), **cells} or None)

    def unlike(self, other: "Layout") -> Iterator[str]:
        """Where the two contradict each other, in words; what one of them does not know contradicts nothing.

        >>> list(Layout(piles={"discard": ("2", "?")}).unlike(Layout(piles={"discard": ("3", "4")})))
        ["discard: ('2', '?'), not ('3', '4')"]
        """
        if self.dice is not None and other.dice is not None:
            for kind in sorted({*self.dice, *other.dice}):
                mine, others = self.dice.get(kind, ()), other.dice.get(kind, ())
                if not same_tray(mine, others):
                    yield f"{kind} dice: {mine}, not {others}"
        theirs = other.places
        for place, cards in self.places.items():
            if not same_cards(cards, theirs.get(place, cards)):
                yield f"{place}: {cards}, not {theirs[place]}"
        if self.pyramid is not None and other.pyramid is not None:
            for cell in sorted({*self.pyramid, *other.pyramid}):
                mine_there, theirs_there = self.pyramid.get(cell, ""), other.pyramid.get(cell, "")
                if not same_die(mine_there, theirs_there):
                    yield f"cell {cell}: {mine_there or 'empty'}, not {theirs_there or 'empty'}"


def same_cards(cards: Sequence[str], others: Sequence[str]) -> bool:
    """Whether both can be the same cards."""
    if len(cards) != len(others):
        return False
    return all(UNKNOWN in (a, b) or a == b for a, b in zip(cards, others, strict=True))


def same_tray(faces: Sequence[str], others: Sequence[str]) -> bool:
    """Whether both can be the same dice of one kind."""
    known, rest = [face for face in faces if face != UNKNOWN], list(others)
    for face in known:
        if face not in rest and UNKNOWN not in rest:
            return False
        rest.remove(face if face in rest else UNKNOWN)
    return len(faces) == len(others)


def same_die(die: str, other: str) -> bool:
    """Whether both can be the same die of the pyramid; "" is an empty cell.

    >>> same_die("r6??", "?623"), same_die("r6??", "y623"), same_die("", "?"), same_die("", "????")
    (True, False, True, False)
    """
    return UNKNOWN in (die, other) or same_cards(die, other)


def tray(dice: Mapping[str, Iterable[object]]) -> Tray:
    """*dice* as they lie in the tray, in the notation of a fact or of a layout.

    >>> tray({"pips": [5, 3], "piggy": []})
    {'pips': ('3', '5')}
    """
    lying = {kind: tuple(sorted(map(str, faces))) for kind, faces in dice.items()}
    return {kind: faces for kind, faces in lying.items() if faces}


def tray_of(dice: Iterable[Die]) -> Tray:
    """*dice* of a view as they lie in the tray."""
    lying: dict[str, list[str]] = {}
    for die in dice:
        lying.setdefault(die.kind, []).append(die.value)
    return tray(lying)


def is_pile(place: str) -> bool:
    """Whether cards lie upon each other at *place*: on somebody's pile, or on the one of all."""
    return place.partition(":")[0] in (DISCARD, NOW)


def known_from(view: View, asks: Sequence[Ask], pyramid: Mapping[str, str] | None) -> Layout:
    """What a game that does not say it itself lets everybody see, and what its *asks* say lies there.

    Hands and packs are shown as piles as well; only what cards are asked for is sure to lie in view.
    """
    asked = {a.place: a.lies for a in asks if a.kind is Kind.CARD and (a.lies or is_pile(a.place))}
    lying = asked | {pile.place: pile.cards for pile in view.piles if is_pile(pile.place)}
    return Layout(
        dice=tray_of(view.dice) or None,
        piles={place: cards for place, cards in lying.items() if is_pile(place)},
        rows={place: cards for place, cards in lying.items() if not is_pile(place)},
        pyramid=pyramid or None,
        deck=next((ask.deck for ask in asks if ask.deck), ""),
    )
