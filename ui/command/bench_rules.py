"""`companion bench rules`: how fast the referee is, in random games, in the time of one core alone."""

import time
from collections.abc import Callable, Iterable
from random import Random
from statistics import median

from msgspec import Struct

from companion.conformance.citing import source_of, uncited
from companion.game import AnyGame
from companion.rulebook import own_rules

RUNS = 3  # the median of so many counts
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


class RulesResult(Struct, frozen=True):
    """One game: what its referee did in a second."""

    game: str
    seats: int
    moves_per_second: float  # every move: found among the legal ones, judged and played
    games_per_second: float
    moves_per_game: float
    legal_ms: float  # the longest that it took to find all legal moves of one seat
    rules: int  # in its rulebook
    cited: int  # of those, how many stand in the code that decides them


def bench_rules(
    games: Iterable[AnyGame], seconds: float, progress: Callable[[str], None] = lambda _line: None
) -> tuple[RulesResult, ...]:
    """Random games of each of *games* for *seconds* per run."""
    results = []
    for game in games:
        results.append(_bench(game, seconds))
        progress(f"{game.about.name}: {results[-1].moves_per_second:.0f} moves a second")
    return tuple(results)


def _bench(game: AnyGame, seconds: float) -> RulesResult:
    seats = NAMES[: max(game.about.seats[0], min(2, game.about.seats[1]))]
    slowest = Slowest()
    runs = [_run(game, seats, Random(number), seconds, slowest) for number in range(RUNS)]
    moves = median(done / took for done, _ended, took in runs)
    per_game = sum(done for done, _, _ in runs) / max(1.0, sum(ended for _, ended, _ in runs))
    rules = own_rules(game)
    return RulesResult(
        game.about.name,
        len(seats),
        round(moves, 1),
        round(moves / per_game, 3),
        round(per_game, 1),
        round(slowest.ms, 1),
        len(rules),
        len(rules) - len(list(uncited(rules, source_of(game)))),
    )


class Slowest:
    """The longest time that was needed for one question."""

    def __init__(self) -> None:
        self.ms = 0.0

    def heard(self, seconds: float) -> None:
        self.ms = max(self.ms, 1000 * seconds)


def _run(
    game: AnyGame, seats: tuple[str, ...], random: Random, seconds: float, slowest: Slowest
) -> tuple[int, float, float]:
    """Moves, games (a game that is not over counts by its share, if one was over) and seconds."""
    start = time.process_time()
    moves = ended = since = 0
    state = game.start(seats, game.options())
    while time.process_time() - start < seconds:
        move = _some_move(game, state, random, slowest)
        if move is None:
            state, ended, since = game.start(seats, game.options()), ended + 1, 0
            continue
        state = game.play(state, move).state
        moves, since = moves + 1, since + 1
    took = time.process_time() - start
    share = since * ended / (moves - since) if ended and moves > since else 0.0
    return moves, ended + share, took


def _some_move(game: AnyGame, state: object, random: Random, slowest: Slowest) -> object | None:
    """A random legal move of anybody; None when the game is over."""
    if game.outcome(state) is not None:
        return None
    for seat in random.sample(state.seats, len(state.seats)):  # type: ignore[attr-defined]
        began = time.process_time()
        moves = game.legal(state, seat)
        slowest.heard(time.process_time() - began)
        if moves:
            return random.choice(moves)
    return None


def rules_table(results: Iterable[RulesResult]) -> str:
    """For people."""
    lines = [
        f"{'game':<16} {'seats':>5} {'moves/s':>10} {'games/s':>10} {'moves/game':>10}"
        f" {'legal ms':>9} {'rules':>9}"
    ]
    for row in results:
        lines.append(
            f"{row.game:<16} {row.seats:>5} {row.moves_per_second:>10.0f} {row.games_per_second:>10.2f}"
            f" {row.moves_per_game:>10.0f} {row.legal_ms:>9.1f} {row.cited:>4}/{row.rules}"
        )
    return "\n".join(lines)
