"""Everything that the doctor looks at, as one value; and how it is read from this machine.

The examination itself is pure, so every fault can be put in here by a test, and every machine that lacks
a thing just leaves it at None: what cannot be read is not judged.
"""

import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from msgspec import Struct

from companion.calls.edges import Edge
from hardware.camera.light import Look
from hardware.findings import Finding

LIBRARIES = ("kivy", "opencv-python", "numpy", "gpiozero", "gpiod", "picamera2", "msgspec")


class Readings(Struct, frozen=True, kw_only=True):
    """The state of one companion at one time."""

    devices: tuple[Finding, ...] = ()  # what the board says of its devices
    edges: tuple[Edge, ...] = ()  # what the buttons did lately
    now: int = 0
    look: Look | None = None  # of the last pictures
    usual_sharpness: float | None = None  # when the camera was set up
    shift: float | None = None  # of the camera since then, as a share of the picture's width
    mat_shift_mm: float | None = None  # as the eyes see it
    throttled: int | None = None  # the firmware's bits for power and heat
    celsius: float | None = None
    free_mb: int | None = None  # where the journal lies
    writeable: bool | None = None
    memory_mb: int | None = None
    wall_drift_s: float | None = None  # by how much the calendar clock jumped since the start
    year: int | None = None
    python: tuple[int, int] = (3, 11)
    versions: Mapping[str, str] = {}
    system: str = ""


def read_machine(
    folder: Path, start: tuple[int, int] | None = None, end: tuple[int, int] | None = None
) -> Readings:
    """Read the state of this machine; the journal lies in *folder*.

    *start* and *end* are (monotonic, wall) nanoseconds when the companion started and now.
    """
    return Readings(
        throttled=_throttled(),
        celsius=_celsius(),
        free_mb=_free_mb(folder),
        writeable=_writeable(folder),
        memory_mb=_memory_mb(),
        wall_drift_s=_drift(start, end),
        year=1970 + end[1] // (31_556_952 * 10**9) if end else None,
        python=sys.version_info[:2],
        versions={name: version for name in LIBRARIES if (version := _version(name))},
        system=platform.platform(terse=True),
    )


def _throttled() -> int | None:
    program = shutil.which("vcgencmd")
    if not program:
        return None
    try:
        said = subprocess.run(
            [program, "get_throttled"], capture_output=True, text=True, timeout=5, check=True
        )
        return int(said.stdout.strip().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def _celsius() -> float | None:
    try:
        return int(Path("/sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
        return None


def _free_mb(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(_existing(folder)).free // 2**20
    except OSError:
        return None


def _writeable(folder: Path) -> bool:
    trial = _existing(folder) / ".companion-trial"
    try:
        trial.write_bytes(b"x")
        trial.unlink()
    except OSError:
        return False
    return True


def _existing(folder: Path) -> Path:
    """*folder* or the nearest one above it that is there."""
    return next((path for path in (folder, *folder.parents) if path.is_dir()), Path("/"))


def _memory_mb() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, ValueError, StopIteration):
        return None


def _drift(start: tuple[int, int] | None, end: tuple[int, int] | None) -> float | None:
    if start is None or end is None:
        return None
    return ((end[1] - start[1]) - (end[0] - start[0])) / 10**9


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
