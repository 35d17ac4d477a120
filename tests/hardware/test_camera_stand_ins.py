"""Cameras without a camera: folders, videos, drawn tables; and which driver the settings choose."""

import cv2
import numpy as np
import pytest

from companion.sightings import Frame
from hardware.camera.driver import CameraSettings, CameraTrouble, EndOfPictures
from hardware.camera.found import driver_for
from hardware.camera.simulated import DrawnCamera, PlayedCamera
from hardware.camera.webcam import Webcam
from tests.tables import cases


@pytest.fixture
def folder(tmp_path):
    for number, name in enumerate(["b.jpg", "a.png", "c.PNG"]):
        cv2.imwrite(str(tmp_path / name), np.full((20, 30, 3), 40 * (number + 1), np.uint8))
    (tmp_path / "broken.png").write_bytes(b"not a picture")
    (tmp_path / "notes.txt").write_text("hello")
    return tmp_path


def play(driver) -> list[Frame]:
    driver.open()
    frames = []
    while True:
        try:
            frames.append(driver.read())
        except EndOfPictures:
            driver.close()
            return frames


def test_a_folder_is_shown_by_name_and_what_is_no_picture_is_passed_over(folder, clock):
    camera = PlayedCamera(folder, clock.now, waits=False)
    frames = play(camera)

    assert [int(f.picture[0, 0, 0]) for f in frames] == [80, 40, 120]
    assert [f.t - clock.now() for f in frames] == [0, 500_000_000, 1_000_000_000]


def test_a_folder_without_a_picture_and_a_missing_one_are_reported(tmp_path, clock):
    (tmp_path / "x.jpg").write_bytes(b"no")
    for path, key in ((tmp_path, "camera_folder_empty"), (tmp_path / "nowhere", "camera_folder")):
        with pytest.raises(CameraTrouble) as trouble:
            PlayedCamera(path, clock.now).open()
        assert trouble.value.says.key == key


def test_a_video_has_the_times_of_its_own_pace(tmp_path, clock):
    path = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for value in (40, 120, 200):
        writer.write(np.full((48, 64, 3), value, np.uint8))
    writer.release()
    frames = play(PlayedCamera(path, clock.now, waits=False))

    assert [f.t - clock.now() for f in frames] == [0, 50_000_000, 100_000_000]
    assert [round(float(f.picture.mean()) / 40) for f in frames] == [1, 3, 5]


def test_a_file_that_is_no_video_is_told(tmp_path, clock):
    path = tmp_path / "evening.mp4"
    path.write_bytes(b"not a video")

    with pytest.raises(CameraTrouble) as trouble:
        PlayedCamera(path, clock.now).open()
    assert trouble.value.says.key == "camera_video"
    with pytest.raises(CameraTrouble):
        PlayedCamera(tmp_path / "none.mp4", clock.now).open()


def test_a_missing_webcam_is_reported_by_us_and_not_by_opencv(clock, capfd):
    with pytest.raises(CameraTrouble) as trouble:
        Webcam("63", clock.now).open()
    assert trouble.value.says.key == "camera_missing" and capfd.readouterr().err == ""


@cases(
    "settings, draw, name",
    {
        "none": (CameraSettings(kind="none"), None, None),
        "nothing is drawn": (CameraSettings(kind="simulated"), None, None),
        "simulated": (CameraSettings(kind="simulated"), lambda: None, "simulated table"),
        "auto never simulates": (CameraSettings(kind="auto"), lambda: None, "camera"),
        "Pi camera": (CameraSettings(kind="picamera2"), lambda: None, "Pi camera"),
        "webcam": (CameraSettings(kind="webcam", source="2"), None, "webcam 2"),
        "folder": (CameraSettings(kind="folder", source="/x/shots"), None, "folder shots"),
        "video": (CameraSettings(kind="folder", source="/x/a.mp4"), None, "video a.mp4"),
    },
)
def test_the_settings_choose_the_driver(settings, draw, name, clock):
    make = driver_for(settings, clock.now, draw)

    assert (make().name if make else None) == name


def test_a_drawn_camera_ends_when_nothing_more_is_drawn():
    frame = Frame(np.zeros((1, 1, 3), np.uint8), 1)
    frames = iter([frame, None])

    assert play(DrawnCamera(lambda: next(frames))) == [frame]
