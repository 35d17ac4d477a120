"""Random games of open_spiel's Python games and of rlcard, as `bench rules` plays ours. Stands on its own:
it is run by whichever Python has them, and tells one line of JSON."""

import gc
import json
import random
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

SPIEL = (
    "python_tic_tac_toe",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_dynamic_routing",
)
RLCARD = ("blackjack", "leduc-holdem", "limit-holdem", "uno", "gin-rummy", "mahjong", "bridge", "doudizhu")
ROUNDS = 3  # in each all games have their turn


Play = Callable[[random.Random], int]  # plays one game and says how many moves it had


def moves_per_second(play: Play, seed: int, seconds: float) -> float:
    """In time of one core."""
    chance, moves, start = random.Random(seed), 0, time.process_time()
    while time.process_time() - start < seconds:
        moves += play(chance)
    return moves / (time.process_time() - start)


def spiel_game(name: str) -> Play:
    import pyspiel  # noqa: PLC0415
    from open_spiel.python import games  # noqa: F401, PLC0415  (registers the games that are written in Python)

    game = pyspiel.load_game(name)

    def play(chance: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_simultaneous_node():
                state.apply_actions(
                    [chance.choice(state.legal_actions(p) or [0]) for p in range(game.num_players())]
                )
            else:
                state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def rlcard_game(name: str) -> Play:
    import rlcard  # noqa: PLC0415

    environment: Any = rlcard.make(name)

    def play(chance: random.Random) -> int:
        state, _ = environment.reset()
        moves = 0
        while not environment.is_over():
            state, _ = environment.step(chance.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


def all_games() -> dict[str, Play]:
    """Every game that is there and can be played; each has been played once, for what is made then."""
    games = {}
    for peer, names, make in (("open_spiel", SPIEL, spiel_game), ("rlcard", RLCARD, rlcard_game)):
        for name in names:
            try:
                games[f"{peer} {name}"] = make(name)
                games[f"{peer} {name}"](random.Random(ROUNDS))
            except Exception:  # not installed, or not in this version
                games.pop(f"{peer} {name}", None)
    return games


def main() -> None:
    gc.disable()  # as where ours are measured
    seconds, games = float(sys.argv[1]), all_games()
    rates: dict[str, list[float]] = {name: [] for name in games}
    for seed in range(ROUNDS):
        for name, play in games.items():
            rates[name].append(moves_per_second(play, seed, seconds))
    print(json.dumps({name: round(median(counts), 1) for name, counts in rates.items()}))


if __name__ == "__main__":
    main()
