"""Whether a game's folder has everything that the house needs of it."""

from collections.abc import Iterator
from importlib import resources

import msgspec

from companion.game import AnyGame
from companion.lab.conformance.playing import Effort
from companion.rulebook import rulebook
from companion.words import package_of

FILES = ("words.toml", "rules.toml")


def folder_is_complete(game: AnyGame, effort: Effort) -> Iterator[str]:
    """The words, the rules, and a recorded game that tells when a rule has changed."""
    package = package_of(game)
    folder = resources.files(package)
    yield from (f"{package} has no {name} yet" for name in FILES if not (folder / name).is_file())
    golden = folder / "golden"
    if not golden.is_dir() or not any(file.name.endswith(".jsonl") for file in golden.iterdir()):
        yield f"{package} has no golden game yet: python -m companion.conformance record {game.about.name}"
    yield from _about(game)


def _about(game: AnyGame) -> Iterator[str]:
    about = game.about
    fewest, most = about.seats
    if not 1 <= fewest <= most:
        yield f"expected seats from 1 on, got {about.seats}"
    if about.version < 1:
        yield f"expected a rules version from 1 on, got {about.version}"
    if not rulebook(game):
        yield "the rulebook is empty"
    try:
        msgspec.json.encode(game.notation())
    except TypeError as error:
        yield f"the notation has no schema: {error}"
