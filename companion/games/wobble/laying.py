"""Cards on the discard pile: in turn, tossed in, too late, or out of turn (W9 to W19)."""

from collections.abc import Iterator
from typing import Literal

from companion.asks import Say
from companion.cards import Cards, may_hold, one_too_many
from companion.game import Step, certain, gained
from companion.games.wobble import attack as attacks
from companion.games.wobble import effects, flow
from companion.games.wobble import state as s
from companion.games.wobble.deck import colours, family, fits, kind, refuse_cards
from companion.games.wobble.moves import Lay, NoToss, Toss
from companion.games.wobble.settling import skips_taken
from companion.rulings import Refusal, against, announce, tell, warn

Meaning = Literal["play", "toss", "answer", "special", "skip_over", "late", "misplay"]
LAYING = ("turn", "drawn", "attack")
MEANWHILE = ("effect", "aim", "vote")  # a card takes effect: its twin may still be thrown in (AW-45)
TOSSING = (*LAYING, *MEANWHILE)


# --- the button ---


def refuse_toss(state: s.WobbleState, move: Toss) -> Refusal | None:
    """W16: once the draw pile was touched it is too late for this turn (AW-29)."""
    if state.players[move.seat].away:
        return against("W41", "refused.away", seat=move.seat)
    if state.closed and state.phase in LAYING:
        return against("W16", "refused.too_slow", seat=move.seat)
    if state.phase not in TOSSING:
        return attacks.too_late(state, move.seat) if state.attack else flow.not_now("W15", move.seat)
    if move.t + flow.ms(state, "eps_ms") < state.top_t:  # in time, but heard after the card was judged
        return against("W16", "refused.pressed_before", seat=move.seat)
    if move.seat in state.pressed:
        return against("W15", "refused.claimed", seat=move.seat)
    return None


def toss(state: s.WobbleState, move: Toss) -> Step[s.WobbleState]:
    """W15: whoever presses has two seconds for the card."""
    others = tuple(claim for claim in state.claims if claim.seat != move.seat)
    state = s.replace(flow.heard(state, move.t), claims=(*others, s.Claim(move.seat, move.t)))
    state = s.replace(state, pressed=(*state.pressed, move.seat))
    return Step(state, (tell("W15", "note.claims", move.seat),))


def refuse_no_toss(state: s.WobbleState, move: NoToss) -> Refusal | None:
    return None if state.claims else flow.not_now("W15", move.seat)


def no_toss(state: s.WobbleState, move: NoToss) -> Step[s.WobbleState]:
    """No card has followed the press: there is no rule against it, so it is just noted."""
    notes = tuple(tell("W15", "note.no_toss", claim.seat) for claim in state.claims)
    return Step(s.replace(state, claims=()), notes)


def claim_of(state: s.WobbleState, seat: str, t: int) -> s.Claim | None:
    """The press of *seat* that a card laid at *t* belongs to."""
    found = (claim for claim in state.claims if claim.seat == seat)
    return next((claim for claim in found if is_fresh(state, claim, t)), None)


def is_fresh(state: s.WobbleState, claim: s.Claim, t: int) -> bool:
    """Whether a card laid at *t* still follows the press."""
    return t - claim.t <= flow.ms(state, "late_ms")


def refuse_beaten(state: s.WobbleState, seat: str, t: int) -> Refusal | None:
    """W16: somebody was faster with a toss-in than the one who has to act."""
    return flow.refuse_beaten(state, seat, t) if _acts(state, seat) else None


def refuse_robbed(state: s.WobbleState, seat: str, t: int) -> Refusal | None:
    """W19: for a moment after a toss-in, going on as if it were still one's turn is no mistake."""
    grace = flow.ms(state, "grace_ms")
    just_robbed = any(claim.seat == seat and t - claim.t <= grace for claim in state.robbed)
    if state.turn != seat and just_robbed:
        return against("W19", "refused.robbed", seat=seat, turn=state.turn)
    return None


# --- what a card means ---


def _acts(state: s.WobbleState, seat: str) -> bool:
    """Whether it is the turn of *seat*; W38: also of who is on once all the skips are taken."""
    on_turn = state.attack.target if state.attack else state.turn
    return seat in (on_turn, attacks.on_after_skips(state))


def refuse_lay(state: s.WobbleState, move: Lay) -> Refusal | None:
    """The first rule that the cards break; a misplay with a penalty is not refused but played (W19)."""
    if refusal := _refuse_pieces(state, move):
        return refusal
    twin = state.phase in MEANWHILE and move.cards[0] == s.top_card(state)
    if state.phase not in LAYING and not twin:
        late = state.attack and state.phase not in MEANWHILE
        return attacks.too_late(state, move.seat) if late else flow.not_now("W9", move.seat)
    if state.doubted:
        return against("W10", "refused.doubted", seat=state.doubted)
    if refusal := refuse_beaten(state, move.seat, move.t):
        return refusal
    meaning = meaning_of(state, move)
    if isinstance(meaning, Refusal):
        return meaning
    return refuse_robbed(state, move.seat, move.t) if meaning == "misplay" else None


def _refuse_pieces(state: s.WobbleState, move: Lay) -> Refusal | None:
    """Whether such cards can come from this hand at all."""
    seat, cards = move.seat, move.cards
    if state.players[seat].away:
        return against("W41", "refused.away", seat=seat)
    if refusal := refuse_cards(cards):
        return refusal
    if len(cards) not in (1, 2) or "?" in cards:
        return against("W9", "refused.one_card", seat=seat)
    if len(set(cards)) > 1:
        return against("W13", "refused.not_identical", seat=seat)
    if len(cards) == 2 and not colours(cards[0]):
        return against("AW-35", "refused.no_grey_pair", seat=seat)
    if not may_hold(state.players[seat].hand, cards):
        return against("W4", "refused.cannot_hold", seat=seat)
    return None


def meaning_of(state: s.WobbleState, move: Lay) -> Meaning | Refusal:
    """What it means that *move.seat* lays these cards now."""
    seat, card = move.seat, move.cards[0]
    claimed = claim_of(state, seat, move.t) is not None
    if family(card) in ("defensive", "jerk"):
        return _meaning_of_special(state, seat, card, claimed)
    if state.phase in MEANWHILE:
        return "toss"
    if state.phase == "attack":
        return _meaning_in_attack(state, move)
    if seat == state.turn and not (claimed and card == s.top_card(state)):
        if fits(card, s.top_card(state), state.active, state.options.cs_by_symbol):
            return "play"
        return _does_not_fit(state, seat, card)
    return _meaning_out_of_turn(state, move)


def _meaning_of_special(state: s.WobbleState, seat: str, card: str, claimed: bool) -> Meaning | Refusal:
    """W22, W23: grey and brown cards; W18: one that is tossed in, W19: or laid out of turn, is a misplay."""
    refuse = attacks.refuse_grey if family(card) == "defensive" else attacks.refuse_brown
    refusal, penalty = refuse(state, seat, card), state.options.misplay_penalty
    if refusal is None:
        return "special"
    if claimed and state.attack is None:
        return "misplay"
    untimely = refusal.rule in ("AW-38", "W22")
    costs = penalty == "any" or (penalty == "out_of_turn" and not _acts(state, seat))
    return "misplay" if untimely and costs else refusal


def _does_not_fit(state: s.WobbleState, seat: str, card: str) -> Meaning | Refusal:
    """W12: AW-28: no penalty in one's own turn, but then a matching card or a drawn one."""
    if state.options.misplay_penalty == "any":
        return "misplay"
    fill = {"card": card_say(card), "top": card_say(s.top_card(state)), "colours": colours_say(state.active)}
    what = "drawn_does_not_fit" if state.phase == "drawn" else "does_not_fit"
    return against("W12", f"refused.{what}", seat=seat, **fill)


def _meaning_in_attack(state: s.WobbleState, move: Lay) -> Meaning | Refusal:
    attack, card = certain(state.attack), move.cards[0]
    if move.seat == attack.target:
        if attacks.answers_pile(state, move.cards):
            return "answer"
        if card == s.top_card(state):
            return "toss"
        return against("W21", "refused.wrong_symbol", seat=move.seat, what=f"@kind.{attack.kind}")
    if card == s.top_card(state):
        return "toss"
    if move.seat == attacks.on_after_skips(state):
        fitting = fits(card, s.top_card(state), state.active, state.options.cs_by_symbol)
        return "skip_over" if fitting else _does_not_fit(state, move.seat, card)
    return _meaning_out_of_turn(state, move)


def _meaning_out_of_turn(state: s.WobbleState, move: Lay) -> Meaning:
    """W15 to W19: a toss-in, one that is too late, or a card out of turn; AW-37: colour and symbol decide."""
    card, claim = move.cards[0], claim_of(state, move.seat, move.t)
    t = claim.t if claim else move.t
    if card == s.top_card(state) and not state.closed:
        return "toss"
    if card == s.top_card(state) or any(c.card == card for c in _just_covered(state, t)):
        return "late"
    return "misplay"


def _just_covered(state: s.WobbleState, t: int, patience: int = 1) -> Iterator[s.Covered]:
    """The cards that were on top so short a time before *t* that somebody may have meant them."""
    for covered in (*state.covered, s.Covered(state.before, state.top_t)):
        if covered.card and t - covered.t <= patience * flow.ms(state, "late_ms"):
            yield covered


# --- laying ---


def lay(state: s.WobbleState, move: Lay) -> Step[s.WobbleState]:
    """The cards lie, and take effect. AW-27: a drawn card may be laid with its twin like any pair."""
    meaning = meaning_of(state, move)
    claim = claim_of(state, move.seat, move.t)
    t = claim.t if claim else move.t
    state = flow.heard(state, move.t)
    others = tuple(c for c in state.claims if c.seat != move.seat)
    match meaning:
        case "late":
            return Step(s.replace(state, claims=others), (warn("W16", "note.late", move.seat),))
        case "misplay":
            step = _misplay(state, move)
            return Step(s.replace(step.state, claims=others), step.notes)
        case "special":
            state = s.laid_from(state, move.seat, move.cards)
            return attacks.play_special(state, move.seat, move.cards[0])
        case "toss":
            return _tossed(s.replace(state, claims=others), move, t)
        case "skip_over":
            return _skip_over(state, move)
        case _:
            beaten = tuple(c.seat for c in others if is_fresh(state, c, move.t))
            notes = tuple(tell("W16", "note.tie", seat, turn=move.seat) for seat in beaten)
            return _laid(s.replace(state, claims=()), move, move.t, notes)


def _misplay(state: s.WobbleState, move: Lay) -> Step[s.WobbleState]:
    """W19, AW-28: the card goes back, and one penalty card is drawn."""
    if state.options.misplay_penalty == "none":
        return Step(state, (warn("W19", "note.back_in_hand", move.seat),))
    own = _acts(state, move.seat)
    tossed = not colours(move.cards[0]) and claim_of(state, move.seat, move.t) is not None
    key = "note.penalty_grey" if tossed else "note.penalty_own" if own else "note.penalty"
    rule = "W18" if tossed else "AW-28" if own else "W19"
    return Step(s.drawn(state, move.seat, 1), (warn(rule, key, move.seat),))


def _tossed(state: s.WobbleState, move: Lay, t: int) -> Step[s.WobbleState]:
    """W15, W17: play goes on with the tosser's neighbour; AW-3: a running attack grows."""
    seat = move.seat
    victim = s.next_in(state, state.turn) if state.phase == "effect" else state.turn
    free = state.attack is None
    tosses = gained(state.tosses, seat)
    claims = state.claims
    state = s.replace(state, turn=seat if free else state.turn, resume="", tosses=tosses)
    step = _laid(s.replace(state, claims=()), move, t, (announce("W15", "note.tossed", seat),))
    after = s.replace(step.state, claims=claims if step.state.phase in TOSSING else ())
    if free and victim not in (seat, after.turn) and after.phase in TOSSING:
        after = s.replace(after, robbed=(*after.robbed[-9:], s.Claim(victim, t)))
    return Step(after, step.notes)


def _skip_over(state: s.WobbleState, move: Lay) -> Step[s.WobbleState]:
    """W38: the next one has laid a card: now it is too late to stop the Skip."""
    taken = skips_taken(state, move.t)
    if taken.state.phase != "turn" or taken.state.turn != move.seat:
        return taken
    return _laid(s.replace(taken.state, claims=()), move, move.t, ()).after(*taken.notes)


def _laid(state: s.WobbleState, move: Lay, t: int, notes: flow.Notes) -> Step[s.WobbleState]:
    """The cards lie on top, whoever laid them, and their effect follows (W13, W14)."""
    seat, card, copies = move.seat, move.cards[0], len(move.cards)
    old = s.top_card(state)
    state = s.laid_from(state, seat, move.cards)
    notes = (*notes, *_more_than_counted(state, move.cards))
    covered = tuple(_just_covered(state, t, patience=2))  # whoever has pressed may throw so much later
    pile = (*state.discard, *move.cards)
    state = s.replace(state, discard=pile, before=old, covered=covered, top_t=t, closed=False, pressed=())
    state = s.replace(state, active=effects.active_after(state, card, copies))
    if state.options.warn_last_card and len(state.players[seat].hand) == 1:
        notes = (*notes, tell("W30", "note.last_card", seat))
    if family(card) == "offensive":
        return attacks.strike(state, seat, card, copies).after(*notes)
    return effects.begin(state, seat, card, copies).after(*notes)


def _more_than_counted(state: s.WobbleState, cards: Cards) -> flow.Notes:
    """W1: the count of the box was wrong: what lies there is true."""
    box, hands = s.counted(state) if s.is_own_box(state) else {}, (p.hand for p in state.players.values())
    more = one_too_many(box, (state.discard, *hands), cards) if box else ""
    if not more:
        return ()
    return (tell("W1", "note.more_than_counted", card=card_say(more), n=box.get(more, 0)),)


# --- words ---


def card_say(card: str) -> Say | str:
    """What *card* is called, like "magenta 7"."""
    if not colours(card):
        return Say(f"kind.{kind(card)}")
    name = [Say(f"colour.{c}") for c in colours(card)]
    symbol: str | Say = kind(card) if kind(card).isdigit() else Say(f"kind.{kind(card)}")
    if kind(card) == "CS":
        return Say("card.swap", {"one": name[0], "other": name[1]})
    return Say("card.plain", {"colour": name[0], "symbol": symbol})


def colours_say(active: tuple[str, ...]) -> list[Say]:
    return [Say(f"colour.{c}") for c in active]
