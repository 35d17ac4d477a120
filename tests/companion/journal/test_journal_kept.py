"""T13: a rescue that is interrupted is finished, is told until it was read, and one table has one writer."""

import os
import signal
import sqlite3

import pytest

from companion.journal import Journal, restore, swap
from companion.journal.backup import BackupFailed
from companion.journal.connect import Held, take
from tests.companion.journal.journals import filled, page_with, play, scribble


def _full(*_):
    raise OSError(28, "No space left on device")


def _damaged(place, clock):
    written = filled(place, clock, games=4, moves=40)
    scribble(place, page_with(place, b"2-30 "), 300)
    return written


def test_t13_what_a_rescue_has_kept_and_lost_is_told_until_something_else_is_written(place, clock):
    _damaged(place, clock)
    with Journal.open(place, clock) as journal:
        told = journal.trouble
    with Journal.open(place, clock) as journal:
        assert journal.trouble == told
        entries = [entry for entry in journal.entries() if entry.kind != "salvage"]
        lost = entries[-1].id - len(entries)
        assert told.says.key == "journal.broken"
        assert {"n": len(entries), "games": 4, "lost": lost}.items() <= told.says.args.items() and lost > 0
        journal.append(0, [("start", {})])
    with Journal.open(place, clock) as journal:
        assert journal.trouble is None


def test_t13_on_a_full_disk_a_rescue_changes_nothing_and_the_next_start_ends_it(place, clock, monkeypatch):
    _damaged(place, clock)
    before = place.read_bytes()
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(swap, "write_file", _full)
            with Journal.open(place, clock) as journal:
                assert (journal.trouble.says.key, journal.trouble.in_memory) == ("journal.full", True)
                assert len(journal.games()) == 4, "what can be read is there for this evening"
                assert journal.append(0, [("start", {})])
        assert place.read_bytes() == before

    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key == "journal.broken" and len(journal.games()) == 4


@pytest.mark.parametrize("empty_one", [False, True], ids=["nothing lies there", "an empty journal does"])
def test_t13_a_broken_file_that_an_older_version_has_set_aside_and_left_is_rescued(place, clock, empty_one):
    _damaged(place, clock)
    place.rename(place.with_name("journal.broken-2023-01-01-120000.db"))
    if empty_one:
        swap.put_in_place(swap.write_file(place.with_name("new")), place)

    with Journal.open(place, clock) as journal:
        assert len(journal.games()) == 4
        assert journal.trouble.aside.endswith("journal.broken-2023-01-01-120000.db")
        journal.append(0, [("start", {})])
    with Journal.open(place, clock) as journal:
        assert journal.trouble is None and len(journal.games()) == 5


def test_t13_of_a_broken_file_of_which_nothing_is_left_that_is_said(place, clock):
    filled(place, clock)
    place.write_bytes(b"no journal" * 999)
    for _ in range(2):
        with Journal.open(place, clock) as journal:
            assert journal.trouble.says.key == "journal.broken_nothing"
    assert len(list(place.parent.glob("journal.broken-*"))) == 1


def test_t13_a_reader_changes_nothing_at_a_damaged_journal(place, clock):
    _damaged(place, clock)
    before = place.read_bytes()

    with Journal.look(place, clock) as journal:
        assert len(journal.games()) == 4 and journal.trouble.says.key == "journal.damaged"
    assert place.read_bytes() == before and not list(place.parent.glob("journal.b*"))


def test_t13_where_nothing_can_be_written_a_reader_sees_what_stands_in_the_log(
    place, clock, tmp_path, monkeypatch
):
    """T13: on a card that went read-only the newest entries stand in the log and nowhere else."""
    with Journal.open(place, clock) as journal:
        play(journal, games=2)
        written = journal.entries()
        honest = sqlite3.connect

        def read_only(name, *args, **how):
            if how.get("uri") and str(place) in str(name):
                raise sqlite3.OperationalError("unable to open database file")
            return honest(name, *args, **how)

        monkeypatch.setattr("companion.journal.connect.sqlite3.connect", read_only)
        with Journal.look(place, clock) as reader:
            assert reader.entries() == written
            reader.backup(tmp_path / "stick" / "safe.db")


# --- one table, one writer ---


def test_t13_whoever_comes_second_is_told_who_has_it_and_only_looks_on(place, clock):
    with Journal.open(place, clock) as first:
        play(first, games=1, moves=3)
        with Journal.open(place, clock) as second:
            assert second.trouble.held_by.startswith(f"{os.getpid()}, ")
            assert second.trouble.says.key == "journal.busy"
            assert second.entries() == first.entries()
            first.append(1, [("fact", {})])
            assert second.entries() == first.entries(), "it sees what goes on"
        first.append(1, [("fact", {})])
    with Journal.open(place, clock) as journal:
        assert journal.trouble is None
    assert not list(place.parent.glob("*.lock"))


def test_t13_nothing_is_restored_over_a_journal_that_is_in_use(place, clock, tmp_path):
    with Journal.open(place, clock) as journal:
        play(journal, games=1, moves=3)
        journal.backup(tmp_path / "safe.db")
        with pytest.raises(BackupFailed) as failed:
            restore(tmp_path / "safe.db", place, clock)
        assert failed.value.says.key == "journal.held"
        assert journal.append(1, [("fact", {})])


def test_t13_the_lock_is_free_when_its_process_has_died(place, clock):
    place.parent.mkdir(parents=True)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        take(place, clock)
        os.write(writing, b"!")
        signal.pause()
    os.read(reading, 1)
    with pytest.raises(Held):
        take(place, clock)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    take(place, clock).release()


def test_t13_the_app_itself_goes_on_with_a_backup(place, clock, tmp_path):
    with Journal.open(place, clock) as journal:
        play(journal, games=1)
        safe = journal.entries()
        journal.backup(tmp_path / "safe.db")
        play(journal, games=2)
        aside = journal.restore(tmp_path / "safe.db")
        assert journal.entries() == safe
        assert journal.append(0, [("start", {})])
        with pytest.raises(BackupFailed):
            journal.restore(tmp_path / "none.db")
        assert journal.append(0, [("start", {})])
    with Journal.look(aside, clock) as before:
        assert len(before.games()) == 3


@pytest.mark.parametrize(
    "again", [False, True], ids=["all of it is missing", "a copy has brought a part back"]
)
def test_t13_a_rescue_that_was_never_ended_is_ended_although_new_games_were_played(place, clock, again):
    """T13: an older version has set a broken file aside and stopped; the family has gone on in a new one."""
    written = filled(place, clock, games=3, moves=4)
    orphan = place.with_name("journal.broken-2023-01-01-120000.db")
    place.rename(orphan)
    with Journal.open(place.with_name("other.db"), clock) as later:
        if again:
            later.append(0, [(e.kind, e.read()) for e in written if e.game == 1])
        first = later.append(0, [("start", {"seats": [{"name": "Ada", "person": 0}], "after": 0})])[0]
        later.append(first.id, [("fact", {"n": 1}), ("undo", {"to": first.id + 1})])
        later.append(0, [("start", {"after": first.id})])
    place.with_name("other.db").rename(place)

    with Journal.open(place, clock) as journal:
        told = journal.trouble
        assert told.says.key == "journal.broken_whole" and told.aside == str(orphan)
        assert (told.says.args["n"], told.says.args["games"]) == (len(written), 3)
        assert journal.verify().good
        games = [game.id for game in reversed(journal.games())]
        assert (
            len(games) == 5
            and sum(e.read() == {"game": "small", "number": 0} for e in journal.entries()) == 1
        )
        newer = [entry.read() for entry in journal.entries(games[3])]
        assert newer[2]["to"] == games[3] + 1
        assert journal.entries(games[4])[0].read()["after"] == games[3]
        if not again:
            assert journal.entries()[: len(written)] == written, "their hashes are as they were photographed"
        journal.append(0, [("start", {})])
    with Journal.open(place, clock) as journal:
        assert journal.trouble is None and len(journal.games()) == 6
    (kept,) = place.parent.glob("journal.before-rescue-*")
    with Journal.look(kept, clock) as before:
        assert before.verify().good


def test_t13_a_broken_file_that_cannot_be_read_keeps_nobody_from_playing(place, clock, monkeypatch):
    filled(place, clock)
    place.with_name("journal.broken-2023-01-01-120000.db").write_bytes(b"x")
    with monkeypatch.context() as patch:
        patch.setattr(swap, "write_file", _full)
        with Journal.open(place, clock) as journal:
            assert journal.trouble is None and journal.append(0, [("start", {})])
    with Journal.open(place, clock) as journal:
        assert journal.trouble.says.key == "journal.broken_nothing" and journal.verify().good
