"""Abi '94: what is proposed to bots and to random play, phase by phase; the rules judge what may stand."""

import pytest
from abi94_evenings import SEATS
from test_abi94_prompts import GOT, at, pending, window

from companion.games.abi94 import GAME
from tests.tables import cases


def proposed(state, seat):
    """Each move and what it says, without the seat."""
    moves = [GAME.write_move(move) for move in GAME.candidates(state, seat)]
    return [" ".join(str(v) for k, v in move.items() if k != "seat") for move in moves]


FACES = range(10)
OUT = {"Dora": {"standing": "out"}}


@pytest.mark.parametrize(
    ("state", "seat", "moves"),
    [
        pytest.param(at(phase="deal"), "Ada", ["deal"], id="AB5 anybody tells of the deal"),
        pytest.param(at(OUT, phase="deal"), "Dora", [], id="AB42 who is out does not"),
        pytest.param(
            at(phase="swap", starters=SEATS), "Ben", ["swap 0", "swap 1", "swap 2", "swap 3"], id="AB6"
        ),
        pytest.param(
            at({"Ben": {"swapped": 0}}, phase="swap", starters=SEATS), "Ben", [], id="AB6 only once"
        ),
        pytest.param(at(phase="swap", starters=SEATS[:3]), "Dora", [], id="AB6 only who plays"),
        pytest.param(at(phase="lead", starters=SEATS[:2]), "Ben", ["lead Ada", "lead Ben"], id="AB8"),
        pytest.param(at(phase="lead", starters=SEATS[:2]), "Cleo", [], id="AB8 only who plays"),
        pytest.param(at(phase="stress"), "Cleo", [f"test {face}" for face in FACES], id="AB39"),
        pytest.param(at({"Cleo": {"tested": True}}, phase="stress"), "Cleo", [], id="AB39 only once"),
        pytest.param(at(OUT, phase="window"), "Dora", [], id="AB42 nor hands anything in"),
        pytest.param(at(OUT, phase="stress"), "Dora", [], id="AB42 nor who is out"),
        pytest.param(pending("cover"), "Ben", ["cover -2", "cover -5"], id="AB22"),
        pytest.param(pending("copy"), "Ben", ["decline", "name Cleo +2", "name Ada +5"], id="AB23"),
        pytest.param(
            pending("roll", neighbour="Cleo", card="+2"), "Ben", [f"roll {face}" for face in FACES], id="AB23"
        ),
        pytest.param(pending("sure", project=4), "Ben", ["keep"], id="AB43"),
        pytest.param(pending("cover"), "Ada", [], id="AB22 the others wait"),
        pytest.param(at(), "Ben", [], id="AB9 who is not on turn, and has got no card"),
        pytest.param(window("timed", "Ben"), "Ada", ["ready", "close", "handin False"], id="AB38"),
        pytest.param(window("timed", "Ben"), "Ben", ["close", "handin False"], id="AB38 said already"),
        pytest.param(window("timed", "Ben"), "Cleo", ["close"], id="AB33 without a card nobody hands in"),
        pytest.param(at(phase="over"), "Ada", [], id="AB4 nothing more"),
    ],
)
def test_what_is_proposed(state, seat, moves):
    assert proposed(state, seat) == moves


def test_ab43_a_hopeless_exam_is_proposed_with_and_without_being_sure():
    """AB43: three types and five points are no question."""
    hopeless = at({"Ada": GOT}, project=4, turn="Ben")
    good = at({"Ada": {**GOT, "before": ["+2", "+3", "+5"]}}, project=4, turn="Ben")

    assert proposed(hopeless, "Ada") == ["handin False", "handin True"]
    assert proposed(good, "Ada") == ["handin False"]


@cases(
    "hand, minus, moves",
    {
        "AB9 each card": (["+1", "-2"], [], ["+1", "-2"]),
        "AB15 what surely must be followed": (["+1", "-2"], ["-2"], ["-2"]),
        "AB15 what is not in the hand": (["+1", "-2"], ["-3"], ["+1", "-2"]),
    },
)
def test_which_cards_are_proposed(hand, minus, moves):
    state = at({"Ada": {"hand": hand}}, minus=minus)

    assert proposed(state, "Ada") == [f"play {seat} {card} False" for card in moves for seat in SEATS]


def test_ab30_mantas_are_proposed_where_they_hit_somebody():
    """AB30, AB32: before who has neither a card nor played; if nobody is left, before whose place is free."""
    cards = {"hand": ["MA", "+1"], **GOT}
    hit = at({"Ada": cards, "Cleo": {"played": True}, "Dora": GOT})
    idle = at({"Ada": cards, "Ben": {"played": True}, "Cleo": {**GOT, "played": True}, "Dora": GOT})

    assert proposed(hit, "Ada")[:3] == ["play Ben +1 False", "play Cleo +1 False", "play Ben MA False"]
    assert proposed(idle, "Ada") == ["play Ben +1 False", "play Ben MA True", "handin False"]
