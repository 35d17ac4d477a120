"""Everything that the doctor looks at, as one value; and how it is read from this machine.

The examination itself is pure, so every fault can be put in here by a test, and every machine that lacks
a thing just leaves it at None: what cannot be read is not judged.
"""

import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.calls.buttons import Edge
from hardware.board import Board
from hardware.camera.eye import Camera, CameraState
from hardware.camera.light import Look, Reference, look_at, reference_of, shift_from
from hardware.findings import Finding

LIBRARIES = (
    "kivy", "opencv-python", "onnxruntime", "numpy", "gpiozero", "msgspec", "gpiod", "reportlab", "picamera2"
)  # fmt: skip

THERMOMETER = Path("/sys/class/thermal/thermal_zone0/temp")  # in thousandths of a degree

T = TypeVar("T")


class Readings(msgspec.Struct, frozen=True, kw_only=True):
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


# --- one check-up: the machine, the board's devices and the last pictures ---

PICTURES = 12  # of the last ones are enough to see light that flickers
STEP_S = 0.1


def wait_for_pictures(board: Board, seconds: float, wait: Callable[[float], None] = time.sleep) -> None:
    """Let a board that was just started settle: until there are some pictures, for at most *seconds*."""
    camera = board.camera
    if camera is None:
        return
    for _ in range(round(seconds / STEP_S)):
        board.tick()
        if camera.state is CameraState.ENDED or len(camera.ring.frames()) >= PICTURES:
            return
        wait(STEP_S)


def check_up(
    board: Board,
    folder: Path,
    *,
    reference: Reference | None = None,
    mat_shift_mm: float | None = None,
    start: tuple[int, int] | None = None,
    end: tuple[int, int] | None = None,
) -> Readings:
    """All that can be read now; *folder* is the journal's, *reference* from when the camera was set up."""
    machine = read_machine(folder, start, end)
    readings = msgspec.structs.replace(machine, devices=board.findings(), mat_shift_mm=mat_shift_mm)
    pictures = [frame.picture for frame in board.camera.ring.frames()[-PICTURES:]] if board.camera else []
    # the camera reports black pictures itself; then its light need not be reported again
    if not pictures or any(finding.says.key == "camera_dark" for finding in readings.devices):
        return readings
    seen = msgspec.structs.replace(readings, look=look_at(pictures))
    if not reference:
        return seen
    shift = shift_from(reference, pictures[-1])
    return msgspec.structs.replace(seen, usual_sharpness=reference.sharpness, shift=shift)


def remember(camera: Camera, file: Path) -> Reference | None:
    """Keep how the table looks now in *file*, for later check-ups; None if there is no picture."""
    frames = camera.ring.frames()
    if not frames:
        return None
    reference = reference_of(frames[-1].picture)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(reference))
    return reference


def remembered(file: Path) -> Reference | None:
    """What `remember` kept in *file*; None if there is nothing that can be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Reference)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
