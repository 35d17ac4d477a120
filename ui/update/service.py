"""The user service that keeps the app running: close it, start it, and wait until it says that it is up."""

import subprocess

NAME = "table-companion"
PATIENCE_S = 180  # more than the service's own TimeoutStartSec


def runs() -> bool:
    """Whether the app runs as a service now."""
    return _systemctl("is-active", "--quiet", NAME) == ""


def stop() -> None:
    """Close it; what it shows stands in the journal."""
    _systemctl("stop", NAME)


def start() -> str:
    """Start it; "" once it is up (the service waits for READY), else what went wrong."""
    _systemctl("reset-failed", NAME)
    return _systemctl("start", NAME)


def _systemctl(*words: str) -> str:
    try:
        done = subprocess.run(
            ["systemctl", "--user", *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except FileNotFoundError:
        return "there is no systemd here"
    except subprocess.TimeoutExpired:
        return f"no answer in {PATIENCE_S} s"
    return "" if done.returncode == 0 else (done.stderr.strip() or f"exit code {done.returncode}")
