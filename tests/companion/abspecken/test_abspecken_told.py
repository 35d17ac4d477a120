"""ABspecken: which words a refusal has, who is told what, and who is out."""

import pytest
from msgspec.structs import replace

from companion.games.abspecken import GAME
from companion.games.abspecken.flow import is_out
from companion.games.abspecken.scoring import difference, remaining_points, round_points
from companion.games.abspecken.state import Phase
from tests.tables import cases

HANDS = {"A": "12456", "B": "13356", "C": "23466"}


@cases(
    "phase, key",
    {
        "A12 before the hands": ("setup", "wait_for_the_dice"),
        "A12 while hands are picked": ("pick", "wait_for_the_dice"),
        "A12 before the Piggy is decided on": ("roll_offer", "wait_for_the_dice"),
        "A12 before the roll": ("rolling", "wait_for_the_dice"),
        "A12 when takes have begun": ("take", "playthrough_is_over"),
        "A12 when hands are filled": ("refill", "playthrough_is_over"),
        "A12 when the round is over": ("score", "playthrough_is_over"),
    },
)
def test_whoever_is_too_early_or_too_late_is_told_which(referee, phase, key):
    table = referee(HANDS, phase="act")
    table.state = replace(table.state, phase=Phase(phase))

    assert table.refused("lay", seat="A", cards=["6"]) == "A12"
    assert table.reason("lay", seat="A", cards=["6"]) == key


@pytest.mark.parametrize(("seat", "named"), [("Z", "Z"), ("", "?")], ids=["A1 a stranger", "A1 nobody"])
def test_strangers_are_told_who_sits_there(referee, seat, named):
    table = referee(HANDS, phase="act")

    refusal = GAME.refuse(table.state, GAME.read_move({"move": "lay", "seat": seat, "cards": ["6"]}))

    assert (refusal.rule, refusal.says.args["seat"]) == ("A1", named)
    assert refusal.says.args["seats"] == ["A", "B", "C"]


def finishing(referee, *seats, **more):
    """*seats* have one card each, which they are about to lay."""
    players = {seat: {"hand": "6", "own": "6"} if seat in seats else HANDS[seat] for seat in "ABC"}
    return referee(players, phase="act", roll=((3, 3), "4"), **more)


@cases("seats, key", {"A30 one is out": ("A", "out"), "A31 two are out together": ("AB", "out_together")})
def test_who_is_out_is_told(referee, seats, key):
    table = finishing(referee, *seats)
    for seat, card in zip("ABC", ("6", "6" if "B" in seats else "3", "6"), strict=True):
        table.play("lay", seat=seat, cards=[card])

    assert key in table.told() and "out_by_take" not in table.told()
    assert table.state.out == tuple(seats)


@cases(
    "options, left, out",
    {
        "A30 nothing is left": ({}, {"hand": "", "own": ""}, True),
        "A30 one card is left": ({}, {"hand": "1", "own": "1"}, False),
        "A30 a card is left in the pile": ({}, {"hand": "", "own": "1"}, False),
        "AM-4 the last card was taken": ({}, {"hand": "", "own": "", "robbed": 1}, True),
        "AM-4 which does not count in this house": (
            {"stripped": "not_out"},
            {"hand": "", "own": "", "robbed": 1},
            False,
        ),
        "AM-4 but laying it does": ({"stripped": "not_out"}, {"hand": "", "own": ""}, True),
    },
)
def test_is_out(referee, options, left, out):
    state = referee({**HANDS, "A": left}, phase="act", options=options).state

    assert is_out(state, "A") is out


@pytest.mark.parametrize(
    ("t", "ms"),
    [(0, 5), (4_000_000, 1), (4_500_000, 1), (4_999_999, 1), (3_000_000, 2)],
    ids="A21 called at {}".format,
)
def test_a21_how_much_too_early_is_told(referee, t, ms):
    table = referee({**HANDS, "A": "55566"}, phase="read", read_at=5_000_000, roll=((1, 5), "5"))

    refusal = GAME.refuse(table.state, GAME.read_move({"move": "cannot", "seat": "A", "t": t}))

    assert (refusal.rule, refusal.says.args["ms"]) == ("A21", ms)


def with_piggy(referee, phase, pig="", hands=HANDS, **more):
    players = {seat: {"hand": cards, "draw": 9, "pile": "3"} for seat, cards in hands.items()}
    options = {"piggy": True, "hands": "open"}
    return referee(players, phase=phase, roll=((1, 4), "6", pig), options=options, **more)


@cases("piggy, key", {"P4 rolled along": (True, "with_piggy"), "P4 put aside": (False, "without_piggy")})
def test_p4_what_was_decided_is_told(referee, piggy, key):
    assert with_piggy(referee, "roll_offer").play("offer", seat="A", piggy=piggy).told() == [key]


@cases(
    "pig, rule, key",
    {
        "P8 a smile": ("smile", "P8", "piggy_smiles"),
        "P11 a grim face": ("grim", "P11", "piggy_is_grim"),
        "P7 a number": ("+-2", "P7", "piggy_number"),
    },
)
def test_what_the_piggy_shows_is_told(referee, pig, rule, key):
    table = with_piggy(referee, "rolling", piggy=True).play("roll", pips=[1, 4], ban="5", pig=pig)

    assert [(note.rule, note.says.key) for note in table.notes] == [("A19", "rolled"), (rule, key)]


def test_p8_a_gift_is_for_somebody_else(referee):
    table = with_piggy(referee, "pig", "smile")

    refusal = GAME.refuse(table.state, GAME.read_move({"move": "give", "seat": "A", "to": "A", "card": "1"}))

    assert (refusal.rule, refusal.says.args["seats"]) == ("P8", ["B", "C"])


def test_a11_why_nobody_rolls_now(referee, new_game):
    before = new_game("AB").play("ready", youngest="A")
    after = referee(HANDS, phase="act")

    assert before.reason("roll", pips=[1, 1], ban="2") == "roll_later"
    assert after.reason("roll", pips=[1, 1], ban="2") == "dice_are_settled"


@cases(
    "piggy, rolled, key",
    {
        "P4 it was to be rolled along": (True, "", "all_four_dice"),
        "P4 it was put aside": (False, "grim", "piggy_was_put_aside"),
    },
)
def test_p4_the_decision_stands(referee, piggy, rolled, key):
    table = with_piggy(referee, "rolling", piggy=piggy)

    assert table.reason("roll", pips=[1, 1], ban="2", pig=rolled) == key


def counting(referee, b="12"):
    """Everybody's cards are known but for one hidden card of C, and perhaps one of B."""
    players = {
        "A": {"hand": "", "own": "", "pile": "111122223333444455556666"},
        "B": {"hand": b, "own": b, "pile": "1112223333444455556666"},
        "C": {"hand": "?1", "own": "?1", "pile": "1112222333344445555666"},
    }
    return referee(players, phase="score", options={"hands": "hidden"})


def test_a32_the_last_one_s_points_follow_from_the_others(referee):
    """A32: 84 points each; what is left are the cards 1 and 2 of B, and 1 and 6 of C."""
    state = counting(referee).state

    assert remaining_points(state) == 3 + 7
    assert round_points(state) == {"A": 0, "B": 3, "C": 7}
    assert difference(state) == 0


@cases(
    "ben, cem, key, n",
    {
        "A32 it adds up": (3, 7, "", 0),
        "A32 five are missing": (3, 2, "counted_too_few", 5),
        "A32 five too many": (8, 7, "counted_too_many", 5),
    },
)
def test_a32_a_count_that_does_not_add_up_is_told(referee, ben, cem, key, n):
    """A32: a 1 and a 6 are hidden, one with B and one with C."""
    table = counting(referee, b="?2")

    table.play("count", seat="B", points=ben).play("count", seat="C", points=cem)

    assert table.told() == ["counted", *([key] if key else [])]
    assert not key or table.notes[1].says.args["n"] == n
    assert ("ask_close_anyway" if key else "ask_close") in [ask.prompt.key for ask in GAME.asks(table.state)]
