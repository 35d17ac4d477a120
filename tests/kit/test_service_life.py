"""The app as its service runs it: ready, beating from the screen's own thread, and closing when told."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.clock import SystemClock
from companion.journal import Journal
from tests.at_first import quick

COMPANION = Path(sys.executable).parent / "companion"
PATIENCE_S = 60
KIT = Path(__file__).parents[2] / ".kit" / "files"


def shows_a_second_screen(port):
    try:
        with urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            return b"<script" in answer.read()
    except OSError:
        return False


def started_by(unit):
    """The words with which the service *unit* calls the command."""
    text = (KIT / unit).read_text("utf-8")
    return re.search(r"(?m)^ExecStart=\S+/companion (.+)$", text)[1].split()


@pytest.mark.screens
@pytest.mark.parametrize(
    "unit", quick(["table-companion.service", "table-companion-safe.service"], 0, more=1)
)
def test_the_app_tells_its_service_manager_how_it_is(unit, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_S)
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment |= {
            "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000",
            "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy",
            "COMPANION_DATA": str(tmp_path / "data"),
            "COMPANION_CONFIG": str(tmp_path / "config.toml"),
            "COMPANION_STREAM_LISTEN": "here", "COMPANION_STREAM_PORT": str(port),
        }  # fmt: skip
        with subprocess.Popen(
            [COMPANION, *started_by(unit)], env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as app:  # fmt: skip
            try:
                assert manager.recv(64) == b"READY=1"
                assert {manager.recv(64) for _ in range(3)} == {b"WATCHDOG=1"}
                assert shows_a_second_screen(port) == (unit == "table-companion.service")
                app.send_signal(signal.SIGTERM)
                _, said = app.communicate(timeout=PATIENCE_S)
            finally:
                app.kill()

    assert app.returncode == 0, said.decode()
    assert b"Traceback" not in said
    with Journal.open(tmp_path / "data" / "journal.sqlite", SystemClock()) as journal:
        assert journal.trouble is None and journal.verify().good
