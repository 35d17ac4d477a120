"""Partial positions of Wobble: what is left out takes its default, what cannot be is refused in words."""

import msgspec

from companion.cards import UNKNOWN, hand, hidden
from companion.facts import JSON
from companion.games.wobble.deck import colours, known_cards, tidy
from companion.games.wobble.state import HAND, Player, WobbleState, deck_size, places, replace, top_card

OPENING = ("ready", "flip")
BELONGS = {  # what has to be there in a phase
    "effect": "effect",
    "attack": "attack",
    "aim": "pointing",
    "vote": "voting",
    "settle": "attack",
    "task": "trying",
    "give": "attack",
}


def read_position(value: JSON) -> WobbleState:
    """*value* as a state that can be played on."""
    state = msgspec.convert(value, WobbleState)
    _check_seats(state)
    given = value.get("players", {})
    players = {seat: state.players.get(seat, Player()) for seat in state.seats}
    for seat, player in players.items():
        told = "hand" in given.get(seat, {})
        cards = hand(map(tidy, player.hand)) if told else hidden(HAND)
        players[seat] = replace(player, hand=cards)
    dealer = state.dealer or state.seats[0]
    state = replace(state, players=players, order=state.order or state.seats, dealer=dealer)
    if state.phase not in OPENING and state.phase not in ("score", "over", "return"):
        state = replace(state, turn=state.turn or state.order[0])
        state = replace(
            state, active=state.active or colours(top_card(state)) if state.discard else state.active
        )
    _check_phase(state)
    _check_size(state)
    _check_cards(state)
    if "draw" not in value:
        others = sum(len(cards) for name, cards in places(state).items() if name != "draw")
        state = replace(state, draw=max(0, deck_size(state) - others))
    return state


def _check_seats(state: WobbleState) -> None:
    if not state.seats or len(set(state.seats)) != len(state.seats):
        raise msgspec.ValidationError(
            f"Expected seats with different names - at `$.seats`, got {state.seats}"
        )
    if state.order and sorted(state.order) != sorted(state.seats):
        raise msgspec.ValidationError(f"Expected an order of the seats - at `$.order`, got {state.order}")
    named = {state.turn, state.dealer, state.resume, state.doubted, *state.players, *state.giving}
    named |= {claim.seat for claim in (*state.claims, *state.robbed)}
    if state.attack:
        attack = state.attack
        named |= {attack.owner, attack.target, attack.director, attack.not_me, *attack.absent}
        named |= {*attack.victims, *(layer.owner for layer in attack.layers)}
    for part in (state.effect, state.pointing, state.voting, state.trying):
        named |= {part.seat} if part else set()
    strangers = sorted(named - {"", *state.seats})
    if strangers:
        raise msgspec.ValidationError(f"Expected the seats {state.seats}, got {strangers}")


def _check_phase(state: WobbleState) -> None:
    part = BELONGS.get(state.phase)
    if part and getattr(state, part) is None:
        raise msgspec.ValidationError(f"Expected `$.{part}` in the phase {state.phase!r}")
    if state.phase in ("aim", "vote", "task") and state.attack is None:
        raise msgspec.ValidationError(f"Expected `$.attack` in the phase {state.phase!r}")
    if state.attack and not state.attack.layers:
        raise msgspec.ValidationError("Expected a card in `$.attack.layers`")
    if state.phase not in (*OPENING, "score", "over", "return") and not state.discard:
        raise msgspec.ValidationError(f"Expected a card in `$.discard` in the phase {state.phase!r}")


def _check_size(state: WobbleState) -> None:
    """Every card of a pile is counted on its own, so a pile of a billion would fill the memory."""
    if not 0 <= state.draw <= deck_size(state):
        raise msgspec.ValidationError(f"Expected 0 to {deck_size(state)} cards - at `$.draw`")


def _check_cards(state: WobbleState) -> None:
    known = {*known_cards(), UNKNOWN}
    for place, cards in places(state).items():
        strange = sorted(set(cards) - known)
        if strange:
            raise msgspec.ValidationError(f"Expected cards of this game at {place}, got {', '.join(strange)}")
