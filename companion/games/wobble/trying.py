"""Double or nothing: a task dared instead of drawing, from START to its result (W40, W-T1 to W-T12)."""

from companion.asks import Say
from companion.cards import added
from companion.game import Judge, Move, Step, certain
from companion.games.wobble import flow, judging
from companion.games.wobble import state as st
from companion.games.wobble.deck import DRAWING, TASKS, refuse_cards
from companion.games.wobble.moves import Begin, Country, Dare, End, Judged, Number, Printed, Throw, Turned
from companion.games.wobble.settling import share_of, take_cards, tasks_in
from companion.games.wobble.unlucky import BEATS
from companion.rulings import Refusal, against, announce, tell

OWN = "own"  # W50
TIMED = ("T1", "T2", "T9")
BY_THE_TABLE = ("T4", "T5", "T6", "T7", "T11", OWN)  # a vote of the table: nobody else can know
HEARD_FIRST = ("T1", "T2", "T7", "T8", "T9")  # begun only with the coin, the pick-up, the word, the watch


def rule_of(task: str) -> str:
    """The rule that a task is judged by: W-T1 to W-T12, or W50 for one of the family's own."""
    return f"W-{task}" if task in TASKS else "W50"


def offered(state: st.WobbleState) -> tuple[str, ...]:
    """AW-44: the tasks that may stand on the next card of the pile; AW-16: of those that this house plays."""
    house, left = state.options.tasks, printed_left(state)
    used = [task for card, task in zip(_cards(state), state.tried, strict=False) if card == _next_card(state)]
    known = left or tuple(task for task in TASKS if task not in used)
    return tuple(task for task in TASKS if task in known and (not house or task in house))


def printed_left(state: st.WobbleState) -> tuple[str, ...]:
    """AW-44: what is known to stand on the next card, but for what its twins in the pile have had."""
    left = list(st.printed_on(state, _next_card(state)))
    for card, task in zip(_cards(state), state.tried, strict=False):
        if card == _next_card(state) and task in left:
            left.remove(task)
    return tuple(left)


def _cards(state: st.WobbleState) -> list[str]:
    """The cards of the pile, one for each task."""
    return [layer.card for layer in certain(state.attack).layers for _ in range(layer.copies)]


def _next_card(state: st.WobbleState) -> str:
    return _cards(state)[state.tasks_done]


# --- daring ---


def refuse_dare(state: st.WobbleState, move: Dare) -> Refusal | None:
    """W40: whoever is hit by draw cards may dare their tasks."""
    if certain(state.attack).kind not in DRAWING:
        return against("W40", "refused.no_task", seat=move.seat)
    if move.task == OWN and move.own in state.options.own_tasks:
        return None
    if move.task not in TASKS or move.task not in (state.options.tasks or TASKS):
        return against("AW-16", "refused.unknown_task", seat=move.seat)
    if move.task not in offered(state):
        tasks = [Say(f"task.{task}") for task in offered(state)]
        return against("AW-44", "refused.other_task", seat=move.seat, tasks=tasks, n=len(tasks))
    return None


def dare(state: st.WobbleState, move: Dare) -> Step[st.WobbleState]:
    """AW-14: START: from here on it is double or nothing, or after hearing what it is about."""
    begun = move.task not in HEARD_FIRST
    trying = st.Trying(move.seat, move.task, move.own, opponent(state, move.seat), begun=begun)
    note = announce("W40", "note.dares", move.seat, task=f"@task.{move.task}")
    notes: flow.Notes = (note,)
    if move.task != OWN and not printed_left(state):  # nobody knows what stands there: it is believed
        state = _remembered(state, move.task)
        notes = (note, tell("AW-44", "note.on_honour", move.seat))
    return Step(st.replace(state, phase="task", trying=trying), notes)


def refuse_printed(state: st.WobbleState, move: Printed) -> Refusal | None:
    """AW-44: what stands on a card of one's own box is entered by touch; the printable deck is known."""
    if certain(state.attack).kind not in DRAWING:
        return against("W40", "refused.no_task", seat=st.performer(state))
    if not may_tell(state) or move.task not in TASKS or move.task in printed_left(state):
        return against("AW-44", "refused.printed_known")
    return None


def may_tell(state: st.WobbleState) -> bool:
    """Whether another copy of a known draw card may be in the box, with another task."""
    return st.is_own_box(state) and bool(printed_left(state))


def tell_printed(state: st.WobbleState, move: Printed) -> Step[st.WobbleState]:
    return Step(_remembered(state, move.task), (tell("AW-44", "note.remembered", task=f"@task.{move.task}"),))


def _remembered(state: st.WobbleState, task: str) -> st.WobbleState:
    card = _next_card(state)
    if not card:
        return state
    return st.replace(state, printed={**state.printed, card: (*state.printed.get(card, ()), task)})


def opponent(state: st.WobbleState, seat: str) -> str:
    """AW-15: the owner of that very card; its own card: whoever directed it; under Not Me its player."""
    attack = certain(state.attack)
    owners = [layer.owner for layer in attack.layers for _ in range(layer.copies)]
    owner = owners[min(state.tasks_done, len(owners) - 1)]
    if owner != seat:
        return owner
    stands_in = attack.not_me or attack.director or attack.owner
    return stands_in if stands_in != seat else next(s for s in state.order if s != seat)


# --- while it goes on ---


def while_trying(rule: str, *tasks: str) -> Judge:
    """Judges what belongs to these *tasks*: one of them is tried now."""

    def refuse(state: st.WobbleState, move: Move) -> Refusal | None:
        tried = state.phase == "task" and state.trying is not None and state.trying.task in tasks
        return None if tried else flow.not_now(rule, move.seat)

    return refuse


def refuse_country(state: st.WobbleState, move: Country) -> Refusal | None:
    """T8: the card's player names it; others may whisper."""
    trying = certain(state.trying)
    if trying.country or move.seat == trying.seat:
        return flow.not_now("W-T8", move.seat)
    if move.code not in judging.people_by_country():
        return against("W-T8", "refused.no_country", seat=move.seat, country=move.code)
    return None


def country(state: st.WobbleState, move: Country) -> Step[st.WobbleState]:
    note = announce("W-T8", "note.country", country=Say(f"country.{move.code}"))
    return Step(_with(state, country=move.code), (note,))


def refuse_begin(state: st.WobbleState, move: Begin) -> Refusal | None:
    trying = certain(state.trying)
    if trying.begun or (trying.task == "T8" and not trying.country):
        return flow.not_now("AW-14", move.seat)
    return None


def begin(state: st.WobbleState, move: Begin) -> Step[st.WobbleState]:
    return Step(_with(flow.heard(state, move.t), begun=True, since=move.t))


def refuse_end(state: st.WobbleState, move: End) -> Refusal | None:
    return None if certain(state.trying).begun else flow.not_now("W-T9", move.seat)


def end(state: st.WobbleState, move: End) -> Step[st.WobbleState]:
    """T1, W-T2, W-T9: the app's own watch decides."""
    trying = certain(state.trying)
    if move.t < trying.since:  # the power was off in between: nobody can know how long it was
        again = tell("AW-14", "note.watch_lost", trying.seat)
        return Step(_with(state, begun=False, since=0, bump=-1), (again,))
    state, ms = flow.heard(state, move.t), (move.t - trying.since) // 1_000_000
    match trying.task:
        case "T1" if move.how == "bump":
            return Step(_with(state, bump=ms))
        case "T1":
            return result(state, judging.spins(ms, trying.bump))
        case "T2":
            return result(state, judging.calls(ms, move.how == "told"))
        case _:
            shown = f"{ms // 1000}.{ms % 1000 // 10:02d}"
            return result(state, judging.stops(ms)).after(tell("W-T9", "note.watch", time=shown))


def refuse_number(state: st.WobbleState, move: Number) -> Refusal | None:
    """T8: an estimate; W-T12: first the table, then the far side of the coin."""
    trying = certain(state.trying)
    if move.value < 0 or (trying.task == "T8" and not trying.begun):
        return flow.not_now(f"W-{trying.task}", move.seat)
    if trying.task == "T12" and not trying.numbers and move.value < judging.SLIDE_MM[0][0]:
        return against("W-T12", "refused.short_table")
    return None


def number(state: st.WobbleState, move: Number) -> Step[st.WobbleState]:
    trying = certain(state.trying)
    if trying.task == "T8":
        actual = judging.people_by_country()[trying.country]
        step = result(state, judging.estimates(move.value, actual, state.options.pop))
        country = Say(f"country.{trying.country}")
        return step.after(tell("W-T8", "note.population", country=country, n=f"{actual:,}"))
    if not trying.numbers:
        return Step(_with(state, numbers=(move.value,)))
    return result(state, judging.slides(trying.numbers[0], move.value))


def refuse_turned(state: st.WobbleState, move: Turned) -> Refusal | None:
    """T3: up to the first number, and not beyond it."""
    if refusal := refuse_cards(move.cards):
        return refusal
    found = judging.flipped(move.cards)
    if "?" in move.cards or found.draw is None or found.turned != len(move.cards):
        return against("W-T3", "refused.turn_to_number")
    ready = st.with_enough(state, len(move.cards))
    return against("AW-23", "refused.pile_empty") if len(move.cards) > ready.draw else None


def turned(state: st.WobbleState, move: Turned) -> Step[st.WobbleState]:
    """T3, AW-17: its own number instead of the pile's; the turned cards go under the discard pile."""
    owed, seat = certain(judging.flipped(move.cards).draw), certain(state.trying).seat
    state = st.with_enough(state, len(move.cards))
    state = st.replace(state, draw=state.draw - len(move.cards))
    note = announce("W-T3", "note.turned", n=owed)
    if state.options.flip_cards_kept:
        kept = move.cards[:owed]
        state = st.with_player(state, seat, hand=added(state.players[seat].hand, kept))
        state = st.replace(state, discard=(*move.cards[owed:], *state.discard))
        owed -= len(kept)
    else:
        state = st.replace(state, discard=(*move.cards, *state.discard))
    return _task_over(st.replace(state, owed=state.owed + owed)).after(note)


def throw(state: st.WobbleState, move: Throw) -> Step[st.WobbleState]:
    """T10: draws repeat; two wins decide."""
    trying = certain(state.trying)
    won, lost = trying.wins
    won, lost = won + (BEATS[move.own] == move.other), lost + (BEATS[move.other] == move.own)
    if 2 in (won, lost):
        return result(state, won == 2)
    return Step(_with(state, wins=(won, lost)), (tell("W-T10", "note.wins", won=won, lost=lost),))


def refuse_judged(state: st.WobbleState, move: Judged) -> Refusal | None:
    """AW-14: impossible only before it began; what the companion measures nobody needs to vote on."""
    trying = state.trying
    if state.phase != "task" or trying is None:
        return flow.not_now("W40", move.seat)
    if move.result == "cannot" and trying.begun:
        return against("AW-14", "refused.begun", seat=trying.seat)
    voted = trying.task in BY_THE_TABLE and trying.begun
    if move.result == "ok" and not voted:
        return against(rule_of(trying.task), "refused.measured", seat=trying.seat)
    return None


def judged(state: st.WobbleState, move: Judged) -> Step[st.WobbleState]:
    if move.result == "cannot":  # AW-14: the plain draw
        return _costs(state, 1)
    return result(state, move.result == "ok")


# --- results ---


def _with(state: st.WobbleState, **changes: object) -> st.WobbleState:
    return st.replace(state, trying=st.replace(certain(state.trying), **changes))


def result(state: st.WobbleState, ok: bool) -> Step[st.WobbleState]:
    """W40: done: this card is dealt with; failed: double."""
    trying = certain(state.trying)
    key = "note.task_done" if ok else "note.task_failed"
    note = announce("W40", key, trying.seat, task=f"@task.{trying.task}")
    return (_task_over(state) if ok else _costs(state, 2)).after(note)


def _costs(state: st.WobbleState, times: int) -> Step[st.WobbleState]:
    """W40: as often as *times* what the pile comes to, or by card what this one does (AW-13)."""
    if state.options.stack_tasks == "all":
        total = state.owed + times * certain(state.attack).total
        return take_cards(state, certain(state.trying).seat, total)
    return _task_over(st.replace(state, owed=state.owed + times * share_of(state, state.tasks_done)))


def _task_over(state: st.WobbleState) -> Step[st.WobbleState]:
    """AW-13: the next task of the pile, or what the tasks have cost is drawn."""
    trying = certain(state.trying)
    state = st.replace(state, tried=(*state.tried, trying.task))
    rest = tasks_in(state) - state.tasks_done
    if rest:
        note = tell("AW-13", "note.next_task", trying.seat, n=rest)
        return Step(st.replace(state, phase="settle", trying=None), (note,))
    return take_cards(state, trying.seat, state.owed)
