"""Runs the vectors of Cui bono? through the real rules (see `companion.lab.conform`)."""

from typing import Any

from companion.asks import JSON
from companion.games.cui_bono.handling import Scope, take, takeable, verdict
from companion.games.cui_bono.state import costs, is_over, minus_points, winners
from companion.lab.conform import Answer, in_order, only_expected, switches_in
from companion.lab.vectors.pyramid import situation
from companion.pyramid.cells import Cell


def recognises(vector: dict[str, Any]) -> bool:
    return vector.get("op") in HANDLES


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    """What the rules say to *vector*."""
    expected, got = vector["expect"], HANDLES[vector["op"]](vector.get("in", {}))
    if isinstance(expected, list):
        return Answer(in_order(expected), in_order(got))
    if isinstance(expected, dict) and "winners" in expected:
        expected = {**expected, "winners": sorted(expected["winners"])}
    return Answer(expected, only_expected(expected, got))


def _cell(value: JSON) -> Cell:
    i, j, k = value
    return i, j, k


def _take(given: JSON) -> JSON:
    return [list(cell) for cell in takeable(situation(given))]


def _slide(given: JSON) -> JSON:
    """Takes one after the other; a die never leans on two ways at once, so nothing is ever ambiguous."""
    pyramid, vacated, colours = situation(given), [], []
    for value in given["take"]:
        taken = take(pyramid, _cell(value))
        pyramid = taken.pyramid
        vacated.append(list(taken.vacated))
        colours.append(taken.die[0])
    show = {name: pyramid[name][0] if name in pyramid else None for name in given.get("show", ())}
    return {"vacated": vacated, "ambiguous": False, "show": show, "taken": colours}


def _put(given: JSON) -> JSON:
    house = switches_in(given)
    scope: Scope = "visible" if house.get("scope", house.get("rowScope")) == "visible" else "full"
    min_row = house.get("minrow", house.get("minRow", 2))
    return verdict(situation(given), _cell(given["cell"]), given["die"], min_row, scope)


def _score(given: JSON) -> JSON:
    cost, kept = given.get("points", costs()), given["kept"]
    score = {seat: minus_points(colours, cost) for seat, colours in kept.items()}
    return {"score": score, "winners": sorted(winners(kept, tuple(kept), cost))}


def _end(given: JSON) -> JSON:
    return is_over(given["kept"], given["players"])


HANDLES = {"cb_take": _take, "cb_slide": _slide, "cb_put": _put, "cb_score": _score, "cb_end": _end}
