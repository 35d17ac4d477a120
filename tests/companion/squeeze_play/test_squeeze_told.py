"""Squeeze Play: the numbers in what is told, the count of turns, the end."""

from squeeze_positions import AWAY, BUILD_3, SEATS, START, TRIPLE, move, play, position

from companion.games.squeeze_play import GAME
from companion.games.squeeze_play.placements import Site, placements, refuse_start
from companion.games.squeeze_play.rules import fewest_left
from companion.lab.candidates import legal
from companion.pyramid.cells import BASE, FULL, shape_of
from tests.tables import cases


@cases(
    "given, cells, key, n",
    {
        "SP4 two are missing": (BUILD_3, TRIPLE[:1], "too_few", 2),
        "SP4 one is missing": (BUILD_3, TRIPLE[:2], "too_few", 1),
        "SP4 one too many": (BUILD_3, [*TRIPLE, AWAY[0]], "too_many_built", 1),
        "SP4 four too many": (BUILD_3, [*TRIPLE, *AWAY], "too_many_built", 4),
        "SP11 two at most": ({"phase": "bonus", "bonus": 2}, [*TRIPLE], "bonus_number", 2),
    },
)
def test_how_many_dice_are_missing_or_too_many(given, cells, key, n):
    refusal = GAME.refuse(position(**given), move("build", "Tom", cells=cells))

    assert (refusal.says.key, refusal.says.args["n"]) == (key, n)


def test_sp2_the_four_is_the_number_of_the_start_pyramid():
    state = GAME.start(SEATS, GAME.options())

    state = play(state, "roll", "Elfi", number=4).state

    assert (state.phase, state.starter, state.rolled) == ("start build", "Elfi", 4)


def test_a_sp7_every_turn_is_counted():
    """A-SP7: who took more turns is decided by them."""
    start = position(phase="start build", on_turn="Elfi", pyramid={}, start=[], rolled=4)
    state = play(start, "build", "Elfi", cells=START).state
    assert state.turns == {"Elfi": 1}

    state = play(play(state, "roll", "Tom", number=3).state, "build", "Tom", cells=TRIPLE).state
    assert state.turns == {"Elfi": 1, "Tom": 1}
    state = play(position(**BUILD_3, turns={"Tom": 4}), "build", "Tom", cells=TRIPLE).state
    assert state.turns == {"Tom": 5}


def test_after_the_end_the_rule_that_ended_it_is_named():
    state = position(phase="over", winners=["Uli"], end_rule="SP17")

    assert GAME.refuse(state, move("roll", "Tom", number=3)).rule == "SP17"
    assert GAME.outcome(state).says.key == "won.SP17"


CORNERS = ((8, 0, 0), (0, 8, 0), (0, 0, 8))
PAIRS = (*CORNERS, (7, 0, 0), (0, 7, 0), (0, 0, 7))  # in each corner a die, and one that rests on it


@cases(
    "n, ways",
    {
        "A-SP2 any pair": (2, 3),
        "A-SP2 any two pairs": (4, 3),
        "A-SP2 all three pairs": (6, 1),
        "A-SP2 no die alone": (5, 0),
    },
)
def test_a_sp2_dice_may_lie_in_pairs_that_do_not_touch(n, ways):
    """A-SP2 as a house rule: three pairs in the three corners are all the room there is."""
    base = BASE & ~shape_of(CORNERS)
    barred = FULL & ~base & ~shape_of(PAIRS)
    apart = Site(occupied=base, anchors=0, barred=barred, linked=False)
    together = Site(occupied=base, anchors=0, barred=barred, linked=True)

    assert len(placements(apart, n)) == ways
    assert len(placements(together, n)) == (ways if n == 2 else 0)


@cases(
    "cells, key",
    {
        "SP3 a die on three": (((2, 2, 3), (3, 2, 3), (2, 3, 3), (2, 2, 4)), None),
        "SP3 too high": (((2, 2, 2), (3, 2, 2), (2, 3, 2), (2, 2, 3)), "no_start_pyramid"),
        "SP3 not its own": (((2, 2, 3), (3, 2, 3), (2, 3, 3), (4, 1, 3)), "no_start_pyramid"),
    },
)
def test_sp3_what_a_start_pyramid_is(cells, key):
    refusal = refuse_start("any", cells)

    assert (refusal and refusal.says.key) == key


@cases(
    "turns, winners",
    {
        "A-SP7 who has had no turn yet": ({"Elfi": 1}, ("Uli",)),
        "A-SP7 nobody has had one": ({}, ("Elfi", "Uli")),
        "A-SP7 both have had one": ({"Elfi": 1, "Uli": 1}, ("Elfi", "Uli")),
    },
)
def test_a_sp7_fewer_turns_win_among_equals(turns, winners):
    supply = {"Elfi": 9, "Tom": 30, "Uli": 9}
    state = position(supply=supply, turns=turns, options={"tie": "turns"})

    assert fewest_left(state, "Tom") == winners


def test_how_many_moves_each_seat_may_make():
    """SP2, SP4: six rolls for who is on turn, nothing for the others."""
    start = GAME.start(SEATS, GAME.options())

    assert [len(legal(GAME, start, seat)) for seat in SEATS] == [6, 0, 0]
    assert [len(legal(GAME, position(), seat)) for seat in SEATS] == [0, 6, 0]
    building = position(phase="start build", on_turn="Elfi", pyramid={}, start=[], rolled=4)
    assert [len(legal(GAME, building, seat)) for seat in SEATS] == [15, 0, 0]
