"""What entries of the journal tell of a game, without playing it again: rolls, calls, corrections."""

import pytest

from companion.asks import MS
from companion.clock import HandClock
from companion.journal import Journal
from companion.people.past import Roll, past_game, past_games
from tests.tables import cases

SEATS = [{"name": "Ann"}, {"name": "Ben", "handicap_ms": 100}, {"name": "Cem"}]


@pytest.fixture
def journal():
    return Journal.open(":memory:", HandClock(0, 10**18))


def accepted(kind="fact", verdict="accepted", move=None, **said):
    return kind, {"ruling": {"verdict": verdict, "move": move}, **said}


def rolled(*pips, seat="Ann", **more):
    fact = {"kind": "dice", "value": {"pips": list(pips)}, "t": 5, "seat": seat}
    return accepted(fact=fact, **more)


def press(seat, ms, name="cannot", armed=None):
    presses = [{"seat": "Zoe", "t": 1, "armed": 1}, {"seat": seat, "t": round(ms * MS), "armed": armed or 0}]
    fact = {"kind": "call", "value": name, "t": round(ms * MS), "seat": seat}
    return accepted(fact=fact, evidence={"presses": presses})


def played(journal, *entries, seats=SEATS):
    """The number of a game with these entries after its start, which is entry 1."""
    game = journal.append(0, [("start", {"game": "abspecken", "seats": seats})])[0].id
    for entry in entries:
        journal.append(game, [entry])
    return past_game(journal, game)


@cases(
    "entries, pips",
    {
        "both stand": ([rolled(1), rolled(2)], ["1", "2"]),
        "T2 one was refused": ([rolled(1, verdict="refused"), rolled(2)], ["2"]),
        "T10 the second was taken back": ([rolled(1), rolled(2), accepted("undo", to=2)], ["1"]),
        "T10 both were": ([rolled(1), rolled(2), accepted("undo", to=1)], []),
        "T10 taking back was not agreed on": ([rolled(1), accepted("undo", "refused", to=1)], ["1"]),
        "T12 corrected": ([rolled(1), rolled(2), rolled(6, kind="correction", corrects=2)], ["6", "2"]),
        "T12 what is not there any more is not corrected but told": (
            [rolled(1), accepted("undo", to=1), rolled(6, kind="correction", corrects=2)],
            ["6"],
        ),
        "another entry": ([("note", {"ruling": {"verdict": "accepted"}}), rolled(1)], ["1"]),
        "an entry that nobody can read": ([("fact", {"ruling": 7}), rolled(1)], ["1"]),
        "a fact without a ruling": ([("fact", {"fact": {"kind": "dice"}}), rolled(1)], ["1"]),
    },
)
def test_which_rolls_stand(entries, pips, journal):
    assert [roll.faces["pips"][0] for roll in played(journal, *entries).rolls] == pips


@cases(
    "entry, roll",
    {
        "who is named": (rolled(3, 5), Roll("Ann", {"pips": ("3", "5")})),
        "whose move": (rolled(3, seat="", move={"seat": "Cem"}), Roll("Cem", {"pips": ("3",)})),
        "nobody can tell": (rolled(3, seat=""), Roll("", {"pips": ("3",)})),
        "what is no list is no roll": (
            accepted(fact={"kind": "dice", "value": {"pips": 3, "colour": ["red"]}}),
            Roll("", {"colour": ("red",)}),
        ),
    },
)
def test_whose_roll_it_was(entry, roll, journal):
    assert played(journal, entry).rolls == (roll,)


@cases("fact", {"no dice": {"kind": "dice", "value": 3}, "a card": {"kind": "card", "value": {"pips": [3]}}})
def test_what_is_no_roll(fact, journal):
    assert played(journal, accepted(fact=fact)).rolls == ()


@cases(
    "entries, calls",
    {
        "T3 the earliest edge is the first": (
            [press("Ann", 50), press("Cem", 20)],
            [("Cem", 1, 0.0), ("Ann", 2, 30.0)],
        ),
        "T15 a head start is taken off; each is measured from the one before it": (
            [press("Cem", 20), press("Ben", 119), press("Ann", 50.5)],
            [("Ben", 1, 0.0), ("Cem", 2, 1.0), ("Ann", 3, 30.5)],
        ),
        "T15 who has no seat here has no head start": (
            [press("Zoe", 50), press("Cem", 49.5)],
            [("Cem", 1, 0.0), ("Zoe", 2, 0.5)],
        ),
        "T3 in thousandths of a millisecond": (
            [press("Ann", 0.0012346), press("Cem", 1)],
            [("Ann", 1, 0.0), ("Cem", 2, 0.999)],
        ),
        "two kinds of calls are two moments": (
            [press("Ann", 5), press("Cem", 9, "niete")],
            [("Ann", 1, 0.0), ("Cem", 1, 0.0)],
        ),
        "T5 asked for at two times: two moments": (
            [press("Ann", 5, armed=1), press("Cem", 9, armed=2)],
            [("Ann", 1, 0.0), ("Cem", 1, 0.0)],
        ),
        "T5 for one of them nobody knows when it was asked for": (
            [press("Ann", 5, armed=1), press("Cem", 9)],
            [("Ann", 1, 0.0), ("Cem", 2, 4.0)],
        ),
        "a roll between them": (
            [press("Ann", 5), rolled(1), press("Cem", 9)],
            [("Ann", 1, 0.0), ("Cem", 1, 0.0)],
        ),
        "a card between them": (
            [press("Ann", 5), accepted(fact={"kind": "card"}), press("Cem", 9)],
            [("Ann", 1, 0.0), ("Cem", 2, 4.0)],
        ),
    },
)
def test_who_called_first(entries, calls, journal):
    found = played(journal, *entries).calls

    assert [(call.seat, call.place, call.behind_ms) for call in found] == calls


def test_how_long_a_call_took(journal):
    """T5: since it could be called; the head start of a seat is told with it."""
    ann, ben = played(journal, press("Ann", 5.0012346, armed=2 * MS), press("Ben", 150)).calls

    assert (ann.took_ms, ann.handicap_ms, ann.name) == (3.001, 0, "cannot")
    assert (ben.took_ms, ben.handicap_ms) == (None, 100)


@cases(
    "entries, versions",
    {
        "nothing was changed": ([rolled(1)], 0),
        "T11 by agreement": ([accepted("override")], 1),
        "T12 a reading": ([rolled(1), rolled(6, kind="correction", corrects=2)], 1),
        "T11, T12 both": ([rolled(1), rolled(6, kind="correction", corrects=2), accepted("override")], 2),
        "T11 refused": ([accepted("override", "refused")], 0),
        "T12 of the very first entry": ([rolled(6, kind="correction", corrects=1)], 1),
    },
)
def test_how_often_a_score_was_changed(entries, versions, journal):
    assert played(journal, *entries).versions == versions


def test_how_it_ended():
    """How long it took, who won, and whether it was given up."""
    clock = HandClock(0, 10**18)
    journal = Journal.open(":memory:", clock)
    one = journal.append(0, [("start", {"game": "abspecken", "seats": SEATS})])[0].id
    assert (past_game(journal, one).finished, past_game(journal, one).minutes) == (False, 0.0)

    clock.advance(90 * 10**9)
    journal.append(one, [("end", {"outcome": {"winners": ["Ann"], "scores": {"Ann": 3}}})])
    two = journal.append(0, [("start", {"game": "wobble", "seats": SEATS})])[0].id
    journal.append(two, [("left", {})])

    first, second = past_game(journal, one), past_game(journal, two)
    assert (first.winners, first.scores, first.minutes, first.played_out) == (("Ann",), {"Ann": 3}, 1.5, True)
    assert (second.winners, second.scores, second.left, second.played_out) == ((), {}, True, False)
    assert past_game(journal, 99) is None


def test_only_what_was_read_in_depth_is_kept_for_the_next_time(journal):
    """A look at a glance knows no rolls: whoever wants them later must not get that one."""
    played(journal, rolled(1))
    known = {}

    assert past_games(journal, known=known)[0].rolls == ()
    assert known == {}
    assert len(past_games(journal, deep=True, known=known)[0].rolls) == 1
    assert list(known) == [(1, 2)]
    assert len(past_games(journal, known=known)[0].rolls) == 1


@pytest.mark.parametrize("seats", [[], [{"name": 1}], "Ann", None], ids=str)
def test_a_game_whose_seats_nobody_can_read_is_left_out(seats, journal):
    journal.append(0, [("start", {"game": "abspecken", "seats": seats})])

    assert past_games(journal) == ()
