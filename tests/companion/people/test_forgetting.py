"""Forgetting: afterwards nothing on the disk tells of them, and the games of the others go as they went."""

import shutil
from pathlib import Path
from random import Random

import pytest

from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.people.forgetting import FORGOTTEN, forget_everything, forget_person, whom
from companion.people.past import past_games
from companion.people.profiles import Profile, keep, profiles
from companion.record import read_record, replay_record, write_record
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import more, quick
from ui.lab.compared import ComparedEvening, PlainSenses

NAMES = ("Adalbert", "Ben", "Cem")


def play(journal, clock, name, names, happenings=40, person=0):
    """A game of *names* at *journal*, the first of whom is *person* of the house."""
    game = find_game(name)
    low, high = game.seat_range(game.options())
    names = [*names, "Dora", "Emil", "Fritz"][: max(low, min(high, len(names)))]
    seats = list(seats_named(names, "en"))
    if person:
        seats[0] = type(seats[0])(names[0], "red", "circle", "A", person=person)
    table = Table.start(game, seats, game.options(), journal, clock)
    family = family_class(game)(game, tuple(names), game.options(), Random(5), 0.0)
    ComparedEvening(table, family, clock, PlainSenses(clock)).play(happenings)
    return table


@pytest.fixture
def folder(tmp_path):
    """A folder as a family's is after a while: games, a person, backups, a broken file, exports."""
    clock = HandClock(10**9)
    place = tmp_path / "journal.sqlite"
    with Journal.open(place, clock) as journal:
        person = keep(journal, Profile("Adalbert", letter="A")).id
        for name in ("abspecken", "wobble", "sums", "abstrac"):
            play(journal, clock, name, NAMES, person=person)
        play(journal, clock, "abspecken", ("Ben", "Cem"))
        journal.backup(tmp_path / "backup-2026-01-01.sqlite")
        journal.backup(tmp_path / "before-update-20260101.sqlite")
        journal.backup(tmp_path / "copies" / "journal_2026-01-01_10-00-00_5.sqlite")
        for ending in ("", "-wal"):
            shutil.copy(f"{place}{ending}", f"{tmp_path / 'journal.broken-2026.sqlite'}{ending}")
    torn = tmp_path / "journal.broken-2025.sqlite"
    torn.write_bytes(b"torn" + (tmp_path / "backup-2026-01-01.sqlite").read_bytes()[9000:60_000])
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "games.csv").write_text("Adalbert,3\nBen,4\n", "utf-8")
    (tmp_path / "exports" / "others.csv").write_text("Ben,4\n", "utf-8")
    (tmp_path / "exports" / "result.png").write_bytes(b"\x89PNG")
    return tmp_path


def opened(folder):
    return Journal.open(folder / "journal.sqlite", HandClock(10**12))


def holding(folder, name):
    """The files in which *name* stands, in whatever form."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return [
        file.name for file in files if name.lower() in file.read_bytes().decode("utf-8", "replace").lower()
    ]


def test_a_person_is_in_no_file_afterwards(folder):
    assert len(holding(folder, "Adalbert")) >= 6
    with opened(folder) as journal:
        removed = forget_person(journal, whom(journal, "adalbert"), folder)

        assert holding(folder, "Adalbert") == []
        assert journal.trouble.says.key == "journal.broken_whole", "a file lay there that nobody had rescued"
        assert journal.verify().good
        assert profiles(journal) == ()
    assert removed.renamed and {"games.csv", "result.png", "journal.broken-2025.sqlite"} <= set(removed.files)
    assert (folder / "exports" / "others.csv").exists()
    assert not {file.stat().st_mode & 0o077 for file in folder.glob("journal.sqlite")} - {0}


@more
def test_the_games_of_the_others_go_as_they_went(folder):
    with opened(folder) as journal:
        before = past_games(journal)
        removed = forget_person(journal, whom(journal, "Adalbert"), folder)
        after = past_games(journal)

        assert removed.games == 0 and len(after) == len(before)
        for old, new in zip(before, after, strict=True):
            assert [old.scores.get(name) for name in ("Ben", "Cem")] == [
                new.scores.get(name) for name in ("Ben", "Cem")
            ]
            replay = replay_record(read_record(write_record(journal, new.id, secrets=True)))
            assert replay.good, replay.findings[:3]
        table = Table.resume(journal, HandClock(10**12))
        assert table is not None and "Adalbert" not in [seat.name for seat in table.seats]


def test_what_stands_in_place_of_a_name_is_a_word_of_the_house(folder):
    with Journal.open(folder / "journal.sqlite", HandClock(10**9)) as journal:
        forget_person(journal, whom(journal, "Adalbert", "Gast"), folder)
        seats = {seat["name"] for game in journal.games() for seat in game.start["seats"]}
    assert "Gast 1" in seats and not any("Guest" in seat for seat in seats)


@pytest.mark.parametrize("name", quick(["roll", "Guest 1", "red", "dice", "e", "1", "accepted"]))
def test_a_name_that_is_a_word_of_the_game_loses_the_game_and_never_the_journal(name, tmp_path):
    clock = HandClock(10**9)
    with Journal.open(tmp_path / "journal.sqlite", clock) as journal:
        play(journal, clock, "abspecken", (name, "Ben", "Cem"))
        play(journal, clock, "abspecken", ("Ben", "Cem"))
        forget_person(journal, whom(journal, name), tmp_path)

        assert journal.verify().good and len(journal.games()) >= 1
        for game in past_games(journal):
            assert name not in [seat.name for seat in game.seats] or name == "Guest 1"
            assert replay_record(read_record(write_record(journal, game.id, secrets=True))).good


def test_what_is_gone_leaves_an_empty_entry(tmp_path):
    with Journal.open(tmp_path / "journal.sqlite", HandClock(10**9)) as journal:
        keep(journal, Profile("Ada"))
        keep(journal, Profile("Ben"))
        forget_person(journal, whom(journal, "Ada"), tmp_path)

        assert next((entry.kind, entry.body) for entry in journal.entries()) == (FORGOTTEN, "{}")
        assert [profile.name for profile in profiles(journal)] == ["Ben"]


def test_everything_is_gone(folder):
    with opened(folder) as journal:
        removed = forget_everything(journal, folder)

        assert removed.games == 5 and journal.entries() == () and journal.trouble is None
        assert not any(holding(folder, name) for name in NAMES)
        assert sorted(file.name for file in folder.rglob("*.sqlite")) == ["journal.sqlite"]
        keep(journal, Profile("Eva"))


def test_a_journal_in_memory_goes_on(tmp_path):
    with Journal.open(":memory:", HandClock()) as journal:
        keep(journal, Profile("Ada"))
        with pytest.raises(Exception, match="disk"):
            forget_everything(journal, tmp_path)
        assert len(journal.entries()) == 1


@more
def test_nobody_is_found_and_nothing_changes(folder):
    def contents():
        return {file: file.read_bytes() for file in folder.glob("b*.sqlite")}

    before = contents()
    with opened(folder) as journal:
        forget_person(journal, whom(journal, "Zacharias"), Path(folder))
    assert set(contents()) == set(before) and contents() == before
