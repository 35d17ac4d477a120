"""Answers the written-down situations of Abi '94 with the real rules."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.asks import JSON
from companion.games.abi94 import GAME
from companion.games.abi94.deck import AbiOptions, CardKind, deck_of, problems, shipped
from companion.games.abi94.scoring import (
    PASS,
    Exam,
    Record,
    chance_percent,
    grade,
    hand_size,
    klausur_score,
    ranking,
    raw_points,
    strikes,
    total_points,
    types_of,
    values_of,
)
from companion.lab.conform import Answer, only_expected
from companion.lab.vectors.abi94_playthroughs import playthrough

HANDLES = frozenset(
    {
        "deck",
        "deal",
        "exam",
        "klausur_score",
        "stress",
        "stress_prob",
        "cheat_roll",
        "cheat_prob",
        "final",
        "ranking",
        "play",
    }
)

YES = (True, "yes", "on", "true")
OWES = (*YES, "owes_card")

# the names that the written situations use for our switches
SWITCHES: Mapping[str, Callable[[Any], tuple[str, Any]]] = {
    "deck": lambda value: ("deck", str(value).lower()),
    "d10_zero_is": lambda value: ("d10_zero", value),
    "cheat_counts_as_type": lambda value: ("cheat_type", value),
    "cheat_type": lambda value: ("cheat_type", value in YES),
    "handin_before_play": lambda value: ("handin_before_play", "owes_card" if value in OWES else "free"),
    "pass_count": lambda value: ("pass_count", {"two": 2, "three": 3}.get(value, value)),
    "window": lambda value: ("window", "timed" if str(value).startswith("10") else value),
    "floor_zero": lambda value: ("failed_points", "zero_floor" if value else "literal"),
    "fails_count_zero": lambda value: ("failed_points", "fails_zero" if value else "literal"),
}


def recognises(vector: dict[str, Any]) -> bool:
    """All kinds but `deck` and `deal` are this game's alone; those two are about players or nothing."""
    position = vector.get("position")
    return isinstance(position, dict) and set(position) <= {*_KEYS}


_KEYS = (
    *("players", "leader", "fronts", "phase", "chips", "box", "hands", "hand_counts", "value", "roll"),
    *("cards", "cheat", "pills", "subjects", "nullified", "failed", "klausuren", "exam_net", "rows", "deck"),
    *("covered", "exam_passed", "caught", "ejected", "round", "swaps", "options"),
)


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    options = _options({**defaults.get("switches", {}), **vector.get("switches", {})})
    expected, position = vector["expect"], vector["position"]
    if vector["kind"] == "play":
        got = playthrough(vector["moves"], position, expected, options)
    else:
        got = _ASKED[vector["kind"]](position, options)
    if vector["kind"] == "ranking":
        got = _with_failed(got, expected, position["rows"])
    return Answer(_plain(expected), _plain(only_expected(expected, got)))


def _options(switches: Mapping[str, Any]) -> AbiOptions:
    plain = {k: v.replace(" ", "_") if isinstance(v, str) else v for k, v in switches.items()}
    named = dict(SWITCHES[k](v) if k in SWITCHES else (k, v) for k, v in plain.items())
    options: AbiOptions = GAME.read_options(named)
    return options


def _plain(value: Any) -> Any:
    """Cards and seats in a fixed order where their order does not matter."""
    if not isinstance(value, dict):
        return value
    return {key: _sorted(part) if key in _UNORDERED else part for key, part in value.items()}


_UNORDERED = ("active", "fronts", "nullified", "cheat", "why")


def _sorted(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _sorted(value) for key, value in part.items()}
    return sorted(part, key=str) if isinstance(part, (list, tuple)) else part


# --- single questions ---


def _deck(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    named = position.get("deck", options.deck)
    kinds = (
        msgspec.convert(named, tuple[CardKind, ...])
        if isinstance(named, list)
        else shipped(str(named).lower())
    )
    return {
        "total": sum(kind.count for kind in kinds),
        "valid": not problems(kinds),
        "plus": sum(kind.count for kind in kinds if kind.value > 0),
        "minus": sum(kind.count for kind in kinds if kind.value < 0),
        "action": sum(kind.count for kind in kinds if not kind.value),
        "sum": sum(kind.count * kind.value for kind in kinds),
        "counts": {kind.id: kind.count for kind in kinds},
    }


def _deal(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    """Dealt by the rules; more players than the game seats are only counted."""
    players = position["players"]
    size = hand_size(players)
    return {"hand": size, "dealt": size * players, "left": deck_of(options).cards.size - size * players}


def _klausur(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    raw = _raw(position, options)
    score = klausur_score(raw, position.get("failed", False), options)
    return {"raw": raw, "score": score, "passed": score >= PASS}


def _raw(position: dict[str, Any], options: AbiOptions) -> int:
    deck = deck_of(options)
    covered = position.get("nullified", position.get("covered", ()))
    return raw_points(
        values_of(position.get("cards", ()), deck), values_of(covered, deck), position.get("cheat", ())
    )


def _exam(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    deck = deck_of(options)
    types = types_of(tuple(position["cards"]), position.get("cheat", ()), deck, options)
    if "subjects" in position and options.plus_type == "printed":
        types = len(set(position["subjects"]))
    exam = Exam(_raw(position, options), position.get("pills", 0), types, position.get("ejected", False))
    return {
        "raw": exam.raw,
        "capped": exam.capped,
        "net": exam.net,
        "doubled": exam.doubled,
        "types": exam.types,
        "passed": exam.passed,
        "why": list(exam.missing),
    }


def _stress(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    return {"pill": strikes(position["chips"], position["roll"] % 10, options)}


def _stress_chance(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    return {"p_pill_pct": chance_percent(position["chips"], options)}


def _cheat(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    return {"caught": strikes(position["value"], position["roll"] % 10, options)}


def _cheat_chance(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    return {"p_caught_pct": chance_percent(position["value"], options)}


def _final(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    scores = [klausur_score(points, False, options) for points in position["klausuren"]]
    able = sum(score >= PASS for score in scores) >= options.pass_count
    exam = Exam(position["exam_net"], types=3) if "exam_net" in position and able else None
    passed = exam is not None and exam.passed
    total = total_points(scores, exam)
    return {
        "qualified": able,
        "passed": passed,
        "total": total,
        "note": grade(total, options.grades) if passed else None,
    }


def _ranking(position: dict[str, Any], options: AbiOptions) -> dict[str, JSON]:
    records = [
        Record(row["name"], row["total"], row.get("exam", 0), row.get("pills", 0), row.get("passed", True))
        for row in position["rows"]
    ]
    return {"order": [sorted(group) for group in ranking(records, options)]}


def _with_failed(got: dict[str, Any], expected: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Who failed has no place; where such a one is listed all the same, it is behind all others."""
    listed = {name for group in expected.get("order", ()) for name in group}
    failed = sorted(row["name"] for row in rows if not row.get("passed", True) and row["name"] in listed)
    return {**got, "order": [*got["order"], *([failed] if failed else [])]}


_ASKED: Mapping[str, Callable[[dict[str, Any], AbiOptions], dict[str, JSON]]] = {
    "deck": _deck,
    "deal": _deal,
    "klausur_score": _klausur,
    "exam": _exam,
    "stress": _stress,
    "stress_prob": _stress_chance,
    "cheat_roll": _cheat,
    "cheat_prob": _cheat_chance,
    "final": _final,
    "ranking": _ranking,
}
