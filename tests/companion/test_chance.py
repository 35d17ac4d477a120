"""Random moves: legal, each as likely as any other, and the same for the same seed."""

from collections import Counter
from random import Random

import pytest

from companion.games import all_games
from companion.lab.bot_games import in_random_order, random_move, random_move_of
from companion.lab.candidates import legal

SEATS = ("Ada", "Ben", "Cleo")
GAMES = all_games()

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def seats_for(game):
    return SEATS[: max(2, game.about.seats[0])]


def test_an_order_has_everything_once():
    assert sorted(in_random_order("abcdef", Random(1))) == list("abcdef")


def test_every_order_is_as_likely():
    orders = Counter("".join(in_random_order("abc", random)) for random in [Random(3)] for _ in range(6000))

    assert len(orders) == 6 and min(orders.values()) > 900


@every_game
def test_a_random_move_is_one_of_the_legal_ones(game):
    random = Random(5)
    state = game.start(seats_for(game), game.options())
    for _ in range(40):
        move = random_move(game, state, random)
        if move is None:
            break
        assert any(move in legal(game, state, seat) for seat in state.seats)
        state = game.play(state, move).state


@pytest.mark.parametrize("name", ["abstrac", "pack_rat", "abi94"])
def test_every_legal_move_is_as_likely(name):
    game, random = GAMES[name], Random(7)
    state = game.start(seats_for(game), game.options())
    for _ in range(6):
        state = game.play(state, random_move(game, state, random)).state
    seat, moves = max(((s, legal(game, state, s)) for s in state.seats), key=lambda pair: len(pair[1]))
    drawn = [random_move_of(game, state, seat, random) for _ in range(400 * len(moves))]
    counts = [drawn.count(move) for move in moves]

    assert len(moves) > 1 and sum(counts) == len(drawn)
    assert 300 < min(counts) <= max(counts) < 500


def test_nobody_moves_in_a_game_that_is_over():
    game, random = GAMES["cui_bono"], Random(9)
    state = game.start(SEATS, game.options())
    while (move := random_move(game, state, random)) is not None:
        state = game.play(state, move).state

    assert game.outcome(state) is not None
    assert [random_move_of(game, state, seat, random) for seat in SEATS] == [None] * 3


def test_the_same_seed_plays_the_same_game():
    game = GAMES["pack_rat"]

    def played(seed):
        random, state, moves = Random(seed), game.start(SEATS, game.options()), []
        for _ in range(30):
            moves.append(random_move(game, state, random))
            state = game.play(state, moves[-1]).state
        return moves

    assert played(11) == played(11) != played(12)
