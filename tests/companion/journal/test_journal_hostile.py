"""T13: a backup is data. Whatever else lies in such a file is neither taken over nor carried out."""

import sqlite3
from random import Random

import msgspec
import pytest

from companion.journal import Journal, restore
from companion.journal import connect as shapes
from companion.journal.backup import BackupFailed, examine
from companion.journal.chain import Entry, canonical, link
from companion.journal.swap import fill
from tests.companion.journal.journals import filled
from tests.tables import cases

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i"
GAMES = f"{ENDLESS} AS id, i AS wall, i AS body, i AS ending, 1 AS entries, i AS last_wall FROM n"
MINE = "BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'mine'); END"


def _file(path, entries=(), also=()):
    connection = sqlite3.connect(path, isolation_level=None)
    shapes.migrate(connection)
    fill(connection, entries)
    for statement in also:
        connection.execute(statement)
    connection.close()
    return path


def _said(**otherwise):
    said = {"id": 1, "game": 1, "t": 0, "wall": 0, "kind": "start", "body": "{}"} | otherwise
    return link(None, Entry(**said))


def test_t13_nothing_but_the_entries_is_taken_over(place, clock, tmp_path):
    also = (
        f"CREATE TRIGGER mine {MINE}",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE more (a)",
        "DROP VIEW games",
        f"CREATE VIEW games AS {GAMES}",
    )
    restore(_file(tmp_path / "backup.db", [_said()], also), place, clock)

    connection = sqlite3.connect(place)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    connection.close()
    assert not {"mine", "v", "more"} & names
    with Journal.open(place, clock) as journal:
        assert journal.trouble is None and len(journal.games()) == 1


@cases(
    "also, key",
    {
        "an endless view": (("DROP TABLE entries", f"CREATE VIEW entries AS {GAMES}"), "foreign"),
        "another table": (("DROP TABLE entries", "CREATE TABLE entries (id)"), "foreign"),
        "of another program": (("PRAGMA application_id = 5",), "foreign"),
        "of a newer version": (("PRAGMA user_version = 99",), "future"),
    },
)
def test_t13_a_file_that_is_no_backup(place, clock, tmp_path, also, key):
    with pytest.raises(BackupFailed) as failed:
        restore(_file(tmp_path / "backup.db", (), also), place, clock)

    assert failed.value.says.key == f"journal.backup_{key}"
    assert not place.exists()


@cases(
    "entry",
    {
        "no object": _said(body="[]"),
        "no JSON": _said(body="{"),
        "deep": _said(body='{"a":' * 101 + "1" + "}" * 101),
        "deeper than some Pythons read": _said(body='{"a":' * 5000 + "1" + "}" * 5000),
        "long": _said(body=canonical({"a": "x" * 2**20})),
        "a long kind": _said(kind="k" * 41),
        "before the first": _said(wall=-1),
        "a game that begins later": _said(game=2),
        "before the first entry": _said(id=0, game=0),
        "changed": msgspec.structs.replace(_said(), body='{"a":1}'),
    },
)
def test_t13_an_entry_that_is_none_of_ours(place, clock, tmp_path, entry: Entry):
    with pytest.raises(BackupFailed) as failed:
        restore(_file(tmp_path / "backup.db", [entry]), place, clock)

    assert failed.value.says.key == "journal.backup_broken"


def test_t13_holes_that_nobody_can_read_are_none(place, clock, tmp_path):
    odd = [_said(kind="salvage", body=canonical({"file": 7, "holes": [{"first": "x"}]}))]
    restore(_file(tmp_path / "backup.db", odd), place, clock)

    with Journal.open(place, clock) as journal:
        assert journal.verify().good


@pytest.mark.parametrize("count", [150, pytest.param(10_000, marks=pytest.mark.long)])
def test_t13_mutated_backups_are_refused_or_are_what_was_written(place, clock, tmp_path, count):
    """T13: and after every one of them the journal opens and says what it said."""
    written = filled(tmp_path / "source.db", clock, games=2, moves=6)
    with Journal.open(tmp_path / "source.db", clock) as journal:
        content = journal.backup(tmp_path / "backup.db").read_bytes()
    random, good = Random(4), 0
    for _ in range(count):
        spoilt = bytearray(content)
        for _ in range(random.choice((1, 1, 2, 30))):
            spoilt[random.randrange(len(spoilt))] = random.randrange(256)
        (tmp_path / "backup.db").write_bytes(spoilt[: random.choice((len(spoilt), len(spoilt), 9000))])
        try:
            assert examine(tmp_path / "backup.db") == len(written)
        except BackupFailed:
            continue
        good += 1
        restore(tmp_path / "backup.db", place, clock)
        with Journal.open(place, clock) as journal:
            assert journal.entries() == written and journal.trouble is None and journal.verify().good
        for leftover in place.parent.iterdir():
            leftover.unlink()
    assert 0 < good < count
