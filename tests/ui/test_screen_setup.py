"""Setting up without a terminal: camera, sound, buttons, a practice roll, and a page to photograph."""

import re
import threading
from itertools import product
from pathlib import Path
from typing import Any

import evenings
import pytest
from msgspec.structs import replace
from screen_audit import complaints
from screen_finger import furnished

from companion.asks import Say
from companion.clock import SystemClock
from companion.sightings import DieSeen, Frame, Seen, Sighting
from hardware.board import Board as Wires
from hardware.camera.driver import CameraSettings, Report
from hardware.camera.eye import Camera
from hardware.camera.found import Found
from hardware.sound.devices import SoundSettings
from hardware.sound.speaker import Silence
from tests.at_first import quick
from ui import fitting
from ui.fitting import FittedCamera, FittedSound, WishedSound
from ui.screen.pages.setup import STEPS, passed, steps_passed
from ui.screen.ports import Choice, Health, Look, NoBoard, Sight
from ui.settings import KeptPreferences
from vision.drawn import Camera as DrawnFrom
from vision.drawn import draw
from vision.drawn.scene import TableScene
from vision.mat import table_mat

SIZES = [(800, 480), (720, 1280)]
PICTURE = draw(TableScene(mat=table_mat(4), camera=DrawnFrom(), seed=3))
CORNERS = ((150.0, 90.0), (1130.0, 90.0), (1130.0, 640.0), (150.0, 640.0))
WELL = (
    Health("mat", "ok", "Die ganze Matte ist im Bild, aus 49 cm Höhe."),
    Health("camera", "ok", "Die Kamera (Pi camera imx708) schaut zu."),
    Health("light", "warning", "Das Licht flackert.", "Mach eine andere Lampe an."),
)


class Cameras:
    """Two cameras, of which one is taken."""

    taken = "picamera2:0"
    found = WELL[:2]
    address = ""
    later = False

    def choices(self) -> tuple[Choice, ...]:
        return (
            Choice("picamera2:0", "imx708", Say("camera.module_three"), self.taken == "picamera2:0"),
            Choice("webcam:8", "HD Pro Webcam C920", Say("camera.webcam"), self.taken == "webcam:8"),
            Choice(
                f"network:{self.address}", self.address or Say("camera.network"), Say("camera.network_says"),
                bool(self.address), typed=True,
            ),
        )  # fmt: skip

    def take(self, key: str, language: str) -> str:
        self.taken = key
        self.address = key.partition(":")[2] if key.startswith("network:") else ""
        return ""

    def peek(self, key: str) -> Frame:
        return Frame(PICTURE, 10**9, 1)

    def measure(self, flash, language: str) -> str:
        for bright in (True, False):
            flash(bright)
        return "Die Bilder kommen 300 ms zu spät."

    def sight(self, language: str) -> Sight:
        return Sight(Frame(PICTURE, 10**9, 1), CORNERS, self.found)


class Sounds:
    def __init__(self) -> None:
        self.played: list[str] = []
        self.taken = ""

    def choices(self) -> tuple[Choice, ...]:
        return (
            Choice("Device", "USB Audio Device", Say("sound.usb"), True),
            Choice("vc4hdmi0", "vc4-hdmi-0", Say("sound.screen")),
        )

    def play(self, key: str, language: str) -> str:
        self.played.append(key)
        return "Der Ton geht an einen Bildschirm (524)." if key == "vc4hdmi0" else ""

    def take(self, key: str, language: str) -> str:
        self.taken = key
        return ""


class Seeing(NoBoard):
    eyes = True

    def __init__(self) -> None:
        self.watched: list[Any] = []

    def watch(self, asks, seats, layout=None) -> None:
        self.watched.append(tuple(asks))


@pytest.fixture
def kit(screen):
    def open_kit(size=(800, 480), language="de", **more: Any):
        rooms = furnished(evenings.abspecken(), Seeing())
        rooms.preferences.put("language", language)
        fitted = {"camera_fitting": Cameras(), "sound_fitting": Sounds()} | more
        return screen.in_rooms(replace(rooms, **fitted), size)

    return open_kit


@pytest.mark.parametrize(("language", "size"), quick([*product(["de", "en"], SIZES)], more=1))
@pytest.mark.parametrize(
    "name", ["setup", "printing", "camera", "sound", "practice", "setup_result", "settings"]
)
def test_each_page_fits(kit, name, size, language, shots_folder: Path):
    finger = kit(size, language, doctor=Doctor())
    finger.app.go(name)
    finger.step(8)
    if name == "camera":
        finger.wait(lambda: finger.page.choices)
        finger.page.look()
        finger.wait(lambda: finger.page.sight is not None)
        finger.page._looked(Sight(Frame(PICTURE, 10**9, 1), CORNERS, WELL))
    if name == "practice":
        sighting = Sighting(10**9, Seen.SETTLED, dice=(die("3"), die("5")))
        finger.app.deliver(Look(sighting, Frame(PICTURE, 10**9, 1)))
    if name == "setup_result":
        finger.wait(lambda: finger.page.found is not None)
    finger.step(8)
    finger.shot(shots_folder / f"{name}_{language}_{size[0]}x{size[1]}.png")

    assert complaints(finger.page) == []


class Doctor:
    def examine(self, language):
        says = "Die Sache mit der Nummer {} ist in bester Ordnung."
        return tuple(Health(f"t{n}", "ok", says.format(n)) for n in range(12))


def die(value: str) -> DieSeen:
    return DieSeen("pips", value, (10, 10, 40, 40), 0.99)


def test_the_first_power_on_is_this_page_and_later_ones_are_not(kit, screen):
    finger = kit()
    assert finger.app.page_name == "setup"
    rooms = finger.app.rooms

    again = screen.in_rooms(rooms)
    assert again.app.page_name == "home"


def test_a_simulated_table_is_not_set_up(screen):
    rooms = replace(furnished(evenings.abspecken()), camera_fitting=Cameras(), simulated=True)

    assert screen.in_rooms(rooms).app.page_name == "home"


def test_every_step_can_be_passed_and_all_of_it_is_kept(kit):
    finger = kit()
    finger.tap("English")
    finger.app.go("camera", back="setup")
    finger.wait(lambda: finger.page.choices)
    finger.page.look()
    finger.wait(lambda: finger.page.sight is not None)
    finger.app.go("sound", back="setup")
    finger.step(5)
    finger.tap("USB Audio Device")
    finger.wait(lambda: finger.page.covered)
    finger.tap("Yes")
    finger.app.go("practice")
    finger.step(3)
    finger.app.deliver(Look(Sighting(10**9, Seen.SETTLED, dice=(die("3"), die("5")))))
    finger.wait(lambda: finger.page.read)
    assert finger.page.read == ("3", "5")
    finger.tap("Right")
    passed(finger.app.stage, "printing")
    finger.app.go("wiring", back="setup")
    assert any("not needed" in words for words in finger.texts()), "one can do without"
    finger.tap("We play without buttons")

    assert finger.app.page_name == "setup"
    assert steps_passed(finger.app.rooms.preferences) == STEPS
    assert finger.app.rooms.sound_fitting.taken == "Device"
    assert finger.app.rooms.board.watched[-1] == ()


def test_a_camera_that_is_not_well_does_not_pass(kit):
    finger = kit()
    finger.app.rooms.camera_fitting.found = WELL
    finger.app.go("camera", back="setup")
    finger.page.look()
    finger.wait(lambda: finger.page.sight is not None)

    assert [tuple(corners) for _colour, corners in finger.page.view._quads] == [CORNERS], "its outline"
    assert "camera" not in steps_passed(finger.app.rooms.preferences)


def test_another_camera_is_taken_by_a_touch(kit):
    finger = kit()
    finger.app.go("camera")
    finger.wait(lambda: finger.page.choices)
    finger.step(3)
    finger.tap("HD Pro Webcam C920")
    finger.wait(lambda: finger.page.choices and finger.page.choices[1].taken)

    assert finger.app.rooms.camera_fitting.taken == "webcam:8"


def test_what_counts_from_the_next_start_can_count_at_once(kit, monkeypatch):
    finger = kit()
    monkeypatch.setattr(finger.app, "stop", lambda: None)
    finger.app.rooms.camera_fitting.later = True
    finger.app.go("camera")
    finger.wait(lambda: finger.page.choices and finger.page.sight is not None)
    assert finger.page._found._shown == (), "nothing is said of the camera that was before"
    finger.tap("Jetzt neu starten")

    assert finger.app.starts_again


@pytest.mark.parametrize("size", quick([*map(pytest.param, SIZES)]))
def test_a_phone_is_taken_by_its_address_and_told_how_late_it_is(kit, size, shots_folder):
    finger = kit(size)
    finger.app.go("camera")
    finger.wait(lambda: finger.page.choices)
    for _ in finger.page._views:
        finger.page._peek()
        finger.wait(lambda: not finger.page._peeking)
    finger.step(8)
    finger.shot(shots_folder / f"camera_pictures_{size[0]}.png")
    assert "1280 × 720" in finger.texts() and complaints(finger.page) == []
    finger.tap("Telefon")
    finger.step(4)
    finger.key("1")
    for key in "0.0.0.2":
        finger.tap(key)
    finger.key(":", unshifted=".")  # as a German keyboard has it
    for key in "8080/V?A=B":
        finger.tap(key)
    assert "10.0.0.2:8080/v?a=b" in finger.texts()
    for _ in range(40):
        finger.key("w")
    finger.step(4)
    assert complaints(finger.page) == [] and any(text.startswith("…www") for text in finger.texts())
    for _ in range(40):
        finger.key("\b")
    finger.step(4)
    finger.shot(shots_folder / f"camera_address_{size[0]}.png")
    assert complaints(finger.page) == []
    finger.tap("OK")
    finger.wait(
        lambda: finger.page.choices and finger.app.rooms.camera_fitting.taken == "network:10.0.0.2:8080/v?a=b"
    )
    finger.step(8)
    finger.shot(shots_folder / f"camera_phone_{size[0]}.png")
    assert complaints(finger.page) == []
    finger.wait(lambda: any("Wie spät" in button.called for button in finger.seen()))
    finger.tap("Wie spät")
    finger.wait(lambda: "300 ms" in finger.page.said)
    assert finger.page._flash.parent is None, "the screen is as before"


def test_what_nobody_hears_is_not_kept_and_what_went_wrong_is_told(kit):
    finger = kit()
    finger.app.go("sound")
    finger.step(5)
    finger.tap("vc4-hdmi-0")
    finger.wait(lambda: "524" in finger.page._line.text)
    finger.tap("USB Audio Device")
    finger.wait(lambda: finger.page.covered)
    finger.tap("Nein")

    assert finger.app.rooms.sound_fitting.taken == ""


# --- with the real wires below ---


def test_the_real_fitting_sees_the_mat_and_its_height(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    numbers = iter(range(1, 10**6))
    clock = SystemClock()
    wires = Wires.pretend(clock, draw=lambda: Frame(PICTURE, clock.now(), next(numbers)))
    fitting = FittedCamera(wires, CameraSettings(), simulated=False)
    assert fitting.sight("de").frame is None
    seen = threading.Event()
    wires.camera.listen(lambda frame: seen.set())
    wires.start()
    try:
        assert seen.wait(20)
        sight = fitting.sight("de")
    finally:
        wires.close()

    assert len(sight.corners) == 4
    told = {health.about: health for health in sight.found}
    assert told["mat"].level == "ok" and re.search(r"\b[3-9]\d cm", told["mat"].says)


def test_what_is_chosen_stands_in_the_configuration(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    wires = Wires.pretend(SystemClock(), draw=lambda: None)
    monkeypatch.setattr(
        fitting, "cameras_now", lambda: (Found("picamera2", "0", "imx708"), Found("webcam", "8", "C920"))
    )
    page = FittedCamera(wires, CameraSettings(), simulated=True)
    listed = [(choice.title, choice.says.key) for choice in page.choices()[:2]]
    assert listed == [("imx708", "camera.module_three"), ("C920", "camera.webcam")]
    later = page.take("webcam:8", "en")
    monkeypatch.setattr(Camera, "report", Report(sensor="Pi camera imx708"))
    wires.camera.latest = seen = Frame(PICTURE, 1, 1)
    at_table = FittedCamera(wires, CameraSettings(), simulated=False)
    assert [choice.key for choice in at_table.choices() if choice.taken] == ["picamera2:0"]
    assert at_table.peek("picamera2:0") is seen, "it cannot be opened a second time"
    quiet = WishedSound(Silence(), KeptPreferences(tmp_path / "p.json"))
    told = FittedSound(quiet, SoundSettings()).take("Device", "en")
    written = (tmp_path / "config.toml").read_text()
    wires.close()

    assert "next start" in later and page.later and told == ""
    assert 'kind = "webcam"' in written and 'source = "8"' in written and 'device = "Device"' in written


def test_without_a_camera_nothing_was_read_that_could_be_right(rooms, open_in):
    finger = open_in(rooms)
    finger.app.go("practice", back="setup")
    assert "Stimmt" not in [thing.called for thing in finger.seen()]
    finger.tap("Alles klar")
    assert finger.app.page_name == "setup"
