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


def screen_words() -> Words:
    """Every sentence of the screens; the key begins with the name of its file, like "home.play"."""
    return _read()[0]


def broken_words() -> tuple[str, ...]:
    """The files of sentences that cannot be read: the family is told."""
    return _read()[1]


@cache
def _read() -> tuple[Words, tuple[str, ...]]:
    common = resources.files("companion.words") / "common.toml"
    folder = resources.files("ui.screen") / "words"
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    broken: list[str] = []
    words = words_in(common, [file for file in files if file.name.endswith(".toml")], broken.append)
    return words, tuple(broken)


def words_in(
    common: Traversable, files: Iterable[Traversable], lost: Callable[[str], None] = lambda name: None
) -> Words:
    """The sentences of *files* on top of the *common* ones. A broken file costs only its own sentences:
    the names of their keys stand there until it is mended."""
    sentences = _sentences(common, lost)
    for file in files:
        stem = file.name.removesuffix(".toml")
        sentences.update({f"{stem}.{key}": value for key, value in _sentences(file, lost).items()})
    return Words(sentences)


def _sentences(file: Traversable, lost: Callable[[str], None]) -> dict[str, Any]:
    try:
        return read_words(file)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        log.error("the words in %s cannot be read (%s); install the program again", file, error)
        lost(file.name)
        return {}


Disguise = Callable[[str], str]  # what the tests do to a sentence to see whether a longer language fits


def plain_name(key: str) -> str:
    """What stands in the place of a sentence that is lost.

    >>> plain_name("home.power_off")
    'Power off'
    """
    return key.rpartition(".")[2].replace("_", " ").capitalize()


class Speaker:
    """Says everything in one language."""

    def __init__(self, language: str = "de", disguise: Disguise | None = None) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self.disguise = disguise or (lambda sentence: sentence)

    def __call__(self, key: str, /, **args: Any) -> str:
        """A sentence of the screens."""
        words = screen_words()
        sentence = words.say(Say(key, args), self.language) if key in words else plain_name(key)
        return self.disguise(sentence)

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
