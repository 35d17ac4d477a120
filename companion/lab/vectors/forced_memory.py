"""Runs the vectors of Forced Memory through the real rules (see `companion.lab.conform`)."""

from typing import Any

from companion.asks import JSON
from companion.games.forced_memory.state import (
    COVERS,
    goal,
)
from companion.lab.conform import Answer, only_expected
from companion.pyramid.cells import BASE, SADDLES, cells_of
from companion.pyramid.notation import die, total_facing
from companion.pyramid.shape import free_lying, free_sides


def recognises(vector: dict[str, Any]) -> bool:
    return vector.get("op") in HANDLES


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    """What the rules say to *vector*."""
    expected, got = vector["expect"], HANDLES[vector["op"]](vector.get("in", {}))
    return Answer(expected, only_expected(expected, got))


def outer_faces(shape: int) -> int:
    """FM13: how many faces of the yellow dice stay visible all the time."""
    return sum(len(free_sides(shape, cell)) for cell in cells_of(BASE))


def _faces(given: JSON) -> JSON:
    built = BASE | COVERS
    return {
        "funnel_faces": 3 * BASE.bit_count() - outer_faces(built),
        "outer_faces": outer_faces(built),
        "red_free": (free_lying(built) & COVERS).bit_count(),
    }


def _reveal(given: JSON) -> JSON:
    i, j, k = given["cell"]
    total = total_facing({name: die("y", faces) for name, faces in given["ori"].items()}, (i, j, k))
    return {"sum": total, "match": total == sum(given["roll"])}


def _goal(given: JSON) -> JSON:
    return goal(given["players"])


def _safe(given: JSON) -> JSON:
    return given["players"] * (goal(given["players"]) - 1) < len(SADDLES)


HANDLES = {"fm_faces": _faces, "fm_reveal": _reveal, "fm_goal": _goal, "fm_safe": _safe}
