"""The machine around the app: whose it is, switching it off, and how bright its panel is."""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.asks import Say
from hardware.camera.driver import CameraSettings
from ui.screen.display import CARDS, has_desktop

PANELS = Path("/sys/class/backlight")
MODEL = Path("/proc/device-tree/model")  # what a Pi says it is
PATIENCE_S = 20


def told(file: Path) -> str:
    """What the system says in *file*; "" where it says nothing."""
    try:
        return file.read_text("utf-8", "replace").strip("\0 \n")
    except OSError:
        return ""


def is_a_kit(environment: Mapping[str, str] = os.environ, model: Path = MODEL, cards: Path = CARDS) -> bool:
    """Whether this machine stands at a table: a Pi, the kit's service, or a screen without a desktop.

    On all others somebody has called the app by hand, on a computer of their own.
    """
    pi = model.exists() and model.read_bytes().startswith(b"Raspberry Pi")
    drawn_elsewhere = has_desktop(dict(environment)) or bool(environment.get("SDL_VIDEODRIVER"))
    screen_of_its_own = not drawn_elsewhere and any(cards.glob("card*"))
    return pi or bool(environment.get("NOTIFY_SOCKET")) or screen_of_its_own


def power_off_here(environment: Mapping[str, str] = os.environ) -> Callable[[], str] | None:
    """How to switch this machine off; None where the app is only a guest on somebody's computer.

    Started by the kit's service (`NOTIFY_SOCKET`) the machine is the table's own.
    """
    return power_off if environment.get("NOTIFY_SOCKET") else None


def power_off(program: str = "systemctl") -> str:
    """Shut the machine down cleanly; "" if it goes off, else what went wrong, in the system's words."""
    return ran([program, "poweroff"], PATIENCE_S).trouble


class Ran(NamedTuple):
    """How a program of the system has ended."""

    trouble: str  # "" if it did its work, else what went wrong, in its words
    said: str = ""


def ran(words: Sequence[str | Path], patience_s: float | None, **how: Any) -> Ran:
    """Run a program, as `subprocess.run` does with *how*; it may take so many seconds."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=patience_s, check=False, **how)
    except subprocess.TimeoutExpired:
        return Ran(f"no answer in {patience_s} s")
    except OSError as error:
        return Ran(str(error))
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()
    ended = said[-1] if said else f"exit code {done.returncode}"
    return Ran(ended if done.returncode else "", done.stdout)


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


# --- which camera the settings lead to on this machine. Nothing is ever simulated at a real table ---
# A kit without a camera says so, goes on by touch and goes on looking for one. The simulated table is for
# whoever has called the app by hand on a computer of their own.


def camera_here(settings: CameraSettings, kit: bool | None = None) -> CameraSettings:
    """*settings* as they hold on this machine."""
    kit = is_a_kit() if kit is None else kit
    if kit and settings.kind == "simulated":
        return replace(settings, kind="auto")
    if not kit and settings.kind == "auto":
        return replace(settings, kind="simulated")
    return settings


def troubles_of_camera(settings: CameraSettings, kit: bool | None = None) -> tuple[Say, ...]:
    """What has to be said of *settings* that do not hold here."""
    held = camera_here(settings, kit)
    return (Say("window.not_simulated"),) if settings.kind == "simulated" != held.kind else ()
