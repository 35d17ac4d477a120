"""Which cases of a test are tried every time, and which are left to `make more` and `make long`."""

from collections.abc import Sequence
from typing import Any

import pytest

_Named = type(pytest.param())
_MORE = (pytest.mark.long, pytest.mark.more)


def quick(cases: Sequence[Any], most: int = 1) -> list[Any]:
    """The first *most* of *cases* are quick ones; the others are more of the same."""
    return [*cases[:most], *map(_later, cases[most:])]


def more(test: Any) -> Any:
    """The whole of *test* is more of the same as what stands beside it."""
    for mark in _MORE:
        test = mark(test)
    return test


def _later(case: Any) -> Any:
    if isinstance(case, _Named):
        return pytest.param(*case.values, marks=[*case.marks, *_MORE], id=case.id)
    return pytest.param(*case if isinstance(case, tuple) else [case], marks=_MORE)
