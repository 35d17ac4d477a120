"""ABspecken: all that each person may do at a moment, from which bots choose."""

import pytest

from companion.games.abspecken import GAME
from companion.games.abspecken.state import PIGGY_FACES
from companion.lab import candidates
from tests.companion import in_short
from tests.tables import cases

SECOND = 1_000_000_000
UNABLE = "55566"  # nothing of it fits the dice 1 and 1
ABLE = "12456"
OPENINGS = ("12456", "13356", "23466", "22366", "11112", "34556")  # sensible ones and foolish ones
FOUR_OF_EACH = "111122223333444455556666"


def legal(table, seat):
    """What *seat* may do, whatever it was told with."""
    return in_short.legal(GAME, table.state, seat, "source", "uncertainty")


# --- A5, A9 to A11: setting up ---


@cases("youngest, expected", {"A11 who is youngest": ("", ["ready B"]), "A5 that is known": ("A", ["ready"])})
def test_before_the_hands_anybody_is_ready(referee, youngest, expected):
    table = referee({"A": "", "B": ""})
    table.state = GAME.read_position({"players": {"A": {}, "B": {}}, "youngest": youngest})

    assert legal(table, "B") == expected
    assert legal(table, "Nobody") == []  # A1


@cases(
    "hands, expected",
    {"A9 AM-15 unseen": ("hidden", ["pick"]), "A9": ("open", [f"pick {h}" for h in sorted(OPENINGS)])},
)
def test_a_hand_is_picked_once(new_game, hands, expected):
    """A10: then it is fixed."""
    table = new_game("AB", hands=hands).play("ready", youngest="A")
    picked = {} if hands == "hidden" else {"cards": list(ABLE)}

    assert legal(table, "A") == expected
    table.play("pick", seat="A", **picked)
    assert (legal(table, "A"), legal(table, "B")) == ([], expected)


# --- A11, P2 to P12: the roll ---


def at_the_dice(referee, phase, **more):
    players = {"A": {"hand": ABLE, "draw": 10, "pile": "3"}, "B": ("12345", 10)}
    return referee(players, phase=phase, options={"piggy": True}, **more)


def test_the_roller_takes_the_piggy_or_not(referee):
    """P4, P5."""
    table = at_the_dice(referee, "roll_offer")

    assert legal(table, "A") == ["offer False", "offer True"]
    assert legal(table, "B") == []


@pytest.mark.parametrize("piggy", [True, False], ids=["P6 with the Piggy Die", "A11 without it"])
def test_every_roll_of_the_dice(referee, piggy):
    """A11, P6: two dice, the barred colour, and each different face of the Piggy Die."""
    table = at_the_dice(referee, "rolling", piggy=piggy)
    rolls = candidates.legal(GAME, table.state, "A")

    assert {roll.pig for roll in rolls} == (set(PIGGY_FACES) if piggy else {""})
    assert {number for roll in rolls for number in roll.pips} == {1, 2, 3, 4, 5, 6}
    assert len(rolls) == len(set(rolls)) == 6 * 6 * 6 * (5 if piggy else 1)
    assert legal(table, "B") == []


@cases(
    "pig, hand, hands, expected",
    {
        "P8 each card once": ("smile", "445", "open", ["B 4", "B 5", "C 4", "C 5"]),
        "P8 the camera saw them": ("smile", "445", "ledger", ["B 4", "B 5", "C 4", "C 5"]),
        "P8 it has not seen one of them": ("smile", "44?", "ledger", ["B ?", "C ?"]),
        "P8 AM-15 nobody looks": ("smile", "445", "hidden", ["B ?", "C ?"]),
        "P11 the top card comes back": ("grim", "445", "open", []),
    },
)
def test_what_the_piggy_makes_the_roller_do(referee, pig, hand, hands, expected):
    players = {"A": {"hand": hand, "draw": 10, "pile": "3"}, "B": (UNABLE, 10), "C": (UNABLE, 10)}
    options = {"piggy": True, "hands": hands}
    table = referee(players, roll=((1, 1), "2", pig), phase="pig", options=options)

    assert legal(table, "A") == ([f"give {what}" for what in expected] or ["pick_up"])
    assert legal(table, "B") == ([] if pig == "smile" else ["cannot 100000000"])  # P5, AM-6


# --- A12 to A21, P13: discards and calls ---


def acting(referee, hands="open", **more):
    players = {"A": ABLE, "B": UNABLE, "C": UNABLE}
    return referee(players, roll=((1, 4), "6"), read_at=7, options={"hands": hands}, **more)


@cases(
    "phase, agree",
    {
        "A12 whoever acts has agreed with the dice": ("read", ["agree"]),
        "A12 the dice are agreed on": ("act", []),
    },
)
def test_whoever_has_not_acted_discards_or_calls(referee, phase, agree):
    """A15, A16, P13: one die, or the sum with each of its cards on top; A13: who can discard cannot call."""
    table = acting(referee, phase=phase)

    assert legal(table, "A") == [*agree, "lay 1", "lay 14", "lay 4", "lay 41", "lay 5"]
    table.play("lay", seat="A", cards=["5"])
    assert legal(table, "A") == []


def test_a_call_comes_after_those_before(referee):
    """A21, A24: a tenth of a second after the dice were read, or after the last call."""
    table = referee({"A": UNABLE, "B": UNABLE, "C": UNABLE}, roll=((1, 1), "6"), read_at=7)

    assert legal(table, "A") == ["cannot 100000007"]
    table.play("cannot", seat="B", t=500).play("cannot", seat="A", t=400)
    assert legal(table, "C") == ["cannot 100000500"]
    assert legal(table, "A") == ["withdraw"]


@cases(
    "cards, shown",
    {
        "AM-7 from a set that is whole": ({"hand": "3????", "own": FOUR_OF_EACH}, "11113"),
        "AM-7 of piles that nobody has counted": ({"hand": "3????", "draw": 19}, "12334"),
        "AM-7 of piles that are known": ({"hand": "3?", "draw": "15"}, "13"),
    },
)
def test_a_doubted_call(referee, cards, shown):
    """AM-7: anybody else doubts it, its caller shows a hand with what is known of it, anybody drops it."""
    table = referee({"A": cards, "B": ABLE, "C": ABLE}, roll=((1, 4), "6"), options={"hands": "hidden"})
    table.play("cannot", seat="A")
    for seat in "BC":
        table.play("lay", seat=seat, cards=["5"])

    assert legal(table, "A") == ["take B ?", "take C ?", "withdraw"]
    assert legal(table, "B") == legal(table, "C") == ["challenge A"]
    table.play("challenge", of="A")
    assert legal(table, "A") == ["drop", f"show {shown}", "withdraw"]
    assert legal(table, "B") == ["drop"]


# --- A22 to A25, AM-1: takes ---


@cases(
    "hands, bens, expected",
    {
        "A23 each card once": ("open", "22446", ["B 2", "B 4", "B 6", "C 1", "C 4"]),
        "A23 the camera saw them": ("ledger", "22446", ["B 2", "B 4", "B 6", "C 1", "C 4"]),
        "A23 it has not seen one of them": ("ledger", "2?446", ["B ?", "C 1", "C 4"]),
        "A23 AM-15 nobody looks": ("hidden", "22446", ["B ?", "C ?"]),
    },
)
def test_the_first_caller_takes(referee, hands, bens, expected):
    """A24: and nobody else; AM-1: from those who have discarded."""
    players = {
        "A": UNABLE,
        "B": {"hand": bens, "draw": 9, "laid": "2"},
        "C": {"hand": "114", "draw": 9, "laid": "2"},
        "D": UNABLE,
    }
    calls = [{"seat": "D", "t": 5 * SECOND}, {"seat": "A", "t": SECOND}]
    options = {"hands": hands, "challenge": False}
    table = referee(players, phase="take", roll=((1, 1), "3"), calls=calls, options=options)

    assert legal(table, "A") == [*(f"take {what}" for what in expected), "withdraw"]
    assert (legal(table, "B"), legal(table, "D")) == ([], ["withdraw"])


# --- A25 to A29: refilling ---


@cases(
    "hand, draw, hands, expected",
    {
        "A27 one card, the lowest or the highest": ("2456", "1346", "open", ["1", "6"]),
        "A27 two cards": ("456", "1346", "open", ["13", "46"]),
        "A27 just the two that are there": ("456", "16", "open", ["16"]),
        "A27 of those that are known": ("456", "1?6", "open", ["16"]),
        "A27 of two that nobody has seen": ("456", "1??", "open", [""]),
        "A27 seen by the camera": ("2456", "1346", "ledger", ["1", "6"]),
        "A27 AM-15 nobody looks": ("456", "1346", "hidden", [""]),
    },
)
def test_who_has_discarded_draws(referee, hand, draw, hands, expected):
    """A25: a caller does not."""
    players = {"A": {"hand": hand, "draw": draw, "laid": "2"}, "B": UNABLE}
    table = referee(players, phase="refill", options={"hands": hands})

    assert legal(table, "A") == [f"refill {drawn}".strip() for drawn in expected]
    assert legal(table, "B") == []


# --- A32: counting ---


def test_whose_cards_are_not_known_counts(referee):
    """A32: at least and at most what they can make; when all is known the table agrees."""
    pile = FOUR_OF_EACH
    players = {
        "A": {"hand": "", "own": "", "pile": pile},
        "B": {"hand": "??", "own": "??", "pile": pile[:-2]},
        "C": {"hand": "??", "own": "??", "pile": pile[2:]},
    }
    table = referee(players, phase="score", out=["A"], options={"hands": "hidden"})

    assert (legal(table, "A"), legal(table, "B")) == ([], ["count 12", "count 2"])
    table.play("count", seat="B", points=7)
    assert legal(table, "A") == legal(table, "B") == legal(table, "C") == ["close"]
