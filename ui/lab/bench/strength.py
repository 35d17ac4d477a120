"""How strong the bots are: each level against players who do anything that is legal.

Only games whose hands are open can be played out like this: what a bot holds in Abi '94 and Wobble nobody
knows here. The seats change from game to game, so that nobody always begins.
"""

from collections.abc import Callable, Iterable
from random import Random
from time import perf_counter

from msgspec import Struct

from companion.bots import bot_of
from companion.game import AnyGame, Move
from companion.lab.bot_games import play_out
from companion.lab.candidates import legal
from companion.lab.with_bots import levels_of

NAMES = ("Ada", "Ben", "Cleo")
NODES = 400


class Strength(Struct, frozen=True):
    """One level of one game's bot."""

    game: str
    level: str
    games: int
    won: float  # a shared win counts by its share
    fair: float  # what somebody who does anything would win of it
    seconds: float

    @property
    def percent(self) -> float:
        return round(100 * self.won / self.games, 1)


def bench_strength(
    games: Iterable[AnyGame], count: int, progress: Callable[[str], None] = lambda _line: None
) -> tuple[Strength, ...]:
    """Every level of every bot in *count* games."""
    found = []
    for game in games:
        levels = levels_of(game)
        if not levels or hasattr(bot_of(game), "hidden_cards"):
            continue
        for level in levels:
            found.append(strength(game, level, count))
            progress(f"{game.about.name} {level}: {found[-1].percent} % won")
    return tuple(found)


def strength(game: AnyGame, level: str, count: int, nodes: int = NODES) -> Strength:
    """*level* against random players in *count* games."""
    names = NAMES[: max(2, game.about.seats[0])]
    won, began = 0.0, perf_counter()
    for number in range(count):
        random = Random(f"{game.about.name} {number}")
        me = names[number % len(names)]
        levels = {name: level if name == me else "random" for name in names}
        outcome, _ = play_out(game, levels, game.options(), random, nodes, opening(game, names, random))
        if outcome is not None and me in outcome.winners:
            won += 1 / len(outcome.winners)
    seconds = round(perf_counter() - began, 1)
    return Strength(game.about.name, level, count, round(won, 1), round(count / len(names), 1), seconds)


def opening(game: AnyGame, names: tuple[str, ...], random: Random) -> tuple[Move, ...]:
    """The pyramid that somebody has built, with all its numbers read, where a game begins with one."""
    state = game.start(names, game.options())
    built = [move for move in legal(game, state, names[0]) if getattr(move, "pyramid", None)]
    return (random.choice(built),) if built else ()


def strength_table(results: Iterable[Strength]) -> str:
    """For people."""
    lines = [f"{'game':<16} {'level':<8} {'games':>5} {'won':>7} {'%':>6} {'fair %':>7} {'s/game':>7}"]
    for row in results:
        fair = 100 * row.fair / row.games
        lines.append(
            f"{row.game:<16} {row.level:<8} {row.games:>5} {row.won:>7} {row.percent:>6} {fair:>7.1f}"
            f" {row.seconds / row.games:>7.2f}"
        )
    return "\n".join(lines)
