"""Where pictures of the screens are kept: COMPANION_SHOTS, or a folder that is thrown away."""

import os
from pathlib import Path

import pytest


def folder(factory: pytest.TempPathFactory) -> Path:
    named = os.environ.get("COMPANION_SHOTS")
    place = Path(named) if named else factory.mktemp("shots")
    place.mkdir(parents=True, exist_ok=True)
    return place
