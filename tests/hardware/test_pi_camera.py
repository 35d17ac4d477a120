"""The contract of the Pi camera, against a thin stand-in for picamera2.

The same contract is checked with the real picamera2, with a real camera or with libcamera's virtual one:
    COMPANION_PICAMERA2=1 pytest tests/hardware/test_pi_camera.py -k real
    COMPANION_PICAMERA2=virtual pytest tests/hardware/test_pi_camera.py -k real

`virtual_camera/make_room.sh FOLDER` makes a Debian room with both in it (about a minute), and
`virtual_camera/check.sh FOLDER` runs the second line inside.
"""

import os
import queue
import threading
import time

import numpy as np
import pytest
from fake_picamera2 import FAILED, FOCUSED, KNOWN_CONTROLS, FakePicamera2

from companion.asks import MS
from hardware.camera.driver import CameraTrouble, findings_of
from hardware.camera.eye import Camera, CameraState, Patience
from hardware.camera.own_process import CameraProcess
from hardware.camera.pi_camera import PiCamera, bgr_from_nv12
from hardware.camera.settling import Wishes
from hardware.findings import Level
from tests.tables import cases

SIZE = (64, 48)


@pytest.fixture(autouse=True)
def _nobody_has_the_camera():
    FakePicamera2.opened = 0
    yield
    FakePicamera2.opened = 0


WISHES = ("mains_hz", "height_cm", "size")


def opened(now=None, **fake):
    made = []

    def make():
        made.append(FakePicamera2(**{k: v for k, v in fake.items() if k not in WISHES}))
        return made[0]

    wishes = Wishes(**{k: v for k, v in fake.items() if k in ("mains_hz", "height_cm")})
    size = fake.get("size", SIZE)
    camera = PiCamera(now or (lambda: made[0].now_ns + MS), size, wishes, open_camera=make)
    camera.open()
    return camera, made[0]


def test_a_frame_is_bgr_of_the_asked_size_with_the_time_at_which_its_exposure_began():
    camera, fake = opened()
    frame = camera.read()

    assert frame.picture.shape == (48, 64, 3) and frame.picture.dtype == np.uint8
    assert camera.shape == (48, 64)
    assert frame.t == fake.now_ns - fake.applied["ExposureTime"] * 1000 - camera._behind
    assert camera.read().t > frame.t


# --- the whole sensor ---


@cases(
    "sensor, mode, nearest",
    {
        "Camera Module 3": ("imx708", (2304, 1296), (1536, 864)),
        "Camera Module 2": ("imx219", (1640, 1232), (1920, 1080)),
        "Camera Module 1": ("ov5647", (1296, 972), (1920, 1080)),
        "HQ camera": ("imx477", (2028, 1520), (2028, 1080)),
        "global shutter": ("imx296", (1456, 1088), (1456, 1088)),
    },
)
def test_the_sensor_is_read_out_whole_and_not_in_the_mode_nearest_in_size(sensor, mode, nearest):
    plain = FakePicamera2(sensor=sensor)
    plain.configure(plain.create_video_configuration(main={"size": (1280, 720), "format": "RGB888"}))
    assert plain.camera_configuration()["sensor"]["output_size"] == nearest, "what picamera2 does by itself"
    plain.close()

    camera, fake = opened(sensor=sensor, size=(1280, 720))
    camera.read()

    assert [c["sensor"]["output_size"] for c in fake.configurations] == [mode, mode]
    assert (camera.report.mode, camera.report.field) == (mode, 1.0)
    assert len(camera.report.modes) == len(fake.modes)


def test_a_picture_of_another_shape_than_the_sensor_is_told_with_a_size_that_shows_all():
    camera, _fake = opened(sensor="imx708", size=(960, 720))
    camera.read()
    (found,) = findings_of(camera.report, camera.name)

    assert camera.report.field == pytest.approx(0.75)
    assert (found.level, found.says.key) == (Level.WARNING, "camera_cropped")
    assert (found.says.args["width"], found.says.args["height"]) == (960, 540)


def test_whatever_crops_the_picture_it_is_noticed():
    camera, _fake = opened(crop_factor=0.8, size=(1280, 720))
    camera.read()

    assert camera.report.field == pytest.approx(0.8, abs=0.001)
    assert camera.report.crop == (461, 259, 3686, 2074), "as the sensor told it, for an acceptance file"


@pytest.mark.parametrize("kind", ["usb", "rawless"])
def test_a_camera_that_knows_no_raw_modes_is_taken_as_it_is(kind):
    camera, fake = opened(**{kind: True})
    camera.read()

    assert not [c for c in fake.configurations if c["sensor"] and kind == "usb"]
    assert camera.report.mode is None


# --- light and focus ---


def test_after_settling_everything_that_changes_light_is_frozen_in_the_configuration():
    camera, fake = opened()
    last = fake.configurations[-1]["controls"]

    assert (last["AeEnable"], last["AwbEnable"], last["AfMode"]) == (False, False, 0)
    assert {
        "ExposureTime",
        "AnalogueGain",
        "ColourGains",
        "LensPosition",
        "FrameDurationLimits",
    } <= last.keys()
    assert last == camera.frozen
    assert last["LensPosition"] == 3.5


def test_it_settles_at_thirty_pictures_a_second_and_then_takes_fifteen():
    _camera, fake = opened()
    first, last = (c["controls"]["FrameDurationLimits"] for c in fake.configurations)

    assert (first, last) == ((33_333, 33_333), (66_667, 66_667))


def test_it_waits_until_the_light_has_settled():
    camera, _fake = opened(settle=40)

    assert camera.frozen["ColourGains"] == (1.8, 1.5)
    assert camera.report.settled


def test_a_light_that_never_settles_is_frozen_as_it_is_in_the_end_and_told():
    camera, _fake = opened(restless=True)
    camera.read()

    assert camera.frozen["AeEnable"] is False
    assert "camera_unsettled" in {f.says.key for f in findings_of(camera.report, camera.name)}


def test_the_focus_must_be_found_and_not_only_have_stopped_searching():
    camera, fake = opened(focus=(FAILED, FOCUSED))

    assert (camera.report.focus, camera.report.af_state) == ("found", FOCUSED)
    assert [c for c in fake.sent if "AfTrigger" in c] == [{"AfTrigger": 0}] * 2


def test_a_focus_that_cannot_be_found_is_told():
    camera, fake = opened(focus=(FAILED,))
    camera.read()
    told = [f for f in findings_of(camera.report, camera.name) if f.about == "focus"]

    assert [f.says.key for f in told] == ["camera_unfocused"]
    assert len([c for c in fake.sent if "AfTrigger" in c]) == 3, "it was tried again"


def test_it_gets_used_to_another_light_while_pictures_go_on_and_is_frozen_again():
    camera, fake = opened(size=(640, 360))
    camera.read()
    before = camera.frozen["ExposureTime"]
    fake.light = 2.0
    camera.settle(sharp=((0.1, 0.2, 0.3, 0.4),))

    for _ in range(60):
        camera.read()

    assert fake.applied["AeEnable"] is False
    assert camera.frozen["ExposureTime"] == before // 2
    assert fake.applied["FrameDurationLimits"] == (66_667, 66_667)
    assert fake.applied["AfWindows"] == [(461, 518, 922, 518)], "in pixels of the whole sensor"
    assert (camera.report.focus, camera.report.dropped) == ("found", 0)


def test_pictures_that_went_missing_are_counted():
    camera, fake = opened()
    camera.read()
    fake.now_ns += 2 * 66_667_000
    camera.read()

    assert camera.report.dropped == 2


@pytest.mark.parametrize(("mains", "step", "exposure"), [(50, 10_000, 20_000), (60, 8_333, 24_999)])
def test_the_frozen_exposure_is_whole_flickers_of_the_lamps_and_as_bright_as_before(mains, step, exposure):
    camera, fake = opened(mains_hz=mains)
    gain = camera.frozen["AnalogueGain"]

    assert camera.frozen["ExposureTime"] == exposure
    assert exposure * gain == pytest.approx(28_000 * 2.0, rel=0.01)
    assert fake.configurations[0]["controls"]["AeFlickerPeriod"] == step


def test_a_frame_tells_for_how_long_light_fell_on_it():
    camera, fake = opened(size=(1280, 720))
    frame = camera.read()

    assert frame.exposure == fake.applied["ExposureTime"] * 1000
    assert frame.readout == round(1e9 / 56.03), "the last row is read that much later at most"
    assert frame.until == fake.now_ns - camera._behind + frame.readout


def test_a_camera_without_a_lens_to_move_gets_no_such_control():
    plain = tuple(name for name in KNOWN_CONTROLS if not name.startswith(("Af", "Lens", "AeFlicker")))
    camera, fake = opened(controls=plain)

    assert "LensPosition" not in camera.frozen
    assert all(set(c["controls"]) <= set(plain) for c in fake.configurations)


def test_a_measured_height_sets_the_focus():
    camera, _fake = opened(height_cm=40)

    assert camera.frozen["LensPosition"] == 2.5


def test_frames_that_come_as_brightness_and_colour_are_turned_into_bgr():
    camera, _fake = opened(pixels="NV12")
    picture = camera.read().picture

    assert picture.shape == (48, 64, 3)
    assert np.ptp(picture.astype(int), axis=2).max() <= 1  # grey stays grey


def test_nv12_gives_the_colours_of_the_standard():
    array = np.empty((6, 4), np.uint8)
    array[:4], array[4:, 0::2], array[4:, 1::2] = 81, 90, 240  # red in BT.601

    assert bgr_from_nv12(array, 4, 4)[1, 1].tolist() == pytest.approx([0, 0, 254], abs=2)


@cases(
    "held, camera, key",
    {
        "a strange pixel format": (False, {"pixels": "SRGGB10"}, "camera_format"),
        "no camera": (False, {"present": False}, "camera_missing"),
        "held by somebody else": (True, {}, "camera_busy"),
    },
)
def test_why_it_cannot_be_opened_is_told(held, camera, key):
    if held:
        opened()
    with pytest.raises(CameraTrouble) as trouble:
        opened(**camera)
    assert trouble.value.says.key == key


def test_without_picamera2_the_next_step_is_to_install_it():
    try:
        import picamera2  # noqa: F401, PLC0415
    except ImportError:
        with pytest.raises(CameraTrouble) as trouble:
            PiCamera(time.monotonic_ns, SIZE).open()
        assert trouble.value.says.key == "camera_no_picamera2"
    else:
        pytest.skip("picamera2 is installed here")


@pytest.mark.parametrize("stamp", [None, 0, 2**62])
def test_a_sensor_time_that_cannot_be_is_replaced_by_the_arrival(stamp):
    now = 77_000_000_000
    camera, fake = opened(now=lambda: now)
    fake.metadata = lambda: {"SensorTimestamp": stamp, "ExposureTime": 10_000}

    frame = camera.read()
    assert frame.t < now - 10 * MS and frame.until == now, "it was lit some time before"


def test_every_request_is_given_back_even_if_its_picture_cannot_be_read():
    camera, fake = opened()

    def no_picture():
        raise RuntimeError("half a frame")

    fake.picture = no_picture
    for _ in range(10):
        with pytest.raises(RuntimeError):
            camera.read()
    assert fake.out == 0


def test_closing_twice_is_fine_and_lets_others_have_it():
    camera, _ = opened()
    camera.close()
    camera.close()

    opened()


REAL = os.environ.get("COMPANION_PICAMERA2", "")


def virtual_camera():
    """libcamera's virtual camera in the real picamera2: without a raw stream, with buffers of its own."""
    import libcamera  # noqa: PLC0415
    from picamera2 import Picamera2  # noqa: PLC0415
    from picamera2.allocators import LibcameraAllocator  # noqa: PLC0415

    class Virtual(Picamera2):
        def _get_raw_modes(self):
            role = libcamera.StreamRole.VideoRecording
            formats = self.camera.generate_configuration([role]).at(0).formats
            return [
                {"format": str(f), "size": (s.width, s.height)}
                for f in formats.pixel_formats
                for s in formats.sizes(f)
            ]

        def create_video_configuration(self, **wishes):
            return super().create_video_configuration(raw=None, **wishes)

    made = Virtual()
    made.allocator = LibcameraAllocator(made.camera)
    return made


def a_real_camera() -> PiCamera:
    return PiCamera(time.monotonic_ns, (640, 480), open_camera=virtual_camera if REAL == "virtual" else None)


@pytest.mark.skipif(
    not REAL,
    reason="COMPANION_PICAMERA2 is not set: no real picamera2 with a camera (virtual or real) was checked",
)
def test_real_picamera2_keeps_the_same_contract():
    camera = a_real_camera()
    for _ in range(2):  # closing lets it go, and it can be opened again
        camera.open()
        try:
            frames = [camera.read() for _ in range(20)]
        finally:
            camera.close()

        assert all(frame.picture.shape == (*camera.shape, 3) for frame in frames)
        assert all(frame.picture.dtype == np.uint8 for frame in frames)
        assert [f.t for f in frames] == sorted(f.t for f in frames)
        assert frames[-1].t <= time.monotonic_ns()
        assert "FrameDurationLimits" in camera.frozen
    camera.close()


@pytest.mark.skipif(
    not REAL, reason="COMPANION_PICAMERA2 is not set: the watchdog was not tried on real picamera2"
)
def test_real_picamera2_under_the_watchdog():
    camera = Camera(a_real_camera, time.monotonic_ns)
    many = threading.Event()
    camera.listen(lambda frame: many.set() if frame.number > 30 else None)
    camera.start()
    assert many.wait(20)
    camera.check()

    assert camera.finding().level is Level.OK
    assert camera.stop(5.0)


@pytest.mark.skipif(
    not REAL, reason="COMPANION_PICAMERA2 is not set: real picamera2 was not tried in a process of its own"
)
def test_real_picamera2_in_its_own_process_comes_back_after_that_process_has_died():
    driver = CameraProcess(a_real_camera, "Pi camera", opening_s=30)
    camera = Camera(lambda: driver, time.monotonic_ns, patience=Patience(first_ms=40_000, pauses_ms=(100,)))
    frames = queue.Queue()
    camera.listen(frames.put)
    camera.start()
    try:
        first = [frames.get(timeout=40) for _ in range(10)]
        assert driver.shape == first[0].picture.shape[:2]
        assert all(frame.t <= time.monotonic_ns() for frame in first)

        driver._process.kill()  # as a loose cable may end it
        wait_until(lambda: camera.check() or camera.state is not CameraState.LOOKING)
        assert camera.finding().level is not Level.OK
        wait_until(lambda: camera.check() or camera.state is CameraState.LOOKING)
        assert camera.finding().level is Level.OK
    finally:
        assert camera.stop(5.0)


def wait_until(holds, seconds: float = 40.0) -> None:
    """Ask again and again, a moment apart, until it holds."""
    moment, over = threading.Event(), time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < over, "what was waited for did not come"
        moment.wait(0.05)
