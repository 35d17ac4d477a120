"""Abi '94 as a game of the house."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.asks import Ask
from companion.facts import JSON, Fact
from companion.game import About, Game, Options, Outcome, Step
from companion.games.abi94 import asks as waiting
from companion.games.abi94 import moves as m
from companion.games.abi94 import projects, rules, understanding
from companion.games.abi94.candidates import candidates
from companion.games.abi94.deck import deck_of, from_counts, shipped
from companion.games.abi94.grades import proposed
from companion.games.abi94.options import AbiOptions
from companion.games.abi94.position import read_position
from companion.games.abi94.state import AbiState, Pupil, active
from companion.games.abi94.view import view
from companion.layout import Layout
from companion.rulings import Question, Refusal
from companion.view import View


class Abi94(Game[AbiState, m.AbiMove]):
    """Three Klausuren and a final exam, with help from the neighbours."""

    about = About(
        name="abi94",
        title="Abi '94",
        version=2,
        seats=(3, 11),  # AB5: three by house rule; eleven can deal and swap from 92 cards
        minutes=60,
        age=10,
        needs=("needs.deck", "needs.chips", "needs.die"),
        undo_level={"roll": 4, "test": 4, "open": 4},
    )
    state = AbiState
    moves = m.AbiMove
    options = AbiOptions
    cannot_lie = frozenset({"refused.unknown_card", "refused.all_copies_seen"})

    def start(self, seats: tuple[str, ...], options: AbiOptions) -> AbiState:
        low, high = self.about.seats
        if not low <= len(seats) <= high:
            raise ValueError(f"expected {low} to {high} seats (AB5), got {len(seats)}")
        size = deck_of(options).cards.size
        pupils = {seat: Pupil() for seat in seats}
        return AbiState(seats=seats, options=options, pupils=pupils, starters=seats, draw=size)

    def refuse(self, state: AbiState, move: m.AbiMove) -> Refusal | None:
        return rules.refuse(state, move)

    def play(self, state: AbiState, move: m.AbiMove) -> Step[AbiState]:
        return rules.play(state, move)

    def asks(self, state: AbiState) -> tuple[Ask, ...]:
        return waiting.asks(state)

    def understand(self, state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove | Question:
        return understanding.understand(state, ask, fact)

    def candidates(self, state: AbiState, seat: str) -> Sequence[m.AbiMove]:
        return candidates(state, seat)

    def scores(self, state: AbiState) -> dict[str, int]:
        return projects.scores(state)

    def outcome(self, state: AbiState) -> Outcome | None:
        return projects.outcome(state)

    def lies(self, state: AbiState) -> Layout:
        """AB10, AB11: all that somebody has got in a project lies there upon each other."""
        playing = state.phase in ("swap", "lead", "turn", "window")
        seats = active(state) if playing else ()
        return Layout(piles={f"now:{seat}": state.pupils[seat].front for seat in seats}, deck=waiting.DECK)

    def view(self, state: AbiState) -> View:
        return view(state)

    def read_options(self, value: Mapping[str, JSON]) -> Options:
        """AB5: cards may be given as how many there are of each kind."""
        cards = value.get("cards")
        if isinstance(cards, Mapping):
            value = {**value, "cards": [msgspec.to_builtins(kind) for kind in from_counts(cards)]}
        return super().read_options(value)

    def own_tables(self, options: AbiOptions) -> Mapping[str, Mapping[str, int]]:
        """A21, A22: what each grade needs, and how many cards there are of each kind."""
        kinds = options.cards or shipped(options.deck)
        return {"grades": options.grades or proposed(), "cards": {kind.id: kind.count for kind in kinds}}

    def read_position(self, value: JSON) -> AbiState:
        return read_position(value)
