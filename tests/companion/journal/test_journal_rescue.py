"""T13: what is taken over from a broken file, entry by entry, and what is told of it."""

import sqlite3

import pytest
from msgspec.structs import replace

from companion.journal import Journal, connect, damage, examine, store
from companion.journal import connect as shapes
from companion.journal import salvage as rescue
from companion.journal.chain import Entry, hash_of, link
from companion.journal.salvage import known_holes, note_rescue, salvage
from companion.journal.swap import fill
from tests.companion.journal.journals import cut, play
from tests.tables import cases


def games(*lengths):
    """A chain of games with so many entries each."""
    entries, previous = [], None
    for length in lengths:
        first = len(entries) + 1
        for number in range(first, first + length):
            previous = link(
                previous, Entry(number, first, 0, 0, "start" if number == first else "fact", "{}")
            )
            entries.append(previous)
    return entries


def honestly(entry, **said):
    """*entry* as somebody would have written it who says something else."""
    other = replace(entry, **said)
    return replace(other, hash=hash_of(other))


def file_of(entries, place, page_size=4096):
    """A journal file that holds just these *entries*."""
    place.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute(f"PRAGMA page_size = {page_size}")
    shapes.migrate(connection)
    fill(connection, entries)
    connection.close()
    return place


def rescued(entries, place, clock):
    """The ids of what is kept, and the holes that are recorded."""
    kept = note_rescue(salvage(file_of(entries, place)), "x", clock)
    holes = known_holes(kept[-1:])
    return [entry.id for entry in kept[:-1]], [(hole.first, hole.last) for hole in holes]


# Games of four, four and three entries: 1 to 4, 5 to 8, 9 to 11
@cases(
    "gone, kept, holes",
    {
        "T13 nothing": ([], [*range(1, 12)], []),
        "T13 what lies behind a hole in its own game": ([2], [1, *range(5, 12)], [(2, 4)]),
        "T13 the end of a game": ([4], [1, 2, 3, *range(5, 12)], [(4, 4)]),
        "T13 the beginning of a game: all of it": ([1], [*range(5, 12)], [(1, 4)]),
        "T13 an end and a beginning": ([4, 5], [1, 2, 3, 9, 10, 11], [(4, 8)]),
        "T13 in two games; nothing misses the last": ([3, 10], [1, 2, 5, 6, 7, 8, 9], [(3, 4)]),
        "T13 the last game as well": ([3, 9], [1, 2, 5, 6, 7, 8], [(3, 4)]),
        "T13 two holes": ([2, 6], [1, 5, 9, 10, 11], [(2, 4), (6, 8)]),
    },
)
def test_what_is_taken_over(gone, kept, holes, place, clock):
    entries = [entry for entry in games(4, 4, 3) if entry.id not in gone]

    assert rescued(entries, place, clock) == (kept, holes)


def test_t13_games_that_were_played_by_turns_are_torn_one_by_one(place, clock):
    """T13: two tables wrote by turns; a hole in one of the games leaves the other one whole."""
    entries, previous = [], None
    for number, game in enumerate([1, 2, 1, 2, 1, 2], 1):
        previous = link(previous, Entry(number, game, 0, 0, "fact", "{}"))
        entries.append(previous)

    kept, _holes = rescued([entry for entry in entries if entry.id != 3], place, clock)

    assert kept == [1, 2]  # whose the missing entry was nobody knows


@cases(
    "number, kept, holes",
    {
        "T13 in the middle of a game": (3, [1, 2, *range(5, 12)], [(3, 4)]),
        "T13 those behind it follow another": (5, [*range(1, 6), 9, 10, 11], [(5, 4), (6, 8)]),
    },
)
def test_entries_that_do_not_fit_together(number, kept, holes, place, clock):
    """T13: each is whole for itself, but one of them follows another past."""
    entries = games(4, 4, 3)
    at = number - 1
    entries[at] = honestly(entries[at], previous="f" * 64)

    assert rescued(entries, place, clock) == (kept, holes)


@cases(
    "said", {"T13 a time that is no number": {"t": "noon"}, "T13 a game that is no number": {"game": "chess"}}
)
def test_what_is_no_entry_is_left_out(said, place, clock):
    entries = games(3)
    entries[2] = honestly(entries[2], **said)

    assert rescued(entries, place, clock)[0] == [1, 2]


def test_t13_what_was_changed_is_left_out(place, clock):
    entries = games(3)
    entries[1] = replace(entries[1], body='{"n":9}')

    assert rescued(entries, place, clock) == ([1], [])


def test_t13_of_nothing_nothing_is_rescued(place, clock):
    assert salvage(place) == ()
    assert salvage(file_of([], place)) == ()


def test_t13_a_hole_that_is_known_tears_nothing_anew(place, clock):
    """T13: what a game was worth after an earlier rescue it is worth after the next one."""
    whole = file_of([entry for entry in games(4, 4) if entry.id != 4], place)
    first = note_rescue(salvage(whole), "x", clock)
    assert [entry.id for entry in first] == [1, 2, 3, 5, 6, 7, 8, 9]
    later = link(first[-1], Entry(10, 1, 0, 0, "fact", "{}"))  # game 1 goes on
    place.unlink()

    kept, holes = rescued([*first, later], place, clock)

    assert (kept, holes) == ([1, 2, 3, 5, 6, 7, 8, 9, 10], [(4, 4)])


@pytest.mark.parametrize("page_size", [512, 1024, 4096, 8192, 32768])
@pytest.mark.parametrize("share", [0.55, 0.9])
def test_a_file_that_was_cut_whatever_its_pages_are(page_size, share, place, clock):
    """T13: SQLite reads no file that is shorter than its first page says; a new head has pages of 4096."""
    entries = games(*[40] * 50)
    file_of(entries, place, page_size)
    cut(place, int(place.stat().st_size * share))

    kept = salvage(place)

    assert set(kept) <= set(entries)
    assert len(kept) > len(entries) * share / 3


def head(page, pages, length):
    """The beginning of a file of SQLite that says it has so many *pages*, and something up to *length*."""
    said = rescue.MAGIC + page.to_bytes(2, "big") + bytes(10) + pages.to_bytes(4, "big")
    return said.ljust(length, b"\xff")


@cases(
    "page, pages, length, filled_up_to",
    {
        "T13 cut: as long as it says": (512, 3, 1000, [1536]),
        "T13 whole: left alone": (512, 3, 1536, []),
        "T13 as large as a journal may be": (512, 8, 1000, [4096]),
        "T13 larger than any journal": (512, 9, 1000, []),
        "T13 larger by far": (512, 2**24 + 3, 1000, []),
        "T13 no page is as small as that": (256, 5, 1000, []),
    },
)
def test_what_was_cut_is_filled_up_to_the_length_it_says(
    page, pages, length, filled_up_to, place, clock, monkeypatch
):
    lengths = []
    monkeypatch.setattr(rescue.os, "truncate", lambda _path, length: lengths.append(length))
    monkeypatch.setattr(rescue, "LARGEST", 4096)
    place.parent.mkdir(parents=True)
    place.write_bytes(head(page, pages, length))

    salvage(place)

    assert lengths == filled_up_to


def test_a_journal_that_is_only_read_is_opened_by_an_address(place, clock, monkeypatch):
    """SQLite can be built to take every address for a name; it is told that this is one."""
    file_of(games(2), place)
    said = []
    opened = sqlite3.connect
    monkeypatch.setattr(
        connect.sqlite3, "connect", lambda *args, **how: said.append(how["uri"]) or opened(*args, **how)
    )

    connect.connect_read_only(place).close()

    assert said == [True]


# --- opening ---


@cases(
    "entries, tail, good",
    {
        "the second entry is the oldest that is looked at": (games(11), 10, True),
        "the third": (games(12), 10, True),
        "the first follows nothing": ([honestly(games(1)[0], previous="f" * 64)], 10, False),
        "it was changed": ([*games(12)[:2], replace(games(12)[2], body="[]"), *games(12)[3:]], 10, False),
        "one before it": ([*games(12)[:1], replace(games(12)[1], body="[]"), *games(12)[2:]], 10, True),
    },
)
def test_only_the_newest_entries_are_examined(entries, tail, good, place, clock, monkeypatch):
    monkeypatch.setattr(examine, "TAIL", tail)
    file_of(entries, place)

    with Journal.open(place, clock) as journal:
        assert (journal.trouble is None) is good


def test_a_place_deep_in_folders_that_are_not_there(tmp_path, clock):
    with Journal.open(tmp_path / "a" / "b" / "journal.db", clock) as journal:
        assert journal.trouble is None


def test_t13_names_of_broken_files_say_when(place, clock):
    names = []
    for _ in range(3):
        file_of([], place).write_bytes(b"broken")
        with Journal.open(place, clock) as journal:
            names.append(journal.trouble.aside.rpartition("/")[2])
            assert journal.trouble.rescued == 0
        for path in place.parent.glob("journal.db*"):
            path.unlink()

    first = names[0].removesuffix(".db")
    assert first.startswith("journal.broken-2023-11-1")
    assert names == [f"{first}.db", f"{first}-2.db", f"{first}-3.db"]


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (sqlite3.OperationalError("database is locked"), "journal.in_use"),
        (sqlite3.OperationalError("database schema is busy"), "journal.in_use"),
        (sqlite3.OperationalError("database or disk is full"), "journal.full"),
        (OSError(28, "No space left on device"), "journal.full"),
        (OSError(122, "Disk quota exceeded"), "journal.full"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "journal.read_only"),
        (PermissionError(13, "Permission denied"), "journal.read_only"),
    ],
    ids=lambda value: value if isinstance(value, str) else str(value),
)
def test_why_a_file_cannot_be_written_is_said(error, key, place, clock, monkeypatch):
    with Journal.open(place, clock) as journal:
        play(journal, games=1, moves=2)

    def fails(path):
        if path == place:
            raise error
        return connect.connect(path)

    monkeypatch.setattr(damage, "connect", fails)
    journal = Journal.open(place, clock)

    assert (journal.trouble.says.key, journal.trouble.in_memory) == (key, True)
    assert len(journal.entries()) == 3  # what is there can be read


@pytest.mark.parametrize(("in_pages", "told"), [("", "torn"), ("page 7 is odd", "page 7 is odd")])
def test_an_examination_tells_what_it_found_first(in_pages, told, place, clock, monkeypatch):
    monkeypatch.setattr(store, "trouble_in_pages", lambda connection: in_pages)
    with Journal.open(":memory:", clock) as journal:
        play(journal, games=1, moves=2)

        def fails(*_):
            raise sqlite3.DatabaseError("torn")

        monkeypatch.setattr("companion.journal.store.breaks", fails)
        check = journal.verify()

    assert (check.entries, check.trouble, check.good) == (0, told, False)
