"""The rules of each game in our own words, with their ids, as they are with tonight's house rules.

A rulebook file is TOML, ``rules.toml`` in the game's folder, a table per rule in reading order::

    [A15]
    title.en = "The sum"
    title.de = "Die Summe"
    en = "One way: lay {cap} cards that together make exactly the sum of both dice."
    de = "Ein Weg: Lege {cap} Karten, die zusammen genau die Summe beider Würfel ergeben."
    fill.cap.5.en = "one to five"         # what stands there with cap=5; a number may stand for itself
    fill.cap.5.de = "eine bis fünf"
    fill.cap.none.en = "any number of"
    fill.cap.none.de = "beliebig viele"
    options = ["cap"]        # the house-rule switches that change what the rule says, each by its {name}
    origin = "printed"       # or "read": so read by us where the booklet leaves it open
    other.en = "…"           # that other reading, where no switch chooses it
    handling = "checked"     # by the referee, or "recorded" (as it is told), or left to "honour"
    handled.hands.open = "checked"        # how it is handled with hands=open

A value is written as it is typed: ``on`` and ``off``, ``none`` for nothing, and ``own`` for a list or a table
of one's own. A filled part may have gaps itself. With a switch that is not as built in it is a house rule.

Games of one family share rules: ``shares = ["companion.pyramid"]`` on top of the file appends those of that
package.
"""

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.asks import Say
from companion.game import AnyGame, Options
from companion.house_rules import Switch, switches
from companion.words import Words, package_of

Handling = Literal["checked", "recorded", "honour"]
Parts = dict[str, dict[str, dict[str, str]]]  # by switch, value and language


class RuleText(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule; as it stands in its file until `in_force` has filled its gaps."""

    title: dict[str, str]
    en: str
    de: str
    origin: Literal["printed", "read", "house"] = "printed"
    other: dict[str, str] = {}
    handling: Handling = "checked"
    options: tuple[str, ...] = ()
    fill: Parts = {}
    handled: dict[str, dict[str, Handling]] = {}

    def text(self, language: str) -> str:
        return self.de if language == "de" else self.en

    def in_force(self, options: Options) -> "RuleText":
        """The rule as it is with *options*."""
        filled = {lang: _Filled(self.fill, options, lang) for lang in ("en", "de")}
        return msgspec.structs.replace(
            self,
            title={lang: filled[lang].whole(title) for lang, title in self.title.items()},
            en=filled["en"].whole(self.en),
            de=filled["de"].whole(self.de),
            origin="house" if _changed(self.options, options) else self.origin,
            handling=self._handling(options),
            other={lang: filled[lang].whole(other) for lang, other in self.other.items()},
        )

    def _handling(self, options: Options) -> Handling:
        chosen = (
            by_value.get(spelled(getattr(options, name, None))) for name, by_value in self.handled.items()
        )
        return next((handling for handling in chosen if handling), self.handling)

    def label(self, words: Words, language: str) -> str:
        """Where the rule comes from and who watches over it, like "our reading · checked"."""
        return " · ".join(words.say(Say(f"rule.{key}"), language) for key in (self.origin, self.handling))


def spelled(value: Any) -> str:
    """The value of a switch as it is typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Collection) and not isinstance(value, str):
        return "own" if value else "none"
    return str(value) if value is not None else "none"


def _changed(names: tuple[str, ...], options: Options) -> bool:
    """Whether one of the switches *names* is not as it is built in."""
    usual = type(options)()
    return any(getattr(options, name, None) != getattr(usual, name, None) for name in names)


class _Filled(Formatter):
    """Fills ``{switch}`` with the part for its value, else with the value itself."""

    def __init__(self, parts: Parts, options: Options, language: str) -> None:
        self._parts, self._options, self._language = parts, options, language

    def whole(self, text: str) -> str:
        return self.vformat(text, (), {}) if "{" in text else text

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        name = str(key)
        value = getattr(self._options, name, None)
        part = self._parts.get(name, {}).get(spelled(value))
        if part is not None:
            return self.whole(part[self._language])
        if isinstance(value, Collection) and not isinstance(value, str):
            return ", ".join(map(str, value))
        return value


@cache
def _rules_in(package: str) -> tuple[dict[str, RuleText], tuple[str, ...]]:
    """The rules of *package* itself, and the packages whose rules it shares."""
    raw = tomllib.loads((resources.files(package) / "rules.toml").read_text("utf-8"))
    shares = tuple(raw.pop("shares", ()))
    return msgspec.convert(raw, dict[str, RuleText]), shares


def own_rules(game: AnyGame, options: Options | None = None) -> dict[str, RuleText]:
    """The rules that stand in the folder of *game*, by id, in reading order, as they are with *options*."""
    return _in_force(_rules_in(package_of(game))[0], options or game.options())


def rulebook(game: AnyGame, options: Options | None = None) -> dict[str, RuleText]:
    """All rules of *game* by id, in reading order: its own, then those that it shares with other games."""
    own, shares = _rules_in(package_of(game))
    together = dict(own)
    for package in shares:
        together |= _rules_in(package)[0]
    return _in_force(together, options or game.options())


def _in_force(rules: Mapping[str, RuleText], options: Options) -> dict[str, RuleText]:
    return {name: rule.in_force(options) for name, rule in rules.items()}


def table_rules() -> dict[str, RuleText]:
    """The rules that the table itself keeps (T1, T2 …), whatever is played on it."""
    return _rules_in("companion.table")[0]


def find_rule(game: AnyGame, rule: str, options: Options | None = None) -> RuleText | None:
    """The text of *rule*, a rule of *game* with *options* or one of the table; None if there is none."""
    return rulebook(game, options).get(rule) or table_rules().get(rule)


def switches_of(game: AnyGame, rule: str, options: Options) -> tuple[Switch, ...]:
    """The switches that change what *rule* says."""
    here = rulebook(game, options).get(rule)
    return tuple(s for s in switches(game) if here is not None and s.name in here.options)


def read_with(game: AnyGame, rule: str, options: Options, switch: str, value: Any) -> RuleText:
    """What *rule* says with *switch* at *value*, all else as in *options*."""
    return rulebook(game, msgspec.structs.replace(options, **{switch: value}))[rule]
