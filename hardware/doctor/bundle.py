"""What goes to somebody who helps: the findings and the versions, without pictures and names unless asked."""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from hardware.doctor.readings import Readings
from hardware.findings import Finding, worst


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
