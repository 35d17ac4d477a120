"""What the rules of ABspecken say with each value of each switch, and whether the referee does so."""

import msgspec

from companion.games.abspecken import GAME
from companion.games.abspecken.scoring import is_over
from companion.games.abspecken.turn import take_order
from tests.companion.abspecken.conftest import Referee
from tests.companion.rules_said import Claim, numbers

ABLE, UNABLE = "13345", "55566"
ROLLED = {"pips": [1, 1], "ban": "2", "pig": ""}


def _table(options, players, **more):
    plain = {
        seat: {"hand": list(hand), "draw": 10} if isinstance(hand, str) else hand
        for seat, hand in players.items()
    }
    position = {"players": plain, "rolled": ROLLED, "options": msgspec.to_builtins(options)}
    return Referee(GAME.read_position({**position, **more}))


def _refused(options, players, move, *, first=(), **more):
    table = _table(options, players, **more)
    for name, fields in first:
        table.play(name, **fields)
    return table.refused(move.pop("move"), **move)


def _allows(players, move, **more):
    """The referee lets *move* stand."""
    return lambda options: _refused(options, players, dict(move), **more) == ""


def _forbids(players, move, **more):
    return lambda options: _refused(options, players, dict(move), **more) != ""


def _both(*claims):
    return lambda options: all(claim(options) for claim in claims)


def _call(seat, t=1):
    return "cannot", {"seat": seat, "t": t}


LAY_A = ("lay", {"seat": "A", "cards": ["1"]})
GRIM = {"pips": [1, 1], "ban": "2", "pig": "grim"}
SMILE = {"pips": [1, 1], "ban": "2", "pig": "smile"}


def _takes_from(*seats):
    """AM-1: C called; A may be chosen only as one of *seats*, and D, who called too."""

    def does(options):
        players = {"A": {"hand": list(ABLE), "draw": 10}, "B": UNABLE, "C": UNABLE}
        table = _table(options, players)
        table.play("cannot", seat="B", t=1).play("cannot", seat="C", t=10**9).play(*LAY_A[:1], **LAY_A[1])
        with_discarder = {s for s in "AC" if not table.refused("take", seat="B", victim=s)}
        alone = _table(options, {"A": UNABLE, "B": UNABLE}).play("cannot", seat="A", t=1)
        alone.play("cannot", seat="B", t=10**9)
        without = {s for s in "B" if not alone.refused("take", seat="A", victim=s)}
        return (with_discarder | {f"-{s}" for s in without}) == set(seats)

    return does


def _refills(n):
    """AM-3: of seven cards one was laid; A28."""

    def does(options):
        table = _table(options, {"A": {"hand": list("1334455"), "draw": 10}, "B": ABLE})
        table.play(*LAY_A[:1], **LAY_A[1]).play("lay", seat="B", cards=["1"])
        return (table.refused("refill", seat="A") == "") is bool(n)

    return does


def _last_card(out):
    """AM-4: B takes the last card of A, who has laid the last but one."""

    def does(options):
        table = _table(options, {"A": {"hand": ["1", "3"], "draw": 0}, "B": UNABLE, "C": ABLE})
        table.play(*LAY_A[:1], **LAY_A[1]).play("cannot", seat="B", t=1).play("lay", seat="C", cards=["1"])
        table.play("take", seat="B", victim="A")
        return (table.state.out == ("A",)) is out

    return does


def _first_roller(seat):
    """AM-9: A rolled in this round, C is the youngest, B has won."""

    def does(options):
        held = {"hand": list(UNABLE), "draw": 0}
        players = {"A": held, "B": {"hand": [], "draw": 0}, "C": held, "D": held}
        more = {"phase": "score", "roller": "C", "youngest": "A", "out": ["B"], "rolled": None}
        table = _table(options, players, **more).play("close")
        return table.state.roller == seat

    return does


def _three(colour):
    def does(options):
        table = _table(options, {"A": ABLE, "B": ABLE}, phase="rolling", rolled=None)
        move = GAME.asks(table.state)[0]
        table.play("roll", pips=[1, 1], ban="3")
        dice = [die.value for die in GAME.view(table.state).dice]
        return move.dice == {"pips": 2, "colour": 1} and colour in dice

    return does


def _dice(kind):
    return lambda options: (
        kind in GAME.asks(_table(options, {"A": ABLE, "B": ABLE}, phase="rolling").state)[0].dice
    )


def _bars(told):
    """AM-16: a barred card is refused, and what is barred is told by its colour or by its number."""

    def does(options):
        table = _table(options, {"A": ABLE, "B": ABLE}, phase="rolling", rolled=None)
        table.play("roll", pips=[1, 3], ban="1")
        names = table.told()
        return told in names and table.play("agree").refused("lay", seat="A", cards=["1"]) == "A19"

    return does


def _hands(*kinds):
    """AM-15: what is asked of somebody who picks: cards for everybody's eyes, for the camera's, or none."""

    def does(options):
        state = GAME.start(("A", "B"), options)
        state = GAME.play(state, GAME.read_move({"move": "ready", "youngest": "A"})).state
        return {("card", ask.secret) if ask.deck else "tap" for ask in GAME.asks(state)} == set(kinds)

    return does


def _tie(ms):
    """AM-8: so many milliseconds apart are a tie, one more is none."""

    def does(options):
        orders = []
        for apart in (ms, ms + 1):
            table = _table(options, {"A": UNABLE, "B": UNABLE, "C": ABLE}, roller="A")
            table.play("cannot", seat="B", t=10**9).play("cannot", seat="A", t=10**9 + apart * 10**6)
            orders.append(list(take_order(table.state)))
        return orders == [["A", "B"], ["B", "A"]]

    return does


PIG = {"piggy": True}
SMILING = {"rolled": SMILE, "phase": "pig"}
TWO = {"A": {"hand": list(ABLE), "draw": 9, "pile": ["1"]}, "B": ABLE}
EMPTIED = {"A": {"hand": list(ABLE), "draw": 9, "has_laid": True}, "B": ABLE}
SIX = {"A": {"hand": list("111111"), "draw": 0}, "B": ABLE}
SIX_ONES = {"move": "lay", "seat": "A", "cards": ["1"] * 6}
OFFER = {"move": "offer", "seat": "A", "piggy": True}
DOUBT = {"move": "challenge", "seat": "B", "of": "A"}
OFFERING = {"phase": "roll_offer", "rolled": None}
THREES = {
    "orange": "Orange",
    "red": "Rot",
    "white": "Weiß",
    "brown": "Braun",
    "turquoise": "Türkis",
    "black": "Schwarz",
}

CLAIMS = [
    *(
        Claim(
            "limit",
            n,
            ["A34"],
            f" {n} minus",
            f" {n} oder mehr",
            lambda o, n=n: not is_over({"A": n - 1}, o) and is_over({"A": n}, o),
        )
        for n in numbers(GAME, "limit")
    ),
    Claim("piggy", True, ["A6"], "may join", "darf dazukommen", _allows(TWO, OFFER, **OFFERING)),
    Claim("piggy", True, ["P1"], "play with it", "mit ihm.", _allows(TWO, OFFER, **OFFERING)),
    Claim("piggy", False, ["A6"], "in the box", "in der Schachtel", _forbids(TWO, OFFER, **OFFERING)),
    Claim("piggy", False, ["P1"], "without it", "ohne ihn", _forbids(TWO, OFFER, **OFFERING)),
    Claim("ban_die", "colour", ["AM-16"], "you the colour die", "euch der Farbwürfel", _dice("colour")),
    Claim("ban_die", "number", ["AM-16"], "you the number die", "euch der Zahlenwürfel", _dice("number")),
    Claim("ban_die", "colour", ["A19"], "the colour that was", "gewürfelten Farbe", _bars("rolled")),
    Claim(
        "ban_die",
        "number",
        ["A19"],
        "number on the number die",
        "auf dem Zahlenwürfel",
        _bars("rolled_number"),
    ),
    Claim("ban_die", "colour", ["A6"], "bars a colour", "eine Farbe sperrt", _dice("colour")),
    Claim("ban_die", "number", ["A6"], "bars a number", "eine Zahl sperrt", _dice("number")),
    Claim("hands", "hidden", ["AM-15"], "stay hidden", "bleiben verdeckt", _hands("tap")),
    Claim("hands", "ledger", ["AM-15"], "to the camera", "der Kamera", _hands("tap", ("card", True))),
    Claim(
        "hands",
        "open",
        ["AM-15"],
        "All hands lie open",
        "Alle Hände liegen offen",
        _hands("tap", ("card", False)),
    ),
    Claim("stripped", "out", ["A30"], "also counts", "zählt auch", _last_card(out=True)),
    Claim("stripped", "out", ["AM-4"], "you have finished:", "bist du fertig:", _last_card(out=True)),
    Claim("stripped", "not_out", ["A30"], "not taken away", "nicht weggenommen", _last_card(out=False)),
    Claim(
        "stripped",
        "not_out",
        ["AM-4"],
        "you have not finished:",
        "bist du nicht fertig:",
        _last_card(out=False),
    ),
    Claim("take_sources", "discarders", ["AM-1"], "Only from those", "Nur von denen", _takes_from("A")),
    Claim(
        "take_sources",
        "fallback",
        ["AM-1"],
        "if there are none",
        "gibt es keine, von anderen",
        _takes_from("A", "-B"),
    ),
    Claim(
        "take_sources", "anyone", ["AM-1"], "From anybody", "Von allen anderen", _takes_from("A", "C", "-B")
    ),
    Claim("take_mode", "blind", ["AM-2", "A23"], "draw", "blind", None),
    Claim("take_mode", "open", ["AM-2"], "looks into", "schaut in", None),
    Claim("take_mode", "victim", ["AM-2"], "Whoever gives", "Wer abgibt", None),
    Claim("refill", "to5", ["A27"], "back to five", "bis auf fünf", _refills(0)),
    Claim("refill", "to5", ["AM-3"], "up to five", "auf fünf auf", _refills(0)),
    Claim("refill", "to5", ["A28"], "you draw nothing", "ziehst du nichts", _refills(0)),
    Claim("refill", "by_discards", ["A27", "A28", "AM-3"], "as you have laid", "so viele", _refills(1)),
    Claim(
        "cap",
        "5",
        ["A15"],
        "one to five",
        "eine bis fünf",
        _forbids(SIX, SIX_ONES, rolled={"pips": [1, 5], "ban": "2", "pig": ""}),
    ),
    Claim(
        "cap",
        "5",
        ["AM-5"],
        "at most five",
        "höchstens fünf",
        _forbids(SIX, SIX_ONES, rolled={"pips": [1, 5], "ban": "2", "pig": ""}),
    ),
    Claim(
        "cap",
        "none",
        ["A15"],
        "as you like",
        "du magst",
        _allows(SIX, SIX_ONES, rolled={"pips": [1, 5], "ban": "2", "pig": ""}),
    ),
    Claim(
        "cap",
        "none",
        ["AM-5"],
        "more than five",
        "mehr als fünf",
        _allows(SIX, SIX_ONES, rolled={"pips": [1, 5], "ban": "2", "pig": ""}),
    ),
    Claim(
        "gift_first",
        True,
        ["AM-6"],
        "Nobody discards",
        "Niemand legt ab",
        _forbids(TWO, {**LAY_A[1], "seat": "B", "move": "lay"}, **SMILING),
        PIG,
    ),
    Claim(
        "gift_first",
        False,
        ["AM-6"],
        "need not wait",
        "müssen nicht",
        _allows(TWO, {**LAY_A[1], "seat": "B", "move": "lay"}, **SMILING),
        PIG,
    ),
    Claim(
        "piggy_pile",
        "now",
        ["AM-10"],
        "only if a card lies",
        "nur benutzen",
        _forbids(EMPTIED, OFFER, **OFFERING),
        PIG,
    ),
    Claim(
        "piggy_pile",
        "now",
        ["P3"],
        "with at least one",
        "mit mindestens einer",
        _forbids(EMPTIED, OFFER, **OFFERING),
        PIG,
    ),
    Claim(
        "piggy_pile",
        "once",
        ["AM-10"],
        "empty again",
        "wieder leer",
        _allows(EMPTIED, OFFER, **OFFERING),
        PIG,
    ),
    Claim(
        "piggy_pile",
        "once",
        ["P3"],
        "in this round",
        "in dieser Runde",
        _allows(EMPTIED, OFFER, **OFFERING),
        PIG,
    ),
    Claim(
        "challenge",
        True,
        ["A13"],
        "may doubt",
        "anzweifeln",
        _allows({"A": UNABLE, "B": UNABLE}, DOUBT, first=[_call("A")]),
    ),
    Claim(
        "challenge",
        True,
        ["AM-7"],
        "may doubt",
        "dürfen",
        _allows({"A": UNABLE, "B": UNABLE}, DOUBT, first=[_call("A")]),
    ),
    Claim(
        "challenge",
        False,
        ["A13"],
        "believe",
        "glaubt",
        _forbids({"A": UNABLE, "B": UNABLE}, DOUBT, first=[_call("A")]),
    ),
    Claim(
        "challenge",
        False,
        ["AM-7"],
        "believe",
        "glaubt",
        _forbids({"A": UNABLE, "B": UNABLE}, DOUBT, first=[_call("A")]),
    ),
    *(Claim("tie_ms", n, ["AM-8"], f" {n} ms of", f" {n} ms aus", _tie(n)) for n in numbers(GAME, "tie_ms")),
    Claim("first_roller", "continue", ["AM-9"], "clockwise", "Uhrzeigersinn", _first_roller("D")),
    Claim("first_roller", "youngest", ["AM-9"], "youngest", "jüngste", _first_roller("A")),
    Claim("first_roller", "winner", ["AM-9"], "winner", "gewonnen", _first_roller("B")),
    Claim(
        "ties", "shared", ["AM-12"], "together", "gemeinsam", lambda o: is_over({"A": 40, "B": 9, "C": 9}, o)
    ),
    Claim(
        "ties",
        "extra_round",
        ["AM-12"],
        "one more",
        "noch eine",
        lambda o: not is_over({"A": 40, "B": 9, "C": 9}, o),
    ),
    *(
        Claim("three", colour, ["A4"], f"you {colour}", f"euch {said}", _three(colour))
        for colour, said in THREES.items()
    ),
]
