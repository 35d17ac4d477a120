"""What is told of a pyramid that cannot be, or that lies otherwise than believed (G1, G2, G16 to G18)."""

import pytest

from companion.games import find_game
from companion.games.pack_rat.takes import Owners, is_wrong, owners
from companion.games.sums.state import sum_in
from companion.pyramid.agree import difference, look, repairs, trouble
from companion.pyramid.notation import updated
from companion.rulebook import rulebook
from companion.rulings import Refusal
from tests.tables import cases

TRIPLE = {"8,0,0": "r623", "7,1,0": "y623", "7,0,1": "m???"}  # round the funnel 7,0,0


def place(say):
    """A cell in words, as its three coordinates and its position counted from the base."""
    return say.args["a"], say.args["b"], say.args["c"], say.args["layer"]


# --- what the eyes see ---


@pytest.mark.parametrize(
    ("colour", "letter"),
    [
        ("red", "r"),
        ("yellow", "y"),
        ("pearl", "m"),
        ("mop", "m"),
        ("white", "m"),
        ("turquoise", "t"),
        ("r", "r"),
        ("y", "y"),
        ("purple", "?"),
        ("?", "?"),
    ],
)
def test_g1_colours_as_the_eyes_call_them(colour, letter):
    seen = {"cells": [{"ijk": [8, 0, 0], "colour": colour, "faces": {"-i": 6, "-k": 3}}]}

    assert look(seen, {}) == {"8,0,0": f"{letter}623"}  # G17: two numbers tell the third


def test_g2_two_dice_side_by_side_are_seen_each_in_its_place():
    seen = {"cells": [{"ijk": [8, 0, 0], "colour": "red"}, {"ijk": [7, 1, 0], "colour": "yellow"}]}

    assert look(seen, {}) == {"8,0,0": "r???", "7,1,0": "y???"}


def test_g2_two_dice_in_one_cell_are_told_with_the_cell():
    seen = {"cells": [{"ijk": [7, 1, 0], "colour": colour} for colour in ("red", "yellow")]}

    told = look(seen, {})

    assert isinstance(told, Refusal)
    assert (told.rule, told.says.key, place(told.says.args["cell"])) == ("G2", "two_in_one", (7, 1, 0, 1))


# --- changes ---


@cases(
    "change, after",
    {
        "G3 one more": ({"placed": {"7,0,0": "r123"}}, {**TRIPLE, "7,0,0": "r123"}),
        "G8 one less": ({"taken": ["7,0,1"]}, {"8,0,0": "r623", "7,1,0": "y623"}),
        "another one": ({"taken": ["7,0,1"], "placed": {"7,0,1": "t???"}}, {**TRIPLE, "7,0,1": "t???"}),
        "G15 a number is read": ({"turned": {"7,0,1": "??6?"}}, {**TRIPLE, "7,0,1": "m?6?"}),
    },
)
def test_a_change_of_what_is_believed(change, after):
    assert look(change, TRIPLE) == after


# --- what no table can show ---


def test_g2_what_is_missing_below_a_hanging_die_is_named():
    told = trouble({"8,0,0": "r623", "7,0,1": "m???", "7,0,0": "y???"})

    assert (told.rule, told.says.key) == ("G2", "hangs")
    assert place(told.says.args["cell"]) == (7, 0, 0, 2)
    assert [place(cell) for cell in told.says.args["missing"]] == [(7, 1, 0, 1)]


@cases(
    "stock, told",
    {
        "G1 one of each is there": ({"r": 1, "y": 1, "m": 1}, None),
        "G1 there are no yellow ones": ({"r": 1, "m": 1}, ("yellow", 1, 0)),
        "G1 the red ones are used up": ({"r": 0, "y": 1, "m": 1}, ("red", 1, 0)),
    },
)
def test_g1_more_dice_than_there_are(stock, told):
    why = trouble(TRIPLE, stock)

    found = why and (
        why.says.args["colour"].key.removeprefix("colour."),
        why.says.args["n"],
        why.says.args["most"],
    )
    assert found == told


# --- the way back ---


def test_each_repair_names_place_colour_and_numbers():
    believed = {**TRIPLE, "7,0,0": "r623"}
    shown = {"8,0,0": "r241", "7,1,0": "m623", "0,0,8": "y???"}

    told = [
        (
            say.key,
            place(say.args["cell"]),
            say.args["colour"].key,
            say.args["a"] + say.args["b"] + say.args["c"],
        )
        for say in repairs(believed, difference(believed, shown))
    ]

    assert told == [
        ("take_away", (0, 0, 8, 1), "colour.yellow", "???"),
        ("put_back_any_way", (7, 0, 1, 1), "colour.pearl", "???"),
        ("put_back", (7, 0, 0, 2), "colour.red", "623"),
        ("swap_back", (7, 1, 0, 1), "colour.yellow", "623"),
        ("turn_back", (8, 0, 0, 1), "colour.red", "623"),
    ]


@pytest.mark.parametrize("name", ("cui_bono", "forced_memory", "pack_rat", "squeeze_play", "sums"))
def test_a_die_of_the_other_make_lies_where_its_numbers_do_not_turn(name):
    """G16, A-DM10: only Dice March needs dice that are all made the same way."""
    assert "G16" in rulebook(find_game(name))
    assert trouble({"8,0,0": "r123"}) is None
    assert trouble({"8,0,0": "r162"}).rule == "G16"


def test_a_die_of_the_other_make_counts_as_it_was_read():
    """G16, PR3, SU10: what it shows is true, whatever hand it was made with."""
    assert owners("r123", 2) == Owners((1,), True, 1)
    assert owners("r123", 4) == Owners((), False, None)
    assert not is_wrong("r123", 2, 1)
    assert sum_in({"8,0,0": "m123", "7,1,0": "m213", "7,0,1": "m132"}, (7, 0, 0)) == 1 + 1 + 2
    assert updated("m???", "m123") == "m123"
