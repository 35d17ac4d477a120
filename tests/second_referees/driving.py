"""Plays a second referee against `companion referee`: random moves, legal and not, and both have to agree."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

ROOT = Path(__file__).parents[2]
LONGEST = 4000  # moves that are tried in one game
STILL = 400  # so many in a row may be refused before a game is given up
AT_ONCE = 8  # moves that are tried in each position


class Game(Protocol):
    """One random game as a second referee sees it."""

    seats: list[str]
    options: dict[str, Any]

    def propose(self) -> dict[str, Any] | None: ...
    def refused_by(self, move: dict[str, Any]) -> str: ...
    def play(self, move: dict[str, Any]) -> None: ...
    def position(self) -> dict[str, Any]: ...
    def scores(self) -> dict[str, int]: ...
    def winners(self) -> list[str] | None: ...


class Referee:
    """`companion referee` as a process of its own, asked line by line."""

    def __init__(self, game: str) -> None:
        start = "import sys; from ui.command import main; sys.exit(main())"
        command = [sys.executable, "-c", start, "referee", game]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> "Referee":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def ask(self, **asked: Any) -> dict[str, Any]:
        """The answer to one line."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the referee ended at {asked}")
        told: dict[str, Any] = json.loads(answer)
        return told


class Mismatch(NamedTuple):
    """Where the two do not agree, and in which game."""

    seed: int
    game: Game
    moves: list[dict[str, Any]]
    what: str

    def __str__(self) -> str:
        lines = [f"game {self.seed}, seats {self.game.seats}, options {json.dumps(self.game.options)}"]
        lines += [f"  {json.dumps(move)}" for move in self.moves[-6:]]
        return "\n".join([*lines, f"  → {self.what}"])


class Verified(NamedTuple):
    """What one game came to: how many verdicts agreed, how many of them were refusals, and the positions."""

    passed: int
    refused: int
    positions: int
    mismatch: Mismatch | None = None


def verify(make: Callable[[Random], Game], referee: Referee, seed: int, longest: int = LONGEST) -> Verified:
    """One random game by *seed*, until it is over or the two disagree.

    In each position some moves are tried; the first of them that may stand is made.
    """
    game = make(Random(seed))
    moves: list[dict[str, Any]] = []
    told = referee.ask(do="start", seats=game.seats, options=game.options)
    if told["ruling"] != "accepted":
        return Verified(0, 0, 0, Mismatch(seed, game, moves, f"the game cannot start: {told['why']}"))
    passed = refused = still = 0
    while game.winners() is None and passed < longest and still < STILL:
        tried = [move for _ in range(AT_ONCE) if (move := game.propose())]
        if not tried:
            break
        rulings = referee.ask(do="try", moves=tried)["rulings"]
        stands = None
        for move, ruling in zip(tried, rulings, strict=True):
            rule = game.refused_by(move)
            if what := _otherwise(ruling, rule):
                return Verified(passed, refused, len(moves), Mismatch(seed, game, [*moves, move], what))
            passed += 1
            refused, still = refused + bool(rule), still + 1
            stands = move if not rule and stands is None else stands
        if stands is None:
            continue
        still = 0
        moves.append(stands)
        told = referee.ask(do="move", move=stands)
        game.play(stands)
        if differences := [what for what in (_otherwise(told, ""), *_differences(game, referee)) if what]:
            return Verified(passed, refused, len(moves), Mismatch(seed, game, moves, "; ".join(differences)))
    return Verified(passed, refused, len(moves))


def _otherwise(told: dict[str, Any], rule: str) -> str:
    """What the referee *told* where the second one says that *rule* is broken, or none; "" if they agree."""
    if (told["ruling"] == "accepted") is not bool(rule):
        return ""
    return f"{told['ruling']} {told['rule']} {told['why']!r}; the second referee: {rule or 'may stand'}"


def _differences(game: Game, referee: Referee) -> Iterator[str]:
    """What the two think otherwise of after a move: the position, the points, the end."""
    position = referee.ask(do="position")["position"]
    yield from _unlike("", game.position(), position)
    told = referee.ask(do="scores")
    if told["scores"] != game.scores():
        yield f"the points are {told['scores']}; the second referee: {game.scores()}"
    winners = sorted(told["outcome"]["winners"]) if told["outcome"] else None
    mine = game.winners()
    if winners != (mine if mine is None else sorted(mine)):
        yield f"the winners are {winners}; the second referee: {mine}"


def _unlike(place: str, expected: Any, got: Any) -> Iterator[str]:
    """Where *got* is not as *expected*; of an object only the expected keys count."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            yield from _unlike(f"{place}.{key}" if place else key, value, got.get(key))
    elif isinstance(expected, tuple | list) and isinstance(got, list):
        if len(expected) != len(got):
            yield f"{place} is {got}; the second referee: {list(expected)}"
        for number, (one, other) in enumerate(zip(expected, got, strict=False)):
            yield from _unlike(f"{place}[{number}]", one, other)
    elif expected != got:
        yield f"{place} is {got!r}; the second referee: {expected!r}"


class Count:
    """What all games together came to."""

    def __init__(self) -> None:
        self.games = self.passed = self.refused = self.positions = self.failed = 0
        self.first: Mismatch | None = None

    def add(self, one: Verified) -> None:
        self.games += 1
        self.passed += one.passed
        self.refused += one.refused
        self.positions += one.positions
        if one.mismatch is not None:
            self.failed += 1
            self.first = self.first or one.mismatch


def verify_games(
    name: str, make: Callable[[Random], Game], seed: int, enough: Callable[[Count], bool]
) -> Count:
    """Games by *seed*, *seed* + 1 and so on until there are *enough*."""
    count = Count()
    with Referee(name) as referee:
        while not enough(count):
            count.add(verify(make, referee, seed + count.games))
    return count
