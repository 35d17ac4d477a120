"""ABspecken: positions that are only partly written down, and those that cannot be."""

import msgspec
import pytest

from companion.games.abspecken import GAME
from companion.lab.candidates import legal
from tests.tables import cases

WHOLE = [int(number) for number in "111122223333444455556666"]
ROLLED = {"pips": [1, 1], "ban": "2"}


def player_of(written):
    return GAME.read_position({"players": {"A": written, "B": {}}}).player("A")


@cases(
    "written, hand, own",
    {
        "A3 nothing is said: a whole set": ({}, "", "111122223333444455556666"),
        "hand and draw piles together": ({"hand": [5, 1], "draw": [4, 2]}, "15", "1245"),
        "piles that were only counted": ({"hand": ["5", "1"], "draw": 2}, "15", "15??"),
        "a hand, and nothing in the piles": ({"hand": [5, 1]}, "15", "15"),
        "piles, and nothing in the hand": ({"draw": 3}, "", "???"),
        "all that is owned": ({"hand": [2], "own": [1, 2, 3]}, "2", "123"),
    },
)
def test_the_cards_of_a_player(written, hand, own):
    player = player_of(written)

    assert ("".join(sorted(player.hand)), sorted(player.own)) == (hand, sorted(own))
    assert player.hand == tuple(sorted(player.hand))  # equal hands are equal values
    assert player.own == tuple(sorted(player.own))


@cases(
    "written",
    {
        "a number is no hand": {"hand": 5, "draw": [1]},
        "true is no card": {"hand": [True]},
        "a word is no pile": {"hand": [1], "draw": "16"},
        "nothing is no card": {"hand": [], "draw": [None, 1]},
        "true is no number of cards": {"hand": [1], "draw": True},
        "no pile has less than no card": {"hand": [1], "draw": -1},
    },
)
def test_cards_that_cannot_be(written):
    with pytest.raises(msgspec.ValidationError):
        player_of(written)


@pytest.mark.parametrize(("own", "pile", "fits"), [(60, 60, True), (120, 0, True), (60, 61, False)])
def test_nobody_has_more_cards_than_there_are(own, pile, fits):
    """A2: five people have 120 together."""
    written = {"own": ["?"] * own, "pile": ["1"] * pile}

    if fits:
        assert len(player_of(written).own) == own
    else:
        with pytest.raises(msgspec.ValidationError, match="at most 120 cards at A"):
            player_of(written)


@cases(
    "position, phase, roller",
    {
        "A11 before somebody is the youngest": ({}, "setup", ""),
        "A9 hands are picked: the first one rolls": ({"phase": "pick"}, "pick", "A"),
        "P2 or who is named": ({"phase": "rolling", "roller": "B"}, "rolling", "B"),
        "A12 the dice lie: people act": ({"rolled": ROLLED}, "act", "A"),
        "A12 or look at them": ({"rolled": ROLLED, "phase": "read"}, "read", "A"),
    },
)
def test_what_is_left_out_of_a_position(position, phase, roller):
    state = GAME.read_position({"players": {"A": {}, "B": {}}, **position})

    assert (state.phase, state.roller, state.seats) == (phase, roller, ("A", "B"))


LAST = {"hand": [], "own": [], "pile": WHOLE}
CALLS = [{"seat": "A", "t": 10**9}, {"seat": "B", "t": 5 * 10**9}]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        pytest.param({"phase": "pick", "players": {"A": {"draw": 5}, "B": {}}}, "", id="A9 five to pick"),
        pytest.param({"phase": "pick", "players": {"A": {"draw": 4}}}, "somebody with five", id="A9 four"),
        pytest.param({"phase": "pick"}, "somebody with five", id="A9 nobody is there"),
        pytest.param({"phase": "act", "players": {"A": {}}}, "`rolled`", id="A12 no dice lie"),
        pytest.param(
            {"phase": "take", "rolled": ROLLED, "calls": CALLS, "options": {"take_sources": "anyone"},
             "players": {"A": {"hand": [1]}, "B": {"hand": [3]}}},
            "", id="AM-1 the first caller takes from the other",
        ),
        pytest.param(
            {"phase": "take", "rolled": ROLLED, "calls": CALLS, "options": {"take_sources": "anyone"},
             "players": {"A": {"hand": [1]}, "B": LAST}},
            "a call with somebody to take from", id="AM-1 the first caller has nobody to take from",
        ),
        pytest.param(
            {"phase": "take", "rolled": ROLLED, "calls": CALLS[:1],
             "players": {"A": {"hand": [1]}, "B": {"hand": [3]}}},
            "that everybody has acted", id="A22 takes come later",
        ),
        pytest.param(
            {"phase": "act", "rolled": ROLLED, "calls": CALLS,
             "players": {"A": {"hand": [1]}, "B": {"hand": [3]}}},
            "somebody who has not acted", id="A26 then takes follow",
        ),
        pytest.param(
            {"phase": "refill", "players": {"A": {"hand": [1], "draw": 3}}},
            "somebody who draws cards", id="A27 who has discarded draws",
        ),
        pytest.param(
            {"phase": "refill", "players": {"A": {"hand": [1], "draw": 3, "laid": [2]}}}, "", id="A27"
        ),
    ],
)  # fmt: skip
def test_what_a_phase_cannot_be_without(position, expected):
    """Otherwise nobody could do anything."""
    if expected:
        with pytest.raises(msgspec.ValidationError, match=expected):
            GAME.read_position(position)
    else:
        state = GAME.read_position(position)
        assert any(legal(GAME, state, seat) for seat in state.seats)


@pytest.mark.parametrize(
    "position",
    [
        {"players": {"A": {"hand": ["7"]}}},
        {"players": {"A": {"hand": ["1", "2"], "own": ["1"]}}},
        {"players": {"A": {"hand": ["6"], "own": ["1"]}}},
        {"players": {"A": {"hand": 5}}},
        {"players": {"A": {"own": ["1"] * 200}}},
        {"players": {"A": 3}},
        {"players": [1]},
        {"seats": ["A"], "players": {"B": {}}},
        {"players": {"A": {}, "B": {}}, "roller": "C"},
        {"players": {"A": {}, "B": {}}, "phase": "act"},
        {"players": {"A": {}, "B": {}}, "phase": "take", "rolled": {"pips": [1, 1], "ban": "2"}},
        {"rolled": {"pips": [1, 7], "ban": "2"}},
        {"phase": "lunch"},
        7,
    ],
)
def test_a_position_that_cannot_be_is_an_error_with_a_reason(position):
    with pytest.raises(msgspec.ValidationError) as error:
        GAME.read_position(position)

    assert "xpected" in str(error.value) or "nvalid" in str(error.value)
