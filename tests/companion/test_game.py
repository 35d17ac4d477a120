"""What every game gets from the contract: who is next, who has won, and what is legal."""

import pytest

from companion.game import clockwise_from, most_wins, next_seat
from tests.companion.eleventh.pig import GAME as PIG

SEATS = ("Ann", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("seat", "steps", "expected"),
    [("Ann", 1, "Ben"), ("Cleo", 1, "Ann"), ("Ann", 2, "Cleo"), ("Ben", -1, "Ann"), ("Ben", 3, "Ben")],
)
def test_who_is_next_clockwise(seat, steps, expected):
    assert next_seat(SEATS, seat, steps) == expected
    assert steps != 1 or next_seat(SEATS, seat) == expected


@pytest.mark.parametrize(
    ("seat", "expected"), [("Ann", SEATS), ("Ben", ("Ben", "Cleo", "Ann")), ("Cleo", ("Cleo", "Ann", "Ben"))]
)
def test_once_round_the_table(seat, expected):
    assert clockwise_from(SEATS, seat) == expected


@pytest.mark.parametrize(
    ("scores", "winners", "key"),
    [
        ((3, 5, 4), ("Ben",), "outcome.won"),
        ((5, 5, 4), ("Ann", "Ben"), "outcome.shared"),
        ((0, 0, 0), SEATS, "outcome.shared"),
        ((-3, -5, -4), ("Ann",), "outcome.won"),
    ],
)
def test_who_has_most_wins_and_ties_share(scores, winners, key):
    outcome = most_wins(dict(zip(SEATS, scores, strict=True)), "PG4")

    assert (outcome.winners, outcome.rule, outcome.says.key) == (winners, "PG4", key)
    assert outcome.says.args == {"seats": list(winners), "n": max(scores)}


def test_only_what_nobody_refuses_is_legal_and_nothing_after_the_end():
    """PG1 to PG4."""
    state = PIG.start(("Ada", "Ben"), PIG.options(goal=6))
    rolls = PIG.legal(state, "Ada")
    assert rolls and all(PIG.refuse(state, move) is None for move in rolls)
    assert PIG.legal(state, "Ben") == ()

    for move in ({"move": "roll", "seat": "Ada", "pips": 6}, {"move": "hold", "seat": "Ada"}):
        state = PIG.play(state, PIG.read_move(move)).state
    assert PIG.outcome(state) is not None
    assert PIG.legal(state, "Ada") == PIG.legal(state, "Ben") == ()
