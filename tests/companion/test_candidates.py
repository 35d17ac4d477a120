"""Moves that are made as they are looked at."""

import doctest

import pytest

from companion.games import all_games
from companion.lab import candidates
from companion.lab.candidates import Candidates

MOVES = Candidates(str, (1, 2, 3), "pass", "stop")


def test_the_example_in_the_docs_is_true():
    assert doctest.testmod(candidates).failed == 0


def test_made_and_ready_moves_are_one_sequence():
    assert list(MOVES) == [MOVES[place] for place in range(len(MOVES))] == ["1", "2", "3", "pass", "stop"]
    assert MOVES[-1] == "stop" and MOVES[-5] == "1"
    assert MOVES[1:4] == ("2", "3", "pass")
    assert "3" in MOVES and 3 not in MOVES
    with pytest.raises(IndexError):
        MOVES[5]


def test_nothing_is_made_before_it_is_looked_at():
    made = []

    def make(number):
        made.append(number)
        return number * 10

    moves = Candidates(make, range(1000))
    assert len(moves) == 1000 and moves[7] == 70 and made == [7]
    assert moves[0] == 0 and made == [7, 0]


def test_no_candidates_are_as_good_as_an_empty_list():
    assert not Candidates(str, ()) and Candidates(str, (), "pass") and Candidates(str, (1,))


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.about.name)
def test_the_candidates_of_every_game_can_be_drawn_from(game):
    state = game.start(("Ada", "Ben", "Cleo")[: max(2, game.about.seats[0])], game.options())
    for seat in state.seats:
        moves = candidates.candidates(game, state, seat)
        assert [moves[place] for place in range(len(moves))] == list(moves)
