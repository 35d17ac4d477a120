"""Runs the vectors about geometry through the model (see `companion.lab.conform`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.asks import JSON
from companion.lab.conform import Answer, in_order, only_expected
from companion.lab.short_pyramid import SHORT, read_pyramid
from companion.pyramid import cells, dice, plan, sides
from companion.pyramid.cells import AXES, Cell, Shape, exists, shape_of, step, supports_of
from companion.pyramid.notation import Pyramid, die, facing
from companion.pyramid.notation import shape as shape_of_pyramid
from companion.pyramid.positions import check_cells
from companion.pyramid.shape import free_lying, free_sides, hidden, upper_funnels

POINTS: tuple[tuple[Cell, ...], ...] = tuple(  # G5: the 28 inner points of the base
    tuple(step((i, j, 9 - i - j), minus=axis) for axis in AXES) for i in range(1, 8) for j in range(1, 9 - i)
)


def situation(given: Mapping[str, JSON]) -> Pyramid:
    """The pyramid among the other things that *given* tells, as the vectors write it."""
    return read_pyramid({key: value for key, value in given.items() if key in SHORT})


def shape_told(cells: Iterable[Sequence[int]]) -> Shape:
    """The set of *cells* as somebody has written them down."""
    places: list[Cell] = [(i, j, k) for i, j, k in cells]
    check_cells(places)
    return shape_of(places)


def saddle(cells: Iterable[Cell]) -> Cell | None:
    """The cell of the funnel that three dice make together (G4), or None if they make none."""
    three = tuple(cells)
    top = tuple(min(c[axis] for c in three) for axis in AXES)
    funnel = top[0], top[1], top[2]
    if len(three) == 3 and exists(funnel) and set(supports_of(funnel)) == set(three):
        return funnel
    return None


def is_point(cells: Iterable[Cell]) -> bool:
    """Whether three dice of a layer stand round a point, on which no die can lie (G5)."""
    three = set(cells)
    tip = tuple(max(c[axis] for c in three) for axis in AXES)
    around = {step((tip[0], tip[1], tip[2]), minus=axis) for axis in AXES}
    return len(three) == 3 and three == around and all(exists(cell) for cell in three)


def recognises(vector: dict[str, Any]) -> bool:
    return vector.get("op") in HANDLES


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    """What the model says to *vector*."""
    expected, got = vector["expect"], HANDLES[vector["op"]](vector.get("in", {}))
    if isinstance(expected, list) and vector["op"] in _SETS:
        return Answer(in_order(expected), in_order(got))
    return Answer(expected, only_expected(expected, got))


def _counts(given: JSON) -> JSON:
    full = cells.FULL
    by_free_faces = [0, 0, 0, 0]
    for cell in cells.ALL_CELLS:
        by_free_faces[len(free_sides(full, cell))] += 1
    return {
        "layers": [layer.bit_count() for layer in reversed(cells.LAYERS)],
        "total": full.bit_count(),
        "base": cells.BASE.bit_count(),
        "edge": cells.EDGE_FUNNELS.bit_count(),
        "corner": sum(cells.layer(c) == cells.LOWEST and c.count(0) == 2 for c in cells.ALL_CELLS),
        "inner": (cells.BASE & ~cells.EDGE_FUNNELS).bit_count(),
        "saddles": len(cells.SADDLES),
        "points": len(POINTS),
        "hidden": hidden(full).bit_count(),
        "free_faces": list(reversed(by_free_faces)),
        "visible_faces": len(plan.rhombi(situation({"full": True}))),
        "orientations": len(dice.ORIENTATIONS),
    }


def _base_triples(given: JSON) -> JSON:
    return {"saddles": len(cells.SADDLES), "points": len(POINTS)}


def _free(given: JSON) -> JSON:
    return [list(cell) for cell in cells.cells_of(free_lying(shape_of_pyramid(situation(given))))]


def _funnels(given: JSON) -> JSON:
    return [list(cell) for cell in cells.cells_of(upper_funnels(shape_of_pyramid(situation(given))))]


def _freesides(given: JSON) -> JSON:
    cell = tuple(given["cell"])
    check_cells([cell])
    free = free_sides(shape_of_pyramid(situation(given)), cell)
    return "".join(sides.SIDES[axis] for axis in free)


def _triple(given: JSON) -> JSON:
    three = [tuple(cell) for cell in given["cells"]]
    funnel = saddle(three)
    if funnel:
        return {"saddle": list(funnel)}
    return "point" if is_point(three) else None


def _third(given: JSON) -> JSON:
    return [list(faces) for faces in dice.turnings(given["abc"])]


def _valid_ori(given: JSON) -> JSON:
    return dice.is_right_handed(given["ori"])


def _tip(given: JSON) -> JSON:
    faces = tuple(given["ori"])
    for direction in given["moves"]:
        faces = sides.tip_faces(faces, sides.axis_of(given["seat"]), direction)
    return list(faces)


def _sum(given: JSON) -> JSON:
    dice_there = {name: die(faces=faces) for name, faces in given["ori"].items()}
    numbers = facing(dice_there, tuple(given["cell"]))
    return None if None in numbers else sum(number or 0 for number in numbers)


HANDLES = {
    "counts": _counts,
    "base_triples": _base_triples,
    "free": _free,
    "funnels": _funnels,
    "freesides": _freesides,
    "triple": _triple,
    "third": _third,
    "valid_ori": _valid_ori,
    "tip": _tip,
    "sum": _sum,
}
_SETS = ("free", "funnels", "third")
