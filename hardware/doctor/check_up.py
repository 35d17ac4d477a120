"""One check-up: the machine, the board's devices and the last pictures as readings for the doctor."""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from hardware.board import Board
from hardware.camera.eye import Camera, CameraState
from hardware.camera.light import Reference, look_at, reference_of, shift_from
from hardware.doctor.readings import Readings, read_machine

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
