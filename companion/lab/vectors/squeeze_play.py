"""Runs the vectors of Squeeze Play through its rules (see `companion.lab.conform`)."""

from typing import Any

from companion.asks import JSON
from companion.games.squeeze_play.placements import Site, placements, refuse_start, rule_broken
from companion.games.squeeze_play.rules import after_roll
from companion.games.squeeze_play.state import BONUS, SqueezeOptions, SqueezeState
from companion.lab.conform import Answer, only_expected, so_many, switches_in
from companion.lab.vectors.pyramid import shape_told, situation
from companion.pyramid.cells import EDGE_FUNNELS, supports_of
from companion.pyramid.notation import COLOURS, name_of, shape
from companion.pyramid.shape import longest_row


def recognises(vector: dict[str, Any]) -> bool:
    return vector.get("op") in HANDLES


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    """What the rules say to *vector*."""
    expected, got = vector["expect"], HANDLES[vector["op"]](vector.get("in", {}))
    return Answer(expected, only_expected(expected, got))


def _site(given: JSON) -> Site:
    occupied, own = shape(situation(given)), shape_told(given.get("own", ()))
    house = switches_in(given)
    return Site(
        occupied=occupied | own,
        anchors=own or occupied,
        guarded=shape_told(given.get("start", ())),
        guard_lying_free=house.get("protect") == "free",
        linked=house.get("mode", "connected") in ("connected", "linked") and house.get("linked", True),
        lone=house.get("one", "never") == "lone" or bool(house.get("bonus", False)),
    )


def _first(given: JSON) -> JSON:
    """The rolls with which the first player of all could build (SP2)."""
    empty = Site(occupied=0, anchors=0, barred=EDGE_FUNNELS)
    return [n for n in range(1, 7) if placements(empty, n)]


def _count(given: JSON) -> JSON:
    site = _site(given)
    return {str(n): len(placements(site, so_many(n, 1, 6))) for n in given.get("k", range(1, 7))}


def _start(given: JSON) -> JSON:
    top = tuple(given["apex"])
    centre = switches_in(given).get("centre")
    allowed = "central" if centre in ("central", 3, "3") else "any"
    return refuse_start(allowed, (top, *supports_of(top))) is None


def _legal(given: JSON) -> JSON:
    return rule_broken(_site(given), shape_told(given["new"])) or "ok"


def _bonus(given: JSON) -> JSON:
    earned = BONUS.get(longest_row(shape_told(given["new"])), 0)
    return min(earned, given.get("supply_after", earned))


def _turn(given: JSON) -> JSON:
    state, seat = _turn_state(given)
    after = after_roll(state, seat)
    names = {"SP16": "roll", "SP17": "hidden"}
    end = names.get(after.end_rule)
    return {"end": end, "winners": sorted(int(winner) for winner in after.winners)}


def _turn_state(given: JSON) -> tuple[SqueezeState, str]:
    seats = tuple(str(number) for number in range(len(given["supply"])))
    seat = str(given["player"])
    letter = COLOURS[given["player"]]
    own = {name_of(tuple(cell)): f"{letter}???" for cell in given.get("own", ())}
    house = switches_in(given)
    switches = {key: house[key] for key in ("order", "tie", "enclosed") if key in house}
    state = SqueezeState(
        seats=seats,
        options=SqueezeOptions(**switches),
        on_turn=seat,
        phase="build",
        rolled=given["roll"],
        pyramid={**situation(given), **own},
        supply=dict(zip(seats, given["supply"], strict=True)),
        turns={str(number): turns for number, turns in enumerate(given.get("turns", ()))},
    )
    return state, seat


HANDLES = {
    "sp_first": _first,
    "sp_count": _count,
    "sp_start": _start,
    "sp_legal": _legal,
    "sp_bonus": _bonus,
    "sp_turn": _turn,
}
