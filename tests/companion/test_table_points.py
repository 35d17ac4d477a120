"""Where points came from: which note explains a change, and by which rule."""

import pytest

from companion.asks import Ask, Say
from companion.facts import Fact, Kind, Source
from companion.rulings import Note, Ruling, Verdict
from companion.table.line import Frame
from companion.table.log import LogEntry
from companion.table.points import scored


class Counted:
    """Stands in for a game: a state is the points, and the asks that waited then."""

    def scores(self, state):
        return state[0]

    def asks(self, state):
        return state[1]


def ask(name, rule):
    return Ask(name, Kind.CHOICE, ("Ana",), Say(name), rule)


def note(key, rule="", seat="", **points):
    return Note(Say(key), rule, seat=seat, points=points)


ASKS = (ask("first", "R1"), ask("second", "R2"))


def changes(before, after, *notes, rule="", move=True, answers="", asks=ASKS, entry=2, logged=2):
    """The changes between two frames, as (seat, change, sentence, rule)."""
    ruling = Ruling(Verdict.ACCEPTED, rule, notes=notes)
    fact = Fact(Kind.CHOICE, True, 0, Source.TOUCH, ask=answers) if answers else None
    frames = [Frame(1, (before, asks)), Frame(entry, (after, ()), {"move": "x"} if move else None, fact)]
    log = [LogEntry(logged, 0, 0, "fact", Say("log.fact"), ruling)]
    return [(one.seat, one.change, one.says.key, one.rule) for one in scored(Counted(), frames, log)]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param({"A": 1}, {"A": 4}, [("A", 3)], id="more points"),
        pytest.param({"A": 4}, {"A": 1}, [("A", -3)], id="fewer"),
        pytest.param({"A": 4, "B": 1}, {"A": 4, "B": 2}, [("B", 1)], id="only what has changed"),
        pytest.param({"A": 4}, {"A": 4}, [], id="nothing has"),
        pytest.param({}, {"A": 4}, [("A", 4)], id="somebody who had none"),
        pytest.param({}, {"A": 0}, [], id="and has none"),
    ],
)
def test_what_has_changed(before, after, told):
    assert [(seat, change) for seat, change, _, _ in changes(before, after)] == told


def test_a_move_that_is_not_in_the_log_is_not_told():
    assert changes({"A": 1}, {"A": 4}, entry=2, logged=3) == []


@pytest.mark.parametrize(
    ("notes", "says"),
    [
        pytest.param([], "log.fact", id="no note: what happened"),
        pytest.param([note("any")], "any", id="the only note"),
        pytest.param([note("other"), note("his", A=3)], "his", id="the note with these points"),
        pytest.param(
            [note("wrong", A=2), note("his", seat="A")], "his", id="one about the seat, not these points"
        ),
        pytest.param([note("his", seat="A"), note("exact", A=3)], "exact", id="these points before the seat"),
        pytest.param([note("plain"), note("some", B=9)], "some", id="one with points before one without"),
        pytest.param([note("both", seat="A", A=3), note("points", A=3)], "both", id="seat and points"),
        pytest.param([note("points", A=3), note("both", seat="A", A=3)], "both", id="in any order"),
        pytest.param([note("one"), note("two")], "one", id="the first of equals"),
    ],
)
def test_which_note_explains_it(notes, says):
    assert [key for _, _, key, _ in changes({"A": 0}, {"A": 3}, *notes)] == [says]


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        pytest.param({"notes": [note("x", "R9", A=3)], "rule": "R8"}, "R9", id="of the note"),
        pytest.param({"notes": [note("x", A=3)], "rule": "R8"}, "R8", id="of the ruling"),
        pytest.param({"rule": "R8"}, "R8", id="of the ruling, without a note"),
        pytest.param({"answers": "second"}, "R2", id="of what was answered"),
        pytest.param({"answers": "third"}, "R1", id="of what was asked first"),
        pytest.param({}, "R1", id="of what was asked first, without a fact"),
        pytest.param({"asks": ()}, "", id="nothing was asked"),
        pytest.param({"move": False, "answers": "second"}, "", id="T11 the table has agreed on it"),
    ],
)
def test_by_which_rule(more, rule):
    notes = more.get("notes", [])
    given = {key: value for key, value in more.items() if key != "notes"}

    assert [told for *_, told in changes({"A": 0}, {"A": 3}, *notes, **given)] == [rule]


def test_a_whole_round(at):
    """R2, R4: the pips for the one, one point for the other; asked for by the choice to keep them."""
    at.round(6, "Ben", "Cem")

    assert [(one.seat, one.change, one.rule) for one in at.table.scored()] == [
        ("Ben", 6, "R4"),
        ("Cem", 1, "R4"),
    ]
    assert {one.entry for one in at.table.scored()} == {at.table.log()[-1].entry}
