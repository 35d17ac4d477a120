"""Opening a game: how many may sit down, by which figures of fairness, and what goes on after a restart."""

import logging

import pytest

from companion.calls.buttons import Fairness
from companion.seats import seats_in_words, seats_named
from companion.table import CannotStart
from companion.table.entries import write_body
from companion.table.line import fairness_of, open_game, reopen
from tests.companion.small_game import GAME
from tests.companion.test_table_line import BROKEN, rolled
from tests.tables import cases


@pytest.mark.parametrize(
    ("people", "may"), [(1, False), (2, True), (4, True), (5, False)], ids="{} people".format
)
def test_how_many_may_sit_down(people, may):
    seats = seats_named("ABCDE"[:people])
    if may:
        assert open_game(GAME, seats, {}).seats == tuple(seats)
        return
    with pytest.raises(CannotStart) as cannot:
        open_game(GAME, seats, {})
    assert cannot.value.says.args == {"seats": seats_in_words((2, 4)), "n": people}


@cases(
    "tie_ms, button, touch, grace",
    {
        "T4 no house rule: as the house has it": (0, 1, 20, 40),
        "T4 wider for buttons; touch is wide enough; the grace comes on top": (5, 5, 20, 50),
        "T4 wider for both": (30, 30, 30, 60),
    },
)
def test_the_tie_window_of_the_house_rules(tie_ms, button, touch, grace):
    house = Fairness(button_ms=1, touch_ms=20, grace_ms=40)

    found = fairness_of(GAME.options(tie_ms=tie_ms), house)

    assert (found.button_ms, found.touch_ms, found.grace_ms) == (button, touch, grace)


def test_a_grace_that_is_long_enough_stays():
    assert fairness_of(GAME.options(tie_ms=30), Fairness(grace_ms=100)).grace_ms == 100


@pytest.mark.parametrize(
    ("body", "warned"),
    [(rolled(4), False), (BROKEN, True)],
    ids=["T13 all can be followed", "T13 one entry cannot"],
)
def test_what_cannot_be_followed_is_told_to_who_runs_the_machine(body, warned, at, caplog):
    at.journal.append(1, [write_body(body)])

    with caplog.at_level(logging.WARNING):
        found = reopen(at.journal, 1, lambda name: GAME)

    assert found is not None
    assert ["goes on before entry 2" in record.getMessage() for record in caplog.records] == [True] * warned


def test_a_game_that_is_over_is_opened_again_without_a_note(at):
    """It is looked at, or its points are changed: nobody goes on with it."""
    at.table.leave()
    before = at.journal.last()

    assert reopen(at.journal, 1, lambda name: GAME).line.over
    assert at.journal.last() == before
    assert reopen(at.journal, None, lambda name: GAME) is None
    assert reopen(at.journal, 99, lambda name: GAME) is None
