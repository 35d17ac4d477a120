"""Hands that are laid open, and what they prove about earlier rounds (AB16)."""

from companion.asks import Say
from companion.cards import hand, may_hold, too_many
from companion.game import Step
from companion.games.abi94 import moves as m
from companion.games.abi94.knowledge import flagged
from companion.games.abi94.state import AbiState, deck, places, with_pupil
from companion.games.abi94.words_for import card_say, cards_say
from companion.rulings import Importance, Note, Refusal


def refuse_open(state: AbiState, move: m.Open) -> Refusal | None:
    """A hand has as many cards as the table has counted, and no card that lies elsewhere."""
    pupil = state.pupils.get(move.seat)
    if pupil is None or state.phase not in ("turn", "window") or not pupil.hand:
        return Refusal("AB16", Say("refused.no_hand", {"seat": move.seat}))
    strange = [card for card in move.cards if card not in deck(state).kinds]
    if strange:
        return Refusal("AB16", Say("refused.unknown_card", {"card": strange[0]}))
    if len(move.cards) != len(pupil.hand) or not may_hold(pupil.hand, hand(move.cards)):
        fill = {"seat": move.seat, "n": len(pupil.hand), "shown": len(move.cards)}
        return Refusal("AB16", Say("refused.other_hand", fill))
    elsewhere = {name: cards for name, cards in places(state).items() if name != f"hand:{move.seat}"}
    extra = too_many(deck(state).cards.census, elsewhere, move.cards)
    if extra:
        fill = {"card": card_say(extra[0], state), "seat": move.seat}
        return Refusal("AB16", Say("refused.all_copies_seen", fill))
    return None


def open_hand(state: AbiState, move: m.Open) -> Step[AbiState]:
    """AB16: whoever holds a card that had to be followed is told so, gently."""
    late = [card for card in state.pupils[move.seat].denied if card in move.cards]
    if late:
        state = flagged(state, move.seat, late[0])
    state = with_pupil(state, move.seat, hand=hand(move.cards))
    notes = [Note(Say("note.opened", {"seat": move.seat}), "AB16", seat=move.seat)]
    if late:
        fill = {"seat": move.seat, "n": len(late), "card": cards_say(late, state)}
        notes.append(Note(Say("note.late_proof", fill), "AB16", Importance.WARN, move.seat))
    return Step(state, tuple(notes))
