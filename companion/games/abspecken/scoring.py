"""The points of a round and the end of the game (A30 to A35, AM-12, AM-13).

Points are known in three ways: the cards were seen all the time, somebody counted or showed them, or all
others are known and the rest follows, because no card leaves the table. If everything was counted and does
not add up, the table hears by how much before it may agree.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion import cards
from companion.asks import Say
from companion.game import Outcome, Step, certain, leaders
from companion.games.abspecken import knowledge
from companion.games.abspecken.flow import next_round
from companion.games.abspecken.moves import Close, Count, Show
from companion.games.abspecken.state import SET, AbspeckenOptions, AbspeckenState, Phase, points_of
from companion.rulings import Importance, Note, Refusal, against, announce, tell, warn


def remaining_points(state: AbspeckenState) -> int:
    """What all cards in hands and draw piles make together: everything but the discards."""
    return points_of(SET.cards()) * len(state.seats) - sum(points_of(p.pile) for p in state.players.values())


def known_points(state: AbspeckenState) -> dict[str, int]:
    """The points of those seats whose cards were counted or are all known."""
    exact = {s: points_of(p.own) for s, p in state.players.items() if cards.UNKNOWN not in p.own}
    return {**exact, **state.counts}


def round_points(state: AbspeckenState) -> dict[str, int] | None:
    """A32: the points of everybody, or None as long as somebody has to count."""
    known = known_points(state)
    missing = [seat for seat in state.seats if seat not in known]
    if len(missing) == 1:
        rest = remaining_points(state) - sum(known.values())
        low, high = knowledge.point_bounds(state, missing[0])
        if low <= rest <= high:
            return {seat: known.get(seat, rest) for seat in state.seats}
    return None if missing else {seat: known[seat] for seat in state.seats}


def difference(state: AbspeckenState) -> int:
    """By how many points the count is too high (+) or too low (-).

    Nothing follows from the other cards where the table has agreed that there are more or fewer than all.
    """
    points, there = round_points(state), sum(map(len, knowledge.places(state).values()))
    complete = there == len(SET.cards()) * len(state.seats)
    return sum(points.values()) - remaining_points(state) if points is not None and complete else 0


def refuse_count(state: AbspeckenState, move: Count) -> Refusal | None:
    """A33: nobody gets points above zero, and nobody more than the own cards can make."""
    low, high = knowledge.point_bounds(state, move.seat)
    if not low <= move.points <= high:
        args = {"seat": move.seat, "points": move.points, "low": low, "high": high}
        return against("A33" if move.points < 0 else "A32", "count_again", **args)
    return None


def play_count(state: AbspeckenState, move: Count) -> Step[AbspeckenState]:
    after = replace(state, counts={**state.counts, move.seat: move.points})
    return Step(after, (tell("A32", "counted", move.seat, n=move.points), *_does_not_add_up(after)))


def _does_not_add_up(state: AbspeckenState) -> Iterator[Note]:
    off = difference(state)
    if off:
        key = "counted_too_many" if off > 0 else "counted_too_few"
        yield warn("A32", key, n=abs(off))


def refuse_show(state: AbspeckenState, move: Show) -> Refusal | None:
    """All cards of hand and piles are laid open; the conservation of cards finds what was misread."""
    own = state.player(move.seat).own
    if len(move.cards) != len(own):
        return against("A32", "show_all", seat=move.seat, n=len(own), shown=len(move.cards))
    elsewhere = {place: c for place, c in knowledge.places(state).items() if place != f"own:{move.seat}"}
    extra = cards.too_many(knowledge.census(state), elsewhere, move.cards)
    if extra or not cards.may_hold(own, move.cards):
        extra = extra or tuple(sorted(set(move.cards) - set(own)))
        return against("A3", "shown_does_not_add_up", seat=move.seat, cards=list(extra))
    return None


def play_show(state: AbspeckenState, move: Show) -> Step[AbspeckenState]:
    player = replace(state.player(move.seat), own=cards.hand(move.cards))
    counts = {seat: points for seat, points in state.counts.items() if seat != move.seat}
    after = replace(state.with_player(move.seat, player), counts=counts)
    return Step(after, (tell("A32", "counted", move.seat, n=points_of(move.cards)), *_does_not_add_up(after)))


def refuse_close(state: AbspeckenState, move: Close) -> Refusal | None:
    if round_points(state) is None:
        missing = [seat for seat in state.seats if seat not in known_points(state)]
        return against("A32", "count_first", seats=missing)
    return None


def play_close(state: AbspeckenState, move: Close) -> Step[AbspeckenState]:
    """A7: the round goes on the sheet; A34: only complete rounds can end the game."""
    points = certain(round_points(state))
    players = {s: replace(p, total=p.total + points[s]) for s, p in state.players.items()}
    scored = replace(state, players=players, sheet=(*state.sheet, points))
    note = announce("A32", "round_scored", n=state.round, seats=list(state.out))
    note = note.with_points({seat: -n for seat, n in points.items()})
    if not is_over(totals(scored), state.options):
        return Step(next_round(scored), (note,))
    over = replace(scored, phase=Phase.GAME_OVER)
    ended = certain(outcome(over))
    return Step(over, (note, Note(ended.says, "A35", Importance.ANNOUNCE, ended.winners[0])))


def totals(state: AbspeckenState) -> dict[str, int]:
    """The negative points of all rounds, as positive numbers."""
    return {seat: state.player(seat).total for seat in state.seats}


def is_over(points: Mapping[str, int], options: AbspeckenOptions) -> bool:
    """AM-13: somebody has reached the limit; AM-12: a tie may mean one more round."""
    if max(points.values()) < options.limit:
        return False
    return options.ties == "shared" or list(points.values()).count(min(points.values())) == 1


def outcome(state: AbspeckenState) -> Outcome | None:
    if state.phase is not Phase.GAME_OVER:
        return None
    points = {seat: -n for seat, n in totals(state).items()}
    winners = leaders(points)
    key = "won" if len(winners) == 1 else "won_together"
    return Outcome(winners, points, "A35", Say(key, {"seat": winners[0], "seats": list(winners)}))
