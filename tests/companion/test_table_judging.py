"""What is told of a call's place, when eyes are believed, and how many steps are taken back (T3 to T15)."""

import pytest

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.calls.buttons import Fairness, Press
from companion.calls.evidence import Evidence, Standing, Verdict, decide
from companion.games import find_game
from companion.rulings import Verdict as Says
from companion.table.judge import Word, judge, judge_word, milliseconds, notes_of, refuse_call, standing_of
from tests.companion.small_game import GAME
from tests.companion.small_game.sitting import NAMES, Sitting
from tests.tables import cases

# --- the place of a call ---


@cases(
    "ns, told",
    {
        "T3 at once": (0, 0.0),
        "T3 less than a millisecond": (400_000, 0.4),
        "T3 tenths below ten": (9_900_000, 9.9),
        "T3 whole ones from ten on": (10_000_000, 10),
        "T3 rounded": (10_400_000, 10),
    },
)
def test_milliseconds_as_people_read_them(ns, told):
    assert milliseconds(ns) == told


TIED = Evidence((), Fairness(), 0, ties=(("B", "A"),))


@cases(
    "standing, told",
    {
        "T4 once": (Standing("B", Verdict.COUNTS, 1, tie=True), ("T4", "call.tie")),
        "T4 not once more": (Standing("A", Verdict.COUNTS, 2, tie=True), None),
        "T3 the first": (Standing("A", Verdict.COUNTS, 1), None),
        "T3 the second": (Standing("A", Verdict.COUNTS, 2, gap=MS), ("T3", "call.after")),
        "T3 the third": (Standing("C", Verdict.COUNTS, 3, gap=MS), ("T3", "call.after")),
        "T4 a tie of others": (Standing("C", Verdict.COUNTS, 1, tie=True), None),
    },
)
def test_what_is_told_of_the_place(standing, told):
    notes = [(note.rule, note.says.key) for note in notes_of(standing, TIED)]

    assert notes == ([told] if told else [])


@cases(
    "verdict, told",
    {
        "T3 it counts": (Verdict.COUNTS, None),
        "T5": (Verdict.EARLY, ("T5", "call.early")),
        "T6": (Verdict.HELD, ("T6", "call.held")),
        "T7 late": (Verdict.LATE, ("T7", "call.late")),
        "T7 delayed": (Verdict.DELAYED, ("T7", "call.delayed")),
        "T8": (Verdict.UNKNOWN, ("T8", "call.unknown")),
        "T3 again": (Verdict.AGAIN, ("T3", "call.again")),
    },
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


@cases(
    "after_ms, rule, key",
    {
        "T7 told by how much": (1_500, "T7", "call.late"),
        "T7 up to three seconds": (3_000, "T7", "call.late"),
        "T7 after that it is just not asked for": (3_001, "T1", "call.not_now"),
    },
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


@cases(
    "sure, source, choices, asked",
    {
        "T14 sure": (0.95, Source.CAMERA, ({"pips": [5]},), False),
        "T14 just sure enough": (0.9, Source.CAMERA, ({"pips": [5]},), False),
        "T14 it might be another": (0.89, Source.CAMERA, ({"pips": [5]},), True),
        "T14 nothing else it might be": (0.5, Source.CAMERA, (), False),
        "T14 very doubtful": (0.49, Source.CAMERA, (), True),
        "T14 a finger is no eye": (0.49, Source.TOUCH, (), False),
    },
)
def test_t14_when_eyes_are_believed(at, sure, source, choices, asked):
    fact = Fact(Kind.DICE, {"pips": [3]}, at.clock.now(), source, sure=sure, choices=choices)

    assert (at.table.hear(fact).verdict is Says.UNSURE) is asked


def test_t14_what_cannot_be_read_at_all_is_refused_not_asked_about(at):
    fact = Fact(Kind.DICE, {"pips": [3, 4]}, at.clock.now(), Source.CAMERA, sure=0.1)

    assert (at.table.hear(fact).verdict, at.table.question) == (Says.REFUSED, None)


# --- one fact that might answer several questions ---


@cases(
    "asked, verdict",
    {
        "T1 the first one takes it": (("Ana", "Ben"), Says.ACCEPTED),
        "T1 the first one refuses it, the second takes it": (("Ben", "Ana"), Says.ACCEPTED),
        "T1 all refuse it": (("Ben", "Cem"), Says.REFUSED),
    },
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


@cases(
    "steps, told, left",
    {
        "T10 one step": (1, ("accepted", 1), 2),
        "T10 two steps": (2, ("accepted", 2), 1),
        "T10 up to the beginning": (3, ("accepted", 3), 0),
        "T10 and not beyond it": (4, ("refused", None), 3),
    },
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
    assert at.table.undo(steps=5, agreed=True).why.key == "undo.nothing"
    first = at.journal.entries(at.table.game_id)[0].id
    assert at.table.undo_to(first, agreed=True).why.key == "undo.nothing"
