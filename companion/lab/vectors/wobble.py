"""Answers the written-down situations of Wobble with the real rules; chains of events stand beside it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.asks import JSON
from companion.cards import Cards, transfer
from companion.games.wobble import ending, judging, rounds, settling, unlucky
from companion.games.wobble.deck import fits, points_of, swapped_colour, tidy
from companion.games.wobble.effects import half_of
from companion.games.wobble.state import Player, WobbleState
from companion.games.wobble.unlucky import BEATS
from companion.lab.conform import Answer, only_expected, so_many
from companion.lab.vectors import wobble_chains, wobble_tosses

Vector = Mapping[str, Any]

UNORDERED = {"away", "skipped", "winners", "active", "again", "stay", "rps"}
REASONS = {"not_1_to_9": "NOT_1_TO_9", "already_called": "ALREADY_CALLED", "numbers_left": "NUMBERS_LEFT"}


def best_of_three(throws: Iterable[Sequence[str]]) -> str:
    """T10: "ok" or "fail" for the first of each pair once somebody has won twice, else "open"."""
    won = lost = 0
    for own, other in throws:
        won += BEATS[own] == other
        lost += BEATS[other] == own
        if 2 in (won, lost):
            return "ok" if won == 2 else "fail"
    return "open"


def double_or_nothing(pile: int, result: str) -> int:
    """W40: done: nothing; begun and failed: double; AW-14: could not be done at all: plain."""
    return {"ok": 0, "fail": 2 * pile}.get(result, pile)


def of_the_pile(results: Sequence[str]) -> str:
    """AW-13: how a pile of tasks went: all of them must be done, and one failure doubles everything."""
    if "fail" in results:
        return "fail"
    return "ok" if all(result == "ok" for result in results) else "cannot"


def recognises(vector: Vector) -> bool:
    """Whether a vector is meant for this game."""
    return any(key in vector for key in ("order", "top", "card", "hand", "hands", "show", "task"))


def answer(vector: Vector, defaults: JSON) -> Answer:
    """What the rules say, and what the vector expects."""
    expected = vector["expect"]
    got = _ANSWERS[vector["kind"]](vector)
    return Answer(_comparable(expected), _comparable(only_expected(expected, got)))


def _comparable(value: Any) -> Any:
    """Lists without an order as sorted ones."""
    if isinstance(value, dict):
        return {
            key: sorted(part) if key in UNORDERED and isinstance(part, (list, tuple)) else _comparable(part)
            for key, part in value.items()
        }
    return [_comparable(part) for part in value] if isinstance(value, (list, tuple)) else value


# --- single questions ---


def _playable(vector: Vector) -> JSON:
    top, active = tidy(vector["top"]), tuple(vector["active"])
    by_symbol = wobble_chains.options_of(vector).cs_by_symbol
    asked = [*vector["expect"], *vector.get("hand", ()), *vector.get("cards", ())]
    return {card: fits(tidy(card), top, active, by_symbol) for card in asked}


def _swapcolour(vector: Vector) -> JSON:
    active = swapped_colour(tidy(vector["card"]), list(vector["active"]), vector.get("n", 1))
    wanted = vector["expect"].get("active")
    return {"active": active[0] if isinstance(wanted, str) and len(active) == 1 else list(active)}


def _half(vector: Vector) -> JSON:
    before = left = vector["hand"]
    for _ in range(so_many(vector.get("n", 2 if vector.get("pair") else 1), 0, 2)):
        left -= half_of(left)
    return {"put_away": before - left, "left": left}


def _gathered(
    hands: dict[str, Cards], target: str, says: Sequence[str], called: Sequence[str]
) -> tuple[str, dict[str, Cards]]:
    """Open hands after *target* has named all of *says*; a reason if something may not be named."""
    barred = tuple(called)
    for called_now in says:
        if reason := settling.why_not(called_now, barred):
            return reason, hands
        barred = settling.after_call(barred, called_now)
        drawn = {
            s: tuple(c for c in h if settling.matches(c, called_now)) for s, h in hands.items() if s != target
        }
        for seat, cards in drawn.items():
            hands = transfer(hands, seat, target, cards)
    return "", hands


def _magnet(vector: Vector) -> JSON:
    says, called = list(vector["say"]), list(vector.get("called", ()))
    names = vector.get("names", len(says))
    everybody = {seat: tuple(map(tidy, cards)) for seat, cards in vector["hands"].items()}
    away = {seat: cards for seat, cards in everybody.items() if seat in (vector.get("away") or ())}
    here = {seat: cards for seat, cards in everybody.items() if seat not in away}
    reason, hands = _gathered(here, vector["target"], says, called)
    hands |= away  # AW-36: their hands lie face down and are left alone
    why = REASONS.get(reason)
    if why is None and len(says) != names:
        why = "TOO_FEW" if len(says) < names else "TOO_MANY"
    if why:
        hands = {seat: tuple(cards) for seat, cards in vector["hands"].items()}
    winners = [seat for seat, cards in hands.items() if not cards]
    return {
        "why": why,
        "ok": why is None,
        "sizes": {seat: len(cards) for seat, cards in hands.items()},
        "hands": {seat: sorted(cards) for seat, cards in hands.items()},
        "over": bool(winners),
        "winners": winners,
        "called": called if why else [*called, *says],
    }


def _votes(vector: Vector) -> JSON:
    shown = vector["show"]
    if len(shown) == 2:
        signs = set(shown.values()) <= set(unlucky.SIGNS)
        if not signs:  # two players: straight to rock, paper, scissors
            return {"rps": list(shown)}
        count = unlucky.count_signs(shown)
    else:
        count = unlucky.count_palms(shown)
    if count.again:
        return {"again": list(count.still)}
    if count.loser:
        return {"hit": count.loser, "unlucky": count.loser, "loser": count.loser, "stay": [count.loser]}
    return {"rps" if len(count.still) == 2 else "stay": list(count.still)}


def _greyredraw(vector: Vector) -> JSON:
    cards = tuple(map(tidy, vector["hand"]))
    attacked = bool(vector.get("attacked") or vector.get("attack"))
    own_turn = vector.get("turn", True) is not False and vector.get("own_turn", True) is not False
    ok = rounds.all_grey(cards) and not attacked and own_turn
    why = None if ok else "ATTACKED" if attacked else "NOT_YOUR_TURN" if not own_turn else "NOT_ALL_GREY"
    return {"ok": ok, "draw": len(cards) if ok else 0, "why": why}


def _score(vector: Vector) -> JSON:
    """The last hands of a round through the real sheet."""
    hands = {seat: tuple(map(tidy, cards)) for seat, cards in vector["hands"].items()}
    options = wobble_chains.options_of(vector)
    previous = vector.get("prev", {})
    points = {seat: points_of(cards) for seat, cards in hands.items()}
    players = {s: Player(minus=previous.get(s, 0) + points[s], counted=True) for s in hands}
    state = WobbleState(
        seats=tuple(hands),
        order=tuple(hands),
        options=options,
        players=players,
        round=vector.get("round", 1),
        phase="score",
    )
    over = ending.is_over(state)
    outcome = ending.outcome(replace(state, phase="over", turn="")) if over else None
    return {
        "round": points,
        "total": {seat: player.minus for seat, player in players.items()},
        "game_over": over,
        "winners": list(outcome.winners) if outcome else [],
    }


# --- tasks ---


def _task(vector: Vector) -> JSON:
    return {"r": _TASKS[vector["task"]](vector)}


def _flip(vector: Vector) -> JSON:
    found = judging.flipped([tidy(card) for card in vector["cards"]])
    return {"draw": found.draw, "turned": found.turned} if found.draw is not None else "open"


def _spin(vector: Vector) -> bool:
    ends = [vector[key] for key in ("bump_ms", "off_ms", "table_ms") if vector.get(key) is not None]
    fall = vector.get("fall_ms", vector.get("ms"))
    return judging.spins(fall if fall is not None else min(ends), min(ends, default=None))


def _call(vector: Vector) -> JSON:
    if vector.get("answered") is False:
        return "cannot"  # AW-14: not begun
    return judging.calls(vector["ms"], bool(vector.get("told")))


def _population(vector: Vector) -> bool:
    return judging.estimates(vector["estimate"], vector["actual"], wobble_chains.options_of(vector).pop)


def _double(vector: Vector) -> int:
    """Double or nothing: the pile, and how its task went."""
    pile = next(vector[key] for key in ("n", "pile", "total", "draw") if key in vector)
    told = next((vector[key] for key in ("results", "result", "ok", "done", "r") if key in vector), "draw")
    results = [wobble_chains.result_of(one) for one in (told if isinstance(told, list) else [told])]
    return double_or_nothing(pile, of_the_pile(results))


_TASKS: Mapping[str, Callable[[Vector], JSON]] = {
    "flip": _flip,
    "spin": _spin,
    "call": _call,
    "population": _population,
    "stopwatch": lambda v: judging.stops(v["ms"], v.get("stopped", True)),
    "slide": lambda v: judging.slides(v["table_mm"], v.get("rear_mm", 0), bool(v.get("fell"))),
    "rps": lambda v: best_of_three(v["throws"]),
    "best_of_three": lambda v: best_of_three(v["throws"]),
    **dict.fromkeys(("double", "double_or_nothing", "don", "draw", "dare"), _double),
}

_ANSWERS: Mapping[str, Callable[[Vector], JSON]] = {
    "attack": wobble_chains.attack,
    "toss": wobble_tosses.toss,
    "firstcard": wobble_tosses.first_card,
    "playable": _playable,
    "swapcolour": _swapcolour,
    "half": _half,
    "magnet": _magnet,
    "votes": _votes,
    "greyredraw": _greyredraw,
    "task": _task,
    "score": _score,
}
HANDLES = frozenset(_ANSWERS)
