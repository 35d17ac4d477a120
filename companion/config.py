"""Typed configuration in layers: every value knows its origin, and an error comes with its remedy.

The settings are a frozen struct of sections, each a struct of plain values; what they are for stands with
the words of each language, like ``setting.sound.volume``::

    class Sound(Section):
        volume: Annotated[int, Meta(ge=0, le=100)] = 80

Layers are laid over each other in the order given; later ones win. A value that does not fit is left out
and reported as a `Problem`, so that a family can always play; whoever wants to be strict looks at `problems`.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from companion.plain_file import read_text
from companion.words import words_of

BUILT_IN = "built in"
_MOST = 200_000  # bytes of a file of settings
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_ENDLESS_NAME = re.compile(rf"(?:{_PART}[ \t]*\.[ \t]*){{20}}")  # each part costs more than the one before
_MOST_REPORTED = 100  # troubles of one origin: whoever has more has another kind of file


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A group of settings that belong together."""


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a setting, where it stands, and what helps."""

    origin: str
    what: str
    next_step: str

    def __str__(self) -> str:
        return f"{self.origin}: {self.what}. {self.next_step}"


class Layer(msgspec.Struct, frozen=True):
    """Values from one origin, by section and name, and the origin's own troubles."""

    origin: str
    values: dict[str, dict[str, Any]] = {}
    problems: tuple[Problem, ...] = ()


class Setting(msgspec.Struct, frozen=True):
    """One value with its origin."""

    name: str
    value: Any
    origin: str


T = TypeVar("T", bound=msgspec.Struct)


class Loaded(msgspec.Struct, Generic[T], frozen=True):
    """The settings in force."""

    settings: T
    origins: dict[str, str]
    problems: tuple[Problem, ...] = ()

    def listed(self) -> Iterator[Setting]:
        """Every setting, in the order of the sections."""
        for section in msgspec.structs.fields(self.settings):
            values = getattr(self.settings, section.name)
            for field in msgspec.structs.fields(values):
                name = f"{section.name}.{field.name}"
                value = msgspec.to_builtins(getattr(values, field.name))
                yield Setting(name, value, self.origins.get(name, BUILT_IN))


def purpose(name: str, language: str = "") -> str:
    """What the setting *name* is for, in *language* or that of the program; "" for what nobody describes."""
    return words_of("companion").sentence(f"setting.{name}", language) or ""


def from_file(path: Path) -> Layer:
    """The layer in the TOML file at *path*; no file is an empty layer."""
    try:
        text = read_text(path, _MOST)
    except FileNotFoundError:
        return Layer(str(path))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        return Layer(str(path), problems=(Problem(str(path), f"cannot be read ({reason})", _SET_ASIDE),))
    try:
        values = toml_in(text)
    except ValueError as error:
        return Layer(str(path), problems=(Problem(str(path), f"is not valid TOML: {error}", _SET_ASIDE),))
    loose = [name for name, value in values.items() if not isinstance(value, dict)]
    problems = tuple(
        Problem(str(path), f"{name!r} stands outside of a [section]", "Put it below its section.")
        for name in loose
    )
    return Layer(str(path), {k: v for k, v in values.items() if k not in loose}, problems)


_SET_ASIDE = "Mend it or move it away; until then the built-in values are used."


def from_environment(environment: Mapping[str, str], settings: type[msgspec.Struct]) -> Layer:
    """The layer in variables like ``COMPANION_SOUND_VOLUME=40``; names of no section are not ours."""
    values: dict[str, dict[str, Any]] = {}
    for section in msgspec.structs.fields(settings):
        start = f"COMPANION_{section.name.upper()}_"
        for name, value in environment.items():
            if name.startswith(start):
                values.setdefault(section.name, {})[name[len(start) :].lower()] = _plain(value)
    return Layer("environment", values)


def from_flags(flags: Iterable[str]) -> Layer:
    """The layer in flags like ``sound.volume=40``."""
    values: dict[str, dict[str, Any]] = {}
    problems = []
    for flag in flags:
        name, found, value = flag.partition("=")
        section, dot, key = name.partition(".")
        if found and dot and section and key:
            values.setdefault(section, {})[key] = _plain(value)
        else:
            problems.append(Problem("flags", f"{flag!r} is not a setting", "Write it like sound.volume=40."))
    return Layer("flags", values, tuple(problems))


def _plain(word: str) -> Any:
    """A word from a shell as TOML would read it: numbers, true, lists; else the word itself."""
    try:
        return toml_in(f"value = {word}")["value"]
    except ValueError:
        return word


def toml_in(text: str) -> dict[str, Any]:
    """*text* as TOML; raises `ValueError`, also for numbers, names and brackets that go on and on."""
    if _ENDLESS_NAME.search(text):
        raise ValueError("a name of more parts than any setting has")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("brackets within brackets without an end") from error


def load(settings: type[T], layers: Iterable[Layer]) -> Loaded[T]:
    """The settings in force when *layers* are laid over the built-in values."""
    sections: dict[str, type[msgspec.Struct]] = {f.name: f.type for f in msgspec.structs.fields(settings)}
    values: dict[str, dict[str, Any]] = {name: {} for name in sections}
    origins: dict[str, str] = {}

    def lay_over(layer: Layer) -> Iterator[Problem]:
        yield from layer.problems
        for section, entries in layer.values.items():
            if section not in sections:
                yield _unknown(layer.origin, f"section [{section}]", section, sections)
                continue
            kind, before = sections[section], values[section]
            known = {field.name for field in msgspec.structs.fields(kind)}
            for name, value in entries.items():
                if name not in known:
                    yield _unknown(layer.origin, f"setting {section}.{name}", name, known)
                elif error := _misfit(kind, {**before, name: value}):
                    what = f"{section}.{name} = {_short(value)} does not fit: {error}"
                    yield Problem(layer.origin, what, _what_fits(f"{section}.{name}"))
                else:
                    before[name], origins[f"{section}.{name}"] = value, layer.origin

    problems = [problem for layer in layers for problem in islice(lay_over(layer), _MOST_REPORTED)]
    made = {name: msgspec.convert(values[name], kind, strict=False) for name, kind in sections.items()}
    return Loaded(settings(**made), origins, tuple(problems))


def _misfit(kind: type[msgspec.Struct], values: Mapping[str, Any]) -> str:
    try:
        msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _short(value: Any) -> str:
    written = repr(value)
    return written if len(written) < 80 else f"{written[:77]}..."


def _unknown(origin: str, what: str, name: str, known: Iterable[str]) -> Problem:
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else f"Known are: {', '.join(sorted(known))}."
    return Problem(origin, f"there is no {what}", hint)


def _what_fits(name: str) -> str:
    says = purpose(name)
    return f"It says {says}; the value before it stays in force." if says else "The value before it stays."
