"""Everything that the doctor looks at, as one value; and how it is read from this machine.

The examination itself is pure, so every fault can be put in here by a test, and every machine that lacks
a thing just leaves it at None: what cannot be read is not judged.
"""

import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from companion.calls.edges import Edge
from hardware.camera.light import Look
from hardware.findings import Finding

LIBRARIES = (
    "kivy", "opencv-python", "onnxruntime", "numpy", "gpiozero", "msgspec", "gpiod", "reportlab", "picamera2"
)  # fmt: skip

THERMOMETER = Path("/sys/class/thermal/thermal_zone0/temp")  # in thousandths of a degree

T = TypeVar("T")


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
    nearest = next((path for path in (folder, *folder.parents) if path.is_dir()), Path("/"))
    return Readings(
        throttled=_known(_throttled),
        celsius=_known(lambda: int(THERMOMETER.read_text()) / 1000),
        free_mb=_known(lambda: shutil.disk_usage(nearest).free // 2**20),
        writeable=_writeable(nearest),
        memory_mb=_known(_memory_mb),
        wall_drift_s=_drift(start, end),
        year=1970 + end[1] // (31_556_952 * 10**9) if end else None,
        python=sys.version_info[:2],
        versions={n: v for n in LIBRARIES if (v := _known(partial(metadata.version, n))) is not None},
        system=platform.platform(terse=True),
    )


def _known(read: Callable[[], T]) -> T | None:
    """What *read* gives; None on a machine that has nothing of the kind."""
    try:
        return read()
    except (OSError, ValueError, StopIteration, subprocess.SubprocessError, metadata.PackageNotFoundError):
        return None


def _throttled() -> int:
    words = ["vcgencmd", "get_throttled"]
    said = subprocess.run(words, capture_output=True, text=True, timeout=5, check=True)
    return int(said.stdout.strip().partition("=")[2], 16)


def _writeable(folder: Path) -> bool:
    trial = folder / ".companion-trial"
    try:
        trial.write_bytes(b"x")
        trial.unlink()
    except OSError:
        return False
    return True


def _memory_mb() -> int:
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("MemAvailable"))


def _drift(start: tuple[int, int] | None, end: tuple[int, int] | None) -> float | None:
    if start is None or end is None:
        return None
    return ((end[1] - start[1]) - (end[0] - start[0])) / 10**9
