"""The rules of Abstrac: what is refused and why, and what each move leads to."""

from collections import Counter

import msgspec

from companion.cards import UNKNOWN, Cards
from companion.game import Rules, Step, only_in
from companion.games.abstrac import moves as m
from companion.games.abstrac.ending import end_deal
from companion.games.abstrac.melds import DECK, melds, sort
from companion.games.abstrac.state import AbstracState, chooser, hints_open, other
from companion.games.abstrac.words_for import cards_say, meld_say, stranger_say
from companion.rulings import Note, Refusal, against, announce, tell

replace = msgspec.structs.replace

MOST_UNREAD = 12  # cards of a row that are asked for one by one; of more the row is better read again
MOST_NAMED = 4  # more missing cards than that are not named one by one


# --- before the first take ---


def _refuse_lots(state: AbstracState, move: m.Lots) -> Refusal | None:
    if state.phase != "lots":
        return against("AS3", "refused.dealer_known", seat=state.dealer)
    if move.dealer not in state.seats:
        return against("AS3", "refused.no_such_seat", name=move.dealer)
    return None


def _dealer_known(state: AbstracState, move: m.Lots) -> Step[AbstracState]:
    note = announce("AS3", "note.dealer", move.dealer)
    return Step(replace(state, phase="deal", dealer=move.dealer), (note,))


def _refuse_row(state: AbstracState, move: m.Row) -> Refusal | None:
    """AS1: the row is the whole pack. Until the row is agreed on, it may be read again (AS2)."""
    if state.phase not in ("deal", "read", "agree"):
        return against("AS2", "refused.row_lies", seat=state.turn or state.dealer)
    count = Counter(move.cards)
    unread = count.pop(UNKNOWN, 0)
    strange = tuple(card for card in count if card not in DECK.census)
    twice = tuple(card for card, n in count.items() if n > 1 and card not in strange)
    missing = sort(card for card in DECK.cards() if card not in count)
    if unread == len(missing) <= MOST_UNREAD and not strange and not twice:
        return None
    if len(missing) > MOST_NAMED:
        return against("AS1", "refused.row_unclear", n=DECK.size - len(missing))
    named = cards_say(missing)
    if strange:
        args = {"n": len(strange), "cards": [stranger_say(card) for card in strange]}
        return against("AS1", "refused.strange_cards", **args)
    if twice:
        return against("AS1", "refused.cards_twice", cards=cards_say(twice), missing=named)
    if missing:
        return against("AS1", "refused.cards_missing", n=len(missing), missing=named)
    return None


def _row_read(state: AbstracState, move: m.Row) -> Step[AbstracState]:
    """The row can be compared, or cards that nobody could read are asked for one by one."""
    cards = move.cards
    unread = cards.count(UNKNOWN)
    if unread:
        note = tell("AS1", "note.row_read", n=DECK.size - unread)
        return Step(replace(state, phase="read", dealt=(), row=cards), (note,))
    note = tell("AS2", "note.row", last=cards_say(cards[-1:]))
    return Step(replace(state, phase="agree", dealt=cards, row=cards), (note,))


def _refuse_choice(state: AbstracState, move: m.Choose) -> Refusal | None:
    if move.seat != chooser(state):
        return against("AS4", "refused.not_the_chooser", seat=chooser(state))
    return None


def _begin(state: AbstracState, move: m.Choose) -> Step[AbstracState]:
    first = move.seat if move.goes == "first" else other(state, move.seat)
    hands: dict[str, Cards] = dict.fromkeys(state.seats, ())
    began = replace(state, phase="take", first=first, turn=first, hands=hands, takes=(), wants_hints=())
    return Step(began, (announce("AS4", "note.begins", first),))


# --- takes ---


def _refuse_turn(state: AbstracState, move: m.Left | m.Take) -> Refusal | None:
    if state.phase != "take":
        return against("AS5", "refused.not_yet")
    if move.seat != state.turn:
        return against("AS5", "refused.not_your_turn", seat=move.seat, turn=state.turn)
    return None


def _refuse_left(state: AbstracState, move: m.Left) -> Refusal | None:
    """AS5: only cards of the right end may be gone. AS6: what is lifted may go back, unless B8 forbids it."""
    cards = move.cards
    if cards != state.row[: len(cards)]:
        gone = tuple(card for card in state.row if card not in cards)
        inner = tuple(card for card in gone if card not in state.row[len(state.row) - len(gone) :])
        if inner:
            return against("AS5", "refused.inner_card", cards=cards_say(inner))
        return against("AS5", "refused.row_changed", cards=cards_say(state.row[-3:]))
    lifted = len(state.row) - len(cards)
    if lifted > 3:
        return against("AS5", "refused.too_many", n=lifted - 3, most=3)
    if state.options.touch_move == "binds" and lifted < state.lifted:
        return against("B8", "refused.touched", n=state.lifted)
    return None


def _refuse_take(state: AbstracState, move: m.Take) -> Refusal | None:
    most, count = min(3, len(state.row)), move.count
    if count < 1:
        return against("AS5", "refused.pass", n=most)
    if count > most:
        return against("AS5", "refused.too_many", n=count - most, most=most)
    if state.options.touch_move == "binds" and count < state.lifted:
        return against("B8", "refused.touched", n=state.lifted)
    return None


def _take(state: AbstracState, move: m.Take) -> Step[AbstracState]:
    """AS6: final. AS8: the deal is over when the row is empty; the last take is worth nothing more."""
    seat, cut = state.turn, len(state.row) - move.count
    taken = tuple(reversed(state.row[cut:]))
    hands = {**state.hands, seat: sort((*state.hands[seat], *taken))}
    counts = (*state.takes, move.count)
    after = replace(state, row=state.row[:cut], hands=hands, takes=counts, lifted=0, turn=other(state, seat))
    notes = (tell("AS5", "note.takes", seat, cards=cards_say(taken)), *_new_melds(state, after, seat))
    if after.row:
        return Step(after, notes)
    return end_deal(after).after(*notes)


def _new_melds(before: AbstracState, after: AbstracState, seat: str) -> tuple[Note, ...]:
    """AS9 to AS11: what the take has completed."""
    known = melds(before.hands[seat], before.options)
    new = tuple(meld for meld in melds(after.hands[seat], after.options) if meld not in known)
    if not new:
        return ()
    rule = "AS9" if new[0].kind == "set" else "AS10"
    return (tell(rule, "note.melds", seat, melds=[meld_say(meld) for meld in new]),)


# --- looking ---


def _refuse_shown(state: AbstracState, move: m.Shown) -> Refusal | None:
    """AS7: row and both hands are the pack of the beginning, and what was taken stays where it is.

    AS6: whoever is on turn may have laid down already what the button will confirm.
    """
    if state.phase != "take" or move.seat not in state.hands:
        return against("AS7", "refused.not_yet")
    held = state.hands[move.seat]
    gone = tuple(card for card in held if card not in move.cards)
    if gone:
        return against("AS7", "refused.hand_lacks", seat=move.seat, cards=cards_say(gone))
    fresh = _laid_down(state, move)
    surplus = tuple(card for card in move.cards if card not in (*held, *fresh))
    surplus = surplus or tuple(card for card, n in Counter(move.cards).items() if n > 1)
    if surplus:
        return against("AS7", "refused.hand_has", seat=move.seat, cards=cards_say(surplus))
    return None


def _laid_down(state: AbstracState, move: m.Shown) -> Cards:
    """The cards of the right end of the row that *move* shows before the one who is on turn."""
    new = {card for card in move.cards if card not in state.hands[move.seat]}
    right_end = state.row[len(state.row) - len(new) :] if new else ()
    fits = move.seat == state.turn and len(new) <= 3 and new == set(right_end)
    return right_end if fits else ()


def _refuse_hint(state: AbstracState, move: m.Hint) -> Refusal | None:
    if state.options.hints != "both_agree":
        return against("B10", f"refused.hints.{state.options.hints}")
    if state.phase != "take" or move.seat not in state.seats:
        return against("B10", "refused.not_yet")
    if move.seat in state.wants_hints:
        return against("B10", "refused.hint_wanted", seat=other(state, move.seat))
    return None


def _hint(state: AbstracState, move: m.Hint) -> Step[AbstracState]:
    after = replace(state, wants_hints=(*state.wants_hints, move.seat))
    key = "note.hints_open" if hints_open(after) else "note.hint_wanted"
    return Step(after, (tell("B10", key, seat=move.seat, other=other(state, move.seat)),))


RULES = Rules[AbstracState](
    lambda state, _: against("AS14", "refused.over") if state.phase == "over" else None,
    {
        m.Lots: (_refuse_lots, _dealer_known),
        m.Row: (_refuse_row, _row_read),
        m.Agree: (
            only_in("AS2", "nothing_to_agree", "agree"),
            lambda s, _: Step(replace(s, phase="choose"), (tell("AS2", "note.agreed"),)),
        ),
        m.Choose: (only_in("AS4", "nothing_to_choose", "choose"), _refuse_choice, _begin),
        m.Left: (
            _refuse_turn,
            _refuse_left,
            lambda s, move: Step(replace(s, lifted=len(s.row) - len(move.cards))),
        ),
        m.Take: (_refuse_turn, _refuse_take, _take),
        m.Shown: (
            _refuse_shown,
            lambda s, move: Step(replace(s, lifted=max(s.lifted, len(_laid_down(s, move))))),
        ),
        m.Hint: (_refuse_hint, _hint),
    },
)
