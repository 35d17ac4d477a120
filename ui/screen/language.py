"""The sentences of the screens, in the language that the family has chosen; games bring their own words."""

from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from companion.asks import Say
from companion.game import AnyGame
from companion.words import LANGUAGES, Words, game_words, read_words


@cache
def screen_words() -> Words:
    """Every sentence of the screens; the key begins with the name of its file, like "home.play"."""
    sentences: dict[str, Any] = {}
    folder = resources.files("ui.screen") / "words"
    common = resources.files("companion.words") / "common.toml"
    sentences.update(read_words(common))
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            stem = file.name.removesuffix(".toml")
            sentences.update({f"{stem}.{key}": value for key, value in read_words(file).items()})
    return Words(sentences)


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

    def knows(self, game: AnyGame, key: str) -> bool:
        return key in game_words(game)
