"""The rules of each game in our own words, with their ids: what "Why?" and `companion rules` show.

A rulebook file is TOML, ``rules.toml`` in the game's folder, a table per rule in reading order::

    [A17]
    title.en = "One way per playthrough"
    title.de = "Nur ein Weg pro Durchgang"
    en = "Lay cards for the sum of both dice, or one card for one die, never both."
    de = "Lege Karten für die Summe beider Würfel oder eine Karte für einen Würfel, nie beides."
    origin = "explicit"      # explicit, inferred or ruling (our answer to a gap in the booklet)
    handling = "enforced"    # enforced, recorded or honour
    options = ["cap"]        # the house-rule switches that change it, if any

Games of one family share rules: ``shares = ["companion.pyramid"]`` on top of the file appends those of that
package.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct

from companion.words import package_of


class RuleText(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule."""

    title: dict[str, str]
    en: str
    de: str
    origin: Literal["explicit", "inferred", "ruling"] = "explicit"
    handling: Literal["enforced", "recorded", "honour"] = "enforced"
    options: tuple[str, ...] = ()

    def text(self, language: str) -> str:
        return self.de if language == "de" else self.en


@cache
def _rules_in(package: str) -> tuple[dict[str, RuleText], tuple[str, ...]]:
    """The rules of *package* itself, and the packages whose rules it shares."""
    raw = tomllib.loads((resources.files(package) / "rules.toml").read_text("utf-8"))
    shares = tuple(raw.pop("shares", ()))
    return msgspec.convert(raw, dict[str, RuleText]), shares


def own_rules(game: object) -> dict[str, RuleText]:
    """The rules that stand in the folder of *game*, by id, in reading order."""
    return _rules_in(package_of(game))[0]


def rulebook(game: object) -> dict[str, RuleText]:
    """All rules of *game* by id, in reading order: its own, then those that it shares with other games."""
    own, shares = _rules_in(package_of(game))
    together = dict(own)
    for package in shares:
        together |= _rules_in(package)[0]
    return together


def table_rules() -> dict[str, RuleText]:
    """The rules that the table itself keeps (T1, T2 …), whatever is played on it."""
    return _rules_in("companion.table")[0]


def find_rule(game: object, rule: str) -> RuleText | None:
    """The text of *rule*, be it a rule of *game* or one of the table; None if there is no such rule."""
    return rulebook(game).get(rule) or table_rules().get(rule)
