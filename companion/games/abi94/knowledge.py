"""What the table knows about hidden hands: who must follow, and late proofs (AB15 to AB18)."""

from itertools import chain

from companion.cards import UNKNOWN, Cards, hidden, surely_holds
from companion.games.abi94.deck import MANTA
from companion.games.abi94.state import AbiState, Flag, deck, in_sight, replace, with_pupil


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
    """AB16: *card* was in the hand of *seat* when it had to be followed; that is told once, with one card.

    Of several that had to be followed one would have done: the others prove nothing new.
    """
    flag = Flag(seat, card, state.project, state.round)
    return with_pupil(replace(state, flags=(*state.flags, flag)), seat, denied=())


def new_hand(state: AbiState, seat: str, count: int) -> AbiState:
    """Nobody knows anything about a fresh hand: that ends every proof (AB16)."""
    return with_pupil(state, seat, hand=hidden(count), denied=())
