"""Which cases of a test are tried every time, and which only with the long ones."""

from collections.abc import Sequence
from typing import Any

import pytest


def quick(cases: Sequence[Any], most: int = 1) -> list[Any]:
    """The first *most* of *cases* are quick ones; the others take their time with `make long`."""
    rest = [
        pytest.param(*case if isinstance(case, tuple) else [case], marks=pytest.mark.long)
        for case in cases[most:]
    ]
    return [*cases[:most], *rest]
