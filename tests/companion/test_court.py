"""The court: the moves of a game once more with another reading, and the change on the spot, written down."""

import pytest
from msgspec.structs import replace

from companion.games import find_game
from companion.rulings import Verdict
from companion.table import Table, court
from companion.table.court import with_options
from tests.companion.at_the_table import AtTheTable
from tests.companion.in_short import sentence

SQUEEZE, CUI = find_game("squeeze_play"), find_game("cui_bono")
SAME = ["court.same"]


def came_out(at, **switches):
    return [sentence(says) for says in at.table.with_other_options(replace(at.table.options, **switches))]


def four_is_rolled(**options):
    at = AtTheTable(SQUEEZE, ["Ana", "Ben", "Cem"], **options)
    at.propose(move="roll", seat="Ana", number=4)
    return at


AT_THE_SIDE = [[1, 1, 6], [1, 2, 5], [2, 1, 5], [1, 1, 5]]


def test_a_move_that_stands_only_as_it_is_read_tonight():
    """A-SP1: a start pyramid away from the centre."""
    at = four_is_rolled()
    at.propose(move="build", seat="Ana", cells=AT_THE_SIDE)

    (told,) = came_out(at, centre="central")

    assert told.startswith("court.falls who=Ana why=")
    assert came_out(at, linked=False) == SAME


def test_what_only_some_may_know_is_told_to_nobody():
    at = four_is_rolled()
    at.propose(move="build", seat="Ana", cells=AT_THE_SIDE)
    line, options = at.line, replace(at.table.options, centre="central")
    other = court.with_other_options(SQUEEZE, line, (), options)

    (told,) = court.verdict(SQUEEZE, line, other, {line.frames[-1].entry})

    assert sentence(told) == "court.falls who=Ana why=court.hidden"


def test_a_refusal_that_would_be_none():
    at = four_is_rolled(centre="central")
    refused = at.table.propose({"move": "build", "seat": "Ana", "cells": AT_THE_SIDE})

    assert refused.verdict is Verdict.REFUSED
    assert came_out(at, centre="any") == ["court.stands who=Ana"]


def test_what_was_refused_in_moves_that_were_taken_back_is_left_out():
    at = AtTheTable(SQUEEZE, ["Ana", "Ben", "Cem"], centre="central")
    at.propose(move="roll", seat="Ana", number=4)
    at.table.propose({"move": "build", "seat": "Ana", "cells": AT_THE_SIDE})
    at.table.undo(agreed=True)
    at.propose(move="roll", seat="Ana", number=5)

    assert came_out(at, centre="any") == SAME


def one_die_is_kept():
    at = AtTheTable(CUI, ["Ana", "Ben"])
    cells = [f"{a},{b},{c}" for a in range(9) for b in range(9) for c in range(9) if a + b + c <= 8]
    colours = "r" * 55 + "y" * 55 + "m" * 55
    at.propose(
        move="built",
        seat="Ana",
        pyramid={cell: f"{colour}623" for cell, colour in zip(sorted(cells), colours, strict=True)},
    )
    at.propose(move="take", seat="Ana", cell=[8, 0, 0])
    at.propose(move="keep", seat="Ana")
    return at


def test_an_end_that_would_have_come_with_another_number():
    """A-CB6: after one turn, or after two."""
    at = one_die_is_kept()

    (told,) = came_out(at, turn_cap=1)

    assert told.startswith("court.ends outcome=outcome.won:")
    assert came_out(at, turn_cap=2) == SAME


def test_points_that_would_be_others():
    """A-CB1: mother of pearl costs three points, or one."""
    (told,) = came_out(one_die_is_kept(), points="myr")

    assert told == "court.points points=court.points_of:seat=Ana:n=-1:was=-3"


def test_a_court_changes_nothing():
    at = four_is_rolled()
    log, position = at.table.log(), SQUEEZE.write_position(at.state)

    came_out(at, centre="central")

    assert (at.table.log(), SQUEEZE.write_position(at.state)) == (log, position)


def test_the_table_plays_on_with_the_other_reading_and_the_journal_says_so():
    at = four_is_rolled(centre="central")
    assert at.table.propose({"move": "build", "seat": "Ana", "cells": AT_THE_SIDE}).rule == "A-SP1"

    ruling = at.table.override({"options": {**_options(at), "centre": "any"}}, "from now on any place")

    assert ruling.verdict is Verdict.ACCEPTED and at.table.options.centre == "any"
    at.propose(move="build", seat="Ana", cells=AT_THE_SIDE)
    assert [entry.by for entry in at.table.log()].count("override") == 1
    resumed = Table.resume(at.journal, at.clock)
    assert resumed.options.centre == "any" and resumed.state == at.state
    resumed.undo(2, agreed=True)
    assert resumed.options.centre == "central"


def _options(at):
    return SQUEEZE.write_position(at.state).get("options", {})


@pytest.mark.parametrize("name", ["sums", "pack_rat", "wobble", "abspecken", "abi94", "abstrac"])
def test_a_position_can_be_read_with_other_options(name):
    game = find_game(name)
    at = AtTheTable(game, ["Ana", "Ben", "Cem"][: game.about.seats[1]])
    usual = at.table.options

    assert with_options(game, at.state, usual) == at.state


def test_a_court_goes_over_what_the_table_has_agreed_on():
    at = four_is_rolled(centre="central")
    at.table.override({"options": {**_options(at), "linked": False}}, "groups may be apart")

    assert came_out(at, linked=True) == SAME
