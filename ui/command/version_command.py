"""`companion version`: what a bug report needs, and whose work is inside."""

import argparse
import json
import os
import platform
import sqlite3
import sys
from importlib.metadata import entry_points
from pathlib import Path

from companion import __version__
from companion.games import all_games, broken_games
from hardware.doctor.readings import LIBRARIES
from ui.command.speech import DONE, flags
from ui.licences import installed_version, licences
from ui.machine import MODEL, ran, told
from ui.settings import journal_file, user_file
from ui.update.releases import here

PROJECT = Path(__file__).parents[2]
MEMORY = Path("/proc/meminfo")


def arguments(parser: argparse.ArgumentParser) -> None:
    flags(parser, "--json", "--licences")


def run(args: argparse.Namespace) -> int:
    if args.licences:
        return _licences(args.json)
    facts = report()
    print(json.dumps(facts) if args.json else "\n".join(f"{name}: {value}" for name, value in facts.items()))
    return DONE


def report() -> dict[str, str]:
    """Everything that somebody who was not there has to know; no names of people, nothing of their games."""
    return {
        "companion": __version__,
        "revision": _revision(),
        "installed": _installed(),
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "distribution": platform.freedesktop_os_release().get("PRETTY_NAME", "?")
        if Path("/etc/os-release").exists()
        else "?",
        "machine": told(MODEL) or platform.machine(),
        "memory": told(MEMORY).partition("\n")[0].partition(":")[2].strip(),
        "display": _display(),
        "sqlite": sqlite3.sqlite_version,
        **{part: installed_version(part) or "not installed" for part in LIBRARIES},
        "games": ", ".join(f"{name} {game.about.version}" for name, game in all_games().items()),
        "games of others": ", ".join(point.value for point in entry_points(group="companion.games"))
        or "none",
        "games that do not load": ", ".join(f"{name} ({why})" for name, why in broken_games().items())
        or "none",
        "configuration": str(user_file()),
        "journal": str(journal_file()),
    }


def _licences(as_json: bool) -> int:
    for row in licences():
        if as_json:
            print(json.dumps({name: getattr(row, name) for name in row.__struct_fields__}))
        else:
            print(f"{row.part} {row.version}: {row.licence}".replace(" :", ":"))
    return DONE


def _revision() -> str:
    """The commit of a checkout; a wheel has only its version."""
    if not (PROJECT / ".git").exists():
        return "of the release"
    return ran(["git", "-C", PROJECT, "describe", "--always", "--dirty"], None).said.strip() or "unknown"


def _installed() -> str:
    releases = here()
    return f"by the kit's installer in {releases.place}" if releases else f"in {sys.prefix}"


def _display() -> str:
    names = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DISPLAY")
    found = [f"{name}={os.environ[name]}" for name in names if os.environ.get(name)]
    cards = [card.name for card in sorted(Path("/dev/dri").glob("card*"))]
    return ", ".join([*found, *cards]) or "none"
