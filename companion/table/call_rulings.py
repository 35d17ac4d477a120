"""What the table says about a call, derived from its evidence alone, so that it can be derived again."""

from typing import Any

from companion.asks import Say
from companion.calls.evidence import Decision, Evidence, Standing, Verdict, groups
from companion.facts import MS, Fact
from companion.game import AnyGame
from companion.rulings import Note, Refusal, Ruling, refused


def tie_orders(game: AnyGame, state: Any, evidence: Evidence) -> tuple[tuple[str, ...], ...]:
    """For each tie, its seats by the game's tie rule, which gets them by name, not by time or pin."""
    orders = []
    for group in groups(evidence):
        if group.is_tie:
            seats = tuple(sorted(group.seats))
            call = min(group.presses, key=lambda press: (press.t, press.seat)).call
            order = tuple(game.break_tie(state, call, seats))
            orders.append(order if sorted(order) == list(seats) else seats)
    return tuple(orders)


def standing_of(fact: Fact, evidence: Evidence, decision: Decision) -> Standing:
    """The result of the call in *fact*: a seat's first press has its first standing, and so on."""
    times = sorted(press.t for press in evidence.presses if press.seat == fact.seat)
    standings = [standing for standing in decision.standings if standing.seat == fact.seat]
    return standings[times.index(fact.t)]


def refuse_call(fact: Fact, standing: Standing) -> Ruling | None:
    """The refusal of a call that does not count; None if it counts."""
    args = {"seat": fact.seat, "ms": milliseconds(standing.gap)}
    match standing.verdict:
        case Verdict.EARLY:
            return refused(Refusal("T5", Say("call.early", args)))
        case Verdict.HELD:
            return refused(Refusal("T6", Say("call.held", args)))
        case Verdict.LATE:
            return refuse_late(fact, standing.gap)
        case Verdict.DELAYED:
            return refused(Refusal("T7", Say("call.delayed", args)))
        case Verdict.UNKNOWN:
            return refused(Refusal("T8", Say("call.unknown", args)))
        case Verdict.AGAIN:
            return refused(Refusal("T3", Say("call.again", args)))
    return None


def refuse_late(fact: Fact, gap: int) -> Ruling:
    """The refusal of a call that came *gap* nanoseconds after the one that counted."""
    return refused(Refusal("T7", Say("call.late", {"seat": fact.seat, "ms": milliseconds(gap)})))


def notes_of(standing: Standing, evidence: Evidence) -> tuple[Note, ...]:
    """The note about the place of a call that counts; a tie is announced once."""
    tie = next((tie for tie in evidence.ties if standing.tie and standing.seat in tie), ())
    if tie:
        return (Note(Say("call.tie", {"seats": list(tie)}), "T4"),) if standing.seat == tie[0] else ()
    if standing.place > 1:
        return (Note(Say("call.after", {"seat": standing.seat, "ms": milliseconds(standing.gap)}), "T3"),)
    return ()


def milliseconds(ns: float) -> float:
    """*ns* as people read it: 0.4, 12."""
    ms = ns / MS
    return round(ms, 1) if ms < 10 else round(ms)
