"""The table: facts in time, rulings on the disk before they are told, refusals in words (T1 to T17)."""

import contextlib
import re
import resource
import sqlite3
from pathlib import Path

import pytest

import companion
from companion.asks import MS, Fact, Kind, Source
from companion.clock import HandClock
from companion.journal import Journal
from companion.rulebook import table_rules
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import CannotStart, Table
from companion.words import words_of
from tests.companion.small_game import GAME
from tests.companion.small_game.sitting import Sitting
from tests.tables import cases

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
    at.journal.connection.execute("PRAGMA query_only = ON")

    ruling = at.roll(4)

    assert (ruling.verdict, ruling.rule) == (Verdict.REFUSED, "T13")
    assert at.table.state == before
    assert [(a.entry, a.ruling.rule) for a in at.told] == [(0, "T13")]
    at.journal.connection.execute("PRAGMA query_only = OFF")
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
    at.journal.close()
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

    assert journal.trouble.says.key == "journal.broken_whole"
    assert 5 < table.state.peeked < 40
    assert table.propose({"move": "peek", "seat": "Ana"}).verdict is Verdict.ACCEPTED
    assert journal.verify().good


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


@cases(
    "heard, rule, key",
    {
        "T1 nobody asked for a number": (fact(Kind.NUMBER, 3), "T1", "table.not_asked"),
        "T1 an ask that is gone": (fact(Kind.CONFIRM, True, ask="old"), "T1", "table.not_asked"),
        "T1 a second tap": (fact(Kind.DICE, {"pips": [3]}, ask="old"), "T1", "table.not_asked"),
        "T2 too many dice": (fact(Kind.DICE, {"pips": [3, 4]}), "T2", "table.dice_count"),
        "T2 other dice": (fact(Kind.DICE, {"colour": ["red"]}), "T2", "table.dice_count"),
        "T2 no dice at all": (fact(Kind.DICE, "four"), "T2", "table.not_understood"),
        "T2 half a list": (fact(Kind.DICE, {"pips": 4}), "T2", "table.not_understood"),
        "T2 a face nobody knows": (fact(Kind.DICE, {"pips": ["x"]}), "T2", "table.not_understood"),
        "R1 the game's own rule": (fact(Kind.DICE, {"pips": [7]}), "R1", "no_such_face"),
        "T16 another seat": (fact(Kind.DICE, {"pips": [3]}, "Ben"), "T16", "table.not_your_turn"),
        "T16 a stranger": (fact(Kind.DICE, {"pips": [3]}, "Zoe"), "T16", "table.no_such_seat"),
        "T1 a call nobody wants": (fact(Kind.CALL, "mine", "Ben"), "T1", "call.not_now"),
        "T1 a call without a name": (fact(Kind.CALL, ["?"], "Ben"), "T1", "call.not_now"),
        "T1 a time nobody waits for": (fact(Kind.TIME, "roll2"), "T1", "table.not_asked"),
    },
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


@cases(
    "names, options, key",
    {
        "too few": (["Ana"], {}, "table.seat_count"),
        "too many": (list("ABCDE"), {}, "table.seat_count"),
        "the same name twice": (["Ana", "Ana"], {}, "table.seat_names"),
        "no name": (["Ana", " "], {}, "table.seat_names"),
        "an option that is no number": (["Ana", "Ben"], {"goal": "much"}, "table.bad_options"),
        "an option nobody knows": (["Ana", "Ben"], {"speed": 3}, "table.bad_options"),
        "an option the game cannot take": (["Ana", "Ben"], {"goal": 0}, "table.bad_options"),
    },
)
def test_a_game_that_cannot_begin_says_why(names, options, key):
    clock = HandClock()

    with pytest.raises(CannotStart) as cannot:
        Table.start(GAME, seats_named(names), options, Journal.open(":memory:", clock), clock)

    assert cannot.value.says.key == key


def test_every_sentence_that_the_table_and_the_journal_say_is_there():
    said = re.compile(r'"((?:call|journal|log|record|referee|source|table|undo)\.[a-z_]+)"')
    package = Path(companion.__file__).parent
    files = [package / "record.py", package / "lab" / "referee_loop.py", *(package / "table").glob("*.py")]
    files += (package / "journal").glob("*.py")
    keys = {key for file in files for key in said.findall(file.read_text("utf-8"))}
    words = words_of("tests.companion.small_game")

    assert len(keys) > 50
    assert sorted(key for key in keys - {"journal.db"} if key not in words) == []
    assert [source for source in Source if f"source.{source}" not in words] == []


def test_every_rule_of_the_table_is_there():
    assert list(table_rules()) == [f"T{n}" for n in (*range(1, 9), *range(10, 18))]
