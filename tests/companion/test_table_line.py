"""What stands after each entry of a journal, and how far a journal can be followed (T10 to T13)."""

import pytest

from companion.asks import Fact, Kind, Say, Source
from companion.game import Outcome
from companion.rulings import Ruling, Verdict
from companion.table.entries import (
    Corrected,
    Ended,
    Heard,
    Left,
    Overridden,
    Resumed,
    Undone,
    fingerprint,
    write_body,
)
from companion.table.line import Astray, Frame, Line, follow, replay
from tests.companion.small_game import GAME
from tests.tables import cases

START = GAME.start(("Ana", "Ben", "Cem"), GAME.options())
READ = Fact(Kind.DICE, {"pips": [4]}, 1, Source.CAMERA)


def rolled(pips, **more):
    ruling = Ruling(Verdict.ACCEPTED, move={"move": "roll", "seat": "Ana", "pips": pips})
    return Heard(READ, ruling, **more)


def line_of(*entries):
    """A line with a frame for each of *entries*; the first is the start."""
    return Line(tuple(Frame(entry, number) for number, entry in enumerate(entries)))


# --- places ---


@pytest.mark.parametrize(
    ("entry", "place_of", "at"),
    [(1, 0, 0), (2, None, 0), (4, 1, 1), (5, None, 1), (7, 2, 2), (9, None, 2), (0, None, 0)],
)
def test_which_frame_an_entry_has_made(entry, place_of, at):
    line = line_of(1, 4, 7)

    assert (line.place_of(entry), line.at(entry)) == (place_of, at)


def test_t10_going_back():
    """T10: an open question and the end go as well."""
    line = Line(line_of(1, 4, 7).frames, question=Ruling(Verdict.UNSURE), over=True)

    assert line.back_to(1) == line_of(1, 4)
    assert line.back_to(0).state == 0
    assert line.step(Frame(9, 3)) == Line(line_of(1, 4, 7, 9).frames, over=True)


# --- one entry after the other ---


def begun():
    return Line((Frame(1, START),))


def test_t2_what_was_refused_or_is_asked_about_changes_nothing():
    unsure = Ruling(Verdict.UNSURE)

    assert follow(GAME, begun(), 2, Heard(READ, Ruling(Verdict.REFUSED))) == begun()
    assert follow(GAME, begun(), 2, Heard(READ, unsure)) == Line(begun().frames, question=unsure)


def test_t11_after_an_agreement_a_game_that_was_over_goes_on():
    over = follow(GAME, begun(), 2, Ended(Outcome((), {}, "R6", Say("won"))))
    position = GAME.write_position(START)

    assert over.over and follow(GAME, begun(), 2, Left()).over
    line = follow(GAME, over, 3, Overridden(Ruling(Verdict.ACCEPTED), position))
    assert (line.over, len(line.frames), line.frames[-1].move) == (False, 2, None)
    assert follow(GAME, over, 3, Overridden(Ruling(Verdict.REFUSED))).over


def test_t10_taking_back_leads_to_the_entry_that_is_named():
    line = follow(GAME, begun(), 2, rolled(4))

    assert line.state.die == 4
    assert follow(GAME, line, 3, Undone(Ruling(Verdict.ACCEPTED), to=1)).state == START
    assert follow(GAME, line, 3, Undone(Ruling(Verdict.REFUSED))) == line


def test_t12_a_corrected_reading_is_played_again():
    """T12: in its place; what had been refused is added."""
    line = follow(GAME, begun(), 2, rolled(4))
    called = Ruling(Verdict.ACCEPTED, move={"move": "mine", "seat": "Ben"})
    line = follow(GAME, line, 3, Heard(READ, called))
    five = Ruling(Verdict.ACCEPTED, move={"move": "roll", "seat": "Ana", "pips": 5})

    corrected = follow(GAME, line, 4, Corrected(five, 2, READ))

    assert (corrected.state.die, corrected.state.callers) == (5, ("Ben",))
    assert [frame.entry for frame in corrected.frames] == [1, 2, 3]
    peek = Ruling(Verdict.ACCEPTED, move={"move": "peek", "seat": "Cem"})
    added = follow(GAME, line, 5, Corrected(peek, 4, READ))
    assert [frame.entry for frame in added.frames] == [1, 2, 3, 5]
    assert follow(GAME, line, 5, Corrected(peek, 4)) == line


def test_t12_nothing_is_played_again_across_a_position_that_was_agreed_on():
    line = follow(GAME, begun(), 2, rolled(4))
    line = follow(GAME, line, 3, Overridden(Ruling(Verdict.ACCEPTED), GAME.write_position(line.state)))

    with pytest.raises(Astray):
        follow(GAME, line, 4, Corrected(rolled(5).ruling, 2, READ))


def test_t13_a_position_that_is_not_the_noted_one_leads_astray():
    after = GAME.play(START, GAME.read_move({"move": "roll", "seat": "Ana", "pips": 4})).state
    right, wrong = fingerprint(GAME, after), fingerprint(GAME, START)

    assert follow(GAME, begun(), 2, rolled(4, position=right)).state == after
    with pytest.raises(Astray):
        follow(GAME, begun(), 2, rolled(4, position=wrong))
    assert follow(GAME, begun(), 2, rolled(4, position=wrong), after).state == after  # known already
    assert len(right) == 16


# --- the whole journal ---


BROKEN = rolled(4, position="nonsense")


@cases(
    "bodies, die, trouble_at",
    {
        "T13 nothing has happened": ([], 0, 0),
        "T13 all can be followed": ([rolled(4)], 4, 0),
        "T13 not this one": ([BROKEN], 0, 2),
        "T13 nor what came after it": ([BROKEN, rolled(5)], 0, 2),
        "T13 the first trouble is told": ([BROKEN, BROKEN], 0, 2),
        "T13 the program has only begun anew": ([BROKEN, Resumed(1), rolled(5)], 0, 2),
        "T13 it went on from the start": ([BROKEN, Resumed(1, to=1), rolled(5)], 5, 0),
        "T13 it went on without this one": ([rolled(4), Resumed(1, to=1), rolled(5)], 5, 0),
    },
)
def test_how_far_a_journal_can_be_followed(bodies, die, trouble_at, at):
    for body in bodies:
        at.journal.append(1, [write_body(body)])

    found = replay(GAME, at.journal.entries(1))

    assert (found.line.state.die, found.at, bool(found.trouble)) == (die, trouble_at, trouble_at > 0)
    assert found.started.game == "small"


def test_a_game_that_does_not_begin_with_its_start(at):
    at.journal.append(0, [write_body(Left())])

    with pytest.raises(Astray, match="start"):
        replay(GAME, at.journal.entries(2))


def test_since_when_the_program_runs_is_known(at):
    at.journal.append(1, [write_body(Resumed(1))])

    assert replay(GAME, at.journal.entries(1)).line.resumed == 2
