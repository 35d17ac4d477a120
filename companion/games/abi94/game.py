"""Abi '94 as a game of the house."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.asks import JSON
from companion.cards import UNKNOWN, hand, hidden
from companion.game import Game, check_seats, expect
from companion.games import about_beside
from companion.games.abi94 import moves as m
from companion.games.abi94.asks import DECK, HEARS, asks
from companion.games.abi94.deck import AbiOptions, deck_of, from_counts, shipped
from companion.games.abi94.projects import outcome, scores
from companion.games.abi94.rules import RULES, play
from companion.games.abi94.scoring import hand_size, proposed
from companion.games.abi94.state import AbiState, Pupil, active, deck, in_game, places, replace
from companion.games.abi94.turns import go_on
from companion.games.abi94.view import view
from companion.layout import Layout

# --- partial positions: what is left out takes its default, what cannot be is refused in words ---

PLAYING = ("turn", "window")
ABOUT = about_beside(__file__)
SEATS = ABOUT.seats  # AB5: three by house rule; eleven can deal and swap from 92 cards


def read_position(value: JSON) -> AbiState:
    """*value* as a state that can be played on."""
    state = msgspec.convert(value, AbiState)
    check_seats(state.seats, SEATS, _named(state))
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
    """A hand that the position leaves out is full and hidden."""
    size = hand_size(len(state.starters))
    pupils = dict(state.pupils)
    for seat, pupil in pupils.items():
        if "hand" not in given.get(seat, {}) and pupil.standing == "in":
            pupils[seat] = replace(pupil, hand=hidden(size))
        else:
            pupils[seat] = replace(pupil, hand=hand(pupil.hand))
    return replace(state, pupils=pupils)


def _named(state: AbiState) -> Iterator[str]:
    yield from (state.leader, state.turn, *state.pupils, *state.starters)
    if state.pending:
        yield from (state.pending.seat, state.pending.neighbour)


def _check_cards(state: AbiState) -> None:
    """Every card is one of the deck, no pile is larger than it, and what is covered lies there."""
    kinds, most = deck(state).kinds, deck(state).cards.size
    expect(0 <= state.draw <= most, f"0 to {most} cards - at `$.draw`")
    for seat, pupil in state.pupils.items():
        for card in (*pupil.hand, *pupil.front, *pupil.covered):
            expect(card in kinds or card == UNKNOWN, f"a card of the deck before {seat}, got {card!r}")
        lie_there = all(pupil.covered.count(card) <= pupil.front.count(card) for card in pupil.covered)
        expect(lie_there, f"covered cards that lie before {seat}, got {pupil.covered}")


class Abi94(Game[AbiState, m.AbiMove, AbiOptions]):
    """Three Klausuren and a final exam, with help from the neighbours."""

    about = ABOUT
    cannot_lie = frozenset({"refused.unknown_card", "refused.all_copies_seen"})
    rules = RULES
    hears = HEARS
    play = staticmethod(play)
    asks = staticmethod(asks)
    scores = staticmethod(scores)
    outcome = staticmethod(outcome)
    view = staticmethod(view)
    read_position = staticmethod(read_position)

    def start(self, seats: tuple[str, ...], options: AbiOptions) -> AbiState:
        size = deck_of(options).cards.size
        pupils = {seat: Pupil() for seat in seats}
        return AbiState(seats=seats, options=options, pupils=pupils, starters=seats, draw=size)

    def lies(self, state: AbiState) -> Layout:
        """AB10, AB11: all that somebody has got in a project lies there upon each other."""
        playing = state.phase in ("swap", "lead", "turn", "window")
        seats = active(state) if playing else ()
        return Layout(piles={f"now:{seat}": state.pupils[seat].front for seat in seats}, deck=DECK)

    def plain_options(self, value: dict[str, JSON]) -> dict[str, JSON]:
        """AB5: cards may be given as how many there are of each kind."""
        cards = value.get("cards")
        if not isinstance(cards, Mapping):
            return value
        return {**value, "cards": [msgspec.to_builtins(kind) for kind in from_counts(cards)]}

    def own_tables(self, options: AbiOptions) -> Mapping[str, Mapping[str, int]]:
        """A21, A22: what each grade needs, and how many cards there are of each kind."""
        kinds = options.cards or shipped(options.deck)
        return {"grades": options.grades or proposed(), "cards": {kind.id: kind.count for kind in kinds}}
