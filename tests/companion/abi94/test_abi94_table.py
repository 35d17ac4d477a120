"""AB33 and AB38 at the real table: buttons, the order of presses, the end of the time, resuming."""

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.rulings import Verdict
from companion.table import Table
from tests.companion.at_the_table import AtTheTable

SEATS = ("Ada", "Ben", "Cleo", "Dora")


class Class(AtTheTable):
    """Four pupils whose first project has begun; Ada leads."""

    def __init__(self):
        super().__init__(GAME, SEATS)
        self.move(m.Deal(), *(m.Swap(seat=seat, count=0) for seat in SEATS), m.Lead(leader="Ada"))

    def everybody_lays(self):
        self.move(*(m.Play(seat=seat, target=seat, card="+5") for seat in SEATS))

    def standing(self, seat):
        return self.state.pupils[seat].standing


@pytest.fixture
def at():
    return Class()


def test_ab33_the_button_hands_in(at):
    at.move(m.Play(seat="Ada", target="Ben", card="+5"))
    at.press("Ben")
    at.wait(500)
    assert at.standing("Ben") == "handed_in" and at.table.state.pupils["Ben"].result == 5
    assert at.table.state.turn == "Cleo"


@pytest.mark.parametrize(
    ("value", "swapped"),
    [
        (2, 2),
        ({"cards": []}, 0),
        ({"cards": ["-1", "-5"]}, 2),
        ({"cards": ["-1", "-5", "-2"]}, 3),
        ({"cards": ["?"] * 4}, -1),
    ],
)
def test_ab6_cards_to_change_are_counted_or_named(value, swapped):
    at = AtTheTable(GAME, SEATS)
    at.move(m.Deal())
    at.table.hear(Fact(Kind.CHOICE, value, at.clock.now(), Source.TOUCH, "Ben", "swap:Ben"))
    assert at.state.pupils["Ben"].swapped == swapped


def test_ab33_a_button_without_a_card_this_round_changes_nothing(at):
    at.move(m.Play(seat="Ada", target="Ben", card="+5"))
    at.press("Cleo")
    at.wait(500)
    assert at.standing("Cleo") == "in"
    assert at.told[-1].ruling.verdict is Verdict.REFUSED


@pytest.mark.parametrize("order", [("Ben", "Dora"), ("Dora", "Ben")], ids="AB38 {}".format)
def test_ab38_two_presses_at_the_same_moment_both_count(at, order):
    at.everybody_lays()
    at.press(order[0])
    at.press(order[1], after_ms=0.000_001)
    at.wait(500)
    assert [at.standing(seat) for seat in SEATS] == ["in", "handed_in", "in", "handed_in"]


def test_a13_the_round_is_closed_ten_seconds_after_the_last_card(at):
    at.everybody_lays()
    at.wait(8_000)
    assert at.table.state.round == 1
    at.wait(2_000)
    assert at.table.state.round == 2
    at.press("Ben")
    at.wait(500)
    assert at.standing("Ben") == "in"


def test_a13_a_press_within_the_time_counts_although_it_is_heard_later(at):
    at.everybody_lays()
    at.clock.advance(9_020 * MS)
    at.press("Ben", after_ms=-30)
    at.wait(500)
    assert at.standing("Ben") == "handed_in"


def test_ab23_the_die_is_read_by_the_camera(at):
    at.everybody_lays()
    at.wait(11_000)
    at.move(m.Play(seat="Ben", target="Cleo", card="CH"), m.Name(seat="Cleo", neighbour="Ben", card="+5"))
    fact = Fact(Kind.DICE, {"d10": ["6"]}, at.clock.now(), Source.CAMERA, sure=0.99)
    assert at.table.hear(fact).verdict is Verdict.ACCEPTED
    assert at.table.state.pupils["Cleo"].copied == (5,)


def test_ab23_a_die_that_the_eyes_are_not_sure_of_is_asked_about_only_if_it_matters(at):
    """AB23: 6 or 9 are both above a +5, so nobody is asked; 5 or 6 is another matter."""
    at.everybody_lays()
    at.wait(11_000)
    at.move(m.Play(seat="Ben", target="Cleo", card="CH"), m.Name(seat="Cleo", neighbour="Ben", card="+5"))
    doubt = Fact(
        Kind.DICE, {"d10": ["5"]}, at.clock.now(), Source.CAMERA, sure=0.6, choices=({"d10": ["6"]},)
    )
    assert at.table.hear(doubt).verdict is Verdict.UNSURE
    alike = Fact(
        Kind.DICE, {"d10": ["6"]}, at.clock.now(), Source.CAMERA, sure=0.6, choices=({"d10": ["9"]},)
    )
    assert at.table.hear(alike).verdict is Verdict.ACCEPTED


def test_a_pulled_plug_comes_back_to_the_same_ask(at):
    at.move(m.Play(seat="Ada", target="Ben", card="+5"))
    asks, state = at.table.asks, at.table.state
    again = Table.resume(at.journal, at.clock)
    assert (again.state, again.asks) == (state, asks)


def test_a_roll_is_taken_back_only_with_the_whole_table(at):
    at.everybody_lays()
    at.wait(11_000)
    at.move(m.Play(seat="Ben", target="Cleo", card="CH"), m.Name(seat="Cleo", neighbour="Ben", card="+5"))
    at.move(m.Roll(seat="Cleo", face=9))
    assert at.table.undo().verdict is Verdict.REFUSED
    assert at.table.undo(agreed=True).verdict is Verdict.ACCEPTED
    assert at.table.state.pending.what == "roll"
