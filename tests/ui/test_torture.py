"""The torture's short form: pulled plugs lose nothing and invent nothing, and what did would be noticed."""

from collections import Counter
from random import Random

import msgspec
import pytest

from companion.clock import HandClock
from companion.games import all_games
from companion.journal import Journal
from companion.journal.connect import connect
from tests.at_first import quick
from ui.lab.trials import breaks, cuts, halfway, torn
from ui.lab.trials.file_layer import Deed
from ui.lab.trials.player import play
from ui.lab.trials.torture import Progress, Torture

GAMES = all_games()


@pytest.mark.parametrize("count", quick([10, 40], more=1))
def test_cuts_lose_nothing_and_invent_nothing(folder, count):
    progress = Torture(folder, GAMES, seed=5).run(count)

    assert progress.wrong == []
    assert progress.told > count
    assert {"killed at any moment", "killed in a write", "damaged file"} <= progress.kinds.keys()
    assert sum(n for kind, n in progress.kinds.items() if kind.startswith("write cut off")) > count / 3
    assert progress.slowest_back_s < cuts.BACK_WITHIN_S


def test_a_run_is_gone_on_with_where_it_stopped(folder):
    kept = Progress(seed=9, done=200, kinds={"killed at any moment": 200})
    (folder / "torture.json").write_bytes(msgspec.json.encode(kept))

    assert Torture(folder, GAMES, seed=1).run(200) == kept


def test_each_tenth_round_is_on_the_disk_and_the_others_in_memory(folder):
    disk, memory = folder / "disk", folder / "memory"
    torture = Torture(disk, GAMES, 1, memory)
    torture.progress = Progress(done=900)
    with pytest.MonkeyPatch.context() as patch:
        places = []
        patch.setattr(Torture, "_cuts", lambda _self, place, *_: places.append(place) or iter(()))
        torture.run(1100)

    assert places == [memory / "round-9", disk / "round-10"]
    assert torture.progress.on_disk == 100


@pytest.fixture
def recording(folder):
    return torn.record(folder, {"sums": GAMES["sums"]}, 4)


def test_every_write_to_the_files_is_recorded(recording):
    deeds = Counter(moment.deed.deed for moment in recording.moments)
    disk, found = torn._Disk(recording.before), []
    for moment in recording.moments:
        disk.do(moment.deed)
        found.append(disk.after_cut(torn.Left.ALL, Random(1)))

    assert recording.after in found, "the files are what was written to them, byte by byte"
    assert deeds[Deed.WRITE] > 100 and deeds[Deed.SYNC] > torn.STEPS / 2
    assert any(m.deed.file == recording.place for m in recording.moments), "no log was taken over"


def test_files_are_written_nowhere_but_beside_the_journal(folder, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)

    torn.record(folder, {"sums": GAMES["sums"]}, 4)

    assert not list(elsewhere.iterdir())


def test_the_plug_may_be_pulled_at_every_single_write_of_a_stretch(folder, recording):
    middle = len(recording.moments) // 2
    ones = list(torn.tears(recording, middle, 40, GAMES, Random(2)))

    assert [one.wrong for one in ones] == [""] * 40
    assert {one.left for one in ones} == set(torn.Left)


@pytest.mark.long
def test_a_journal_that_does_not_wait_for_the_disk_would_be_noticed(folder, monkeypatch):
    def hasty(path):
        connection = connect(path)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    monkeypatch.setattr("companion.journal.damage.connect", hasty)
    hasty_one = torn.record(folder, {"sums": GAMES["sums"]}, 4)
    wrong = {one.wrong.partition(" ")[0] for one in torn.tears(hasty_one, 150, 60, GAMES, Random(2))}

    assert "entry" in wrong, "entries were told before they were on the disk"


def test_an_entry_that_nobody_has_written_would_be_noticed(folder, recording):
    others = msgspec.structs.replace(recording, entries=((1, "another hash"), *recording.entries[1:]))

    assert "nobody has written" in torn.what_is_wrong(others, recording.after, 0, GAMES)


def test_a_table_that_waits_for_something_else_would_be_noticed(folder, recording):
    others = msgspec.structs.replace(recording, asks=dict.fromkeys(recording.asks, "tea"))

    assert "not for tea" in torn.what_is_wrong(others, recording.after, 0, GAMES)


def test_a_process_is_killed_in_the_very_write(folder):
    ones = [cuts.cut(folder / "journal.sqlite", {"sums": GAMES["sums"]}, n, at_write=90) for n in range(3)]

    assert [one.wrong for one in ones] == [""] * 3
    assert sum(one.told for one in ones) > 0


@pytest.mark.parametrize("how", quick(breaks.HOW, 2))
def test_a_damaged_file_is_told_of_or_read_as_it_was(folder, recording, how, monkeypatch):
    monkeypatch.setattr("ui.lab.trials.breaks.HOW", (how,))

    assert breaks.damage(folder, recording, Random(how)).wrong == ""


def test_an_invented_entry_would_be_noticed(folder):
    playing = play(folder / "journal.sqlite", HandClock(), {"sums": GAMES["sums"]}, Random(1), lambda _: None)
    for _ in zip(range(5), playing, strict=False):
        pass
    journal = Journal.look(folder / "journal.sqlite", HandClock())
    entries = {entry.id: entry for entry in journal.entries()}
    first = min(n for n, entry in entries.items() if entry.kind == "fact")
    playing.close()
    journal.close()

    assert "nobody has told" in cuts._invented(entries, [["told", str(first), "0", "-"]])


@pytest.mark.parametrize("step", quick([7, 1], more=0))
@pytest.mark.parametrize("work", quick([halfway.Backups, halfway.Restores, halfway.Orphans, halfway.Rescues]))
def test_t13_whoever_is_killed_halfway_has_lost_nothing(folder, work, step):
    """T13: at whatever moment; the next start ends the work or has everything as before, and says so."""
    works, ones = work(folder), []
    for moment in range(1, halfway.MOST_ASKED * 2, step):
        ones.append(works.cut(moment))
        if not ones[-1].was_cut:
            break

    assert [one.wrong for one in ones] == [""] * len(ones)
    assert len(ones) > 3 and not ones[-1].was_cut


def test_t13_of_two_processes_one_writes_and_the_other_is_told(folder):
    assert [halfway.two_at_once(folder) for _ in range(2)] == ["", ""]


@pytest.mark.parametrize("step", quick([1999, 97], more=0))
@pytest.mark.parametrize("part", quick(range(3), more=2), ids=["file", "log", "index of the log"])
def test_t13_one_flipped_bit_neither_stops_the_start_nor_makes_it_lie(folder, step, part):
    """T13: nothing is missing that is not told of, the reason is the right one, and the next game is kept."""
    ones = list(breaks.every_bit(folder, step // (5 if part == 1 else 1), part=part))

    assert [one.wrong for one in ones if one.wrong] == []
    assert len(ones) > 30
    assert (0 < sum(one.told for one in ones) < len(ones)) is (part == 0), "only the file says what was told"


def test_t13_a_journal_that_stands_in_its_log_alone_would_be_noticed(folder, monkeypatch):
    def hasty(path):
        connection = connect(path)
        connection.execute("PRAGMA wal_autocheckpoint = 1000")
        return connection

    monkeypatch.setattr("companion.journal.damage.connect", hasty)

    assert any("entries are missing" in one.wrong for one in breaks.every_bit(folder, 4999, part=1))


def test_t13_a_wrong_reason_is_counted_as_wrong(folder, monkeypatch):
    """T13: "check the card" is no word for a flipped bit."""
    monkeypatch.setattr("companion.journal.damage._would_be_good_elsewhere", lambda place: True)

    assert any("told of as journal.read_only" in one.wrong for one in breaks.every_bit(folder, 1999))


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_thousand_cuts_lose_nothing_and_invent_nothing(folder):
    assert Torture(folder, GAMES, seed=7).run(10_000).wrong == []
