"""Settling what a card has caused: where the MamaPapa goes, and cheating with the die (AB22 to AB27)."""

from companion.game import Step, certain
from companion.games.abi94 import moves as m
from companion.games.abi94 import state as s
from companion.games.abi94.deck import CHEATING
from companion.games.abi94.handing_in import leave
from companion.games.abi94.scoring import Exam, is_caught
from companion.games.abi94.turns import go_on
from companion.games.abi94.words_for import card_say, cards_say
from companion.rulings import Refusal, against, announce, tell


def refuse_cover(state: s.AbiState, move: m.Cover) -> Refusal | None:
    """AB22: at once, on an own open minus card, one cover each; without one the MamaPapa is spent."""
    if state.pending is None or (state.pending.what, state.pending.seat) != ("cover", move.seat):
        return against("AB22", "refused.no_mamapapa", seat=move.seat)
    free = state.pupils[move.seat].open_minus(s.deck(state))
    if move.card not in free:
        return against("AB22", "refused.no_such_minus", cards=cards_say(dict.fromkeys(free), state))
    return None


def cover(state: s.AbiState, move: m.Cover) -> Step[s.AbiState]:
    covered = (*state.pupils[move.seat].covered, move.card)
    state = s.with_pupil(s.replace(state, pending=None), move.seat, covered=covered)
    return go_on(state, tell("AB22", "note.covered", move.seat, card=card_say(move.card, state)))


# --- cheating ---


def refuse_decline(state: s.AbiState, move: m.Decline) -> Refusal | None:
    """AB23: nobody must cheat. Saying so again, or where there was nothing to copy, does no harm."""
    if state.pending is not None and (state.pending.what, state.pending.seat) == ("roll", move.seat):
        return against("AB23", "refused.answer_named", seat=move.seat)
    pupil = state.pupils.get(move.seat)
    if pupil is None or not pupil.now or s.deck(state).effect(pupil.now) != CHEATING:
        return against("AB23", "refused.no_cheating", seat=move.seat)
    return None


def decline(state: s.AbiState, move: m.Decline) -> Step[s.AbiState]:
    if state.pending != s.Pending("copy", move.seat):
        return Step(state)
    return go_on(s.replace(state, pending=None), tell("AB23", "note.declined", move.seat))


def refuse_name(state: s.AbiState, move: m.Name) -> Refusal | None:
    """AB23: a plus card; AB24: before a neighbour who is still in the project."""
    if state.pending != s.Pending("copy", move.seat):
        return against("AB23", "refused.no_cheating", seat=move.seat)
    beside = s.neighbours(state, move.seat)
    if move.neighbour not in beside:
        return against("AB24", "refused.not_a_neighbour", seat=move.seat, beside=list(beside))
    if (move.neighbour, move.card) not in s.answers(state, move.seat):
        there = [card for seat, card in s.answers(state, move.seat) if seat == move.neighbour]
        key = "refused.no_such_answer" if there else "refused.no_answer"
        return against("AB23", key, neighbour=move.neighbour, cards=cards_say(there, state))
    return None


def name(state: s.AbiState, move: m.Name) -> Step[s.AbiState]:
    pending, card = s.Pending("roll", move.seat, move.neighbour, move.card), card_say(move.card, state)
    note = announce("AB23", "note.named", move.seat, neighbour=move.neighbour, card=card)
    return Step(s.replace(state, pending=pending), (note,))


def refuse_roll(state: s.AbiState, move: m.Roll) -> Refusal | None:
    if state.pending is None or (state.pending.what, state.pending.seat) != ("roll", move.seat):
        return against("AB23", "refused.no_roll", seat=move.seat)
    if not 0 <= move.face <= 10:
        return against("AB23", "refused.no_face", face=move.face)
    return None


def roll(state: s.AbiState, move: m.Roll) -> Step[s.AbiState]:
    """AB23: above the value of the answer nobody notices, and it counts; otherwise caught."""
    value = s.deck(state).value(certain(state.pending).card)
    state = s.replace(state, pending=None)
    if is_caught(value, move.face % 10, state.options):
        return _caught(state, move.seat)
    copied = (*state.pupils[move.seat].copied, value)
    state = s.with_pupil(state, move.seat, copied=copied)
    return go_on(state, announce("AB23", "note.copied", move.seat, n=value))


def _caught(state: s.AbiState, seat: str) -> Step[s.AbiState]:
    """AB25 the first time, AB26 and A19 the second; AB27: in the exam the first time is the last."""
    state = s.with_pupil(state, seat, caught=state.pupils[seat].caught + 1)
    if s.is_exam(state):
        note = announce("AB27", "note.ejected", seat)
        exam = Exam(raw=0, pills=state.pupils[seat].pills, ejected=True)
        return go_on(leave(state, seat, "failed", exam=exam), note)
    if state.pupils[seat].caught > 1:
        note = announce("AB26", "note.caught_twice", seat)
        stays = state.options.caught_twice == "stays"
        return go_on(state if stays else leave(state, seat, "failed", result=0), note)
    note = announce("AB25", "note.caught", seat)
    return go_on(_lose_points(state, seat), note)


def _lose_points(state: s.AbiState, seat: str) -> s.AbiState:
    """AB25, A4: plus cards and copied points go; minus cards and covers stay, or everything goes."""
    pupil, box = state.pupils[seat], s.deck(state)
    everything = state.options.caught_resets == "everything"
    gone = tuple(card for card in pupil.before if everything or box.is_plus(card))
    stays = tuple(card for card in pupil.before if card not in gone)
    if not everything:
        return s.with_pupil(s.replace(state, discard=(*state.discard, *gone)), seat, before=stays, copied=())
    thrown = (*gone, pupil.now) if pupil.now else gone
    state = s.replace(state, discard=(*state.discard, *thrown))
    return s.with_pupil(state, seat, before=(), now="", covered=(), copied=())
