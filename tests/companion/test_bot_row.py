"""The row of cards before a bot: where they lie, and which of them its hand lays."""

from types import SimpleNamespace

import pytest

from companion.bot_seat import leaving, places_of, row_after, without_places
from companion.game import Move
from tests.tables import cases

ROW = ("5", "1", "5", "3")


@cases(
    "cards, places",
    {
        "counted from the left, from one on": (("3",), (4,)),
        "of two alike the left one": (("5",), (1,)),
        "both": (("5", "5"), (1, 3)),
        "from left to right, however they are named": (("3", "5"), (1, 4)),
        "there are not so many": (("5", "5", "5"), ()),
        "it does not lie there": (("9",), ()),
        "one of them does not": (("5", "9"), ()),
        "none": ((), ()),
    },
)
def test_where_cards_lie(cards, places):
    assert places_of(ROW, cards) == places


@pytest.mark.parametrize(
    ("places", "row"), [((), ROW), ((1,), ("1", "5", "3")), ((1, 4), ("1", "5")), ((1, 2, 3, 4), ())]
)
def test_what_is_left_is_pushed_together(places, row):
    assert without_places(ROW, places) == row


class Lay(Move, tag="lay"):
    cards: tuple[str, ...] = ()


BOT = SimpleNamespace(
    gives_up=lambda state, move, row: move.cards, is_new_hand=lambda state, move, seat: state == "new hands"
)


@cases(
    "state, seat, given, row",
    {
        "the bot itself has laid it": ("", "Ada", (), ("1", "5", "3")),
        "somebody else has": ("", "Ben", (), ROW),
        "somebody has changed its hand": ("new hands", "Ben", (), ()),
        "the hand has laid what it was told": ("new hands", "Ada", (2,), ("5", "5", "3")),
    },
)
def test_the_row_after_a_move(state, seat, given, row):
    move = Lay(seat=seat, cards=("5",))

    assert row_after(BOT, state, "Ada", move, ROW, given) == row


def test_which_cards_leave_the_row():
    assert leaving(BOT, "", Lay(seat="Ada", cards=("5", "3")), ROW) == (1, 4)
