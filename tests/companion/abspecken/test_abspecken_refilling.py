"""Drawing back to five after the takes (A22, A25, A27 to A29, AM-3, P10)."""

from companion.games.abspecken.flow import due
from tests.tables import cases


@cases(
    "hand, laid, draw, refill, n",
    {
        "A27 back to five": ("12345", "32", 10, "to5", 2),
        "A28 from six only to five": ("123456", "32", 10, "to5", 1),
        "A28 five are enough": ("1123456", "32", 10, "to5", 0),
        "A29 as far as the piles reach": ("12345", "32", 1, "to5", 1),
        "AM-3 as many as were laid": ("1123456", "32", 10, "by_discards", 2),
    },
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
    assert table.refused("refill", seat="A", cards=["1"]) == "A28"


@cases(
    "refill, gifted, left, laid, n",
    {
        "AM-3 to five": ("to5", False, "1234", "1", 1),
        "AM-3 one for one, although five are left": ("by_discards", False, "12344", "1", 1),
        "P10 a gift, and six are left": ("by_discards", True, "123445", "1", 0),
        "P10 a gift, and five are left": ("by_discards", True, "12344", "1", 0),
        "P10 a gift, and four are left: AM-3": ("by_discards", True, "1234", "11", 2),
        "P10 a gift, and four are left": ("to5", True, "1234", "11", 1),
    },
)
def test_refilling_after_a_gift(referee, refill, gifted, left, laid, n):
    players = {
        "A": {"hand": left, "draw": 10, "laid": laid, "gifted": gifted},
        "B": {"hand": "1", "draw": 9, "laid": "1"},
    }
    table = referee(players, phase="refill", options={"refill": refill})

    assert due(table.state, "A") == n
