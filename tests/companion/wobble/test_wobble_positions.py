"""Wobble: what is left out of a position follows from what is given; what cannot be is refused in words."""

import msgspec
import pytest

from companion.games.wobble import GAME
from tests.tables import cases

SEATS = ["A", "B", "C"]
ATTACK = {"kind": "P3", "total": 3, "layers": [{"kind": "P3", "owner": "A"}], "owner": "A", "target": "B"}


def read(**given):
    return GAME.read_position({"seats": SEATS, "phase": "turn", "discard": ["m5"], **given})


@cases(
    "given, expected",
    {
        "W9 nothing is said": ({}, {"turn": "A", "dealer": "A", "order": ("A", "B", "C")}),
        "W9 whose turn it is": ({"turn": "C"}, {"turn": "C", "dealer": "A"}),
        "W6 who deals": ({"dealer": "B"}, {"turn": "A", "dealer": "B"}),
        "W29 they have moved": ({"order": ["B", "C", "A"]}, {"turn": "B", "dealer": "A"}),
        "W12 the colour of the top card": ({}, {"active": ("m",)}),
        "W12 the last one lies on top": ({"discard": ["m1", "c5"]}, {"active": ("c",)}),
        "W35 unless another one is said": ({"active": ["g"]}, {"active": ("g",)}),
        "W4 six cards each, and the top one": ({}, {"draw": 138 - 1 - 18}),
        "W11 so many are left": ({"draw": 7}, {"draw": 7}),
        "W11 B has one card": ({"players": {"B": {"hand": ["m1"]}}}, {"draw": 138 - 1 - 13}),
        "W6 nobody is on yet": ({"phase": "ready", "discard": []}, {"turn": "", "draw": 120}),
        "W33 after the round": ({"phase": "score"}, {"turn": "", "active": ()}),
    },
)
def test_what_is_left_out_follows(given, expected):
    state = read(**given)
    assert {key: getattr(state, key) for key in expected} == expected


def test_w4_a_hand_that_is_not_told_has_six_hidden_cards():
    """Told ones are in order, and colour swaps are written in one way."""
    state = read(players={"B": {"hand": ["m5", "CSgm", "?"]}, "C": {"minus": 20}})
    hands = {seat: player.hand for seat, player in state.players.items()}

    assert hands == {"A": ("?",) * 6, "B": ("?", "CSmg", "m5"), "C": ("?",) * 6}


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"turn": "Z"}, id="on turn"),
        pytest.param({"dealer": "Z"}, id="who deals"),
        pytest.param({"resume": "Z"}, id="who is on afterwards"),
        pytest.param({"doubted": "Z"}, id="who is doubted"),
        pytest.param({"giving": ["Z"]}, id="who hands over cards"),
        pytest.param({"players": {"Z": {}}}, id="who has cards"),
        pytest.param({"claims": [{"seat": "Z", "t": 1}]}, id="who pressed"),
        pytest.param({"robbed": [{"seat": "Z", "t": 1}]}, id="who lost the turn"),
        *(
            pytest.param({"phase": "attack", "attack": {**ATTACK, key: "Z"}}, id=f"attack, {key}")
            for key in ("owner", "target", "director", "not_me")
        ),
        *(
            pytest.param({"phase": "attack", "attack": {**ATTACK, key: ["Z"]}}, id=f"attack, {key}")
            for key in ("absent", "victims")
        ),
        pytest.param(
            {"phase": "attack", "attack": {**ATTACK, "layers": [{"kind": "P3", "owner": "Z"}]}},
            id="attack, a layer",
        ),
        pytest.param({"phase": "effect", "effect": {"what": "half", "seat": "Z"}}, id="an effect"),
        pytest.param(
            {"phase": "aim", "attack": ATTACK, "pointing": {"seat": "Z", "card": "YOU"}}, id="who points"
        ),
        pytest.param({"phase": "vote", "attack": ATTACK, "voting": {"seat": "Z", "still": []}}, id="a vote"),
        pytest.param({"phase": "task", "attack": ATTACK, "trying": {"seat": "Z", "task": "T1"}}, id="a task"),
    ],
)
def test_aw24_nobody_is_named_who_does_not_sit_there(given):
    with pytest.raises(msgspec.ValidationError, match="one of the seats"):
        read(**given)


@cases(
    "given, says",
    {
        "nobody": ({"seats": []}, "2 to 10 seats"),
        "one name twice": ({"seats": ["A", "A"]}, "2 to 10 seats"),
        "W29 somebody is missing": ({"order": ["A", "B"]}, "order of the seats"),
        "W21 an attack without one": ({"phase": "attack"}, "attack"),
        "W36 an effect without one": ({"phase": "effect"}, "effect"),
        "W44 a target": ({"phase": "aim", "pointing": {"seat": "A", "card": "YOU"}}, "attack"),
        "W39 a vote": ({"phase": "vote", "voting": {"seat": "A", "still": []}}, "attack"),
        "W40 a task": ({"phase": "task", "trying": {"seat": "A", "task": "T1"}}, "attack"),
        "W21 no card": ({"phase": "attack", "attack": {**ATTACK, "layers": []}}, "layers"),
        "W8 nothing lies on top": ({"discard": []}, "discard"),
        "W11 nor after a draw": ({"phase": "drawn", "discard": []}, "discard"),
        "W1 no such card": ({"discard": ["zz"]}, "cards of this game"),
        "W1 nor in a hand": ({"players": {"B": {"hand": ["zz"]}}}, "hand:B, got zz"),
    },
)
def test_positions_that_cannot_be(given, says):
    with pytest.raises(msgspec.ValidationError, match=says):
        read(**given)


@pytest.mark.parametrize("phase", ["ready", "flip", "score", "over", "return"])
def test_w6_w33_before_and_after_a_round_nothing_has_to_lie_there(phase):
    assert read(phase=phase, discard=[]).discard == ()


def test_no_position_at_all():
    for value in (None, 7, [], "A"):
        with pytest.raises(msgspec.ValidationError):
            GAME.read_position(value)
