"""Findings for the family: the state of a device, and one next step."""

from enum import StrEnum
from functools import cache

from msgspec import Struct

from companion.asks import Say
from companion.words import Words, words_of


class Level(StrEnum):
    """How serious a finding is."""

    OK = "ok"
    NOTE = "note"  # worth knowing, nothing to do at once
    WARNING = "warning"  # it works, but not as well as it should
    BROKEN = "broken"  # this part does not work; the game goes on without it

    @property
    def weight(self) -> int:
        return list(Level).index(self)


class Finding(Struct, frozen=True, omit_defaults=True):
    """How one thing is. Unless all is well, the words file has a next step below ``<key>.next``."""

    about: str  # like "button 2", "lamp 1", "camera"
    level: Level
    says: Say

    @property
    def next_step(self) -> Say | None:
        return None if self.level is Level.OK else Say(f"{self.says.key}.next", self.says.args)

    def said(self, language: str) -> tuple[str, str]:
        """What is the matter, and what to do now; "" if nothing."""
        words, advice = wire_words(), self.next_step
        return words.say(self.says, language), words.say(advice, language) if advice else ""

    def sentence(self, language: str) -> str:
        """Both in one breath."""
        return " ".join(filter(None, self.said(language)))


def ok(about: str, key: str, **args: object) -> Finding:
    return Finding(about, Level.OK, Say(key, args))


def note(about: str, key: str, **args: object) -> Finding:
    return Finding(about, Level.NOTE, Say(key, args))


def warning(about: str, key: str, **args: object) -> Finding:
    return Finding(about, Level.WARNING, Say(key, args))


def broken(about: str, key: str, **args: object) -> Finding:
    return Finding(about, Level.BROKEN, Say(key, args))


def worst(findings: tuple[Finding, ...]) -> Level:
    """The most serious level among *findings*."""
    return max((finding.level for finding in findings), key=lambda level: level.weight, default=Level.OK)


@cache
def wire_words() -> Words:
    """The sentences of the wires."""
    return words_of("hardware")
