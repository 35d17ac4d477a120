"""Reports to the service manager that the app is up and alive, and closes the app when it is stopped.

Without a service manager (`NOTIFY_SOCKET` unset) nothing is sent. The beats come from the screen's own
thread: a screen that hangs misses them, and the service manager starts it anew.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ui.update.releases import came_up

if TYPE_CHECKING:
    from ui.screen.app import CompanionApp

NO_WATCHDOG = 0.0
LOOK_AGAIN_S = 3.0
WAITING = "EXTEND_TIMEOUT_USEC=30000000\nSTATUS=Waiting for a screen"


def tell(state: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send *state*, like "READY=1", to the service manager; False if there is none or it does not listen."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.connect("\0" + address[1:] if address.startswith("@") else address)
            line.sendall(state.encode())
    except OSError:
        return False
    return True


def beats_every(environment: Mapping[str, str] = os.environ) -> float:
    """Seconds between two beats: a third of what the service manager waits; `NO_WATCHDOG` if it does not."""
    given = environment.get("WATCHDOG_USEC", "")
    ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(given) / 3e6 if given.isdecimal() and ours else NO_WATCHDOG


def wait_while(
    problem: Callable[[], str | None], passing: str, rest: Callable[[float], None] = time.sleep
) -> str | None:
    """What is wrong; under a service manager not before it is another thing than *passing*, or nothing.

    A screen may be switched on later than the machine. A start that fails for that would be tried again a
    few times and then given up for good.
    """
    while (now := problem()) == passing and tell(WAITING):
        rest(LOOK_AGAIN_S)
    return now


def hold(app: "CompanionApp") -> None:
    """The app stands: say so, beat from now on, and let a stop signal close it as a finger would."""
    signal.signal(signal.SIGTERM, lambda *_: app.stop())
    tell("READY=1")
    came_up()
    if seconds := beats_every():
        app.every(seconds, _beat)


def _beat() -> None:
    tell("WATCHDOG=1")
