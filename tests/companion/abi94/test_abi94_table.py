"""AB33 and AB38 at the real table: buttons, the order of presses, the end of the time, resuming."""

import pytest

from companion.calls import Edge
from companion.clock import HandClock
from companion.facts import MS, Fact, Kind, Source
from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.journal import Journal
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table

SEATS = ("Ada", "Ben", "Cleo", "Dora")
LINES = {seat: str(number) for number, seat in enumerate(SEATS, 1)}


class AtTheTable:
    """Four people before a real table with a journal in memory."""

    def __init__(self):
        self.clock = HandClock(1_000 * MS)
        self.journal = Journal.open(":memory:", self.clock)
        self.table = Table.start(GAME, seats_named(SEATS), GAME.options(), self.journal, self.clock)
        self.told = []
        self.table.listen(self.told.append)
        self.move(m.Deal(), *(m.Swap(seat=seat, count=0) for seat in SEATS), m.Lead(leader="Ada"))

    def move(self, *moves):
        for move in moves:
            self.clock.advance(500 * MS)
            ruling = self.table.propose(GAME.write_move(move))
            assert ruling.verdict is Verdict.ACCEPTED, ruling

    def everybody_lays(self):
        self.move(*(m.Play(seat=seat, target=seat, card="+5") for seat in SEATS))

    def press(self, *presses):
        """Presses as (seat, ns after now), in the order in which they are delivered."""
        now = self.clock.now()
        for seat, after in presses:
            self.table.feel(Edge(LINES[seat], now + after, True))
        self.clock.advance(400 * MS)
        for seat, after in presses:
            self.table.feel(Edge(LINES[seat], now + after + 200 * MS, False))
        self.wait(400)

    def wait(self, ms):
        self.clock.advance(ms * MS)
        self.table.tick()

    def standing(self, seat):
        return self.table.state.pupils[seat].standing


@pytest.fixture
def at():
    return AtTheTable()


def test_ab33_the_button_hands_in(at):
    at.move(m.Play(seat="Ada", target="Ben", card="+5"))
    at.press(("Ben", 0))
    assert at.standing("Ben") == "handed_in" and at.table.state.pupils["Ben"].result == 5
    assert at.table.state.turn == "Cleo"


def test_ab33_a_button_without_a_card_this_round_changes_nothing(at):
    at.move(m.Play(seat="Ada", target="Ben", card="+5"))
    at.press(("Cleo", 0))
    assert at.standing("Cleo") == "in"
    assert at.told[-1].ruling.verdict is Verdict.REFUSED


@pytest.mark.parametrize("order", [("Ben", "Dora"), ("Dora", "Ben")], ids="AB38 {}".format)
def test_ab38_two_presses_at_the_same_moment_both_count(at, order):
    at.everybody_lays()
    at.press((order[0], 0), (order[1], 1))
    assert [at.standing(seat) for seat in SEATS] == ["in", "handed_in", "in", "handed_in"]


def test_a13_the_round_is_closed_ten_seconds_after_the_last_card(at):
    at.everybody_lays()
    at.wait(9_000)
    assert at.table.state.round == 1
    at.wait(2_000)
    assert at.table.state.round == 2
    at.press(("Ben", 0))
    assert at.standing("Ben") == "in"


def test_a13_a_press_within_the_time_counts_although_it_is_heard_later(at):
    at.everybody_lays()
    pressed = at.clock.now() + 9_990 * MS
    at.clock.advance(10_020 * MS)
    at.table.feel(Edge(LINES["Ben"], pressed, True))
    at.wait(400)
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
