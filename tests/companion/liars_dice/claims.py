"""What the rules of liar's dice say with each of its switches, and whether its referee does so."""

from functools import partial

from companion.games.liars_dice import GAME
from companion.games.liars_dice.state import Doubt, Exact, Next, Raise, Show
from tests.companion.rules_said import Claim, begun, rule_broken

SEATS = ("Ada", "Ben", "Cem")
played = partial(begun, GAME, SEATS)
refused = partial(rule_broken, GAME)


def bid(seat, count, face):
    return Raise(seat=seat, count=count, face=face)


def doubt(seat):
    return Doubt(seat=seat)


def exact(seat):
    return Exact(seat=seat)


def show(seat, *dice):
    return Show(seat=seat, dice=dice)


def next_round(seat="Ada"):
    return Next(seat=seat)


FEW = {"Ada": 2, "Ben": 2, "Cem": 2}  # dice
FOURS = (show("Ben", 4, 2), show("Cem", 4, 6), show("Ada", 1, 3))  # two, and a one


def _dice(n):
    return lambda options: GAME.start(SEATS, options).counts == dict.fromkeys(SEATS, n)


def _wild(on):
    """With the one three fours lie there, without it two."""

    def does(options):
        state = played(options, bid("Ada", 3, 4), doubt("Ben"), *FOURS, counts=FEW)
        return (state.counts["Ben"] == 1) is on

    return does


def _half(on):
    """After four fives two ones are higher."""

    def does(options):
        return (refused(played(options, bid("Ada", 4, 5)), bid("Ben", 2, 1)) is None) is on

    return does


def _anybody(on):
    def does(options):
        return (refused(played(options, bid("Ada", 4, 5)), doubt("Cem")) is None) is on

    return does


def _exact(way):
    """Ben is right that there are three fours."""

    def does(options):
        said = played(options, bid("Ada", 3, 4), counts=FEW)
        if refused(said, exact("Ben")):
            return way == "none"
        counts = played(options, bid("Ada", 3, 4), exact("Ben"), *FOURS, counts=FEW).counts
        after = {"back": {"Ada": 2, "Ben": 3, "Cem": 2}, "others": {"Ada": 1, "Ben": 2, "Cem": 1}}
        return after.get(way) == counts

    return does


def _loss(n):
    """Five fours were bid, and there are three."""

    def does(options):
        state = played(options, bid("Ada", 5, 4), doubt("Ben"), *FOURS, counts=FEW)
        return state.counts["Ada"] == 2 - n

    return does


def _palifico(on):
    last = {"Ada": 1, "Ben": 2, "Cem": 2}

    def does(options):
        return played(options, next_round(), phase="shown", counts=last).palifico is on

    return does


CLAIMS = [
    *(Claim("dice", n, ["LD1"], f"and dice: {n} each", f"Würfel: je {n}", _dice(n)) for n in (3, 4, 5, 6)),
    Claim("wild", True, ["LD5"], "count for the number", "auch für die ang", _wild(True)),
    Claim("wild", False, ["LD5"], "only as ones", "nur als Einsen", _wild(False)),
    Claim("ones", "half", ["LD6"], "half as many", "halb so vielen", _half(True)),
    Claim("ones", "plain", ["LD6"], "as the lowest", "als die niedrigste", _half(False)),
    Claim("doubt", "turn", ["LD7"], "by whoever's turn it is", "anzweifeln: wer dran ist", _anybody(False)),
    Claim("doubt", "anybody", ["LD7"], "anybody but the bidder", "jeder außer dem", _anybody(True)),
    Claim("exact", "none", ["LD8"], "Nobody may say", "Niemand darf sagen", _exact("none")),
    Claim("exact", "back", ["LD8"], "one lost die comes back", "verlorener Würfel zurück", _exact("back")),
    Claim("exact", "others", ["LD8"], "all others lose one", "verlieren alle anderen", _exact("others")),
    Claim("loss", "one", ["LD10"], "loses one die", "falsch lag, einen Würfel", _loss(1)),
    Claim("loss", "difference", ["LD10"], "as the bid was off", "die Ansage daneben lag", _loss(2)),
    Claim("palifico", True, ["LD12"], "begins a palifico", "beginnt einen Palifico", _palifico(True)),
    Claim("palifico", False, ["LD12"], "no special rounds", "Besondere Runden gibt es nicht",
          _palifico(False)),
]  # fmt: skip
