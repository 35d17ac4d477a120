"""What has changed between two settled views: which dice came, went, were tipped, turned or slid.

Pyramids are written as everywhere in the house (`companion.pyramid.notation`): hidden dice stay as they were
known, and what nobody has seen is a question mark.
"""

from collections.abc import Iterable

from msgspec import Struct

from companion.pyramid import notation
from companion.pyramid.agree import difference
from companion.pyramid.cells import AXES, LOWEST, Cell, bit, layer, shape_of, step
from companion.pyramid.dice import tipped
from companion.pyramid.shape import free_sides, slide
from companion.sightings import PyramidDieSeen, PyramidSeen
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.changes

_LETTERS = {"red": "r", "yellow": "y", "white": "m"}


class Moved(Struct, frozen=True):
    """A die that has moved to another place."""

    start: Cell
    end: Cell


class Changes(Struct, frozen=True):
    """The differences; every die is named once, with the likeliest event."""

    added: notation.Pyramid = {}
    taken: notation.Pyramid = {}  # with what was known of them
    turned: notation.Pyramid = {}  # in the same place, with other numbers
    tipped: tuple[Moved, ...] = ()  # rolled into a neighbouring funnel
    slid: tuple[Moved, ...] = ()  # come down a row after a die was taken below them

    def __bool__(self) -> bool:
        return bool(self.added or self.taken or self.turned or self.tipped or self.slid)


def written(seen: PyramidSeen, before: notation.Pyramid | None = None) -> notation.Pyramid:
    """The whole pyramid as it is known now: the visible dice, and below them what was seen *before*."""
    known, visible = before or {}, {notation.name_of(one.cell): one for one in seen.dice}
    out: notation.Pyramid = {}
    for cell in seen.occupied:
        name = notation.name_of(cell)
        one = visible.get(name)
        out[name] = _known_now(known.get(name, notation.UNKNOWN_DIE), one)
    return out


def _known_now(before: notation.DieName, one: PyramidDieSeen | None) -> notation.DieName:
    """Merges what was known about a die with what is seen now.

    Nobody turns a die on which another one leans, but may lift that and put it back: what is seen of such a
    one has to be certain to count for more than what was known, or no face of it may be as it was.
    """
    if one is None:
        return before
    now = notation.die(_LETTERS.get(one.colour, "?"), one.faces)
    leant_on = not all(one.seen)
    unlike = _unlike(before, now)
    if leant_on and unlike and one.confidence < _S.certain and not (unlike > 1 and _is_none_of(before, one)):
        return before
    return _merged(before, now)


def _is_none_of(before: notation.DieName, one: PyramidDieSeen) -> bool:
    """Whether no visible face of a die can show the number that was known."""
    known = [face for face, seen in zip(notation.faces_of(before), one.seen, strict=True) if seen]
    may_be = [choices for choices, seen in zip(one.choices, one.seen, strict=False) if seen]
    return bool(may_be) and all(face not in choices for face, choices in zip(known, may_be, strict=True))


def _merged(before: notation.DieName, now: notation.DieName) -> notation.DieName:
    """What is known of the die in a place: another colour means another die, of which only *now* is known."""
    other = "?" not in (before[0], now[0]) and before[0] != now[0]
    return notation.updated(notation.UNKNOWN_DIE if other else before, now)


def changes(before: notation.Pyramid, seen: PyramidSeen) -> tuple[Changes, notation.Pyramid]:
    """What has happened since *before*, and the whole pyramid as it is known now."""
    slid = _slide(before, seen)
    expected = _after(before, slid) if slid else before
    now = written(seen, expected)
    apart = difference(expected, now)
    added = dict(apart.placed)
    taken = {notation.name_of(cell): expected[notation.name_of(cell)] for cell in apart.taken}
    if slid:
        first = notation.name_of(slid[0].end)
        taken[first] = before[first]
    for name, lying in apart.swapped.items():
        added[name], taken[name] = lying, expected[name]
    rolled = _tips(added, taken)
    for move in rolled:
        del added[notation.name_of(move.end)], taken[notation.name_of(move.start)]
    turned = {name: lying for name, lying in apart.turned.items() if name not in apart.swapped}
    return Changes(added, taken, turned, rolled, slid), now


# --- dice that slide ---


def _slide(before: notation.Pyramid, seen: PyramidSeen) -> tuple[Moved, ...]:
    """The dice that came down if the row above a taken one of the lowest layer did; () if none did."""
    was, now = notation.shape(before), shape_of(seen.occupied)
    gone = [notation.cell_named(name) for name in before if not now & bit(notation.cell_named(name))]
    if len(gone) != 1 or was & ~now != bit(gone[0]) or now & ~was or layer(gone[0]) == LOWEST:
        return ()
    for axis in AXES:
        taken = _down_to_the_base(gone[0], axis)
        if len(free_sides(was, taken)) < 2:
            continue
        way = slide(was, taken)
        if way.vacated == gone[0]:
            moved = tuple(Moved(cell, step(cell, axis)) for cell in way.moved)
            if _fits_better(before, moved, seen):
                return moved
    return ()


def _down_to_the_base(cell: Cell, axis: int) -> Cell:
    while layer(cell) < LOWEST:
        cell = step(cell, axis)
    return cell


def _fits_better(before: notation.Pyramid, moved: Iterable[Moved], seen: PyramidSeen) -> bool:
    """Whether the picture supports the slide rather than a die taken from above."""
    visible = {one.cell: one for one in seen.dice}
    slid = still = 0
    for move in moved:
        one = visible.get(move.end)
        if one is None:
            continue
        now = notation.die(_LETTERS.get(one.colour, "?"), one.faces)
        slid += _unlike(before[notation.name_of(move.start)], now)
        still += _unlike(before[notation.name_of(move.end)], now)
    return slid < still


def _unlike(one: notation.DieName, other: notation.DieName) -> int:
    return sum("?" not in (a, b) and a != b for a, b in zip(one, other, strict=True))


def _after(before: notation.Pyramid, moved: Iterable[Moved]) -> notation.Pyramid:
    out = dict(before)
    for move in moved:
        out[notation.name_of(move.end)] = out.pop(notation.name_of(move.start))
    return out


# --- dice that were tipped ---


def _tips(added: notation.Pyramid, taken: notation.Pyramid) -> tuple[Moved, ...]:
    """Pairs of a die that went and one that came in the funnel beside it, turned as a tip turns it."""
    found: list[Moved] = []
    left = set(added)
    for name, was in taken.items():
        start = notation.cell_named(name)
        for plus, minus in ((p, m) for p in AXES for m in AXES if p != m):
            end = step(start, plus, minus)
            if notation.name_of(end) in left and _is_tip(was, added[notation.name_of(end)], plus, minus):
                found.append(Moved(start, end))
                left.discard(notation.name_of(end))
                break
    return tuple(found)


def _is_tip(was: notation.DieName, now: notation.DieName, plus: int, minus: int) -> bool:
    faces = notation.faces_of(was)
    if was[0] != now[0] or None in faces:
        return False
    expected = tipped((faces[0] or 0, faces[1] or 0, faces[2] or 0), plus, minus)
    return all(n in (None, e) for n, e in zip(notation.faces_of(now), expected, strict=True))
