"""The journal: append only, chained, rescued when broken, backed up in one file (T13)."""

import os
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from companion.clock import HandClock
from companion.journal import Hole, Journal, NotWritten, damage, restore
from companion.journal import migrations as shapes
from companion.journal.backup import BackupFailed
from companion.journal.chain import BEGINNING, Entry, breaks, canonical, hash_of, is_whole

HOUR = 3600 * 10**9


@pytest.fixture
def clock():
    return HandClock(now=1, wall=1_700_000_000 * 10**9)


@pytest.fixture
def place(tmp_path):
    return tmp_path / "house" / "journal.db"


def play(journal, games=3, moves=40, game="small"):
    """Some games with entries long enough to fill pages."""
    for number in range(games):
        first = journal.append(0, [("start", {"game": game, "number": number})])[0]
        journal.append(first.id, [("fact", {"move": m, "text": f"{number}-{m} " * 20}) for m in range(moves)])
        if number < games - 1:
            journal.append(first.id, [("end", {"winner": "Ana"})])


def filled(place, clock, **how):
    with Journal.open(place, clock) as journal:
        play(journal, **how)
        return journal.entries()


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
            journal._connection.execute(f"PRAGMA {name}").fetchone()[0]
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

    assert [[game.id for game in evening.games] for evening in journal.evenings()] == [[4, 3], [2, 1]]


# --- the chain ---


def chain(count):
    previous, entries = BEGINNING, []
    for number in range(1, count + 1):
        said = (number, 1, 0, 0, "fact", canonical({"n": number}))
        entries.append(Entry(*said, previous, hash_of(previous, *said)))
        previous = entries[-1].hash
    return entries


def test_a_whole_chain_has_no_breaks():
    assert list(breaks(chain(5))) == []


@pytest.mark.parametrize(
    ("spoil", "broken"),
    [
        pytest.param(lambda e: e[:2] + e[3:], [4], id="an entry is missing"),
        pytest.param(
            lambda e: [e[0], msgspec.structs.replace(e[1], body='{"n":9}'), *e[2:]], [2], id="changed"
        ),
        pytest.param(lambda e: [e[0], msgspec.structs.replace(e[1], wall=7), *e[2:]], [2], id="another time"),
        pytest.param(lambda e: [e[1], e[0], *e[2:]], [2, 1, 3], id="swapped"),
        pytest.param(lambda e: e[1:], [2], id="the first is missing"),
    ],
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


def old_file(place, clock):
    """A file of the first shape, with a game in it."""
    place.parent.mkdir(parents=True)
    connection = sqlite3.connect(place, isolation_level=None)
    shapes.migrate(connection, shapes.STEPS[:1])
    for entry in chain(3):
        connection.execute("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?)", msgspec.structs.astuple(entry))
    connection.close()


def test_an_old_file_is_brought_up_to_date(place, clock):
    old_file(place, clock)

    with Journal.open(place, clock) as journal:
        assert journal.trouble is None
        assert journal.entries() == tuple(chain(3))
        assert shapes.version(journal._connection) == len(shapes.STEPS)
        assert journal.games() == ()


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


def test_if_a_migration_fails_the_old_file_is_left_alone_and_the_family_can_play(place, clock, monkeypatch):
    old_file(place, clock)
    monkeypatch.setattr("companion.journal.damage.migrate", _fails)

    journal = Journal.open(place, clock)

    assert journal.trouble.says.key == "journal.migration"
    assert journal.trouble.in_memory
    assert journal.append(0, [("start", {})])
    connection = sqlite3.connect(place)
    assert shapes.version(connection) == 1
    assert connection.execute("SELECT count(*) FROM entries").fetchone() == (3,)
    connection.close()


def _fails(connection):
    raise shapes.MigrationFailed("a step failed")


def test_a_file_from_the_future_is_set_aside_untouched(place, clock):
    filled(place, clock)
    connection = sqlite3.connect(place)
    connection.execute("PRAGMA user_version = 99")
    connection.close()

    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key == "journal.future"
        assert journal.entries() == ()
        assert (
            sqlite3.connect(journal.trouble.aside).execute("SELECT count(*) FROM entries").fetchone()[0] > 100
        )


# --- damage ---


def cut(place, at):
    with place.open("r+b") as file:
        file.truncate(at)


def scribble(place, at, length=4096):
    with place.open("r+b") as file:
        file.seek(at)
        file.write(os.urandom(length))


def page_with(place, text):
    """Where the page begins on which *text* stands."""
    return place.read_bytes().index(text) // 4096 * 4096


@pytest.mark.parametrize("share", [0.3, 0.5, 0.77, 0.95])
def test_a_file_cut_in_the_middle_of_a_page_is_set_aside_and_what_can_be_read_is_rescued(place, clock, share):
    written = filled(place, clock, games=5, moves=60)
    cut(place, int(place.stat().st_size * share) | 1)

    with Journal.open(place, clock) as journal:
        rescued = [entry for entry in journal.entries() if entry.kind != "salvage"]
        assert journal.trouble.says.key == "journal.broken"
        assert Path(journal.trouble.aside).name.startswith("journal.broken-2023-11-1")
        assert set(rescued) <= set(written)
        assert len(rescued) == journal.trouble.rescued
        assert len(rescued) > len(written) * share * 0.6
        assert journal.verify().good
        assert journal.append(0, [("start", {})])
        assert journal.verify().good


def test_damage_in_the_middle_loses_only_what_is_there(place, clock):
    written = filled(place, clock, games=6, moves=60)
    scribble(place, page_with(place, b"3-30 "))

    with Journal.open(place, clock) as journal:
        rescued = {entry for entry in journal.entries() if entry.kind != "salvage"}
        assert rescued < set(written)
        assert len(rescued) > len(written) * 0.6
        assert written[-1] in rescued
        assert written[0] in rescued
        check = journal.verify()
        assert check.good
        assert check.holes

    with Journal.open(place, clock) as journal:
        assert journal.trouble is None


def test_what_lies_behind_a_hole_in_its_own_game_is_left_out(place, clock):
    filled(place, clock, games=6, moves=60)
    scribble(place, page_with(place, b"3-30 "))

    with Journal.open(place, clock) as journal:
        for row in journal.games():
            numbers = [entry.id for entry in journal.entries(row.id)]
            assert numbers == list(range(row.id, row.id + len(numbers)))


def test_a_file_whose_first_page_is_gone_is_rescued_with_a_new_one(place, clock):
    written = filled(place, clock, games=5, moves=60)
    scribble(place, 0)

    with Journal.open(place, clock) as journal:
        assert journal.trouble.rescued == len(written)
        assert journal.entries()[:-1] == written


@pytest.mark.parametrize(
    "break_it",
    [
        pytest.param(lambda p: p.write_bytes(os.urandom(50_000)), id="garbage"),
        pytest.param(lambda p: p.write_bytes(b""), id="zero length"),
        pytest.param(lambda p: p.write_text("Dear diary"), id="a text"),
        pytest.param(lambda p: (p.unlink(), p.mkdir()), id="a folder"),
        pytest.param(lambda p: (p.unlink(), p.symlink_to("nowhere/at/all")), id="a link to nowhere"),
        pytest.param(
            lambda p: (p.unlink(), sqlite3.connect(p).execute("CREATE TABLE recipes (a)")),
            id="a database of recipes",
        ),
        pytest.param(lambda p: scribble(p, 0, 100), id="its first bytes are gone"),
    ],
)
def test_a_file_that_is_no_journal_is_set_aside_and_a_new_one_begun(place, clock, break_it):
    filled(place, clock)
    break_it(place)

    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key == "journal.broken"
        assert os.path.lexists(journal.trouble.aside)
        assert journal.append(0, [("start", {})])

    with Journal.open(place, clock) as journal:
        assert journal.trouble is None
        assert journal.entries()[-1].kind == "start"


def test_two_broken_files_in_one_second_get_two_names(place, clock):
    asides = set()
    for _ in range(3):
        filled(place, clock, games=1, moves=1)
        place.write_bytes(b"broken")
        with Journal.open(place, clock) as journal:
            asides.add(journal.trouble.aside)

    assert len(asides) == 3
    assert all(Path(aside).exists() for aside in asides)


def test_a_place_that_cannot_be_written_is_told_and_the_family_can_play(tmp_path, clock):
    (tmp_path / "file").write_text("")

    journal = Journal.open(tmp_path / "file" / "journal.db", clock)

    assert journal.trouble.in_memory
    assert journal.path is None
    assert journal.append(0, [("start", {})])


def test_a_file_that_may_only_be_read_is_gone_on_with_in_memory(place, clock, monkeypatch):
    written = filled(place, clock, games=1, moves=3)
    monkeypatch.setattr("companion.journal.damage.connect", _read_only)

    journal = Journal.open(place, clock)

    assert journal.trouble.says.key == "journal.read_only"
    assert journal.entries() == written
    assert journal.append(written[0].game, [("fact", {})])


def _read_only(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    connection.execute("PRAGMA query_only = ON")
    return connection


def test_a_journal_in_use_by_another_is_told(place, clock, monkeypatch):
    filled(place, clock, games=1, moves=1)
    monkeypatch.setattr("companion.journal.connect.WAIT_S", 0.01)
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    journal = Journal.open(place, clock)

    assert journal.trouble.says.key == "journal.busy"
    other.execute("ROLLBACK")
    other.close()


def test_t13_when_the_disk_is_full_nothing_is_half_written(place, clock):
    with Journal.open(place, clock) as journal:
        play(journal, games=1, moves=3)
        before = journal.entries()
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(NotWritten, match="full"):
            for _ in range(100):
                journal.append(1, [("fact", {"text": "x" * 3000})])
        known = journal.entries()
        assert known[: len(before)] == before
        assert journal.verify().good
        journal._connection.execute("PRAGMA max_page_count = 100000")
        journal.append(1, [("fact", {})])
        assert len(journal.entries()) == len(known) + 1


# --- backup and restore ---


def test_a_backup_is_one_file_that_holds_everything(place, clock, tmp_path):
    with Journal.open(place, clock) as journal:
        play(journal)
        written = journal.entries()
        journal.backup(tmp_path / "safe.db")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["house", "safe.db"]
    with Journal.open(tmp_path / "safe.db", clock) as copy:
        assert copy.entries() == written


def test_a_backup_comes_back_and_the_journal_before_it_is_kept(place, clock, tmp_path):
    with Journal.open(place, clock) as journal:
        play(journal, games=1)
        safe = journal.entries()
        journal.backup(tmp_path / "safe.db")
        play(journal, games=1)
        later = journal.entries()

    aside = restore(tmp_path / "safe.db", place, clock)

    with Journal.open(place, clock) as journal, Journal.open(aside, clock) as before:
        assert journal.entries() == safe
        assert before.entries() == later


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        pytest.param(lambda p: p.unlink(), "journal.backup_missing", id="missing"),
        pytest.param(lambda p: p.write_bytes(b"nonsense" * 999), "journal.backup_broken", id="garbage"),
        pytest.param(lambda p: p.write_bytes(b""), "journal.backup_foreign", id="empty"),
        pytest.param(lambda p: cut(p, 9001), "journal.backup_broken", id="cut"),
        pytest.param(lambda p: scribble(p, 8192), "journal.backup_broken", id="scribbled on"),
        pytest.param(lambda p: (p.unlink(), p.mkdir()), "journal.backup_missing", id="a folder"),
    ],
)
def test_a_backup_that_is_not_good_replaces_nothing(place, clock, tmp_path, spoil, key):
    with Journal.open(place, clock) as journal:
        play(journal)
        written = journal.entries()
        journal.backup(tmp_path / "safe.db")
    spoil(tmp_path / "safe.db")

    with pytest.raises(BackupFailed) as failed:
        restore(tmp_path / "safe.db", place, clock)

    assert failed.value.says.key == key
    with Journal.open(place, clock) as journal:
        assert journal.entries() == written
        assert journal.trouble is None


def test_a_backup_that_cannot_be_made_leaves_the_older_one(place, clock, tmp_path, monkeypatch):
    with Journal.open(place, clock) as journal:
        play(journal, games=1)
        journal.backup(tmp_path / "safe.db")
        before = (tmp_path / "safe.db").read_bytes()
        monkeypatch.setattr("companion.journal.backup.put_in_place", _no_space)
        with pytest.raises(BackupFailed):
            journal.backup(tmp_path / "safe.db")

    assert (tmp_path / "safe.db").read_bytes() == before
    assert not (tmp_path / "safe.db.new").exists()


def _no_space(new, place):
    raise OSError(28, "No space left on device")


def test_an_old_backup_is_brought_up_to_date(place, clock, tmp_path):
    old_file(tmp_path / "old" / "safe.db", clock)

    restore(tmp_path / "old" / "safe.db", place, clock)

    with Journal.open(place, clock) as journal:
        assert journal.entries() == tuple(chain(3))


def test_whole_entries_are_whole():
    assert all(is_whole(entry) for entry in chain(3))
    assert not is_whole(msgspec.structs.replace(chain(1)[0], kind="end"))


def test_a_copy_of_a_journal_in_use_is_whole_up_to_its_last_entry(place, clock, tmp_path):
    """What a pulled plug leaves: the file and its write-ahead log as they are at that moment."""
    journal = Journal.open(place, clock)
    play(journal, games=2)
    for path in place.parent.iterdir():
        shutil.copyfile(path, tmp_path / path.name)

    with Journal.open(tmp_path / "journal.db", clock) as copy:
        assert copy.entries() == journal.entries()
        assert copy.trouble is None
    journal.close()


def test_t13_a_file_that_spoils_even_the_words_of_its_error_is_set_aside(place, clock, monkeypatch):
    """SQLite quotes what it cannot understand, and a damaged quotation is no text."""
    Journal.open(place, clock).close()
    honest, asked = damage.connect, []

    def connect(path):
        asked.append(path)
        if len(asked) == 1:
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return honest(path)

    monkeypatch.setattr(damage, "connect", connect)
    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key == "journal.broken"
        assert journal.append(0, [("start", {})])
