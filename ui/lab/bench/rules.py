"""`companion bench rules`: how fast the referee is, in random games, in the time of one core alone.

A random move is found as everywhere in the house: one of the things that could be done is drawn, and only
if it may not stand are the others judged in random order until one may. Beside it the longer way, on which
all legal moves of a seat are listed first.
"""

import gc
import time
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from typing import NamedTuple

from msgspec import Struct

from companion.game import AnyGame, Move, State
from companion.lab.bot_games import in_random_order, random_move
from companion.lab.candidates import legal
from companion.lab.conformance.citing import source_of, uncited
from companion.rulebook import own_rules

ROUNDS = 3  # the median of so many; in each all games have their turn, so that no disturbance meets only one
BETWEEN_LOOKS = 16  # moves between two looks at the clock, which cost as much as some of them
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


class RulesResult(Struct, frozen=True):
    """One game: what its referee did in a second."""

    game: str
    seats: int
    moves_per_second: float  # every move: found, judged and played
    listed_per_second: float  # the same when all legal moves of the seat are listed first
    games_per_second: float
    moves_per_game: float
    legal_ms: float  # the longest that it took to find all legal moves of one seat
    rules: int  # in its rulebook
    cited: int  # of those, how many stand in the code that decides them


def bench_rules(
    games: Iterable[AnyGame], seconds: float, progress: Callable[[str], None] = lambda _line: None
) -> tuple[RulesResult, ...]:
    """Random games of each of *games* for *seconds* per round."""
    tracks = [_Track(game) for game in games]
    collecting = gc.isenabled()
    gc.disable()  # as timeit does: what it costs depends on all else that is in memory
    try:
        for number in range(ROUNDS):
            for track in tracks:
                track.play(number, seconds)
            progress(f"round {number + 1} of {ROUNDS}")
    finally:
        if collecting:
            gc.enable()
    return tuple(track.result() for track in tracks)


class _Track:
    """One game, and what was counted in it so far."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self._lists = game, Lists()
        self._seats = NAMES[: max(game.about.seats[0], min(2, game.about.seats[1]))]
        self._runs: list[Count] = []
        self._listed: list[Count] = []

    def play(self, number: int, seconds: float) -> None:
        if not self._runs:  # what is made once does not count
            _run(self._game, self._seats, Random(ROUNDS), seconds / 10, Lists().some_move)
        self._runs.append(_run(self._game, self._seats, Random(number), seconds, random_move))
        self._listed.append(_run(self._game, self._seats, Random(number), seconds, listed_move))
        _run(self._game, self._seats, Random(number), seconds / 3, self._lists.some_move)

    def result(self) -> RulesResult:
        moves = median(run.moves / run.seconds for run in self._runs)
        per_game = sum(run.moves for run in self._runs) / max(1.0, sum(run.games for run in self._runs))
        rules = own_rules(self._game)
        return RulesResult(
            self._game.about.name,
            len(self._seats),
            round(moves, 1),
            round(median(run.moves / run.seconds for run in self._listed), 1),
            round(moves / per_game, 3),
            round(per_game, 1),
            round(self._lists.slowest_ms, 1),
            len(rules),
            len(rules) - len(list(uncited(rules, source_of(self._game)))),
        )


class Count(NamedTuple):
    """A run: a game that is not over counts by its share, if one was over."""

    moves: int
    games: float
    seconds: float


Choose = Callable[[AnyGame, State, Random], Move | None]


def listed_move(game: AnyGame, state: State, random: Random) -> Move | None:
    """A random move of all that are legal for a seat; None when the game is over."""
    if game.outcome(state) is not None:
        return None
    lists = (legal(game, state, seat) for seat in in_random_order(state.seats, random))
    return next((random.choice(moves) for moves in lists if moves), None)


class Lists:
    """Chooses like `listed_move` and knows how long the longest list took; looking at the clock costs."""

    def __init__(self) -> None:
        self.slowest_ms = 0.0

    def some_move(self, game: AnyGame, state: State, random: Random) -> Move | None:
        """A random legal move of anybody; None when the game is over."""
        if game.outcome(state) is not None:
            return None
        for seat in in_random_order(state.seats, random):
            began = time.process_time()
            moves: tuple[Move, ...] = legal(game, state, seat)
            self.slowest_ms = max(self.slowest_ms, 1e3 * (time.process_time() - began))
            if moves:
                return random.choice(moves)
        return None


def _run(game: AnyGame, seats: tuple[str, ...], random: Random, seconds: float, choose: Choose) -> Count:
    """Random games, one after the other."""
    start = time.process_time()
    moves = ended = since = 0
    state: State = game.start(seats, game.options())
    while time.process_time() - start < seconds:
        for _ in range(BETWEEN_LOOKS):
            move = choose(game, state, random)
            if move is None:
                state, ended, since = game.start(seats, game.options()), ended + 1, 0
                continue
            state = game.play(state, move).state
            moves, since = moves + 1, since + 1
    took = time.process_time() - start
    share = since * ended / (moves - since) if ended and moves > since else 0.0
    return Count(moves, ended + share, took)


def rules_table(results: Iterable[RulesResult]) -> str:
    """For people."""
    lines = [
        f"{'game':<16} {'seats':>5} {'moves/s':>10} {'from lists':>10} {'games/s':>10} {'moves/game':>10}"
        f" {'list ms':>9} {'rules':>9}"
    ]
    for row in results:
        lines.append(
            f"{row.game:<16} {row.seats:>5} {row.moves_per_second:>10.0f} {row.listed_per_second:>10.0f}"
            f" {row.games_per_second:>10.2f}"
            f" {row.moves_per_game:>10.0f} {row.legal_ms:>9.1f} {row.cited:>4}/{row.rules}"
        )
    return "\n".join(lines)
