"""The table: facts in time, rulings on the disk before they are told, calls in fair order (T1 to T17)."""

import contextlib
import re
import resource
import sqlite3
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import companion
from companion.asks import Say
from companion.calls import Edge, Fairness, decide
from companion.calls import Verdict as CallVerdict
from companion.clock import HandClock
from companion.facts import MS, Fact, Kind, Source
from companion.journal import Journal
from companion.rulebook import table_rules
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import CannotStart, Table
from companion.table.line import replay
from companion.words import words_of
from tests.companion.small_game import GAME
from tests.companion.small_game.rules import Table as SmallState
from tests.companion.small_game.sitting import NAMES, Sitting


@pytest.fixture
def at():
    return Sitting()


# --- the simple path ---


def test_a_fact_that_fits_is_accepted_and_told(at):
    ruling = at.roll(4)

    assert ruling.verdict is Verdict.ACCEPTED
    assert ruling.move == {"move": "roll", "seat": "Ana", "pips": 4}
    assert [(a.entry, a.by, a.ruling) for a in at.told] == [(2, "fact", ruling)]
    assert at.table.state.die == 4
    assert [ask.id for ask in at.table.asks] == ["mine"]


def test_a_whole_game_by_button_and_touch(at):
    at.round(6, "Ben", "Cem")
    at.round(5, "Ben", "Ana")

    assert at.table.outcome.winners == ("Ben",)
    assert at.table.over
    assert at.table.asks == ()
    assert at.refusals == []
    assert at.journal.games()[0].ending["outcome"]["scores"] == {"Ana": 1, "Ben": 11, "Cem": 1}


def test_t13_a_ruling_is_on_the_disk_before_anybody_hears_it(tmp_path):
    place = tmp_path / "journal.db"
    at = Sitting(Journal.open(place, HandClock()))
    on_disk = []

    def look(announcement):
        with sqlite3.connect(place) as other:
            on_disk.append(other.execute("SELECT max(id) FROM entries").fetchone()[0] >= announcement.entry)

    at.table.listen(look)
    at.round(3, "Ana", "Ben")

    assert on_disk == [True] * 4


def test_t13_what_cannot_be_written_has_not_happened(at, monkeypatch):
    before = at.table.state
    at.journal._connection.execute("PRAGMA query_only = ON")

    ruling = at.roll(4)

    assert (ruling.verdict, ruling.rule) == (Verdict.REFUSED, "T13")
    assert at.table.state == before
    assert [(a.entry, a.ruling.rule) for a in at.told] == [(0, "T13")]
    at.journal._connection.execute("PRAGMA query_only = OFF")
    assert at.roll(4).verdict is Verdict.ACCEPTED


@contextlib.contextmanager
def small_disk(size):
    """Lets files grow to *size* only, as a full disk does; the kernel itself refuses more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_t13_a_full_disk_stops_the_game_in_words_and_loses_nothing(tmp_path):
    place = tmp_path / "journal.db"
    at = Sitting(Journal.open(place, HandClock()))
    with small_disk(place.with_name("journal.db-wal").stat().st_size + 40_000):
        while at.told[-1:] == [] or at.told[-1].entry:
            at.table.propose({"move": "peek", "seat": "Ana"})
    peeked, told = at.table.state.peeked, [a.entry for a in at.told if a.entry]
    assert at.told[-1].ruling.rule == "T13"

    at.table.propose({"move": "peek", "seat": "Ana"})

    assert at.table.state.peeked == peeked + 1 == len(told) + 1
    with Journal.open(place, HandClock()) as journal:
        assert journal.trouble is None
        assert journal.verify().good
        assert Table.resume(journal, HandClock(), find=lambda name: GAME).state == at.table.state


def test_a_family_whose_disk_is_full_can_still_play(tmp_path):
    with small_disk(0):
        journal = Journal.open(tmp_path / "journal.db", HandClock())
        at = Sitting(journal)
        ruling = at.roll(3)

    assert journal.trouble.in_memory
    assert ruling.verdict is Verdict.ACCEPTED


def test_a_broken_journal_is_rescued_and_the_game_goes_on_from_what_is_whole(tmp_path):
    place = tmp_path / "journal.db"
    at = Sitting(Journal.open(place, HandClock()))
    for _ in range(40):
        at.table.propose({"move": "peek", "seat": "Ana", "note": "x"})
        at.table.propose({"move": "peek", "seat": "Ana"})
    at.journal.close()
    with place.open("r+b") as file:
        file.truncate(place.stat().st_size * 3 // 4 | 1)

    journal = Journal.open(place, HandClock())
    table = Table.resume(journal, HandClock(), find=lambda name: GAME)

    assert journal.trouble.says.key == "journal.broken"
    assert 5 < table.state.peeked < 40
    assert table.propose({"move": "peek", "seat": "Ana"}).verdict is Verdict.ACCEPTED
    assert journal.verify().good


def test_a_move_may_be_proposed_in_the_games_own_notation(at):
    assert at.table.propose({"move": "roll", "seat": "Ana", "pips": 2}).verdict is Verdict.ACCEPTED
    assert at.table.state.die == 2


def test_a_listener_that_fails_keeps_nobody_from_hearing(at):
    at.table.listen(lambda announcement: 1 / 0)
    later = []
    at.table.listen(later.append)

    at.roll(3)

    assert len(later) == 1


def test_a_listener_may_answer_and_everybody_hears_it_in_order(at):
    order = []
    at.table.listen(lambda a: a.entry == 2 and at.table.propose({"move": "mine", "seat": "Ben"}))
    at.table.listen(lambda a: order.append(a.entry))

    at.roll(3)

    assert order == [2, 3]


# --- refusals ---


def fact(kind, value, seat="", ask="", **more):
    return Fact(kind, value, 1_000 * MS, Source.TOUCH, seat, ask, **more)


@pytest.mark.parametrize(
    ("heard", "rule", "key"),
    [
        pytest.param(fact(Kind.NUMBER, 3), "T1", "table.not_asked", id="T1 nobody asked for a number"),
        pytest.param(
            fact(Kind.CONFIRM, True, ask="old"), "T1", "table.not_asked", id="T1 an ask that is gone"
        ),
        pytest.param(
            fact(Kind.DICE, {"pips": [3]}, ask="old"), "T1", "table.not_asked", id="T1 a second tap"
        ),
        pytest.param(fact(Kind.DICE, {"pips": [3, 4]}), "T2", "table.dice_count", id="T2 too many dice"),
        pytest.param(fact(Kind.DICE, {"colour": ["red"]}), "T2", "table.dice_count", id="T2 other dice"),
        pytest.param(fact(Kind.DICE, "four"), "T2", "table.not_understood", id="T2 no dice at all"),
        pytest.param(fact(Kind.DICE, {"pips": 4}), "T2", "table.not_understood", id="T2 half a list"),
        pytest.param(
            fact(Kind.DICE, {"pips": ["x"]}), "T2", "table.not_understood", id="T2 a face nobody knows"
        ),
        pytest.param(fact(Kind.DICE, {"pips": [7]}), "R1", "no_such_face", id="R1 the game's own rule"),
        pytest.param(
            fact(Kind.DICE, {"pips": [3]}, "Ben"), "T16", "table.not_your_turn", id="T16 another seat"
        ),
        pytest.param(fact(Kind.DICE, {"pips": [3]}, "Zoe"), "T16", "table.no_such_seat", id="T16 a stranger"),
        pytest.param(fact(Kind.CALL, "mine", "Ben"), "T1", "call.not_now", id="T1 a call nobody wants"),
        pytest.param(fact(Kind.CALL, ["?"], "Ben"), "T1", "call.not_now", id="T1 a call without a name"),
        pytest.param(fact(Kind.TIME, "roll2"), "T1", "table.not_asked", id="T1 a time nobody waits for"),
    ],
)
def test_what_changes_nothing_is_refused_in_words_and_kept(at, heard, rule, key):
    before = at.table.state

    ruling = at.table.hear(heard)

    assert (ruling.verdict, ruling.rule, ruling.why.key) == (Verdict.REFUSED, rule, key)
    assert at.table.state == before
    assert at.table.log()[-1].ruling == ruling
    assert not at.table.log()[-1].stands


def test_t2_a_proposed_move_that_is_none(at):
    assert at.table.propose({"move": "fly"}).why.key == "table.not_a_move"
    assert at.table.propose("nonsense").rule == "T2"


def test_t17_after_the_end_nothing_counts(at):
    at.round(6, "Ben", "Cem")
    at.round(5, "Ben", "Ana")

    assert at.roll(2).rule == "T17"
    assert at.table.propose({"move": "roll", "pips": 2}).rule == "T17"


@pytest.mark.parametrize(
    ("names", "options", "key"),
    [
        pytest.param(["Ana"], {}, "table.seat_count", id="too few"),
        pytest.param(list("ABCDE"), {}, "table.seat_count", id="too many"),
        pytest.param(["Ana", "Ana"], {}, "table.seat_names", id="the same name twice"),
        pytest.param(["Ana", " "], {}, "table.seat_names", id="no name"),
        pytest.param(["Ana", "Ben"], {"goal": "much"}, "table.bad_options", id="an option that is no number"),
        pytest.param(["Ana", "Ben"], {"speed": 3}, "table.bad_options", id="an option nobody knows"),
        pytest.param(["Ana", "Ben"], {"goal": 0}, "table.bad_options", id="an option the game cannot take"),
    ],
)
def test_a_game_that_cannot_begin_says_why(names, options, key):
    clock = HandClock()

    with pytest.raises(CannotStart) as cannot:
        Table.start(GAME, seats_named(names), options, Journal.open(":memory:", clock), clock)

    assert cannot.value.says.key == key


def test_every_sentence_of_the_table_has_words_in_both_languages():
    words = words_of("tests.companion.small_game")

    assert [key for key in list(words.keys()) if not {"en", "de"} <= set(words.languages(key))] == []


def test_every_sentence_that_the_table_and_the_journal_say_is_there():
    said = re.compile(r'"((?:call|journal|log|record|referee|source|table|undo)\.[a-z_]+)"')
    package = Path(companion.__file__).parent
    files = [package / "record.py", package / "referee_loop.py", *(package / "table").glob("*.py")]
    files += (package / "journal").glob("*.py")
    keys = {key for file in files for key in said.findall(file.read_text("utf-8"))}
    words = words_of("tests.companion.small_game")

    assert len(keys) > 50
    assert sorted(key for key in keys - {"journal.db"} if key not in words) == []
    assert [source for source in Source if f"source.{source}" not in words] == []


def test_every_rule_of_the_table_is_told_in_both_languages():
    rules = table_rules()

    assert list(rules) == [f"T{n}" for n in (*range(1, 9), *range(10, 18))]
    assert all(rule.en and rule.de and set(rule.title) == {"en", "de"} for rule in rules.values())


# --- being unsure (T14) ---


def eyes(value, *others, sure=0.6):
    return fact(Kind.DICE, value, sure=sure, choices=others)


def test_t14_where_it_matters_there_is_one_question_with_the_plausible_readings(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [5]}))

    assert (ruling.verdict, ruling.rule, ruling.why.key) == (Verdict.UNSURE, "T14", "table.which")
    assert [choice.value for choice in ruling.choices] == [{"pips": [3]}, {"pips": [5]}]
    assert at.table.question == ruling
    assert at.table.state.die == 0


def test_t14_where_all_readings_lead_to_the_same_nobody_is_asked(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [3], "colour": []}))

    assert ruling.verdict is Verdict.ACCEPTED


def test_t14_readings_that_cannot_be_are_no_choice(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [3, 4]}, {"colour": ["red"]}))

    assert ruling.verdict is Verdict.ACCEPTED


def test_t14_a_reading_that_would_break_a_rule_is_asked_about_and_never_waved_through(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [9]}))

    assert ruling.verdict is Verdict.UNSURE


def test_t14_readings_that_end_alike_are_one_choice(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [9]}, {"pips": [3], "colour": []}, {"pips": [8]}))

    assert [choice.value for choice in ruling.choices] == [{"pips": [3]}, {"pips": [9]}]


def test_t14_eyes_that_are_sure_are_believed(at):
    assert at.table.hear(eyes({"pips": [3]}, {"pips": [5]}, sure=0.95)).verdict is Verdict.ACCEPTED


def test_t14_a_very_doubtful_reading_without_alternatives_is_asked_about(at):
    doubtful = Fact(Kind.DICE, {"pips": [3]}, at.clock.now(), Source.CAMERA, sure=0.3)

    ruling = at.table.hear(doubtful)

    assert (ruling.verdict, ruling.why.key, len(ruling.choices)) == (Verdict.UNSURE, "table.is_it", 1)


def test_t14_the_answer_is_an_ordinary_fact_and_closes_the_question(at):
    choice = at.table.hear(eyes({"pips": [3]}, {"pips": [5]})).choices[1]

    ruling = at.table.hear(fact(Kind.DICE, choice.value))

    assert ruling.verdict is Verdict.ACCEPTED
    assert at.table.state.die == 5
    assert at.table.question is None


def test_t14_an_open_question_is_still_open_after_a_pulled_plug(at):
    ruling = at.table.hear(eyes({"pips": [3]}, {"pips": [5]}))

    assert at.resumed().question.choices == ruling.choices


# --- calls ---


def test_t3_calls_wait_for_the_grace_and_are_put_in_order(at):
    at.to_the_call()
    at.press("Cem", 10)
    at.press("Ben", 4)
    assert at.table.state.callers == ()

    at.wait(200)

    assert at.table.state.callers == ("Ben", "Cem")
    assert at.notes[-1] == ("T3", "call.after")


def test_t3_a_call_is_decided_when_its_grace_is_over(at):
    at.to_the_call()
    start = at.clock.now()
    at.press("Ben", 0, hold_ms=0)
    at.wait(3)

    assert at.table.next_tick() == start + 50 * MS
    at.wait(47)
    assert at.table.state.callers == ("Ben",)


def test_t3_nobody_waits_where_nobody_else_may_call():
    at = Sitting(names=("Ana", "Ben"))
    at.to_the_call()
    at.touch_call("Ana")
    at.wait(100)
    ruling = at.touch_call("Ben")

    assert ruling.verdict is Verdict.ACCEPTED
    assert at.table.state.callers == ("Ana", "Ben")


def test_t4_a_tie_goes_by_the_games_rule_not_by_time_or_pin(at):
    at.round(1, "Ana", "Ben")
    at.to_the_call()
    assert at.table.state.roller == "Ben"
    at.press("Ana", 0)
    at.press("Ben", 0.6)
    at.wait(100)

    assert at.table.state.callers == ("Ben", "Ana")
    assert ("T4", "call.tie") in at.notes


def test_t4_touch_within_its_window_is_a_tie_as_well(at):
    at.to_the_call()
    at.touch_call("Ana", 19)
    at.press("Ben", 0)
    at.wait(100)

    assert at.table.state.callers == ("Ana", "Ben")


@pytest.mark.parametrize("order", [("Ana", "Ben", "Cem"), ("Cem", "Ben", "Ana"), ("Ben", "Cem", "Ana")])
def test_t3_the_order_of_delivery_changes_nothing(order):
    at = Sitting()
    at.to_the_call()
    times = {"Ana": 7.0, "Ben": 7.5, "Cem": 2.0}
    for seat in order:
        at.press(seat, times[seat])
    at.wait(200)

    assert at.table.state.callers == ("Cem", "Ana")


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(0, 300), min_size=3, max_size=3),
    st.permutations("123"),
    st.permutations(range(3)),
)
def test_t3_pins_and_the_order_of_delivery_change_nothing(tenths, pins, delivery):
    def callers(buttons, order):
        seats = [
            msgspec.structs.replace(s, button=b) for s, b in zip(seats_named(NAMES), buttons, strict=True)
        ]
        at = Sitting(seats=seats)
        at.to_the_call()
        for n in order:
            at.press(NAMES[n], tenths[n] / 10)
        at.wait(500)
        return at.table.state.callers

    assert callers(pins, delivery) == callers("123", range(3))


def test_t4_the_house_rule_of_the_tie_window_is_kept():
    at = Sitting(tie_ms=30)

    assert (at.table.fairness.button_ms, at.table.fairness.touch_ms) == (30, 30)
    assert at.table.fairness.grace_ms >= 60


def test_t5_a_press_before_it_was_asked_for_is_told_with_its_time(at):
    at.roll(4)
    at.touch_call("Ben", -12)

    assert at.refusals == [("T5", "call.early")]
    assert at.told[-1].ruling.why.args == {"seat": "Ben", "ms": "12"}


def test_t6_a_button_held_since_before_is_told_once_and_not_counted(at):
    at.press("Ben", hold_ms=0)
    at.wait(10)
    at.roll(4)
    at.wait(3000)

    assert at.refusals == [("T1", "call.not_now"), ("T6", "call.held")]
    assert at.table.state.callers == ()


def test_t6_after_letting_go_it_counts(at):
    at.press("Ben", hold_ms=1500)
    at.wait(10)
    at.roll(4)
    at.wait(2000)
    at.press("Ben")
    at.wait(100)

    assert at.table.state.callers == ("Ben",)


def test_t7_after_the_decision_a_call_is_late_by_so_much(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.press("Ben", 30)
    at.press("Cem", 42)
    at.wait(200)

    assert at.table.state.callers == ("Ana", "Ben")
    assert at.refusals == [("T7", "call.late")]
    assert at.told[-1].ruling.why.args == {"seat": "Cem", "ms": "42"}


def test_t7_late_after_the_grace_as_well(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.press("Ben", 30)
    at.wait(500)
    at.press("Cem")
    at.wait(100)

    assert at.refusals == [("T7", "call.late")]
    assert at.told[-1].ruling.why.args == {"seat": "Cem", "ms": "470"}


def test_t7_a_press_that_was_delivered_after_the_decision_is_told_as_such(at):
    at.to_the_call()
    start = at.clock.now()
    at.press("Ana", 0)
    at.press("Ben", 30)
    at.wait(500)
    at.table.hear(Fact(Kind.CALL, "mine", start + 25 * MS, Source.BUTTON, "Cem"))

    assert at.refusals == [("T7", "call.delayed")]


def test_t3_calling_twice_is_told_kindly(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.wait(300)
    at.press("Ana", 0)
    at.wait(300)

    assert at.refusals == [("T3", "call.again")]


def test_t8_after_lost_signals_nothing_is_decided_and_everybody_may_press_again(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.wait(300)
    at.press("Ben", 0, lose=2)
    at.wait(300)
    assert at.refusals == [("T8", "call.unknown")]
    assert at.table.state.callers == ("Ana",)

    at.press("Ben")
    at.wait(300)

    assert at.table.state.callers == ("Ana", "Ben")


def test_a_button_of_nobody_is_told_of():
    seats = [
        msgspec.structs.replace(seat, button=b) for seat, b in zip(seats_named(NAMES), "127", strict=True)
    ]
    at = Sitting(seats=seats)
    at.to_the_call()
    at.table.feel(Edge("3", at.clock.now(), True))
    at.wait(100)

    assert at.refusals == [("T16", "call.nobody")]


def test_t15_a_head_start_is_taken_off_and_stands_in_the_evidence():
    seats = list(seats_named(NAMES))
    seats[2] = msgspec.structs.replace(seats[2], handicap_ms=150)
    at = Sitting(seats=seats)
    at.to_the_call()
    at.press("Ana", 0)
    at.press("Ben", 20)
    at.wait(120)
    at.press("Cem", 0)
    at.wait(300)

    assert at.table.state.callers == ("Cem", "Ana")
    entry = next(a.entry for a in at.told if a.fact.seat == "Cem")
    assert at.table.evidence(entry).handicaps == {"Cem": 150}


def test_every_decision_can_be_derived_again_from_its_evidence(at):
    at.to_the_call()
    for seat, ms in (("Ana", 5), ("Ben", 5.4), ("Cem", 9)):
        at.press(seat, ms)
    at.wait(200)

    for announcement in at.told[1:]:
        evidence = at.table.evidence(announcement.entry)
        standing = next(s for s in decide(evidence).standings if s.seat == announcement.fact.seat)
        assert standing.verdict is CallVerdict.COUNTS
        assert evidence.presses[0].edges[0].line == "1"


def test_a_fact_after_a_waiting_call_is_judged_after_it(at):
    at.to_the_call()
    at.press("Ana", 0)
    at.press("Ben", 1.5)
    at.wait(10)
    assert at.table.state.callers == ()
    assert at.table.hear(fact_at(at, Kind.CHOICE, True, "Ana")) is None

    at.wait(100)

    assert at.table.state.points == {"Ana": 4, "Ben": 1, "Cem": 0}


def fact_at(at, kind, value, seat=""):
    return Fact(kind, value, at.clock.now(), Source.TOUCH, seat)


def test_the_time_of_an_ask_ends_and_a_call_made_in_time_still_counts(at):
    at.roll(4)
    at.wait(4990)
    at.press("Ben", 0)
    at.wait(20)
    assert at.table.state.phase == "call"

    at.wait(200)

    assert at.table.state.callers == ("Ben",)
    assert at.table.state.phase == "keep"
    assert at.told[-1].by == "clock"


def test_a_time_never_ends_before_the_calls_made_in_it_are_decided():
    seats = [msgspec.structs.replace(seat, handicap_ms=400) for seat in seats_named(NAMES)]
    at = Sitting(seats=seats)
    at.roll(4)
    at.wait(4990)
    at.press("Ben", 0)

    at.wait(2000)

    assert at.table.state.callers == ("Ben",)
    assert [a.by for a in at.told] == ["fact", "fact", "clock"]


def test_a_time_is_told_once(at):
    at.roll(4)
    at.wait(20_000)

    assert [a.by for a in at.told] == ["fact", "clock"]
    assert at.table.state.phase == "roll"
    assert at.table.next_tick() is None


# --- resuming ---


def test_after_a_pulled_plug_the_same_game_waits_at_the_same_ask(at):
    at.round(3, "Ana", "Cem")
    at.to_the_call(5)
    at.touch_call("Cem")
    at.wait(100)

    again = at.resumed()

    assert again.state == at.table.state
    assert again.asks == at.table.asks
    assert again.seats == at.table.seats
    assert again.options == at.table.options
    assert again.game_id == at.table.game_id
    assert again.log()[:-1] == at.table.log()


def test_a_finished_game_is_not_resumed(at):
    at.round(6, "Ben", "Cem")
    at.round(5, "Ben", "Ana")

    assert at.resumed() is None


def test_a_game_that_was_left_is_not_offered_again(at):
    at.table.leave()

    assert at.table.asks == ()
    assert at.resumed() is None


def test_the_last_unfinished_game_is_resumed_and_others_by_their_number(at):
    clock = HandClock()
    second = Table.start(GAME, seats_named(["X", "Y"]), {}, at.journal, clock)

    assert at.resumed().game_id == second.game_id
    assert Table.resume(at.journal, clock, at.table.game_id, lambda name: GAME).state == at.table.state


def test_a_game_that_is_not_installed_any_more_is_not_resumed(at):
    assert Table.resume(at.journal, HandClock()) is None


def test_if_the_rules_have_changed_the_game_goes_on_where_it_can_be_followed(at, monkeypatch):
    at.roll(4)
    at.wait(1000)
    at.touch_call("Ana")
    at.wait(100)
    old = type(GAME).play
    monkeypatch.setattr(
        type(GAME), "play", lambda self, state, move: 1 / 0 if state.die == 4 else old(self, state, move)
    )

    again = at.resumed()
    assert (again.state.die, again.state.callers) == (4, ())
    monkeypatch.undo()
    later = Table.resume(at.journal, HandClock(), find=lambda name: GAME)
    assert later.state == again.state


def test_an_entry_of_a_kind_that_nobody_knows_stops_no_game(at):
    at.roll(4)
    at.journal.append(at.table.game_id, [("applause", {"loud": True})])

    again = at.resumed()

    assert again.state == at.table.state
    assert [line.by for line in again.log()] == ["start", "fact", "start"]
    assert again.hear(Fact(Kind.CALL, "mine", 7, Source.TOUCH, "Ana")) is None


# --- secrets ---


def test_what_is_asked_in_secret_is_not_told_in_the_log(at, monkeypatch):
    asks = type(GAME).asks
    monkeypatch.setattr(
        type(GAME),
        "asks",
        lambda self, state: tuple(msgspec.structs.replace(ask, secret=True) for ask in asks(self, state)),
    )
    secret = Sitting()

    secret.roll(4)

    assert secret.told[-1].secret
    assert secret.table.log()[-1].says == Say("log.secret", {"who": Say("source.camera")})


# --- whatever comes in ---

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["pips", "cards", "place", "move"]), inner)
    ),
    max_leaves=6,
)
sensible = st.one_of(
    st.integers(0, 7).map(lambda n: (Kind.DICE, {"pips": [n]})),
    st.just((Kind.CALL, "mine")),
    st.booleans().map(lambda b: (Kind.CHOICE, b)),
    st.just((Kind.TIME, "mine")),
)
kinds_and_values = st.one_of(sensible, sensible, st.tuples(st.sampled_from(Kind), values))
happenings = st.one_of(
    st.tuples(
        st.just("hear"),
        kinds_and_values,
        st.sampled_from(["", "Ana", "Ben", "Cem", "Zoe", "\ud800"]),
        st.sampled_from(Source),
        st.sampled_from([1.0, 1.0, 0.5]),
        st.lists(st.just({"pips": [2]}) | values, max_size=2),
    ),
    st.tuples(
        st.just("propose"), st.dictionaries(st.sampled_from(["move", "seat", "pips"]), values) | values
    ),
    st.tuples(st.just("press"), st.sampled_from(NAMES), st.floats(-5, 60), st.sampled_from([0, 1, 80])),
    st.tuples(st.just("wait"), st.integers(0, 6000)),
    st.tuples(st.just("undo"), st.integers(-1, 3), st.booleans()),
    st.tuples(st.just("undo_to"), st.integers(-1, 12), st.booleans()),
    st.tuples(
        st.just("override"), st.dictionaries(st.sampled_from(["die", "phase", "seats"]), values) | values
    ),
    st.tuples(
        st.just("correct"), st.integers(0, 12), st.integers(0, 7).map(lambda n: {"pips": [n]}) | values
    ),
)


def happen(at, happening):
    match happening:
        case ("hear", (kind, value), seat, source, sure, choices):
            t = at.clock.now()
            at.table.hear(Fact(kind, value, t, source, seat, sure=sure, choices=tuple(choices)))
        case ("propose", move):
            at.table.propose(move)
        case ("press", seat, after, hold):
            at.press(seat, after, hold)
        case ("wait", ms):
            at.wait(ms)
        case ("undo", steps, agreed):
            at.table.undo(steps, agreed=agreed)
        case ("undo_to", entry, agreed):
            at.table.undo_to(entry, agreed=agreed)
        case ("override", position):
            at.table.override(position, "so be it")
        case ("correct", entry, value):
            at.table.correct(entry, value)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=150)
@given(st.lists(happenings, max_size=25))
def test_whatever_comes_in_the_replay_of_the_journal_is_the_state(all_that_happens):
    at = Sitting()
    for happening in all_that_happens:
        happen(at, happening)
        replayed = replay(GAME, at.journal.entries(at.table.game_id))
        assert replayed.trouble == ""
        assert replayed.line.state == at.table.state
        assert isinstance(at.table.state, SmallState)
    assert at.journal.verify().good
    assert [a.entry for a in at.told if a.entry] == sorted(a.entry for a in at.told if a.entry)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(1, 6), st.permutations(NAMES), st.booleans()), max_size=4), st.data())
def test_undoing_leads_back_to_what_was(rounds, data):
    at = Sitting(goal=1000)
    for pips, seats, keeps in rounds:
        at.round(pips, seats[0], seats[1], keeps)
    entries = at.journal.entries()
    moves = [n for n, line in enumerate(at.table.log()) if n == 0 or line.stands]
    states = [replay(GAME, entries[: n + 1]).line.state for n in moves]
    steps = data.draw(st.integers(0, len(states) - 1))

    if steps:
        assert at.table.undo(steps, agreed=True).verdict is Verdict.ACCEPTED

    assert at.table.state == states[-1 - steps]
    assert at.resumed().state == at.table.state


def test_the_fairness_of_the_house_is_stored_with_the_game(at):
    assert at.journal.games()[0].start["fairness"]["button_ms"] == Fairness().button_ms
