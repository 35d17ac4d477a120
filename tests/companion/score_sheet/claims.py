"""What the rules of the score sheet say with each of its switches, and whether its referee does so."""

from functools import partial

from companion.games.score_sheet import GAME
from companion.games.score_sheet.state import Count, Finish, Seen, Write, totals
from tests.companion.rules_said import Claim, begun, numbers, rule_broken

SEATS = ("Ada", "Ben")
played = partial(begun, GAME, SEATS)
refused = partial(rule_broken, GAME)
THINGS = {"dice": ("3", "6"), "french": ("7H", "AS"), "uno": ("red_7", "wild"), "nothing": ()}


def write(seat, points):
    return Write(seat=seat, points=points)


def count(seat):
    return Count(seat=seat)


def seen(seat, *things):
    return Seen(seat=seat, things=things)


def finish(seat="Ada"):
    return Finish(seat=seat)


def _counts(what):
    """These things are counted, and no others."""

    def does(options):
        if refused(played(options), count("Ada")):
            return what == "nothing"
        state = played(options, count("Ada"))
        return [
            kind for kind, things in THINGS.items() if things and not refused(state, seen("Ada", *things))
        ] == [what]

    return does


def _ace(points):
    return lambda options: totals(played(options, count("Ada"), seen("Ada", "AS")))["Ada"] == points


ROUNDS, POINTS = ([n for n in numbers(GAME, name) if n] for name in ("rounds", "target"))


def _is_over(options, points, rounds):
    before = tuple({"Ada": 0, "Ben": 0} for _ in range(rounds - 1))
    return played(options, write("Ada", points), write("Ben", 0), rounds=before).phase == "over"


def _ends_after(rounds):
    def does(options):
        return [n for n in ROUNDS if _is_over(options, 0, n)] == ([rounds] if rounds else [])

    return does


def _ends_with(points):
    def does(options):
        return [n for n in POINTS if _is_over(options, n, 1)] == [n for n in POINTS if n >= points > 0]

    return does


def _wins(seat):
    """Ada has more than Ben."""

    def does(options):
        state = played(options, write("Ada", 7), write("Ben", 3), finish())
        return GAME.outcome(state).winners == (seat,)

    return does


CLAIMS = [
    Claim("counts", "dice", ["SC3"], "dice, by what they show", "was sie zeigen", _counts("dice")),
    Claim("counts", "french", ["SC3"], "out: French cards", "hinlegt: französische", _counts("french")),
    Claim("counts", "uno", ["SC3"], "out: UNO-like cards", "hinlegt: UNO-ähnliche", _counts("uno")),
    Claim("counts", "nothing", ["SC3"], "nothing is counted", "nichts gezählt", _counts("nothing")),
    *(
        Claim("ace", n, ["SC4"], f"an ace {n}.", f"ein Ass {n}.", _ace(n), {"counts": "french"})
        for n in (1, 11)
    ),
    *(
        Claim("rounds", n, ["SC5"], f"are played: {n} (", f"gespielt: {n} (", _ends_after(n))
        for n in numbers(GAME, "rounds")
    ),
    *(
        Claim("target", n, ["SC6"], f"or more: {n} (", f"oder mehr hat: {n} (", _ends_with(n))
        for n in numbers(GAME, "target")
    ),
    Claim("wins", "most", ["SC8"], "The most points", "Die meisten Punkte", _wins("Ada")),
    Claim("wins", "least", ["SC8"], "The fewest points", "Die wenigsten Punkte", _wins("Ben")),
]
