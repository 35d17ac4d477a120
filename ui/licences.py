"""Whose work is in the companion, and under which licence: read from the packages that are installed."""

import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution, requires

from msgspec import Struct

OURS = "table-companion"
# What stands in none of the packages' own words.
KNOWN = {
    "kivy": "MIT",
    "gpiozero": "BSD-3-Clause",
    "opencv-python": "Apache-2.0",
    "gpiod": "LGPL-2.1-or-later",
}
_NAME = re.compile(r"^[A-Za-z0-9._-]+")


class Licence(Struct, frozen=True):
    """One part, its version and its licence."""

    part: str
    version: str
    licence: str
    for_what: str = ""


def listed() -> dict[str, list[dict[str, str]]]:
    """What none of the packages says of itself: what comes *along*, and the *data* it was made from."""
    return tomllib.loads((resources.files(__package__) / "licences.toml").read_text("utf-8"))


def licences() -> tuple[Licence, ...]:
    """This project, every package that it needs, and what comes along inside them."""
    packages = (_licence(name) for name in sorted(_needed(OURS, set())))
    along = (Licence(version="", **one) for rows in listed().values() for one in rows)
    return (
        Licence(OURS, installed_version(OURS), "MIT", "the companion itself, its drawings and networks"),
        *packages,
        *along,
    )


def _needed(name: str, seen: set[str]) -> Iterator[str]:
    """The packages that *name* needs here, and those that they need; extras are nobody's need."""
    try:
        wanted = requires(name) or []
    except PackageNotFoundError:
        return
    for line in wanted:
        match = _NAME.match(line)
        other = match.group().lower().replace("_", "-") if match else ""
        if not other or "extra ==" in line or other in seen or not installed_version(other):
            continue
        seen.add(other)
        yield other
        yield from _needed(other, seen)


def installed_version(name: str) -> str:
    """Of the package *name*; "" where it is not here."""
    try:
        return distribution(name).version
    except PackageNotFoundError:
        return ""


def _licence(name: str) -> Licence:
    data = distribution(name).metadata
    expression = _said(data, "License-Expression") or KNOWN.get(name) or _short(_said(data, "License"))
    if not expression:
        classes = [line for line in data.get_all("Classifier") or () if line.startswith("License ::")]
        expression = ", ".join(line.rpartition(" :: ")[2] for line in classes) or "see the package"
    return Licence(name, data["Version"], expression, _said(data, "Summary"))


def _said(data: PackageMetadata, what: str) -> str:
    return next(iter(data.get_all(what) or ()), "")


def _short(text: str) -> str:
    """The name of a licence, not its whole text."""
    first = text.strip().splitlines()[0] if text.strip() else ""
    return first if len(first) < 60 else ""
