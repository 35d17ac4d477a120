"""Whether a pyramid can be, where table and companion differ, and what to do to agree again.

The table is the truth: what it shows is believed, except for what no table can show. Nothing here touches a
score; every game that uses the pyramid takes an `Agree` as a move.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.asks import JSON, Say
from companion.game import Move
from companion.pyramid import notation
from companion.pyramid.cells import LOWEST, Cell, Shape, cells_of, exists, layer, shape_of, supports_of
from companion.pyramid.dice import is_a_die
from companion.pyramid.notation import CellName, DieName, Pyramid, cell_named, name_of, shape, updated
from companion.pyramid.shape import closure, unsupported
from companion.rulings import Refusal, against

STOCK: Mapping[str, int] = {"r": 55, "y": 55, "m": 55, "t": 1}  # G1: what is in the box
_FULL_COLOUR = {name: letter for letter, name in notation.COLOUR_NAMES.items()} | {"white": "m", "mop": "m"}


class Built(Move, frozen=True, tag="built"):
    """The pyramid or its base lies there; `pyramid` has what was seen of it, perhaps while it was built."""

    pyramid: Pyramid = msgspec.field(default_factory=dict)


class Agree(Move, frozen=True, tag="agree"):
    """The whole table agrees that the pyramid lies like this now; scores and turn stay as they are."""

    pyramid: Pyramid


class Difference(msgspec.Struct, frozen=True):
    """The differences between the table and what the companion believed."""

    placed: Pyramid = {}  # dice that have come
    taken: tuple[Cell, ...] = ()  # dice that are gone
    turned: Pyramid = {}  # dice that lie in the same place and show other numbers
    swapped: Pyramid = {}  # another colour in the same place

    def __bool__(self) -> bool:
        return bool(self.placed or self.taken or self.turned or self.swapped)


def cell_says(cell: Cell) -> Say:
    """*cell* in words."""
    return Say("cell", {"layer": LOWEST - layer(cell) + 1, "a": cell[0], "b": cell[1], "c": cell[2]})


def cells_say(cells: Iterable[Cell]) -> list[Say]:
    return [cell_says(cell) for cell in cells]


def colour_says(colour: str) -> Say:
    return Say(f"colour.{notation.COLOUR_NAMES.get(colour, 'unknown')}")


# --- can it be? ---


def trouble(pyramid: Pyramid, stock: Mapping[str, int] = STOCK) -> Refusal | None:
    """The first reason why no table can show *pyramid*, with what to do; None if it can be."""
    return next(iter(troubles(pyramid, stock)), None)


def troubles(pyramid: Pyramid, stock: Mapping[str, int] = STOCK) -> tuple[Refusal, ...]:
    """Every reason why no table can show *pyramid*."""
    outside = tuple(name for name in pyramid if not exists(cell_named(name)))
    if outside:
        return (against("G1", "no_such_cell", cell=outside[0]),)
    return (*_hanging(shape(pyramid)), *_too_many(pyramid, stock), *_impossible(pyramid))


def _hanging(occupied: Shape) -> tuple[Refusal, ...]:
    hanging = cells_of(unsupported(occupied))
    missing = {cell: [c for c in supports_of(cell) if not occupied & shape_of([c])] for cell in hanging}
    return tuple(
        against("G2", "hangs", cell=cell_says(cell), missing=cells_say(below))
        for cell, below in missing.items()
    )


def _too_many(pyramid: Pyramid, stock: Mapping[str, int]) -> tuple[Refusal, ...]:
    counts = Counter(lying[0] for lying in pyramid.values() if lying[0] != "?")
    return tuple(
        against("G1", "too_many", colour=colour_says(colour), n=n, most=stock.get(colour, 0))
        for colour, n in sorted(counts.items())
        if n > stock.get(colour, 0)
    )


def _impossible(pyramid: Pyramid) -> tuple[Refusal, ...]:
    return tuple(
        against("G16", "impossible_faces", cell=cell_says(cell_named(name)), **_by_side(lying))
        for name, lying in pyramid.items()
        if not is_a_die(notation.faces_of(lying))
    )


def _by_side(lying: DieName) -> dict[str, str]:
    return dict(zip("abc", lying[1:], strict=True))


# --- what the table shows ---


def look(value: JSON, believed: Pyramid) -> Pyramid | Refusal:
    """The pyramid after the fact *value*, knowing what was *believed*; a refusal if it contradicts itself.

    A fact is a whole pyramid ``{"dice": {…}}``, what the eyes see ``{"cells": [{"ijk": …, "colour": …,
    "faces": {"-i": 3}}]}``, or a change ``{"placed": {…}, "taken": ["8,0,0"], "turned": {…}}``.
    """
    try:
        return _look(value, believed)
    except (msgspec.ValidationError, LookupError, TypeError, ValueError, AttributeError):
        return against("G1", "unreadable_pyramid")


def _look(value: JSON, believed: Pyramid) -> Pyramid | Refusal:
    if "cells" in value:
        return _from_eyes(value["cells"], believed)
    if "dice" in value:
        return notation.read_pyramid(value["dice"])
    return _changed(msgspec.convert(value, _Change), believed)


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    placed: Pyramid = {}
    taken: tuple[CellName, ...] = ()
    turned: Pyramid = {}


def _changed(change: _Change, believed: Pyramid) -> Pyramid | Refusal:
    for name in change.placed:
        if name in believed and name not in change.taken:
            return against("G2", "two_in_one", cell=cell_says(cell_named(name)))
    for name in (*change.taken, *change.turned):
        if name not in believed:
            return against("G2", "nothing_there", cell=cell_says(cell_named(name)))
    kept = {name: lying for name, lying in believed.items() if name not in change.taken}
    return {
        **kept,
        **change.placed,
        **{n: updated(believed[n], t) for n, t in change.turned.items()},
    }


class _Seen(msgspec.Struct, frozen=True):
    """A die that the eyes see; what else they tell of it does not matter here."""

    ijk: Cell
    colour: Any = "?"
    faces: dict[str, Any] = {}


def _from_eyes(cells: JSON, believed: Pyramid) -> Pyramid | Refusal:
    seen: Pyramid = {}
    for part in msgspec.convert(cells, tuple[_Seen, ...]):
        name, colour, faces = name_of(part.ijk), part.colour, part.faces
        if name in seen:
            return against("G2", "two_in_one", cell=cell_says(part.ijk))
        letter = colour if colour in notation.COLOUR_NAMES else _FULL_COLOUR.get(colour, "?")
        seen[name] = notation.die(letter, (faces.get("-i"), faces.get("-j"), faces.get("-k")))
    return from_above(msgspec.convert(seen, Pyramid), believed)


def from_above(seen: Pyramid, believed: Pyramid) -> Pyramid:
    """The whole pyramid when only the dice in *seen* can be seen: below each of them there must be others.

    What is hidden stays as it was believed; hidden dice that nobody knows are written "????".
    """
    if any(not exists(cell_named(name)) for name in seen):
        return seen
    whole = closure(0, shape(seen))
    names = (name_of(cell) for cell in cells_of(whole))
    return {
        n: updated(believed.get(n, notation.UNKNOWN_DIE), seen.get(n, notation.UNKNOWN_DIE)) for n in names
    }


def difference(believed: Pyramid, shown: Pyramid) -> Difference:
    """The differences of *shown* from *believed*; what is unknown on either side is not a difference."""
    both = [name for name in shown if name in believed]
    return Difference(
        placed={name: lying for name, lying in shown.items() if name not in believed},
        taken=tuple(sorted(cell_named(name) for name in believed if name not in shown)),
        turned={name: shown[name] for name in both if _differ(believed[name][1:], shown[name][1:])},
        swapped={name: shown[name] for name in both if _differ(believed[name][0], shown[name][0])},
    )


def _differ(one: str, other: str) -> bool:
    return one != other and any("?" not in (a, b) and a != b for a, b in zip(one, other, strict=True))


def repairs(believed: Pyramid, differing: Difference) -> tuple[Say, ...]:
    """What to lay, take or turn so that the table looks as the companion believes: one sentence each."""
    lay = [_put_back(cell, believed[name_of(cell)]) for cell in reversed(differing.taken)]
    take = [Say("take_away", _where(cell_named(n), lying)) for n, lying in differing.placed.items()]
    turn = [Say("turn_back", _where(cell_named(n), believed[n])) for n in differing.turned]
    swap = [Say("swap_back", _where(cell_named(n), believed[n])) for n in differing.swapped]
    return (*take, *lay, *swap, *turn)


def _put_back(cell: Cell, lying: DieName) -> Say:
    """Which die to lay where; the numbers only where they are known."""
    known = [
        Say("shows", {"number": number, "side": side})
        for side, number in zip("ABC", lying[1:], strict=True)
        if number != "?"
    ]
    return Say("put_back" if known else "put_back_any_way", {**_where(cell, lying), "shows": known})


def _where(cell: Cell, lying: DieName) -> dict[str, object]:
    return {"cell": cell_says(cell), "colour": colour_says(lying[0]), **_by_side(lying)}


# --- colours and numbers that lay there unread: they are learnt whenever the eyes or the table tell them ---


class Seen(Move, frozen=True, tag="seen"):
    """The pyramid lies as it was believed, and some of its colours or numbers have been read now."""

    pyramid: Pyramid


def learnt(believed: Pyramid, seen: Pyramid) -> Pyramid:
    """*believed* with everything that *seen* tells besides."""
    news = {name: updated(believed[name], die) for name, die in seen.items() if name in believed}
    return notation.Laid(believed | news, shape(believed)) if news else believed


def seen_in(value: JSON, believed: Pyramid) -> Seen:
    """What a pyramid fact without any difference from *believed* says."""
    shown = look(value, believed)
    return Seen(pyramid={} if isinstance(shown, Refusal) else learnt(believed, shown))


def refuse_seen(believed: Pyramid, seen: Pyramid) -> Refusal | None:
    """Why *seen* cannot be the pyramid that was *believed*, only better known (G1, G2)."""
    if not seen:
        return None
    differing = difference(believed, {**believed, **seen})
    if not differing:
        return trouble(seen)
    dice = (*differing.placed, *differing.turned, *differing.swapped)
    return against("G2", "not_as_believed", cells=cells_say(cell_named(name) for name in dice))
