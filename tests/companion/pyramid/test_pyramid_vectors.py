"""The vectors find their adapters, and the six games share the rules of the pyramid."""

import os
from pathlib import Path

import pytest

from companion.games import all_games
from companion.lab.conform import run_file
from companion.rulebook import own_rules, rulebook

FOLDER = os.environ.get("COMPANION_VECTORS")


@pytest.mark.skipif(not FOLDER, reason="COMPANION_VECTORS does not name the folder with the vector files")
def test_the_whole_file_finds_its_adapters():
    """One file, seven adapters: each vector goes to the one that knows its kind."""
    results = list(run_file(Path(FOLDER or "") / "pyramid.json"))
    assert [r for r in results if not r.passed] == []


def test_the_games_of_the_pyramid_share_its_rules():
    game = all_games()["squeeze_play"]
    assert next(iter(own_rules(game))) == "SP1"
    assert {f"G{n}" for n in range(1, 21)} <= set(rulebook(game))
