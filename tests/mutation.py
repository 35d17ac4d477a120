"""Small mistakes put into a rules module, one after the other: do the tests notice each of them?

    python -m tests.mutation companion/games/wobble/judging.py tests/companion/wobble

Every mutant is one changed operator, number, comparison, condition or call of `not`. It runs in a process of
its own that sees the changed module from the first import on; a mutant whose tests still pass has survived.
The closing line counts; the exit status is 1 if fewer than 90 % were killed. Survivors that mean the same as
the original are marked in the source by ``# same: …`` at the end of the line, with the reason, and left out.
"""

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

ENOUGH = 0.9
LONGEST = 60  # seconds for one mutant; a mutant that never ends is killed by that
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


GUARDS = ("frozen", "strict")  # of values and pairs that are right anyway


class Change:
    """One mistake: what it is, and the source with it."""

    def __init__(self, line: int, what: str, tree: ast.Module) -> None:
        self.line, self.what, self.tree = line, what, tree

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


def changes(source: str) -> Iterator[Change]:
    """Every mutant of *source*."""
    tree, lines = ast.parse(source), source.splitlines()
    guards = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in GUARDS
    }
    for number, node in enumerate(ast.walk(tree)):
        line = getattr(node, "lineno", 0)
        if id(node) in guards or (line and "# same:" in lines[line - 1]):
            continue
        for what, mutant in _mutants(node):
            changed = copy.deepcopy(tree)
            twin = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
            _become(twin, mutant)
            yield Change(line, what, ast.fix_missing_locations(changed))


def _mutants(node: ast.AST) -> Iterator[tuple[str, dict[str, object]]]:
    """What *node* could wrongly be: the fields that would be others."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                if type(op) in SWAPPED:
                    other = SWAPPED[type(op)]()
                    yield f"{_name(op)} → {_name(other)}", {"ops": [*ops[:at], other, *ops[at + 1 :]]}
        case ast.BinOp(op=op, left=left) if type(op) in SWAPPED and not _is_text(left):
            other = SWAPPED[type(op)]()
            yield f"{_name(op)} → {_name(other)}", {"op": other}
        case ast.AugAssign(op=op) if type(op) in SWAPPED:
            other = SWAPPED[type(op)]()
            yield f"{_name(op)}= → {_name(other)}=", {"op": other}
        case ast.BoolOp(op=op):
            other = SWAPPED[type(op)]()
            yield f"{_name(op)} → {_name(other)}", {"op": other}
        case ast.Constant(value=bool(value)):
            yield f"{value} → {not value}", {"value": not value}
        case ast.Constant(value=int(value)):
            yield f"{value} → {value + 1}", {"value": value + 1}
        case ast.IfExp(body=body, orelse=orelse):
            yield "the other branch", {"body": orelse, "orelse": body}
        case ast.If(test=test) if not isinstance(test, ast.Compare | ast.BoolOp):
            yield "if → if not", {"test": ast.UnaryOp(ast.Not(), test)}


def _become(node: ast.AST, fields: dict[str, object]) -> None:
    for name, value in fields.items():
        setattr(node, name, copy.deepcopy(value))


def _name(op: ast.AST) -> str:
    return type(op).__name__


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutant whenever its module is imported."""

    def __init__(self, name: str, file: Path, tree: ast.Module) -> None:
        self._name, self._file, self._code = name, file, compile(tree, str(file), "exec")

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._name:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(self._file))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self._file)
        exec(self._code, module.__dict__)


def survives(change: Change, name: str, file: Path, tests: Sequence[str]) -> bool:
    """Whether the *tests* pass with the mistake, tried in a process of its own."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return status == 0
    signal.alarm(LONGEST)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    sys.meta_path.insert(0, Mutated(name, file, change.tree))
    import pytest  # noqa: PLC0415

    code = 3
    try:
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *tests]))
    finally:
        os._exit(0 if code == 0 else 1)


def main(told: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("module", type=Path, help="the file to put mistakes into")
    parser.add_argument("tests", nargs="+", help="the tests that should notice them")
    args = parser.parse_args(told)
    import hypothesis  # noqa: F401, PLC0415  (shared by all mutants, so it is loaded once)
    import msgspec  # noqa: F401, PLC0415
    import pytest  # noqa: F401, PLC0415

    name = ".".join(args.module.with_suffix("").parts)
    tried, survivors = 0, []
    for change in changes(args.module.read_text("utf-8")):
        tried += 1
        if survives(change, name, args.module, args.tests):
            survivors.append(change)
            print(f"{args.module} {change} survived", flush=True)
    killed = tried - len(survivors)
    print(f"{args.module}: {killed} of {tried} mutants killed ({100 * killed / max(1, tried):.0f} %)")
    return 0 if killed >= ENOUGH * tried else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
