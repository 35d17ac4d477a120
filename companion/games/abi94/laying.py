"""Laying a card: what may lie where, following, Mantas, what each card does and has caused (AB9 to AB32)."""

from typing import Any

from companion.asks import Say
from companion.cards import without
from companion.game import Step, certain
from companion.games.abi94 import knowledge
from companion.games.abi94 import moves as m
from companion.games.abi94 import state as s
from companion.games.abi94.deck import CHEATING, GIRL_FRIEND, HARD_LEARNING, MAMAPAPA, MANTA, MEDITATION
from companion.games.abi94.handing_in import leave
from companion.games.abi94.scoring import Exam, strikes
from companion.games.abi94.turns import change_hand, go_on
from companion.games.abi94.words_for import card_say, cards_say
from companion.rulings import Importance, Note, Refusal, against, announce, tell, warn


def refuse_play(state: s.AbiState, move: m.Play) -> Refusal | None:
    """The first rule that laying this card breaks."""
    return (
        refuse_pending(state)
        or _refuse_turn(state, move.seat)
        or _refuse_card(state, move)
        or _refuse_place(state, move)
        or _refuse_suit(state, move)
    )


def refuse_pending(state: s.AbiState) -> Refusal | None:
    """AB22, AB23: what a card has caused is settled before the next one."""
    if state.pending is None:
        return None
    rule = {"cover": "AB22", "copy": "AB23", "roll": "AB23", "sure": "AB43"}[state.pending.what]
    return against(rule, f"refused.pending.{state.pending.what}", seat=state.pending.seat)


def _refuse_turn(state: s.AbiState, seat: str) -> Refusal | None:
    if state.phase == "window":
        return against("AB9", "refused.all_have_played")
    if state.phase != "turn":
        return against("AB9", "refused.not_now")
    if seat != state.turn:
        return against("AB9", "refused.not_your_turn", seat=seat, turn=state.turn)
    return None


def _refuse_card(state: s.AbiState, move: m.Play) -> Refusal | None:
    if move.card not in s.deck(state).kinds:
        return against("AB9", "refused.unknown_card", card=move.card)
    if not knowledge.can_be_in_hand(state, move.seat, move.card):
        hand = state.pupils[move.seat].hand
        key = "refused.all_copies_seen" if "?" in hand else "refused.not_in_hand"
        return against("AB9", key, card=card_say(move.card, state), seat=move.seat)
    return None


def _refuse_place(state: s.AbiState, move: m.Play) -> Refusal | None:
    """AB14: nobody who has handed in; AB10: nobody who has a card; AB30 for Mantas."""
    if move.target not in state.pupils:
        return against("AB14", "refused.no_such_seat", name=move.target)
    if move.target not in s.active(state):
        free = list(s.open_slots(state))
        return against("AB14", "refused.has_handed_in", seat=move.target, free=free)
    if s.deck(state).effect(move.card) == MANTA:
        return _refuse_manta(state, move)
    if state.pupils[move.target].received:
        free = list(s.open_slots(state))
        return against("AB10", "refused.already_received", seat=move.target, free=free)
    return None


def _refuse_suit(state: s.AbiState, move: m.Play) -> Refusal | None:
    """AB15, as far as the hand is known; for hidden hands only later proof is possible (AB16)."""
    held = knowledge.must_follow(state, move.seat)
    if not held or move.card in held:
        return None
    return against("AB15", "refused.must_follow", n=len(held), cards=cards_say(held, state))


# --- Mantas ---


def _refuse_manta(state: s.AbiState, move: m.Play) -> Refusal | None:
    """AB30. AB32: if it can hit nobody and nothing else is left, it is laid without effect."""
    barred, able = why_no_manta(state, move.target), manta_targets(state)
    idle = not able and (move.only or knowledge.only_mantas(state, move.seat))
    if barred is None or idle:
        return None
    if not able:
        return against("AB32", "refused.manta_hits_nobody", seat=move.seat)
    return against("AB30", f"refused.manta.{barred}", seat=move.target, able=list(able))


def why_no_manta(state: s.AbiState, target: str) -> str | None:
    """AB30, A5: why a Manta cannot hit *target*: a card has come there, or was laid from there.

    AB32: nor can it hit anybody where no other card is left to draw.
    """
    return "empty" if knowledge.nothing_but_mantas_hidden(state) else _why_not_there(state, target)


def manta_targets(state: s.AbiState) -> tuple[str, ...]:
    """Whom a Manta can hit now (AB30)."""
    if knowledge.nothing_but_mantas_hidden(state):
        return ()
    return tuple([seat for seat in s.active(state) if _why_not_there(state, seat) is None])


def _why_not_there(state: s.AbiState, target: str) -> str | None:
    pupil, mode = state.pupils[target], state.options.manta_target
    if pupil.received and mode != "played_only":
        return "received"
    if pupil.played and mode != "received_only":
        return "played"
    return None


# --- what a card does ---


def play(state: s.AbiState, move: m.Play) -> Step[s.AbiState]:
    """The table after a card was laid, with all that follows from it at once."""
    flags = len(state.flags)
    state = knowledge.after_laying(state, move.seat, move.card)
    notes = [_flag_note(state)] if len(state.flags) > flags else []
    kind = s.deck(state).kinds[move.card]
    if kind.effect == MANTA:
        return _play_manta(_out_of_hand(state, move.seat, move.card), move, notes)
    state = _out_of_hand(state, move.seat, move.card, played=True)
    state = s.with_pupil(state, move.target, now=move.card, received=True)
    if kind.value < 0:
        state = s.replace(state, minus=(*state.minus, move.card))
    after = _take_effect(state, move.target, kind.effect)
    return go_on(after.state, *notes, _laid(state, move), *after.notes)


def _out_of_hand(state: s.AbiState, seat: str, card: str, **changes: Any) -> s.AbiState:
    """The hand without *card*; A12: if that was the card still owed, the rest goes back into the pack."""
    left = without(state.pupils[seat].hand, (card,))
    if state.pupils[seat].standing == "handed_in":
        return s.with_pupil(s.replace(state, draw=state.draw + len(left)), seat, hand=(), **changes)
    return s.with_pupil(state, seat, hand=left, **changes)


def _play_manta(state: s.AbiState, move: m.Play, notes: list[Note]) -> Step[s.AbiState]:
    """AB28: on oneself the hand changes and a card follows. AB29: on others the turn is over, and the Manta
    fills the place of a received card."""
    if why_no_manta(state, move.target) is not None:
        state = s.with_pupil(s.replace(state, discard=(*state.discard, move.card)), move.seat, played=True)
        return go_on(state, *notes, tell("AB32", "note.manta_idle", move.seat, target=move.target))
    if move.target == move.seat:
        # the Manta counts among the cards given up
        held = state.pupils[move.seat].hand
        changed = change_hand(s.with_pupil(state, move.seat, hand=(*held, move.card)), move.seat, kept=1)
        changed = s.replace(changed, discard=(*changed.discard, move.card))
        size = len(changed.pupils[move.seat].hand)
        return go_on(
            changed, *notes, announce("AB28", "note.manta_self", move.seat, target=move.target, n=size)
        )
    state = s.with_pupil(state, move.seat, played=True)
    if state.pupils[move.target].received:  # A5: only where a house lets it lie on a card
        state = s.with_pupil(s.replace(state, discard=(*state.discard, move.card)), move.target, victim=True)
    else:
        state = s.with_pupil(state, move.target, now=move.card, received=True, victim=True)
    says = Say("note.manta_other", {"seat": move.seat, "target": move.target})
    return go_on(state, *notes, Note(says, "AB29", Importance.ANNOUNCE, move.target))


def _take_effect(state: s.AbiState, seat: str, effect: str) -> Step[s.AbiState]:
    """What the card does for its receiver, whoever has laid it (AB19 to AB23). AB40: no chips in the exam."""
    if s.is_exam(state) and effect in (HARD_LEARNING, GIRL_FRIEND, MEDITATION):
        return Step(state)
    match effect:
        case "hard_learning":
            after = s.take_chips(state, seat, 2)
            return _chips_changed(state, after, seat, "AB19")
        case "girl_friend" | "meditation":
            after = s.return_chip(state, seat)
            return _chips_changed(state, after, seat, "AB20" if effect == GIRL_FRIEND else "AB21")
        case "mamapapa" if state.pupils[seat].open_minus(s.deck(state)):
            return Step(s.replace(state, pending=s.Pending("cover", seat)))
        case "cheating" if s.answers(state, seat):
            return Step(s.replace(state, pending=s.Pending("copy", seat)))
    return Step(state, _spent(seat, effect))


def _spent(seat: str, effect: str) -> tuple[Note, ...]:
    """AB22: a MamaPapa without a minus card is spent; AB23: so is cheating where there is nothing to copy."""
    rule = {MAMAPAPA: "AB22", CHEATING: "AB23"}.get(effect)
    return (tell(rule, f"note.spent.{effect}", seat),) if rule else ()


def _chips_changed(before: s.AbiState, after: s.AbiState, seat: str, rule: str) -> Step[s.AbiState]:
    moved = after.pupils[seat].chips - before.pupils[seat].chips
    if not moved:
        return Step(after, (tell(rule, "note.no_chip", seat),))
    key = "note.chips_taken" if moved > 0 else "note.chip_returned"
    return Step(after, (tell(rule, key, seat, n=abs(moved), chips=after.pupils[seat].chips),))


def _laid(state: s.AbiState, move: m.Play) -> Note:
    key = "note.laid_own" if move.seat == move.target else "note.laid"
    return tell("AB9", key, move.seat, target=move.target, card=card_say(move.card, state))


def _flag_note(state: s.AbiState) -> Note:
    """AB16: announced gently; the table decides what comes of it."""
    flag = state.flags[-1]
    return warn("AB16", "note.late_proof", flag.seat, n=1, card=card_say(flag.card, state))


# --- settling what a card has caused (AB22 to AB27) ---


def refuse_cover(state: s.AbiState, move: m.Cover) -> Refusal | None:
    """AB22: at once, on an own open minus card, one cover each; without one the MamaPapa is spent."""
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
    if not 0 <= move.face <= 10:
        return against("AB23", "refused.no_face", face=move.face)
    return None


def roll(state: s.AbiState, move: m.Roll) -> Step[s.AbiState]:
    """AB23: above the value of the answer nobody notices, and it counts; otherwise caught."""
    value = s.deck(state).value(certain(state.pending).card)
    state = s.replace(state, pending=None)
    if strikes(value, move.face % 10, state.options):
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
