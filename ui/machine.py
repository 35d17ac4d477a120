"""The machine around the app: switching it off, and how bright its panel is."""

import os
import subprocess
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

PANELS = Path("/sys/class/backlight")
PATIENCE_S = 20


def power_off_here(environment: Mapping[str, str] = os.environ) -> Callable[[], str] | None:
    """How to switch this machine off; None where the app is only a guest on somebody's computer.

    Started by the kit's service (`NOTIFY_SOCKET`) the machine is the table's own.
    """
    return power_off if environment.get("NOTIFY_SOCKET") else None


def power_off(program: str = "systemctl") -> str:
    """Shut the machine down cleanly; "" if it goes off, else what went wrong, in the system's words."""
    try:
        done = subprocess.run(
            [program, "poweroff"], capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else (done.stderr.strip() or f"exit code {done.returncode}")


def backlight_here(panels: Path = PANELS) -> Callable[[float], None] | None:
    """How to set the panel's light from 0 (dark) to 1; None where there is none, or where we may not."""
    for panel in sorted(panels.glob("*")):
        most, now = panel / "max_brightness", panel / "brightness"
        if most.exists() and os.access(now, os.W_OK):
            return partial(_set, now, most)
    return None


def _set(now: Path, most: Path, share: float) -> None:
    highest = int(most.read_text("ascii"))
    now.write_text(str(round(min(1.0, max(0.0, share)) * highest)), "ascii")
