"""After a roll: laying cards, or the "cannot", its doubts and the hand that is shown (A12 to A21)."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion import cards
from companion.asks import Say
from companion.game import Step, certain
from companion.games.abspecken import flow, knowledge
from companion.games.abspecken.fitting import allowed_sets, cap_of, possible_sets, surely_can, targets
from companion.games.abspecken.moves import Cannot, Challenge, Drop, Lay, Show, Withdraw
from companion.games.abspecken.state import AbspeckenState, Call, Doubt, Phase, Rolled
from companion.games.abspecken.turn import ACTING, acting, not_now, refuse_to_act, take_order
from companion.rulings import Importance, Note, Refusal, against, announce, tell


def refuse_cannot(state: AbspeckenState, move: Cannot) -> Refusal | None:
    """The first rule that this call breaks."""
    if refusal := refuse_to_act(state, move.seat):
        return refusal
    if move.t < state.read_at:
        early = max(1, (state.read_at - move.t) // 1_000_000)
        return against("A21", "called_too_early", seat=move.seat, ms=early)
    if state.options.hands == "open" and state.options.challenge and _surely_can(state, move.seat):
        return against("A13", "could_discard", seat=move.seat)
    return None


def play_cannot(state: AbspeckenState, move: Cannot) -> Step[AbspeckenState]:
    """A21: the caller waits until the others have acted."""
    player = state.player(move.seat)
    if state.rolled and state.options.hands != "open":
        doubt = Doubt(state.rolled, state.shift(move.seat))
        player = replace(player, doubts=(*player.doubts, doubt))
    call = Call(move.seat, move.t, move.source, move.uncertainty)
    called = replace(state.with_player(move.seat, player), calls=(*state.calls, call))
    notes = [*_places(state, called, move.seat)]
    if state.options.hands != "open":
        notes.append(_check_again(state, move.seat))
    return flow.after_action(called).after(*notes)


def _places(state: AbspeckenState, called: AbspeckenState, seat: str) -> Iterator[Note]:
    """A24: whose place this call is, and whose place it has changed by coming at the same moment (AM-8)."""
    before, order = take_order(state), take_order(called)
    yield tell("A21", "called", seat, place=order.index(seat) + 1)
    for other in before:
        if before.index(other) != order.index(other):
            yield announce("AM-8", "place_changed", other, place=order.index(other) + 1)


def _check_again(state: AbspeckenState, seat: str) -> Note:
    """AM-7: every caller gets a private line, so that getting one tells the others nothing."""
    key = "look_again" if _surely_can(state, seat) else "call_is_noted"
    return Note(Say(key, {"seat": seat}), "AM-7", Importance.PRIVATE, seat)


def _surely_can(state: AbspeckenState, seat: str) -> bool:
    return surely_can(state.player(seat), certain(state.rolled), state.shift(seat), cap_of(state.options))


def refuse_withdraw(state: AbspeckenState, move: Withdraw) -> Refusal | None:
    """Until the first card is taken a call may be taken back; the place in the order is lost."""
    if not state.called(move.seat):
        return against("A21", "no_call_to_withdraw", seat=move.seat)
    if may_withdraw(state, move.seat):
        return None
    return against("A24", "takes_have_begun", seat=move.seat)


def may_withdraw(state: AbspeckenState, seat: str) -> bool:
    """A24: until the first card is taken; whoever is doubted, until the hand is shown."""
    return state.called(seat) and (
        state.phase in ACTING
        or state.challenged == seat
        or (state.phase is Phase.TAKE and not flow.takes_begun(state))
    )


def play_withdraw(state: AbspeckenState, move: Withdraw) -> Step[AbspeckenState]:
    return Step(void_call(state, move.seat), (tell("A21", "withdrawn", move.seat),))


def void_call(state: AbspeckenState, seat: str) -> AbspeckenState:
    """The table as if *seat* had not called: it has to act after all."""
    player = state.player(seat)
    begun = flow.takes_begun(state)
    left = [replace(call, served=call.served and begun) for call in state.calls if call.seat != seat]
    after = state.with_player(seat, replace(player, doubts=player.doubts[:-1]))
    challenged = "" if state.challenged == seat else state.challenged
    return replace(after, phase=acting(state), calls=tuple(left), challenged=challenged, chosen="")


def doubtful(state: AbspeckenState) -> tuple[str, ...]:
    """AM-7: whose "cannot" may be doubted: of who has neither taken a card for it nor shown the hand."""
    open_now = state.phase in (Phase.PIG, Phase.ACT, Phase.TAKE) and not state.challenged
    if not (state.options.challenge and open_now and state.options.hands != "open"):
        return ()
    return tuple(c.seat for c in state.calls if not (c.served or c.shown) and state.player(c.seat).hand)


def refuse_challenge(state: AbspeckenState, move: Challenge) -> Refusal | None:
    """AM-7: whoever doubts a "cannot" may have the hand shown to the camera only."""
    if not state.options.challenge:
        return against("AM-7", "no_challenges_here")
    if any(call.shown for call in state.calls if call.seat == move.of):
        return against("AM-7", "shown_already", seat=move.of)
    if move.of not in doubtful(state) or move.of == move.seat:
        return against("AM-7", "nothing_to_doubt", seat=move.of)
    return None


def play_challenge(state: AbspeckenState, move: Challenge) -> Step[AbspeckenState]:
    return Step(replace(state, challenged=move.of), (announce("AM-7", "doubted", move.of),))


def refuse_drop(state: AbspeckenState, move: Drop) -> Refusal | None:
    return None if state.challenged else not_now("AM-7", move.seat)


def play_drop(state: AbspeckenState, move: Drop) -> Step[AbspeckenState]:
    return Step(replace(state, challenged=""), (tell("AM-7", "doubt_dropped", state.challenged),))


def refuse_show(state: AbspeckenState, move: Show) -> Refusal | None:
    """The hand that is shown must be one that can be there."""
    if not move.seat or state.challenged != move.seat:
        return not_now("AM-7", move.seat)
    player = state.player(move.seat)
    if len(move.cards) != len(player.hand):
        return against("AM-7", "show_all", seat=move.seat, n=len(player.hand), shown=len(move.cards))
    known = knowledge.can_be_there(state, move.seat, move.cards)
    if not (known and cards.may_hold(player.hand, move.cards)):
        return against("A3", "shown_cannot_be_there", seat=move.seat)
    return None


def play_show(state: AbspeckenState, move: Show) -> Step[AbspeckenState]:
    """The call is void if the hand could discard; there is no penalty (AM-7)."""
    found = knowledge.late_findings(state, move.seat, move.cards, before_last=True)
    player = knowledge.without_proved(state.player(move.seat).shows(move.cards), found)
    seen = replace(state.with_player(move.seat, player), challenged="")
    if possible_sets(
        player.hand, player.hand, certain(state.rolled), state.shift(move.seat), cap_of(state.options)
    ):
        note = announce("A13", "call_was_wrong", move.seat)
        return Step(void_call(seen, move.seat), (note, *found.notes))
    note = announce("AM-7", "call_was_right", move.seat)
    called = tuple(replace(call, shown=call.shown or call.seat == move.seat) for call in seen.calls)
    return Step(replace(seen, calls=called), (note, *found.notes))


# --- laying cards: what is refused, why, and what a discard does (A12 to A20, AM-5, P13) ---


def refuse_lay(state: AbspeckenState, move: Lay) -> Refusal | None:
    """A15: something is laid. A14: it is in the hand."""
    if refusal := refuse_to_act(state, move.seat):
        return refusal
    if not move.cards:
        return against("A15", "lay_something", seat=move.seat)
    if not cards.may_hold(state.player(move.seat).hand, move.cards):
        return against("A14", "not_in_hand", seat=move.seat, cards=list(move.cards))
    # A3, A10: a set has four of each, no card comes back
    if not knowledge.can_be_there(state, move.seat, move.cards):
        return against("A14", "cannot_be_there", seat=move.seat, cards=list(move.cards))
    return None


def barred(state: AbspeckenState, move: Lay) -> Refusal | None:
    """A19: the barred cards stay in the hand, whichever way is chosen."""
    ban = certain(state.rolled).ban
    if ban not in move.cards:
        return None
    return against("A19", "card_barred", seat=move.seat, card=ban)


def does_not_fit(state: AbspeckenState, move: Lay) -> Refusal | None:
    rolled, laid = certain(state.rolled), tuple(sorted(move.cards))
    shift, cap = state.shift(move.seat), cap_of(state.options)
    if laid in allowed_sets(rolled.pips, rolled.ban, shift, cap):
        return None
    rule, key = _why_not(laid, rolled, shift, cap)
    sums = [str(t) for t in targets(rolled.pips, shift)]
    dice = sorted({str(die) for die in rolled.pips})
    return against(rule, key, seat=move.seat, sums=sums, dice=dice, cap=cap)


def _why_not(laid: cards.Cards, rolled: Rolled, shift: int, cap: int) -> tuple[str, str]:
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


def _two_ways(laid: cards.Cards, rolled: Rolled, shift: int, cap: int) -> bool:
    """Whether the cards are two allowed sets at once."""
    allowed = allowed_sets(rolled.pips, rolled.ban, shift, cap)
    return any(
        cards.surely_holds(laid, part) and cards.without(laid, part) in allowed
        for part in allowed
        if len(part) < len(laid)
    )


def play_lay(state: AbspeckenState, move: Lay) -> Step[AbspeckenState]:
    """A20: the cards go on the own pile, the last on top (P13)."""
    found = knowledge.late_findings(state, move.seat, move.cards)
    player = state.player(move.seat).lays(move.cards)
    if state.options.piggy_pile == "once":
        player = replace(player, has_laid=True)
    acted = flow.after_action(state.with_player(move.seat, knowledge.without_proved(player, found)))
    return acted.after(tell("A20", "laid", move.seat, cards=list(move.cards)), *found.notes)
