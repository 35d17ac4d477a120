"""`companion new-game`: a folder with a small game that plays at once, to be changed into another one."""

import argparse
import importlib
import re
from pathlib import Path

import companion.games
from companion.games import all_games
from companion.lab.conformance.__main__ import main as conformance
from ui.command.speech import DONE, USAGE, CommandError

PATTERN = Path(companion.games.__file__).parents[2] / "tests" / "companion" / "eleventh" / "pig"
NAME = re.compile(r"[a-z][a-z_]*[a-z]")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="in small letters, like hog or my_game")
    parser.add_argument(
        "--package", metavar="NAME", help="a package of your own in this folder (default: companion/games)"
    )


def run(args: argparse.Namespace) -> int:
    name, package = args.name, args.package or "companion.games"
    if not NAME.fullmatch(name) or not all(part.isidentifier() for part in package.split(".")):
        raise CommandError(
            f"{name} in {package} cannot be a name.", "Use small letters, like my_game.", USAGE
        )
    at = Path(*package.split(".")) if args.package else Path(companion.games.__file__).parent
    if name in all_games() or (at / name).exists():
        raise CommandError(f"There is a game or a folder {name} already.", "Choose another name.", USAGE)
    _write(at / name, name, f"{package}.{name}")
    print(f"Written to {at / name}: a whole game, the one of the pig. Change it into yours.")
    if args.package:
        print(f'Tell it in your pyproject.toml:\n\n[project.entry-points."{companion.games.__name__}"]')
        print(f'{name} = "{package}.{name}:GAME"\n\nThen install your package, and go on:')
    else:
        importlib.invalidate_caches()
        companion.games.load_again()
        conformance(["record", name])
    print(f"  python -m companion.conformance {name}\n  companion demo {name} --headless --no-frames")
    return DONE


def _write(folder: Path, name: str, package: str) -> None:
    """The pattern under another name: title, class, rule ids and package are those of the new game."""
    spoken = name.replace("_", " ").title()
    named = {
        r"tests\.companion\.eleventh\.pig": package,
        r"\bPG(?=\d)": name.replace("_", "").upper(),
        r'"pig"': f'"{name}"',
        r"\bPig(?=\b|Options|State)": spoken.replace(" ", ""),
    }
    for file in sorted((*PATTERN.glob("*.*"), *PATTERN.glob("words/*"))):
        if file.is_file():
            place = folder / file.relative_to(PATTERN)
            place.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text("utf-8").replace('title="Pig"', f'title="{spoken}"')
            for old, new in named.items():
                text = re.sub(old, new, text)
            place.write_text(text, "utf-8")
