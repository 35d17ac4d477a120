"""The sentences of the screens, in the language that the family has chosen; games bring their own words."""

import logging
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from companion.asks import Say
from companion.game import AnyGame
from companion.words import LANGUAGES, Words, game_words, read_words

log = logging.getLogger(__name__)


@cache
def screen_words() -> Words:
    """Every sentence of the screens; the key begins with the name of its file, like "home.play"."""
    common = resources.files("companion.words") / "common.toml"
    folder = resources.files("ui.screen") / "words"
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return words_in(common, [file for file in files if file.name.endswith(".toml")])


def words_in(common: Traversable, files: Iterable[Traversable]) -> Words:
    """The sentences of *files* on top of the *common* ones. A broken file costs only its own sentences:
    they are shown by their keys until it is mended."""
    sentences = _sentences(common)
    for file in files:
        stem = file.name.removesuffix(".toml")
        sentences.update({f"{stem}.{key}": value for key, value in _sentences(file).items()})
    return Words(sentences)


def _sentences(file: Traversable) -> dict[str, Any]:
    try:
        return read_words(file)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        log.error("the words in %s cannot be read (%s); install the program again", file, error)
        return {}


Disguise = Callable[[str], str]  # what the tests do to a sentence to see whether a longer language fits


class Speaker:
    """Says everything in one language."""

    def __init__(self, language: str = "de", disguise: Disguise | None = None) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self.disguise = disguise or (lambda sentence: sentence)

    def __call__(self, key: str, /, **args: Any) -> str:
        """A sentence of the screens."""
        return self.disguise(screen_words().say(Say(key, args), self.language))

    def game(self, game: AnyGame, says: Say) -> str:
        """A sentence of *game*."""
        words = game_words(game)
        source = words if says.key in words or says.key not in screen_words() else screen_words()
        return self.disguise(source.say(says, self.language))

    def part(self, game: AnyGame, says: Say) -> str:
        """Words of *game* that are filled into a sentence: only the whole is disguised."""
        return Speaker(self.language).game(game, says)

    def plain(self, key: str) -> str:
        """What is kept, like a name that is proposed: never disguised."""
        return Speaker(self.language)(key)

    def number(self, value: float, digits: int = 2) -> str:
        """A figure as it is written in the language, without needless zeros."""
        written = f"{value:.{digits}f}"
        if "." in written:
            written = written.rstrip("0").rstrip(".")
        return written.replace(".", ",") if self.language == "de" else written

    def knows(self, game: AnyGame, key: str) -> bool:
        return key in game_words(game)
