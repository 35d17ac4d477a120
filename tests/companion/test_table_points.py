"""Where points came from: which note explains a change, and by which rule."""

from companion.asks import Ask, Fact, Kind, Say, Source
from companion.rulings import Note, Ruling, Verdict
from companion.table.line import Frame
from companion.table.log import LogEntry, scored
from tests.tables import cases


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


@cases(
    "before, after, told",
    {
        "more points": ({"A": 1}, {"A": 4}, [("A", 3)]),
        "fewer": ({"A": 4}, {"A": 1}, [("A", -3)]),
        "only what has changed": ({"A": 4, "B": 1}, {"A": 4, "B": 2}, [("B", 1)]),
        "nothing has": ({"A": 4}, {"A": 4}, []),
        "somebody who had none": ({}, {"A": 4}, [("A", 4)]),
        "and has none": ({}, {"A": 0}, []),
    },
)
def test_what_has_changed(before, after, told):
    assert [(seat, change) for seat, change, _, _ in changes(before, after)] == told


def test_a_move_that_is_not_in_the_log_is_not_told():
    assert changes({"A": 1}, {"A": 4}, entry=2, logged=3) == []


@cases(
    "notes, says",
    {
        "no note: what happened": ([], "log.fact"),
        "the only note": ([note("any")], "any"),
        "the note with these points": ([note("other"), note("his", A=3)], "his"),
        "one about the seat, not these points": ([note("wrong", A=2), note("his", seat="A")], "his"),
        "these points before the seat": ([note("his", seat="A"), note("exact", A=3)], "exact"),
        "one with points before one without": ([note("plain"), note("some", B=9)], "some"),
        "seat and points": ([note("both", seat="A", A=3), note("points", A=3)], "both"),
        "in any order": ([note("points", A=3), note("both", seat="A", A=3)], "both"),
        "the first of equals": ([note("one"), note("two")], "one"),
    },
)
def test_which_note_explains_it(notes, says):
    assert [key for _, _, key, _ in changes({"A": 0}, {"A": 3}, *notes)] == [says]


@cases(
    "more, rule",
    {
        "of the note": ({"notes": [note("x", "R9", A=3)], "rule": "R8"}, "R9"),
        "of the ruling": ({"notes": [note("x", A=3)], "rule": "R8"}, "R8"),
        "of the ruling, without a note": ({"rule": "R8"}, "R8"),
        "of what was answered": ({"answers": "second"}, "R2"),
        "of what was asked first": ({"answers": "third"}, "R1"),
        "of what was asked first, without a fact": ({}, "R1"),
        "nothing was asked": ({"asks": ()}, ""),
        "T11 the table has agreed on it": ({"move": False, "answers": "second"}, ""),
    },
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
