"""The app as its service runs it: ready, beating from the screen's own thread, and closing when told."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.clock import SystemClock
from companion.journal import Journal

COMPANION = Path(sys.executable).parent / "companion"
PATIENCE_S = 60


@pytest.mark.screens
def test_the_app_tells_its_service_manager_how_it_is(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_S)
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment |= {
            "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000",
            "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy",
            "COMPANION_DATA": str(tmp_path / "data"),
            "COMPANION_CONFIG": str(tmp_path / "config.toml"),
        }  # fmt: skip
        with subprocess.Popen(
            [COMPANION, "run", "--safe"], env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as app:  # fmt: skip
            try:
                assert manager.recv(64) == b"READY=1"
                assert {manager.recv(64) for _ in range(3)} == {b"WATCHDOG=1"}
                app.send_signal(signal.SIGTERM)
                _, said = app.communicate(timeout=PATIENCE_S)
            finally:
                app.kill()

    assert app.returncode == 0, said.decode()
    assert b"Traceback" not in said
    with Journal.open(tmp_path / "data" / "journal.sqlite", SystemClock()) as journal:
        assert journal.trouble is None and journal.verify().good
