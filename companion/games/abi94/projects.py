"""From project to project: dealing, exchange, leader, stress tests, who is out, and the end.

AB1 to AB8 before a project, AB37 and AB39 to AB46 after it.
"""

from companion.asks import Say
from companion.cards import hidden
from companion.game import Outcome, Step
from companion.games.abi94 import moves as m
from companion.games.abi94 import state as s
from companion.games.abi94.scoring import Record, grade, hand_size, lost, ranking, strikes, total_points
from companion.games.abi94.turns import go_on
from companion.games.abi94.words_for import project_say
from companion.rulings import Note, Refusal, against, announce, tell

MOST_SWAPPED = 3

# --- before a project ---


def deal(state: s.AbiState, move: m.Deal) -> Step[s.AbiState]:
    """AB5: a hand for everybody who is still in the game; the pack is complete again."""
    seats = s.in_game(state)
    size = hand_size(len(seats))
    pupils = {seat: _fresh(pupil, size) for seat, pupil in state.pupils.items()}
    for seat in pupils.keys() - {*seats}:
        pupils[seat] = s.replace(state.pupils[seat], hand=(), before=(), covered=(), copied=())
    left = s.deck(state).cards.size - size * len(seats)
    state = s.replace(state, pupils=pupils, starters=seats, round=1, minus=(), discard=(), draw=left)
    note = announce("AB5", "note.dealt", n=size, project=project_say(state))
    if may_swap(state):
        return Step(s.replace(state, phase="swap"), (note,))
    return _choose_leader(state, note)


def _fresh(pupil: s.Pupil, size: int) -> s.Pupil:
    """A player before a project: chips, pills and the sheet stay."""
    return s.Pupil(
        hand=hidden(size), chips=pupil.chips, pills=pupil.pills, klausuren=pupil.klausuren, exam=pupil.exam
    )


def may_swap(state: s.AbiState) -> bool:
    """AB6, A8: before each Klausur, only before the first, or before the exam as well."""
    if s.is_exam(state):
        return state.options.swap_when == "free_in_exam"
    return state.project == 1 or state.options.swap_when != "first_only"


def refuse_swap(state: s.AbiState, move: m.Swap) -> Refusal | None:
    """AB6: once, up to three, a chip for each card. A9: none without chips if the box is the limit."""
    if state.phase != "swap":
        rule = "A8" if s.is_exam(state) else "AB6"
        return against(rule, "refused.no_swap_now")
    if move.seat not in state.starters or state.pupils[move.seat].swapped >= 0:
        return against("AB6", "refused.swapped_already", seat=move.seat)
    most = most_swaps(state)
    if not 0 <= move.count <= MOST_SWAPPED:
        return against("AB6", "refused.swap_count", n=most)
    if move.count > most:
        return against("A9", "refused.box_empty", n=most)
    return None


def most_swaps(state: s.AbiState) -> int:
    """How many cards may be changed now."""
    left = MOST_SWAPPED
    if state.options.chips == "hard_limit" and not s.is_exam(state):
        left = min(left, max(0, state.box))
    return min(left, state.draw)


def swap(state: s.AbiState, move: m.Swap) -> Step[s.AbiState]:
    """AB7: what is thrown away lies face down beside the pack."""
    state = s.with_pupil(state, move.seat, swapped=move.count)
    state = s.replace(state, draw=state.draw - move.count, discard=(*state.discard, *hidden(move.count)))
    if not s.is_exam(state):
        state = s.take_chips(state, move.seat, move.count)
    chips = state.pupils[move.seat].chips
    key = "note.swapped" if move.count else "note.kept_all"
    note = tell("AB6", key, move.seat, n=move.count, chips=chips)
    if any(state.pupils[seat].swapped < 0 for seat in state.starters):
        return Step(state, (note,))
    return _choose_leader(state, note)


def _choose_leader(state: s.AbiState, *notes: Note) -> Step[s.AbiState]:
    """AB8: the table chooses the first leader; later the lead goes on round the table, or A18."""
    if state.project == 1 or state.options.leader_next == "choose" or not state.leader:
        return Step(s.replace(state, phase="lead"), notes)
    return begin(state, s.next_after(state, state.leader, state.starters), *notes)


def refuse_lead(state: s.AbiState, move: m.Lead) -> Refusal | None:
    if state.phase != "lead":
        return against("AB8", "refused.leader_known", seat=state.leader)
    if move.leader not in state.starters:
        return against("AB8", "refused.no_such_seat", name=move.leader)
    return None


def begin(state: s.AbiState, leader: str, *notes: Note) -> Step[s.AbiState]:
    return go_on(s.replace(state, phase="turn", leader=leader), *notes, announce("AB8", "note.leads", leader))


# --- after a project ---


def end_project(state: s.AbiState) -> Step[s.AbiState]:
    """AB37: all results are written down; AB42: and some may be out."""
    state = s.with_each(state, state.seats, hand=())
    state = s.replace(state, turn="", discard=(), draw=s.deck(state).cards.size)
    if s.is_exam(state):
        return _over(state)
    for seat in state.starters:
        pupil = state.pupils[seat]
        state = s.with_pupil(state, seat, klausuren=(*pupil.klausuren, pupil.result or 0), tested=False)
    state, notes = _eliminated(state)
    if not s.in_game(state):
        return _over(state).after(*notes)
    return Step(s.replace(state, phase="stress"), notes)


def _eliminated(state: s.AbiState) -> tuple[s.AbiState, tuple[Note, ...]]:
    """AB42, A15: out as soon as the exam is out of reach, or after the third Klausur."""
    if state.options.elimination == "later" and state.project < s.EXAM - 1:
        return state, ()
    out = tuple(seat for seat in s.in_game(state) if lost(state.pupils[seat].klausuren, state.options))
    notes = (announce("AB42", "note.out", seat) for seat in out)
    return s.with_each(state, out, standing="out"), tuple(notes)


def refuse_test(state: s.AbiState, move: m.Test) -> Refusal | None:
    """AB39: everybody who is still in the game rolls once."""
    if state.phase != "stress":
        return against("AB40" if s.is_exam(state) else "AB39", "refused.no_test_now")
    if move.seat not in s.in_game(state) or state.pupils[move.seat].tested:
        return against("AB39", "refused.tested_already", seat=move.seat)
    if not 0 <= move.face <= 10:
        return against("AB39", "refused.no_face", face=move.face)
    return None


def test(state: s.AbiState, move: m.Test) -> Step[s.AbiState]:
    pupil = state.pupils[move.seat]
    pill = strikes(pupil.chips, move.face % 10, state.options)
    state = s.with_pupil(state, move.seat, tested=True, pills=pupil.pills + pill)
    key = "note.pill" if pill else "note.no_pill"
    note = announce("AB39", key, move.seat, chips=pupil.chips, pills=pupil.pills + pill)
    if any(not state.pupils[seat].tested for seat in s.in_game(state)):
        return Step(state, (note,))
    return _next_project(state).after(note)


def _next_project(state: s.AbiState) -> Step[s.AbiState]:
    """AB1: three Klausuren, then the exam. AB3: only whoever has passed enough of them is still here."""
    left = s.in_game(state)
    if len(left) == 1 and state.options.sole_qualifier == "wins":
        return _over(state)
    state = s.replace(state, project=state.project + 1, phase="deal")
    rule = "AB3" if s.is_exam(state) else "AB1"
    return Step(state, (announce(rule, "note.next_project", project=project_say(state), seats=list(left)),))


# --- the end ---


def _over(state: s.AbiState) -> Step[s.AbiState]:
    state = s.replace(state, phase="over")
    notes = [_grade_note(state, seat) for seat in state.seats]
    return Step(state, tuple(notes))


def _grade_note(state: s.AbiState, seat: str) -> Note:
    """AB4: a grade for those who have passed; AB46: none for the others."""
    exam = state.pupils[seat].exam
    total = scores(state)[seat]
    if exam is None or not exam.passed:
        return tell("AB46", "note.no_grade", seat)
    return announce("AB45", "note.grade", seat, grade=note_of(state, seat), total=total)


def note_of(state: s.AbiState, seat: str) -> str:
    """The grade of *seat*, or "" if there is none."""
    exam = state.pupils[seat].exam
    return grade(scores(state)[seat], state.options.grades) if exam and exam.passed else ""


def scores(state: s.AbiState) -> dict[str, int]:
    """AB45: three Klausuren and the doubled exam."""
    return {seat: total_points(pupil.klausuren, pupil.exam) for seat, pupil in state.pupils.items()}


def outcome(state: s.AbiState) -> Outcome | None:
    """AB4: the best grade wins. A10: so does the only one left. AB46: perhaps nobody."""
    if state.phase != "over":
        return None
    places = ranking(_records(state), state.options)
    if places:
        says = Say("outcome.won" if len(places[0]) == 1 else "outcome.shared", {"seats": list(places[0])})
        return Outcome(places[0], scores(state), "AB4", says)
    left = s.in_game(state)
    if len(left) == 1 and state.pupils[left[0]].exam is None:
        return Outcome(left, scores(state), "A10", Say("outcome.sole", {"seats": list(left)}))
    return Outcome((), scores(state), "AB46", Say("outcome.nobody"))


def _records(state: s.AbiState) -> list[Record]:
    totals = scores(state)
    return [
        Record(seat, totals[seat], pupil.exam.net, pupil.pills, pupil.exam.passed)
        for seat, pupil in state.pupils.items()
        if pupil.exam is not None
    ]
