"""What the rules of Ten Thousand say with each of its switches, and whether its referee does so."""

from functools import partial

from companion.games.ten_thousand import GAME
from companion.games.ten_thousand.scoring import worth
from companion.games.ten_thousand.state import Bank, Keep, Roll
from tests.companion.rules_said import Claim, begun

SEATS = ("Ada", "Ben", "Cem")
played = partial(begun, GAME, SEATS)


def roll(*dice, seat="Ada"):
    return Roll(seat=seat, dice=dice)


def keep(*dice, seat="Ada"):
    return Keep(seat=seat, dice=dice)


def bank(seat="Ada"):
    return Bank(seat=seat)


def _gives(points, *dice):
    return lambda options: worth(dice, options) == points


def _target(points):
    """The last round begins with the first point of the target, and not before."""

    def does(options):
        one = (roll(1, 2, 3, 4, 6, 6), keep(1), bank())
        ends = [played(options, *one, points={"Ada": n}).reached for n in (points - 200, points - 100)]
        return ends == ["", "Ada"]

    return does


def _more_alike(way):
    points = {"double": (800, 1600, 3200), "fixed": (1000, 2000, 3000), "none": (0, 0, 800)}

    def does(options):
        return tuple(worth((4,) * n, options) for n in (4, 5, 6)) == points[way]

    return does


def _hot(way):
    def does(options):
        all_six = played(options, roll(1, 1, 1, 5, 5, 5), keep(1, 1, 1, 5, 5, 5), earned=1000)
        return (GAME.refuse(all_six, bank()) is None) is (way == "may")

    return does


def _needs(points, before):
    """Somebody with *before* points writes down from so many on; with 0 already from the least on."""

    def does(options):
        found = []
        for stake in (200, 300, 350, 500, 1000):
            state = played(
                options, roll(2, 2, 3, 3, 4, 5), keep(5), earned=stake - 50, points={"Ada": before}
            )
            found.append(GAME.refuse(state, bank()) is None)
        return found == [stake >= points for stake in (200, 300, 350, 500, 1000)]

    return does


def _least(points):
    """With so little at stake nobody writes down."""

    def does(options):
        stakes = {50: 0, 200: 200, 300: 300, 350: 350}
        may = [n for n in stakes if _may_bank(options, n)]
        return may == [n for n in stakes if n >= points]

    return does


def _may_bank(options, stake):
    state = played(options, roll(2, 2, 3, 3, 4, 5), keep(5), earned=stake - 50, points={"Ada": 700})
    return GAME.refuse(state, bank()) is None


def _last_round(on):
    def does(options):
        over = played(options, roll(1, 2, 3, 4, 6, 6), keep(1), bank(), points={"Ada": 9_950})
        return (over.phase != "over") is on

    return does


CLAIMS = [
    *(Claim("target", n, ["TT1"], f"is {n} points", f"sind {n} Punkte", _target(n))
      for n in (2000, 5000, 10000)),
    *(Claim("three_ones", n, ["TT4"], f"ones give {n}.", f"Einsen geben {n}.", _gives(n, 1, 1, 1))
      for n in (300, 1000)),
    Claim("more_alike", "double", ["TT5"], "doubles that", "verdoppelt das", _more_alike("double")),
    Claim("more_alike", "fixed", ["TT5"], "Four alike give 1000", "Vier gleiche geben", _more_alike("fixed")),
    Claim("more_alike", "none", ["TT5"], "do not count together", "zählen nicht zus", _more_alike("none"),
          {"three_pairs": 0}),
    *(Claim("straight", n, ["TT6"], f"points: {n} (", f"Punkte: {n} (", _gives(n, 1, 2, 3, 4, 5, 6))
      for n in (0, 1000, 1500, 2000)),
    *(Claim("three_pairs", n, ["TT7"], f"points: {n} (", f"Punkte: {n} (", _gives(n, 2, 2, 3, 3, 4, 4))
      for n in (0, 500, 750, 1000, 1500)),
    Claim("hot", "may", ["TT10"], "may roll all", "darf wieder", _hot("may")),
    Claim("hot", "must", ["TT10"], "has to roll all", "muss wieder", _hot("must")),
    *(Claim("least", n, ["TT11"], f"at least {said} at stake", f"mindestens {said} auf dem Spiel", _least(n))
      for n, said in ((0, 50), (200, 200), (300, 300), (350, 350))),
    *(Claim("opening", n, ["TT11"], f"needs at least {said}.", f"braucht mindestens {said}.", _needs(n, 0))
      for n, said in ((0, 50), (350, 350), (500, 500), (1000, 1000))),
    Claim("last_round", True, ["TT12"], "one more turn", "noch einen Zug", _last_round(True)),
    Claim("last_round", False, ["TT12"], "over at once", "sofort vorbei", _last_round(False)),
]  # fmt: skip
