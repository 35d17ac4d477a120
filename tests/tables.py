"""Tables of cases: each case begins with its name, which is the rule that it is about."""

from collections.abc import Mapping
from typing import Any

import pytest


def cases(names: str, table: Mapping[str, Any]) -> pytest.MarkDecorator:
    """Try the test with every row of *table*; the columns are *names*, with commas between them."""
    rows = ((name, row if "," in names else (row,)) for name, row in table.items())
    return pytest.mark.parametrize(names, [pytest.param(*row, id=name) for name, row in rows])
