"""The mistakes that `tests.mutation` knows: each is one changed operator, number, comparison or condition."""

import ast
import copy
from collections.abc import Iterator, Sequence
from random import Random

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
    """One mistake: what it is, the source with it, and whether it stands in the body of a function."""

    def __init__(self, line: int, what: str, tree: ast.Module, *, in_a_body: bool) -> None:
        self.line, self.what, self.tree, self.in_a_body = line, what, tree, in_a_body

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


def changes(source: str) -> Iterator[Change]:
    """Every mutant of *source*."""
    tree = ast.parse(source)
    guards = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in GUARDS
    }
    bodies = _in_bodies(tree)
    for number, node in enumerate(ast.walk(tree)):
        line = getattr(node, "lineno", 0)
        if id(node) in guards:
            continue
        for what, mutant in _mutants(node):
            changed = copy.deepcopy(tree)
            twin = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
            _become(twin, mutant)
            yield Change(line, what, ast.fix_missing_locations(changed), in_a_body=id(node) in bodies)


def _in_bodies(tree: ast.Module) -> set[int]:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {id(node) for function in functions for stated in function.body for node in ast.walk(stated)}


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


def spread(changes: Sequence[Change], about: int) -> Sequence[Change]:
    """About so many of *changes*, evenly from the first to the last; all of them if *about* is 0."""
    return changes[:: max(1, len(changes) // about)] if about else changes


def by_chance(changes: Sequence[Change], share: float, random: Random) -> Sequence[Change]:
    """Each of *changes* with the same chance, *share*."""
    return [change for change in changes if random.random() < share]
