"""The rules of the buzzer: what each move needs, and what follows from it."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.asks import MS
from companion.calls.buttons import Fairness, Press
from companion.calls.evidence import rank
from companion.game import Step, clockwise_from
from companion.games.buzzer import state as m
from companion.games.buzzer import state as s
from companion.rulings import Note, Refusal, against, announce, tell

SHORTEST_MS, LONGEST_MS = 2_000, 6_000  # BZ11: the wait before the signal


def opening(state: s.BuzzerState) -> s.BuzzerState:
    """A new round: BZ5, where interrupting counts, the buttons count from its first word."""
    at_once = state.options.mode == "quiz" and state.options.early == "counts"
    return replace(state, phase="go" if at_once else "ready", pressed=(), out=(), since=0, wait_ms=0)


# --- what may not be done ---

_WHEN: dict[type, tuple[str, ...]] = {
    m.Go: ("ready",),
    m.Signal: ("wait",),
    m.Judge: ("answer",),
    m.Close: ("go",),
    m.Buzz: ("ready", "wait", "go", "answer"),
    m.Finish: ("ready", "go"),
}
_RULE = {m.Go: "BZ4", m.Signal: "BZ11", m.Judge: "BZ7", m.Close: "BZ10", m.Buzz: "BZ4", m.Finish: "BZ2"}


def refuse(state: s.BuzzerState, move: m.BuzzerMove) -> Refusal | None:
    kind = type(move)
    if state.phase == "over":
        return against("BZ2", "refuse.over")
    if state.phase not in _WHEN[kind] or (isinstance(move, m.Finish) and state.pressed):
        return against(_RULE[kind], f"refuse.{state.phase}", **_names(state))
    return _refuse_press(state, move) if isinstance(move, m.Buzz) else None


def _names(state: s.BuzzerState) -> dict[str, str]:
    return {"seat": state.pressed[0].seat} if state.pressed else {}


def _refuse_press(state: s.BuzzerState, move: m.Buzz) -> Refusal | None:
    if move.seat not in state.seats:
        return against("BZ4", "refuse.stranger", seat=move.seat)
    if move.seat in state.out:
        return against(_why_out(state), "refuse.out", seat=move.seat)
    if any(press.seat == move.seat for press in state.pressed):
        return against("BZ4", "refuse.again", seat=move.seat)
    if state.phase == "ready" and state.options.mode == "stopwatch":
        return against("BZ13", "refuse.not_running")
    if state.phase == "answer" and state.options.after_wrong != "next":
        return against("BZ9", "refuse.answer", **_names(state))
    return None


def _why_out(state: s.BuzzerState) -> str:
    if state.options.mode == "reflex":
        return "BZ12"
    return "BZ5" if state.phase == "ready" else "BZ9"


# --- what follows ---


def play(state: s.BuzzerState, move: m.BuzzerMove) -> Step[s.BuzzerState]:
    match move:
        case m.Go():
            return _go(state, move.t)
        case m.Signal():
            return Step(replace(state, phase="go", since=move.t), (announce("BZ11", "note.now"),))
        case m.Buzz():
            return _buzz(state, move)
        case m.Judge():
            return _right(state) if move.right else _wrong(state, late=move.late)
        case m.Close():
            return _close(state)
    return Step(replace(state, phase="over"))


def _go(state: s.BuzzerState, t: int) -> Step[s.BuzzerState]:
    if state.options.mode != "reflex":
        return Step(replace(state, phase="go", since=t))
    # BZ11: nobody can foresee the digits of a time, and everybody can check them in the log afterwards
    wait = SHORTEST_MS + t // 1000 % (LONGEST_MS - SHORTEST_MS)
    return Step(replace(state, phase="wait", wait_ms=wait))


def _buzz(state: s.BuzzerState, move: m.Buzz) -> Step[s.BuzzerState]:
    if state.phase in ("ready", "wait"):
        return _too_early(state, move.seat)
    pressed = (*state.pressed, Press(move.seat, move.t, move.source, move.uncertainty))
    now = replace(state, pressed=pressed)
    if state.options.mode == "quiz":  # BZ4; BZ9: whoever presses later stands behind
        first = announce("BZ4", "note.first", move.seat)
        return Step(replace(now, phase="answer"), (first,) if state.phase == "go" else ())
    time = tell("BZ12", "note.time", seat=move.seat, ms=s.milliseconds(now, pressed[-1]))
    return (_close(now) if not s.may_press(now) else Step(now)).after(time)


def _too_early(state: s.BuzzerState, seat: str) -> Step[s.BuzzerState]:
    """BZ5, BZ12: out for this round, in a quiz with the whole team."""
    quiz = state.options.mode == "quiz"
    rule, gone = ("BZ5", s.team_of(state, seat)) if quiz else ("BZ12", (seat,))
    now = replace(state, out=(*state.out, *gone))
    note = announce(rule, "note.early", seat)
    return (_nobody(now) if not s.may_press(now) else Step(now)).after(note, *_team_out(gone, rule))


def _team_out(gone: Sequence[str], rule: str) -> tuple[Note, ...]:
    """BZ5, BZ9: all who are out because of one, by their names."""
    return (tell(rule, "note.team_out", seats=list(gone)),) if len(gone) > 1 else ()


def _right(state: s.BuzzerState) -> Step[s.BuzzerState]:
    """BZ7."""
    seat = state.pressed[0].seat
    return _next_round(_scored(state, {seat: state.options.right}, "note.right", "BZ7"))


def _wrong(state: s.BuzzerState, *, late: bool) -> Step[s.BuzzerState]:
    """BZ8, BZ9: it costs what was agreed on, the team is out, and whoever was next may answer."""
    seat = state.pressed[0].seat
    step = _scored(state, {seat: -state.options.wrong}, "note.late" if late else "note.wrong", "BZ8")
    gone = s.team_of(state, seat)
    out = (*step.state.out, *gone)
    waiting = tuple(press for press in state.pressed[1:] if press.seat not in out)
    now = replace(step.state, out=out, pressed=waiting, phase="answer" if waiting else "go")
    if waiting:
        who = waiting[0].seat
        return Step(now, (announce("BZ9", "note.next", who),)).after(*step.notes, *_team_out(gone, "BZ9"))
    over = state.options.after_wrong == "over" or not s.may_press(now)
    return (_nobody(now) if over else Step(now, _team_out(gone, "BZ9"))).after(*step.notes)


def _close(state: s.BuzzerState) -> Step[s.BuzzerState]:
    """BZ10: nobody knew it; BZ12, BZ13: the best time wins, and times within the tie window share."""
    best = best_of(state)
    if not best:
        return _nobody(state)
    return _next_round(_scored(state, dict.fromkeys(best, state.options.right), "note.best", "BZ12"))


def best_of(state: s.BuzzerState) -> tuple[str, ...]:
    """Whose time is best: the shortest, or the nearest to the one that is wanted."""
    if state.options.mode == "quiz":
        return ()
    wanted = state.options.target_s * 1000 * MS if state.options.mode == "stopwatch" else 0
    off = [replace(press, t=abs(press.t - state.since - wanted)) for press in state.pressed]
    groups = rank(off, Fairness())
    return tuple(sorted(groups[0].seats, key=state.seats.index)) if groups else ()


def _nobody(state: s.BuzzerState) -> Step[s.BuzzerState]:
    return _next_round(Step(state, (tell("BZ10", "note.nobody", n=s.round_of(state)),)))


def _scored(state: s.BuzzerState, points: dict[str, int], key: str, rule: str) -> Step[s.BuzzerState]:
    """*points* written down, and said with the names."""
    total = {**state.points, **{seat: state.points.get(seat, 0) + n for seat, n in points.items()}}
    note = announce(rule, key, seats=list(points), n=abs(next(iter(points.values()))))
    return Step(replace(state, points=total), (note.with_points(points),))


def _next_round(step: Step[s.BuzzerState]) -> Step[s.BuzzerState]:
    """BZ2."""
    state, goal = step.state, step.state.options.goal
    now = replace(state, rounds_over=s.round_of(state))
    if now.rounds_over >= state.options.rounds or (goal and max(s.scores(state).values()) >= goal):
        return Step(replace(now, phase="over"), step.notes)
    return Step(opening(now), step.notes)


def tie_order(state: s.BuzzerState, seats: Sequence[str]) -> tuple[str, ...]:
    """BZ14: who has less comes first; else clockwise from a seat that is another one in every round."""
    start = state.seats[state.rounds_over % len(state.seats)]
    turn, points = clockwise_from(state.seats, start), s.scores(state)
    return tuple(sorted(seats, key=lambda seat: (points[seat], turn.index(seat))))
