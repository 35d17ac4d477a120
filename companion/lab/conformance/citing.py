"""Whether code, tests and rulebook speak of the same rules."""

import ast
import importlib.util
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path

from companion.game import AnyGame
from companion.lab.conformance.playing import Effort, random_games
from companion.rulebook import find_rule, own_rules
from companion.words import package_of


def rules_are_cited(game: AnyGame, effort: Effort) -> Iterator[str]:
    """Every rule of the rulebook stands in the code that decides it, or says that it cannot be decided."""
    code = "\n".join(source_of(game))
    missing = list(uncited(own_rules(game), [code]))
    if missing:
        yield f"no code cites {', '.join(missing)}"


def uncited(rules: Iterable[str], texts: Iterable[str]) -> Iterator[str]:
    """Those of *rules* whose id stands in none of *texts*. ``A15 to A19`` cites all five."""
    cited = {rule for text in texts for rule in ids_in(text)}
    yield from (rule for rule in rules if rule not in cited)


_ID = re.compile(
    r"(?<![\w-])((?:[A-Z]+-)?[A-Z]+-?)(\d+)(?:(?:-| to |–)(?:(?:[A-Z]+-)?[A-Z]+-?)?(\d+))?(?![\w])"
)


def ids_in(text: str) -> Iterator[str]:
    """The rule ids in *text*, those of a range as well.

    >>> sorted(ids_in("A1, P2 to P4 and A-SP3"))
    ['A-SP3', 'A1', 'P2', 'P3', 'P4']
    """
    for prefix, first, last in _ID.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{prefix}{number}"


def source_of(game: AnyGame) -> Iterator[str]:
    """The text of the game's own modules."""
    for module in sorted(resources.files(package_of(game)).iterdir(), key=lambda m: m.name):
        if module.name.endswith(".py"):
            yield module.read_text("utf-8")


def texts_under(folder: Path) -> Iterator[str]:
    """The text of all tests and tables below *folder*."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".py", ".toml", ".json", ".jsonl"):
            yield file.read_text("utf-8")


def rules_exist(game: AnyGame, effort: Effort) -> Iterator[str]:
    """Every ask, note, refusal and outcome names a rule that "Why?" can show."""
    for rule, what in sorted({*_rules_met(game, effort), *_rules_written(game)}):
        if find_rule(game, rule) is None:
            yield f"{what} names the rule {rule!r}, which is not in rules.toml"


def _rules_written(game: AnyGame) -> Iterator[tuple[str, str]]:
    """The ids that the code of *game* can cite, seldom met ones and those of shared modules as well."""
    for module, tree in _code_of(game).items():
        keys = {key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
        for part in filter(_cites, ast.walk(tree)):
            words = (n.value for n in ast.walk(part) if isinstance(n, ast.Constant) and n not in keys)
            named = (word for word in words if isinstance(word, str) and _ID.fullmatch(word))
            yield from ((word, f"the module {module}") for word in named)


_CITING = ("Refusal", "Question", "Note", "Outcome", "against", "tell", "announce", "warn")


def _cites(part: ast.AST) -> bool:
    """Whether the literals in *part* that look like ids are rules: a task or a card may look like one."""
    if isinstance(part, ast.Call):
        return isinstance(part.func, ast.Name) and part.func.id in _CITING
    if isinstance(part, ast.FunctionDef):
        return "rule" in part.name
    return isinstance(part, ast.Assign) and "rule" in ast.unparse(part.targets[0]).lower()


def _code_of(game: AnyGame) -> dict[str, ast.Module]:
    """The modules of *game*, and all of the house that they import."""
    waiting, found = [f"{package_of(game)}.game"], dict[str, ast.Module]()
    while waiting:
        name = waiting.pop()
        spec = importlib.util.find_spec(name) if name not in found else None
        if spec is None or spec.origin is None:
            continue
        found[name] = ast.parse(Path(spec.origin).read_text("utf-8"))
        for node in ast.walk(found[name]):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion."):
                waiting += [node.module or "", *_submodules(node)]
    return found


def _submodules(node: ast.ImportFrom) -> Iterator[str]:
    spec = importlib.util.find_spec(node.module or "")
    if spec is not None and spec.submodule_search_locations is not None:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _rules_met(game: AnyGame, effort: Effort) -> set[tuple[str, str]]:
    met: set[tuple[str, str]] = set()
    for _, moments in random_games(game, effort):
        for moment in moments:
            met |= {(ask.rule, f"the ask {ask.id.partition(':')[0]!r}") for ask in game.asks(moment.state)}
            met |= {(note.rule, f"the note {note.says.key!r}") for note in moment.notes if note.rule}
            met |= {(refused.rule, f"the refusal {refused.says.key!r}") for refused in moment.refusals}
        if moments and (outcome := game.outcome(moments[-1].after)):
            met.add((outcome.rule, "the outcome"))
    return met
