"""The numbers that the eyes decide by, as they stand in the modules: each with its value and its reason.

To see what another value would do the eyes are loaded with it in a process of their own: so it counts
everywhere, in defaults and in what is worked out at the start as well. Nothing here may load the eyes.
"""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Literal

from msgspec import Struct

Eye = Literal["dice", "cards", "pyramid"]
EYES: tuple[Eye, ...] = ("dice", "cards", "pyramid")
USUAL = 20  # pictures of each source
PART, WHOLE = (0.5, 0.75, 1.4, 2.0), (0.7, 0.85, 1.2, 1.4)  # how much more or less is tried
VISION = Path(__file__).parents[3] / "vision"


class Limit(Struct, frozen=True):
    """A number of an eye."""

    module: str
    name: str
    value: int | float
    why: str

    @property
    def called(self) -> str:
        return f"{self.module.removeprefix('vision.')}.{self.name.lstrip('_').lower()}"

    def others(self) -> tuple[float, ...]:
        """Values on both sides of the one in force; of a share that is nearly one, its rest is changed."""
        if isinstance(self.value, int):
            less, more = (round(self.value * times) for times in (WHOLE[0], WHOLE[-1]))
            tried = {less, self.value - 1, self.value + 1, more}
            return tuple(sorted(tried - {self.value}))
        if 0.5 < self.value < 1:
            return tuple(sorted(round(1 - (1 - self.value) * times, 6) for times in PART))
        return tuple(sorted(round(self.value * times, 6) for times in WHOLE))


class Source(Struct, frozen=True):
    """Pictures of one origin, with what lies there."""

    name: str
    want: str
    deck: str
    rows: Mapping[str, Mapping[str, Any]]  # by the picture's path


class Reading(Struct, frozen=True):
    """What a process of its own reads: pictures, with one number changed or with none."""

    sources: Sequence[Source]
    keep_in: str
    limit: Limit | None = None


def limits_of(eye: Eye) -> tuple[Limit, ...]:
    """All plain numbers at the top of the modules of *eye*."""
    files = sorted((VISION / eye).glob("*.py"))
    return tuple(limit for file in files for limit in _in_file(file, f"vision.{eye}.{file.stem}"))


def _in_file(file: Path, module: str) -> Iterator[Limit]:
    text = file.read_text("utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        for name, number in _named(node):
            value = ast.literal_eval(number)
            if name.isupper() and type(value) in (int, float):
                yield Limit(module, name, value, _why(lines, node))


def _named(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement gives to plain values."""
    if not isinstance(node, ast.Assign):
        return
    (target,), value = node.targets, node.value
    both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
    pairs = zip(target.elts, value.elts, strict=True) if both else ((target, value),)  # type: ignore[attr-defined]
    for one, number in pairs:
        plain = number.operand if isinstance(number, ast.UnaryOp) else number
        if isinstance(one, ast.Name) and isinstance(plain, ast.Constant):
            yield one.id, number


def _why(lines: list[str], node: ast.stmt) -> str:
    """The comment beside a number, or the one above it."""
    beside = lines[(node.end_lineno or node.lineno) - 1].partition("#")[2].strip()
    above = lines[node.lineno - 2].strip() if node.lineno > 1 else ""
    return beside or (above.lstrip("# ") if above.startswith("#") else "")


# --- the eyes with another number ---


def change(limit: Limit) -> None:
    """From now on the module of *limit* is loaded with its value; it must not have been loaded yet."""
    if limit.module in sys.modules:
        raise RuntimeError(f"{limit.module} is loaded already")
    sys.meta_path.insert(0, _Finder(limit))


class _Finder(MetaPathFinder):
    def __init__(self, limit: Limit) -> None:
        self._limit = limit

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname == self._limit.module else None
        if spec is not None:
            spec.loader = _Changed(fullname, str(spec.origin), self._limit)
        return spec


class _Changed(SourceFileLoader):
    def __init__(self, fullname: str, path: str, limit: Limit) -> None:
        super().__init__(fullname, path)
        self._limit = limit

    def get_code(self, fullname: str) -> CodeType:
        """Never from a file of bytecode, which knows the old value."""
        tree = ast.parse(self.get_data(self.path))
        for node in tree.body:
            for name, number in _named(node):
                if name == self._limit.name:
                    _replace(node, number, ast.copy_location(ast.Constant(self._limit.value), number))
        return compile(tree, self.path, "exec")


def _replace(node: ast.stmt, old: ast.expr, new: ast.expr) -> None:
    assert isinstance(node, ast.Assign)
    if isinstance(node.value, ast.Tuple):
        node.value.elts = [new if one is old else one for one in node.value.elts]
    else:
        node.value = new
