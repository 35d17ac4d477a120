"""The row of cards before a bot: where they lie, and which of them its hand lays."""

from types import SimpleNamespace

import pytest

from companion.bot_seat import leaving, places_of, row_after, without_places
from companion.game import Move

ROW = ("5", "1", "5", "3")


@pytest.mark.parametrize(
    ("cards", "places"),
    [
        pytest.param(("3",), (4,), id="counted from the left, from one on"),
        pytest.param(("5",), (1,), id="of two alike the left one"),
        pytest.param(("5", "5"), (1, 3), id="both"),
        pytest.param(("3", "5"), (1, 4), id="from left to right, however they are named"),
        pytest.param(("5", "5", "5"), (), id="there are not so many"),
        pytest.param(("9",), (), id="it does not lie there"),
        pytest.param(("5", "9"), (), id="one of them does not"),
        pytest.param((), (), id="none"),
    ],
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


@pytest.mark.parametrize(
    ("state", "seat", "given", "row"),
    [
        pytest.param("", "Ada", (), ("1", "5", "3"), id="the bot itself has laid it"),
        pytest.param("", "Ben", (), ROW, id="somebody else has"),
        pytest.param("new hands", "Ben", (), (), id="somebody has changed its hand"),
        pytest.param("new hands", "Ada", (2,), ("5", "5", "3"), id="the hand has laid what it was told"),
    ],
)
def test_the_row_after_a_move(state, seat, given, row):
    move = Lay(seat=seat, cards=("5",))

    assert row_after(BOT, state, "Ada", move, ROW, given) == row


def test_which_cards_leave_the_row():
    assert leaving(BOT, "", Lay(seat="Ada", cards=("5", "3")), ROW) == (1, 4)
