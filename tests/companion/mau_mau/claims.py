"""What the rules of Mau-Mau say with each of its switches, and whether its referee does so."""

from functools import partial

from msgspec.structs import replace

from companion.games.mau_mau import GAME
from companion.games.mau_mau.deck import deck_of
from companion.games.mau_mau.state import Draw, Lay, Mau, Pass, Wish
from tests.companion.rules_said import Claim, after

SEATS = ("Ada", "Ben", "Cem")


def lay(*cards, seat="Ada"):
    return Lay(seat=seat, cards=cards)


def draw(seat="Ada"):
    return Draw(seat=seat)


def keeps(seat="Ada"):
    return Pass(seat=seat)


def wish(suit, seat="Ada"):
    return Wish(seat=seat, suit=suit)


def mau(seat="Ada"):
    return Mau(seat=seat)


def lies(*pile, options=None, seats=SEATS, **more):
    """Somebody has to lay on *pile*; everything else is as it is at the beginning, or as said."""
    state = GAME.start(seats, options or GAME.options())
    return replace(state, **{"phase": "lay", "pile": pile, **more})


played = partial(after, GAME)


def _size(n):
    return lambda options: deck_of(options.pack).size == n


def _after(card, top, turn):
    """Who is next after *card* on *top*, of three people."""
    return lambda options: played(lies(top, options=options), lay(card)).turn == turn


def _passes_on(options):
    after = played(lies("7H", options=options), lay("7S"))
    return GAME.refuse(after, lay("7D", seat="Ben")) is None


def _jack_on_jack(options):
    wished = played(lies("9H", options=options), lay("JS"), wish("D"))
    return GAME.refuse(wished, lay("JH", seat="Ben")) is None


def _forgets(n):
    def does(options):
        one_left = played(lies("9H", options=options, cards={"Ada": 2, "Ben": 5, "Cem": 5}), lay("KH"))
        return played(one_left, draw("Ben")).cards["Ada"] == 1 + n

    return does


def _last_jack(options):
    return GAME.refuse(lies("9H", options=options, cards={"Ada": 1, "Ben": 5, "Cem": 5}), lay("JS")) is None


def _not(does):
    return lambda options: not does(options)


def _both(switch, rule, does, on, off):
    """The claims of a switch that is on or off; *on* and *off* are its words in both languages."""
    return [Claim(switch, True, [rule], *on, does), Claim(switch, False, [rule], *off, _not(does))]


CLAIMS = [
    Claim("pack", "32", ["MM1"], "from seven to ace", "von der Sieben bis", _size(32)),
    Claim("pack", "52", ["MM1"], "from two to ace", "von der Zwei bis", _size(52)),
    Claim("pack", "uno", ["MM1"], "108 cards", "108 Karten", _size(108)),
    *(
        Claim("hand", n, ["MM1"], f"gets cards: {n}.", f"bekommt Karten: {n}.", lambda o, n=n: o.hand == n)
        for n in (5, 6, 7)
    ),
    Claim("sevens", "pile", ["MM6"], "lays another seven", "eine weitere Sieben legt", _passes_on),
    Claim("sevens", "single", ["MM6"], "cannot be passed on", "nicht weitergeben", _not(_passes_on)),
    *_both(
        "eights", "MM7", _after("8H", "9H", "Cem"),
        ("the next one is skipped", "setzt der Nächste aus"), ("An eight is a", "Eine Acht ist eine"),
    ),
    *_both(
        "nines", "MM8", _after("9H", "TH", "Cem"),
        ("turns the direction round", "dreht die Richtung um"), ("A nine is a card", "Eine Neun ist eine"),
    ),
    *_both(
        "jack_on_jack", "MM9", _jack_on_jack,
        ("may be laid on a jack", "darf auf einen Buben"), ("may not be laid", "darf nicht auf einen Buben"),
    ),
    *_both(
        "aces", "MM10", _after("AH", "TH", "Ada"),
        ("lays once more", "legt noch einmal"), ("An ace is a card", "Ein Ass ist eine"),
    ),
    *(
        Claim("penalty", n, ["MM11"], f"cards: {n} (", f"Karten: {n} (", _forgets(n))
        for n in (0, 1, 2)
    ),
    Claim("last", "any", ["MM12"], "any card that fits", "jede sein, die passt", _last_jack),
    Claim("last", "plain", ["MM12"], "one that does nothing", "die nichts bewirkt", _not(_last_jack)),
]  # fmt: skip
