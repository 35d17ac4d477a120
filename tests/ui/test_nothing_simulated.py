"""Nothing is simulated at a real table; where the table is simulated, every page says so."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from screen_shots import kept

from companion.asks import Fact, Say
from companion.seats import Seat, seats_named
from companion.sightings import Frame, Seen, Sighting
from hardware.camera.driver import CameraSettings
from tests.at_first import more, quick
from tests.tables import cases
from tests.vision.reports import ROLL
from ui.house import House, open_house
from ui.machine import camera_here, is_a_kit, troubles_of_camera
from ui.screen.parts.camera_view import CameraView
from ui.screen.ports import Look, NoBoard, Trouble
from ui.screen.sitting import Sitting
from ui.settings import journal_file, settings_in_force

HAND = {"DISPLAY": ":0"}


class Seeing(NoBoard):
    eyes = True


@cases(
    "environment, model, cards, kit",
    {
        "called by hand on a desktop": (HAND, b"", True, False),
        "no screen at all: a command in the terminal": ({}, b"", False, False),
        "drawn into memory on purpose": ({"SDL_VIDEODRIVER": "offscreen"}, b"", True, False),
        "the service, on a desktop": ({**HAND, "NOTIFY_SOCKET": "/run/x"}, b"", True, True),
        "a screen without a desktop": ({}, b"", True, True),
        "a Pi with a desktop": (HAND, b"Raspberry Pi 5 Model B Rev 1.0\0", True, True),
    },
)
def test_what_stands_at_a_table(tmp_path, environment, model, cards, kit):
    place = tmp_path / "model"
    if model:
        place.write_bytes(model)
    if cards:
        (tmp_path / "card1").touch()

    assert is_a_kit(environment, place, tmp_path) is kit


@pytest.mark.parametrize(
    ("kind", "kit", "held"),
    [
        ("auto", True, "auto"),
        ("auto", False, "simulated"),
        ("simulated", True, "auto"),
        ("simulated", False, "simulated"),
        ("webcam", False, "webcam"),
        ("none", True, "none"),
    ],
)
def test_a_kit_never_simulates_its_table(kind, kit, held):
    assert camera_here(CameraSettings(kind=kind), kit).kind == held
    told = troubles_of_camera(CameraSettings(kind=kind), kit)
    assert bool(told) is (kind == "simulated" and kit)


@pytest.fixture
def own_place(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path


def opened_as(monkeypatch, kit: bool, safe: bool = False, *chosen: str) -> House:
    monkeypatch.setattr("ui.machine.is_a_kit", lambda: kit)
    return open_house(settings_in_force(["sound.volume=0", *chosen]), safe=safe)


def play(house: House) -> list[Any]:
    """A table where dice are asked for and nobody touches anything; what the board delivers."""
    delivered: list[Any] = []
    game = house.rooms.games["abspecken"]
    Sitting.begin(game, seats_named(["Ada", "Ben"], "en"), game.options(), house.rooms)
    house.rooms.board.start(delivered.append)
    house.rooms.board.watch((ROLL,), ["Ada", "Ben"])
    return delivered


def come(delivered: list[Any], kind: type, seconds: float = 60.0) -> list[Any]:
    """What has come of this *kind*, as soon as there is any."""
    over = time.monotonic() + seconds
    while not (found := [one for one in delivered if isinstance(one, kind)]) and time.monotonic() < over:
        time.sleep(0.05)
    return found


def test_at_a_table_without_a_camera_no_dice_roll_by_themselves(own_place, monkeypatch):
    """It is told what to do instead: a process has looked for cameras by then."""
    with opened_as(monkeypatch, kit=True) as house:
        delivered = play(house)
        assert not house.rooms.simulated
        (told, *_) = come(delivered, Trouble)
        assert told.what == "camera" and "Keine Kamera" in str(told.says) and "USB-Kamera" in str(told.says)
        assert come(delivered, Fact, 1.0) == []
    assert journal_file().exists() and not journal_file(simulated=True).exists()


def test_in_safe_mode_no_camera_is_looked_for(own_place, monkeypatch):
    with opened_as(monkeypatch, kit=True, safe=True) as house:
        assert not house.rooms.simulated and not house.rooms.board.eyes
        assert come(play(house), object, 1.0) == []
        assert Say("window.safe") in house.rooms.troubles
    assert journal_file().exists() and not journal_file(simulated=True).exists()


@pytest.mark.parametrize("demo", [True, False], ids=["a demo table that somebody chose", "told by touch"])
def test_only_games_at_a_demo_table_go_into_a_journal_of_their_own(own_place, monkeypatch, demo):
    with opened_as(monkeypatch, False, False, *["camera.kind=simulated"] * demo) as house:
        assert house.rooms.simulated
        play(house)
    assert journal_file(simulated=demo).exists() and not journal_file(simulated=not demo).exists()


@pytest.mark.parametrize(
    ("language", "size"),
    quick([("en", (800, 480)), ("de", (720, 1280)), ("de", (800, 480)), ("en", (720, 1280))]),
)
def test_every_page_of_a_simulated_table_says_so(screen, rooms, size, language, shots_folder):
    rooms.preferences.put("language", language)
    finger = screen.in_rooms(replace(rooms, simulated=True, board=Seeing()), size)
    words = finger.app.stage.say("window.simulated")
    for name in ("home", "choose", "settings", "scores", "rules"):
        finger.app.go(name)
        finger.step(5)
        texts = [getattr(w, "text", "") for w in finger.app.root.walk(restrict=True)]
        assert words in texts, name
        assert finger.page.top <= finger.app.root.top - finger.app.stage.sizes.mm(5)
    finger.app.go("home")
    finger.shot(shots_folder / f"simulated_{language}_{size[0]}x{size[1]}.png")


def patiently(finger, until) -> None:
    """Cameras are looked for in a process of its own."""
    over = time.monotonic() + 60.0
    while not until():
        finger.step()
        time.sleep(0.005)
        assert time.monotonic() < over


@more
def test_on_a_laptop_all_is_told_by_touch_until_a_family_comes(own_place, monkeypatch, screen):
    """Nobody has chosen a demo table: no die rolls by itself, and the line says what is so."""
    with opened_as(monkeypatch, kit=False) as house:
        house.rooms.preferences.put("language", "en")
        house.rooms.preferences.put("tutorial", "off")
        finger = screen.in_rooms(house.rooms)
        assert not house.rooms.board.eyes
        finger.tap(finger.app.table_now.line)
        assert finger.app.page_name == "camera"
        patiently(finger, lambda: finger.page.choices)
        kept(finger.picture(), "camera_laptop_800")
        finger.tap("Demo table")
        patiently(finger, lambda: any("next start" in text for text in finger.texts()))
        assert settings_in_force().settings.camera.kind == "simulated"
        finger.tap("Back")
        for words in ("Watch a family play", "Play here now", "Set up my table"):
            finger.find(words)
        kept(finger.picture(), "home_laptop_800")
        finger.tap("Watch a family play")
        assert house.rooms.board.eyes
        assert "nothing here is real" in finger.app.table_now.line.text
        watched = finger.app.stage.sitting
        assert watched.journal.games() and not house.rooms.journal.games(), "nobody here has played"
        finger.app.go("pause")
        assert (finger.app.page_name, finger.app.stage.family.paused) == ("watch", True)
        finger.app.go("home")
        patiently(finger, lambda: "nothing here is real" not in finger.app.table_now.line.text)
        assert finger.app.stage.sitting is None and not house.rooms.board.eyes
        screen.close()


def test_a_real_table_has_no_such_line(screen, rooms):
    finger = screen.in_rooms(rooms)
    words = finger.app.stage.say("window.simulated")

    assert words not in [getattr(w, "text", "") for w in finger.app.root.walk(restrict=True)]


def test_a_table_on_the_screen_alone_has_no_picture_of_another(screen, rooms):
    finger = screen.in_rooms(replace(rooms, board=Seeing()))
    app, game = finger.app, rooms.games["abspecken"]
    app.deliver(Look(Sighting(1, Seen.SETTLED), Frame(np.zeros((90, 160, 3), np.uint8), 1)))
    finger.step(5)

    def pictures():
        return [thing for thing in app.table_now.line.walk() if isinstance(thing, CameraView)]

    assert pictures()
    seats = (Seat("Ada"), Seat("Bo", bot="easy", acts=True))
    app.seat(game, seats, game.options())
    assert app.page_name == "table" and not pictures()
    screen.close()


def test_a_trouble_from_before_the_game_is_told_at_the_table(screen, rooms):
    finger = screen.in_rooms(rooms)
    told = Say("common.trouble", {"sentence": "No camera was found."})
    finger.app.deliver(Trouble("camera", told))
    finger.step(5)
    game = rooms.games["abspecken"]
    finger.app.stage.sit(Sitting.begin(game, seats_named(["Ada", "Ben"], "en"), game.options(), rooms))

    assert finger.app.table_now.line.text == finger.app.stage.say("eyes.trouble")
