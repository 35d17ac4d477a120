"""Answers the written-down situations of Abstrac with the real rules."""

from typing import Any

import msgspec

from companion.asks import JSON
from companion.games.abstrac import GAME
from companion.games.abstrac import moves as m
from companion.games.abstrac.coach import solution
from companion.games.abstrac.ending import deal_scores, status
from companion.games.abstrac.melds import DECK, points
from companion.games.abstrac.solver import Solution
from companion.games.abstrac.state import AbstracOptions, AbstracState
from companion.lab.conform import Answer, only_expected, so_many

HANDLES = frozenset({"hand", "deal_score", "deal_score_cards", "match", "takes", "pack", "solve"})
SEATS = ("0", "1")

# the words of the rules for values of our switches
WORDS = {
    "high+low": "high_low",
    "high only": "high",
    "all sub-melds": "all",
    "maximal once": "once",
    "same suit": "same",
}


def recognises(vector: dict[str, Any]) -> bool:
    """Abstrac's cards are ranks and suits, its takes and totals come in pairs."""
    position = vector.get("position", {})
    cards = position.get("cards", []) or [card for hand in position.get("hands", []) for card in hand]
    french = all(isinstance(c, int) or str(c)[1:] in set("CDHS") for c in cards)
    keys = {"row", "row_left_to_right", "taking_order", "totals", "combo"}
    return bool(position) and french and (bool(cards) or bool(keys & set(position)))


def answer(vector: dict[str, Any], defaults: dict[str, Any]) -> Answer:
    expected, position = vector["expect"], vector["position"]
    house = _house(vector, defaults)
    match vector["kind"]:
        case "hand":
            got = _hand(position, house)
        case "deal_score":
            got = {"scores": _scores(position["combo"], position["cards"], house)}
        case "deal_score_cards":
            got = _deal(position["hands"], house)
        case "match":
            got = _match(position, house)
            expected = {**expected, "status": _one_word(expected.get("status", got["status"]))}
        case "takes":
            got = _takes(position["row"], vector["moves"], house)
        case "pack":
            got = {"valid": _row_refused(position["cards"]) is None}
        case kind:
            got = _solve(position, expected, house) if kind == "solve" else {}
    return Answer(expected, only_expected(expected, got))


def _house(vector: dict[str, Any], defaults: dict[str, Any]) -> AbstracOptions:
    switches = {**defaults.get("switches", {}), **vector.get("switches", {})}
    plain = {k: WORDS.get(v, v) if isinstance(v, str) else v for k, v in switches.items()}
    house: AbstracOptions = GAME.read_options(plain)
    return house


def _hand(position: dict[str, Any], house: AbstracOptions) -> dict[str, JSON]:
    worth = points(position["cards"], house)
    return {"sets": worth.sets, "runs": worth.runs, "combo": worth.combo}


def _scores(combos: list[int], cards: list[int], house: AbstracOptions) -> list[int]:
    return list(deal_scores((combos[0], combos[1]), (cards[0], cards[1]), house.misere))


def _deal(hands: list[list[str]], house: AbstracOptions) -> dict[str, JSON]:
    combos = [points(cards, house).combo for cards in hands]
    sizes = [len(cards) for cards in hands]
    return {"combo": combos, "cards": sizes, "scores": _scores(combos, sizes, house)}


def _match(position: dict[str, Any], house: AbstracOptions) -> dict[str, Any]:
    totals = [total + points for total, points in zip(position["totals"], position["deal"], strict=True)]
    stands = status(dict(zip(SEATS, totals, strict=True)), position.get("deals_played", 0) + 1, house)
    winner = totals.index(max(totals)) if stands == "won" else None
    return {"totals": totals, "status": stands, "winner": winner}


def _one_word(status: str) -> str:
    """The status in our words: whatever is neither won, nor shared, nor an extra deal is open."""
    if status.startswith("extra"):
        return "extra_deal"
    return status if status in ("won", "shared") else "open"


def _takes(row: int, counts: list[Any], house: AbstracOptions) -> dict[str, JSON]:
    """Plays the takes; a refused one is left out and the same player takes again."""
    cards = DECK.cards()[:row]
    state = msgspec.structs.replace(
        GAME.start(SEATS, house),
        phase="take",
        dealer="1",
        first="0",
        turn="0",
        dealt=cards,
        row=cards,
        hands=dict.fromkeys(SEATS, ()),
    )
    taken, results = [0, 0], []
    for count in counts:
        move = m.Take(seat=state.turn, count=count if isinstance(count, int) else 0)
        results.append(_take_result(state, move))
        if results[-1] == "ok":
            taken[SEATS.index(state.turn)] += count
            state = GAME.play(state, move).state
    return {"results": results, "cards": taken, "over": bool(state.results), "left": len(state.row)}


def _take_result(state: AbstracState, move: m.Take) -> str:
    if GAME.refuse(state, move) is None:
        return "ok"
    return "bad_count" if state.row else "row_empty"


def _row_refused(cards: list[str]) -> str | None:
    refusal = GAME.refuse(AbstracState(seats=SEATS, phase="deal"), m.Row(cards=tuple(cards)))
    return refusal.rule if refusal else None


def _solve(position: dict[str, Any], expected: dict[str, Any], house: AbstracOptions) -> dict[str, JSON]:
    row = tuple(str(position.get("row_left_to_right", "")).split())
    taken_first = tuple(reversed(str(position.get("taking_order", "")).split()))
    if row and taken_first and row != taken_first:
        raise ValueError("the row and its taking order are not the same cards")
    row = row or taken_first
    so_many(len(row), 0, DECK.size)
    plain = solution(row, (), (), house)
    misere = solution(row, (), (), msgspec.structs.replace(house, misere=True))
    line = _checked_line(plain.best, expected.get("one_optimal_line"), len(row)) or _best_line(plain)
    hands = _hands(row, line)
    deal = _deal(hands, house)
    return {
        "value_first": plain.value,
        "first_move_values": {str(n): worth for n, worth in plain.takes().items()},
        "best_first_moves": list(plain.best()),
        "choose": "first" if plain.value > 0 else "second" if plain.value < 0 else "either",
        "one_optimal_line": line,
        "line_combo": deal["combo"],
        "line_cards": deal["cards"],
        "line_scores": deal["scores"],
        "misere_value_first": misere.value,
        "misere_best_first_moves": list(misere.best()),
    }


def _best_line(solved: Solution) -> list[int]:
    """One way to play on perfectly, the smallest of equally good takes each time."""
    line: list[int] = []
    while sum(line) < solved.cards:
        line.append(solved.best(line)[0])
    return line


def _checked_line(best: Any, line: list[int] | None, cards: int) -> list[int]:
    """*line* if it is a perfect way to play all *cards*: there may be several, and any of them is right."""
    if not line or sum(line) != cards:
        return []
    perfect = all(count in best(tuple(line[:number])) for number, count in enumerate(line))
    return line if perfect else []


def _hands(row: tuple[str, ...], line: list[int]) -> list[list[str]]:
    hands: list[list[str]] = [[], []]
    left = list(row)
    for number, count in enumerate(line):
        hands[number % 2] += [left.pop() for _ in range(count)]
    return hands
