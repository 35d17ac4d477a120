"""What tests of the mind share: a table of the small game, and property tests on a busy machine.

Of a property what counts is whether it holds, not how busy the machine is meanwhile.
"""

import pytest
from hypothesis import settings

from tests.companion.small_game.sitting import Sitting

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture
def at():
    """Three people at a real table of the small game."""
    return Sitting()
