"""ABspecken: what a hand, a roll and the Piggy Die are worth."""

import pytest

from companion.games.abspecken.lab import odds
from companion.games.abspecken.state import Rolled
from tests.at_first import more
from tests.tables import cases


@pytest.mark.parametrize(
    ("hand", "rolls"),
    [("12456", 216), ("11112", 108), ("246", 188), ("36", 141), ("2456", 210), ("6", 80), ("1", 55)],
)
def test_the_odds_of_a_hand(hand, rolls):
    """A15 to A19 over all 216 rolls."""
    assert odds.rolls_with_a_discard(tuple(hand)) == rolls


@more
def test_exactly_one_opening_hand_can_always_discard():
    hands = list(odds.opening_hands())
    chances = {hand: odds.rolls_with_a_discard(hand) / odds.ROLLS for hand in hands}

    assert len(hands) == 246
    assert [hand for hand, chance in chances.items() if chance == 1] == [tuple("12456")]
    assert round(sum(chances.values()) / 246, 3) == 0.855


@cases(
    "hand, pips, ban, shift, most",
    {
        "A15 the sum: a 6, or a 2 and a 4": ("12456", (2, 4), "1", 0, 6),
        "A15 without the 6": ("12456", (2, 4), "6", 0, 6),
        "A16 one die": ("36", (3, 5), "1", 0, 3),
        "P7 one more: both cards": ("36", (3, 5), "1", 1, 9),
        "A21 nothing": ("66", (1, 2), "3", 0, 0),
    },
)
def test_the_best_discard(hand, pips, ban, shift, most):
    assert odds.best_discard(tuple(hand), Rolled(pips, ban), shift) == most


@pytest.mark.parametrize(("hand", "top"), [("6", "1"), ("13", "6"), ("244", "2")])
def test_what_the_piggy_is_worth_on_average(hand, top):
    """P6 to P11 written a second time: each of the six faces with each of the 216 rolls."""

    def best(held, rolled, shift=0):
        return odds.best_discard(tuple(sorted(held)), rolled, shift)

    def with_face(rolled, face):
        match face:
            case "grim":
                return best(hand + top, rolled) - int(top)
            case "smile":
                return max(int(c) + best(hand.replace(c, "", 1), rolled) for c in hand)
        return best(hand, rolled, int(face[-1]))

    gains = [
        with_face(rolled, face) - best(hand, rolled)
        for rolled in odds.rolls()
        for face in ("+-1", "+-2", "+-3", "smile", "grim", "grim")
    ]
    assert odds.piggy_gain(tuple(hand), top) == pytest.approx(sum(gains) / (216 * 6))


def test_the_piggy_pays_with_a_low_card_on_top():
    """P11, P13: the booklet's tip, in figures."""
    assert odds.piggy_gain(tuple("13356"), "1") > odds.piggy_gain(tuple("13356"), "6")
