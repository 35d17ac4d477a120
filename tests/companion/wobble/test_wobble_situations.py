"""Situations of Wobble, worked out by hand: toss-ins by their times, first cards, chains (W6 to W49)."""

import json
from pathlib import Path

import pytest

from companion.lab.vectors import wobble as vectors

SITUATIONS = json.loads(Path(__file__).with_name("situations.json").read_text("utf-8"))


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation["id"])
def test_what_the_rules_say(situation):
    told = vectors.answer(situation, {})
    assert told.got == told.expected
