"""ABspecken as the house knows it: every move goes to the module of its subject."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion import cards
from companion.asks import JSON, Ask
from companion.game import Game, Rules, Step, check_seats, expect
from companion.games.abspecken import calls, flow, piggy, scoring, takes
from companion.games.abspecken import moves as m
from companion.games.abspecken.asks import asks
from companion.games.abspecken.state import HAND, SET, AbspeckenOptions, AbspeckenState, Phase, Player
from companion.games.abspecken.turn import clockwise, must_settle_piggy, only_in, victims, waiting
from companion.games.abspecken.understanding import understand
from companion.games.abspecken.view import public, view
from companion.rulings import Refusal, against


def _asking(state: AbspeckenState) -> Any:
    """The subject that cards are shown for: the points, or a doubt."""
    return scoring if state.phase is Phase.SCORE else calls


def _first(state: AbspeckenState, move: m.AbspeckenMove) -> Refusal | None:
    """A34: nothing comes after the end; A1: only who sits at the table plays."""
    if state.phase is Phase.GAME_OVER:
        return against("A34", "game_is_over")
    nobody = not move.seat and isinstance(move, m.BY_ANYBODY)
    if move.seat in state.players or nobody or isinstance(move, m.BY_THE_TABLE):
        return None
    return against("A1", "no_such_seat", seat=move.seat or "?", seats=list(state.seats))


RULES = Rules[AbspeckenState](
    _first,
    {
        m.Ready: (only_in("A5", Phase.SETUP), flow.refuse_ready, flow.play_ready),
        m.Pick: (only_in("A9", Phase.PICK), flow.refuse_pick, flow.play_pick),
        m.Offer: (only_in("P4", *piggy.BEFORE_ROLL), piggy.refuse_offer, piggy.play_offer),
        m.Roll: (piggy.refuse_roll, piggy.play_roll),
        m.Agree: (piggy.refuse_agree, piggy.play_agree),
        m.Give: (piggy.refuse_give, piggy.play_give),
        m.PickUp: (piggy.refuse_pick_up, piggy.play_pick_up),
        m.Lay: (calls.refuse_lay, calls.barred, calls.does_not_fit, calls.play_lay),
        m.Cannot: (calls.refuse_cannot, calls.play_cannot),
        m.Withdraw: (calls.refuse_withdraw, calls.play_withdraw),
        m.Challenge: (calls.refuse_challenge, calls.play_challenge),
        m.Drop: (calls.refuse_drop, calls.play_drop),
        m.Choose: (takes.refuse_choose, lambda state, move: Step(replace(state, chosen=move.whom))),
        m.Take: (takes.refuse, takes.play),
        m.Refill: (flow.refuse_refill, flow.play_refill),
        m.Count: (only_in("A32", Phase.SCORE), scoring.refuse_count, scoring.play_count),
        m.Close: (only_in("A32", Phase.SCORE), scoring.refuse_close, scoring.play_close),
        m.Show: (
            lambda state, move: _asking(state).refuse_show(state, move),
            lambda state, move: _asking(state).play_show(state, move),
        ),
    },
)
# --- reading positions that are only partly written down, with the shorthand that people use ---

MOST_CARDS = 5 * SET.size  # of five people, as many as ever play
_PLAIN = ("hand", "own", "draw", "pile", "laid")


def read_position(value: JSON) -> AbspeckenState:
    """*value* as a state.

    Cards may be numbers. Instead of `own` a player may have `draw`, the cards in the draw piles or only how
    many there are; a hand without either is all that is left. Seats that are left out are those of the
    players, and the first of them rolls.
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
        plain["own"] = _own(plain.get("hand", []), plain.pop("draw", []))
    if isinstance(plain.get("hand"), list) and all(isinstance(card, str) for card in plain["hand"]):
        plain["hand"] = list(cards.hand(_of_owned(plain["hand"], plain.get("own"))))
    return plain


def _of_owned(hand: list[str], own: Any) -> list[str]:
    """Who owns fewer cards than were held, as a table agrees where two had stuck, holds fewer hidden ones."""
    too_many = len(hand) - len(own) if isinstance(own, (list, tuple)) else 0
    if not 0 < too_many <= hand.count(cards.UNKNOWN):
        return hand
    return [*cards.shown(hand), *cards.hidden(hand.count(cards.UNKNOWN) - too_many)]


def _names(given: Any) -> Any:
    """Cards as names: 5 and "5" are the same card."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        return given
    return [str(c) if isinstance(c, int) and not isinstance(c, bool) else c for c in given]


def _own(hand: Any, draw: Any) -> Any:
    """Hand and draw piles together; of piles that were only counted nothing is known."""
    if isinstance(draw, int) and not isinstance(draw, bool) and 0 <= draw <= MOST_CARDS:
        draw = list(cards.hidden(draw))
    both = [*hand, *draw] if isinstance(hand, list) and isinstance(draw, list) else draw
    return sorted(both) if isinstance(both, list) and all(isinstance(c, str) for c in both) else both


def _completed(state: AbspeckenState) -> AbspeckenState:
    seats = state.seats or tuple(state.players)
    check_seats(seats, (0, Abspecken.about.seats[1]), {*state.players, *_named(state)})  # A1
    for seat, player in state.players.items():
        _check(seat, player)
    everybody = all(set(points) == set(seats) for points in state.sheet)
    expect(everybody, f"the points of {', '.join(seats)} for every round - at `$.sheet`")
    players = {seat: state.players.get(seat, Player()) for seat in seats}
    needs_roller = state.phase is not Phase.SETUP or state.rolled is not None
    roller = state.roller or (seats[0] if needs_roller and seats else "")
    phase = Phase.ACT if state.rolled and state.phase is Phase.SETUP else state.phase
    return _playable(replace(state, seats=seats, players=players, roller=roller, phase=phase))


def _playable(state: AbspeckenState) -> AbspeckenState:
    """*state*, if somebody can do something in it."""
    for what, holds in _wanted(state):
        expect(holds, f"{what} in the phase {state.phase.value!r}")
    return state


def _wanted(state: AbspeckenState) -> Iterator[tuple[str, bool]]:
    """What a phase cannot be without."""
    phase = state.phase
    if phase in (Phase.READ, Phase.PIG, Phase.ACT, Phase.TAKE):
        yield "`rolled`", state.rolled is not None
    if phase is Phase.PICK:
        unready = [player for player in state.players.values() if not player.hand]
        yield (
            "somebody with five cards and no hand",
            bool(unready) and all(len(p.own) >= HAND for p in unready),
        )
    if phase is Phase.ROLLING and state.piggy:
        yield "a discard pile of the roller for the Piggy Die", flow.may_use_piggy(state)
        yield "the option `piggy`", state.options.piggy
    if phase is Phase.PIG:
        yield "a smile or a grim face and a card to move", must_settle_piggy(state)
    acted = all(state.acted(seat) for seat in state.seats)
    if phase in (Phase.READ, Phase.ACT):
        yield "somebody who has not acted", not acted
    if phase is Phase.TAKE:
        yield "that everybody has acted", acted
        callers = waiting(state)[:1]
        someone = any(victims(state, caller) for caller in callers) or flow.nobody_takes(state)
        yield "a call with somebody to take from", someone
    if phase is Phase.REFILL:
        yield "somebody who draws cards", bool(flow.still_to_refill(state))


def _named(state: AbspeckenState) -> set[str]:
    named = {state.roller, state.youngest, state.chosen, state.challenged, *state.counts, *state.out}
    named |= {seat for points in state.sheet for seat in points}
    return {*named, *(call.seat for call in state.calls)} - {""}


def _check(seat: str, player: Player) -> None:
    """A hand is part of what is owned, and nobody owns more cards than exist."""
    known = cards.shown(player.hand)
    among = len(player.hand) <= len(player.own) and cards.may_hold(player.own, known)
    expect(among, f"the hand of {seat} among the own cards, got {player.hand}")
    expect(len(player.own) + len(player.pile) <= MOST_CARDS, f"at most {MOST_CARDS} cards at {seat}")


class Abspecken(Game[AbspeckenState, m.AbspeckenMove, AbspeckenOptions]):
    """The referee of ABspecken."""

    cannot_lie = frozenset({"shown_cannot_be_there"})
    rules = RULES
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    outcome = staticmethod(scoring.outcome)
    view = staticmethod(view)
    public = staticmethod(public)
    read_position = staticmethod(read_position)

    def start(self, seats: tuple[str, ...], options: AbspeckenOptions) -> AbspeckenState:
        return AbspeckenState(seats=seats, options=options, players={seat: Player() for seat in seats})

    def scores(self, state: AbspeckenState) -> dict[str, int]:
        """A33: zero is the best there is."""
        return {seat: -total for seat, total in scoring.totals(state).items()}

    def as_counted(self, state: AbspeckenState, ask: Ask, number: int) -> JSON:
        """A32: what whoever counts says stands, also against what was seen."""
        name, _, seat = ask.id.partition(":")
        return {"counts": {**state.counts, seat: number}} if name == "count" else None

    def break_tie(self, state: AbspeckenState, call: str, seats: Sequence[str]) -> tuple[str, ...]:
        return clockwise(state, tuple(seats))

    def plain_options(self, value: dict[str, JSON]) -> dict[str, JSON]:
        """A cap of 5 may be a number."""
        return {key: str(given) if key == "cap" else given for key, given in value.items()}
