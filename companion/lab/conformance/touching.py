"""Whether a game can be played by answering its asks on the screen alone.

A stand-in for a family taps at random on what the asks offer: a choice, a number, a button, dice and cards
on a pad. It sees nothing but the asks. Where cards have to be named it takes them from the legal moves, as
people take them from their hands.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from companion.asks import JSON, Ask, Fact, Kind, Source
from companion.game import AnyGame, State
from companion.lab.candidates import candidates
from companion.lab.conformance.playing import Effort, Opening, openings
from companion.rulings import Verdict
from companion.table.judge import judge

MOST_FACTS = 200_000  # taps at random remember nothing: games of Forced Memory that do end took 83,000
FACES: dict[str, tuple[Any, ...]] = {
    "pips": (1, 2, 3, 4, 5, 6),
    "number": ("1", "2", "3", "4", "5", "6"),
    "colour": ("green", "pink", "orange", "blue", "yellow", "purple"),
    "piggy": ("+-1", "+-2", "+-3", "smile", "grim", "grim"),
    "d10": tuple("0123456789"),
}


def touch_is_enough(game: AnyGame, effort: Effort) -> Iterator[str]:
    """At every ask some tap leads on, and with taps alone a game comes to its end."""
    for random, opening in openings(game, effort):
        yield from _tapped_to_the_end(game, opening, random)


def _tapped_to_the_end(game: AnyGame, opening: Opening, random: Random) -> Iterator[str]:
    state = game.start(opening.seats, opening.options)
    for number in range(MOST_FACTS):
        if game.outcome(state) is not None:
            return
        after = _tap(game, state, random, t=(number + 1) * 1_000_000_000)
        if after is None:
            waiting = ", ".join(ask.id for ask in game.asks(state))
            yield f"in {opening} no tap leads on from: {waiting}"
            return
        state = after
    yield f"{opening} does not come to an end in {MOST_FACTS} taps"


def _tap(game: AnyGame, state: State, random: Random, t: int) -> State | None:
    """The state after the first tap that is accepted."""
    asks = game.asks(state)
    for ask in _in_random_order(asks, random):
        for value, seat in _answers(game, state, ask, random):
            fact = Fact(ask.kind, value, t, Source.TOUCH, seat=seat, ask=ask.id)
            judgement = judge(game, state, asks, fact)
            if judgement.ruling.verdict is Verdict.ACCEPTED:
                after: State = judgement.state
                return after
    return None


def _in_random_order(asks: Sequence[Ask], random: Random) -> list[Ask]:
    """Mostly what is needed comes first, sometimes what is only offered."""
    mixed = random.sample(list(asks), len(asks))
    return mixed if random.random() < 0.05 else sorted(mixed, key=lambda ask: ask.optional)


def _answers(game: AnyGame, state: State, ask: Ask, random: Random) -> Iterator[tuple[JSON, str]]:
    seat = random.choice(ask.seats) if ask.seats else ""
    match ask.kind:
        case Kind.CHOICE:
            choices = random.sample(ask.choices, len(ask.choices))
            yield from ((choice.value, seat) for choice in choices)
        case Kind.NUMBER:
            yield random.randint(ask.low, ask.high), seat
            yield from ((number, seat) for number in (ask.low, ask.high))
        case Kind.CALL:
            yield ask.call, seat
        case Kind.DICE:
            rolled = {kind: [random.choice(FACES[kind]) for _ in range(n)] for kind, n in ask.dice.items()}
            yield rolled, seat
        case Kind.CARD:
            yield from _cards(game, state, ask, random)
        case Kind.CONFIRM:
            yield True, seat


def _cards(game: AnyGame, state: State, ask: Ask, random: Random) -> Iterator[tuple[JSON, str]]:
    """The cards of those legal moves that this ask could mean."""
    fewest, most = ask.cards
    for seat in ask.seats:
        moves = list(candidates(game, state, seat))
        for move in random.sample(moves, len(moves)):
            for cards in _card_lists(msgspec.to_builtins(move)):
                if fewest <= len(cards) <= most:
                    yield {"place": ask.place, "cards": cards}, seat


def _card_lists(move: dict[str, Any]) -> Iterator[list[str]]:
    for value in (move.get("cards"), move.get("card")):
        if isinstance(value, str):
            yield [value]
        elif isinstance(value, (list, tuple)):
            yield list(value)
