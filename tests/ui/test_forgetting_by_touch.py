"""Forgetting through the command and the page; what tells of people is nobody else's to read."""

import stat

import pytest
from kivy.core.window import Window

from companion.clock import SystemClock
from companion.journal import Journal
from companion.people import Profile, keep
from companion.seats import seats_named
from companion.table import Table
from ui.command import main
from ui.house import open_house
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
    finger.tap("Adalbert")
    finger.tap("Forget")
    finger.shot(shots_folder / "forget.png")
    finger.tap(finger.find("Forget"))
    finger.step(6)
    finger.shot(shots_folder / "forgotten.png")

    assert told_of("Adalbert", home) == []
    assert any("Games without the name: 2" in text for text in finger.texts()), finger.texts()
    assert [game.start["seats"][0]["name"] for game in house.rooms.journal.games()] == ["Guest 1"]
    assert Window.size


def test_everything_is_forgotten_by_touch(house, home, screen):
    finger = screen.in_rooms(house.rooms, draws=False)
    finger.app.go("folk")
    finger.step(6)
    finger.tap("Forget everything")
    finger.tap("Forget")
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
    assert "are gone: 1" in capsys.readouterr().out and not told_of("Adalbert", home)
    assert main(["forget", "--everything", "--yes"]) == 0


def test_nobody_else_can_read_what_tells_of_people(house, home):
    main(["backup"])
    (home / "data" / "journal.sqlite").chmod(0o644)
    house.__exit__(None, None, None)
    with open_house(settings_in_force(["sound.volume=0", "camera.kind=none"])):
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (home / "data").rglob("*")}
        assert stat.S_IMODE((home / "data").stat().st_mode) == 0o700
        assert len(modes) >= 4 and set(modes.values()) <= {0o600, 0o700}, modes
