"""From keys to sentences, in every language that the words files have.

A words file is TOML: a table per key, a sentence per language, ``{names}`` where something is filled in::

    [card_barred]
    en = "{seat}, {colour} is barred now. Please take the {card} back and lay another one."
    de = "{seat}, {colour} ist gerade gesperrt. Bitte nimm die {card} zurück und lege eine andere."

Where a number decides about the word, give ``en.one`` and ``en.other``; the number is the argument ``n``.
An argument may itself be a `Say`; a list of them is joined by commas and "and". ``"@colour.blue|blue"`` is
the sentence with the key ``colour.blue`` where the words have one, else just ``blue``.

Games of one family share sentences: ``shares = ["companion.pyramid"]`` on top of a words file adds those of
the words file in that package.
"""

import string
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from companion.asks import Say

LANGUAGES = ("en", "de")

Sentences = Mapping[str, Mapping[str, Any]]


class Words:
    """The sentences of one game, on top of those that all games share."""

    def __init__(self, sentences: Sentences) -> None:
        self._sentences = sentences

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def keys(self) -> Iterable[str]:
        return self._sentences.keys()

    def languages(self, key: str) -> tuple[str, ...]:
        return tuple(self._sentences.get(key, {}))

    def say(self, says: Say, language: str) -> str:
        """*says* in *language*. A key without a sentence is told by its name, never by an error."""
        sentence = self._sentences.get(says.key, {}).get(language)
        if sentence is None:
            return says.key
        if isinstance(sentence, Mapping):
            sentence = sentence["one" if says.args.get("n") == 1 else "other"]
        filled = {name: self._fill(value, language) for name, value in says.args.items()}
        return _Forgiving().vformat(sentence, (), filled)

    def _fill(self, value: Any, language: str) -> str:
        if isinstance(value, Say):
            return self.say(value, language)
        if isinstance(value, Mapping) and "key" in value:
            return self.say(msgspec.convert(value, Say), language)
        if isinstance(value, (list, tuple)):
            return self._list([self._fill(part, language) for part in value], language)
        if isinstance(value, str) and value.startswith("@"):
            key, _, otherwise = value[1:].partition("|")
            return self.say(Say(key), language) if key in self or not otherwise else otherwise
        return str(value)

    def _list(self, parts: list[str], language: str) -> str:
        if len(parts) < 2:
            return "".join(parts)
        joint = self.say(Say("and"), language)
        return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


class _Forgiving(string.Formatter):
    """Fills in what is there and leaves the name of what is missing, so that a slip never stops a game."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(str(key), f"{{{key}}}")


def read_words(file: Traversable) -> dict[str, Any]:
    """The sentences of a words file, with those it shares, by their full key: nested tables by dots."""
    table = tomllib.loads(file.read_text("utf-8"))
    sentences: dict[str, Any] = {}
    for package in table.pop("shares", ()):
        sentences |= read_words(resources.files(package) / "words.toml")
    return {**sentences, **dict(_flatten("", table))}


def _flatten(prefix: str, table: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    sentences = {key: value for key, value in table.items() if key in LANGUAGES}
    if sentences:
        yield prefix, sentences
    for key, value in table.items():
        if key not in LANGUAGES:
            yield from _flatten(f"{prefix}.{key}" if prefix else key, value)


@cache
def words_of(package: str) -> Words:
    """The words of the game in *package* (like "companion.games.abspecken"), over the common ones."""
    common = read_words(resources.files("companion.words") / "common.toml")
    own = resources.files(package) / "words.toml"
    return Words({**common, **(read_words(own) if own.is_file() else {})})


def game_words(game: object) -> Words:
    """The words of *game*."""
    return words_of(package_of(game))


def package_of(game: object) -> str:
    """The package of *game*: the folder that holds its words and its rules."""
    module = type(game).__module__
    return module.rpartition(".")[0] or module
