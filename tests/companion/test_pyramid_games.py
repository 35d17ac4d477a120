"""Pack Rat, Sums, Cui bono? and Forced Memory: dice are conserved, bots play, odd facts do no harm.

And what was worked out beforehand of the pyramid and all its games.
"""

import importlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.asks import Fact, Source
from companion.bots import LEVELS, bot_of
from companion.game import AnyGame
from companion.games.cui_bono import GAME as CUI_BONO
from companion.games.forced_memory import GAME as FORCED_MEMORY
from companion.games.forced_memory.state import covered
from companion.games.pack_rat import GAME as PACK_RAT
from companion.games.pack_rat.state import DICE, rest
from companion.games.sums import GAME as SUMS
from companion.lab.bot_games import play_out
from companion.lab.candidates import legal
from companion.lab.conform import adapters
from companion.pyramid.cells import BASE
from companion.pyramid.notation import shape
from companion.pyramid.positions import mixed
from companion.pyramid.shape import unsupported
from companion.table.judge import judge
from companion.words import package_of

FOLDER = os.environ.get("COMPANION_VECTORS")
SEATS = ("Ann", "Ben", "Cleo")


class Case(NamedTuple):
    game: AnyGame
    dice: Callable[[Any], int]  # all dice that the referee knows of
    all_dice: int
    pyramid: Callable[[int], dict[str, str]]


def pack_rat_dice(state):
    return sum(state.dice.values()) + rest(state) + sum(not taken.seat for taken in state.taken)


def cui_bono_dice(state):
    held = state.phase in ("tell", "put", "judge")
    return len(state.pyramid) + held + sum(map(len, state.kept.values()))


def sums_dice(state):
    return sum(state.supply.values()) + len(state.pyramid) - 45


def forced_memory_dice(state):
    return len(covered(state)) + sum(state.won.values())


CASES = {
    "pack_rat": Case(PACK_RAT, pack_rat_dice, DICE, mixed),
    "sums": Case(SUMS, sums_dice, 60, lambda number: mixed(number, BASE, {"m": 45})),
    "cui_bono": Case(CUI_BONO, cui_bono_dice, 165, mixed),
    "forced_memory": Case(FORCED_MEMORY, forced_memory_dice, 36, lambda n: mixed(n, BASE, {"y": 45})),
}
every_game = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


def random_states(game, seed):
    """Every state of a random legal game."""
    random, state = Random(seed), game.start(SEATS, game.options())
    while game.outcome(state) is None:
        yield state
        moves = [move for seat in state.seats for move in legal(game, state, seat)]
        state = game.play(state, random.choice(moves)).state
    yield state


@every_game
@settings(max_examples=8, deadline=None)
@given(seed=st.integers())
def test_dice_are_conserved_and_supported(case, seed):
    for state in random_states(case.game, seed):
        assert state.phase == "build" or case.dice(state) == case.all_dice
        assert not unsupported(shape(state.pyramid))


# --- opponents ---


def won_by(case, level, others, games, nodes):
    """How many *games* one seat of *level* wins against two *others*; a shared win counts in part."""
    won, built = 0.0, importlib.import_module(f"{package_of(case.game)}.moves").Built
    for number in range(games):
        who = SEATS[number % 3]
        levels = {seat: level if seat == who else others for seat in SEATS}
        opening = [built(pyramid=case.pyramid(number + 1))]
        outcome, _ = play_out(case.game, levels, case.game.options(), Random(number), nodes, opening)
        assert outcome is not None
        won += (who in outcome.winners) / len(outcome.winners)
    return won


@every_game
def test_a_strong_bot_beats_two_random_ones(case):
    assert won_by(case, "strong", "random", games=9, nodes=40) >= 7


@pytest.mark.long
@pytest.mark.timeout(3600)
@every_game
def test_a_strong_bot_beats_two_random_ones_in_many_games(case):
    assert won_by(case, "strong", "random", games=200, nodes=60) >= 150


@every_game
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_answers_the_same_question_in_the_same_way(case, level):
    bot = bot_of(case.game)
    for number, state in enumerate(random_states(case.game, 4)):
        for seat in SEATS if number % 9 == 0 else ():
            move = bot.choose(state, seat, level, Random(number), 20)
            assert move == bot.choose(state, seat, level, Random(number), 20)
            assert move is None or case.game.refuse(state, move) is None


# --- bad input ---

ODD = (
    *(None, 7, -1, True, "nobody", [], {}),
    *({"cells": [[9, 9, 9]]}, {"cells": [[1]]}, {"cells": [{"ijk": [8, 0, 0], "faces": {"-i": 9}}]}),
    *({"pips": []}, {"pips": [7, 7, 7]}, {"taken": ["7"]}, {"dice": 3}, {"dice": {"8,0,0": "r123"}}),
    *({"placed": {"8,0,0": "r???"}}, {"agreed": 3}, {"agreed": {"dice": {}}}),
)


@every_game
@pytest.mark.parametrize("seed", range(4))
def test_odd_facts_never_make_the_referee_stumble(case, seed):
    """Whatever a fact holds: the table says something, and it was foreseen."""
    random = Random(seed)
    for state in random_states(case.game, seed):
        asks = case.game.asks(state)
        if not asks or random.random() < 0.7:
            continue
        ask, value = random.choice(asks), random.choice(ODD)
        seat, source = random.choice(["", "Ann", "Zoe"]), random.choice([Source.TOUCH, Source.CAMERA])
        fact = Fact(ask.kind, value, 0, source, seat=seat, ask=ask.id)
        why = judge(case.game, state, asks, fact).ruling.why
        assert why is None or why.key != "table.puzzled", (state.phase, ask.id, value)


# --- the vectors ---


@pytest.mark.skipif(not FOLDER, reason="COMPANION_VECTORS does not name the folder with the vector files")
@pytest.mark.parametrize(
    ("name", "at_least"),
    [
        pytest.param("pyramid", 10, id="geometry"),
        ("pack_rat", 9),
        ("sums", 7),
        ("cui_bono", 14),
        ("forced_memory", 8),
        ("dice_march", 13),
        ("squeeze_play", 16),
    ],
)
def test_vectors(name, at_least):
    adapter = adapters()[name]
    asked = json.loads((Path(FOLDER or "") / "pyramid.json").read_text("utf-8"))
    own = [vector for vector in asked if vector["op"] in adapter.HANDLES]

    assert len(own) >= at_least
    for vector in own:
        told = adapter.answer(vector, {})
        assert told.got == told.expected, vector["id"]
