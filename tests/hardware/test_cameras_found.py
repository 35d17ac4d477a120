"""Which camera is taken if nobody has chosen, and a USB camera's own settings; the kernel is stood in for."""

import math
from pathlib import Path

import pytest
from fake_picamera2 import FakePicamera2
from v4l2_kernel import FULL, Kernel

from hardware.camera import found
from hardware.camera.driver import CameraTrouble, Driver
from hardware.camera.eye import Camera, CameraState, Patience
from hardware.camera.found import Found, Searching, first_camera, pi_cameras
from hardware.camera.pi_camera import PiCamera
from hardware.camera.webcam import (
    EXPOSURE,
    EXPOSURE_AUTO,
    FOCUS_AUTO,
    MAINS,
    WHITE,
    WHITE_AUTO,
    Controls,
    UsbCamera,
    Webcam,
    usb_cameras,
)
from ui.lab.handbook.optics import LENSES

# as libcamera names them on a Pi 5, on a Pi 4 and on a PC
IMX708 = {"Model": "imx708", "Location": 2, "Rotation": 180, "Num": 0}
IMX708 |= {"Id": "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a"}
ON_PI_5 = {"Model": "HD Pro Webcam C920", "Num": 1}
ON_PI_5 |= {"Id": "/base/axi/pcie@1000120000/rp1/usb@200000-1:1.0-046d:082d"}
ON_PI_4 = {"Model": "C270", "Num": 0}
ON_PI_4 |= {"Id": "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.3:1.0-046d:0825"}
ON_A_PC = {"Model": "Integrated Camera", "Num": 0, "Id": "\\_SB_.PCI0.XHC_.RHUB.HS05-5:1.0-0c45:6723"}


@pytest.mark.parametrize("told", [[ON_PI_5], [ON_PI_4], [ON_A_PC], []])
def test_a_usb_camera_that_libcamera_lists_is_no_pi_camera(told):
    assert pi_cameras(told) == ()
    assert [camera.source for camera in pi_cameras([IMX708, *told])] == ["0"]


def sysfs(tmp_path: Path, *cameras: tuple[str, str, str, int]) -> Path:
    """A folder as /sys/class/video4linux is: (node, driver, name, index)."""
    video = tmp_path / "video4linux"
    video.mkdir()
    for node, driver, name, index in cameras:
        device = tmp_path / "devices" / node
        (tmp_path / "drivers" / driver).mkdir(parents=True, exist_ok=True)
        device.mkdir(parents=True)
        (device / "driver").symlink_to(tmp_path / "drivers" / driver)
        (video / node).mkdir()
        (video / node / "device").symlink_to(device)
        (video / node / "name").write_text(f"{name}\n")
        (video / node / "index").write_text(f"{index}\n")
    return video


PI_5 = (
    ("video0", "rp1-cfe", "rp1-cfe-csi2_ch0", 0),
    ("video19", "rpi-hevc-dec", "rpi-hevc-dec", 0),
    ("video8", "uvcvideo", "HD Pro Webcam C920", 0),
    ("video9", "uvcvideo", "HD Pro Webcam C920", 1),  # gives no pictures, only what belongs to them
)


def test_only_usb_cameras_are_found_among_the_many_devices_of_a_pi(tmp_path):
    found = usb_cameras(sysfs(tmp_path, *PI_5))

    assert [(camera.node, camera.name) for camera in found] == [(8, "HD Pro Webcam C920")]
    assert usb_cameras(tmp_path / "nowhere") == ()


def test_the_first_usb_camera_is_meant_where_device_0_is_none(tmp_path):
    cameras = usb_cameras(sysfs(tmp_path, *PI_5))
    webcam = Webcam("0", lambda: 0, cameras=lambda: cameras)

    assert webcam.node() == 8 and webcam.name == "webcam HD Pro Webcam C920"
    assert Webcam("8", lambda: 0, cameras=lambda: cameras).node() == 8


def test_the_pi_camera_is_taken_before_a_usb_camera(monkeypatch):
    monkeypatch.setattr(found, "_listed_by_picamera2", lambda: [ON_PI_4, IMX708])
    monkeypatch.setattr(found, "usb_cameras", lambda: (UsbCamera(0, "C270"),))
    pi = Found("picamera2", "1", "imx708")
    made: list[Found] = []
    driver = Driver()

    assert first_camera(lambda one: made.append(one) or driver) is driver
    assert made == [pi]


def test_no_camera_at_all_is_told_with_what_to_do_and_found_as_soon_as_one_is_plugged_in(tmp_path, clock):
    video = sysfs(tmp_path, PI_5[0])
    searching = Searching(nothing_here, video)
    camera = Camera(searching, clock.now, patience=Patience(pauses_ms=(1_000,)))
    camera.start()
    assert camera._life.over.wait(20)
    camera.check()

    assert camera.state is CameraState.LOST
    assert camera.finding().says.key == "camera_none_found" and camera.finding().next_step
    with pytest.raises(CameraTrouble):  # the same devices: no process is started for nothing
        searching.devices()

    (video / "video8").mkdir()
    assert "video8" in searching.devices()
    camera.stop()


def nothing_here():
    """A machine without any camera, in a process of its own."""
    return first_camera(lambda found: Driver(), lambda: ())


@pytest.mark.parametrize(("sensor", "name"), [("imx708", "Camera Module 3"), ("imx219", "Camera Module 2")])
def test_the_heights_in_the_handbook_are_those_of_the_mode_that_is_taken(sensor, name):
    """The whole width is seen, and of the height what 16:9 leaves of it; lenses differ by a degree."""
    lens = next(one for one in LENSES if one.name == name)
    FakePicamera2.opened = 0
    camera = PiCamera(lambda: 0, (1280, 720), open_camera=lambda: FakePicamera2(sensor=sensor))
    camera.open()
    camera.read()
    camera.close()
    _x, _y, width, height = camera.report.crop

    assert camera.report.field == 1.0
    down = 2 * math.degrees(math.atan(math.tan(math.radians(lens.across / 2)) * height / width))
    assert down == pytest.approx(lens.down, abs=1.0)


# --- a USB camera's own settings ---


@pytest.fixture
def device(tmp_path) -> Path:
    (tmp_path / "video8").touch()
    return tmp_path / "video8"


@pytest.mark.parametrize(("mains", "code"), [(50, 1), (60, 2), (0, 0)])
def test_the_mains_frequency_goes_to_the_camera(device, mains, code):
    kernel = Kernel(**FULL)
    Controls(device, kernel).automatic(mains)

    assert kernel.limits[MAINS][2] == code
    assert kernel.limits[EXPOSURE_AUTO][2] == 3


def test_exposure_colours_and_focus_are_held_at_what_was_found(device):
    kernel = Kernel(**FULL)
    controls = Controls(device, kernel)
    controls.automatic(50)
    assert (controls.held, controls.exposure_ns()) == ((), None)
    controls.hold()

    assert controls.held == ("exposure", "white balance", "focus")
    assert controls.exposure_ns() == 33_300_000
    assert [kernel.limits[c][2] for c in (EXPOSURE, WHITE, WHITE_AUTO, FOCUS_AUTO)] == [333, 4100, 0, 0]


def test_a_camera_without_such_settings_is_used_as_it_is(device):
    controls = Controls(device, Kernel())
    controls.automatic(50)
    controls.hold()
    controls.close()
    controls.close()

    assert controls.held == ()
