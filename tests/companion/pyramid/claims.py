"""What the rules of the six pyramid games say with each value of each switch, and whether it is so."""

import msgspec

from companion.games import find_game
from companion.lab.short_pyramid import read_position, read_pyramid
from tests.companion.pyramid.claims_searched import MEMORY_CLAIMS, RAT_CLAIMS, SUMS_CLAIMS
from tests.companion.pyramid.measured import SEATS, like, unlike
from tests.companion.rules_said import Claim, Does, numbers

CUI, MARCH, SQUEEZE = map(find_game, ("cui_bono", "dice_march", "squeeze_play"))

# --- Cui bono? ---


def _costs(order) -> Does:
    """A-CB1: each has kept one die."""
    kept = dict(zip(SEATS, "rym", strict=True))
    wanted = {seat: -1 - order.index(colour) for seat, colour in kept.items()}
    return lambda options: (
        CUI.scores(
            read_position(CUI, {"seats": SEATS, "kept": kept, "options": msgspec.to_builtins(options)})
        )
        == wanted
    )


def _capped(turns) -> Does:
    """A-CB6: whether that turn is the last one, and none before it; with 0 no turn is."""

    def ends(options, played):
        told = {"phase": "put", "on_turn": "Ann", "die": "r???", "took": [8, 0, 0], "turns": played}
        state = read_position(CUI, {"seats": SEATS, "options": msgspec.to_builtins(options), **told})
        kept = CUI.play(state, CUI.read_move({"move": "keep", "seat": "Ann"}))
        return "note.turn_cap" in {note.says.key for note in kept.notes}

    if not turns:
        return lambda options: not ends(options, 10**6)
    return lambda options: ends(options, turns - 1) and not (turns > 1 and ends(options, turns - 2))


_EN, _DE = {"r": "red", "y": "yellow", "m": "mother of pearl"}, {"r": "Rot", "y": "Gelb", "m": "Perlmutt"}


def _priced(names, order):
    return ", ".join(f"{names[colour]} {n}" for n, colour in enumerate(order, 1))


CUI_CLAIMS = [
    *(
        Claim("points", order, ["CB13", "A-CB1"], _priced(_EN, order), _priced(_DE, order), _costs(order))
        for order in ("rym", "rmy", "yrm", "ymr", "mry", "myr")
    ),
    Claim("min_row", 2, ["CB8"], "two dice or more", "zwei oder mehr", like(CUI, "min_row", 2, (34, 220))),
    Claim("min_row", 3, ["CB8"], "three dice or more", "drei oder mehr", like(CUI, "min_row", 3, (34, 220))),
    Claim("min_row", 2, ["A-CB2"], "Two dice", "Schon zwei", None),
    Claim("min_row", 3, ["A-CB2"], "Three dice", "Schon drei", None),
    Claim(
        "row_scope",
        "full",
        ["CB8", "A-CB3"],
        "hidden dice included",
        "verdeckte Würfel",
        like(CUI, "row_scope", "full", (13, 330)),
    ),
    Claim(
        "row_scope",
        "visible",
        ["CB8", "A-CB3"],
        "only dice that can be seen",
        "nur sichtbare",
        like(CUI, "row_scope", "visible", (13, 330)),
    ),
    Claim(
        "voluntary",
        True,
        ["CB11", "A-CB4"],
        "may keep a die although",
        "behalten, obwohl",
        like(CUI, "voluntary", True, (1, 40)),
    ),
    Claim(
        "voluntary",
        False,
        ["CB11", "A-CB4"],
        "must put a die back",
        "musst einen Würfel zurücklegen",
        like(CUI, "voluntary", False, (1, 40)),
    ),
    *(
        Claim(
            "turn_cap",
            n,
            ["A-CB6"],
            f"ends: {n or 'no limit'}.",
            f"endet: {n or 'keine Grenze'}.",
            _capped(n),
        )
        for n in numbers(CUI, "turn_cap")
    ),
]

# --- Dice March ---


def _draws(repeated, wished) -> Does:
    """A-DM5: whether a third repetition is a draw, and whether the wish of all is one."""

    def does(options):
        state = MARCH.start(SEATS, options)
        state = MARCH.play(state, MARCH.read_move({"move": "begin", "seat": "Ann"})).state
        wish = state
        for seat in SEATS:
            move = MARCH.read_move({"move": "draw", "seat": seat})
            if MARCH.refuse(wish, move) is None:
                wish = MARCH.play(wish, move).state
        return ("third" in _how_it_ends(state), MARCH.outcome(wish) is not None) == (repeated, wished)

    return does


def _how_it_ends(state) -> str:
    """Everybody turns one die to and fro."""
    for n in range(40):
        if MARCH.outcome(state) is not None:
            return "third"
        seat = state.on_turn
        side = SEATS.index(seat)
        cell = next(c for c, die in sorted(state.pyramid.items()) if die[0] == "rym"[side])
        shows = [int(face) for face in state.pyramid[cell][1:]]
        shows[(side + 1) % 3], shows[(side + 2) % 3] = 7 - shows[(side + 1) % 3], 7 - shows[(side + 2) % 3]
        move = {"move": "turn", "seat": seat, "cell": [int(x) for x in cell.split(",")], "faces": shows}
        read = MARCH.read_move(move)
        assert MARCH.refuse(state, read) is None, (n, MARCH.refuse(state, read))
        state = MARCH.play(state, read).state
    return ""


MARCH_CLAIMS = [
    Claim(
        "ownTie",
        "owner",
        ["DM8", "A-DM1"],
        "take the third one",
        "den dritten",
        like(MARCH, "ownTie", "owner", (35, 90)),
    ),
    Claim(
        "ownTie",
        "literal",
        ["DM8", "A-DM1"],
        "even if both",
        "auch wenn beide",
        like(MARCH, "ownTie", "literal", (35, 90)),
    ),
    Claim(
        "multi",
        "simultaneous",
        ["DM12"],
        "both at once",
        "beide zugleich",
        like(MARCH, "multi", "simultaneous", (30, 80)),
    ),
    Claim(
        "multi",
        "order",
        ["DM12"],
        "one after the other",
        "einen nach dem anderen",
        like(MARCH, "multi", "order", (30, 80)),
    ),
    Claim("multi", "simultaneous", ["A-DM2"], "as they lie after the tip", "wie sie nach dem Kippen", None),
    Claim("multi", "order", ["A-DM2"], "The mover says", "Wer kippt, sagt", None),
    Claim("score", "literal", ["DM14", "A-DM3"], "in a tie.", "im Gleichstand gegangen sind.", None),
    Claim(
        "score",
        "all",
        ["DM14", "A-DM3"],
        "or that others took",
        "die andere genommen",
        like(MARCH, "score", "all", (11, 80)),
    ),
    Claim(
        "score",
        "literal",
        ["A-DM3"],
        "in a tie.",
        "gegangen sind.",
        like(MARCH, "score", "literal", (11, 80)),
    ),
    Claim(
        "nullTurn",
        "forbid",
        ["DM13", "A-DM4"],
        "not a move",
        "kein Zug",
        like(MARCH, "nullTurn", "forbid", (2, 80)),
    ),
    Claim(
        "nullTurn",
        "allow",
        ["DM13", "A-DM4"],
        "a move as well",
        "auch ein Zug",
        like(MARCH, "nullTurn", "allow", (2, 80)),
    ),
    Claim(
        "repetition",
        "threefold",
        ["A-DM5"],
        "The third repetition",
        "zum dritten Mal",
        _draws(repeated=True, wished=True),
    ),
    Claim(
        "repetition",
        "agreed",
        ["A-DM5"],
        "changes nothing",
        "ändert nichts",
        _draws(repeated=False, wished=True),
    ),
    Claim("repetition", "none", ["A-DM5"], "no draw", "gibt es nicht", _draws(repeated=False, wished=False)),
    Claim("goalFirst", True, ["DM1", "A-DM6"], "before any competition", "vor jedem Wettkampf", None),
    Claim("goalFirst", False, ["DM1", "A-DM6"], "after the competitions", "nach den Wettkämpfen", None),
]

# --- Squeeze Play ---


def _squeeze(options, **position):
    given = {"seats": SEATS, "options": msgspec.to_builtins(options), **position}
    return read_position(SQUEEZE, given)


def _starts_anywhere(wanted) -> Does:
    """A-SP1: a start pyramid away from the centre."""
    cells = [[1, 1, 6], [1, 2, 5], [2, 1, 5], [1, 1, 5]]
    move = SQUEEZE.read_move({"move": "build", "seat": "Ann", "cells": cells})
    position = {"phase": "start build", "on_turn": "Ann", "starter": "Ann", "rolled": 4}
    return lambda options: (SQUEEZE.refuse(_squeeze(options, **position), move) is None) is wanted


def _ended(supply, roll, winners, taken=(), fill="3,3,2") -> Does:
    """Only the top is empty; Ben, whose one die lies at *fill*, rolls."""

    def does(options):
        pyramid = read_pyramid({"full": True, "minus": [[0, 0, 0]], "fill": "m"})
        pyramid |= {"1,0,0": "r???", fill: "y???"}
        more = {"supply": dict(zip(SEATS, supply, strict=True)), "turns": dict(taken), "starter": "Ann"}
        state = _squeeze(options, phase="roll", on_turn="Ben", pyramid=pyramid, **more)
        step = SQUEEZE.play(state, SQUEEZE.read_move({"move": "roll", "seat": "Ben", "number": roll}))
        outcome = SQUEEZE.outcome(step.state)
        return (outcome.winners if outcome else ()) == winners

    return does


TURNS = {"Ann": 9, "Cleo": 8}.items()
EQUAL = (9, 30, 9), 2


def _tied(winners) -> Does:
    """A-SP7: Ann and Cleo have equally few, and Ann has had more turns, or fewer."""
    fewer = {"Ann": 8, "Cleo": 9}.items()
    more, less = _ended(*EQUAL, winners[0], TURNS), _ended(*EQUAL, winners[1], fewer)
    return lambda options: more(options) and less(options)


SQUEEZE_CLAIMS = [
    Claim("centre", "any", ["SP3", "A-SP1"], "15 places", "15 Plätze", _starts_anywhere(True)),
    Claim("centre", "central", ["SP3", "A-SP1"], "three places", "drei Plätze", _starts_anywhere(False)),
    Claim(
        "linked", True, ["SP6"], "all of them hang", "alle bilden", like(SQUEEZE, "linked", True, (12, 100))
    ),
    Claim(
        "linked",
        False,
        ["SP6"],
        "separate groups",
        "getrennte Gruppen",
        like(SQUEEZE, "linked", False, (12, 100)),
    ),
    Claim("linked", True, ["A-SP2"], "No:", "Nein:", None),
    Claim("linked", False, ["A-SP2"], "Yes.", "Ja.", None),
    Claim(
        "one",
        "never",
        ["A-SP3"],
        "cannot be built",
        "kann man deshalb nicht",
        like(SQUEEZE, "one", "never", (11, 80)),
    ),
    Claim("one", "lone", ["A-SP3"], "all the same", "trotzdem bauen", like(SQUEEZE, "one", "lone", (11, 80))),
    Claim(
        "protect",
        "buildable",
        ["SP9", "A-SP4"],
        "stays empty",
        "Platz leer",
        like(SQUEEZE, "protect", "buildable", (27, 60)),
    ),
    Claim(
        "protect",
        "free",
        ["SP9", "A-SP4"],
        "still lies free",
        "frei liegen",
        unlike(SQUEEZE, "protect", "buildable", (27, 60)),
    ),
    Claim(
        "enclosed",
        "buildable",
        ["SP17", "A-SP5"],
        "to build on",
        "zum Bauen",
        _ended((12, 30, 9), 2, ("Cleo",), fill="0,4,4"),
    ),
    Claim(
        "enclosed",
        "visible",
        ["SP17", "A-SP5"],
        "can see any face",
        "keine Fläche",
        _ended((12, 30, 9), 2, (), fill="0,4,4"),
    ),
    Claim("order", "roll", ["A-SP6"], "still wins", "gewinnt also noch", _ended((1, 2, 9), 2, ("Ben",))),
    Claim("order", "enclosed", ["A-SP6"], "before the roll", "vor dem Wurf", _ended((1, 2, 9), 2, ("Ann",))),
    Claim(
        "tie",
        "shared",
        ["SP17", "A-SP7"],
        "share the win",
        "teilen sich",
        _tied((("Ann", "Cleo"), ("Ann", "Cleo"))),
    ),
    Claim("tie", "turns", ["SP17", "A-SP7"], "fewer turns", "weniger Züge", _tied((("Cleo",), ("Ann",)))),
    Claim(
        "tie",
        "after",
        ["SP17", "A-SP7"],
        "next one clockwise",
        "der Nächste im",
        _tied((("Cleo",), ("Cleo",))),
    ),
    Claim(
        "mustBuild", "must", ["A-SP9"], "has to", "muss es tun", like(SQUEEZE, "mustBuild", "must", (1, 90))
    ),
    Claim(
        "mustBuild", "may", ["A-SP9"], "may pass", "darf trotzdem", like(SQUEEZE, "mustBuild", "may", (1, 90))
    ),
    Claim("mustBuild", "may", ["SP10"], "You may also pass", "auch aussetzen", None),
    Claim("bonus", "fewer", ["SP11"], "up to", "bis zu", like(SQUEEZE, "bonus", "fewer", (8, 440))),
    Claim("bonus", "all", ["SP11"], "exactly", "genau", like(SQUEEZE, "bonus", "all", (15, 380))),
    Claim("bonus", "fewer", ["A-SP10"], "also build fewer", "auch weniger", None),
    Claim("bonus", "all", ["A-SP10"], "as many of them as fit", "so viele davon, wie", None),
]

CLAIMS = {
    "sums": SUMS_CLAIMS,
    "pack_rat": RAT_CLAIMS,
    "cui_bono": CUI_CLAIMS,
    "forced_memory": MEMORY_CLAIMS,
    "dice_march": MARCH_CLAIMS,
    "squeeze_play": SQUEEZE_CLAIMS,
}
