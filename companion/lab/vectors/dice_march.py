"""Runs the vectors of Dice March through its rules (see `companion.lab.conform`)."""

from typing import Any

import msgspec

from companion.asks import JSON
from companion.games.dice_march.competition import ALLOWED, OWN, TIE, Fight, arrive, goal, tips_from
from companion.games.dice_march.state import (
    MarchOptions,
    MarchState,
    distance,
    highest,
    scores,
    start_cells,
    start_faces,
)
from companion.lab.conform import Answer, only_expected, switches_in
from companion.lab.vectors.pyramid import shape_told
from companion.pyramid.cells import AXES, BASE, SADDLES, Cell, cells_of, step
from companion.pyramid.dice import is_right_handed
from companion.pyramid.notation import COLOURS, Pyramid, die, name_of
from companion.pyramid.sides import SIDES, axis_of, in_the_base, tip


def recognises(vector: dict[str, Any]) -> bool:
    return vector.get("op") in HANDLES


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    """What the rules say to *vector*."""
    expected, got = vector["expect"], HANDLES[vector["op"]](vector.get("in", {}))
    return Answer(expected, only_expected(expected, got))


def _setup(given: JSON) -> JSON:
    axis = axis_of(given["seat"])
    faces = start_faces(axis)
    return {
        "cells": [list(cell) for cell in start_cells(axis)],
        "ori": list(faces),
        "goal": list(goal(axis)),
        "right_handed": is_right_handed(faces),
    }


def _moves(given: JSON) -> JSON:
    cell = tuple(given["cell"])
    occupied = shape_told([cell, *given.get("occ", ())])
    return {name: list(end) for name, end in tips_from(occupied, cell, axis_of(given["seat"])).items()}


def _dist(given: JSON) -> JSON:
    return distance(axis_of(given["seat"]), tuple(given["cell"]))


def _maxfunnels(given: JSON) -> JSON:
    """DM11, by trying every tip with every other funnel of the base form full."""
    return max(
        _made(cell, end)
        for axis in AXES
        for cell in cells_of(BASE)
        for name in ALLOWED
        if in_the_base(end := tip(cell, axis, name))
    )


def _made(cell: Cell, end: Cell) -> int:
    tops = (step(end, minus=axis) for axis in AXES)
    return sum(top in SADDLES and cell not in SADDLES[top] for top in tops)


def _tip(given: JSON) -> JSON:
    axis, cell, board = axis_of(given["seat"]), tuple(given["cell"]), _board(given["board"])
    end = tip(cell, axis, given["dir"])
    if name_of(end) in board:  # DM3
        return "blocked"
    first = tuple(given["first"]) if "first" in given else None
    arrival = arrive(board, cell, end, axis, _options(switches_in(given)), first)
    return {
        "to": list(end),
        "ori": list(arrival.faces),
        "captured": {_side(c): [list(x) for x in cells] for c, cells in arrival.losses.captured.items()},
        "removed": [list(cell) for cell in arrival.losses.removed],
        "funnels": [_funnel(one) for one in arrival.losses.fights],
        "win": given["seat"] if arrival.in_the_goal else None,
    }


def _options(house: dict[str, Any]) -> MarchOptions:
    ours = {key: house[key] for key in MarchOptions.__struct_fields__ if key in house}
    return msgspec.convert(ours, MarchOptions)


def _board(board: JSON) -> Pyramid:
    return {name: die(COLOURS[axis_of(side)], faces) for name, (side, faces) in board.items()}


def _side(colour: str) -> str:
    return SIDES[COLOURS.index(colour)]


def _funnel(one: Fight) -> JSON:
    result = one.result if one.result in (TIE, OWN) else _side(one.result)
    return [list(one.funnel), list(one.numbers), result]


def _score(given: JSON) -> JSON:
    counts = given["won_removed"]
    state = MarchState(
        seats=tuple(counts),
        options=_options(switches_in(given)),
        won={seat: won for seat, (won, _) in counts.items()},
        removed={seat: removed for seat, (_, removed) in counts.items()},
        captured=given.get("captured", {}),
        recent=tuple(given.get("recent", ())),
    )
    points = scores(state)
    return {"score": points, "winner": highest(points, state.recent)}


HANDLES = {
    "dm_setup": _setup,
    "dm_moves": _moves,
    "dm_dist": _dist,
    "dm_maxfunnels": _maxfunnels,
    "dm_tip": _tip,
    "dm_score": _score,
}
