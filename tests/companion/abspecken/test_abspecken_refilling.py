"""Drawing back to five after the takes (A22, A25, A27 to A29, AM-3, P10)."""

import pytest

from companion.games.abspecken.refill import due


@pytest.mark.parametrize(
    ("hand", "laid", "draw", "refill", "n"),
    [
        pytest.param("12345", "32", 10, "to5", 2, id="A27 back to five"),
        pytest.param("123456", "32", 10, "to5", 1, id="A28 from six only to five"),
        pytest.param("1123456", "32", 10, "to5", 0, id="A28 five are enough"),
        pytest.param("12345", "32", 1, "to5", 1, id="A29 as far as the piles reach"),
        pytest.param("1123456", "32", 10, "by_discards", 2, id="AM-3 as many as were laid"),
    ],
)
def test_refilling(referee, hand, laid, draw, refill, n):
    table = referee({"A": (hand, draw), "B": ("12355", 9)}, roll=((1, 4), "6"), options={"refill": refill})
    table.play("lay", seat="A", cards=list(laid)).play("lay", seat="B", cards=["5"])
    before = len(table.state.player("A").hand)
    table.play("refill")

    assert len(table.state.player("A").hand) - before == n


def test_refilling_where_cards_are_seen(referee):
    """A27, A29: the right number, from what the piles can have; AM-17: otherwise once more."""
    table = referee({"A": {"hand": "12345", "draw": "1666"}, "B": ("12355", 9)}, roll=((1, 4), "6"))
    table.play("lay", seat="A", cards=["5"]).play("lay", seat="B", cards=["5"])

    assert table.refused("refill", seat="A", cards=["1", "6"]) == "A27"
    assert table.refused("refill", seat="A", cards=["2"]) == "A29"
    assert table.refused("refill", cards=["1"]) == "A27"
    table.play("refill", seat="A", cards=["6"])
    assert table.hand("A") == "12346"
    assert table.state.phase == "refill"


@pytest.mark.parametrize(
    ("refill", "gifted", "left", "laid", "n"),
    [
        pytest.param("to5", False, "1234", "1", 1, id="AM-3 to five"),
        pytest.param("by_discards", False, "12344", "1", 1, id="AM-3 one for one, although five are left"),
        pytest.param("by_discards", True, "123445", "1", 0, id="P10 a gift, and six are left"),
        pytest.param("by_discards", True, "12344", "1", 0, id="P10 a gift, and five are left"),
        pytest.param("by_discards", True, "1234", "11", 2, id="P10 a gift, and four are left: AM-3"),
        pytest.param("to5", True, "1234", "11", 1, id="P10 a gift, and four are left"),
    ],
)
def test_refilling_after_a_gift(referee, refill, gifted, left, laid, n):
    players = {
        "A": {"hand": left, "draw": 10, "laid": laid, "gifted": gifted},
        "B": {"hand": "1", "draw": 9, "laid": "1"},
    }
    table = referee(players, phase="refill", options={"refill": refill})

    assert due(table.state, "A") == n
