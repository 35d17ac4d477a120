"""Taking back, agreeing and correcting: always an entry, never a deletion (T10, T11, T12)."""

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.rulings import Verdict
from companion.table.changes import Played, UndoLevel, level_of
from tests.tables import cases

NOW = 100_000 * MS


def played(source, seconds_ago=1.0, move="roll", seat="Ana", this_run=True):
    t = NOW - round(seconds_ago * 1000) * MS
    return Played(Fact(Kind.DICE, None, t, source, seat), {"move": move}, this_run)


@cases(
    "taken_back, by, level",
    {
        "T10 a tap just now": ([played(Source.TOUCH)], "", UndoLevel.MIS_TAP),
        "T10 a key, the same hand": ([played(Source.KEYBOARD)], "Ana", UndoLevel.MIS_TAP),
        "T10 another hand": ([played(Source.TOUCH)], "Ben", UndoLevel.MIS_PLAY),
        "T10 a hand nobody knows": ([played(Source.TOUCH, seat="")], "Ben", UndoLevel.MIS_TAP),
        "T10 five seconds ago": ([played(Source.TOUCH, 5)], "", UndoLevel.MIS_TAP),
        "T10 longer ago": ([played(Source.TOUCH, 5.1)], "", UndoLevel.MIS_PLAY),
        "T10 before the plug was pulled": ([played(Source.TOUCH, this_run=False)], "", UndoLevel.MIS_PLAY),
        "T10 the eyes": ([played(Source.CAMERA, 60)], "Ben", UndoLevel.MIS_READ),
        "T10 a call": ([played(Source.BUTTON)], "Ana", UndoLevel.MIS_PLAY),
        "T10 something was revealed": ([played(Source.TOUCH, move="peek")], "", UndoLevel.REVEALED),
        "T10 revealed to the eyes": ([played(Source.CAMERA, move="peek")], "", UndoLevel.REVEALED),
        "T10 a table agreement": ([Played(None, None)], "", UndoLevel.MIS_PLAY),
        "T10 the highest counts": ([played(Source.TOUCH), played(Source.CAMERA)], "", UndoLevel.MIS_READ),
        "T10 nothing at all": ([], "", UndoLevel.MIS_TAP),
    },
)
def test_the_published_levels(taken_back, by, level):
    assert level_of(taken_back, {"peek": 4}, NOW, by) is level


@pytest.mark.parametrize(
    ("level", "needs"),
    [
        (UndoLevel.MIS_TAP, False),
        (UndoLevel.MIS_READ, False),
        (UndoLevel.MIS_PLAY, True),
        (UndoLevel.REVEALED, True),
    ],
)
def test_t10_who_must_agree(level, needs):
    assert level.needs_agreement is needs


def test_t10_a_wrong_reading_is_taken_back_by_anybody(at):
    at.roll(4)
    assert at.table.undo_level() is UndoLevel.MIS_READ

    ruling = at.table.undo()

    assert ruling.verdict is Verdict.ACCEPTED
    assert at.table.state.phase == "roll"
    assert at.told[-1].by == "undo"


def test_t10_a_slip_of_the_finger_is_taken_back_by_the_same_hand(at):
    at.to_the_call()
    at.touch_call("Ana")
    at.touch_call("Ben", 100)
    at.wait(300)
    at.choose("Ana", keeps=False)

    assert at.table.undo_level(by="Ana") is UndoLevel.MIS_TAP
    assert at.table.undo_level(by="Ben") is UndoLevel.MIS_PLAY
    assert at.table.undo(by="Ben").why.key == "undo.needs_others"
    assert at.table.undo(by="Ana").verdict is Verdict.ACCEPTED
    assert at.table.state.phase == "keep"


def test_t10_what_was_revealed_needs_the_whole_table(at):
    at.table.propose({"move": "peek", "seat": "Ana"})

    refused = at.table.undo()
    assert (refused.rule, refused.why.key) == ("T10", "undo.needs_all")
    assert at.table.state.peeked == 1

    assert at.table.undo(agreed=True).verdict is Verdict.ACCEPTED
    assert at.table.state.peeked == 0


def test_t10_taking_back_is_an_entry_and_deletes_nothing(at):
    at.roll(4)
    before = at.journal.entries()

    at.table.undo()

    assert at.journal.entries()[: len(before)] == before
    assert [(line.by, line.stands) for line in at.table.log()] == [
        ("start", False),
        ("fact", False),
        ("undo", False),
    ]


def test_t10_going_back_to_something_that_was_refused_goes_back_to_what_stood_then(at):
    at.roll(9)
    refused = at.told[-1].entry
    at.roll(4)

    at.table.undo_to(refused)

    assert at.table.state.phase == "roll"


@pytest.mark.parametrize("entry", [-1, 0, 999])
def test_t10_an_entry_that_is_none(at, entry):
    at.roll(4)

    assert at.table.undo_to(entry).why.key == "undo.nothing"


def test_t10_a_finished_game_goes_on_after_taking_back(at):
    at.round(6, "Ben", "Cem")
    at.round(5, "Ben", "Ana")
    assert at.table.over

    at.table.undo(agreed=True)

    assert not at.table.over
    assert [ask.id for ask in at.table.asks] == ["keep"]
    assert not at.journal.games()[0].finished
    assert at.resumed().state == at.table.state


def test_t10_calls_that_wait_are_decided_before_anything_is_taken_back(at):
    at.to_the_call()
    at.touch_call("Ben")

    at.table.undo(agreed=True)

    assert at.table.state.callers == ()
    assert [a.by for a in at.told] == ["fact", "fact", "undo"]


def test_t10_a_refused_undo_leaves_a_finished_game_finished(at):
    at.round(6, "Ben", "Cem")
    at.round(5, "Ben", "Ana")
    at.wait(60_000)

    assert at.table.undo().why.key == "undo.needs_others"
    assert at.table.over
    assert at.resumed() is None


def test_t12_a_finished_game_stays_finished_if_the_correction_ends_it_too(at):
    at.round(6, "Ben", "Cem")
    at.round(5, "Ben", "Ana")

    at.table.correct(at.told[0].entry, {"pips": [5]})

    assert at.table.outcome.scores["Ben"] == 10
    assert at.table.over
    assert at.resumed() is None


# --- the table agrees (T11) ---


def test_t11_the_table_may_agree_that_the_game_is_over(at):
    at.table.override({"points": {"Ana": 12, "Ben": 0, "Cem": 0}}, "it is late")

    assert at.table.over
    assert at.journal.games()[0].ending["outcome"]["winners"] == ["Ana"]


def test_t11_the_table_has_the_last_word_and_the_journal_says_so(at):
    at.roll(4)

    ruling = at.table.override({"points": {"Ana": 3, "Ben": 2, "Cem": 0}}, "we forgot a round")

    assert ruling.verdict is Verdict.ACCEPTED
    assert at.table.state.points["Ana"] == 3
    assert at.table.state.die == 4
    assert (at.told[-1].by, at.notes[-1]) == ("override", ("T11", "table.agreed"))
    assert at.table.log()[-1].says.args == {"says": "we forgot a round"}
    assert at.resumed().state == at.table.state


@cases(
    "position",
    {
        "T11 not a number": {"die": "many"},
        "T11 other seats": {"seats": ["Ana"]},
        "T11 a word nobody knows": {"roof": 1},
        "T11 no position": "nonsense",
        "T11 a position that cannot be played": {"phase": "keep", "callers": []},
    },
)
def test_t11_a_position_that_cannot_be_is_refused_in_words(at, position):
    before = at.table.state

    ruling = at.table.override(position, "so be it")

    assert (ruling.verdict, ruling.rule, ruling.why.key) == (Verdict.REFUSED, "T11", "table.cannot_go_on")
    assert at.table.state == before


def test_t11_an_agreement_can_be_taken_back_like_a_move(at):
    at.table.override({"die": 3}, "so be it")

    assert at.table.undo_level() is UndoLevel.MIS_PLAY
    at.table.undo(agreed=True)

    assert at.table.state.die == 0


# --- corrections (T12) ---


def test_t12_a_reading_is_corrected_and_what_came_after_it_judged_again(at):
    at.round(3, "Ana", "Ben")
    reading = at.told[0].entry

    ruling = at.table.correct(reading, {"pips": [5]})

    assert ruling.verdict is Verdict.ACCEPTED
    assert at.table.state.points == {"Ana": 5, "Ben": 1, "Cem": 0}
    assert at.told[-1].by == "correction"
    assert at.resumed().state == at.table.state


def test_t12_it_may_be_corrected_twice_and_taken_back(at):
    at.roll(3)
    reading = at.told[0].entry

    at.table.correct(reading, {"pips": [5]})
    at.table.correct(reading, {"pips": [6]})
    assert at.table.state.die == 6
    at.table.undo(agreed=True)

    assert at.table.state.phase == "roll"


def test_t12_a_correction_that_breaks_a_rule_is_refused_with_that_rule(at):
    at.roll(3)

    ruling = at.table.correct(at.told[0].entry, {"pips": [9]})

    assert (ruling.verdict, ruling.rule, ruling.why.key) == (Verdict.REFUSED, "R1", "no_such_face")
    assert at.table.state.die == 3


def test_t12_a_correction_after_which_a_later_move_would_not_stand_is_refused(at):
    at.round(6, "Ana", "Ben")
    at.round(3, "Ana", "Ben")
    at.round(1, "Cem", "Ben")

    ruling = at.table.correct(at.told[4].entry, {"pips": [4]})

    assert (ruling.rule, ruling.why.key) == ("T12", "table.later_moves")
    assert ruling.why.args["why"].key != "table.not_understood"


def test_t12_something_that_was_refused_may_be_corrected_until_the_game_goes_on(at):
    at.roll(9)
    entry = at.told[-1].entry

    assert at.table.correct(entry, {"pips": [4]}).verdict is Verdict.ACCEPTED
    assert at.table.state.die == 4
    assert at.resumed().state == at.table.state
    assert at.table.correct(entry, {"pips": [5]}).why.key == "table.no_reading"


@pytest.mark.parametrize("entry", [1, 77])
def test_t12_what_is_no_reading_cannot_be_corrected(at, entry):
    assert at.table.correct(entry, {"pips": [4]}).why.key == "table.no_reading"


def test_t12_an_agreement_in_between_stands_in_the_way(at):
    at.roll(3)
    at.table.override({"die": 2}, "so be it")

    assert at.table.correct(at.told[0].entry, {"pips": [5]}).why.args["why"].key == "table.agreement_between"
