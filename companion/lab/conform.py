"""Runs vector files through the real rules: what a situation must lead to, written down beforehand.

Each game (and each shared model, like the pyramid) has a thin adapter in `companion.lab.vectors` with

* ``HANDLES``: the kinds (or ops) that it understands
* ``recognises(vector) -> bool``: whether a vector whose kind other games have too is meant for it
* ``answer(vector, defaults) -> Answer``: what the rules say, and what the vector expects of it
"""

import difflib
import importlib
import json
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct

from companion.asks import JSON
from companion.lab import vectors as adapter_modules
from companion.plain_file import read_text


class Answer(Struct, frozen=True):
    """What was expected and what the rules say, both brought to the same form."""

    expected: JSON
    got: JSON


class Result(Struct, frozen=True):
    """How one vector fared; `trouble` says why it could not be asked at all."""

    id: str
    expected: JSON = None
    got: JSON = None
    trouble: str = ""

    @property
    def passed(self) -> bool:
        return not self.trouble and self.expected == self.got


def only_expected(expected: Any, got: Any) -> Any:
    """*got* cut down to what *expected* names: of an object only the keys that stand in the expectation."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return {key: only_expected(expected[key], got.get(key)) for key in expected}
    return got


def so_many(number: int, least: int, most: int) -> int:
    """*number*, which must lie between the two: a vector that asks for more would never be done."""
    if not least <= number <= most:
        raise ValueError(f"expected {least} to {most}, got {number}")
    return number


def switches_in(given: dict[str, Any]) -> dict[str, Any]:
    """The house rules that a situation names: single keys, or under `rules`, `switches` or `switch`.

    They may be written with their game before them, like ``sp.linked``.
    """
    return _Switches(given)


def in_order(value: Any) -> Any:
    """A list whose order does not matter, in a fixed order, so that two of them can be compared."""
    return sorted((in_order(part) if isinstance(part, list) else part for part in value), key=json.dumps)


def adapters() -> dict[str, ModuleType]:
    """Every adapter by the name of its game."""
    names = [module.name for module in pkgutil.iter_modules(adapter_modules.__path__)]
    modules = {name: importlib.import_module(f"{adapter_modules.__name__}.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "HANDLES")}


def run_file(path: Path, game: str = "") -> Iterator[Result]:
    """The results of all vectors in the file at *path*; name the *game* where the kinds do not tell it."""
    data = json.loads(read_text(path))
    vectors = data["vectors"] if isinstance(data, dict) else data
    if not isinstance(vectors, list):
        raise ValueError(f"expected a list of vectors in {path.name}, got {type(vectors).__name__}")
    defaults = {k: v for k, v in data.items() if k != "vectors"} if isinstance(data, dict) else {}
    chosen = _adapters_for(vectors, game)
    for number, vector in enumerate(vectors):
        yield _run(vector, number, chosen, defaults)


def _run(vector: Any, number: int, chosen: list[ModuleType], defaults: dict[str, Any]) -> Result:
    if not isinstance(vector, dict):
        return Result(f"#{number}", trouble=f"expected an object, got {vector!r}")
    name = str(vector.get("id", f"#{number}"))
    adapter = next((a for a in chosen if _kind(vector) in a.HANDLES), None)
    if adapter is None:
        return Result(name, trouble=f"no game has vectors of the kind {_kind(vector)!r}")
    asked = _Asked(vector)
    try:
        answer = adapter.answer(asked, defaults)
    except KeyError as error:
        return Result(name, trouble=f"{error} is missing, or not known, in the kind {_kind(vector)!r}")
    except Exception as error:  # a vector that the rules cannot take is a failing vector, with its reason
        return Result(name, trouble=f"{type(error).__name__}: {error}")
    if unread := asked.unread():
        return Result(name, trouble=_unread_words(unread, asked, _kind(vector)))
    return Result(name, answer.expected, answer.got)


FOR_PEOPLE = frozenset({"id", "kind", "op", "note", "why", "text", "source"})
SWITCHED = ("rules", "switches", "switch")  # where house rules stand, if not beside the situation
NESTED = ("position", "in", *SWITCHED)  # where the situation stands, if not beside its kind


class _Asked(dict[str, Any]):
    """A vector that remembers which of its keys an adapter has looked at: any other would be ignored."""

    def __init__(self, vector: Mapping[str, Any]) -> None:
        super().__init__(vector)
        self.read: set[str] = set(FOR_PEOPLE)
        for key in NESTED:
            if isinstance(self.get(key), dict):
                super().__setitem__(key, _Asked(vector[key]))

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.read.add(str(key))
        return super().__contains__(key)

    def __iter__(self) -> Iterator[str]:
        self.read.update(super().keys())
        return super().__iter__()

    def keys(self) -> Any:
        self.read.update(super().keys())
        return super().keys()

    def items(self) -> Any:
        self.read.update(super().keys())
        return super().items()

    def unread(self) -> list[str]:
        """The keys that nobody has looked at, here and in the situation."""
        own = [key for key in dict.keys(self) if key not in self.read]
        nested = [value for key, value in super().items() if key in NESTED and isinstance(value, _Asked)]
        return [*own, *(key for part in nested for key in part.unread())]


class _Switches(dict[str, Any]):
    """House rules by their plain names; looking one up is looking at the key that it was written under."""

    def __init__(self, given: dict[str, Any]) -> None:
        nested = (given.get(key) for key in SWITCHED if key in given)
        self._places = [given, *(part for part in nested if isinstance(part, dict))]
        written = [(key, value) for place in self._places for key, value in dict.items(place)]
        super().__init__({_plain_name(key): value for key, value in written})

    def _look(self, name: object) -> None:
        for place in self._places:
            if isinstance(place, _Asked):
                place.read.update(key for key in dict.keys(place) if _plain_name(key) == name)

    def __getitem__(self, name: str) -> Any:
        self._look(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._look(name)
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._look(name)
        return super().get(name, default)


def _plain_name(key: str) -> str:
    return key.rpartition(".")[2]


def _unread_words(unread: list[str], asked: _Asked, kind: str) -> str:
    """Which keys mean nothing in a vector of this *kind*, and which ones do."""
    parts = [part for key in NESTED if isinstance(part := asked.get(key), _Asked)]
    known = sorted({key for one in (asked, *parts) for key in one.read} - FOR_PEOPLE - set(unread))
    near = [match for key in unread for match in difflib.get_close_matches(key, known, n=1)]
    hint = f"did you mean {' or '.join(near)}?" if near else f"it knows {', '.join(known)}"
    return f"unknown in a vector of the kind {kind!r}: {', '.join(unread)} ({hint})"


def _kind(vector: dict[str, Any]) -> str:
    return str(vector.get("kind", vector.get("op", "")))


def _adapters_for(vectors: Iterable[Any], game: str) -> list[ModuleType]:
    """The adapters, best first: the named game, else the one that knows most of the vectors."""
    known = adapters()
    wanted = game.lower().replace("-", "_")
    if wanted:
        if wanted not in known:
            raise KeyError(f"no vectors for a game {game!r} (known: {', '.join(sorted(known))})")
        return [known[wanted]]
    those = [vector for vector in vectors if isinstance(vector, dict)]

    def understood(adapter: ModuleType) -> int:
        return sum(_is_about(adapter, vector) for vector in those)

    return sorted(known.values(), key=understood, reverse=True)


def _is_about(adapter: ModuleType, vector: dict[str, Any]) -> bool:
    """Whether *vector* is about the game of *adapter*; one that is put together wrongly is about none."""
    try:
        return _kind(vector) in adapter.HANDLES and bool(adapter.recognises(vector))
    except (TypeError, ValueError, LookupError, AttributeError):
        return False
