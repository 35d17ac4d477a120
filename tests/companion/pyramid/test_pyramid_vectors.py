"""The vectors about geometry, and every rule that the six games share has words in both languages."""

import json
import os
from pathlib import Path

import pytest

from companion.games import all_games
from companion.lab.conform import run_file
from companion.lab.vectors.pyramid import HANDLES, answer
from companion.rulebook import own_rules, rulebook

FOLDER = os.environ.get("COMPANION_VECTORS")


@pytest.mark.skipif(not FOLDER, reason="COMPANION_VECTORS does not name the folder with the vector files")
def test_vectors_about_geometry():
    vectors = json.loads((Path(FOLDER or "") / "pyramid.json").read_text("utf-8"))
    asked = [v for v in vectors if v["op"] in HANDLES]
    assert len(asked) >= 10
    for vector in asked:
        told = answer(vector, {})
        assert told.got == told.expected, vector["id"]


@pytest.mark.skipif(not FOLDER, reason="COMPANION_VECTORS does not name the folder with the vector files")
def test_the_whole_file_finds_its_adapters():
    """One file, seven adapters: each vector goes to the one that knows its kind."""
    results = list(run_file(Path(FOLDER or "") / "pyramid.json"))
    assert [r for r in results if not r.passed] == []


def test_the_games_of_the_pyramid_share_its_rules():
    game = all_games()["squeeze_play"]
    assert next(iter(own_rules(game))) == "SP1"
    assert {f"G{n}" for n in range(1, 21)} <= set(rulebook(game))
