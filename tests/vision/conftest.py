"""Drawn tables that several tests look at."""

import os
from pathlib import Path

import pytest

from vision.drawn import draw
from vision.lab.scenes import Variety, any_scene

CALM = Variety(light=0.3, lens=0.3, camera=0.4, glare=0.0, touching=0.0)


@pytest.fixture(scope="session")
def table_scene():
    """A calm table: three dice in the tray, cards in two places and in the scan place."""
    cards = {"discard:1": ("3", "4"), "discard:3": ("6",), "scan": ("1", "2", "5")}
    return any_scene(3, {"pips": 2, "colour": 1}, cards, variety=CALM)


@pytest.fixture(scope="session")
def table_picture(table_scene):
    return draw(table_scene)


@pytest.fixture(scope="session")
def outside_pictures() -> Path:
    """The folder with photos/ and renders/ that are not part of this project."""
    folder = os.environ.get("COMPANION_PICTURES")
    if not folder:
        pytest.skip("COMPANION_PICTURES is not set: no real photographs to look at")
    return Path(folder)
