"""Laying cards: what is refused, why, and what a discard does (A12 to A20, AM-5, P13)."""

from collections import Counter

from msgspec.structs import replace

from companion import cards
from companion.cards import Cards
from companion.game import Step, certain
from companion.games.abspecken import flow, knowledge
from companion.games.abspecken.fitting import allowed_sets, cap_of, targets
from companion.games.abspecken.moves import Lay
from companion.games.abspecken.state import AbspeckenState, Rolled
from companion.games.abspecken.turn import refuse_to_act
from companion.rulings import Refusal, against, tell


def refuse(state: AbspeckenState, move: Lay) -> Refusal | None:
    """The first rule that this discard breaks."""
    return (
        refuse_to_act(state, move.seat)
        or _not_in_the_hand(state, move)
        or _barred(state, move)
        or _does_not_fit(state, move)
    )


def _not_in_the_hand(state: AbspeckenState, move: Lay) -> Refusal | None:
    if not move.cards:
        return against("A15", "lay_something", seat=move.seat)
    if not cards.may_hold(state.player(move.seat).hand, move.cards):
        return against("A14", "not_in_hand", seat=move.seat, cards=list(move.cards))
    # A3, A10: a set has four of each, no card comes back
    if not knowledge.can_be_there(state, move.seat, move.cards):
        return against("A14", "cannot_be_there", seat=move.seat, cards=list(move.cards))
    return None


def _barred(state: AbspeckenState, move: Lay) -> Refusal | None:
    """A19: the barred cards stay in the hand, whichever way is chosen."""
    ban = certain(state.rolled).ban
    if ban not in move.cards:
        return None
    return against("A19", "card_barred", seat=move.seat, card=ban)


def _does_not_fit(state: AbspeckenState, move: Lay) -> Refusal | None:
    rolled, laid = certain(state.rolled), tuple(sorted(move.cards))
    shift, cap = state.shift(move.seat), cap_of(state.options)
    if laid in allowed_sets(rolled.pips, rolled.ban, shift, cap):
        return None
    rule, key = _why_not(laid, rolled, shift, cap)
    sums = [str(t) for t in targets(rolled.pips, shift)]
    dice = sorted({str(die) for die in rolled.pips})
    return against(rule, key, seat=move.seat, sums=sums, dice=dice, cap=cap)


def _why_not(laid: Cards, rolled: Rolled, shift: int, cap: int) -> tuple[str, str]:
    """The rule that tells best what is wrong with cards that fit neither way."""
    if len(laid) == 1:
        return "A16", "no_die_shows_it"
    if sum(map(int, laid)) in targets(rolled.pips, shift):
        return "AM-5", "too_many_cards"
    if not Counter(laid) - Counter(str(die) for _ in range(2) for die in rolled.pips):
        return "A16", "one_card_for_a_die"  # two cards of one die: A18, the booklet's two pink twos
    if _two_ways(laid, rolled, shift, cap):
        return "A17", "one_way_only"
    return "A15", "sum_does_not_fit"


def _two_ways(laid: Cards, rolled: Rolled, shift: int, cap: int) -> bool:
    """Whether the cards are two allowed sets at once."""
    allowed = allowed_sets(rolled.pips, rolled.ban, shift, cap)
    return any(
        cards.surely_holds(laid, part) and cards.without(laid, part) in allowed
        for part in allowed
        if len(part) < len(laid)
    )


def play(state: AbspeckenState, move: Lay) -> Step[AbspeckenState]:
    """A20: the cards go on the own pile, the last on top (P13)."""
    found = knowledge.late_findings(state, move.seat, move.cards)
    player = state.player(move.seat).lays(move.cards)
    if state.options.piggy_pile == "once":
        player = replace(player, has_laid=True)
    acted = flow.after_action(state.with_player(move.seat, knowledge.without_proved(player, found)))
    return acted.after(tell("A20", "laid", move.seat, cards=list(move.cards)), *found.notes)
