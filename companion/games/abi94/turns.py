"""Whose turn it is, and the change of hands that a Manta has left for it (AB9, AB12, AB29, AB38)."""

from companion.cards import hidden
from companion.game import Step
from companion.games.abi94.knowledge import new_hand
from companion.games.abi94.scoring import hand_size
from companion.games.abi94.state import AbiState, draw_cards, owing, replace, with_pupil
from companion.rulings import Note, announce


def go_on(state: AbiState, *notes: Note) -> Step[AbiState]:
    """The table when everything that a move has caused is done: somebody's turn, or time to hand in."""
    waiting = owing(state)
    if state.pending:  # the next turn waits for it
        return Step(replace(state, phase="turn", turn=waiting[0] if waiting else ""), notes)
    if not waiting:
        return Step(replace(state, phase="window", turn=""), notes)
    seat = waiting[0]
    state = replace(state, phase="turn", turn=seat)
    if not state.pupils[seat].victim:
        return Step(state, notes)
    changed = change_hand(state, seat, kept=0)
    return Step(changed, (*notes, announce("AB29", "note.redraw", seat, n=len(changed.pupils[seat].hand))))


def change_hand(state: AbiState, seat: str, kept: int) -> AbiState:
    """A new hand for *seat* as a Manta wants it (AB28, AB29); *kept* cards of the old one were seen already.

    A6: as many cards as were given up, so that all hands are empty together, or a full hand.
    AB31: the old hand is thrown away; it does not go back on the pile.
    """
    old = len(state.pupils[seat].hand)
    size = old if state.options.manta_draw == "same_count" else hand_size(len(state.starters))
    state = replace(state, discard=(*state.discard, *hidden(old - kept)))
    size = min(size, state.draw + len(state.discard))
    state = with_pupil(draw_cards(state, size), seat, victim=False)
    return new_hand(state, seat, size)
