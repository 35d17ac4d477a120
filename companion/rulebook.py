"""The rules of each game in our own words, with their ids, as they are with tonight's house rules.

``rules.toml`` in the game's folder has a table per rule in reading order; the sentences stand with the words
of each language, in the file of rules (see `companion.words`)::

    [A15]
    options = ["cap"]        # the house-rule switches that change what the rule says, each by its {name}
    origin = "printed"       # or "read": so read by us where the booklet leaves it open
    handling = "checked"     # by the referee, or "recorded" (as it is entered), or left to "honour"
    handled.hands.open = "checked"        # how it is handled with hands=open

    A15.title    The sum
    A15          One way: lay {cap} cards that together make exactly the sum of both dice.
    A15.cap=5    one to five     what stands there with cap=5; a number may stand for itself, else nothing
    A15.other    …               that other reading, where no switch chooses it

A value is written as it is typed: ``on`` and ``off``, ``none`` for nothing, and ``own`` for a list or a table
of one's own. A filled part may have gaps itself. With a switch that is not as built in it is a house rule.

Games of one family share rules: ``shares = ["companion.pyramid"]`` on top of the file appends those of that
package.
"""

from collections.abc import Collection, Mapping
from functools import cache
from string import Formatter
from typing import Any, Literal

import msgspec
from msgspec import inspect as mi

from companion.asks import Say
from companion.game import AnyGame, Options, is_list_of_words
from companion.words import Words, package_of, rules_table

# --- the switches of a game, read off its options type, so that nobody lists them twice ---


class Switch(msgspec.Struct, frozen=True):
    """One switch: a choice among `choices`, a whole number from `low` to `high`, or a list of `words`."""

    name: str
    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    words: bool = False

    @property
    def allowed(self) -> str:
        """What may be typed, in signs that every language reads."""
        if self.choices:
            return " | ".join(_written(choice) for choice in self.choices)
        if self.low is not None and self.high is not None:
            return f"{self.low}–{self.high}"
        if self.words:
            return "…, …"
        return f"≥ {self.low}" if self.low is not None else "…"


def _written(choice: Any) -> str:
    return {True: "on", False: "off"}.get(choice, str(choice)) if isinstance(choice, bool) else str(choice)


def switches(game: AnyGame) -> tuple[Switch, ...]:
    """The switches of *game* in the order of its options."""
    info = mi.type_info(game.options)
    assert isinstance(info, mi.StructType)
    defaults = game.options()
    return tuple(_switch(field, getattr(defaults, field.name)) for field in info.fields)


def _switch(field: mi.Field, default: Any) -> Switch:
    kind = field.type.type if isinstance(field.type, mi.Metadata) else field.type
    default = msgspec.to_builtins(default)
    if isinstance(kind, mi.BoolType):
        return Switch(field.encode_name, default, (True, False))
    if isinstance(kind, mi.LiteralType):
        return Switch(field.encode_name, default, tuple(kind.values))
    if isinstance(kind, mi.IntType):
        return Switch(field.encode_name, default, (), kind.ge, kind.le)
    return Switch(field.encode_name, default, words=is_list_of_words(kind))


# --- the rules ---

Handling = Literal["checked", "recorded", "honour"]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``rules.toml`` says of a rule."""

    origin: Literal["printed", "read", "house"] = "printed"
    handling: Handling = "checked"
    options: tuple[str, ...] = ()
    handled: dict[str, dict[str, Handling]] = {}


class RuleText(msgspec.Struct, frozen=True):
    """One numbered rule of *package* as it is with the house rules *tonight*."""

    name: str
    package: str
    rule: Rule
    tonight: Options

    @property
    def options(self) -> tuple[str, ...]:
        return self.rule.options

    @property
    def origin(self) -> str:
        return "house" if _changed(self.options, self.tonight) else self.rule.origin

    @property
    def handling(self) -> Handling:
        by_switch = self.rule.handled.items()
        chosen = (by_value.get(spelled(getattr(self.tonight, name, None))) for name, by_value in by_switch)
        return next((handling for handling in chosen if handling), self.rule.handling)

    def text(self, language: str) -> str:
        return self._said(self.name, language)

    def title(self, language: str) -> str:
        return self._said(f"{self.name}.title", language)

    def other(self, language: str) -> str:
        """The other reading in words, if there is one."""
        return self._said(f"{self.name}.other", language)

    def _said(self, key: str, language: str) -> str:
        return _Filled(self, language).whole(rule_words(self.package).sentence(key, language) or "")

    def label(self, words: Words, language: str) -> str:
        """Where the rule comes from and who watches over it, like "our reading · checked"."""
        return " · ".join(words.say(Say(f"rule.{key}"), language) for key in (self.origin, self.handling))


@cache
def rule_words(package: str) -> Words:
    """The sentences of the rules of *package*."""
    return Words((package,), ".rules")


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

    def __init__(self, rule: RuleText, language: str) -> None:
        self._rule, self._language = rule, language

    def whole(self, text: str) -> str:
        return self.vformat(text, (), {}) if "{" in text else text

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        value = getattr(self._rule.tonight, str(key), None)
        part = f"{self._rule.name}.{key}={spelled(value)}"
        sentence = rule_words(self._rule.package).sentence(part, self._language)
        if sentence is not None:
            return self.whole(sentence)
        if value is None or isinstance(value, (str, bool)):
            return ""  # nothing is added with this value
        return ", ".join(map(str, value)) if isinstance(value, Collection) else value


@cache
def _rules_in(package: str) -> Mapping[str, Rule]:
    """The rules of *package* itself."""
    table = {name: rule for name, rule in rules_table(package).items() if name != "shares"}
    return msgspec.convert(table, dict[str, Rule])


def own_rules(game: AnyGame, options: Options | None = None) -> dict[str, RuleText]:
    """The rules that stand in the folder of *game*, by id, in reading order, as they are with *options*."""
    return _in_force(package_of(game), options or game.options())


def rulebook(game: AnyGame, options: Options | None = None) -> dict[str, RuleText]:
    """All rules of *game* by id, in reading order: its own, then those that it shares with other games."""
    together = own_rules(game, options)
    for package in rules_table(package_of(game)).get("shares", ()):
        together |= _in_force(package, options or game.options())
    return together


def _in_force(package: str, options: Options) -> dict[str, RuleText]:
    return {name: RuleText(name, package, rule, options) for name, rule in _rules_in(package).items()}


def table_rules() -> dict[str, RuleText]:
    """The rules that the table itself keeps (T1, T2 …), whatever is played on it."""
    return _in_force("companion.table", Options())


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
