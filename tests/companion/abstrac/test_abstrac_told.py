"""Abstrac: what is told along with a ruling, to the card and to the point."""

import msgspec
import pytest
from test_abstrac_play import ROW, SEATS, after, dealt, near_the_end, refused, started, swapped, taking

from companion.games.abstrac import GAME
from companion.games.abstrac import moves as m
from companion.games.abstrac.melds import best_windows, windows
from companion.lab.candidates import legal
from tests.tables import cases

# --- the row ---


def test_as1_the_refusal_says_how_many_cards_were_read():
    state = after(started(), m.Lots(dealer="Bo"))

    assert GAME.refuse(state, m.Row(cards=ROW[5:])).says.args["n"] == 19
    assert GAME.refuse(state, m.Row(cards=swapped(0, "TC"))).says.key == "refused.cards_twice"


@cases(
    "cards, inner",
    {
        "AS5 one from the middle": (ROW[:20] + ROW[21:], 1),
        "AS5 one from the middle, one from the end": (ROW[:20] + ROW[21:23], 1),
        "AS5 two from the middle": (ROW[:19] + ROW[21:], 2),
    },
)
def test_the_cards_from_the_middle_are_named(cards, inner):
    refusal = GAME.refuse(taking(), m.Left(seat="Elfi", cards=cards))

    assert refusal.says.key == "refused.inner_card"
    assert len(refusal.says.args["cards"]) == inner


@cases(
    "move, n",
    {
        "AS5 four are gone: one too many": (m.Left(seat="Elfi", cards=ROW[:20]), 1),
        "AS5 six are gone: three too many": (m.Left(seat="Elfi", cards=ROW[:18]), 3),
        "AS5 five are taken: two too many": (m.Take(seat="Elfi", count=5), 2),
    },
)
def test_how_many_were_too_many(move, n):
    assert GAME.refuse(taking(), move).says.args["n"] == n


def test_as6_the_lifted_cards_in_the_order_in_which_they_left():
    state = after(taking(), m.Left(seat="Elfi", cards=ROW[:22]))

    assert GAME.view(state).detail["lifted"] == ["AS", "KS"]
    assert GAME.view(taking()).detail["lifted"] == []


# --- who may say something ---


@cases(
    "state, move, ruling",
    {
        "AS7 a stranger": (taking(), m.Shown(seat="Nobody", cards=()), ("AS7", "not_yet")),
        "AS7 before the takes": (dealt(), m.Shown(seat="Elfi", cards=()), ("AS7", "not_yet")),
        "B10 a stranger": (taking(hints="both_agree"), m.Hint(seat="Nobody"), ("B10", "not_yet")),
        "B10 before the takes": (dealt(hints="both_agree"), m.Hint(seat="Elfi"), ("B10", "not_yet")),
    },
)
def test_strangers_and_too_early(state, move, ruling):
    assert refused(state, move) == ruling


def test_b10_the_first_wish_waits_for_the_second():
    state = taking(hints="both_agree")
    first = GAME.play(state, m.Hint(seat="Bo"))
    second = GAME.play(first.state, m.Hint(seat="Elfi"))

    assert [note.says.key for note in (*first.notes, *second.notes)] == [
        "note.hint_wanted",
        "note.hints_open",
    ]


# --- melds ---


def test_as9_only_new_melds_are_told():
    state = msgspec.structs.replace(
        taking(), row=("9C", "KD"), hands={"Elfi": ("QC", "QD", "QH", "KC", "KH"), "Bo": ()}
    )

    (told,) = [n for n in GAME.play(state, m.Take(seat="Elfi", count=1)).notes if n.says.key == "note.melds"]

    assert (told.rule, len(told.says.args["melds"])) == ("AS9", 1)
    none = GAME.play(msgspec.structs.replace(state, row=("9C", "9D")), m.Take(seat="Elfi", count=1))
    assert [note.says.key for note in none.notes] == ["note.takes"]


@cases(
    "ace, count, has, lacks",
    {
        "B3 high": ("high", 10, {(3, 4, 5), (0, 1, 2, 3, 4, 5)}, {(5, 0, 1)}),
        "B3 below the nine as well": ("high_low", 13, {(3, 4, 5), (5, 0, 1)}, {(4, 5, 0)}),
        "B3 round the corner": ("wrap", 19, {(5, 0, 1), (4, 5, 0), (3, 4, 5, 0, 1)}, set()),
    },
)
def test_all_runs_that_there_can_be(ace, count, has, lacks):
    """AS10: RANKS from 9 to the ace."""
    found = windows(ace)

    assert len(found) == count
    assert has <= set(found) and not lacks & set(found)


def test_as11_among_runs_of_equal_worth_the_longest_is_laid():
    """AS11: five in a row score as much as two threes that meet."""
    assert best_windows((1, 1, 2, 1, 1, 0), "high") == ((0, 1, 2, 3, 4),)


# --- the end of a deal ---


@cases(
    "misere, elfi, bo, told",
    {
        "AS13 one has no combination": (True, ("AS",), ("TH", "JH", "QH"), True),
        "AS13 neither has one": (True, ("AS",), ("TH", "JC", "QH"), False),
        "AS13 both have one": (True, ("9D", "9H"), ("TH", "JH", "QH"), False),
        "AS13 misère is not played": (False, ("AS",), ("TH", "JH", "QH"), False),
    },
)
def test_as13_misere_is_told_only_where_it_is(misere, elfi, bo, told):
    state = msgspec.structs.replace(taking(misere=misere), row=("9C",), hands={"Elfi": elfi, "Bo": bo})

    step = GAME.play(state, m.Take(seat="Elfi", count=1))

    assert ("AS13" in [note.rule for note in step.notes]) is told


def test_as12_a_score_is_told_as_it_was_made():
    """AS12: Combination times the other one's cards; in misère the other way round."""
    hands = {"Elfi": ("AS",), "Bo": ("TH", "JH", "QH")}

    def keys(misere):
        state = msgspec.structs.replace(taking(misere=misere), row=("9C",), hands=hands)
        notes = GAME.play(state, m.Take(seat="Elfi", count=1)).notes
        return [note.says.key for note in notes if note.rule == "AS12"]

    assert keys(misere=False) == ["note.score"] * 2
    assert "note.score_swapped" in keys(misere=True)


@pytest.mark.parametrize("place", ["deal", "result"])
def test_a_deal_that_was_played_has_no_other_fields(place):
    position = msgspec.to_builtins(GAME.write_position(near_the_end((0, 0))))
    written = position["results"][0]
    strange = written["deal"] if place == "deal" else written
    assert GAME.read_position(position).seats == SEATS

    strange["banana"] = 1

    with pytest.raises(msgspec.ValidationError, match="banana"):
        GAME.read_position(position)


# --- how many moves each seat may make ---

LIFTED = m.Left(seat="Elfi", cards=ROW[:22])


@cases(
    "state, elfi, bo",
    {
        "AS3 anybody tells who deals": (started(), 2, 2),
        "AS4 first or second": (dealt(), 2, 0),
        "AS5 take one to three, AS6 lift one to three": (taking(), 6, 0),
        "AS6 put back, or lift one or three": (after(taking(), LIFTED), 6, 0),
        "B8 take two or three, lift a third": (after(taking(touch_move="binds"), LIFTED), 3, 0),
        "B10 both may wish for hints": (taking(hints="both_agree"), 7, 1),
        "AS5 only one card is left": (near_the_end((0, 0), (3,) * 7 + (2,)), 2, 0),
        "AS14 it is over": (near_the_end((68, 0)), 0, 0),
    },
)
def test_how_many_moves_each_seat_may_make(state, elfi, bo):
    assert [len(legal(GAME, state, seat)) for seat in SEATS] == [elfi, bo]


def test_as3_only_the_dealer_lays_the_row():
    state = after(started(), m.Lots(dealer="Bo"))

    assert legal(GAME, state, "Elfi") == ()
    assert all(isinstance(move, m.Row) for move in legal(GAME, state, "Bo"))
    assert len(legal(GAME, state, "Bo")) > 1
