"""Stand-ins for the wires: mock pins that are driven, and a clock that is moved by hand."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from companion.clock import HandClock


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """Pins without a Pi; never the library's global ones."""
    factory = MockFactory()
    yield factory
    factory.reset()


@pytest.fixture
def clock() -> HandClock:
    return HandClock(now=1_000_000_000)
