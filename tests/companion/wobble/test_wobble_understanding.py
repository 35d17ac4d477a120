"""Wobble: what a card, a button, a touch or the clock means, as an answer to what was asked."""

import pytest
from wobble_tables import after, lay, move, table

from companion.facts import Fact, Kind, Source
from companion.games.wobble import GAME


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


@pytest.mark.parametrize(
    ("moves", "named", "seat"),
    [
        pytest.param((), "", "A", id="W9 of whoever is on"),
        pytest.param((), "C", "C", id="W15 of whoever is named"),
        pytest.param((move("toss", "C", t=5),), "", "C", id="W15 of whoever has pressed"),
        pytest.param((lay("A", "mP3"),), "", "B", id="W25 of whoever is hit"),
        pytest.param((lay("A", "mP3"), move("toss", "C", t=5)), "", "C", id="AW-3 of whoever has pressed"),
    ],
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


@pytest.mark.parametrize(
    ("state", "name", "value", "expected"),
    [
        pytest.param(table(), "draw", True, "touch A 9", id="W11"),
        pytest.param(table(), "redraw", cards("YOU", "DG"), "redraw A DG YOU", id="W28"),
        pytest.param(after(table(), move("touch", "A")), "keep", True, "keep A", id="W11 kept"),
        pytest.param(
            after(table(), move("touch", "A")), "doubt", True, "doubt B", id="W10 the first of them"
        ),
        pytest.param(after(table(), lay("A", "m0")), "effect", "C", "seats A C", id="W29"),
        pytest.param(after(table(), lay("A", "mHH")), "effect", "away", "half A True", id="W36 half"),
        pytest.param(after(table(), lay("A", "mHH")), "effect", "keep", "half A False", id="W36 nothing"),
        pytest.param(after(table(), lay("A", "mCE")), "effect", "C", "exchange A C", id="W37"),
        pytest.param(after(table(), *DRAW), "answer", "accept", "accept B 9 ", id="W25 taken"),
        pytest.param(after(table(), *DRAW), "answer", "dare:T4", "dare B T4 ", id="W40 a task"),
        pytest.param(after(table(), *DRAW), "answer", "own:sing", "dare B own sing", id="W50 their own"),
        pytest.param(after(table(), lay("A", "mMAG")), "name", "7", "name B 7", id="W42"),
        pytest.param(after(table(), *DRAW, lay("B", "YOU")), "aim", "C", "aim B C", id="W44"),
        pytest.param(after(table(), *DRAW, lay("B", "UNL")), "vote:C", "up", "vote C up", id="W46"),
        pytest.param(dared("T7"), "begin", True, "begin B 9", id="W-T7"),
        pytest.param(dared("T10"), "throw", "RP", "throw B R P", id="W-T10"),
        pytest.param(dared("T12"), "number", 1500, "number B 1500", id="W-T12"),
        pytest.param(dared("T3"), "turned", cards("NM", "m3"), "turned B NM m3", id="W-T3"),
        pytest.param(dared("T1", *BEGUN), "seen", True, "end A 9 bump", id="W-T1 the coin bumps"),
        pytest.param(dared("T2", *BEGUN), "seen", True, "end A 9 told", id="W-T2 the reason was told"),
        pytest.param(dared("T4"), "judged", "fail", "judged  fail", id="AW-14 the table, nobody by name"),
    ],
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


@pytest.mark.parametrize(
    ("task", "kind", "t", "expected"),
    [
        pytest.param("T9", Kind.CALL, 5_000, ("end", 5_000), id="W-T9 stopped"),
        pytest.param("T9", Kind.TIME, 5_000, ("judged", None), id="W-T9 nobody stops it: failed"),
        pytest.param("T2", Kind.CALL, 5_000, ("end", 5_000), id="W-T2 hung up"),
        pytest.param("T2", Kind.TIME, 5_000, ("end", RUNNING + 90_000_000_000), id="W-T2 it has lasted"),
        pytest.param("T2", Kind.TIME, 99 * 10**9, ("end", 99 * 10**9), id="W-T2 and longer"),
        pytest.param("T1", Kind.TIME, 5_000, ("end", RUNNING + 60_000_000_000), id="W-T1 it spins on"),
    ],
)
def test_how_a_watch_stops(task, kind, t, expected):
    told = understood(dared(task, *BEGUN), "stop", "stop", t=t, kind=kind)

    assert (told["move"], told.get("t")) == expected
    assert told["seat"] == "B"
    assert told["move"] == "end" or told["result"] == "fail"
