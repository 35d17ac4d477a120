"""Abi '94: what is proposed to bots and to random play, phase by phase; the rules judge what may stand."""

from abi94_evenings import SEATS
from test_abi94_prompts import GOT, at, pending, window

from companion.games.abi94 import GAME
from companion.lab.candidates import candidates
from tests.tables import cases


def proposed(state, seat):
    """Each move and what it says, without the seat."""
    moves = [GAME.write_move(move) for move in candidates(GAME, state, seat)]
    return [" ".join(str(v) for k, v in move.items() if k != "seat") for move in moves]


FACES = range(10)
OUT = {"Dora": {"standing": "out"}}


@cases(
    "state, seat, moves",
    {
        "AB5 anybody tells of the deal": (at(phase="deal"), "Ada", ["deal"]),
        "AB42 who is out does not": (at(OUT, phase="deal"), "Dora", []),
        "AB6": (at(phase="swap", starters=SEATS), "Ben", ["swap 0", "swap 1", "swap 2", "swap 3"]),
        "AB6 only once": (at({"Ben": {"swapped": 0}}, phase="swap", starters=SEATS), "Ben", []),
        "AB6 only who plays": (at(phase="swap", starters=SEATS[:3]), "Dora", []),
        "AB8": (at(phase="lead", starters=SEATS[:2]), "Ben", ["lead Ada", "lead Ben"]),
        "AB8 only who plays": (at(phase="lead", starters=SEATS[:2]), "Cleo", []),
        "AB39": (at(phase="stress"), "Cleo", [f"test {face}" for face in FACES]),
        "AB39 only once": (at({"Cleo": {"tested": True}}, phase="stress"), "Cleo", []),
        "AB42 nor hands anything in": (at(OUT, phase="window"), "Dora", []),
        "AB42 nor who is out": (at(OUT, phase="stress"), "Dora", []),
        "AB22": (pending("cover"), "Ben", ["cover -2", "cover -5"]),
        "AB23 what is copied": (pending("copy"), "Ben", ["decline", "name Cleo +2", "name Ada +5"]),
        "AB23 the die": (
            pending("roll", neighbour="Cleo", card="+2"),
            "Ben",
            [f"roll {face}" for face in FACES],
        ),
        "AB43": (pending("sure", project=4), "Ben", ["keep"]),
        "AB22 the others wait": (pending("cover"), "Ada", []),
        "AB9 who is not on turn, and has got no card": (at(), "Ben", []),
        "AB38": (window("timed", "Ben"), "Ada", ["ready", "close", "handin False"]),
        "AB38 said already": (window("timed", "Ben"), "Ben", ["close", "handin False"]),
        "AB33 without a card nobody hands in": (window("timed", "Ben"), "Cleo", ["close"]),
        "AB4 nothing more": (at(phase="over"), "Ada", []),
    },
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
