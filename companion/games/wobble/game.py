"""Wobble as a game of the house."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.asks import JSON
from companion.cards import UNKNOWN, covered, hand, hidden
from companion.game import Game, WrongOptionsError, check_seats, expect
from companion.games.wobble import moves as m
from companion.games.wobble import state as s
from companion.games.wobble.asks import DECK, asks
from companion.games.wobble.deck import colours, deck_of, known_cards, refuse_census, tidy
from companion.games.wobble.ending import dealt, outcome, scores
from companion.games.wobble.rules import RULES
from companion.games.wobble.understanding import HEARS
from companion.games.wobble.view import view
from companion.layout import Layout

# --- partial positions: what is left out takes its default, what cannot be is refused in words ---

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


def read_position(value: JSON) -> s.WobbleState:
    """*value* as a state that can be played on."""
    state = msgspec.convert(value, s.WobbleState)
    check_seats(state.seats, Wobble.about.seats, _named(state))  # AW-24
    in_order = not state.order or sorted(state.order) == sorted(state.seats)
    expect(in_order, f"an order of the seats - at `$.order`, got {state.order}")
    given = value.get("players", {})
    players = {seat: state.players.get(seat, s.Player()) for seat in state.seats}
    for seat, player in players.items():
        named = "hand" in given.get(seat, {})
        cards = hand(map(tidy, player.hand)) if named else hidden(s.HAND)
        players[seat] = s.replace(player, hand=cards)
    dealer = state.dealer or state.seats[0]
    state = s.replace(state, players=players, order=state.order or state.seats, dealer=dealer)
    if state.phase not in OPENING and state.phase not in ("score", "over", "return"):
        state = s.replace(state, turn=state.turn or state.order[0])
        state = s.replace(
            state, active=state.active or colours(s.top_card(state)) if state.discard else state.active
        )
    _check_phase(state)
    _check_cards(state)
    if "draw" not in value:
        others = sum(len(cards) for name, cards in s.places(state).items() if name != "draw")
        state = s.replace(state, draw=max(0, s.deck_size(state) - others))
    return state


def _named(state: s.WobbleState) -> Iterator[str]:
    yield from (state.turn, state.dealer, state.resume, state.doubted, *state.players, *state.giving)
    yield from (claim.seat for claim in (*state.claims, *state.robbed))
    if attack := state.attack:
        yield from (attack.owner, attack.target, attack.director, attack.not_me, *attack.absent)
        yield from (*attack.victims, *(layer.owner for layer in attack.layers))
    yield from (p.seat for p in (state.effect, state.pointing, state.voting, state.trying) if p)


def _check_phase(state: s.WobbleState) -> None:
    part = BELONGS.get(state.phase)
    expect(not part or getattr(state, part) is not None, f"`$.{part}` in the phase {state.phase!r}")
    attacked = state.phase not in ("aim", "vote", "task") or state.attack is not None
    expect(attacked, f"`$.attack` in the phase {state.phase!r}")
    expect(not state.attack or state.attack.layers, "a card in `$.attack.layers`")
    lying = state.phase in (*OPENING, "score", "over", "return") or state.discard
    expect(lying, f"a card in `$.discard` in the phase {state.phase!r}")


def _check_cards(state: s.WobbleState) -> None:
    """Every card of a pile is counted on its own, so a pile of a billion would fill the memory."""
    expect(0 <= state.draw <= s.deck_size(state), f"0 to {s.deck_size(state)} cards - at `$.draw`")
    known = {*known_cards(), UNKNOWN}
    for place, cards in s.places(state).items():
        strange = sorted(set(cards) - known)
        expect(not strange, f"cards of this game at {place}, got {', '.join(strange)}")


LEAST_LEFT = 30  # AW-24: so many cards must be left in the draw pile


class Wobble(Game[s.WobbleState, m.WobbleMove, s.WobbleOptions]):
    """Attacks, toss-ins and tasks until somebody has too many minus points."""

    cannot_lie = frozenset({"refused.unknown_card"})
    rules = RULES
    hears = HEARS
    asks = staticmethod(asks)
    scores = staticmethod(scores)
    outcome = staticmethod(outcome)
    view = staticmethod(view)
    read_position = staticmethod(read_position)

    def start(self, seats: tuple[str, ...], options: s.WobbleOptions) -> s.WobbleState:
        _check_deck(len(seats), options)
        players = {seat: s.Player() for seat in seats}
        fresh = s.WobbleState(seats=seats, options=options, order=seats, dealer=seats[0], players=players)
        return dealt(fresh)

    def lies(self, state: s.WobbleState) -> Layout:
        """W8: the one pile of all, with the cards of an attack."""
        return Layout(piles={"discard": state.discard} if state.phase != "ready" else {}, deck=DECK)

    def public(self, state: s.WobbleState) -> s.WobbleState:
        """Hands are numbers for everybody, but those that lie open for scoring."""
        if state.phase in ("score", "over"):
            return state
        hidden = {seat: s.replace(p, hand=covered(p.hand)) for seat, p in state.players.items()}
        return s.replace(state, players=hidden)

    def learnt(self, state: s.WobbleState) -> dict[str, JSON]:
        """W1, AW-44: what is in the family's own box, and what stands on its draw cards."""
        if not s.is_own_box(state):
            return {}
        cards = {*state.options.printed, *state.printed}
        printed = {card: list(s.printed_on(state, card)) for card in sorted(cards)}
        box = {"census": s.counted(state), "printed": printed}
        return {key: args for key, args in box.items() if args}

    def break_tie(self, state: s.WobbleState, call: str, seats: Sequence[str]) -> tuple[str, ...]:
        """The one who is hit or on turn first, then clockwise from there (W16)."""
        first = state.attack.target if state.attack else state.turn
        ring = s.clockwise(state, first) if first in state.order else state.order
        return tuple(sorted(seats, key=ring.index))


def _check_deck(seats: int, options: s.WobbleOptions) -> None:
    """W1: the box has 138 cards; AW-24: enough of them must be left after dealing."""
    wrong = refuse_census(options.census) if options.census else None
    if wrong:
        raise WrongOptionsError(wrong)
    size = deck_of(options.deck, options.census).size
    if size and size - s.HAND * seats - 1 < LEAST_LEFT:
        raise ValueError(
            f"expected {LEAST_LEFT} cards left after dealing (AW-24), got {size - s.HAND * seats - 1}"
        )
