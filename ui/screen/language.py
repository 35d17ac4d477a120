"""The sentences of the screens, in the language that the family has chosen; games bring their own words."""

from typing import Any

from companion.asks import Say
from companion.game import AnyGame
from companion.words import Words, figure, found_languages, game_words, languages, words_of


def screen_words() -> Words:
    """Every sentence of the screens; the key begins with the name of its page, like "home.play"."""
    return words_of("ui.screen")


def plain_name(key: str) -> str:
    """What stands in the place of a sentence that is lost.

    >>> plain_name("home.power_off")
    'Power off'
    """
    return key.rpartition(".")[2].replace("_", " ").capitalize()


class Speaker:
    """Says everything in one language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in found_languages() else languages()[0]

    def speaking(self, language: str) -> "Speaker":
        """One who speaks like this one, in another *language*."""
        return type(self)(language)

    def __call__(self, key: str, /, **args: Any) -> str:
        """A sentence of the screens."""
        words = screen_words()
        return words.say(Say(key, args), self.language) if key in words else plain_name(key)

    def game(self, game: AnyGame, says: Say) -> str:
        """A sentence of *game*."""
        words = game_words(game)
        source = words if says.key in words or says.key not in screen_words() else screen_words()
        return source.say(says, self.language)

    def title(self, game: AnyGame) -> str:
        """What *game* is called; some have a name of their own in each language."""
        return Speaker(self.language).known(game, "about.title", game.about.title)

    def needs(self, game: AnyGame) -> str:
        """All that has to lie on the table for *game*; nothing where it needs nothing."""
        plain = Speaker(self.language)  # what is filled into a sentence
        needs = [plain.game(game, Say(need)) for need in game.about.needs]
        return self("choose.needs", needs=needs) if needs else ""

    def plain(self, key: str) -> str:
        """What is kept, like a name that is proposed."""
        return Speaker(self.language)(key)

    def number(self, value: float, digits: int = 2) -> str:
        """A figure as it is written in the language, without needless zeros."""
        written = f"{value:.{digits}f}"
        if "." in written:
            written = written.rstrip("0").rstrip(".")
        return self.figure(written)

    def figure(self, written: str) -> str:
        """A figure of a game, which writes it with a point."""
        return figure(written, self.language)

    def knows(self, game: AnyGame, key: str) -> bool:
        return key in game_words(game)

    def known(self, game: AnyGame, key: str, otherwise: str = "", /, **args: Any) -> str:
        """A sentence of *game* that not every game has."""
        return self.game(game, Say(key, args)) if self.knows(game, key) else otherwise
