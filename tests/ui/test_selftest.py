"""The acceptance file: what is in it, what is not, and that files which came in are examined."""

import json
import zipfile
from pathlib import Path

import msgspec
import pytest
from command_line import said
from gpiozero.pins.mock import MockConnectedPin, MockFactory

from companion.clock import SystemClock
from hardware.board import Board
from hardware.camera.driver import Report
from hardware.camera.eye import Camera
from hardware.doctor.readings import Readings
from hardware.findings import Level, broken
from hardware.sound.devices import Device
from ui.lab.acceptance import NotAnAcceptance, unpacked
from ui.selftest import FILE, Acceptance, Loopback, gather, loopback, packed

CAME_IN = sorted((Path(__file__).parents[1] / "kit" / "acceptance").glob("*.zip"))
TESTED = Path(__file__).parents[2] / "docs" / "tested.md"

pytestmark = pytest.mark.usefixtures("home")


def test_a_file_of_this_machine_is_written_read_and_examined(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("ui.selftest.PICTURES", 1)
    file = tmp_path / "x.zip"
    code, out, _ = said(capsys, "selftest", "--set", "camera.kind=none", "-o", str(file))
    read = unpacked(file)

    assert code == 0 and "x.zip" in out
    assert read.eyes_ms[0] > 0 and read.processor and read.readings.memory_mb
    assert any(finding.about == "memory" for finding in read.findings())
    inside = zipfile.ZipFile(file).read(FILE).decode()
    assert str(Path.home()) not in inside and str(tmp_path) not in inside


def test_what_the_camera_reports_is_in_it(tmp_path, monkeypatch):
    report = Report(sensor="imx708", crop=(0, 0, 4608, 2592), af_state=2, dropped=3)
    monkeypatch.setattr(Camera, "report", report)
    monkeypatch.setattr("ui.selftest.PICTURES", 0)
    monkeypatch.setattr("ui.selftest.wait_for_pictures", lambda board, seconds: None)
    board = Board.pretend(SystemClock(), draw=lambda: None)
    gathered = gather(board, tmp_path)
    board.close()

    assert gathered.report == report and gathered.camera == "simulated table"


def test_what_a_file_tells_is_examined_as_on_that_machine(tmp_path):
    report = Report(
        sensor="imx708", modes=("1536x864 10 bit",), mode=(1536, 864),
        crop=(768, 432, 3072, 1728), field=0.67, exposure_ms=30.0, focus="not found", af_state=3, dropped=2,
    )  # fmt: skip
    readings = Readings(
        celsius=84.0,
        throttled=0,
        devices=(broken("camera", "camera_folder", folder=str(Path.home() / "x"), reason=""),),
    )
    hot = Acceptance(
        machine="Raspberry Pi 5", camera="imx708", report=report, readings=readings,
        sound=(Device("Headphones", "bcm2835 Headphones", "board"),), display="kmsdrm",
        cards=("card1-DSI-1 connected",), eyes_ms=(80.0,), loopback=Loopback(50, 50, (20.0,)),
    )  # fmt: skip
    file = tmp_path / "pi.zip"
    file.write_bytes(packed(hot))
    read = unpacked(file)
    told = {finding.says.key: finding.level for finding in read.findings()}

    assert msgspec.structs.replace(read, readings=readings) == hot, "nothing is lost on the way"
    assert str(Path.home()).encode() not in zipfile.ZipFile(file).read(FILE)

    assert told["camera_cropped"] is Level.WARNING and told["camera_unfocused"] is Level.WARNING
    assert told["heat_very_hot"] is Level.BROKEN


@pytest.mark.parametrize("text", [b"", b"{}", b'{"form": 99}', b"[]"])
def test_a_file_that_is_none_is_told(tmp_path, text):
    file = tmp_path / "x.zip"
    with zipfile.ZipFile(file, "w") as bundle:
        bundle.writestr(FILE, text)
    with pytest.raises(NotAnAcceptance, match=r"x\.zip"):
        unpacked(file)
    file.write_bytes(b"no zip")
    with pytest.raises(NotAnAcceptance):
        unpacked(file)


def test_a_wire_between_two_pins_is_measured():
    factory = MockFactory(pin_class=MockConnectedPin)
    factory.pin(17, input_pin=factory.pin(27))
    found = loopback(factory, 17, 27, rest=lambda seconds: None)

    assert isinstance(found, Loopback)
    assert (found.sent, found.heard) == (50, 50)
    assert len(found.late_us) == 50 and all(0 <= late < 100_000 for late in found.late_us)


@pytest.mark.parametrize("words", ["17", "17,x", ","])
def test_pins_that_are_none_are_refused(capsys, words):
    code, _, told = said(capsys, "selftest", "--loop", words)

    assert code == 2 and "--loop 17,27" in told


@pytest.mark.parametrize("file", CAME_IN, ids=lambda file: file.name)
def test_files_that_came_in_are_examined_and_listed(file):
    acceptance = unpacked(file)

    assert acceptance.findings() and f"](../tests/kit/acceptance/{file.name})" in TESTED.read_text("utf-8")


def test_as_long_as_no_file_of_a_pi_came_in_the_list_of_machines_says_so():
    pis = [file for file in CAME_IN if unpacked(file).machine.startswith("Raspberry Pi")]
    assert bool(pis) != ("**Nothing here has run on a real Pi.**" in TESTED.read_text("utf-8"))
    assert json.loads(msgspec.json.encode(Acceptance()))["form"] == 1
