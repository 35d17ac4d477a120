"""A clock that stands still and a place for a journal's file."""

import pytest

from companion.clock import HandClock


@pytest.fixture
def clock():
    return HandClock(now=1, wall=1_700_000_000 * 10**9)


@pytest.fixture
def place(tmp_path):
    return tmp_path / "house" / "journal.db"
