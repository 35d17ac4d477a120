"""Whether everything that a game says has a sentence in every language, filled in without a gap."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from string import Formatter
from typing import Any, get_type_hints

import msgspec

from companion.asks import Ask, Say
from companion.game import AnyGame
from companion.lab.conformance.playing import Effort, Moment, _choices, random_games
from companion.layout import View
from companion.words import (
    Words,
    catalogue,
    found_languages,
    game_words,
    languages,
    own_language,
    package_of,
)


def words_are_complete(game: AnyGame, effort: Effort) -> Iterator[str]:
    """Each key has every language that the game speaks, with the same gaps; so has each key in its code."""
    package = package_of(game)
    for part in ("", ".rules"):
        yield from language_gaps(package, part)
    words = game_words(game)
    for key in keys_in_code(game):
        if key.endswith("*"):
            if not any(known.startswith(key[:-1]) for known in words):
                yield f"the code says {key}, but no key begins like that"
        elif key not in words:
            yield f"the code says {key!r}, which has no words"
    yield from (f"no words for {key!r}" for key in _named_keys(game) if key not in words)


def language_gaps(package: str, part: str = "") -> Iterator[str]:
    """What the languages of *package* say otherwise than its own: other keys, other gaps, other forms."""
    own = catalogue(package, own_language(package, part), part).sentences
    for code in found_languages():
        said = catalogue(package, code, part)
        if not said.sentences:
            continue
        if code in languages():
            yield from (f"{key!r} is not said in {code}" for key in own if key not in said.sentences)
        yield from (f"{key!r} is said in {code} only" for key in said.sentences if key not in own)
        forms = 1 + max(map(said.plural, range(200)))
        for key, sentence in said.sentences.items():
            if len(sentence) not in (1, forms):
                yield f"{key!r} in {code} has {len(sentence)} forms, expected {forms}"
            if differ := _gaps(sentence) ^ _gaps(own.get(key, sentence)):
                yield f"{key!r} in {code} differs in what it fills in: {', '.join(sorted(differ))}"


def _gaps(forms: tuple[str, ...]) -> frozenset[str]:
    """The names to fill in. "One card" needs no number, so the last form tells."""
    return frozenset(name for _, name, _, _ in Formatter().parse(forms[-1]) if name) - {"n"}


_KEY_AT = {"Say": 0, "against": 1, "tell": 1, "announce": 1, "warn": 1}  # the rule may come before it


def keys_in_code(game: AnyGame) -> Iterator[str]:
    """The keys that the game's own modules name; one that is put together ends with a star."""
    for module in resources.files(package_of(game)).iterdir():
        if module.name.endswith(".py"):
            for part in ast.walk(ast.parse(module.read_text("utf-8"))):
                if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
                    for said in part.args[(at := _KEY_AT.get(part.func.id, len(part.args))) : at + 1]:
                        yield from _keys_of(said)


def _keys_of(said: ast.expr) -> Iterator[str]:
    """The keys that an expression can be, as far as they stand there."""
    match said:
        case ast.Constant(value=str(key)):
            yield key
        case ast.IfExp(body=one, orelse=other):
            yield from (*_keys_of(one), *_keys_of(other))
        case ast.JoinedStr(values=[ast.Constant(value=str(begin)), *_]):
            yield f"{begin}*"


def _named_keys(game: AnyGame) -> Iterator[str]:
    """What the screens look up by themselves: what is needed, and the house-rule switches."""
    yield from game.about.needs
    for name, hint in get_type_hints(game.options).items():
        yield f"option.{name}"
        yield from (f"option.{name}.{choice}" for choice in _choices(hint) if not isinstance(choice, bool))


def all_is_said(game: AnyGame, effort: Effort) -> Iterator[str]:
    """Everything said in random games, refusals included, comes out whole in every language."""
    words = game_words(game)
    met: set[tuple[str, frozenset[str]]] = set()
    for _, moments in random_games(game, effort):
        for says in _everything_said(game, moments):
            shape = (says.key, frozenset(says.args))
            if shape not in met:
                met.add(shape)
                yield from _spoken(words, says)


def _everything_said(game: AnyGame, moments: list[Moment]) -> Iterator[Say]:
    for moment in moments:
        yield from (note.says for note in moment.notes)
        yield from (refusal.says for refusal in moment.refusals)
        for ask in game.asks(moment.state):
            yield from said_by_ask(ask)
        yield from said_by_view(game.view(moment.after))
    if moments and (outcome := game.outcome(moments[-1].after)):
        yield outcome.says


def said_by_ask(ask: Ask) -> Iterator[Say]:
    yield ask.prompt
    yield from (choice.says for choice in ask.choices)


def said_by_view(view: View) -> Iterator[Say]:
    yield view.phase
    yield from (stat.label for panel in view.panels for stat in panel.stats)
    yield from (die.note for die in view.dice if die.note)
    yield from (pile.label for pile in view.piles)
    yield from (row.label for row in view.sheet)


def _spoken(words: Words, says: Say) -> Iterator[str]:
    for part in _with_parts(says):
        for language in languages():
            if part.key not in words:
                yield f"{part.key!r} has no words"
                return
            text = words.say(part, language)
            if not text or "{" in text or "}" in text:
                yield f"{part.key!r} in {language} has gaps: {text!r}"


def _with_parts(value: Any) -> Iterator[Say]:
    """A sentence and the sentences that are filled into it."""
    if isinstance(value, Say):
        yield value
        for part in value.args.values():
            yield from _with_parts(part)
    elif isinstance(value, Mapping) and "key" in value:
        yield from _with_parts(msgspec.convert(value, Say))
    elif isinstance(value, str) and re.fullmatch(r"@[\w.]+", value):
        yield Say(value[1:])
    elif isinstance(value, Iterable) and not isinstance(value, (str, Mapping)):
        for part in value:
            yield from _with_parts(part)
