"""The end of a deal and of the match: scores, totals, who deals next (AS12 to AS15)."""

import msgspec

from companion.asks import Say
from companion.game import Outcome, Step
from companion.games.abstrac.melds import points
from companion.games.abstrac.scoring import deal_scores, leaders, status
from companion.games.abstrac.state import AbstracState, Deal, Result, other
from companion.rulings import Importance, Note

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
        lines.append(Note(Say("note.misere", {"seat": empty}), "AS13", Importance.ANNOUNCE, empty))
    return tuple(lines)


def _score_note(state: AbstracState, result: Result, seat: str) -> Note:
    combo, cards = result.combos[seat], result.cards[other(state, seat)]
    score = result.scores[seat]
    key = "note.score" if combo * cards == score else "note.score_swapped"
    fill = {"seat": seat, "combo": combo, "cards": cards, "score": score}
    return Note(Say(key, fill), "AS12", Importance.ANNOUNCE, seat, {seat: score})


def _match_notes(state: AbstracState, totals: dict[str, int], deals: int) -> tuple[Note, ...]:
    best = list(leaders(totals))
    match status(totals, deals, state.options):
        case "won":
            says = Say("note.won", {"seat": best[0], "total": totals[best[0]]})
            return (Note(says, "AS14", Importance.ANNOUNCE, best[0]),)
        case "shared":
            return (Note(Say("note.tie_shared", {"total": totals[best[0]]}), "B7", Importance.ANNOUNCE),)
        case "extra_deal":
            return (Note(Say("note.extra_deal", {"total": totals[best[0]]}), "AS15", Importance.ANNOUNCE),)
        case _:
            return ()


def outcome(state: AbstracState) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    if state.phase != "over":
        return None
    best = leaders(state.totals)
    says = Say("outcome.won" if len(best) == 1 else "outcome.shared", {"seats": list(best)})
    rule = "B6" if state.options.deals else "AS14"
    return Outcome(best, dict(state.totals), rule if len(best) == 1 else "B7", says)
