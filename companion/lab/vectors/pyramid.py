"""Runs the vectors about geometry through the model (see `companion.lab.conform`)."""

from typing import Any

from companion.facts import JSON
from companion.lab.conform import Answer, in_order, only_expected
from companion.pyramid import cells, dice, plan, sides
from companion.pyramid.notation import die, facing, situation
from companion.pyramid.notation import shape as shape_of_pyramid
from companion.pyramid.positions import check_cells
from companion.pyramid.shape import free_lying, free_sides, hidden, upper_funnels


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
        "corner": cells.CORNER_FUNNELS.bit_count(),
        "inner": (cells.BASE & ~cells.EDGE_FUNNELS).bit_count(),
        "saddles": len(cells.SADDLES),
        "points": len(cells.POINTS),
        "hidden": hidden(full).bit_count(),
        "free_faces": list(reversed(by_free_faces)),
        "visible_faces": len(plan.rhombi(situation({"full": True}))),
        "orientations": len(dice.ORIENTATIONS),
    }


def _base_triples(given: JSON) -> JSON:
    return {"saddles": len(cells.SADDLES), "points": len(cells.POINTS)}


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
    funnel = cells.saddle(three)
    if funnel:
        return {"saddle": list(funnel)}
    return "point" if cells.is_point(three) else None


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
