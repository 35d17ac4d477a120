"""Bots at one table: who acts when all think at the same time, and who acts where none of them does."""

from random import Random
from types import SimpleNamespace

import pytest

from companion.lab import bot_games
from companion.lab.bot_games import play_out
from tests.companion.small_game import GAME
from tests.companion.small_game.rules import Keep, Mine, Roll

SEATS = ("Ana", "Ben", "Cem")


@pytest.fixture
def sits(monkeypatch):
    """A bot that does what it is told to, with LEVELS that it knows."""

    def sit(choose, levels=("easy",), **more):
        bot = SimpleNamespace(choose=choose, LEVELS=levels, **more)
        monkeypatch.setattr(bot_games, "bot_of", lambda game: bot)

    return sit


def rolls_and_calls(state, seat, level, random, nodes):
    """The roller rolls a five, everybody calls, and the first one keeps the points."""
    match state.phase:
        case "roll" if seat == state.roller:
            return Roll(seat=seat, pips=5)
        case "call" if seat not in state.callers:
            return Mine(seat=seat)
        case "keep" if seat == state.callers[0]:
            return Keep(seat=seat, keeps=True)
    return None


def played(level="easy", opening=(), seed=1, nodes=7):
    return play_out(GAME, dict.fromkeys(SEATS, level), GAME.options(), Random(seed), nodes, opening)


def test_the_quickest_one_acts_first(sits):
    sits(
        rolls_and_calls,
        delay_ms=lambda state, seat, level, random: {"Ana": 300, "Ben": 100, "Cem": 200}[seat],
    )
    outcome, moves = played()

    assert [move.seat for move in moves if isinstance(move, Mine)][:4] == ["Ben", "Cem"] * 2
    assert outcome.winners == ("Ben",)


def test_without_times_any_of_them_may_be_first(sits):
    sits(rolls_and_calls)
    first = {next(move.seat for move in played(seed=n)[1] if isinstance(move, Mine)) for n in range(30)}

    assert first == set(SEATS)


def test_a_game_may_go_on_from_an_opening(sits):
    sits(rolls_and_calls)
    opening = [Roll(seat="Ana", pips=1), Mine(seat="Cem"), Mine(seat="Ben")]
    outcome, moves = played(opening=opening)

    assert moves[:3] == opening
    assert moves[3] == Keep(seat="Cem", keeps=True)
    assert outcome is not None


def test_what_may_not_stand_is_left_out_and_any_legal_move_is_made(sits):
    """The bot always calls; where nobody may call, somebody does something else."""
    sits(lambda state, seat, *_: Mine(seat=seat))
    outcome, moves = played()

    assert isinstance(moves[0], Roll)
    assert outcome is not None


def test_a_bot_without_a_random_level_does_any_legal_move_there(sits):
    asked = []
    sits(lambda *args: asked.append(args), levels=("easy",), delay_ms=lambda *args: asked.append(args))
    outcome, _ = played("random")

    assert outcome is not None
    assert not asked


def test_a_bot_with_a_random_level_is_asked(sits):
    told = []

    def choose(state, seat, level, random, nodes):
        told.append((level, nodes))
        return rolls_and_calls(state, seat, level, random, nodes)

    sits(choose, levels=("random", "easy"), delay_ms=lambda *args: told.append(("thinks", 7)) or 1)
    played("random")

    assert set(told) == {("random", 7), ("thinks", 7)}


@pytest.mark.parametrize(("most", "made"), [(0, 0), (1, 1), (4, 4)])
def test_a_game_without_an_end_is_broken_off(sits, monkeypatch, most, made):
    sits(rolls_and_calls)
    monkeypatch.setattr(bot_games, "MOST_MOVES", most)
    outcome, moves = played()

    assert (outcome, len(moves)) == (None, made)


def test_where_nobody_can_do_anything_it_ends(sits, monkeypatch):
    sits(lambda *_: None)
    monkeypatch.setattr(bot_games, "candidates", lambda *_: [])
    assert played() == (None, [])
