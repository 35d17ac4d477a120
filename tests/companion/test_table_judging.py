"""What is told of a call's place, when eyes are believed, and how many steps are taken back (T3 to T15)."""

import pytest

from companion.asks import Ask, Say
from companion.calls.edges import Fairness, Press
from companion.calls.evidence import Evidence, Standing, Verdict, decide
from companion.facts import MS, Fact, Kind, Source
from companion.games import find_game
from companion.rulings import Verdict as Says
from companion.table.call_rulings import milliseconds, notes_of, refuse_call, standing_of
from companion.table.judge import Word, judge, judge_word
from tests.companion.small_game import GAME
from tests.companion.small_game.sitting import NAMES, Sitting

# --- the place of a call ---


@pytest.mark.parametrize(
    ("ns", "told"),
    [
        pytest.param(0, 0.0, id="T3 at once"),
        pytest.param(400_000, 0.4, id="T3 less than a millisecond"),
        pytest.param(9_900_000, 9.9, id="T3 tenths below ten"),
        pytest.param(10_000_000, 10, id="T3 whole ones from ten on"),
        pytest.param(10_400_000, 10, id="T3 rounded"),
    ],
)
def test_milliseconds_as_people_read_them(ns, told):
    assert milliseconds(ns) == told


TIED = Evidence((), Fairness(), 0, ties=(("B", "A"),))


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        pytest.param(Standing("B", Verdict.COUNTS, 1, tie=True), ("T4", "call.tie"), id="T4 once"),
        pytest.param(Standing("A", Verdict.COUNTS, 2, tie=True), None, id="T4 not once more"),
        pytest.param(Standing("A", Verdict.COUNTS, 1), None, id="T3 the first"),
        pytest.param(Standing("A", Verdict.COUNTS, 2, gap=MS), ("T3", "call.after"), id="T3 the second"),
        pytest.param(Standing("C", Verdict.COUNTS, 3, gap=MS), ("T3", "call.after"), id="T3 the third"),
        pytest.param(Standing("C", Verdict.COUNTS, 1, tie=True), None, id="T4 a tie of others"),
    ],
)
def test_what_is_told_of_the_place(standing, told):
    notes = [(note.rule, note.says.key) for note in notes_of(standing, TIED)]

    assert notes == ([told] if told else [])


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        pytest.param(Verdict.COUNTS, None, id="T3 it counts"),
        pytest.param(Verdict.EARLY, ("T5", "call.early"), id="T5"),
        pytest.param(Verdict.HELD, ("T6", "call.held"), id="T6"),
        pytest.param(Verdict.LATE, ("T7", "call.late"), id="T7 late"),
        pytest.param(Verdict.DELAYED, ("T7", "call.delayed"), id="T7 delayed"),
        pytest.param(Verdict.UNKNOWN, ("T8", "call.unknown"), id="T8"),
        pytest.param(Verdict.AGAIN, ("T3", "call.again"), id="T3 again"),
    ],
)
def test_calls_that_do_not_count(verdict, told):
    fact = Fact(Kind.CALL, "mine", 9, Source.BUTTON, "A")
    ruling = refuse_call(fact, Standing("A", verdict, gap=3 * MS))

    assert (ruling and (ruling.rule, ruling.why.key)) == told
    assert ruling is None or ruling.why.args == {"seat": "A", "ms": 3.0}


def cannot(seat, ms, **more):
    return Press(seat, ms * MS, call="cannot", ask="cannot", armed=1, **more)


def test_each_press_of_a_seat_has_its_own_standing():
    """T3: the first counts, the second is one too many."""
    evidence = Evidence((cannot("A", 3), cannot("B", 5), cannot("A", 9)), Fairness(), 20 * MS)
    decision = decide(evidence)

    found = [
        standing_of(Fact(Kind.CALL, "cannot", ms * MS, Source.BUTTON, "A"), evidence, decision).verdict
        for ms in (3, 9)
    ]

    assert found == [Verdict.COUNTS, Verdict.AGAIN]


def test_t15_a_head_start_counts_in_the_game_as_well():
    """ABspecken keeps the time of a call for the order of takes."""
    game = find_game("abspecken")
    unable = {"hand": ["5", "5", "5"], "draw": 9}
    rolled = {"pips": [1, 1], "ban": "2"}
    state = game.read_position({"players": {"A": unable, "B": unable}, "rolled": rolled})
    press = cannot("B", 700)
    evidence = Evidence((press,), Fairness(), 900 * MS, handicaps={"B": 200, "A": 900})
    fact = Fact(Kind.CALL, "cannot", press.t, Source.BUTTON, "B", "cannot")
    standing = standing_of(fact, evidence, decide(evidence))

    judged = judge_word(game, state, game.asks(state), Word(fact, evidence, standing))

    assert [(call.seat, call.t) for call in judged.state.calls] == [("B", 500 * MS)]


@pytest.mark.parametrize(
    ("after_ms", "rule", "key"),
    [
        pytest.param(1_500, "T7", "call.late", id="T7 told by how much"),
        pytest.param(3_000, "T7", "call.late", id="T7 up to three seconds"),
        pytest.param(3_001, "T1", "call.not_now", id="T7 after that it is just not asked for"),
    ],
)
def test_t7_a_press_after_the_call_was_closed(at, after_ms, rule, key):
    at.to_the_call()
    closed = at.clock.now() + 200 * MS
    at.press("Ana", 0)
    at.press("Ben", 200)
    at.wait(5_000)

    at.table.hear(Fact(Kind.CALL, "mine", closed + after_ms * MS, Source.TOUCH, "Cem"))

    assert at.refusals[-1] == (rule, key)
    if key == "call.late":
        assert at.told[-1].ruling.why.args == {"seat": "Cem", "ms": after_ms}


@pytest.mark.parametrize(("ms", "told"), [(999, False), (1_000, True)], ids="T6 down for {} ms".format)
def test_t6_when_a_held_button_is_told_of(at, ms, told):
    at.press("Ben", hold_ms=0)
    at.wait(10)
    at.roll(4)
    at.wait(ms - 10)

    assert (("T6", "call.held") in at.refusals) is told


def test_t8_a_lost_edge_does_not_matter_to_the_only_one_who_may_call():
    at = Sitting(names=("Ana", "Ben"))
    at.to_the_call()
    at.touch_call("Ana")
    at.wait(100)
    at.press("Ben", lose=2)
    at.wait(100)

    assert at.state.callers == ("Ana", "Ben")


def test_t8_it_does_matter_where_all_have_called():
    """Nobody can say who was first."""
    at = Sitting(names=("Ana", "Ben"))
    at.to_the_call()
    at.press("Ana", 1, hold_ms=0)
    at.press("Ben", 3, hold_ms=0, lose=2)
    at.wait(100)

    assert ("T8", "call.unknown") in at.refusals


# --- eyes that are not sure ---


@pytest.mark.parametrize(
    ("sure", "source", "choices", "asked"),
    [
        pytest.param(0.95, Source.CAMERA, ({"pips": [5]},), False, id="T14 sure"),
        pytest.param(0.9, Source.CAMERA, ({"pips": [5]},), False, id="T14 just sure enough"),
        pytest.param(0.89, Source.CAMERA, ({"pips": [5]},), True, id="T14 it might be another"),
        pytest.param(0.5, Source.CAMERA, (), False, id="T14 nothing else it might be"),
        pytest.param(0.49, Source.CAMERA, (), True, id="T14 very doubtful"),
        pytest.param(0.49, Source.TOUCH, (), False, id="T14 a finger is no eye"),
    ],
)
def test_t14_when_eyes_are_believed(at, sure, source, choices, asked):
    fact = Fact(Kind.DICE, {"pips": [3]}, at.clock.now(), source, sure=sure, choices=choices)

    assert (at.table.hear(fact).verdict is Says.UNSURE) is asked


def test_t14_what_cannot_be_read_at_all_is_refused_not_asked_about(at):
    fact = Fact(Kind.DICE, {"pips": [3, 4]}, at.clock.now(), Source.CAMERA, sure=0.1)

    assert (at.table.hear(fact).verdict, at.table.question) == (Says.REFUSED, None)


# --- one fact that might answer several questions ---


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        pytest.param(("Ana", "Ben"), Says.ACCEPTED, id="T1 the first one takes it"),
        pytest.param(("Ben", "Ana"), Says.ACCEPTED, id="T1 the first one refuses it, the second takes it"),
        pytest.param(("Ben", "Cem"), Says.REFUSED, id="T1 all refuse it"),
    ],
)
def test_t1_the_first_question_that_takes_a_fact_gets_it(asked, verdict):
    """R4: only Ana, who called first, decides."""
    called = {"phase": "keep", "callers": ["Ana", "Ben"], "die": 4}
    begun = GAME.write_position(GAME.start(NAMES, GAME.options()))
    state = GAME.read_position({**begun, **called})
    asks = tuple(Ask(f"sure:{seat}", Kind.CONFIRM, (seat,), Say("keep"), "R4") for seat in asked)

    judgement = judge(GAME, state, asks, Fact(Kind.CONFIRM, True, 9, Source.TOUCH))

    assert judgement.ruling.verdict is verdict
    assert (judgement.state is not None) is (verdict is Says.ACCEPTED)


# --- taking back ---


@pytest.mark.parametrize(
    ("steps", "told", "left"),
    [
        pytest.param(1, ("accepted", 1), 2, id="T10 one step"),
        pytest.param(2, ("accepted", 2), 1, id="T10 two steps"),
        pytest.param(3, ("accepted", 3), 0, id="T10 up to the beginning"),
        pytest.param(4, ("refused", None), 3, id="T10 and not beyond it"),
    ],
)
def test_t10_how_many_steps_are_taken_back(at, steps, told, left):
    for _ in range(3):
        at.table.propose({"move": "peek", "seat": "Ana"})

    ruling = at.table.undo(steps, agreed=True)

    notes = [note.says.args["n"] for note in ruling.notes]
    assert (ruling.verdict.value, notes[0] if notes else None) == told
    assert at.table.state.peeked == left


@pytest.mark.parametrize(("steps", "n"), [(1, 1), (2, 2)], ids="T10 {} steps".format)
def test_t10_who_is_asked_is_told_how_many(at, steps, n):
    for _ in range(3):
        at.table.propose({"move": "peek", "seat": "Ana"})

    ruling = at.table.undo(steps)

    assert (ruling.rule, ruling.why.key, ruling.why.args) == ("T10", "undo.needs_all", {"n": n})


def test_t10_nothing_is_taken_back_of_a_game_that_has_just_begun(at):
    assert at.table.undo().why.key == "undo.nothing"
    first = at.journal.entries(at.table.game_id)[0].id
    assert at.table.undo_to(first, agreed=True).why.key == "undo.nothing"
