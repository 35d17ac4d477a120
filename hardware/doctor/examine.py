"""The doctor's examination: from readings to findings, each with one next step. Pure."""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from hardware.button_health import ButtonHealth
from hardware.doctor.readings import Readings
from hardware.findings import Finding, broken, note, ok, warning, worst

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
    return (*readings.devices, *(finding for check in CHECKS for finding in check(readings)))


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


# --- what goes to somebody who helps: findings and versions, without pictures and names unless asked ---


def as_json(findings: tuple[Finding, ...], language: str = "") -> dict[str, object]:
    """The findings for `--json`."""
    found = [
        {"about": one.about, "level": one.level.value, "key": one.says.key, "says": says, "next": advice}
        for one in findings
        for says, advice in [one.said(language)]
    ]
    return {"level": worst(findings).value, "findings": found}


Hide = Callable[[str], str]  # what people have written, without the names in it

NEVER = "code"  # what a finding calls something that lets its reader in


def hiding(names: Iterable[str] = ()) -> Hide:
    """Puts a token for each of *names* where it stands as a word of its own; homes belong to nobody.

    >>> hiding(["Ada", "e"])("Ada's pen, e")
    "<name 1>'s pen, <name 2>"
    """
    known = {name.casefold(): name for name in names if name.strip()}
    tokens = {name: f"<name {number}>" for number, name in enumerate(known, 1)}
    longest_first = sorted(map(re.escape, known), key=len, reverse=True)
    word = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE) if known else None

    def hide(text: str) -> str:
        text = re.sub(r"/home/[^/\s\"']+", "~", text)
        return word.sub(lambda found: tokens.get(found[0].casefold(), "<name>"), text) if word else text

    return hide


def support_bundle(
    findings: tuple[Finding, ...],
    readings: Readings,
    texts: Mapping[str, str],
    hide: Hide,
    pictures: Mapping[str, bytes] | None = None,
) -> bytes:
    """A ZIP file with the findings, the readings and *texts* (a log, the configuration) as they are.

    *hide* takes the names of people out of the findings; our own words stay, so it can be read
    whatever people are called. *pictures* are only in it if they are given.
    """
    findings = tuple(_anonymous(finding, hide) for finding in findings)
    machine = {"system": readings.system, "python": readings.python, "versions": dict(readings.versions)}
    parts: dict[str, str | bytes] = {
        "findings.json": msgspec.json.format(msgspec.json.encode(as_json(findings))).decode(),
        "machine.json": msgspec.json.format(msgspec.json.encode(machine)).decode(),
        **texts,
    }
    shown = {f"pictures/{name}": picture for name, picture in (pictures or {}).items()}
    return zipped(parts | shown)


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP file with *parts* by name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, part in parts.items():
            bundle.writestr(name, part)
    return file.getvalue()


def _anonymous(finding: Finding, hide: Hide) -> Finding:
    args = {name: "…" if name == NEVER else _hidden(value, hide) for name, value in finding.says.args.items()}
    return replace(finding, says=replace(finding.says, args=args))


def _hidden(value: Any, hide: Hide) -> Any:
    if isinstance(value, str):
        return hide(value)
    return [_hidden(part, hide) for part in value] if isinstance(value, list | tuple) else value
