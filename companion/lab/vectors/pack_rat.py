"""Runs the vectors of Pack Rat through the real rules (see `companion.lab.conform`)."""

from typing import Any

from companion.asks import JSON
from companion.games.pack_rat.late import fine
from companion.games.pack_rat.state import DICE, only_base_left
from companion.games.pack_rat.takes import owners, takeable
from companion.lab.conform import Answer, in_order, so_many
from companion.lab.vectors.pyramid import situation
from companion.pyramid.notation import die
from companion.pyramid.sides import SIDES


def recognises(vector: dict[str, Any]) -> bool:
    return vector.get("op") in HANDLES


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    """What the rules say to *vector*."""
    expected, got = vector["expect"], HANDLES[vector["op"]](vector.get("in", {}))
    if vector["op"] == "pr_take":
        return Answer(_ordered(expected), {side: got.get(side) for side in _ordered(expected)})
    return Answer(expected, got)


def _ordered(sides: JSON) -> JSON:
    return {side: in_order(cells) for side, cells in sides.items()}


def _take(given: JSON) -> JSON:
    lists = takeable(situation(given), given["roll"])
    return _ordered({side: [list(cell) for cell in cells] for side, cells in zip(SIDES, lists, strict=True)})


def _attributed(given: JSON) -> JSON:
    only = owners(die("?", given["ori"]), given["roll"]).only
    return None if only is None else SIDES[only]


def _late(given: JSON) -> JSON:
    """A penalty per late die, one after the other (A-PR3)."""
    counts = given["count"]
    for _ in range(so_many(given.get("dice", 1), 0, DICE)):
        counts = fine(counts, tuple(given["count"]), given["offender"])
    return counts


def _end(given: JSON) -> JSON:
    return only_base_left(situation(given))


HANDLES = {"pr_take": _take, "pr_attr": _attributed, "pr_late": _late, "pr_end": _end}
