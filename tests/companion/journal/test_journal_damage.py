"""A journal that is broken, in the way or on a full disk: set aside, rescued, told (T13)."""

import os
import sqlite3
from pathlib import Path

import pytest

from companion.journal import Journal, NotWritten, connect, damage
from tests.companion.journal.journals import cut, filled, page_with, play, scribble
from tests.tables import cases


@pytest.mark.parametrize("share", [0.3, 0.5, 0.77, 0.95])
def test_a_file_cut_in_the_middle_of_a_page_is_set_aside_and_what_can_be_read_is_rescued(place, clock, share):
    written = filled(place, clock, games=5, moves=60)
    cut(place, int(place.stat().st_size * share) | 1)

    with Journal.open(place, clock) as journal:
        rescued = [entry for entry in journal.entries() if entry.kind != "salvage"]
        assert journal.trouble.says.key.startswith("journal.broken")
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


def test_a_file_whose_first_page_is_gone_is_rescued_with_a_new_one(place, clock):
    written = filled(place, clock, games=5, moves=60)
    scribble(place, 0)

    with Journal.open(place, clock) as journal:
        assert journal.trouble.rescued == len(written)
        assert journal.entries()[:-1] == written
        assert journal.path == place  # it goes on in the file


@cases(
    "break_it",
    {
        "garbage": lambda p: p.write_bytes(os.urandom(50_000)),
        "zero length": lambda p: p.write_bytes(b""),
        "a text": lambda p: p.write_text("Dear diary"),
        "a folder": lambda p: (p.unlink(), p.mkdir()),
        "a link to nowhere": lambda p: (p.unlink(), p.symlink_to("nowhere/at/all")),
        "a database of recipes": lambda p: (
            p.unlink(),
            sqlite3.connect(p).execute("CREATE TABLE recipes (a)"),
        ),
        "its first bytes are gone": lambda p: scribble(p, 0, 100),
    },
)
def test_a_file_that_is_no_journal_is_set_aside_and_a_new_one_begun(place, clock, break_it):
    filled(place, clock)
    break_it(place)

    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key.startswith("journal.broken")
        assert os.path.lexists(journal.trouble.aside)
        assert journal.append(0, [("start", {})])

    with Journal.open(place, clock) as journal:
        assert journal.trouble is None, "it was told, and something was played since"
        assert journal.entries()[-1].kind == "start"


def test_a_place_that_cannot_be_written_is_told_and_the_family_can_play(tmp_path, clock):
    (tmp_path / "file").write_text("")

    journal = Journal.open(tmp_path / "file" / "journal.db", clock)

    assert journal.trouble.in_memory
    assert journal.path is None
    assert journal.append(0, [("start", {})])


def test_a_file_that_may_only_be_read_is_gone_on_with_in_memory(place, clock, monkeypatch):
    written = filled(place, clock, games=1, moves=3)
    monkeypatch.setattr(
        damage, "connect", lambda path: _read_only(path) if path == place else connect.connect(path)
    )

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

    assert journal.trouble.says.key == "journal.in_use"
    other.execute("ROLLBACK")
    other.close()


def test_t13_when_the_disk_is_full_nothing_is_half_written(place, clock):
    with Journal.open(place, clock) as journal:
        play(journal, games=1, moves=3)
        before = journal.entries()
        pages = journal.connection.execute("PRAGMA page_count").fetchone()[0]
        journal.connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(NotWritten, match="full"):
            for _ in range(100):
                journal.append(1, [("fact", {"text": "x" * 3000})])
        known = journal.entries()
        assert known[: len(before)] == before
        assert journal.verify().good
        journal.connection.execute("PRAGMA max_page_count = 100000")
        journal.append(1, [("fact", {})])
        assert len(journal.entries()) == len(known) + 1


def test_t13_a_file_that_spoils_even_the_words_of_its_error_is_set_aside(place, clock, monkeypatch):
    """SQLite quotes what it cannot understand, and a damaged quotation is no text."""
    Journal.open(place, clock).close()
    asked = []

    def spoilt(path):
        asked.append(path)
        if len(asked) <= 2:  # the file, and the copy that is tried to see whose fault it is
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return connect.connect(path)

    monkeypatch.setattr(damage, "connect", spoilt)
    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key.startswith("journal.broken")
        assert journal.append(0, [("start", {})])


def test_a_first_entry_that_says_something_else_is_noticed_on_opening(place, clock):
    filled(place, clock, games=2, moves=5)
    content = place.read_bytes()
    place.write_bytes(content.replace(b'"game":"small","number":0', b'"game":"smell","number":0'))

    with Journal.open(place, clock) as journal:
        assert journal.trouble is not None and journal.trouble.says.key.startswith("journal.broken")
        assert journal.verify().good
        assert all(entry.game != 1 for entry in journal.entries()), (
            "a game without its beginning means nothing"
        )
