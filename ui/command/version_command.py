"""`companion version`: what a bug report needs."""

import argparse
import json
import platform
import sqlite3
import sys
from importlib.metadata import PackageNotFoundError, version

from companion import __version__
from companion.games import all_games
from ui.command.errors import DONE
from ui.settings import journal_file, user_file

PARTS = ("kivy", "opencv-python", "numpy", "gpiozero", "msgspec", "gpiod", "picamera2")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    facts = {
        "companion": __version__,
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "sqlite": sqlite3.sqlite_version,
        **{part: _version_of(part) for part in PARTS},
        "games": ", ".join(f"{name} {game.about.version}" for name, game in all_games().items()),
        "configuration": str(user_file()),
        "journal": str(journal_file()),
    }
    print(json.dumps(facts) if args.json else "\n".join(f"{name}: {value}" for name, value in facts.items()))
    return DONE


def _version_of(part: str) -> str:
    try:
        return version(part)
    except PackageNotFoundError:
        return "not installed"
