"""The end of a deal and of the match: scores, totals, who deals next (AS12 to AS15)."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.game import Outcome, Step, leaders, shared
from companion.games.abstrac.melds import points
from companion.games.abstrac.state import AbstracOptions, AbstracState, Deal, Result, other
from companion.rulings import Note, announce

# --- what a deal scores, and when the match is over (AS12 to AS15, B5 to B7) ---

Pair = tuple[int, int]
Status = Literal["open", "won", "shared", "extra_deal"]


def deal_scores(combos: Pair, cards: Pair, misere: bool) -> Pair:
    """The scores of two players from their melds and the number of cards that each took.

    AS12: own points times the other's cards. AS13: with misere, whoever has no meld gets what the other
    would get, and the other gets nothing.
    """
    mine, theirs = combos[0] * cards[1], combos[1] * cards[0]
    if misere and not (combos[0] and combos[1]):
        return theirs, mine
    return mine, theirs


def status(totals: Mapping[str, int], deals_played: int, house: AbstracOptions) -> Status:
    """How the match stands after a deal (AS14, AS15): B6 says when it can end, B7 what a tie leads to."""
    enough = deals_played >= house.deals if house.deals else max(totals.values()) >= house.target
    if not enough:
        return "open"
    if len(set(totals.values())) > 1:
        return "won"
    return house.tie


replace = msgspec.structs.replace


def end_deal(state: AbstracState) -> Step[AbstracState]:
    """The table after the last card has left the row."""
    result = result_of(state)
    totals = {seat: state.totals[seat] + result.scores[seat] for seat in state.seats}
    results = (*state.results, result)
    notes = (*_score_notes(state, result), *_match_notes(state, totals, len(results)))
    done = replace(state, totals=totals, results=results, hands={}, turn="", dealt=(), takes=(), first="")
    if status(totals, len(results), state.options) in ("won", "shared"):
        return Step(replace(done, phase="over"), notes)
    # AS3: the deal alternates
    return Step(replace(done, phase="deal", dealer=other(state, state.dealer)), notes)


def result_of(state: AbstracState) -> Result:
    """What the finished deal on the table scores (AS12, AS13)."""
    one, two = state.seats
    combos = (points(state.hands[one], state.options).combo, points(state.hands[two], state.options).combo)
    cards = (len(state.hands[one]), len(state.hands[two]))
    scores = deal_scores(combos, cards, state.options.misere)
    deal = Deal(state.dealer, state.first, state.dealt, state.takes)

    def by_seat(pair: tuple[int, int]) -> dict[str, int]:
        return dict(zip(state.seats, pair, strict=True))

    return Result(deal, by_seat(combos), by_seat(cards), by_seat(scores))


def _score_notes(state: AbstracState, result: Result) -> tuple[Note, ...]:
    lines = [_score_note(state, result, seat) for seat in state.seats]
    if state.options.misere and sorted(result.combos.values())[0] == 0 < max(result.combos.values()):
        empty = min(result.combos, key=lambda seat: result.combos[seat])
        lines.append(announce("AS13", "note.misere", empty))
    return tuple(lines)


def _score_note(state: AbstracState, result: Result, seat: str) -> Note:
    combo, cards = result.combos[seat], result.cards[other(state, seat)]
    score = result.scores[seat]
    key = "note.score" if combo * cards == score else "note.score_swapped"
    note = announce("AS12", key, seat, combo=combo, cards=cards, score=score)
    return note.with_points({seat: score})


def _match_notes(state: AbstracState, totals: dict[str, int], deals: int) -> tuple[Note, ...]:
    best = list(leaders(totals))
    match status(totals, deals, state.options):
        case "won":
            return (announce("AS14", "note.won", best[0], total=totals[best[0]]),)
        case "shared":
            return (announce("B7", "note.tie_shared", total=totals[best[0]]),)
        case "extra_deal":
            return (announce("AS15", "note.extra_deal", total=totals[best[0]]),)
        case _:
            return ()


def outcome(state: AbstracState) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    if state.phase != "over":
        return None
    best = leaders(state.totals)
    rule = "B7" if len(best) > 1 else "B6" if state.options.deals else "AS14"
    return shared(best, dict(state.totals), rule)
