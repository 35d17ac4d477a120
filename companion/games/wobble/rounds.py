"""Rounds: counting the box, dealing, the first card, drawing, and the sheet (W1 to W11, W28, W30, W33)."""

from companion.cards import UNKNOWN, hand, hidden, may_hold
from companion.game import Step
from companion.games.wobble import attack, deck, effects, flow, laying
from companion.games.wobble import moves as m
from companion.games.wobble import state as s
from companion.games.wobble.settling import accept, refuse_accept, refuse_settle, skips_taken
from companion.rulings import Refusal, against, announce, tell, warn

# --- before a round ---


def refuse_counting(state: s.WobbleState, move: m.Census) -> Refusal | None:
    """W1: once, before the first card of the evening lies."""
    if state.phase not in ("ready", "flip") or state.round > 1:
        return flow.not_now("W1", move.seat)
    return deck.refuse_census(deck.counted(card for card in move.cards))


def count_box(state: s.WobbleState, move: m.Census) -> Step[s.WobbleState]:
    state = s.replace(state, census=deck.counted(move.cards))
    draw = s.deck_size(state) - s.HAND * len(state.players)
    return Step(s.replace(state, draw=draw), (tell("W1", "note.counted", n=s.deck_size(state)),))


def refuse_ready(state: s.WobbleState, move: m.Ready) -> Refusal | None:
    if state.phase != "ready" or state.players[move.seat].ready:
        return flow.not_now("W6", move.seat)
    return None


def ready(state: s.WobbleState, move: m.Ready) -> Step[s.WobbleState]:
    """W6: the dealer waits until everybody is ready."""
    state = s.with_player(flow.heard(state, move.t), move.seat, ready=True)
    state = s.replace(state, started=state.started or move.t)
    if all(player.ready for player in state.players.values()):
        return Step(s.replace(state, phase="flip"), (tell("W6", "note.all_ready", seat=state.dealer),))
    return Step(state)


def refuse_flip(state: s.WobbleState, move: m.Flip) -> Refusal | None:
    """W8: on until a coloured card comes, and not beyond it."""
    if state.phase != "flip":
        return flow.not_now("W6", move.seat)
    if move.seat and move.seat != state.dealer:
        return against("W6", "refused.dealer_flips", seat=move.seat, dealer=state.dealer)
    if refusal := deck.refuse_cards(move.cards):
        return refusal
    if not move.cards or UNKNOWN in move.cards or not deck.colours(move.cards[-1]):
        return against("W8", "refused.turn_on")
    if any(deck.colours(card) for card in move.cards[:-1]):
        return against("W8", "refused.first_colour")
    return None


def flip(state: s.WobbleState, move: m.Flip) -> Step[s.WobbleState]:
    """W7: as if the dealer had laid it; AW-34: what was passed over is shuffled back."""
    card, dealer = move.cards[-1], state.dealer
    state = s.replace(state, draw=state.draw - 1, discard=(card,), top_t=state.now)
    state = s.replace(state, active=effects.active_after(state, card, 1), turn=dealer)
    if deck.family(card) == "offensive":  # AW-42: the attack is the dealer's
        step = attack.strike(s.replace(state, turn=s.next_in(state, dealer)), dealer, card, 1)
    else:
        step = effects.begin(state, dealer, card, 1)
    passed = len(move.cards) - 1
    over = (tell("AW-34", "note.passed_over", n=passed),) if passed else ()
    return step.after(announce("W7", "note.first_card", card=laying.card_say(card)), *over)


# --- drawing instead of laying ---


def refuse_touch(state: s.WobbleState, move: m.Touch) -> Refusal | None:
    """W11: the one on turn draws; AW-4: for who is hit by draw cards touching the pile accepts them."""
    if state.phase == "attack" and state.attack is not None and state.attack.kind in deck.DRAWING:
        accepting = m.Accept(seat=move.seat, t=move.t)
        return refuse_settle(state, accepting) or refuse_accept(state, accepting)
    for refuse in (laying.refuse_beaten, laying.refuse_robbed):
        if refusal := refuse(state, move.seat, move.t):
            return refusal
    if move.seat == attack.on_after_skips(state):
        return None
    if state.phase != "turn":
        return flow.not_now("W11", move.seat)
    if move.seat != state.turn:
        return against("W11", "refused.not_your_turn", seat=move.seat, turn=state.turn)
    return None


def touch(state: s.WobbleState, move: m.Touch) -> Step[s.WobbleState]:
    """W11: one card; W16: from the first touch on it is too late to toss in; W38: and to stop a Skip."""
    state, notes = flow.heard(state, move.t), flow.Notes()
    if move.seat == attack.on_after_skips(state):
        state, notes = (taken := skips_taken(state, move.t)).state, taken.notes
        if state.phase != "turn" or state.turn != move.seat:
            return taken
    if state.phase == "attack":
        return accept(state, m.Accept(seat=move.seat, t=move.t))
    beaten = tuple(
        tell("W16", "note.tie", c.seat, turn=move.seat)
        for c in state.claims
        if laying.is_fresh(state, c, move.t)
    )
    state = s.drawn(state, move.seat, 1)
    note = tell("W11", "note.drew", move.seat)
    return Step(s.replace(state, phase="drawn", closed=True, claims=()), (*notes, *beaten, note))


def refuse_keep(state: s.WobbleState, move: m.Keep) -> Refusal | None:
    if state.phase != "drawn" or move.seat != state.turn or state.doubted:
        return flow.not_now("W11", move.seat)
    return None


def keep(state: s.WobbleState, move: m.Keep) -> Step[s.WobbleState]:
    return flow.end_turn(state, move.seat)


def refuse_doubt(state: s.WobbleState, move: m.Doubt) -> Refusal | None:
    """W10: whoever can play must play; somebody else may doubt that nothing fitted."""
    if state.phase != "drawn" or state.doubted or state.cleared or move.seat == state.turn:
        return flow.not_now("W10", move.seat)
    return None


def doubt(state: s.WobbleState, move: m.Doubt) -> Step[s.WobbleState]:
    seat = state.turn
    return Step(s.replace(state, doubted=seat), (tell("W10", "note.doubted", seat),))


def refuse_redraw(state: s.WobbleState, move: m.Redraw) -> Refusal | None:
    """W28: a hand of grey cards only; AW-30: at the start of the own turn, not while attacked."""
    if state.phase != "turn" or move.seat != state.turn:
        return against("AW-30", "refused.redraw_later", seat=move.seat)
    if short := _refuse_count(state, move.seat, move.cards, "W28"):
        return short
    if not all_grey(move.cards):
        return against("W28", "refused.not_all_grey", seat=move.seat)
    return _refuse_shown(state, move.seat, move.cards)


def all_grey(cards: tuple[str, ...]) -> bool:
    """AW-30: brown or coloured cards spoil it."""
    return bool(cards) and all(card != UNKNOWN and deck.family(card) == "defensive" for card in cards)


def redraw(state: s.WobbleState, move: m.Redraw) -> Step[s.WobbleState]:
    """The grey cards are shuffled into the draw pile, so it stays as high as it was."""
    state = s.with_player(state, move.seat, hand=hidden(len(move.cards)))
    return Step(state, (tell("W28", "note.redraw", move.seat, n=len(move.cards)),))


# --- hands are shown ---


def _refuse_shown(state: s.WobbleState, seat: str, cards: tuple[str, ...]) -> Refusal | None:
    """A shown hand must be one that can be there."""
    if refusal := deck.refuse_cards(cards):
        return refusal
    held = state.players[seat].hand
    if UNKNOWN in cards or not may_hold(held, cards):
        return against("W4", "refused.cannot_hold", seat=seat)
    return None


def _refuse_count(state: s.WobbleState, seat: str, cards: tuple[str, ...], rule: str) -> Refusal | None:
    n = s.size(state, seat)
    if len(cards) == n:
        return None
    return against(rule, "refused.show_all", seat=seat, n=n, shown=len(cards))


def refuse_show(state: s.WobbleState, move: m.ShowHand) -> Refusal | None:
    counting = state.phase == "score" and not state.players[move.seat].counted
    if not counting and state.doubted != move.seat:
        return flow.not_now("W30", move.seat)
    if counting and state.players[move.seat].sure and UNKNOWN not in move.cards:
        return deck.refuse_cards(move.cards)
    short = _refuse_count(state, move.seat, move.cards, "W30")
    return short or _refuse_shown(state, move.seat, move.cards)


def refuse_all_shown(state: s.WobbleState, move: m.AllShown) -> Refusal | None:
    """W33: when the hands are counted, and once."""
    player = state.players[move.seat]
    open_ = state.phase == "score" and not (player.counted or player.sure)
    return None if open_ else flow.not_now("W33", move.seat)


def all_shown(state: s.WobbleState, move: m.AllShown) -> Step[s.WobbleState]:
    """W33: what lies there counts from now on; a note says that the count was another one before."""
    note = warn("W33", "note.all_shown", move.seat, n=s.size(state, move.seat))
    return Step(s.with_player(state, move.seat, sure=True), (note,))


def show(state: s.WobbleState, move: m.ShowHand) -> Step[s.WobbleState]:
    state = flow.heard(state, move.t)
    if state.phase != "score":
        return _doubt_answered(state, move)
    points = deck.points_of(move.cards)
    player = state.players[move.seat]
    state = s.with_player(
        state, move.seat, hand=hand(move.cards), counted=True, last_round=points, minus=player.minus + points
    )
    note = tell("W33", "note.counts", move.seat, n=points)
    return flow.counted_out(state).after(note.with_points({move.seat: -points}))


def _doubt_answered(state: s.WobbleState, move: m.ShowHand) -> Step[s.WobbleState]:
    """W10: one fitting card may be the one just drawn; more than one could have been played."""
    top, options = s.top_card(state), state.options
    fitting = sum(deck.fits(card, top, state.active, options.cs_by_symbol) for card in move.cards)
    key = "note.could_not" if not fitting else "note.maybe_could" if fitting == 1 else "note.could_have"
    return Step(s.replace(state, doubted="", cleared=True), (announce("W10", key, move.seat),))
