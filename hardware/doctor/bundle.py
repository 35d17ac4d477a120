"""What goes to somebody who helps: the findings and the versions, without pictures and names unless asked."""

import io
import re
import zipfile
from collections.abc import Iterable, Mapping

import msgspec

from hardware.doctor.readings import Readings
from hardware.findings import Finding, wire_words, worst


def as_json(findings: tuple[Finding, ...], language: str = "en") -> dict[str, object]:
    """The findings for `--json`."""
    words = wire_words()
    return {
        "level": worst(findings).value,
        "findings": [
            {
                "about": finding.about,
                "level": finding.level.value,
                "key": finding.says.key,
                "says": words.say(finding.says, language),
                "next": words.say(finding.next_step, language) if finding.next_step else "",
            }
            for finding in findings
        ],
    }


def support_bundle(
    findings: tuple[Finding, ...],
    readings: Readings,
    texts: Mapping[str, str],
    names: Iterable[str] = (),
    pictures: Mapping[str, bytes] | None = None,
) -> bytes:
    """A ZIP file with the findings, the readings and *texts* (a log, the configuration).

    *names* of people are replaced wherever they stand; leave them out to keep them. *pictures* are only in it
    if they are given.
    """
    told = {"system": readings.system, "python": readings.python, "versions": dict(readings.versions)}
    parts = {
        "findings.json": msgspec.json.format(msgspec.json.encode(as_json(findings))).decode(),
        "machine.json": msgspec.json.format(msgspec.json.encode(told)).decode(),
        **texts,
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            bundle.writestr(name, _without_names(text, tuple(names)))
        for name, picture in (pictures or {}).items():
            bundle.writestr(f"pictures/{name}", picture)
    return file.getvalue()


def _without_names(text: str, names: tuple[str, ...]) -> str:
    for number, name in enumerate(sorted(filter(None, names), key=len, reverse=True), 1):
        text = re.sub(re.escape(name), f"<name {number}>", text, flags=re.IGNORECASE)
    return re.sub(r"/home/[^/\s\"']+", "/home/<user>", text)
