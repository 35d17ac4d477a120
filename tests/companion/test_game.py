"""What every game gets from the contract: who is next, who has won, and what is legal."""

import msgspec
import pytest

from companion.game import anew, certain, check_seats, clockwise_from, gained, most_wins, next_seat
from companion.lab.candidates import legal
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
    rolls = legal(PIG, state, "Ada")
    assert rolls and all(PIG.refuse(state, move) is None for move in rolls)
    assert legal(PIG, state, "Ben") == ()

    for move in ({"move": "roll", "seat": "Ada", "pips": 6}, {"move": "hold", "seat": "Ada"}):
        state = PIG.play(state, PIG.read_move(move)).state
    assert PIG.outcome(state) is not None
    assert legal(PIG, state, "Ada") == legal(PIG, state, "Ben") == ()


def test_what_begins_anew_and_what_is_counted():
    state = PIG.read_position({"seats": SEATS, "pot": 7, "last": 3, "totals": {"Ann": 4}})

    fresh = anew(state, "pot last", on_turn="Ben")

    assert (fresh.pot, fresh.last, fresh.on_turn, fresh.totals) == (0, 0, "Ben", {"Ann": 4})
    assert gained(state.totals, "Ann", 2) == {"Ann": 6}
    assert gained(state.totals, "Ben") == {"Ann": 4, "Ben": 1}
    assert certain(fresh.pot) == 0
    with pytest.raises(AssertionError):
        certain(None)


@pytest.mark.parametrize(
    ("seats", "named", "says"),
    [
        (SEATS, ("Ann", "", "Ben"), ""),
        (SEATS[:1], (), "2 to 4 seats"),
        (("Ann", "Ann"), (), "2 to 4 seats"),
        (SEATS, ("Zoe", "Ann"), "one of the seats .*got Zoe"),
    ],
)
def test_who_sits_in_a_position(seats, named, says):
    if not says:
        check_seats(seats, (2, 4), named)
        return
    with pytest.raises(msgspec.ValidationError, match=says):
        check_seats(seats, (2, 4), named)


def test_notes_of_what_came_before_come_first():
    state = PIG.start(SEATS, PIG.options())
    lost = PIG.play(state, PIG.read_move({"move": "roll", "seat": "Ann", "pips": 1}))
    kept = lost.notes[0]

    assert lost.after(kept, kept) == type(lost)(lost.state, (kept, kept, *lost.notes))
