"""Partial positions of Abi '94: what is left out takes its default, what cannot be is refused in words."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.cards import UNKNOWN, hand, hidden
from companion.facts import JSON
from companion.games.abi94.scoring import hand_size
from companion.games.abi94.state import AbiState, Pupil, deck, in_game, places, replace
from companion.games.abi94.turns import go_on

PLAYING = ("turn", "window")


def read_position(value: JSON) -> AbiState:
    """*value* as a state that can be played on."""
    state = msgspec.convert(value, AbiState)
    _check_seats(state)
    given = value.get("pupils", {}) if isinstance(value, Mapping) else {}
    state = replace(state, pupils={seat: state.pupils.get(seat, Pupil()) for seat in state.seats})
    state = replace(state, starters=state.starters or in_game(state))
    if state.phase in PLAYING:
        state = replace(state, leader=state.leader or in_game(state)[0])
        state = _with_hands(state, given)
    _check_cards(state)
    if "draw" not in value:
        others = sum(len(cards) for name, cards in places(state).items() if name != "draw")
        state = replace(state, draw=max(0, deck(state).cards.size - others))
    if state.phase == "turn" and not state.turn:
        return go_on(state).state
    return state


def _with_hands(state: AbiState, given: Mapping[str, Any]) -> AbiState:
    """A hand that is not told is full and hidden."""
    size = hand_size(len(state.starters))
    pupils = dict(state.pupils)
    for seat, pupil in pupils.items():
        if "hand" not in given.get(seat, {}) and pupil.standing == "in":
            pupils[seat] = replace(pupil, hand=hidden(size))
        else:
            pupils[seat] = replace(pupil, hand=hand(pupil.hand))
    return replace(state, pupils=pupils)


def _check_seats(state: AbiState) -> None:
    if not state.seats or len(set(state.seats)) != len(state.seats):
        raise msgspec.ValidationError(
            f"Expected seats with different names - at `$.seats`, got {state.seats}"
        )
    named = {state.leader, state.turn, *state.pupils, *state.starters}
    named |= {state.pending.seat, state.pending.neighbour} if state.pending else set()
    strangers = sorted(named - {"", *state.seats})
    if strangers:
        raise msgspec.ValidationError(f"Expected the seats {state.seats}, got {strangers}")


def _check_cards(state: AbiState) -> None:
    """Every card is one of the deck, no pile is larger than it, and what is covered lies there."""
    kinds, most = deck(state).kinds, deck(state).cards.size
    if not 0 <= state.draw <= most:
        raise msgspec.ValidationError(f"Expected 0 to {most} cards - at `$.draw`")
    for seat, pupil in state.pupils.items():
        for card in (*pupil.hand, *pupil.front, *pupil.covered):
            if card not in kinds and card != UNKNOWN:
                raise msgspec.ValidationError(f"Expected a card of the deck before {seat}, got {card!r}")
        if any(pupil.covered.count(card) > pupil.front.count(card) for card in pupil.covered):
            raise msgspec.ValidationError(
                f"Expected covered cards that lie before {seat}, got {pupil.covered}"
            )
