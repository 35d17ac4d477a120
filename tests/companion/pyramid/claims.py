"""What the rules of the six pyramid games say with each value of each switch, and whether the referee does so.

Where a claim names seeds, the second referee, which is played with that value, is the measure: the first one
agrees with it in those games, and with every other value it does not.
"""

import importlib

import msgspec
from msgspec.structs import replace

from companion.asks import Ask
from companion.games import find_game
from companion.pyramid.notation import read_pyramid
from companion.referee_loop import RefereeLoop
from tests.companion.rules_said import Claim, Does
from tests.second_referees import driving

SEATS = ("Ann", "Ben", "Cleo")
SUMS, RAT, CUI, MEMORY, MARCH, SQUEEZE = map(
    find_game, ("sums", "pack_rat", "cui_bono", "forced_memory", "dice_march", "squeeze_play")
)
THREE = {"plus": [[8, 0, 0], [7, 1, 0], [7, 0, 1]], "ori": {"8,0,0": [4, 1, 2], "7,1,0": [3, 5, 6], "7,0,1": [3, 5, 6]}}  # fmt: skip


class _InProcess:
    """The first referee with options that are not those of the second one."""

    def __init__(self, game, options):
        self._loop, self._options = RefereeLoop(game), msgspec.to_builtins(options)

    def ask(self, **asked):
        if asked["do"] == "start":
            asked["options"] = self._options
        return msgspec.json.decode(self._loop.answer(msgspec.json.encode(asked).decode()))


def like(game, switch, value, *seeds) -> Does:
    """As the second referee judges with *switch* at *value* and all else as usual; each seed with a length."""
    second = importlib.import_module(f"tests.second_referees.{game.about.name}").Game

    def make(random):
        model = second(random)
        model.options.clear()
        model.options.update(msgspec.to_builtins(replace(game.options(), **{switch: value})))
        return model

    def does(options):
        judged = (driving.verify(make, _InProcess(game, options), seed, longest) for seed, longest in seeds)
        return all(one.mismatch is None for one in judged)

    return does


def _asks(game, options, **position) -> tuple[Ask, ...]:
    return game.asks(game.read_position({"seats": SEATS, "options": msgspec.to_builtins(options), **position}))


def _limit(game, ms, **position) -> Does:
    """Somebody has so many milliseconds for something."""
    return lambda options: max(ask.within_ms or 0 for ask in _asks(game, options, **position)) == ms


# --- Sums ---

_FOUND = {"roll": [4, 5, 6], "rounds": 1, "roller": "Ann", "pyramid": read_pyramid(THREE)}


def _first(seat) -> Does:
    """A-SU5: Ben and Cleo press in the same moment, and Cleo has more dice."""

    def does(options):
        state = SUMS.read_position(
            {"seats": SEATS, "phase": "search", "supply": {"Ann": 3, "Ben": 3, "Cleo": 9}, **_FOUND,
             "options": msgspec.to_builtins(options)}
        )  # fmt: skip
        return SUMS.break_tie(state, "stop", ("Cleo", "Ben"))[0] == seat

    return does


SUMS_CLAIMS = [
    Claim("niete_judge", "referee", ["A-SU1"], "from its list", "nach seiner Liste", like(SUMS, "niete_judge", "referee", (4, 60))),
    Claim("niete_judge", "players", ["A-SU1"], "always search", "suchen immer", like(SUMS, "niete_judge", "players", (4, 60))),
    Claim("niete_button", "same", ["SU6", "A-SU3"], "the one button", "dem einen Knopf", like(SUMS, "niete_button", "same", (7, 170))),
    Claim("niete_button", "own", ["SU6", "A-SU3"], "of its own", "einem eigenen Knopf", like(SUMS, "niete_button", "own", (56, 160))),
    Claim("all_pass", True, ["A-SU2"], "pass on", "wandern", like(SUMS, "all_pass", True, (1, 60))),
    Claim("all_pass", False, ["A-SU2"], "Nobody can", "Niemand kann", like(SUMS, "all_pass", False, (1, 60))),
    Claim("touch_move", True, ["A-SU8"], "not be turned any more", "nicht mehr", like(SUMS, "touch_move", True, (2, 60))),
    Claim("touch_move", False, ["A-SU8"], "still be turned", "noch bis", like(SUMS, "touch_move", False, (2, 60))),
    Claim("tie", "left", ["A-SU5"], "roller's left", "links am", _first("Ben")),
    Claim("tie", "most_dice", ["A-SU5"], "most dice", "am meisten", _first("Cleo")),
    *(Claim("niete_s", n, ["A-SU10"], f" {n} seconds", f" {n} Sekunden", like(SUMS, "niete_s", n, (3, 80), (56, 160), (7, 170)))
      for n in (1, 2, 5)),
    *(Claim("show_s", n, ["A-SU4"], f" {n} seconds", f" {n} Sekunden",
            _limit(SUMS, 1000 * n, phase="show", caller="Ben", call="stop", **_FOUND)) for n in (4, 5, 9)),
    *(Claim("search_s", n, ["A-SU1"], f" {n} seconds", f" {n} Sekunden",
            _limit(SUMS, 1000 * n, phase="check", caller="Ben", call="niete", **_FOUND)) for n in (20, 30, 60)),
]  # fmt: skip

# --- Pack Rat ---

RAT_CLAIMS = [
    *(Claim("grace_ms", n, ["PR8", "A-PR1"], f" {n} ms", f" {n} ms", like(RAT, "grace_ms", n, (3, 70), (5, 230))) for n in (0, 150, 300)),
    Claim("wrong_take", "return", ["PR11", "A-PR2"], "nothing more", "sonst nichts", like(RAT, "wrong_take", "return", (1, 40))),
    Claim("wrong_take", "penalty", ["PR11", "A-PR2"], "as a late one", "wie ein verspäteter", like(RAT, "wrong_take", "penalty", (1, 40))),
    Claim("per_die", True, ["PR8", "A-PR3"], "each of them", "jeden davon", like(RAT, "per_die", True, (40, 80))),
    Claim("per_die", False, ["PR8", "A-PR3"], "once, however", "einmal, egal", like(RAT, "per_die", False, (40, 80))),
    *(Claim("empty_hint_s", n, ["A-PR5"], f"{n}.", f"{n}.", like(RAT, "empty_hint_s", n, (1, 40)) if not n else
            _limit(RAT, 1000 * n, phase="hunt", number=1, rounds=1, roller="Ann", pyramid=read_pyramid({"full": True, "minus": [[0, 0, 0]], "fill": "r"})))
      for n in (0, 5)),
]  # fmt: skip

# --- Cui bono? ---


def _costs(order) -> Does:
    """A-CB1: each has kept one die."""
    kept = dict(zip(SEATS, "rym", strict=True))
    wanted = {seat: -1 - order.index(colour) for seat, colour in kept.items()}
    return lambda options: (
        CUI.scores(CUI.read_position({"seats": SEATS, "kept": kept, "options": msgspec.to_builtins(options)}))
        == wanted
    )


_EN, _DE = {"r": "red", "y": "yellow", "m": "mother of pearl"}, {"r": "Rot", "y": "Gelb", "m": "Perlmutt"}


def _priced(names, order):
    return ", ".join(f"{names[colour]} {n}" for n, colour in enumerate(order, 1))


CUI_CLAIMS = [
    *(Claim("points", order, ["CB13", "A-CB1"], _priced(_EN, order), _priced(_DE, order), _costs(order))
      for order in ("rym", "rmy", "yrm", "ymr", "mry", "myr")),
    Claim("min_row", 2, ["CB8"], "two dice or more", "zwei oder mehr", like(CUI, "min_row", 2, (34, 220))),
    Claim("min_row", 3, ["CB8"], "three dice or more", "drei oder mehr", like(CUI, "min_row", 3, (34, 220))),
    Claim("min_row", 2, ["A-CB2"], "Two dice", "Schon zwei", None),
    Claim("min_row", 3, ["A-CB2"], "Three dice", "Schon drei", None),
    Claim("row_scope", "full", ["CB8", "A-CB3"], "hidden dice included", "verdeckte Würfel", like(CUI, "row_scope", "full", (13, 330))),
    Claim("row_scope", "visible", ["CB8", "A-CB3"], "only dice that can be seen", "nur sichtbare", like(CUI, "row_scope", "visible", (13, 330))),
    Claim("voluntary", True, ["CB11", "A-CB4"], "may keep a die although", "behalten, obwohl", like(CUI, "voluntary", True, (1, 40))),
    Claim("voluntary", False, ["CB11", "A-CB4"], "must put a die back", "musst einen Würfel zurücklegen", like(CUI, "voluntary", False, (1, 40))),
    *(Claim("turn_cap", n, ["A-CB6"], f"with 0: {n}.", f"dadurch: {n}.", like(CUI, "turn_cap", n, (35, 270), (23, 270))) for n in (0, 15)),
]  # fmt: skip

# --- Forced Memory ---

_ROLLED = {"phase": "choose", "on_turn": "Ann", "roll": [4, 5, 6], "rolls": 2}


def _memory(options, **position):
    given = {"seats": SEATS, "options": msgspec.to_builtins(options), **position}
    return MEMORY.read_position(given)


def _may_roll(dice) -> Does:
    move = MEMORY.read_move({"move": "roll", "seat": "Ann", "dice": dice})
    return lambda options: MEMORY.refuse(_memory(options, **_ROLLED), move) is None


def _one_die_only(options) -> bool:
    return not _may_roll([1, 2, 3])(options)


def _may_sit(n) -> Does:
    return lambda options: MEMORY.seat_range(options)[1] == n


def _tells(key, move, wanted, **position) -> Does:
    """Whether a note with *key* comes with *move*."""

    def does(options):
        step = MEMORY.play(_memory(options, **position), MEMORY.read_move(move))
        return (key in {note.says.key for note in step.notes}) is wanted

    return does


_BASE = {f"{a},{b},{8 - a - b}": "y123" for a in range(9) for b in range(9 - a)}
_NO_SUM = {"phase": "roll", "on_turn": "Ann", "pyramid": {**{n: "y124" for n in _BASE}, **{f"{a},{b},{7 - a - b}": "r???" for a in range(8) for b in range(8 - a)}}}  # fmt: skip
_BUILT = {"move": "built", "seat": "Ann", "pyramid": {}}


def _says_sum_first(wanted) -> Does:
    """FM11: Ann has lifted a die."""

    def does(options):
        state = _memory(options, **{**_ROLLED, "phase": "lift"})
        move = MEMORY.read_move({"move": "lift", "seat": "Ann", "cell": [7, 0, 0]})
        return (MEMORY.play(state, move).state.phase == "say") is wanted

    return does


MEMORY_CLAIMS = [
    Claim("reroll", "three", ["FM6", "A-FM1"], "all three dice", "alle drei Würfel", _may_roll([1, 2, 3])),
    Claim("reroll", "one", ["FM6", "A-FM1"], "one die of your choice", "einen Würfel deiner Wahl", _one_die_only),
    *(Claim("max_players", n, ["A-FM2"], f"2 to {n} may", f"2 bis {n} dürfen", _may_sit(n)) for n in (6, 7, 8)),
    Claim("shield", False, ["FM13", "A-FM4"], "thinking is allowed", "ist erlaubt", _tells("note.shield", _BUILT, False, phase="build")),
    Claim("shield", True, ["FM13", "A-FM4"], "A screen round", "Ein Sichtschutz", _tells("note.shield", _BUILT, True, phase="build")),
    *(Claim("limit_s", n, ["A-FM6"], f"with 0: {n}.", f"gar nicht: {n}.", _limit(MEMORY, 1000 * n, **{**_ROLLED, "phase": "lift"}))
      for n in (0, 20)),
    Claim("hint_impossible", False, ["A-FM7"], "keeps quiet", "schweigt",
          _tells("note.impossible", {"move": "roll", "seat": "Ann", "dice": [6, 6, 6]}, False, **_NO_SUM)),
    Claim("hint_impossible", True, ["A-FM7"], "says so", "sagt es",
          _tells("note.impossible", {"move": "roll", "seat": "Ann", "dice": [6, 6, 6]}, True, **_NO_SUM)),
    Claim("training", False, [], "", "", _says_sum_first(False)),
    Claim("training", True, ["FM11"], "In training", "Im Training", _says_sum_first(True)),
]  # fmt: skip

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
    Claim("ownTie", "owner", ["DM8", "A-DM1"], "take the third one", "den dritten", like(MARCH, "ownTie", "owner", (35, 90))),
    Claim("ownTie", "literal", ["DM8", "A-DM1"], "even if both", "auch wenn beide", like(MARCH, "ownTie", "literal", (35, 90))),
    Claim("multi", "simultaneous", ["DM12"], "both at once", "beide zugleich", like(MARCH, "multi", "simultaneous", (30, 80))),
    Claim("multi", "order", ["DM12"], "one after the other", "einen nach dem anderen", like(MARCH, "multi", "order", (30, 80))),
    Claim("multi", "simultaneous", ["A-DM2"], "as they lie after the tip", "wie sie nach dem Kippen", None),
    Claim("multi", "order", ["A-DM2"], "The mover says", "Wer kippt, sagt", None),
    Claim("score", "literal", ["DM14", "A-DM3"], "in a tie.", "im Gleichstand gegangen sind.", None),
    Claim("score", "all", ["DM14", "A-DM3"], "or that others took", "die andere genommen", like(MARCH, "score", "all", (11, 80))),
    Claim("score", "literal", ["A-DM3"], "in a tie.", "gegangen sind.", like(MARCH, "score", "literal", (11, 80))),
    Claim("nullTurn", "forbid", ["DM13", "A-DM4"], "not a move", "kein Zug", like(MARCH, "nullTurn", "forbid", (2, 80))),
    Claim("nullTurn", "allow", ["DM13", "A-DM4"], "a move as well", "auch ein Zug", like(MARCH, "nullTurn", "allow", (2, 80))),
    Claim("repetition", "threefold", ["A-DM5"], "The third repetition", "zum dritten Mal", _draws(repeated=True, wished=True)),
    Claim("repetition", "agreed", ["A-DM5"], "changes nothing", "ändert nichts", _draws(repeated=False, wished=True)),
    Claim("repetition", "none", ["A-DM5"], "no draw", "gibt es nicht", _draws(repeated=False, wished=False)),
    Claim("goalFirst", True, ["DM1", "A-DM6"], "before any competition", "vor jedem Wettkampf", None),  # as it says: no difference
    Claim("goalFirst", False, ["DM1", "A-DM6"], "after the competitions", "nach den Wettkämpfen", None),
]  # fmt: skip

# --- Squeeze Play ---


def _squeeze(options, **position):
    given = {"seats": SEATS, "options": msgspec.to_builtins(options), **position}
    return SQUEEZE.read_position(given)


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
    Claim("linked", True, ["SP6"], "all of them hang", "alle bilden", like(SQUEEZE, "linked", True, (12, 100))),
    Claim("linked", False, ["SP6"], "separate groups", "getrennte Gruppen", like(SQUEEZE, "linked", False, (12, 100))),
    Claim("linked", True, ["A-SP2"], "No:", "Nein:", None),
    Claim("linked", False, ["A-SP2"], "Yes.", "Ja.", None),
    Claim("one", "never", ["A-SP3"], "cannot be built", "kann man deshalb nicht", like(SQUEEZE, "one", "never", (11, 80))),
    Claim("one", "lone", ["A-SP3"], "all the same", "trotzdem bauen", like(SQUEEZE, "one", "lone", (11, 80))),
    Claim("protect", "buildable", ["SP9", "A-SP4"], "stays empty", "Platz leer", like(SQUEEZE, "protect", "buildable", (27, 60))),
    Claim("protect", "free", ["SP9", "A-SP4"], "stays free lying", "frei liegen", None),
    Claim("enclosed", "buildable", ["SP17", "A-SP5"], "to build on", "zum Bauen", _ended((12, 30, 9), 2, ("Cleo",), fill="0,4,4")),
    Claim("enclosed", "visible", ["SP17", "A-SP5"], "can see any face", "keine Fläche", _ended((12, 30, 9), 2, (), fill="0,4,4")),
    Claim("order", "roll", ["A-SP6"], "still wins", "gewinnt also noch", _ended((1, 2, 9), 2, ("Ben",))),
    Claim("order", "enclosed", ["A-SP6"], "before the roll", "vor dem Wurf", _ended((1, 2, 9), 2, ("Ann",))),
    Claim("tie", "shared", ["SP17", "A-SP7"], "share the win", "teilen sich", _tied((("Ann", "Cleo"), ("Ann", "Cleo")))),
    Claim("tie", "turns", ["SP17", "A-SP7"], "fewer turns", "weniger Züge", _tied((("Cleo",), ("Ann",)))),
    Claim("tie", "after", ["SP17", "A-SP7"], "next one clockwise", "der Nächste im", _tied((("Cleo",), ("Cleo",)))),
    Claim("mustBuild", "must", ["A-SP9"], "has to", "muss es tun", like(SQUEEZE, "mustBuild", "must", (1, 60))),
    Claim("mustBuild", "may", ["A-SP9"], "may pass", "darf trotzdem", like(SQUEEZE, "mustBuild", "may", (1, 60))),
    Claim("mustBuild", "may", ["SP10"], "You may also pass", "auch aussetzen", None),
    Claim("bonus", "fewer", ["SP11"], "up to", "bis zu", None),
    Claim("bonus", "all", ["SP11"], "exactly", "genau", None),
    Claim("bonus", "fewer", ["A-SP10"], "also build fewer", "auch weniger", None),
    Claim("bonus", "all", ["A-SP10"], "as many of them as fit", "so viele davon, wie", None),
]  # fmt: skip

CLAIMS = {
    "sums": SUMS_CLAIMS, "pack_rat": RAT_CLAIMS, "cui_bono": CUI_CLAIMS, "forced_memory": MEMORY_CLAIMS,
    "dice_march": MARCH_CLAIMS, "squeeze_play": SQUEEZE_CLAIMS,
}  # fmt: skip
