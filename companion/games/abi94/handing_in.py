"""Handing in a project, the time for it, and the end of a round (AB33 to AB38, AB12, AB13)."""

from typing import Any

from companion.asks import Say
from companion.game import Step
from companion.games.abi94 import moves as m
from companion.games.abi94 import state as s
from companion.games.abi94.knowledge import new_hand
from companion.games.abi94.projects import end_project
from companion.games.abi94.scoring import PASS, Exam, hand_size, klausur_score, types_of
from companion.games.abi94.turns import go_on
from companion.rulings import Note, Refusal, against, announce, tell


def refuse_hand_in(state: s.AbiState, move: m.HandIn) -> Refusal | None:
    """AB33: only with a card of this round, which ends with the round (AB38); AB36: only once."""
    pupil = state.pupils.get(move.seat)
    if pupil is None or state.phase not in ("turn", "window"):
        return against("AB33", "refused.no_project")
    if pupil.standing != "in":
        return against("AB36", "refused.handed_in_already", seat=move.seat)
    if not pupil.received:
        return against("AB33", "refused.no_card_this_round", seat=move.seat)
    return _refuse_while_pending(state, move.seat)


def _refuse_while_pending(state: s.AbiState, seat: str) -> Refusal | None:
    """AB22: first the MamaPapa. AB23: while the die rolls, neither the copier nor the copied hands in."""
    pending = state.pending
    if pending is None:
        return None
    if pending.what == "cover" and pending.seat == seat:
        return against("AB22", "refused.pending.cover", seat=seat)
    copied = pending.neighbour if state.options.neighbour_waits else ""  # A20
    if pending.what == "roll" and seat in (pending.seat, copied):
        return against("AB23", "refused.pending.roll", seat=pending.seat)
    return None


def hand_in(state: s.AbiState, move: m.HandIn) -> Step[s.AbiState]:
    """AB34: also before the own turn. AB43: an exam that cannot be passed like that is asked about first."""
    seat = move.seat
    if s.is_exam(state) and not move.sure and exam_so_far(state, seat).missing:
        if state.pending is None:
            return go_on(s.replace(state, pending=s.Pending("sure", seat)))
        return Step(state, (Note(Say("note.one_by_one", {"seat": state.pending.seat}), "AB43", seat=seat),))
    state, result = _scored(state, seat)
    if state.pending is not None and _is_settled(state, state.pending):
        state = s.replace(state, pending=None)
    return go_on(state, result)


def _is_settled(state: s.AbiState, pending: s.Pending) -> bool:
    """Whether nothing is left to decide: the one who was asked has handed in, or the last answer is gone."""
    if pending.seat not in s.active(state):
        return True
    return pending.what == "copy" and not s.answers(state, pending.seat)


def keep(state: s.AbiState, move: m.Keep) -> Step[s.AbiState]:
    return go_on(s.replace(state, pending=None), tell("AB43", "note.goes_on", move.seat))


# --- scores ---


def _scored(state: s.AbiState, seat: str) -> tuple[s.AbiState, Note]:
    """*state* after *seat* has handed in, and what it came to (AB35)."""
    pupil = state.pupils[seat]
    if s.is_exam(state):
        exam = exam_so_far(state, seat)
        key = "note.exam_passed" if exam.passed else "note.exam_failed"
        note = announce("AB43", key, seat, raw=exam.raw, net=exam.net, types=exam.types)
        return leave(state, seat, "handed_in", exam=exam), note
    raw = pupil.raw(s.deck(state))
    score = klausur_score(raw, pupil.caught > 1, state.options)
    key = "note.klausur_passed" if score >= PASS else "note.klausur_failed"
    note = announce("AB35", key, seat, raw=raw, n=score).with_points({seat: score})
    return leave(state, seat, "handed_in", result=score), note


def exam_so_far(state: s.AbiState, seat: str) -> Exam:
    """What the exam of *seat* is if it is handed in now."""
    pupil = state.pupils[seat]
    types = types_of(pupil.front, pupil.copied, s.deck(state), state.options)
    return Exam(pupil.raw(s.deck(state)), pupil.pills, types)


def leave(state: s.AbiState, seat: str, standing: s.Standing, **result: Any) -> s.AbiState:
    """AB36: the cards go back into the pack; nobody lays, copies or acts there any more."""
    pupil = state.pupils[seat]
    owes = standing == "handed_in" and state.options.handin_before_play == "owes_card" and not pupil.played
    hand = pupil.hand if owes else ()
    back = len(pupil.front) + len(pupil.hand) - len(hand)
    state = s.replace(state, draw=state.draw + back)
    return s.with_pupil(state, seat, standing=standing, hand=hand, victim=False, **result)


# --- the end of a round ---


def may_hand_in(state: s.AbiState) -> tuple[str, ...]:
    """Whose button counts now (AB33)."""
    return tuple([seat for seat in state.seats if may_hand_in_now(state, seat)])


def may_hand_in_now(state: s.AbiState, seat: str) -> bool:
    """Whether the button of *seat* counts now (AB33)."""
    pupil = state.pupils[seat]
    return pupil.standing == "in" and pupil.received and _refuse_while_pending(state, seat) is None


def refuse_ready(state: s.AbiState, move: m.Ready) -> Refusal | None:
    if state.phase != "window" or move.seat not in may_hand_in(state):
        return against("AB38", "refused.nothing_to_confirm")
    if state.pupils[move.seat].ready:
        return against("AB38", "refused.ready_already", seat=move.seat)
    return None


def ready(state: s.AbiState, move: m.Ready) -> Step[s.AbiState]:
    state = s.with_pupil(state, move.seat, ready=True)
    if all(state.pupils[seat].ready for seat in may_hand_in(state)):
        return end_round(state)
    return Step(state)


def refuse_close(state: s.AbiState, move: m.Close) -> Refusal | None:
    """AB38, A13: a round is closed when all have laid and the time for handing in is over."""
    if state.pending is not None or state.phase != "window":
        who = state.pending.seat if state.pending else state.turn
        return against("AB38", "refused.round_not_complete", seat=who or state.leader)
    waiting = [seat for seat in may_hand_in(state) if not state.pupils[seat].ready]
    if state.options.window == "all_confirm" and waiting:
        return against("A13", "refused.not_all_confirmed", seats=waiting)
    return None


def end_round(state: s.AbiState) -> Step[s.AbiState]:
    """AB11: this round's cards join the others. AB37: or the project is over."""
    pupils = {
        seat: s.replace(pupil, before=pupil.front, now="", received=False, played=False, ready=False)
        for seat, pupil in state.pupils.items()
    }
    state = s.replace(state, pupils=pupils, minus=(), pending=None)
    here, size = s.active(state), hand_size(len(state.starters))
    if len(here) < min(2, len(state.starters)):
        return _score_the_rest(state, announce("AB37", "note.project_over"))
    refill = not any(state.pupils[seat].hand for seat in here)  # AB13: up to the size of the beginning
    if refill and not s.can_draw(state, size * len(here)):
        return _score_the_rest(state, announce("A16", "note.pack_used_up"))
    notes = [announce("AB13", "note.refill", n=size)] if refill else []
    for seat in here if refill else ():
        state = new_hand(s.draw_cards(state, size), seat, size)
    leader = s.next_after(state, state.leader, here)
    state = s.replace(state, leader=leader, round=state.round + 1)
    return go_on(state, *notes, tell("AB12", "note.round", leader, round=state.round))


def _score_the_rest(state: s.AbiState, note: Note) -> Step[s.AbiState]:
    """AB37: whoever has not handed in is scored now, pass or not."""
    notes = [note]
    for seat in s.active(state):
        state, result = _scored(state, seat)
        notes.append(result)
    return end_project(state).after(*notes)
