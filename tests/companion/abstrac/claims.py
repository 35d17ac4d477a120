"""What the rules of Abstrac say with each value of each switch, and whether the referee does so."""

import msgspec

from companion.games.abstrac import GAME
from companion.games.abstrac.ending import deal_scores, status
from companion.games.abstrac.melds import points
from tests.companion.rules_said import Claim, numbers

ROW = ["9C", "TC", "JC", "QC", "KC"]


def _refused(options, *moves, **position):
    """Whether the last of *moves* is refused; A dealt, and A is on turn where cards are taken."""
    written = {
        "seats": ["A", "B"],
        "options": msgspec.to_builtins(options),
        "dealer": "A",
        "turn": "A",
        **position,
    }
    state = GAME.read_position(written)
    *before, last = [GAME.read_move({"seat": "A", **move}) for move in moves]
    for move in before:
        state = GAME.play(state, move).state
    return GAME.refuse(state, last) is not None


def _chooses(seat):
    return lambda options: (
        not _refused(options, {"move": "choose", "seat": seat, "goes": "first"}, phase="choose", turn="")
    )


def _puts_back(may):
    def does(options):
        lifts = {"move": "left", "cards": ROW[:-2]}, {"move": "left", "cards": ROW}
        return _refused(options, *lifts, phase="take", row=ROW) is not may

    return does


def _worth(cards, n):
    return lambda options: points(cards.split(), options).combo == n


def _agreed(options):
    """Somebody may agree to hints during a deal."""
    return not _refused(options, {"move": "hint"}, phase="take", row=ROW)


def _ends(deals, most):
    """After so many deals, or with so many points."""
    return lambda options: (
        status({"A": most, "B": 1}, deals, options) == "won"
        and status({"A": most - 1, "B": 1}, deals - 1, options) == "open"
    )


FOUR, RUN = "9C 9D 9H 9S", "9C TC JC QC"
CLAIMS = [
    Claim("chooser", "non_dealer", ["AS4", "B1"], "not deal", "nicht gegeben", _chooses("B")),
    Claim("chooser", "dealer", ["AS4"], "Whoever dealt", "Wer gegeben", _chooses("A")),
    Claim("chooser", "dealer", ["B1"], "who dealt", "wer gegeben", _chooses("A")),
    Claim("run_suit", "same", ["AS10"], "of one suit", "Karten einer Farbe", _worth("9C TD JH", 0)),
    Claim("run_suit", "same", ["B2"], "one suit", "eine Farbe", _worth("9C TD JH", 0)),
    Claim("run_suit", "any", ["AS10"], "of any suits", "beliebiger Farben", _worth("9C TD JH", 3)),
    Claim("run_suit", "any", ["B2"], "mixed", "gemischt", _worth("9C TD JH", 3)),
    Claim("ace", "high", ["AS10"], "Nothing follows", "nicht weiter", _worth("AC 9C TC", 0)),
    Claim("ace", "high", ["B3"], "above the king only", "nur über dem König", _worth("AC 9C TC", 0)),
    Claim(
        "ace",
        "high_low",
        ["AS10"],
        "below the 9",
        "unter der 9 ",
        lambda o: _worth("AC 9C TC", 3)(o) and _worth("KC AC 9C", 0)(o),
    ),
    Claim(
        "ace",
        "high_low",
        ["B3"],
        "below the nine",
        "unter der Neun",
        lambda o: _worth("AC 9C TC", 3)(o) and _worth("KC AC 9C", 0)(o),
    ),
    Claim("ace", "wrap", ["AS10"], "goes on with the 9", "mit der 9 weiter", _worth("KC AC 9C", 3)),
    Claim("ace", "wrap", ["B3"], "joins both", "verbindet beide", _worth("KC AC 9C", 3)),
    Claim("overlap", "once", ["AS9"], "as four only", "nur als vier", _worth(FOUR, 8)),
    Claim("overlap", "once", ["AS10"], "Only the best", "Nur die besten", _worth(RUN, 4)),
    Claim("overlap", "once", ["AS11"], "not belong", "gehört sie nicht", _worth(RUN, 4)),
    Claim("overlap", "once", ["B4"], "Only the best", "Nur die besten", _worth(RUN, 4)),
    Claim("overlap", "all", ["AS9"], "besides", "dazu", _worth(FOUR, 8 + 4 * 2)),
    Claim("overlap", "all", ["AS10"], "besides", "dazu", _worth(RUN, 4 + 2 * 3)),
    Claim("overlap", "all", ["AS11"], "several", "mehreren", _worth(RUN, 4 + 2 * 3)),
    Claim("overlap", "all", ["B4"], "All melds", "Alle Kombinationen", _worth(RUN, 4 + 2 * 3)),
    Claim(
        "misere",
        True,
        ["AS13"],
        "gets what the other",
        "was die andere",
        lambda o: deal_scores((0, 5), (10, 14), o.misere) == (50, 0),
    ),
    Claim(
        "misere",
        True,
        ["B5"],
        "You play with it",
        "Ihr spielt mit ihr",
        lambda o: deal_scores((0, 5), (10, 14), o.misere) == (50, 0),
    ),
    Claim(
        "misere",
        False,
        ["AS13"],
        "scores nothing.",
        "bekommt nichts",
        lambda o: deal_scores((0, 5), (10, 14), o.misere) == (0, 50),
    ),
    Claim(
        "misere",
        False,
        ["B5"],
        "without it",
        "ohne sie",
        lambda o: deal_scores((0, 5), (10, 14), o.misere) == (0, 50),
    ),
    *(
        Claim("target", n, [rule], f"{to} {n}{after}", f" {n} ", _ends(9, n))
        for n in numbers(GAME, "target")
        for rule, to, after in (("AS14", "reaches", ","), ("B6", "to", " points"))
    ),
    Claim("deals", 0, ["AS14", "B6"], "500", "500", _ends(9, 500)),
    *(
        Claim("deals", n, ["AS14", "B6"], f" {n} deals", f" {n} Spiele", _ends(n, 9))
        for n in (2, 4, 6, 8, 10)
    ),
    Claim(
        "tie",
        "extra_deal",
        ["AS15", "B7"],
        "another deal",
        "weiteres Spiel",
        lambda o: status({"A": 600, "B": 600}, 3, o) == "extra_deal",
    ),
    Claim(
        "tie",
        "shared",
        ["AS15", "B7"],
        "share the victory",
        "den Sieg",
        lambda o: status({"A": 600, "B": 600}, 3, o) == "shared",
    ),
    Claim("touch_move", "button", ["AS6"], "put them back", "zurücklegen", _puts_back(may=True)),
    Claim("touch_move", "button", ["B8"], "may go back", "dürfen Karten zurück", _puts_back(may=True)),
    Claim("touch_move", "binds", ["AS6"], "have to take", "musst du nehmen", _puts_back(may=False)),
    Claim("touch_move", "binds", ["B8"], "is taken", "ist genommen", _puts_back(may=False)),
    Claim("first_dealer", "lots", ["AS3"], "by lot", "ausgelost", None),
    Claim("first_dealer", "lots", ["B9"], "Lots decide", "Das Los", None),
    Claim("first_dealer", "loser", ["AS3", "B9"], "loser", "verloren", None),
    Claim("hints", "after_deal", ["B10"], "only after", "erst nach", None),
    Claim("hints", "never", ["B10"], "never shown", "nie gezeigt", None),
    Claim("hints", "both_agree", ["B10"], "both agree", "beide zustimmt", _agreed),
]
