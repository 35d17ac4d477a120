"""What the rules of Sums, Pack Rat and Forced Memory say with each value of each switch."""

import msgspec

from companion.asks import MS
from companion.games import find_game
from companion.lab.short_pyramid import read_position, read_pyramid
from tests.companion.pyramid.measured import SEATS, like, limit
from tests.companion.rules_said import Claim, Does, numbers

SUMS, RAT, MEMORY = map(find_game, ("sums", "pack_rat", "forced_memory"))
THREE = {
    "plus": [[8, 0, 0], [7, 1, 0], [7, 0, 1]],
    "ori": {"8,0,0": [4, 1, 2], "7,1,0": [3, 5, 6], "7,0,1": [3, 5, 6]},
}

# --- Sums ---

_FOUND = {"roll": [4, 5, 6], "rounds": 1, "roller": "Ann", "pyramid": read_pyramid(THREE)}


def _first(seat) -> Does:
    """A-SU5: Ben and Cleo press in the same moment, and Cleo has more dice."""

    def does(options):
        state = read_position(
            SUMS,
            {
                "seats": SEATS,
                "phase": "search",
                "supply": {"Ann": 3, "Ben": 3, "Cleo": 9},
                **_FOUND,
                "options": msgspec.to_builtins(options),
            },
        )
        return SUMS.break_tie(state, "stop", ("Cleo", "Ben"))[0] == seat

    return does


def _named_within(ms) -> Does:
    """A-SU10: so long after the press it can be called a Niete, and a millisecond later it cannot."""

    def does(options):
        pressed = {"phase": "show", "caller": "Ben", "call": "stop", "called_t": 10**9, **_FOUND}
        given = {"seats": SEATS, "options": msgspec.to_builtins(options), **pressed}
        state, found = read_position(SUMS, given), []
        for late in (ms, ms + 1):
            move = SUMS.read_move({"move": "niete", "seat": "Ben", "t": 10**9 + late * MS})
            refusal = SUMS.refuse(state, move)
            found.append(refusal.rule if refusal else "")
        return found == ["", "A-SU10"]

    return does


SUMS_CLAIMS = [
    Claim(
        "niete_judge",
        "referee",
        ["A-SU1"],
        "from its list",
        "nach seiner Liste",
        like(SUMS, "niete_judge", "referee", (4, 60)),
    ),
    Claim(
        "niete_judge",
        "players",
        ["A-SU1"],
        "always search",
        "suchen immer",
        like(SUMS, "niete_judge", "players", (4, 60)),
    ),
    Claim(
        "niete_button",
        "same",
        ["SU6", "A-SU3"],
        "the one button",
        "dem einen Knopf",
        like(SUMS, "niete_button", "same", (7, 170)),
    ),
    Claim(
        "niete_button",
        "own",
        ["SU6", "A-SU3"],
        "of its own",
        "einem eigenen Knopf",
        like(SUMS, "niete_button", "own", (56, 160)),
    ),
    Claim("all_pass", True, ["A-SU2"], "pass on", "wandern", like(SUMS, "all_pass", True, (1, 60))),
    Claim("all_pass", False, ["A-SU2"], "Nobody can", "Niemand kann", like(SUMS, "all_pass", False, (1, 60))),
    Claim(
        "touch_move",
        True,
        ["A-SU8"],
        "not be turned any more",
        "nicht mehr",
        like(SUMS, "touch_move", True, (2, 60)),
    ),
    Claim(
        "touch_move",
        False,
        ["A-SU8"],
        "still be turned",
        "noch bis",
        like(SUMS, "touch_move", False, (2, 60)),
    ),
    Claim("tie", "left", ["A-SU5"], "roller's left", "links am", _first("Ben")),
    Claim("tie", "most_dice", ["A-SU5"], "most dice", "am meisten", _first("Cleo")),
    *(
        Claim("niete_s", n, ["A-SU10"], f" {n} seconds", f" {n} Sekunden", _named_within(1000 * n))
        for n in numbers(SUMS, "niete_s")
    ),
    *(
        Claim(
            "show_s",
            n,
            ["A-SU4"],
            f" {n} seconds",
            f" {n} Sekunden",
            limit(SUMS, 1000 * n, phase="show", caller="Ben", call="stop", **_FOUND),
        )
        for n in numbers(SUMS, "show_s")
    ),
    *(
        Claim(
            "search_s",
            n,
            ["A-SU1"],
            f" {n} seconds",
            f" {n} Sekunden",
            limit(SUMS, 1000 * n, phase="check", caller="Ben", call="niete", **_FOUND),
        )
        for n in numbers(SUMS, "search_s")
    ),
]

# --- Pack Rat ---

_HUNT = {
    "phase": "hunt",
    "number": 1,
    "rounds": 1,
    "roller": "Ann",
    "pyramid": read_pyramid({"full": True, "minus": [[0, 0, 0]], "fill": "r"}),
}


def _in_time_for(ms) -> Does:
    """PR8: a die taken so long after the Stop is in time, and a millisecond later it is not."""

    def does(options):
        state = read_position(RAT, {"seats": SEATS, "options": msgspec.to_builtins(options), **_HUNT})
        stopped = RAT.play(state, RAT.read_move({"move": "stop", "seat": "Ann", "t": 10**9})).state
        told = {"move": "take", "seat": "Ben", "cells": [[1, 0, 0]]}
        takes = [RAT.read_move({**told, "t": 10**9 + late * MS}) for late in (ms, ms + 1)]
        keys = [{note.says.key for note in RAT.play(stopped, take).notes} for take in takes]
        return ["note.late" in found or "note.late_free" in found for found in keys] == [False, True]

    return does


RAT_CLAIMS = [
    *(
        Claim("grace_ms", n, ["PR8", "A-PR1"], f" {n} ms", f" {n} ms", _in_time_for(n))
        for n in numbers(RAT, "grace_ms")
    ),
    Claim(
        "wrong_take",
        "return",
        ["PR11", "A-PR2"],
        "nothing more",
        "sonst nichts",
        like(RAT, "wrong_take", "return", (1, 40)),
    ),
    Claim(
        "wrong_take",
        "penalty",
        ["PR11", "A-PR2"],
        "as a late one",
        "wie ein verspäteter",
        like(RAT, "wrong_take", "penalty", (1, 40)),
    ),
    Claim(
        "per_die", True, ["PR8", "A-PR3"], "each of them", "jeden davon", like(RAT, "per_die", True, (40, 80))
    ),
    Claim(
        "per_die",
        False,
        ["PR8", "A-PR3"],
        "once, however",
        "einmal, egal",
        like(RAT, "per_die", False, (40, 80)),
    ),
    *(
        Claim(
            "empty_hint_s",
            n,
            ["A-PR5"],
            f"anything: {n or 'none, it keeps quiet'}.",
            f"kann: {n or 'keine, er schweigt'}.",
            limit(RAT, 1000 * n, **_HUNT),
        )
        for n in numbers(RAT, "empty_hint_s")
    ),
]

# --- Forced Memory ---

_ROLLED = {"phase": "choose", "on_turn": "Ann", "roll": [4, 5, 6], "rolls": 2}


def _memory(options, **position):
    given = {"seats": SEATS, "options": msgspec.to_builtins(options), **position}
    return read_position(MEMORY, given)


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
_NO_SUM = {
    "phase": "roll",
    "on_turn": "Ann",
    "pyramid": {
        **dict.fromkeys(_BASE, "y124"),
        **{f"{a},{b},{7 - a - b}": "r???" for a in range(8) for b in range(8 - a)},
    },
}
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
    Claim(
        "reroll", "one", ["FM6", "A-FM1"], "one die of your choice", "einen Würfel deiner Wahl", _one_die_only
    ),
    *(
        Claim("max_players", n, ["A-FM2"], f"2 to {n} may", f"2 bis {n} dürfen", _may_sit(n))
        for n in (6, 7, 8)
    ),
    Claim(
        "shield",
        False,
        ["FM13", "A-FM4"],
        "thinking is allowed",
        "ist erlaubt",
        _tells("note.shield", _BUILT, False, phase="build"),
    ),
    Claim(
        "shield",
        True,
        ["FM13", "A-FM4"],
        "A screen round",
        "Ein Sichtschutz",
        _tells("note.shield", _BUILT, True, phase="build"),
    ),
    *(
        Claim(
            "limit_s",
            n,
            ["A-FM6"],
            f"passes on: {n or 'no limit'}.",
            f"weitergeht: {n or 'keine Grenze'}.",
            limit(MEMORY, 1000 * n, **{**_ROLLED, "phase": "lift"}),
        )
        for n in numbers(MEMORY, "limit_s")
    ),
    Claim(
        "hint_impossible",
        False,
        ["A-FM7"],
        "keeps quiet",
        "schweigt",
        _tells("note.impossible", {"move": "roll", "seat": "Ann", "dice": [6, 6, 6]}, False, **_NO_SUM),
    ),
    Claim(
        "hint_impossible",
        True,
        ["A-FM7"],
        "says so",
        "sagt es",
        _tells("note.impossible", {"move": "roll", "seat": "Ann", "dice": [6, 6, 6]}, True, **_NO_SUM),
    ),
    Claim("training", False, [], "", "", _says_sum_first(False)),
    Claim("training", True, ["FM11"], "In training", "Im Training", _says_sum_first(True)),
]
