"""Whether a game's folder has everything that the house needs of it."""

from collections.abc import Iterator
from importlib import resources

import msgspec

from companion.game import AnyGame
from companion.lab.conformance.playing import Effort
from companion.rulebook import rulebook
from companion.words import languages, own_language, package_of


def folder_is_complete(game: AnyGame, effort: Effort) -> Iterator[str]:
    """The words, the rules, and a recorded game that tells when a rule has changed."""
    package = package_of(game)
    folder = resources.files(package)
    if not (folder / "rules.toml").is_file():
        yield f"{package} has no rules.toml yet"
    for part in ("", ".rules"):
        if not own_language(package, part):
            yield f"{package} has no sentences yet: no words/{languages()[0]}{part}.po"
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
