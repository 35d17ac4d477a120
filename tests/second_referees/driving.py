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
    """What one game came to: how many verdicts agreed, and how many of them were refusals."""

    passed: int
    refused: int
    mismatch: Mismatch | None


def verify(make: Callable[[Random], Game], referee: Referee, seed: int) -> Verified:
    """One random game by *seed*, until it is over or the two disagree."""
    game = make(Random(seed))
    moves: list[dict[str, Any]] = []
    told = referee.ask(do="start", seats=game.seats, options=game.options)
    if told["ruling"] != "accepted":
        return Verified(0, 0, Mismatch(seed, game, moves, f"the game cannot start: {told['why']}"))
    passed = refused = still = 0
    while game.winners() is None and passed < LONGEST and still < STILL and (move := game.propose()):
        rule = game.refused_by(move)
        told = referee.ask(do="move", move=move)
        if (told["ruling"] == "accepted") is bool(rule):
            what = (
                f"{told['ruling']} {told['rule']} {told['why']!r}; the second referee: {rule or 'may stand'}"
            )
            return Verified(passed, refused, Mismatch(seed, game, [*moves, move], what))
        passed += 1
        if rule:
            refused, still = refused + 1, still + 1
            continue
        still = 0
        moves.append(move)
        game.play(move)
        if differences := list(_differences(game, referee)):
            return Verified(passed, refused, Mismatch(seed, game, moves, "; ".join(differences)))
    return Verified(passed, refused, None)


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
        self.games = self.passed = self.refused = self.failed = 0
        self.first: Mismatch | None = None

    def add(self, one: Verified) -> None:
        self.games += 1
        self.passed += one.passed
        self.refused += one.refused
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
