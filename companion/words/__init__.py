"""From keys to sentences, in every language that has a folder in here.

The folder of a language holds ``language.toml`` (see `Language`) and a gettext file for each package that
speaks, like ``companion.games.wobble.po``, the rules of a game in a file of their own, ``….rules.po``. A game
that comes from elsewhere brings its files itself: ``words/fr.po`` and ``words/fr.rules.po`` in its package.

The msgid is the key, and ``{names}`` are filled in::

    msgid "card_barred"
    msgstr "{seat}, {colour} is barred now. Please take the {card} back and lay another one."

Where a number decides about the word there are plural forms, as gettext counts them in the language; the
number is the argument ``n``. An argument may itself be a `Say`; a list of them is joined by commas and "and".
``"@colour.blue|blue"`` is the sentence with the key ``colour.blue`` where there is one, else just ``blue``.

Games of one family share sentences and rules: ``shares = ["companion.pyramid"]`` on top of their rules.toml.
"""

import gettext
import json
import logging
import re
import string
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import msgspec

from companion.asks import Say

log = logging.getLogger(__name__)

PLACES: list[Traversable] = [resources.files(__name__)]  # the folders that hold folders of languages


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a flag: a convex polygon, x and y from the lower left corner in turn, both from 0 to 1."""

    colour: str
    corners: tuple[float, ...] = (0, 0, 1, 0, 1, 1, 0, 1)


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is another in each language besides its sentences, as it stands in its ``language.toml``."""

    name: str  # as it calls itself
    offered: bool = False  # to be chosen: it has every sentence
    base: bool = False  # what the others are translated from; it stands in where a sentence is missing
    printed: bool = False  # stands on the printed cards
    decimal: str = "."
    court: dict[str, str] = {}  # the letters of J, Q and K on French-suited cards, if they are its own
    keyboard: tuple[str, ...] = ("qwertyuiop", "asdfghjkl", "zxcvbnm-")
    narrow_keyboard: tuple[str, ...] = ("abcdefgh", "ijklmnop", "qrstuvwx", "yz-'")
    flag: tuple[Area, ...] = ()


@cache
def found_languages() -> Mapping[str, Language]:
    """Every language that has a folder by the folder's name, the base first."""
    found: dict[str, Language] = {}
    for folder in (folder for place in PLACES for folder in place.iterdir()):
        file = folder / "language.toml"
        if file.is_file():
            try:
                found[folder.name] = msgspec.toml.decode(file.read_bytes(), type=Language)
            except (OSError, ValueError) as error:
                log.error("the language in %s is left out: %s", folder, error)
    return dict(sorted(found.items(), key=lambda entry: (not entry[1].base, entry[0])))


def languages() -> tuple[str, ...]:
    """The languages that can be chosen, the base first."""
    return tuple(code for code, language in found_languages().items() if language.offered)


def figure(written: str, language: str) -> str:
    """What is *written* with a point, as *language* writes it."""
    known = found_languages().get(language)  # what is said in no known language is said in the base
    return re.sub(r"(?<=\d)\.(?=\d)", known.decimal, written) if known else written


def gap(ms: float) -> str:
    """So many milliseconds as people read them: from a second on in seconds."""
    return f"{ms:g} ms" if ms < 1000 else f"{ms / 1000:.1f} s" if ms < 10_000 else f"{ms / 1000:.0f} s"


def printed_languages() -> tuple[str, ...]:
    """The two languages that stand on the printed cards."""
    return tuple(code for code, language in found_languages().items() if language.printed)


def language_after(code: str) -> str:
    """The next language when a touch goes through all of them."""
    known = languages()
    return known[(known.index(code) + 1) % len(known)] if code in known else known[0]


# --- files ---


class Catalogue(NamedTuple):
    """The sentences of one file by key, each with its plural forms, and which form a number takes."""

    sentences: Mapping[str, tuple[str, ...]] = {}
    plural: Callable[[int], int] = gettext.c2py("n != 1")


_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\]) )?"([^"\\]*(?:\\.[^"\\]*)*)"')
_PLURAL = re.compile(r"plural=([^;\n]+)")


def read_po(text: str) -> Catalogue:
    """The sentences in the gettext file *text*; `ValueError` says what is wrong with it."""
    sentences = {entry[0]: tuple(entry[2:]) for entry in _entries(text) if all(entry[2:] or [""])}
    rule = _PLURAL.search("".join(sentences.pop("", ())))
    return Catalogue(sentences, gettext.c2py(rule[1])) if rule else Catalogue(sentences)


def _entries(text: str) -> Iterator[list[str]]:
    """Key, plural key and forms of each entry that no translator has marked as fuzzy."""
    entry: list[str] = []
    fuzzy = ahead = False  # of this entry, and of the one that a comment stands ahead of
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line.strip():
            ahead = ahead or (line.startswith("#,") and "fuzzy" in line)
            continue
        part = _LINE.fullmatch(line.strip())
        if part is None or not (entry or part[1]):
            raise ValueError(f"line {number} is no part of a gettext file: {line.strip():.60}")
        word = json.loads(f'"{part[2]}"') if "\\" in part[2] else part[2]
        if part[1] == "msgid":
            if entry and not fuzzy:
                yield entry
            entry, fuzzy, ahead = [word, ""], ahead, False
        elif part[1] == "msgid_plural":
            entry[1] = word
        elif part[1]:
            entry.append(word)
        else:
            entry[-1 if len(entry) > 2 else 1 if entry[1] else 0] += word
    if entry and not fuzzy:
        yield entry


unread: list[str] = []  # the files of sentences that could not be read so far: the family sees them


@cache
def catalogue(package: str, language: str, part: str = "") -> Catalogue:
    """What *package* says in *language*, or its rules (*part* ".rules"). A broken file costs only its own."""
    for file in _files(package, language, part):
        try:
            if file.is_file():
                return read_po(file.read_text("utf-8"))
        except (OSError, ValueError) as error:
            log.error("the words in %s cannot be read (%s); install the program again", file, error)
            unread.append(f"{language}/{file.name}")
            return Catalogue()
    others = (file for code in languages() for file in _files(package, code, part))
    if language in languages() and any(file.is_file() for file in others):
        log.warning("%s says nothing in %s; another language stands in", package, language)
    return Catalogue()


def _files(package: str, language: str, part: str) -> Iterator[Traversable]:
    yield from (place / language / f"{package}{part}.po" for place in PLACES)
    yield resources.files(package) / "words" / f"{language}{part}.po"


@cache
def own_language(package: str, part: str = "") -> str:
    """The language that *package* has all its sentences in: the base if it can, or "" if it has none."""
    return next((code for code in found_languages() if catalogue(package, code, part).sentences), "")


@cache
def rules_table(package: str) -> Mapping[str, Any]:
    """What ``rules.toml`` of *package* says of its rules: everything but their sentences."""
    file = resources.files(package) / "rules.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


# --- sentences ---


class Words:
    """The sentences of some packages, those of the first over those of the others."""

    def __init__(self, packages: Iterable[str], part: str = "") -> None:
        self._packages, self._part = tuple(packages), part

    def __contains__(self, key: str) -> bool:
        return any(key in own.sentences for own in self._own())

    def __iter__(self) -> Iterator[str]:
        return iter({key: None for own in self._own() for key in own.sentences})

    def _own(self) -> Iterator[Catalogue]:
        for package in self._packages:
            yield catalogue(package, own_language(package, self._part), self._part)

    def sentence(self, key: str, language: str, n: object = None) -> str | None:
        """What stands under *key*, with its gaps, in the form for *n*; in another language if need be."""
        if n == 0 and f"{key}.none" in self:
            key = f"{key}.none"
        for package in self._packages:
            for code in (language, own_language(package, self._part)):
                own = catalogue(package, code, self._part)
                if forms := own.sentences.get(key):
                    return forms[min(own.plural(n), len(forms) - 1) if isinstance(n, int) else -1]
        return None

    def say(self, says: Say, language: str) -> str:
        """*says* in *language*. A key without a sentence is shown by its name, never an error."""
        sentence = self.sentence(says.key, language, says.args.get("n"))
        if sentence is None:
            return says.key
        filled = {name: self._fill(value, language) for name, value in says.args.items()}
        if isinstance(ms := says.args.get("ms"), (int, float)):
            filled["gap"] = figure(gap(ms), language)
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
        return figure(str(value), language) if isinstance(value, float) else str(value)

    def _list(self, parts: list[str], language: str) -> str:
        if len(parts) < 2:
            return "".join(parts)
        joint = self.say(Say("and"), language)
        return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


class _Forgiving(string.Formatter):
    """Fills in what is there and leaves the name of what is missing, so that a slip never stops a game."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(str(key), f"{{{key}}}")


@cache
def words_of(package: str) -> Words:
    """The words of *package* (like "companion.games.abspecken"), over those it shares and those of all."""
    return Words(dict.fromkeys((package, *rules_table(package).get("shares", ()), "companion")))


def game_words(game: object) -> Words:
    """The words of *game*."""
    return words_of(package_of(game))


def package_of(game: object) -> str:
    """The package of *game*: the folder that holds its rules, and its words if it comes from elsewhere."""
    module = type(game).__module__
    return module.rpartition(".")[0] or module
