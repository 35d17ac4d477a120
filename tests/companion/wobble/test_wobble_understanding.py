"""Wobble: what a card, a button, a touch or the clock means, as an answer to what was asked."""

import pytest
from wobble_tables import after, lay, move, table

from companion.asks import Fact, Kind, Source
from companion.games.wobble import GAME
from tests.tables import cases


def dared(task, *moves):
    return after(table(), lay("A", "mP3"), move("dare", "B", task=task), *moves)


def understood(state, name, value, seat="", t=9, kind=None):
    """The move that *value* means as an answer to the ask whose id begins with *name*."""
    ask = next(ask for ask in GAME.asks(state) if ask.id.startswith(name))
    fact = Fact(kind or ask.kind, value, t, Source.TOUCH, seat)
    return GAME.write_move(GAME.understand(state, ask, fact))


def cards(*names):
    return {"place": "somewhere", "cards": list(names)}


# --- whose card it is ---


@cases(
    "moves, named, seat",
    {
        "W9 of whoever is on": ((), "", "A"),
        "W15 of whoever is named": ((), "C", "C"),
        "W15 of whoever has pressed": ((move("toss", "C", t=5),), "", "C"),
        "W25 of whoever is hit": ((lay("A", "mP3"),), "", "B"),
        "AW-3 of whoever has pressed": ((lay("A", "mP3"), move("toss", "C", t=5)), "", "C"),
    },
)
def test_whose_card_it_is(moves, named, seat):
    state = after(table(), *moves)

    assert understood(state, "lay", cards("m5"), named) == {
        "move": "lay", "seat": seat, "cards": ("m5",), "t": 9
    }  # fmt: skip


@pytest.mark.parametrize(("later_ms", "seat"), [(2000, "C"), (2001, "A")], ids="W15 {}".format)
def test_a_card_that_the_eyes_tell_late_is_whose_it_was_when_it_was_laid(later_ms, seat):
    """It was laid in time, though the eyes tell of it only once it has been lying there."""
    state = after(table(), move("toss", "C", t=5))
    t = 5 + later_ms * 1_000_000

    assert understood(state, "lay", cards("m5"), t=t)["seat"] == seat


def test_a_swap_is_written_in_the_order_of_the_colours():
    """W35."""
    assert understood(table(), "lay", cards("CSgm"))["cards"] == ("CSmg",)


# --- answers ---

DRAW = (lay("A", "mP3"),)
BEGUN = (move("begin", "B", t=1000),)
RUNNING = 1000


@cases(
    "state, name, value, expected",
    {
        "W11": (table(), "draw", True, "touch A 9"),
        "W28": (table(), "redraw", cards("YOU", "DG"), "redraw A DG YOU"),
        "W11 kept": (after(table(), move("touch", "A")), "keep", True, "keep A"),
        "W10 the first of them": (after(table(), move("touch", "A")), "doubt", True, "doubt B"),
        "W29": (after(table(), lay("A", "m0")), "effect", "C", "seats A C"),
        "W36 half": (after(table(), lay("A", "mHH")), "effect", "away", "half A True"),
        "W36 nothing": (after(table(), lay("A", "mHH")), "effect", "keep", "half A False"),
        "W37": (after(table(), lay("A", "mCE")), "effect", "C", "exchange A C"),
        "W25 taken": (after(table(), *DRAW), "answer", "accept", "accept B 9 "),
        "W40 a task": (after(table(), *DRAW), "answer", "dare:T4", "dare B T4 "),
        "W50 their own": (after(table(), *DRAW), "answer", "own:sing", "dare B own sing"),
        "W42": (after(table(), lay("A", "mMAG")), "name", "7", "name B 7"),
        "W44": (after(table(), *DRAW, lay("B", "YOU")), "aim", "C", "aim B C"),
        "W46": (after(table(), *DRAW, lay("B", "UNL")), "vote:C", "up", "vote C up"),
        "W-T7": (dared("T7"), "begin", True, "begin B 9"),
        "W-T10": (dared("T10"), "throw", "RP", "throw B R P"),
        "W-T12": (dared("T12"), "number", 1500, "number B 1500"),
        "W-T3": (dared("T3"), "turned", cards("NM", "m3"), "turned B NM m3"),
        "W-T1 the coin bumps": (dared("T1", *BEGUN), "seen", True, "end A 9 bump"),
        "W-T2 the reason was told": (dared("T2", *BEGUN), "seen", True, "end A 9 told"),
        "AW-14 the table, nobody by name": (dared("T4"), "judged", "fail", "judged  fail"),
    },
)
def test_answers(state, name, value, expected):
    told = {"move": "", "seat": ""} | understood(state, name, value)  # who does what stands first
    said = (" ".join(v) if isinstance(v, tuple | list) else str(v) for v in told.values())

    assert " ".join(said) == expected


def test_the_time_to_answer_is_over():
    """AW-4: then it is taken."""
    state = after(table(options={"response_window": "three_seconds"}), lay("A", "mSK"))

    told = understood(state, "answer", "answer:B:SK:1", kind=Kind.TIME)
    assert (told["move"], told["seat"]) == ("accept", "B")


@cases(
    "task, kind, t, expected",
    {
        "W-T9 stopped": ("T9", Kind.CALL, 5_000, ("end", 5_000)),
        "W-T9 nobody stops it: failed": ("T9", Kind.TIME, 5_000, ("judged", None)),
        "W-T2 hung up": ("T2", Kind.CALL, 5_000, ("end", 5_000)),
        "W-T2 it has lasted": ("T2", Kind.TIME, 5_000, ("end", RUNNING + 90_000_000_000)),
        "W-T2 and longer": ("T2", Kind.TIME, 99 * 10**9, ("end", 99 * 10**9)),
        "W-T1 it spins on": ("T1", Kind.TIME, 5_000, ("end", RUNNING + 60_000_000_000)),
    },
)
def test_how_a_watch_stops(task, kind, t, expected):
    told = understood(dared(task, *BEGUN), "stop", "stop", t=t, kind=kind)

    assert (told["move"], told.get("t")) == expected
    assert told["seat"] == "B"
    assert told["move"] == "end" or told["result"] == "fail"
