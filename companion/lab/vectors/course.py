"""Runs vectors of any game that is played move by move in its own notation (see `companion.lab.conform`).

`game`, `seats`, perhaps `options` and a `position`, then `moves`: all but the last one must be accepted, and
what is expected is said of the end.
"""

import json
from typing import Any

from companion.asks import JSON
from companion.games import all_games
from companion.lab.conform import Answer, only_expected
from companion.lab.referee_loop import RefereeLoop


def recognises(vector: dict[str, Any]) -> bool:
    return vector.get("game") in all_games()


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    """What the referee says to the last of the moves, and how the game stands after it."""
    expected = vector["expect"]
    return Answer(expected, only_expected(expected, HANDLES[vector["kind"]](vector)))


def _course(vector: dict[str, Any]) -> JSON:
    options = vector.get("options", {})
    loop = RefereeLoop(all_games()[vector["game"]], vector["seats"], options, "en")

    def asked(**line: JSON) -> Any:
        return json.loads(loop.answer(json.dumps(line)))

    said: Any = {}
    if position := vector.get("position", {}):
        said = asked(do="set", position={"options": options, **position})
        _accepted(said, position)
    moves = vector["moves"]
    for n, move in enumerate(moves):
        said = asked(do="move", move=move)
        if n + 1 < len(moves):
            _accepted(said, move)
    scores = asked(do="scores")
    return {
        "ruling": said.get("ruling"),
        "rule": said.get("rule"),
        "asks": sorted({ask["id"].partition(":")[0] for ask in asked(do="asks")["asks"]}),
        "scores": scores["scores"],
        "winners": sorted((scores["outcome"] or {}).get("winners", ())),
        "position": asked(do="position")["position"],
    }


def _accepted(said: Any, what: JSON) -> None:
    if said["ruling"] != "accepted":
        raise ValueError(f"{what} was {said['ruling']} ({said['rule']}: {said['why']})")


HANDLES = {"course": _course}
