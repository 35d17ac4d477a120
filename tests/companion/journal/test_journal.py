"""The journal: append only, chained, brought up to date (T13)."""

import contextlib
import math
import sqlite3

import msgspec
import pytest

from companion.journal import Hole, Journal, NotWritten
from companion.journal import connect as shapes
from companion.journal.chain import Entry, breaks, canonical, is_whole, link
from tests.companion.journal.journals import chain, filled, old_file
from tests.tables import cases

HOUR = 3600 * 10**9


# --- writing and reading ---


def test_what_was_appended_is_read_again_after_opening_anew(place, clock):
    written = filled(place, clock)

    with Journal.open(place, clock) as journal:
        assert journal.entries() == written
        assert journal.trouble is None
        assert journal.verify().good


def test_a_game_is_known_by_its_first_entry(clock):
    journal = Journal.open(":memory:", clock)
    journal.append(0, [("start", {})])

    one, two = journal.append(0, [("start", {"game": "b"}), ("fact", {})])

    assert (one.id, one.game, two.game) == (2, 2, 2)
    assert journal.entries(2) == (one, two)


@pytest.mark.parametrize(
    "body",
    [{}, {"n": 10**30, "x": -0.5, "text": "Käthe ♥"}, {"deep": [[None, True]]}, math.inf, "half \ud83c"],
    ids=["nothing", "numbers", "nested", "endless", "half a character"],
)
def test_what_an_entry_says_is_read_as_it_was_written(body):
    entry = link(None, Entry(1, 1, 0, 0, "fact", canonical(body)))

    assert is_whole(entry) and entry.read() == body


def test_an_entry_is_written_in_one_way_for_ever():
    """T13: a hash is over these letters; written in any other way, no older journal would be whole."""
    said = canonical({"name": "Käthe", "game": "wobble"})
    entry = link(None, Entry(1, 1, 7, 8, "start", said))

    assert said == '{"game":"wobble","name":"Käthe"}'
    assert entry.previous == "0" * 64
    assert entry.hash == "32952d6606feef00fcb62f877e9aa02823cab121b843f6a6fb5c290ce3be9254"


def test_an_entry_that_is_no_json_cannot_be_read():
    with pytest.raises(ValueError, match="Unterminated"):
        link(None, Entry(1, 1, 0, 0, "fact", '{"torn')).read()


def test_several_entries_are_written_together_or_not_at_all(clock):
    journal = Journal.open(":memory:", clock)

    with pytest.raises(NotWritten):
        journal.append(0, [("start", {}), (None, {})])

    assert journal.entries() == ()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = '{}' WHERE id = 1",
        "DELETE FROM entries WHERE id = 1",
        "INSERT OR REPLACE INTO entries VALUES (1, 1, 0, 0, 'fact', '{}', '', 'x')",
        "INSERT INTO entries VALUES (0, 1, 0, 0, 'fact', '{}', '', 'x')",
    ],
)
def test_t13_nothing_that_is_written_can_be_changed(place, clock, statement):
    before = filled(place, clock, games=1, moves=2)
    connection = sqlite3.connect(place)

    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)

    connection.close()
    with Journal.open(place, clock) as journal:
        assert journal.entries() == before


def test_t13_entries_are_on_the_disk_before_append_returns(place, clock):
    with Journal.open(place, clock) as journal:
        settings = [
            journal.connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous")
        ]

    assert settings == ["wal", 2]


def test_games_tell_whether_they_are_finished(clock):
    journal = Journal.open(":memory:", clock)
    one = journal.append(0, [("start", {"game": "a"}), ("end", {"winner": "Ana"})])[0].id
    undone, refused = {"ruling": {"verdict": "accepted"}}, {"ruling": {"verdict": "refused"}}
    two = journal.append(0, [("start", {"game": "b"}), ("end", {}), ("undo", undone)])[0].id
    three = journal.append(0, [("start", {"game": "c"}), ("fact", {}), ("left", {})])[0].id

    journal.append(one, [("undo", refused)])

    assert [(row.id, row.finished) for row in journal.games()] == [(three, True), (two, False), (one, True)]
    assert journal.games()[-1].ending == {"winner": "Ana"}


def test_games_close_to_each_other_are_one_evening(clock):
    journal = Journal.open(":memory:", clock)
    for pause in (0, 1, 20, 2):
        clock.advance(pause * HOUR)
        journal.append(0, [("start", {})])

    assert [[game.id for game in evening.games] for evening in journal.each_evening()] == [[4, 3], [2, 1]]


@pytest.mark.parametrize(("pause", "evenings"), [(6 * HOUR, 1), (6 * HOUR + 1, 2)], ids=["six hours", "more"])
def test_how_long_a_pause_ends_an_evening(pause, evenings, clock):
    """Between the last thing of a game and the beginning of the next; it began when its first game did."""
    journal = Journal.open(":memory:", clock)
    game = journal.append(0, [("start", {})])[0]
    clock.advance(5 * HOUR)
    journal.append(game.id, [("fact", {})])
    clock.advance(pause)
    journal.append(0, [("start", {})])

    found = list(journal.each_evening())
    assert len(found) == evenings
    assert found[-1].wall == game.wall


# --- the chain ---


@cases(
    "spoil, broken",
    {
        "all is whole": (lambda e: e, []),
        "an entry is missing": (lambda e: e[:2] + e[3:], [4]),
        "changed": (lambda e: [e[0], msgspec.structs.replace(e[1], body='{"n":9}'), *e[2:]], [2]),
        "another time": (lambda e: [e[0], msgspec.structs.replace(e[1], wall=7), *e[2:]], [2]),
        "another kind": (lambda e: [e[0], msgspec.structs.replace(e[1], kind="end"), *e[2:]], [2]),
        "swapped": (lambda e: [e[1], e[0], *e[2:]], [2, 1, 3]),
        "the first is missing": (lambda e: e[1:], [2]),
        "from another past": (lambda e: [e[0], link(None, Entry(2, 1, 0, 0, "fact", "{}")), *e[2:]], [2, 3]),
    },
)
def test_a_foreign_hand_is_noticed(spoil, broken):
    assert list(breaks(spoil(chain(5)))) == broken


def test_holes_that_are_known_are_no_breaks():
    entries = chain(6)

    assert list(breaks(entries[:2] + entries[4:], [Hole(3, 4)])) == []


def test_an_entry_written_by_a_foreign_hand_is_found_on_opening(place, clock):
    filled(place, clock, games=1, moves=5)
    connection = sqlite3.connect(place)
    connection.execute("DROP TRIGGER entries_are_never_changed")
    connection.execute("UPDATE entries SET body = '{\"move\":99}' WHERE id = 4")
    connection.commit()
    connection.close()

    with Journal.open(place, clock) as journal:
        assert journal.trouble is not None
        assert [entry.id for entry in journal.entries()][:3] == [1, 2, 3]
        assert journal.verify().good


# --- migrations ---


def test_how_many_steps_a_migration_took():
    connection = sqlite3.connect(":memory:", isolation_level=None)

    assert shapes.migrate(connection, shapes.STEPS[:1]) == 1
    assert shapes.migrate(connection) == len(shapes.STEPS) - 1
    assert shapes.migrate(connection) == 0


def version_of(place):
    with contextlib.closing(sqlite3.connect(place)) as connection:
        return shapes.version(connection)


def test_an_old_file_is_brought_up_to_date(place, clock):
    old_file(place, clock)

    with Journal.open(place, clock) as journal:
        assert journal.trouble is None
        assert journal.entries() == tuple(chain(3))
        assert journal.games() == ()
    assert version_of(place) == len(shapes.STEPS)


def test_a_step_that_fails_leaves_the_file_as_it_was(place, clock):
    old_file(place, clock)
    connection = sqlite3.connect(place, isolation_level=None)
    bad = (*shapes.STEPS[:1], "CREATE TABLE statistics (a);", "CREATE TABLE nonsense (;")

    with pytest.raises(shapes.MigrationFailed):
        shapes.migrate(connection, bad)

    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert shapes.version(connection) == 1
    assert tables == {"entries"}
    assert connection.execute("SELECT count(*) FROM entries").fetchone() == (3,)


@cases(
    "say",
    {
        "an older version": "PRAGMA user_version = 2",
        "a newer version": "PRAGMA user_version = 99",
        "an index is gone": "DROP INDEX entries_by_game",
        "another program": "PRAGMA application_id = 7",
    },
)
def test_t13_a_file_of_another_shape_than_it_says_is_rescued(place, clock, say):
    """T13: neither "written by a newer version" nor "cannot be brought up to date" would be true."""
    written = filled(place, clock)
    connection = sqlite3.connect(place)
    connection.execute(say)
    connection.close()

    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key == "journal.broken_whole"
        assert journal.entries()[:-1] == written
    assert version_of(place) == len(shapes.STEPS)


def test_a_file_from_the_future_is_set_aside_untouched(place, clock):
    filled(place, clock)
    connection = sqlite3.connect(place)
    connection.execute("CREATE TABLE luck (a)")
    connection.execute("PRAGMA user_version = 99")
    connection.close()

    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key == "journal.future"
        assert journal.games() == ()
        assert (
            sqlite3.connect(journal.trouble.aside).execute("SELECT count(*) FROM entries").fetchone()[0] > 100
        )
