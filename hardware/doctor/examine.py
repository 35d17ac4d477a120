"""The doctor's examination: from readings to findings, each with one next step. Pure."""

from collections.abc import Callable, Iterable, Iterator

from hardware.button_health import ButtonHealth
from hardware.doctor.readings import Readings
from hardware.findings import Finding, broken, note, ok, warning

DIM = 45.0
GLARE_SHARE = 0.05
FLICKER = 0.02
SOFT = 0.75  # of the sharpness when the camera was set up
MOVED = 0.015  # of the picture's width
MAT_MOVED_MM = 5.0
HOT, VERY_HOT = 75.0, 82.0
LITTLE_MB, FULL_MB = 500, 50
LITTLE_MEMORY_MB = 150
CLOCK_JUMP_S = 60.0
FIRST_YEAR = 2025

LOW_VOLTAGE, TOO_HOT = 1 << 0, 1 << 3  # the firmware's bits now; the same 16 bits higher: since the start
SINCE_START = 16
OLDEST_PYTHON, FIRST_UNKNOWN_PYTHON = (3, 11), (3, 14)

Check = Callable[[Readings], Iterable[Finding]]


def examine(readings: Readings) -> tuple[Finding, ...]:
    """How everything is. What could not be read is left out; what is well is said once."""
    return tuple(finding for check in CHECKS for finding in check(readings))


def devices(readings: Readings) -> Iterator[Finding]:
    yield from readings.devices


def buttons(readings: Readings) -> Iterator[Finding]:
    """Findings from the edges, without those that the board has reported already."""
    health = ButtonHealth()
    for edge in readings.edges:
        health.heard(edge)
    reported = {(finding.about, finding.says.key) for finding in readings.devices}
    found = [f for f in health.findings(readings.now) if (f.about, f.says.key) not in reported]
    yield from found
    if readings.edges and not found:
        yield ok("buttons", "buttons_ok")


def light(readings: Readings) -> Iterator[Finding]:
    look = readings.look
    if look is None:
        return
    if look.flicker is not None and look.flicker > FLICKER:
        yield warning("light", "light_flickers")
    elif look.brightness < DIM:
        yield warning("light", "light_dim")
    elif look.glare > GLARE_SHARE:
        yield warning("light", "light_glares", share=round(100 * look.glare))
    else:
        yield ok("light", "light_ok")


def focus(readings: Readings) -> Iterator[Finding]:
    look, usual = readings.look, readings.usual_sharpness
    if look is None or not usual or look.brightness < DIM:  # in the dark everything is soft
        return
    if look.sharpness < SOFT * usual and not _moved(readings):
        yield warning("focus", "focus_soft")
    else:
        yield ok("focus", "focus_ok")


def place(readings: Readings) -> Iterator[Finding]:
    if readings.shift is None and readings.mat_shift_mm is None:
        return
    if _moved(readings):
        yield warning("mat", "mat_moved")
    else:
        yield ok("mat", "mat_ok")


def _moved(readings: Readings) -> bool:
    return (readings.shift or 0.0) > MOVED or (readings.mat_shift_mm or 0.0) > MAT_MOVED_MM


def power(readings: Readings) -> Iterator[Finding]:
    bits = readings.throttled
    if bits is None:
        return
    if bits & LOW_VOLTAGE:
        yield broken("power", "power_low_now")
    elif bits >> SINCE_START & LOW_VOLTAGE:
        yield warning("power", "power_low_before")
    else:
        yield ok("power", "power_ok")


def heat(readings: Readings) -> Iterator[Finding]:
    bits, celsius = readings.throttled or 0, readings.celsius
    if celsius is None and readings.throttled is None:
        return
    degrees = "?" if celsius is None else round(celsius)
    if celsius is not None and celsius >= VERY_HOT:
        yield broken("heat", "heat_very_hot", degrees=degrees)
    elif (celsius is not None and celsius >= HOT) or bits & TOO_HOT:
        yield warning("heat", "heat_hot", degrees=degrees)
    else:
        yield ok("heat", "heat_ok", degrees=degrees)


def disk(readings: Readings) -> Iterator[Finding]:
    if readings.writeable is False and (readings.free_mb is None or readings.free_mb >= FULL_MB):
        yield broken("disk", "disk_read_only")
    elif readings.free_mb is None:
        return
    elif readings.free_mb < FULL_MB:
        yield broken("disk", "disk_full", megabytes=readings.free_mb)
    elif readings.free_mb < LITTLE_MB:
        yield warning("disk", "disk_little", megabytes=readings.free_mb)
    else:
        yield ok("disk", "disk_ok", megabytes=readings.free_mb)


def memory(readings: Readings) -> Iterator[Finding]:
    if readings.memory_mb is None:
        return
    how = warning if readings.memory_mb < LITTLE_MEMORY_MB else ok
    yield how("memory", "memory_little" if how is warning else "memory_ok", megabytes=readings.memory_mb)


def clock(readings: Readings) -> Iterator[Finding]:
    if readings.year is not None and readings.year < FIRST_YEAR:
        yield note("clock", "clock_unset", year=readings.year)
    elif readings.wall_drift_s is not None and abs(readings.wall_drift_s) > CLOCK_JUMP_S:
        yield note("clock", "clock_jumped", seconds=round(abs(readings.wall_drift_s)))
    elif readings.wall_drift_s is not None:
        yield ok("clock", "clock_ok")


def versions(readings: Readings) -> Iterator[Finding]:
    python = ".".join(map(str, readings.python))
    if not OLDEST_PYTHON <= readings.python < FIRST_UNKNOWN_PYTHON:
        yield warning("versions", "versions_python", python=python)
    elif readings.versions.get("gpiod", "2").split(".")[0] == "1":
        yield warning("versions", "versions_gpiod", gpiod=readings.versions["gpiod"])
    else:
        yield ok("versions", "versions_ok", python=python)


CHECKS: tuple[Check, ...] = (
    devices,
    buttons,
    light,
    focus,
    place,
    power,
    heat,
    disk,
    memory,
    clock,
    versions,
)
