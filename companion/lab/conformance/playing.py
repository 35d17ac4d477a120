"""Random legal games: whether they end, can be written down, replayed and taken back."""

import json
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from companion.asks import JSON
from companion.game import AnyGame, Move, Options, State
from companion.lab.bot_games import in_random_order
from companion.lab.candidates import candidates, legal
from companion.rulings import Note, Refusal

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lea")


class Effort(Struct, frozen=True):
    """How much is tried: so many games from this seed, none longer than so many moves."""

    games: int = 3
    seed: int = 1
    longest: int = 20_000


class Moment(Struct, frozen=True):
    """One step of a random game: the state, the move that somebody made, and what came of it."""

    state: Any
    move: Any
    notes: tuple[Note, ...]
    after: Any
    refusals: tuple[Refusal, ...]  # of moves that were tried first


class Opening(Struct, frozen=True):
    """Who sits down and what they agree on."""

    seats: tuple[str, ...]
    options: Options


def openings(game: AnyGame, effort: Effort) -> Iterator[tuple[Random, Opening]]:
    """One table per game: first with the defaults, then with random house rules."""
    for number in range(effort.games):
        random = Random(f"{game.about.name} {effort.seed + number}")
        options = game.options() if number == 0 else random_options(game, random)
        fewest, most = game.seat_range(options)
        count = random.randint(fewest, min(most, len(NAMES)))
        yield random, Opening(NAMES[:count], options)


def random_options(game: AnyGame, random: Random) -> Options:
    """Switches turned at random; numbers keep their defaults, for a limit of 999 has no end."""
    chosen = {}
    for name, hint in get_type_hints(game.options).items():
        choices = _choices(hint)
        if choices:
            chosen[name] = random.choice(choices)
    try:
        return game.options(**chosen)
    except (TypeError, ValueError):  # switches that exclude each other
        return game.options()


def _choices(hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (True, False)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return tuple(choice for part in get_args(hint) for choice in _choices(part))
    return ()


def random_game(game: AnyGame, opening: Opening, random: Random, longest: int) -> Iterator[Moment]:
    """Everybody who may move makes a random legal move, until the game is over or too long."""
    state: State = game.start(opening.seats, opening.options)
    for _ in range(longest):
        if game.outcome(state) is not None:
            return
        found = _random_move(game, state, random)
        if found is None:
            return
        move, refusals = found
        step = game.play(state, move)
        yield Moment(state, move, step.notes, step.state, refusals)
        state = step.state


def _random_move(game: AnyGame, state: State, random: Random) -> tuple[Move, tuple[Refusal, ...]] | None:
    refusals: list[Refusal] = []
    for seat in random.sample(state.seats, len(state.seats)):
        for move in in_random_order(candidates(game, state, seat), random):
            refusal = game.refuse(state, move)
            if refusal is None:
                return move, tuple(refusals)
            if len(refusals) < 20:
                refusals.append(refusal)
    return None


Played = tuple[tuple[Opening, list[Moment]], ...]


@lru_cache(maxsize=2)  # the checks look at the same games one after the other
def random_games(game: AnyGame, effort: Effort) -> Played:
    """Who sat down, and everything that happened, of each random game."""
    return tuple(
        (opening, list(random_game(game, opening, random, effort.longest)))
        for random, opening in openings(game, effort)
    )


def as_json(value: Any) -> JSON:
    """*value* as it comes back from a file."""
    return json.loads(json.dumps(msgspec.to_builtins(value)))


# --- the checks ---


def games_end(game: AnyGame, effort: Effort) -> Iterator[str]:
    """Random legal play comes to an outcome, and on the way somebody is always waited for."""
    for opening, moments in random_games(game, effort):
        yield from _one_game_ends(game, opening, moments)


def _one_game_ends(game: AnyGame, opening: Opening, moments: list[Moment]) -> Iterator[str]:
    state = moments[-1].after if moments else game.start(opening.seats, opening.options)
    outcome = game.outcome(state)
    if outcome is None:
        waiting = ", ".join(ask.id for ask in game.asks(state))
        yield f"a game of {opening} does not end: after {len(moments)} moves it waits for {waiting}"
        return
    if set(outcome.scores) != set(opening.seats) or outcome.scores != game.scores(state):
        yield f"the outcome of {opening} has the scores {outcome.scores}, the sheet {game.scores(state)}"
    if not set(outcome.winners) <= set(opening.seats):
        yield f"the winners {outcome.winners} do not sit at the table {opening.seats}"
    if any(legal(game, state, seat) for seat in opening.seats) or game.asks(state):
        yield f"after the end of {opening} something is still waited for: {game.asks(state)!r:.200}"
    for moment in moments:
        if not game.asks(moment.state):
            yield f"nobody is asked for anything, but {moment.move} is legal"
            return
        if set(game.scores(moment.state)) != set(opening.seats):
            yield f"expected a score for each of {opening.seats}, got {game.scores(moment.state)}"
            return


def notation_is_reversible(game: AnyGame, effort: Effort) -> Iterator[str]:
    """Moves, positions and options read back from JSON are the same values; nonsense is a clear error."""
    for opening, moments in random_games(game, effort):
        options = as_json(msgspec.to_builtins(opening.options))
        if game.read_options(options) != opening.options:
            yield f"the options {options} are read as {game.read_options(options)}"
        for moment in moments:
            written, position = (
                as_json(game.write_move(moment.move)),
                as_json(game.write_position(moment.after)),
            )
            if game.read_move(written) != moment.move:
                yield f"the move {moment.move} is written as {written} and read as another"
                return
            if game.read_position(position) != moment.after:
                yield f"the position after {moment.move} is read back as another: {position!r:.300}"
                return
    yield from _nonsense_is_an_error(game)


NONSENSE: tuple[JSON, ...] = (None, 7, "", [], {}, {"move": "no such move"}, {"move": 3}, [[1]], {"seats": 5})


def _nonsense_is_an_error(game: AnyGame) -> Iterator[str]:
    for value in NONSENSE:
        try:
            game.read_move(value)
            yield f"{value!r} is taken for a move"
        except msgspec.ValidationError:
            pass
    for value in (7, "x", [], {"no such field": 1}, {"seats": 5}):
        try:
            game.read_position(value)
            yield f"{value!r} is taken for a position"
        except msgspec.ValidationError:
            pass


def replay_agrees(game: AnyGame, effort: Effort) -> Iterator[str]:
    """Playing the written moves again leads to the same states, so taking back is replaying one move less.

    It also finds a `play` that changes the state it was given: its notation would not be what it was.
    """
    for opening, moments in random_games(game, effort):
        written = [(as_json(game.write_move(m.move)), game.write_position(m.after)) for m in moments]
        state = game.start(opening.seats, opening.options)
        for number, (move, position) in enumerate(written):
            again = game.read_move(move)
            if (refusal := game.refuse(state, again)) is not None:
                yield f"move {number} {move} is refused when it is replayed: {refusal}"
                return
            before = game.write_position(state)
            after = game.play(state, again).state
            if game.write_position(state) != before:
                yield f"move {number} {move} changes the state that it was given"
                return
            if after != moments[number].after or game.write_position(after) != position:
                yield f"move {number} {move} leads to another state when it is replayed"
                return
            state = after
