"""Forgetting through the command and the page; what tells of people is nobody else's to read."""

import stat

import pytest
from kivy.core.window import Window

from companion.clock import SystemClock
from companion.journal import Journal
from companion.people.profiles import Profile, keep
from companion.seats import seats_named
from companion.table import Table
from ui.command import main
from ui.house import open_house
from ui.recovery import Copies
from ui.screen.sitting import Sitting
from ui.settings import journal_file, settings_in_force


@pytest.fixture
def house(home):
    with open_house(settings_in_force(["table.language=en", "sound.volume=0", "camera.kind=none"])) as opened:
        keep(opened.rooms.journal, Profile("Adalbert"))
        game = opened.rooms.games["abspecken"]
        sitting = Sitting.begin(game, seats_named(["Adalbert", "Ben"], "en"), game.options(), opened.rooms)
        sitting.table.leave()
        opened.rooms.preferences.put("tutorial", "off")
        yield opened


def told_of(name, home):
    files = (file for file in (home / "data").rglob("*") if file.is_file())
    return [file.name for file in files if name.encode() in file.read_bytes()]


def test_a_person_is_forgotten_by_touch(house, home, screen, shots_folder):
    assert main(["backup"]) == 0 and len(told_of("Adalbert", home)) >= 2
    finger = screen.in_rooms(house.rooms)
    finger.app.go("folk")
    finger.step(6)
    finger.shot(shots_folder / "folk.png")
    finger.tap("Adalbert", "Forget")
    finger.shot(shots_folder / "forget.png")
    finger.tap(finger.find("Forget"))
    finger.step(6)
    finger.shot(shots_folder / "forgotten.png")

    assert told_of("Adalbert", home) == []
    assert any("Games without the name: 2" in text for text in finger.texts()), finger.texts()
    assert [game.start["seats"][0]["name"] for game in house.rooms.journal.games()] == ["Guest 1"]
    assert Window.size


def test_everything_is_forgotten_by_touch(house, home, screen):
    finger = screen.in_rooms(house.rooms)
    finger.app.go("folk")
    finger.step(6)
    finger.tap("Forget everything", "Forget")
    finger.step(6)

    assert told_of("Ben", home) == [] and house.rooms.journal.entries() == ()
    game = house.rooms.games["abspecken"]
    assert Table.start(game, seats_named(["Eva", "Uwe"]), {}, house.rooms.journal, house.rooms.clock)


def test_the_command_asks_first_and_says_what_went(home, capsys):
    journal_file().parent.mkdir()
    with Journal.open(journal_file(), SystemClock()) as journal:
        keep(journal, Profile("Adalbert"))
    assert main(["forget", "Adalbert"]) == 2 and main(["forget"]) == 2
    assert told_of("Adalbert", home)
    assert main(["forget", "Adalbert", "--yes"]) == 0
    assert "die weg sind: 1" in capsys.readouterr().out and not told_of("Adalbert", home)
    assert main(["forget", "--everything", "--yes"]) == 0


def test_nobody_else_can_read_what_tells_of_people(house, home):
    main(["backup"])
    (home / "data" / "journal.sqlite").chmod(0o644)
    house.__exit__(None, None, None)
    with open_house(settings_in_force(["sound.volume=0", "camera.kind=none"])):
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (home / "data").rglob("*")}
        assert stat.S_IMODE((home / "data").stat().st_mode) == 0o700
        assert len(modes) >= 4 and set(modes.values()) <= {0o600, 0o700}, modes


# --- copies elsewhere, and the simulated table ---


@pytest.fixture
def stick(tmp_path, monkeypatch):
    """A stick that is there while its folder is."""
    place = tmp_path / "media" / "STICK"
    place.mkdir(parents=True)
    for module in ("ui.recovery", "ui.exporting", "ui.exporting"):
        monkeypatch.setattr(
            f"{module}.mounted", lambda root: [place] if str(root) == "/media" and place.is_dir() else []
        )
    return place


def names_on(folder, name):
    return sorted(f.name for f in folder.rglob("*") if f.is_file() and name.encode() in f.read_bytes())


@pytest.mark.parametrize("whom", ["Adalbert", "--everything"])
def test_t13_copies_on_a_stick_are_reached_and_those_out_of_reach_are_named(home, stick, capsys, whom):
    elsewhere = home / "another place"
    with open_house(settings_in_force(["table.language=en", "sound.volume=0", "camera.kind=none"])) as opened:
        keep(opened.rooms.journal, Profile("Adalbert"))
        game = opened.rooms.games["abspecken"]
        Sitting.begin(game, seats_named(["Adalbert", "Ben"], "en"), game.options(), opened.rooms)
        assert opened.copies is not None
        opened.copies.make()
        assert opened.rooms.recovery.export().key == "share.on_stick"
    assert main(["backup", str(elsewhere / "mine.sqlite")]) == 0
    assert main(["export", "--secrets", "-o", str(elsewhere / "game.record")]) == 0
    (stick / "abspecken_2026-01-01_20-15.csv").write_text("Adalbert,3\n", "utf-8")
    (stick / "letter to Adalbert.txt").write_text("Dear Adalbert", "utf-8")
    assert len(names_on(stick, "Adalbert")) == 4 and len(names_on(elsewhere, "Adalbert")) == 2

    pulled = stick.rename(home / "pulled")  # first without the stick
    capsys.readouterr()
    assert main(["forget", whom, "--yes"]) == 0
    told = capsys.readouterr().out
    assert told.count("STICK") == 2 and "Nicht erreicht" in told
    assert names_on(home / "data", "Adalbert") == [] == names_on(elsewhere, "Adalbert")

    pulled.rename(stick)
    assert main(["forget", whom, "--yes"]) == 0
    assert "Nicht erreicht" not in capsys.readouterr().out
    assert names_on(stick, "Adalbert") == ["letter to Adalbert.txt"], "what is not ours is left alone"


def test_t13_a_file_of_somebody_else_at_a_remembered_place_is_left_alone_and_named(home, capsys):
    place = home / "mine.sqlite"
    with Journal.open(journal_file(), SystemClock()) as journal:
        keep(journal, Profile("Adalbert"))
    assert main(["backup", str(place)]) == 0
    place.write_bytes(b"something else of Adalbert")
    assert main(["forget", "Adalbert", "--yes"]) == 0
    assert str(place) in capsys.readouterr().out and place.read_bytes() == b"something else of Adalbert"


def test_t13_the_journal_of_the_simulated_table_is_forgotten_backed_up_and_restored_too(home, capsys):
    for simulated in (False, True):
        journal_file(simulated=simulated).parent.mkdir(exist_ok=True)
        with Journal.open(journal_file(simulated=simulated), SystemClock()) as journal:
            keep(journal, Profile("Adalbert" if simulated else "Ben"))
    assert main(["backup", "--simulated"]) == 0
    assert [name for name in told_of("Adalbert", home) if name.startswith("backup-simulated-")]
    with Journal.open(journal_file(simulated=True), SystemClock()) as at_the_simulated_table:
        assert main(["forget", "Adalbert", "--yes"]) == 1, "somebody plays there"
        assert "simulated.sqlite" in capsys.readouterr().err
        assert at_the_simulated_table.people()
    (backup,) = journal_file().parent.glob("backup-simulated-*.sqlite")
    backup.rename(home / "kept.sqlite")
    assert main(["forget", "Adalbert", "--yes"]) == 0
    assert told_of("Adalbert", home) == [] and told_of("Ben", home)
    assert main(["restore", "--simulated", str(home / "kept.sqlite")]) == 0
    assert told_of("Adalbert", home) == ["simulated.sqlite"] and told_of("Ben", home) == ["journal.sqlite"]


def test_t13_the_simulated_table_finds_its_own_copies_and_nobody_elses(home):
    for simulated in (False, True):
        place = journal_file(simulated=simulated)
        place.parent.mkdir(exist_ok=True)
        with Journal.open(place, SystemClock()) as journal:
            keep(journal, Profile("Ada"))
        (made,) = Copies(place, SystemClock(), ()).make()
        assert [copy.file for copy in Copies(place, SystemClock(), ()).found()] == [made]
