"""What number and neutral cards do: places, hands, colours and the direction (W20, W29, W34 to W37)."""

from companion.asks import Say
from companion.cards import hidden, without
from companion.game import Judge, Move, Step, certain
from companion.games.wobble import flow
from companion.games.wobble.deck import colours, kind, swapped_colour
from companion.games.wobble.moves import Exchange, Half, SwapSeats
from companion.games.wobble.state import Effect, WobbleState, replace, size, with_player
from companion.rulings import Refusal, against, announce, tell


def active_after(state: WobbleState, card: str, copies: int) -> tuple[str, ...]:
    """The colour in which play goes on (W12, W35)."""
    return swapped_colour(card, state.active, copies) if kind(card) == "CS" else colours(card)


def begin(state: WobbleState, seat: str, card: str, copies: int) -> Step[WobbleState]:
    """The effect of a number or a neutral card; W14: a pair of action cards counts twice."""
    match kind(card):
        case "0" | "HH" | "CE":
            return _begin_asking(state, _asked_by(state, seat, card, copies))
        case "CD":
            return flow.end_turn(*_turned(state, seat, copies))
        case "CS":
            note = tell("W35", "note.colour", colours=[Say(f"colour.{c}") for c in state.active])
            return flow.end_turn(state, seat, (note,))
        case _:
            return flow.end_turn(state, seat)


def _turned(state: WobbleState, seat: str, copies: int) -> tuple[WobbleState, str, flow.Notes]:
    """W34: the direction flips at once; two of them leave it as it was; AW-39: with two people as well."""
    if copies == 2:
        return state, seat, (tell("W14", "note.same_direction"),)
    state = replace(state, dir=-state.dir)
    key = "note.clockwise" if state.dir == 1 else "note.counter_clockwise"
    return state, seat, (announce("W34", key),)


def _asked_by(state: WobbleState, seat: str, card: str, copies: int) -> Effect:
    if kind(card) == "0":  # AW-20: one change of places
        return Effect("seats", seat)
    return Effect("half" if kind(card) == "HH" else "exchange", seat, copies, emptied=not size(state, seat))


def _begin_asking(state: WobbleState, effect: Effect) -> Step[WobbleState]:
    """AW-45: tossed in on a card that still takes effect, it waits for that one."""
    if state.effect is not None:
        return Step(replace(state, tossed=(*state.tossed, effect)))
    return _next_effect(replace(state, tossed=(effect,)), effect.seat, ())


def _next_effect(state: WobbleState, seat: str, notes: flow.Notes) -> Step[WobbleState]:
    """What the next card asks; with nothing left to ask, the turn of whoever came last is over."""
    for number, effect in enumerate(state.tossed, 1):
        seat = effect.seat
        if not _is_void(state, effect):
            state = replace(state, phase="effect", effect=effect, tossed=state.tossed[number:])
            return Step(state, notes)
    return flow.end_turn(replace(state, effect=None, tossed=()), seat, notes)


def _is_void(state: WobbleState, effect: Effect) -> bool:
    """AW-20: no change of places with the last card; AW-21: the last card is never put away."""
    return size(state, effect.seat) < {"seats": 1, "half": 2, "exchange": 0}[effect.what]


def asked(rule: str, what: str) -> Judge:
    """Judges the answer of whoever has laid a card that does *what*."""

    def refuse(state: WobbleState, move: Move) -> Refusal | None:
        effect = state.effect if state.phase == "effect" else None
        answers = effect is not None and (effect.what, effect.seat) == (what, move.seat)
        return None if answers else flow.not_now(rule, move.seat)

    return refuse


def _done(state: WobbleState, notes: flow.Notes) -> Step[WobbleState]:
    """Once more for the second card of a pair; then the turn is over."""
    effect = certain(state.effect)
    left = replace(effect, left=effect.left - 1)
    if left.left and not _is_void(state, left):
        return Step(replace(state, effect=left), notes)
    return _next_effect(state, effect.seat, notes)


# --- places (W29) ---


def refuse_seats(state: WobbleState, move: SwapSeats) -> Refusal | None:
    if move.partner and (move.partner not in state.order or move.partner == move.seat):
        return against("W29", "refused.partner", seat=move.seat)
    return None


def swap_seats(state: WobbleState, move: SwapSeats) -> Step[WobbleState]:
    """W29: the two change places, buttons and all; play goes on after the new place."""
    if not move.partner:
        return _done(state, ())
    other = {move.seat: move.partner, move.partner: move.seat}
    state = replace(state, order=tuple(other.get(seat, seat) for seat in state.order))
    return _done(state, (announce("W29", "note.seats", seat=move.seat, partner=move.partner),))


# --- hands (W36, W37) ---


def half_of(hand: int) -> int:
    """How many cards may be put away: half, rounded down, so never the last one (AW-21)."""
    return hand // 2


def half(state: WobbleState, move: Half) -> Step[WobbleState]:
    """W36, AW-21: half of what is held after laying it, drawn at random, under the pile; all or nothing."""
    if not move.away:
        return _done(state, (tell("W36", "note.keeps_all", move.seat),))
    away = hidden(half_of(size(state, move.seat)))
    state = with_player(state, move.seat, hand=without(state.players[move.seat].hand, away))
    state = replace(state, discard=(*away, *state.discard))
    return _done(state, (tell("W36", "note.half", move.seat, n=len(away)),))


def refuse_exchange(state: WobbleState, move: Exchange) -> Refusal | None:
    """W37: with another player, whoever it is."""
    if move.partner not in state.order or move.partner == move.seat:
        return against("W37", "refused.partner", seat=move.seat)
    return None


def exchange(state: WobbleState, move: Exchange) -> Step[WobbleState]:
    """W37: whole hands; AW-19: whoever gets an empty one wins, unless the house just goes on."""
    effect = certain(state.effect)
    mine, theirs = state.players[move.seat].hand, state.players[move.partner].hand
    go_on = effect.emptied and state.options.ce_last == "just_swap_and_continue"
    state = with_player(state, move.seat, hand=theirs)
    state = with_player(state, move.partner, hand=mine, spared=go_on and not mine)
    return _done(state, (announce("W37", "note.exchange", seat=move.seat, partner=move.partner),))
