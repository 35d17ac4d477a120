"""Which cases of a test are tried every time, and which are left to `make more` and `make long`."""

from collections.abc import Sequence
from typing import Any

import pytest

_Named = type(pytest.param())
MORE = (pytest.mark.long, pytest.mark.more)


def quick(cases: Sequence[Any], most: int = 1, more: int | None = None) -> list[Any]:
    """The first *most* of *cases* are quick ones, then come so many *more* of the same; the rest is long."""
    last = len(cases) if more is None else most + more
    others = [_later(case, MORE if number < last else MORE[:1]) for number, case in enumerate(cases)]
    return [*cases[:most], *others[most:]]


def more(test: Any) -> Any:
    """The whole of *test* is more of the same as what stands beside it."""
    for mark in MORE:
        test = mark(test)
    return test


def _later(case: Any, marks: Sequence[pytest.MarkDecorator]) -> Any:
    if isinstance(case, _Named):
        return pytest.param(*case.values, marks=[*case.marks, *marks], id=case.id)
    return pytest.param(*case if isinstance(case, tuple) else [case], marks=marks)
