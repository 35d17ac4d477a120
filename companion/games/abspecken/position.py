"""Reading positions that are only partly written down, with the shorthand that people use."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion import cards
from companion.facts import JSON
from companion.games.abspecken.pieces import SET
from companion.games.abspecken.state import AbspeckenState, Phase, Player

_PLAIN = ("hand", "own", "draw", "pile", "laid")


def read_position(value: JSON) -> AbspeckenState:
    """*value* as a state.

    Cards may be numbers. Instead of `own` a player may have `draw`, the cards in the draw piles or only how
    many there are. Seats that are left out are those of the players, and the first of them rolls.
    """
    if not isinstance(value, Mapping):
        return msgspec.convert(value, AbspeckenState)
    players = value.get("players", {})
    if isinstance(players, Mapping):
        value = {**value, "players": {seat: _player(p) for seat, p in players.items()}}
    return _completed(msgspec.convert(value, AbspeckenState))


def _player(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    plain = {key: _names(given) if key in _PLAIN else given for key, given in value.items()}
    if "own" not in plain and ("hand" in plain or "draw" in plain):
        plain["own"] = _own(plain.get("hand", ()), plain.pop("draw", ()), plain.get("pile", ()))
    if isinstance(plain.get("hand"), list) and all(isinstance(card, str) for card in plain["hand"]):
        plain["hand"] = list(cards.hand(plain["hand"]))
    return plain


def _names(given: Any) -> Any:
    """Cards as names: 5 and "5" are the same card."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        return given
    return [str(c) if isinstance(c, int) and not isinstance(c, bool) else c for c in given]


def _own(hand: Any, draw: Any, pile: Any) -> Any:
    """Hand and draw piles together; of piles that were only counted nothing is known."""
    if isinstance(draw, int) and not isinstance(draw, bool) and draw >= 0:
        draw = list(cards.hidden(draw))
    both = [*hand, *draw] if isinstance(hand, list) and isinstance(draw, list) else draw
    return sorted(both) if isinstance(both, list) and all(isinstance(c, str) for c in both) else both


def _completed(state: AbspeckenState) -> AbspeckenState:
    seats = state.seats or tuple(state.players)
    if strangers := sorted({*state.players, *_named(state)} - set(seats)):
        raise msgspec.ValidationError(f"expected the seats {', '.join(seats)}, got {', '.join(strangers)}")
    for seat, player in state.players.items():
        _check(seat, player)
    players = {seat: state.players.get(seat, Player()) for seat in seats}
    needs_roller = state.phase is not Phase.SETUP or state.rolled is not None
    roller = state.roller or (seats[0] if needs_roller and seats else "")
    phase = Phase.ACT if state.rolled and state.phase is Phase.SETUP else state.phase
    return _with_dice(replace(state, seats=seats, players=players, roller=roller, phase=phase))


def _with_dice(state: AbspeckenState) -> AbspeckenState:
    acting = (Phase.READ, Phase.PIG, Phase.ACT, Phase.TAKE)
    if state.phase in acting and state.rolled is None:
        raise msgspec.ValidationError(f"expected `rolled` in the phase {state.phase.value!r}")
    waiting = any(not call.served for call in state.calls)
    if state.phase is Phase.TAKE and not (waiting and all(state.acted(seat) for seat in state.seats)):
        raise msgspec.ValidationError(
            "expected that everybody has acted and a call is open in the phase 'take'"
        )
    return state


def _named(state: AbspeckenState) -> set[str]:
    named = {state.roller, state.youngest, state.chosen, state.challenged, *state.counts, *state.out}
    return {*named, *(call.seat for call in state.calls)} - {""}


def _check(seat: str, player: Player) -> None:
    """A hand is part of what is owned, and nobody owns more cards than exist."""
    known = cards.shown(player.hand)
    if len(player.hand) > len(player.own) or not cards.may_hold(player.own, known):
        raise msgspec.ValidationError(f"expected the hand of {seat} among the own cards, got {player.hand}")
    if len(player.own) + len(player.pile) > 5 * SET.size:
        raise msgspec.ValidationError(f"expected at most {5 * SET.size} cards at {seat}")
