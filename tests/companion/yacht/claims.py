"""What the rules of Yacht say with each of its switches, and whether its referee does so."""

from functools import partial

from companion.games.yacht import GAME
from companion.games.yacht.scoring import total, worth
from companion.games.yacht.state import LOWER, UPPER, Keep, Roll, Write
from tests.companion.rules_said import Claim, begun

SEATS = ("Ada", "Ben")
played = partial(begun, GAME, SEATS)


def roll(*dice, seat="Ada"):
    return Roll(seat=seat, dice=dice)


def keep(*dice, seat="Ada"):
    return Keep(seat=seat, dice=dice)


def write(box, seat="Ada"):
    return Write(seat=seat, box=box)


def filled(points, *boxes):
    return {"Ada": dict.fromkeys(boxes, points)}


def _bonus(points):
    """With 63 points above, and not with 62."""

    def does(options):
        state = played(options, sheets={"Ada": {"sixes": 30, "fives": 25}})
        with_eight = played(options, roll(4, 4, 1, 2, 3), write("fours"), sheets=state.sheets)
        with_six = played(options, roll(3, 3, 1, 2, 4), write("threes"), sheets=state.sheets)
        return (total(with_eight, "Ada"), total(with_six, "Ada")) == (63 + points, 61)

    return does


def _house(points):
    return lambda options: worth(played(options, roll(2, 2, 5, 5, 5)), "full") == points


def _extra(points):
    def does(options):
        after = played(options, roll(3, 3, 3, 3, 3), write("threes"), sheets={"Ada": {"yacht": 50}})
        nothing = played(options, roll(3, 3, 3, 3, 3), write("threes"), sheets={"Ada": {"yacht": 0}})
        return (total(after, "Ada"), total(nothing, "Ada")) == (65 + points, 15)

    return does


def _joker(way):
    """Where a second yacht may go, and what a large straight gives for it."""

    def does(options):
        open_below = played(options, roll(3, 3, 3, 3, 3), sheets=filled(0, "yacht", "threes"))
        all_open = played(options, roll(3, 3, 3, 3, 3), sheets=filled(0, "yacht"))
        none_below = played(options, roll(3, 3, 3, 3, 3), sheets=filled(0, "threes", *LOWER))
        may = [
            GAME.refuse(state, write(box)) is None
            for state, box in (
                (open_below, "large"),
                (open_below, "ones"),
                (all_open, "large"),
                (none_below, "ones"),
            )
        ]
        wanted = {"forced": [True, False, False, True], "free": [True] * 4, "none": [True] * 4}[way]
        return may == wanted and worth(open_below, "large") == (0 if way == "none" else 40)

    return does


CLAIMS = [
    *(Claim("bonus", n, ["YT5"], f"points: {n} (", f"Punkte: {n} (", _bonus(n)) for n in (0, 25, 35, 50)),
    Claim("full_house", "25", ["YT6"], "give 25 points", "geben 25 Punkte", _house(25)),
    Claim("full_house", "sum", ["YT6"], "the sum of all dice", "die Summe aller Würfel", _house(19)),
    *(Claim("extra", n, ["YT7"], f"besides: {n} (", f"Punkte: {n} (", _extra(n)) for n in (0, 50, 100)),
    Claim("joker", "forced", ["YT8"], "the box of its number", "das Feld ihrer Zahl", _joker("forced")),
    Claim(
        "joker", "free", ["YT8"], "may be written in any open box", "darf in jedes freie Feld", _joker("free")
    ),
    Claim("joker", "none", ["YT8"], "like any other dice", "wie alle anderen Würfel", _joker("none")),
]
assert len(UPPER) + len(LOWER) == 13
