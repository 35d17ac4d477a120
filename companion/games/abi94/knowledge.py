"""What the table knows about hidden hands: who must follow, and late proofs (AB15 to AB18)."""

from itertools import chain

from companion.cards import UNKNOWN, Cards, hand, hidden, may_hold, surely_holds, too_many
from companion.game import Step
from companion.games.abi94 import moves as m
from companion.games.abi94.deck import MANTA
from companion.games.abi94.state import AbiState, Flag, deck, in_sight, places, replace, with_pupil
from companion.games.abi94.words_for import card_say, cards_say
from companion.rulings import Refusal, against, tell, warn


def binding(state: AbiState) -> Cards:
    """The minus cards that must be followed now. AB17, A7: any of several, only the first, or the latest.

    AB18: what counts is the printed value; a covered card was played all the same.
    """
    kinds = tuple(dict.fromkeys(state.minus))
    match state.options.follow:
        case "first":
            return kinds[:1]
        case "latest":
            return state.minus[-1:]
        case _:
            return kinds


def must_follow(state: AbiState, seat: str) -> Cards:
    """AB15: those binding cards that the table knows to be in the hand of *seat*."""
    return tuple(card for card in binding(state) if surely_holds(state.pupils[seat].hand, (card,)))


def can_be_in_hand(state: AbiState, seat: str, card: str) -> bool:
    """Whether *card* can be in the hand of *seat* as far as anybody has seen."""
    hand = state.pupils[seat].hand
    return card in hand or (UNKNOWN in hand and copies_left(state, card) > 0)


def kinds_in_hand(state: AbiState, seat: str) -> Cards:
    """Every kind of card of which the same can be said."""
    hand, kinds = state.pupils[seat].hand, deck(state).kinds
    if UNKNOWN not in hand:
        return tuple([card for card in kinds if card in hand])
    cards = tuple(chain.from_iterable(in_sight(state)))
    seen = {*cards} - {*hand}
    return tuple([card for card in kinds if card not in seen or cards.count(card) < kinds[card].count])


def copies_left(state: AbiState, card: str) -> int:
    """How many copies of *card* nobody can see at the moment."""
    left = deck(state).kinds[card].count
    return left - sum([cards.count(card) for cards in in_sight(state)])


def only_mantas(state: AbiState, seat: str) -> bool:
    """AB32: whether the hand surely is nothing but Mantas, given that one of them is about to be laid."""
    hand = state.pupils[seat].hand
    known = all(card != UNKNOWN and deck(state).effect(card) == MANTA for card in hand)
    return len(hand) == 1 or known or nothing_but_mantas_hidden(state)


def nothing_but_mantas_hidden(state: AbiState) -> bool:
    """Whether every card that nobody can see must be a Manta: then no new hand would bring another card."""
    box = deck(state)
    if state.draw + len(state.discard) > box.mantas:
        return False
    return all(copies_left(state, card) < 1 for card in box.kinds if box.effect(card) != MANTA)


def after_laying(state: AbiState, seat: str, card: str) -> AbiState:
    """AB16: what laying *card* says about the rest of the hand, and about earlier rounds."""
    bound, pupil = binding(state), state.pupils[seat]
    if card in pupil.denied:
        state = flagged(state, seat, card)
    if bound and card not in bound:
        state = with_pupil(state, seat, denied=tuple(dict.fromkeys((*pupil.denied, *bound))))
    return state


def flagged(state: AbiState, seat: str, card: str) -> AbiState:
    """AB16: *card* was in the hand of *seat* when it had to be followed; one note says so, with one card.

    Of several that had to be followed one would have done: the others prove nothing new.
    """
    flag = Flag(seat, card, state.project, state.round)
    return with_pupil(replace(state, flags=(*state.flags, flag)), seat, denied=())


def new_hand(state: AbiState, seat: str, count: int) -> AbiState:
    """Nobody knows anything about a fresh hand: that ends every proof (AB16)."""
    return with_pupil(state, seat, hand=hidden(count), denied=())


# --- hands that are laid open, and what they prove about earlier rounds (AB16) ---


def refuse_open(state: AbiState, move: m.Open) -> Refusal | None:
    """A hand has as many cards as the table has counted, and no card that lies elsewhere."""
    pupil = state.pupils.get(move.seat)
    if pupil is None or state.phase not in ("turn", "window") or not pupil.hand:
        return against("AB16", "refused.no_hand", seat=move.seat)
    strange = [card for card in move.cards if card not in deck(state).kinds]
    if strange:
        return against("AB16", "refused.unknown_card", card=strange[0])
    if len(move.cards) != len(pupil.hand) or not may_hold(pupil.hand, hand(move.cards)):
        fill = {"seat": move.seat, "n": len(pupil.hand), "shown": len(move.cards)}
        return against("AB16", "refused.other_hand", **fill)
    elsewhere = {name: cards for name, cards in places(state).items() if name != f"hand:{move.seat}"}
    extra = too_many(deck(state).cards.census, elsewhere, move.cards)
    if extra:
        fill = {"card": card_say(extra[0], state), "seat": move.seat}
        return against("AB16", "refused.all_copies_seen", **fill)
    return None


def open_hand(state: AbiState, move: m.Open) -> Step[AbiState]:
    """AB16: whoever holds a card that had to be followed hears so, gently."""
    late = [card for card in state.pupils[move.seat].denied if card in move.cards]
    if late:
        state = flagged(state, move.seat, late[0])
    state = with_pupil(state, move.seat, hand=hand(move.cards))
    notes = [tell("AB16", "note.opened", move.seat)]
    if late:
        notes.append(warn("AB16", "note.late_proof", move.seat, n=len(late), card=cards_say(late, state)))
    return Step(state, tuple(notes))
