"""Funnels after a tip, one by one: who takes part, who wins, and where the tipped die goes (DM6 to DM12)."""

import pytest

from companion.games.dice_march.competition import OWN, TIE, fight, funnels_made, losses
from companion.games.dice_march.state import MarchOptions

PLAIN, LITERAL = MarchOptions(), MarchOptions(ownTie="literal")
FUNNEL = (3, 3, 1)


def around(first, second, third):
    """The dice at the three sides of the funnel: a colour and the number that looks into it."""
    return {
        "4,3,1": f"{first[0]}{first[1]}??",
        "3,4,1": f"{second[0]}?{second[1]}?",
        "3,3,2": f"{third[0]}??{third[1]}",
    }


@pytest.mark.parametrize(
    ("dice", "options", "result", "lost"),
    [
        ("r6 y5 m4", PLAIN, "r", 2),
        ("r4 y5 m6", PLAIN, "m", 2),
        ("r4 r6 y5", PLAIN, "r", 1),  # the own smaller die stays
        ("r5 r5 y4", PLAIN, "r", 1),  # A-DM1: own dice never compete with each other
        ("r5 r5 y4", LITERAL, TIE, 3),
        ("r5 y5 m4", PLAIN, TIE, 3),
        ("r5 y5 r5", PLAIN, TIE, 3),  # all equal, two of one owner
        ("r5 y5 m5", PLAIN, TIE, 3),
        ("r5 r5 r4", PLAIN, OWN, 0),
        ("r6 r5 r4", LITERAL, OWN, 0),
    ],
)
def test_dm7_dm8_dm9_one_funnel(dice, options, result, lost):
    told = fight(around(*dice.split()), FUNNEL, options)
    assert (told.result, len(told.lost)) == (result, lost)


def test_dm6_only_what_looks_into_the_funnel_counts():
    told = fight({"4,3,1": "r612", "3,4,1": "y652", "3,3,2": "m641"}, FUNNEL, PLAIN)
    assert told.numbers == (6, 5, 1)
    assert told.lost == ((3, 4, 1), (3, 3, 2))


def test_a_number_that_nobody_has_read_beats_nothing():
    told = fight({"4,3,1": "r???", "3,4,1": "y?1?", "3,3,2": "m??2"}, FUNNEL, PLAIN)
    assert (told.numbers, told.result) == ((0, 1, 2), "m")


TIPPED, RIGHT, LEFT = (3, 3, 2), (3, 4, 1), (3, 2, 3)  # three red dice


@pytest.mark.parametrize(
    ("yellow", "pearl", "captured", "removed"),
    [
        (6, 5, {"y": (TIPPED, RIGHT), "m": (LEFT,)}, ()),  # the higher winner takes the tipped die
        (5, 6, {"y": (RIGHT,), "m": (LEFT, TIPPED)}, ()),
        (5, 5, {"y": (RIGHT,), "m": (LEFT,)}, (TIPPED,)),  # equal: it is out of the game
    ],
)
def test_a_dm2_the_tipped_die_is_lost_once(yellow, pearl, captured, removed):
    """Red has tipped to where yellow beats it in the right funnel and mother of pearl in the left one."""
    board = {
        "4,3,1": f"y{yellow}??",
        "3,4,1": "r?1?",
        "3,3,2": "r?11",
        "4,2,2": f"m{pearl}??",
        "3,2,3": "r??1",
    }
    assert funnels_made(board, TIPPED) == ((3, 2, 2), (3, 3, 1))
    told = losses(board, TIPPED, PLAIN)
    assert dict(told.captured) == captured
    assert told.removed == removed


def test_a_dm2_one_winner_of_both_funnels_takes_all():
    board = {"4,3,1": "y5??", "3,4,1": "r?1?", "3,3,2": "r?11", "4,2,2": "y5??", "3,2,3": "r??1"}
    told = losses(board, TIPPED, PLAIN)
    assert dict(told.captured) == {"y": (LEFT, TIPPED, RIGHT)}
    assert told.removed == ()


def test_a_dm2_in_the_movers_order_the_second_funnel_may_be_gone():
    board = {"4,3,1": "y6??", "3,4,1": "r?1?", "3,3,2": "r?11", "4,2,2": "m6??", "3,2,3": "r??1"}
    ordered = MarchOptions(multi="order")
    assert dict(losses(board, TIPPED, ordered, (3, 3, 1)).captured) == {"y": (TIPPED, RIGHT)}
    assert dict(losses(board, TIPPED, ordered, (3, 2, 2)).captured) == {"m": (LEFT, TIPPED)}


def test_a_dm2_a_tie_in_any_funnel_takes_the_tipped_die_out_of_the_game():
    """Yellow beats it in the right funnel, but in the left one all three are equal."""
    board = {"4,3,1": "y6??", "3,4,1": "r?1?", "3,3,2": "r?11", "4,2,2": "m1??", "3,2,3": "y??1"}
    told = losses(board, TIPPED, PLAIN)
    assert dict(told.captured) == {"y": (RIGHT,)}
    assert told.removed == (LEFT, TIPPED, (4, 2, 2))


def test_a_dm2_ties_in_both_funnels_take_all_five_dice():
    board = {"4,3,1": "y1??", "3,4,1": "m?1?", "3,3,2": "r?11", "4,2,2": "m1??", "3,2,3": "y??1"}
    told = losses(board, TIPPED, PLAIN)
    assert (dict(told.captured), len(told.removed)) == ({}, 5)
