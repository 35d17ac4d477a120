"""The sheet (W2, W3, W30, W33), and what cannot be."""

import pytest
from wobble_tables import SEATS, after, lay, move, rule, table

from companion.asks import MS
from companion.games.wobble import GAME, deck

# --- the sheet (W2, W3, W30, W33, AW-25, AW-32, AW-33) ---


@pytest.mark.parametrize(
    ("cards", "points"),
    [(["m0"], 0), (["c9"], 9), (["gSK"], 20), (["DG"], 20), (["NM"], 70), (["CSmg", "NM", "m1"], 91)],
)
def test_w33_values(cards, points):
    assert deck.points_of(tuple(cards)) == points


def scoring(minus, **position):
    players = {
        "A": {"hand": [], "counted": True, "minus": minus},
        "B": {"hand": ["?"], "minus": 10},
        "C": {"hand": ["?"], "minus": 20},
    }
    return GAME.read_position({"seats": SEATS, "phase": "score", "players": players, **position})


def test_w2_aw33_the_fewest_points_win_and_w30_hands_are_counted():
    state = scoring(500)
    assert rule(state, move("show", "B", cards=["?"])) == "W4"
    assert rule(state, move("show", "B", cards=["m1", "m2"])) == "W30"
    state = after(state, move("show", "B", cards=["c9"]), move("show", "C", cards=["m0"]))
    outcome = GAME.outcome(state)
    assert outcome.winners == ("B",)
    assert outcome.scores == {"A": -500, "B": -19, "C": -20}
    assert rule(state, lay("A", "m1")) == "W2"


@pytest.mark.parametrize(
    ("options", "extra", "over"),
    [
        ({}, {}, False),
        ({"limit": 20}, {}, True),
        ({"until": "rounds", "rounds": 1}, {}, True),
        ({"until": "rounds", "rounds": 2}, {}, False),
        ({"until": "time", "minutes": 10}, {"started": 1, "now": 600_000 * MS + 1}, True),
        ({"until": "time", "minutes": 10}, {"started": 1, "now": 600_000 * MS}, False),
    ],
)
def test_w3_the_end_of_the_game(options, extra, over):
    state = scoring(0, options=options, **extra)
    state = after(state, move("show", "B", cards=["c9"]), move("show", "C", cards=["m0"]))
    assert (GAME.outcome(state) is not None) == over
    if not over:  # AW-25
        assert (state.round, state.dealer, state.phase) == (2, "B", "ready")


@pytest.mark.parametrize(("mid_round", "phase"), [(False, "turn"), (True, "score")])
def test_aw32_the_limit_within_a_round(mid_round, phase):
    players = {"B": {"minus": 490}}
    state = table(players=players, options={"mid_round_end": mid_round})
    assert after(state, lay("A", "mM20"), move("accept", "B")).phase == phase


# --- bad input ---


def test_w16_a_press_that_was_heard_after_the_card_is_told_as_such():
    state = after(table(), lay("A", "m3", t=900 * MS))
    refusal = GAME.refuse(state, move("toss", "C", t=850 * MS))
    assert (refusal.rule, refusal.says.key) == ("W16", "refused.pressed_before")
    assert rule(state, move("toss", "C", t=870 * MS)) is None


def test_w15_two_presses_within_the_tie_window_both_count():
    state = after(table(), move("toss", "B", t=100 * MS), move("toss", "C", t=101 * MS))
    assert [claim.seat for claim in state.claims] == ["B", "C"]
    assert rule(state, lay("A", "m3", t=500 * MS)) == "W16"
    assert rule(after(state, move("no_toss", "")), lay("A", "m3", t=500 * MS)) is None


def test_the_tie_goes_to_the_one_on_turn_then_clockwise():
    state = table(turn="B")
    assert GAME.break_tie(state, "toss", ["A", "C", "B"]) == ("B", "C", "A")
