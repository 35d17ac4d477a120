"""Wobble as a game of the house."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.asks import Ask
from companion.cards import covered
from companion.facts import JSON, Fact
from companion.game import About, Game, Outcome, Step, WrongOptionsError
from companion.games.wobble import asks as waiting
from companion.games.wobble import ending, rules, understanding
from companion.games.wobble import moves as m
from companion.games.wobble.candidates import candidates
from companion.games.wobble.deck import deck_of, refuse_census
from companion.games.wobble.options import WobbleOptions
from companion.games.wobble.position import read_position
from companion.games.wobble.state import (
    HAND,
    Player,
    WobbleState,
    clockwise,
    counted,
    is_own_box,
    printed_on,
)
from companion.games.wobble.view import view
from companion.layout import Layout
from companion.rulings import Question, Refusal
from companion.view import View

LEAST_LEFT = 30  # AW-24: so many cards must be left in the draw pile


class Wobble(Game[WobbleState, m.WobbleMove]):
    """Attacks, toss-ins and tasks until somebody has too many minus points."""

    about = About(
        name="wobble",
        title="Wobble",
        version=2,
        seats=(2, 10),  # AW-24
        minutes=45,
        age=10,
        needs=("needs.cards", "needs.arrow"),
        undo_level={"show": 4, "turned": 4, "flip": 4, "redraw": 4, "give": 4},
    )
    state = WobbleState
    moves = m.WobbleMove
    options = WobbleOptions
    cannot_lie = frozenset({"refused.unknown_card"})

    def start(self, seats: tuple[str, ...], options: WobbleOptions) -> WobbleState:
        low, high = self.about.seats
        if not low <= len(seats) <= high:
            raise ValueError(f"expected {low} to {high} seats (AW-24), got {len(seats)}")
        _check_deck(len(seats), options)
        fresh = WobbleState(
            seats=seats,
            options=options,
            order=seats,
            dealer=seats[0],
            players={seat: Player() for seat in seats},
        )
        return ending.dealt(fresh)

    def refuse(self, state: WobbleState, move: m.WobbleMove) -> Refusal | None:
        return rules.refuse(state, move)

    def play(self, state: WobbleState, move: m.WobbleMove) -> Step[WobbleState]:
        return rules.play(state, move)

    def asks(self, state: WobbleState) -> tuple[Ask, ...]:
        return waiting.asks(state)

    def understand(self, state: WobbleState, ask: Ask, fact: Fact) -> m.WobbleMove | Question:
        return understanding.understand(state, ask, fact)

    def candidates(self, state: WobbleState, seat: str) -> Sequence[m.WobbleMove]:
        return candidates(state, seat)

    def scores(self, state: WobbleState) -> dict[str, int]:
        return ending.scores(state)

    def outcome(self, state: WobbleState) -> Outcome | None:
        return ending.outcome(state)

    def lies(self, state: WobbleState) -> Layout:
        """W8: the one pile of all, with the cards of an attack."""
        return Layout(piles={"discard": state.discard} if state.phase != "ready" else {}, deck=waiting.DECK)

    def view(self, state: WobbleState) -> View:
        return view(state)

    def public(self, state: WobbleState) -> WobbleState:
        """Hands are numbers for everybody, but those that lie open for scoring."""
        if state.phase in ("score", "over"):
            return state
        hidden = {seat: replace(p, hand=covered(p.hand)) for seat, p in state.players.items()}
        return replace(state, players=hidden)

    def learnt(self, state: WobbleState) -> dict[str, JSON]:
        """W1, AW-44: what is in the family's own box, and what stands on its draw cards."""
        if not is_own_box(state):
            return {}
        cards = {*state.options.printed, *state.printed}
        printed = {card: list(printed_on(state, card)) for card in sorted(cards)}
        box = {"census": counted(state), "printed": printed}
        return {key: told for key, told in box.items() if told}

    def seat_order(self, state: WobbleState) -> tuple[str, ...]:
        """W29: a 0 makes people change places; buttons and zones follow them."""
        return state.order

    def break_tie(self, state: WobbleState, call: str, seats: Sequence[str]) -> tuple[str, ...]:
        """The one who is hit or on turn first, then clockwise from there (W16)."""
        first = state.attack.target if state.attack else state.turn
        ring = clockwise(state, first) if first in state.order else state.order
        return tuple(sorted(seats, key=ring.index))

    def read_position(self, value: JSON) -> WobbleState:
        return read_position(value)


def _check_deck(seats: int, options: WobbleOptions) -> None:
    """W1: the box has 138 cards; AW-24: enough of them must be left after dealing."""
    wrong = refuse_census(options.census) if options.census else None
    if wrong:
        raise WrongOptionsError(wrong)
    size = deck_of(options.deck, options.census).size
    if size and size - HAND * seats - 1 < LEAST_LEFT:
        raise ValueError(
            f"expected {LEAST_LEFT} cards left after dealing (AW-24), got {size - HAND * seats - 1}"
        )
