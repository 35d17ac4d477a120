"""A camera in the network: real pictures over real HTTP and, where a server can be had, real RTSP, by OpenCV.

GStreamer serves RTSP: see `rtsp_server.py`. COMPANION_RTSP names a Python that has it, in words of
a shell, where that is not the system's own.
"""

import os
import shlex
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.asks import MS
from companion.clock import SystemClock
from hardware.board import Board
from hardware.camera.driver import CameraSettings, CameraTrouble
from hardware.camera.eye import Camera
from hardware.camera.found import driver_for
from hardware.camera.network import UNKNOWN_MS, NetworkCamera, delay_of
from tests.at_first import more
from ui import fitting
from ui.fitting import FittedCamera
from vision.scene.change import Finish, photo_finish

LATE_S = 0.12
INSTALLED = any(Path("/usr/lib").glob("*/girepository-1.0/GstRtspServer-1.0.typelib"))
RTSP = shlex.split(os.environ.get("COMPANION_RTSP", "/usr/bin/python3" if INSTALLED else ""))


class Phone:
    """Shows the room with its light, some time later; as phones' apps do, all pictures in one answer."""

    shape, late_ms = (48, 64, 3), (1000 * LATE_S, 1000 * LATE_S + 250)

    def __init__(self) -> None:
        self.light = [(0.0, 40)]  # since when how bright
        self.on = True
        phone = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
                self.end_headers()
                while phone.on:
                    jpeg = cv2.imencode(".jpg", phone.picture())[1].tobytes()
                    head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                    self.wfile.write(head.encode() + jpeg + b"\r\n")
                    time.sleep(0.02)

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self._server.daemon_threads = True
        self.address = f"127.0.0.1:{self._server.server_port}"
        self.full_address = f"http://{self.address}/video"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def picture(self) -> np.ndarray:
        then = time.monotonic() - LATE_S
        bright = next(light for since, light in reversed(self.light) if since <= then or since == 0.0)
        noise = np.random.default_rng().integers(0, 20, (48, 64, 3), dtype=np.uint8)
        return noise + np.uint8(bright)

    def shine(self, bright: int) -> None:
        self.light.append((time.monotonic(), bright))

    def fall_silent(self) -> None:
        self.on = False

    def stop(self) -> None:
        self.on = False
        self._server.shutdown()
        self._server.server_close()


class RtspPhone:
    """The same by RTSP, from a real server in a process of its own; how late it is nobody has set."""

    shape, late_ms = (240, 320, 3), (1, 1_000)

    def __init__(self) -> None:
        program = Path(__file__).with_name("rtsp_server.py").read_text("utf-8")
        pipe = subprocess.PIPE
        self._server = subprocess.Popen([*RTSP, "-c", program], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        port = self._server.stdout.readline().strip()
        self.address = self.full_address = f"rtsp://127.0.0.1:{port}/live"

    def shine(self, bright: int) -> None:
        self._server.stdin.write(f"{bright}\n")

    def fall_silent(self) -> None:
        self._server.kill()

    def stop(self) -> None:
        with self._server:
            self._server.kill()


@pytest.fixture(
    params=[
        pytest.param(Phone, id="MJPEG"),
        pytest.param(
            RtspPhone,
            id="RTSP",
            marks=pytest.mark.skipif(
                not RTSP, reason="GStreamer's RTSP server is not installed: no RTSP was tried"
            ),
        ),
    ]
)
def phone(request):
    phone = request.param()
    yield phone
    phone.stop()


def test_pictures_come_from_an_address_and_the_newest_counts(phone):
    camera = NetworkCamera(phone.address, time.monotonic_ns)
    camera.open()
    first = camera.read()
    time.sleep(0.3)  # nobody fetches any meanwhile
    camera.read()
    asked = time.monotonic_ns()
    late = camera.read()
    assert camera.name == "network camera 127.0.0.1" and first.picture.shape == phone.shape
    assert asked - 250 * MS < late.until, "what had piled up meanwhile is left out"
    assert late.exposure == UNKNOWN_MS * MS, "nobody has measured how late it is"
    told = photo_finish(late.until - 1_000 * MS, 5 * MS, first, late)
    assert told.finish is Finish.TOO_CLOSE, "so it accuses nobody"
    camera.close()
    assert camera.name not in {thread.name for thread in threading.enumerate()}, "OpenCV reads no more"
    camera.open()
    phone.fall_silent()
    with pytest.raises(CameraTrouble) as trouble:
        for _ in range(200):
            camera.read()
    assert trouble.value.says.key in ("camera_gone", "camera_silent")
    camera.close()


def test_an_address_that_gives_no_pictures_is_told_without_its_password():
    with pytest.raises(CameraTrouble) as trouble:
        NetworkCamera("me:secret@127.0.0.1:9", time.monotonic_ns).open()
    assert trouble.value.says.key == "camera_no_answer"
    assert trouble.value.says.args == {"address": "http://127.0.0.1:9/video"}


@more
def test_how_late_its_pictures_are_is_measured_by_flashes_of_the_screen(phone, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr(fitting, "FLASH_MS", 300)
    monkeypatch.setattr(fitting, "cameras_now", lambda: ())
    clock = SystemClock()
    board = Board.pretend(clock)
    board.camera = Camera(
        driver_for(CameraSettings(kind="network", source=phone.address), clock.now), clock.now
    )
    seen = threading.Event()
    board.camera.listen(lambda frame: seen.set())
    page = FittedCamera(board, CameraSettings(), simulated=False)
    try:
        board.start()
        assert page.take(f"network:{phone.address}", "en") == ""
        assert seen.wait(30)
        (shown,) = [choice for choice in page.choices() if choice.typed]
        assert shown.taken and shown.key == f"network:{phone.full_address}"
        assert shown.title == phone.full_address.split("/")[2], "short enough for its line"
        assert page.peek(shown.key).picture.shape == phone.shape

        told = page.measure(lambda bright: phone.shine(200 if bright else 40), "en")
        assert "ms late" in told
        written = (tmp_path / "config.toml").read_text()
        delay = int(written.split("delay_ms = ")[1].split()[0])
        assert phone.late_ms[0] <= delay <= phone.late_ms[1]
        dark = page.measure(lambda bright: None, "en")
        assert "do not show the screen flash" in dark
    finally:
        board.close()


def test_pictures_without_flashes_tell_no_delay():
    assert (
        delay_of([(n * 10**9, n % 2 == 0) for n in range(8)], [(n * 10**8, 40.0) for n in range(80)]) is None
    )
