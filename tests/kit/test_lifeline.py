"""The lifeline to the service manager: ready when the first page stands, beating, and stopping kindly."""

import os
import signal
import socket

import pytest

from ui import lifeline


class App:
    """As much of the app as the lifeline needs."""

    def __init__(self):
        self.clocks, self.stopped = [], 0

    def every(self, seconds, call):
        self.clocks.append((seconds, call))

    def stop(self):
        self.stopped += 1


@pytest.fixture
def manager(tmp_path, monkeypatch):
    """A service manager's socket; gives what has been told so far."""
    place = tmp_path / "notify"
    before = signal.getsignal(signal.SIGTERM)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(place))
        line.settimeout(2)
        monkeypatch.setenv("NOTIFY_SOCKET", str(place))
        yield line
    signal.signal(signal.SIGTERM, before)


def test_ready_then_beats_on_the_apps_own_clock(manager, monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    app = App()

    lifeline.hold(app)

    assert manager.recv(64) == b"READY=1"
    ((seconds, beat),) = app.clocks
    assert seconds == 10
    beat()
    assert manager.recv(64) == b"WATCHDOG=1"


def test_a_stop_signal_closes_the_app_as_a_finger_would(manager):
    app = App()
    lifeline.hold(app)

    os.kill(os.getpid(), signal.SIGTERM)

    assert app.stopped == 1


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({}, 0),
        ({"WATCHDOG_USEC": "60000000"}, 20),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, 0),
        ({"WATCHDOG_USEC": "soon"}, 0),
    ],
)
def test_how_often_it_beats(environment, seconds):
    assert lifeline.beats_every(environment) == seconds


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nobody-listens-here"])
def test_without_a_service_manager_nothing_happens(address):
    assert lifeline.tell("READY=1", {"NOTIFY_SOCKET": address}) is False


def test_safe_mode_leaves_out_other_peoples_games(monkeypatch):
    from companion import games  # noqa: PLC0415

    asked = []
    monkeypatch.setattr(games, "entry_points", lambda group: asked.append(group) or ())
    games.load_again(others=False)

    assert "abspecken" in games.all_games() and asked == []
    games.load_again()
    assert games.all_games() and asked == ["companion.games"]
    games.load_again()
