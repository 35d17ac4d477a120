"""Which camera the settings lead to on this machine. Nothing is ever simulated at a real table.

A kit without a camera says so, goes on by touch and goes on looking for one. The simulated table is for
whoever has called the app by hand on a computer of their own.
"""

from msgspec.structs import replace

from companion.asks import Say
from hardware.camera import CameraSettings
from ui.machine import is_a_kit


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
