"""What stands on each box, as the booklets have it: who plays, how long, from which age, which switches."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec
import pytest

from companion.games import all_games
from companion.seats import seats_named
from companion.table import CannotStart
from companion.table.line import open_game
from tests.tables import cases

NAMES = tuple("ABCDEFGHIJKL")


class Box(NamedTuple):
    seats: tuple[int, int]
    minutes: int
    age: int
    reveals: Mapping[str, int] = MappingProxyType(
        {}
    )  # moves that show something: taking them back needs the table's consent


BOXES = {
    "abi94": Box((3, 11), 60, 10, {"roll": 4, "test": 4, "open": 4}),  # AB5
    "abspecken": Box((2, 5), 30, 8, {"show": 4, "take": 4, "give": 4}),  # A1
    "abstrac": Box((2, 2), 30, 10),  # AS1
    "buzzer": Box((2, 11), 15, 6),
    "cui_bono": Box((2, 6), 15, 8),
    "dice_march": Box((3, 3), 20, 10),
    "forced_memory": Box((2, 8), 15, 8, {"lift": 3, "read": 3}),  # A-FM2
    "liars_dice": Box((2, 8), 30, 8, {"show": 3}),
    "pack_rat": Box((3, 3), 15, 8),
    "squeeze_play": Box((3, 3), 30, 10),
    "sums": Box((2, 6), 40, 8),
    "ten_thousand": Box((2, 8), 30, 8),
    "mau_mau": Box((2, 6), 15, 8, {"draw": 4}),
    "score_sheet": Box((2, 10), 30, 6),
    "yacht": Box((2, 8), 40, 8),
    "wobble": Box((2, 10), 45, 10, {"show": 4, "turned": 4, "flip": 4, "redraw": 4, "give": 4}),  # AW-24
}


@pytest.mark.parametrize("name", all_games())
def test_the_box_of_each_game(name):
    about = all_games()[name].about

    assert Box(about.seats, about.minutes, about.age, about.undo_level) == BOXES[name]


@cases(
    "name, most, house_rules",
    {
        "AB5 three to eleven pupils": ("abi94", 11, {}),
        "AS1 two": ("abstrac", 2, {}),
        "CB12 two to six": ("cui_bono", 6, {}),
        "A-FM2 two to six": ("forced_memory", 6, {}),
        "A-FM2 eight by house rule": ("forced_memory", 8, {"max_players": 8}),
        "G20 one at each side": ("pack_rat", 3, {}),
        "A-SU7 two to six": ("sums", 6, {}),
        "AW-24 two to ten": ("wobble", 10, {}),
    },
)
def test_so_many_may_sit_down_and_no_others(name, most, house_rules):
    game = all_games()[name]
    options, fewest = game.read_options(house_rules), game.about.seats[0]

    for players in (fewest, most):
        state = game.start(NAMES[:players], options)
        assert state.seats == NAMES[:players]
        assert set(game.scores(state)) == set(state.seats)
    for players in (fewest - 1, most + 1):
        with pytest.raises(CannotStart):
            open_game(game, seats_named(NAMES[:players]), options)


@cases(
    "name, switch, least, usual, most",
    {
        "A34 the limit": ("abspecken", "limit", 1, 33, 999),
        "AM-8 the tie window": ("abspecken", "tie_ms", 0, 1, 1000),
        "B6 the target": ("abstrac", "target", 50, 500, 5000),
        "A-CB6 the most turns": ("cui_bono", "turn_cap", 0, 0, 999),
        "A-FM6 time to think": ("forced_memory", "limit_s", 0, 0, 600),
        "A-PR1 the grace": ("pack_rat", "grace_ms", 0, 150, 2000),
        "A-PR5 the hint": ("pack_rat", "empty_hint_s", 0, 0, 600),
        "A-SU1 time to search": ("sums", "search_s", 5, 30, 600),
        "A-SU4 time to show": ("sums", "show_s", 1, 5, 120),
    },
)
def test_switches_with_a_number(name, switch, least, usual, most):
    game = all_games()[name]

    assert getattr(game.options(), switch) == usual
    for number in (least, most):
        assert getattr(game.read_options({switch: number}), switch) == number
    for number in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError):
            game.read_options({switch: number})


# What the house has settled where a booklet is silent: a change of these is a change of the rules.
USUAL = {
    "abi94": {"d10_zero": 10, "pass_count": 2, "cheat_type": False},
    "abspecken": {"piggy": False, "challenge": True, "cap": "5"},
    "abstrac": {"misere": False, "deals": 0},
    "buzzer": {"mode": "quiz", "rounds": 10, "early": "out", "after_wrong": "next", "right": 1, "wrong": 0},
    "cui_bono": {"points": "rym", "min_row": 2, "voluntary": True},
    "dice_march": {"goalFirst": True},
    "forced_memory": {"max_players": 6, "shield": False, "hint_impossible": False, "training": False},
    "liars_dice": {"dice": 5, "wild": True, "ones": "half", "doubt": "turn", "exact": "none", "loss": "one"},
    "pack_rat": {"per_die": True},
    "squeeze_play": {"linked": True},
    "sums": {"all_pass": True, "touch_move": True},
    "mau_mau": {"pack": "32", "hand": 5, "sevens": "pile", "eights": True, "nines": False, "penalty": 1},
    "score_sheet": {"counts": "dice", "ace": 11, "rounds": 0, "target": 0, "wins": "most"},
    "yacht": {"bonus": 35, "full_house": "25", "extra": 100, "joker": "forced"},
    "ten_thousand": {"target": 10000, "opening": 500, "more_alike": "double", "three_pairs": 750},
    "wobble": {
        "limit": 500,
        "rounds": 5,
        "minutes": 45,
        "turn_after_hit": True,
        "mix_plus": False,
        "skip_identical": False,
        "flip_cards_kept": False,
        "cs_by_symbol": False,
        "mid_round_end": False,
        "afk_last_waived": True,
        "warn_last_card": False,
        "eps_ms": 40,
        "grace_ms": 700,
        "late_ms": 2000,
    },
}


@pytest.mark.parametrize("name", all_games())
def test_what_holds_where_nobody_has_chosen(name):
    options = msgspec.to_builtins(all_games()[name].options())

    assert {switch: options.get(switch, "unset") for switch in USUAL[name]} == USUAL[name]
