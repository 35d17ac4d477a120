"""What entries of the journal tell of a game, without playing it again: rolls, calls, corrections."""

import pytest

from companion.clock import HandClock
from companion.facts import MS
from companion.journal import Journal
from companion.people.past import Roll, past_game, past_games

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


@pytest.mark.parametrize(
    ("entries", "pips"),
    [
        pytest.param([rolled(1), rolled(2)], ["1", "2"], id="both stand"),
        pytest.param([rolled(1, verdict="refused"), rolled(2)], ["2"], id="T2 one was refused"),
        pytest.param(
            [rolled(1), rolled(2), accepted("undo", to=2)], ["1"], id="T10 the second was taken back"
        ),
        pytest.param([rolled(1), rolled(2), accepted("undo", to=1)], [], id="T10 both were"),
        pytest.param(
            [rolled(1), accepted("undo", "refused", to=1)], ["1"], id="T10 taking back was not agreed on"
        ),
        pytest.param(
            [rolled(1), rolled(2), rolled(6, kind="correction", corrects=2)], ["6", "2"], id="T12 corrected"
        ),
        pytest.param(
            [rolled(1), accepted("undo", to=1), rolled(6, kind="correction", corrects=2)],
            ["6"],
            id="T12 what is not there any more is not corrected but told",
        ),
        pytest.param([("note", {"ruling": {"verdict": "accepted"}}), rolled(1)], ["1"], id="another entry"),
        pytest.param([("fact", {"ruling": 7}), rolled(1)], ["1"], id="an entry that nobody can read"),
        pytest.param([("fact", {"fact": {"kind": "dice"}}), rolled(1)], ["1"], id="a fact without a ruling"),
    ],
)
def test_which_rolls_stand(entries, pips, journal):
    assert [roll.faces["pips"][0] for roll in played(journal, *entries).rolls] == pips


@pytest.mark.parametrize(
    ("entry", "roll"),
    [
        pytest.param(rolled(3, 5), Roll("Ann", {"pips": ("3", "5")}), id="who is named"),
        pytest.param(
            rolled(3, seat="", move={"seat": "Cem"}), Roll("Cem", {"pips": ("3",)}), id="whose move"
        ),
        pytest.param(rolled(3, seat=""), Roll("", {"pips": ("3",)}), id="nobody can tell"),
        pytest.param(
            accepted(fact={"kind": "dice", "value": {"pips": 3, "colour": ["red"]}}),
            Roll("", {"colour": ("red",)}),
            id="what is no list is no roll",
        ),
    ],
)
def test_whose_roll_it_was(entry, roll, journal):
    assert played(journal, entry).rolls == (roll,)


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param({"kind": "dice", "value": 3}, id="no dice"),
        pytest.param({"kind": "card", "value": {"pips": [3]}}, id="a card"),
    ],
)
def test_what_is_no_roll(fact, journal):
    assert played(journal, accepted(fact=fact)).rolls == ()


@pytest.mark.parametrize(
    ("entries", "calls"),
    [
        pytest.param(
            [press("Ann", 50), press("Cem", 20)],
            [("Cem", 1, 0.0), ("Ann", 2, 30.0)],
            id="T3 the earliest edge is the first",
        ),
        pytest.param(
            [press("Cem", 20), press("Ben", 119), press("Ann", 50.5)],
            [("Ben", 1, 0.0), ("Cem", 2, 1.0), ("Ann", 3, 30.5)],
            id="T15 a head start is taken off; each is measured from the one before it",
        ),
        pytest.param(
            [press("Zoe", 50), press("Cem", 49.5)],
            [("Cem", 1, 0.0), ("Zoe", 2, 0.5)],
            id="T15 who has no seat here has no head start",
        ),
        pytest.param(
            [press("Ann", 0.0012346), press("Cem", 1)],
            [("Ann", 1, 0.0), ("Cem", 2, 0.999)],
            id="T3 in thousandths of a millisecond",
        ),
        pytest.param(
            [press("Ann", 5), press("Cem", 9, "niete")],
            [("Ann", 1, 0.0), ("Cem", 1, 0.0)],
            id="two kinds of calls are two moments",
        ),
        pytest.param(
            [press("Ann", 5, armed=1), press("Cem", 9, armed=2)],
            [("Ann", 1, 0.0), ("Cem", 1, 0.0)],
            id="T5 asked for at two times: two moments",
        ),
        pytest.param(
            [press("Ann", 5, armed=1), press("Cem", 9)],
            [("Ann", 1, 0.0), ("Cem", 2, 4.0)],
            id="T5 for one of them nobody knows when it was asked for",
        ),
        pytest.param(
            [press("Ann", 5), rolled(1), press("Cem", 9)],
            [("Ann", 1, 0.0), ("Cem", 1, 0.0)],
            id="a roll between them",
        ),
        pytest.param(
            [press("Ann", 5), accepted(fact={"kind": "card"}), press("Cem", 9)],
            [("Ann", 1, 0.0), ("Cem", 2, 4.0)],
            id="a card between them",
        ),
    ],
)
def test_who_called_first(entries, calls, journal):
    found = played(journal, *entries).calls

    assert [(call.seat, call.place, call.behind_ms) for call in found] == calls


def test_how_long_a_call_took(journal):
    """T5: since it could be called; the head start of a seat is told with it."""
    ann, ben = played(journal, press("Ann", 5.0012346, armed=2 * MS), press("Ben", 150)).calls

    assert (ann.took_ms, ann.handicap_ms, ann.name) == (3.001, 0, "cannot")
    assert (ben.took_ms, ben.handicap_ms) == (None, 100)


@pytest.mark.parametrize(
    ("entries", "versions"),
    [
        pytest.param([rolled(1)], 0, id="nothing was changed"),
        pytest.param([accepted("override")], 1, id="T11 by agreement"),
        pytest.param([rolled(1), rolled(6, kind="correction", corrects=2)], 1, id="T12 a reading"),
        pytest.param(
            [rolled(1), rolled(6, kind="correction", corrects=2), accepted("override")], 2, id="T11, T12 both"
        ),
        pytest.param([accepted("override", "refused")], 0, id="T11 refused"),
        pytest.param([rolled(6, kind="correction", corrects=1)], 1, id="T12 of the very first entry"),
    ],
)
def test_how_often_a_score_was_changed(entries, versions, journal):
    assert played(journal, *entries).versions == versions


def test_how_it_ended(journal):
    """How long it took, who won, and whether it was given up."""
    one = journal.append(0, [("start", {"game": "abspecken", "seats": SEATS})])[0].id
    assert (past_game(journal, one).finished, past_game(journal, one).minutes) == (False, 0.0)

    journal._clock.advance(90 * 10**9)
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
