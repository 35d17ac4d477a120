"""From a fact to a ruling: find the ask that it answers, understand it, let the rules judge it. Pure.

If the eyes are not sure, the ruling is made for every reading that they think possible. Where all of them
lead to the same, nobody is asked; else the table is asked one question with a choice for each end (rule T14).
"""

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.asks import JSON, MS, UNREAD, Ask, Choice, Fact, Kind, Say, Source
from companion.calls.evidence import Decision, Evidence, Standing, groups
from companion.calls.evidence import Verdict as Counted
from companion.game import AnyGame, Move
from companion.rulings import Note, Question, Refusal, Ruling, Verdict, refused, unsure
from companion.table.answers import answers, is_meant, reading, seat_of_hand, why_no_ask
from companion.table.entries import Ended, Heard, fingerprint
from companion.table.line import Line

log = logging.getLogger(__name__)

SURE_ENOUGH = 0.9  # below this other readings are weighed
DOUBTFUL = 0.5  # below this a reading without alternatives is asked about as well


class Judgement(msgspec.Struct, frozen=True):
    """A ruling and, if it is accepted, the state that it leads to."""

    ruling: Ruling
    state: Any = None


def judge(game: AnyGame, state: Any, asks: Sequence[Ask], fact: Fact) -> Judgement:
    """What the referee says to *fact*. Never raises, whatever the fact holds."""
    first = _judge_value(game, state, asks, fact)
    if _is_unread(fact) and (_unreadable(first) or (_is_refused(first) and fact.kind is Kind.CARD)):
        return Judgement(unsure(Question(Say("table.unread"), (), "T14")))
    if fact.sure >= SURE_ENOUGH or first.ruling.verdict is Verdict.UNSURE:
        return first
    if not fact.choices:
        doubtful = _may_be_none_of_these(fact) and not _unreadable(first)
        return _ask_which(fact, [fact.value]) if doubtful else first
    return _weigh(game, state, asks, fact, first)


def judge_move(game: AnyGame, state: Any, value: JSON) -> Judgement:
    """What the referee says to a move in the game's own notation."""
    try:
        if game.outcome(state) is not None:
            return Judgement(refused(Refusal("T17", Say("table.over"))))
        move = game.read_move(value)
    except (ValueError, TypeError, RecursionError) as error:
        return Judgement(refused(Refusal("T2", Say("table.not_a_move", {"why": str(error)}))))
    except Exception as error:
        return _puzzled("reading a move", error)
    return _judge_move(game, state, move)


def _weigh(game: AnyGame, state: Any, asks: Sequence[Ask], fact: Fact, first: Judgement) -> Judgement:
    """The one ruling that all plausible readings lead to, or a question."""
    ends: list[tuple[JSON, Judgement]] = []
    for value in (fact.value, *fact.choices):
        surely = msgspec.structs.replace(fact, value=value, choices=(), sure=1.0)
        end = first if value == fact.value else _judge_value(game, state, asks, surely)
        known = any(_same_end(end, other) for _, other in ends)
        if not known and not _unreadable(end) and not _cannot_lie(game, end):
            ends.append((value, end))
    if not ends:
        return first
    if len(ends) == 1 and not _may_be_none_of_these(fact):
        return ends[0][1]
    return _ask_which(fact, [value for value, _ in ends])


def _may_be_none_of_these(fact: Fact) -> bool:
    """Whether the eyes doubt all of their readings, like of a set that may lack a card."""
    return fact.source is Source.CAMERA and fact.sure < DOUBTFUL


def _is_unread(fact: Fact) -> bool:
    """Whether the eyes see what they cannot read, with more readings than anybody would look through."""
    is_read = fact.kind in (Kind.DICE, Kind.CARD) and isinstance(fact.value, dict)
    shown = fact.value.values() if is_read else ()
    seen = fact.source is Source.CAMERA and (fact.sure >= SURE_ENOUGH or not fact.choices)
    return seen and any(isinstance(names, list) and UNREAD in names for names in shown)


def _is_refused(judgement: Judgement) -> bool:
    return judgement.ruling.verdict is Verdict.REFUSED


def _unreadable(judgement: Judgement) -> bool:
    """Whether the value cannot be what lies there: it answers nothing, whatever the rules say."""
    return _is_refused(judgement) and judgement.ruling.rule in ("T1", "T2", "T16", "T17")


def _cannot_lie(game: AnyGame, judgement: Judgement) -> bool:
    """Whether no table can show this, like a card that lies elsewhere already: then it was misread."""
    why = judgement.ruling.why
    return _is_refused(judgement) and why is not None and why.key in game.cannot_lie


def _same_end(one: Judgement, other: Judgement) -> bool:
    a, b = one.ruling, other.ruling
    same_ruling = (a.verdict, a.rule, a.why, a.notes) == (b.verdict, b.rule, b.why, b.notes)
    return same_ruling and one.state == other.state


def _ask_which(fact: Fact, values: Sequence[JSON]) -> Judgement:
    seats = [seat_of_hand(value) for value in values]
    if all(seats) and len(set(seats)) == len(values) > 1:
        whose = tuple(
            Choice(value, Say("table.of_seat", {"seat": seat}), seat)
            for value, seat in zip(values, seats, strict=True)
        )
        return Judgement(unsure(Question(Say("table.whose", {"seats": seats}), whose, "T14")))
    choices = tuple(Choice(value, reading(fact.kind, value), fact.seat) for value in values)
    key = "table.which" if len(choices) > 1 else "table.is_it"
    question = Question(Say(key, {"choices": [choice.says for choice in choices]}), choices, "T14")
    return Judgement(unsure(question))


def _judge_value(game: AnyGame, state: Any, asks: Sequence[Ask], fact: Fact) -> Judgement:
    """The judgement of the first ask that takes the fact; else the first refusal."""
    first = None
    for ask in (ask for ask in asks if answers(ask, fact)):
        judgement = _judge_answer(game, state, ask, fact)
        if judgement.ruling.verdict is Verdict.ACCEPTED:
            return judgement
        first = first or judgement
    return first or Judgement(refused(why_no_ask(asks, fact)))


def _judge_answer(game: AnyGame, state: Any, ask: Ask, fact: Fact) -> Judgement:
    try:
        understood = game.understand(state, ask, fact)
        if isinstance(understood, Question):
            return Judgement(unsure(understood))
        # as the journal will read it: no wrong types in it
        move = game.read_move(game.write_move(understood))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return Judgement(refused(Refusal("T2", Say("table.not_understood", {"prompt": ask.prompt}))))
    except Exception as error:
        return _puzzled("understanding a fact", error)
    return _judge_move(game, state, move)


def _judge_move(game: AnyGame, state: Any, move: Move) -> Judgement:
    try:
        written = game.write_move(move)
        refusal = game.refuse(state, move)
        if refusal is not None:
            return Judgement(refused(refusal, written))
        step = game.play(state, move)
    except Exception as error:  # a slip in one rule must not end a family's evening
        return _puzzled("judging a move", error)
    return Judgement(Ruling(Verdict.ACCEPTED, notes=step.notes, move=written), step.state)


def _puzzled(doing: str, error: Exception) -> Judgement:
    log.error("the rules failed while %s: %r", doing, error, exc_info=log.isEnabledFor(logging.DEBUG))
    return Judgement(refused(Refusal("T2", Say("table.puzzled"))))


class Word(msgspec.Struct, frozen=True):
    """A fact to be judged now and, for a call, the evidence for its place."""

    fact: Fact
    evidence: Evidence | None = None
    standing: Standing | None = None
    proposed: bool = False


def judge_words(
    game: AnyGame, line: Line, asks: Sequence[Ask], words: Sequence[Word]
) -> list[tuple[Heard | Ended, Any]]:
    """The entries that *words* make, judged one after the other, each with the state it leads to."""
    state, entries = line.state, list[tuple[Heard | Ended, Any]]()
    for word in words:
        judgement = judge_word(game, state, asks, word)
        accepted = judgement.ruling.verdict is Verdict.ACCEPTED
        mark = fingerprint(game, judgement.state) if accepted else ""
        secret = any(ask.secret for ask in asks if is_meant(ask, word.fact))
        heard = Heard(word.fact, judgement.ruling, mark, word.evidence, word.proposed, secret)
        entries.append((heard, judgement.state))
        if accepted:
            state = judgement.state
            outcome = game.outcome(state)
            asks = game.asks(state) if outcome is None else ()
            if outcome is not None:
                entries.append((Ended(outcome), state))
    return entries


def judge_word(game: AnyGame, state: Any, asks: Sequence[Ask], word: Word) -> Judgement:
    """What the referee says to *word*."""
    if word.fact.seat and word.fact.seat not in state.seats:
        who = {"seat": word.fact.seat, "who": list(state.seats)}
        return Judgement(refused(Refusal("T16", Say("table.no_such_seat", who))))
    if word.proposed:
        return judge_move(game, state, word.fact.value)
    if word.standing is None or word.evidence is None:
        return judge(game, state, asks, word.fact)
    return _judge_call(game, state, asks, word.fact, word.evidence, word.standing)


def _judge_call(
    game: AnyGame, state: Any, asks: Sequence[Ask], fact: Fact, evidence: Evidence, standing: Standing
) -> Judgement:
    outside = refuse_call(fact, standing)
    if outside is not None:
        return Judgement(outside)
    counted = msgspec.structs.replace(fact, t=fact.t - evidence.handicaps.get(fact.seat, 0) * MS)
    judgement = judge(game, state, asks, counted)
    ruling = judgement.ruling
    if ruling.verdict is Verdict.ACCEPTED:
        notes = (*ruling.notes, *notes_of(standing, evidence))
        return Judgement(msgspec.structs.replace(ruling, notes=notes), judgement.state)
    if ruling.rule in ("T1", "T16", "T17") and standing.place > 1:  # the call before it has closed the ask
        return Judgement(refuse_late(fact, standing.gap))
    if ruling.rule in ("T1", "T16"):
        if not fact.seat:
            return Judgement(refused(Refusal("T16", Say("call.nobody"))))
        return Judgement(refused(Refusal(ruling.rule, Say("call.not_now", {"seat": fact.seat}))))
    return judgement


def with_implied(game: AnyGame, line: Line, asks: Sequence[Ask], fact: Fact) -> list[Word]:
    """*fact* after what it implies; alone if it would be refused all the same."""
    words = [*_implied(asks, fact.seat, fact.t), Word(fact)]
    if len(words) > 1 and fact.ask not in ("", *(ask.id for ask in asks)):
        judged = judge_words(game, line, asks, words)
        if all(body.ruling.verdict is Verdict.ACCEPTED for body, _ in judged if isinstance(body, Heard)):
            return words
    return words[-1:]


def beyond(game: AnyGame, line: Line, asks: Sequence[Ask], now: int) -> tuple[Ask, ...]:
    """What is asked after those of *asks* that are answered by what comes next."""
    judged = judge_words(game, line, asks, _implied(asks, "", now))
    return game.asks(judged[-1][1]) if judged else ()


def _implied(asks: Sequence[Ask], seat: str, t: int) -> list[Word]:
    return [Word(Fact(Kind.CONFIRM, True, t, Source.IMPLIED, seat, ask.id)) for ask in asks if ask.implied]


def not_written() -> Ruling:
    """The disk would not take it: what was heard has not happened."""
    return refused(Refusal("T13", Say("table.not_written")))


# --- what is said about a call, derived from its evidence alone, so that it can be derived again ---


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
        case Counted.EARLY:
            return refused(Refusal("T5", Say("call.early", args)))
        case Counted.HELD:
            return refused(Refusal("T6", Say("call.held", args)))
        case Counted.LATE:
            return refuse_late(fact, standing.gap)
        case Counted.DELAYED:
            return refused(Refusal("T7", Say("call.delayed", args)))
        case Counted.UNKNOWN:
            return refused(Refusal("T8", Say("call.unknown", args)))
        case Counted.AGAIN:
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
