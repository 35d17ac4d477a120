"""Backup and restore of the journal: one file, checked before it replaces anything."""

import shutil

import pytest

from companion.journal import Journal, restore
from companion.journal.backup import BackupFailed
from tests.companion.journal.journals import chain, cut, old_file, play, scribble
from tests.tables import cases


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


@cases(
    "spoil, key",
    {
        "missing": (lambda p: p.unlink(), "journal.backup_missing"),
        "garbage": (lambda p: p.write_bytes(b"nonsense" * 999), "journal.backup_broken"),
        "empty": (lambda p: p.write_bytes(b""), "journal.backup_foreign"),
        "cut": (lambda p: cut(p, 9001), "journal.backup_broken"),
        "scribbled on": (lambda p: scribble(p, 8192), "journal.backup_broken"),
        "a folder": (lambda p: (p.unlink(), p.mkdir()), "journal.backup_missing"),
    },
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
        monkeypatch.setattr("companion.journal.swap.fill", _no_space)
        with pytest.raises(BackupFailed):
            journal.backup(tmp_path / "safe.db")

    assert (tmp_path / "safe.db").read_bytes() == before
    assert not (tmp_path / "safe.db.new").exists()


def _no_space(new, place):
    raise OSError(28, "No space left on device")


def test_a_backup_in_folders_that_are_not_there(place, clock, tmp_path):
    with Journal.open(place, clock) as journal:
        play(journal, games=1)
        written = journal.entries()
        safe = journal.backup(tmp_path / "stick" / "new" / "safe.db")

    elsewhere = tmp_path / "another" / "house" / "journal.db"
    assert restore(safe, elsewhere, clock) is None  # no journal was there before
    with Journal.open(elsewhere, clock) as journal:
        assert journal.entries() == written


@pytest.mark.parametrize("before", [True, False], ids=["a journal was there", "there was none"])
def test_if_a_backup_cannot_come_back_all_is_as_it_was(place, clock, tmp_path, monkeypatch, before):
    with Journal.open(tmp_path / "other.db", clock) as journal:
        play(journal, games=1, moves=2)
        safe = journal.backup(tmp_path / "safe.db")
    if before:
        with Journal.open(place, clock) as journal:
            play(journal, games=1)
            written = journal.entries()
    monkeypatch.setattr("companion.journal.swap.put_in_place", _no_space)

    with pytest.raises(BackupFailed) as failed:
        restore(safe, place, clock)

    assert failed.value.says.key == "journal.restore_failed"
    assert [path.name for path in place.parent.iterdir()] == (["journal.db"] if before else [])
    if before:
        monkeypatch.undo()
        with Journal.open(place, clock) as journal:
            assert journal.entries() == written


def test_an_old_backup_is_brought_up_to_date(place, clock, tmp_path):
    old_file(tmp_path / "old" / "safe.db", clock)

    restore(tmp_path / "old" / "safe.db", place, clock)

    with Journal.open(place, clock) as journal:
        assert journal.entries() == tuple(chain(3))


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
