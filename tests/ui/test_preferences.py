"""Choices outlive the program, and a broken file outlives nobody's patience."""

import os
from pathlib import Path

import pytest

from ui.house import open_house
from ui.screen.wishes import wished
from ui.settings import KeptPreferences, settings_in_force


def test_a_choice_is_there_after_a_restart(tmp_path: Path):
    KeptPreferences(tmp_path / "kept" / "preferences.json").put("language", "de")

    assert KeptPreferences(tmp_path / "kept" / "preferences.json").get("language") == "de"


def test_nobody_has_chosen_yet(tmp_path: Path):
    assert KeptPreferences(tmp_path / "preferences.json").get("language") is None


@pytest.mark.parametrize(
    "broken", [b"{", b"[1]", b"\xff\xfe", b"", b"[" * 100_000, b'{"language":"\\ud800"}']
)
def test_a_broken_file_is_set_aside_and_choosing_goes_on(tmp_path: Path, broken: bytes):
    place = tmp_path / "preferences.json"
    place.write_bytes(broken)
    preferences = KeptPreferences(place)

    assert preferences.get("language") is None
    assert (tmp_path / "preferences.broken").read_bytes() == broken
    preferences.put("language", "en")
    assert KeptPreferences(place).get("language") == "en"


def test_a_place_that_cannot_be_written_costs_only_the_memory(tmp_path: Path):
    (tmp_path / "file").write_text("")
    preferences = KeptPreferences(tmp_path / "file" / "preferences.json")
    preferences.put("language", "en")

    assert preferences.get("language") == "en"


def test_what_json_cannot_hold_is_not_kept_and_breaks_nothing(tmp_path: Path):
    preferences = KeptPreferences(tmp_path / "preferences.json")
    preferences.put("size", 2)
    preferences.put("odd", object())

    preferences.put("half", "\ud800")

    assert KeptPreferences(tmp_path / "preferences.json").get("size") == 2


@pytest.mark.timeout(20)
def test_a_pipe_is_no_preferences(tmp_path: Path):
    os.mkfifo(tmp_path / "preferences.json")

    assert KeptPreferences(tmp_path / "preferences.json").get("language") is None


@pytest.mark.parametrize("odd", ['"\\ud800"', "[1]", "{}", "5", '"xx"', "true", '""', "null"])
def test_no_preference_keeps_the_house_from_opening(home: Path, odd: str):
    """Not in safe mode, and not otherwise."""
    place = home / "data" / "preferences.json"
    place.parent.mkdir()
    names = ("language", "index", "tutorial", "text_size", "contrast", "sound", "explained", "locked")
    place.write_text("{" + ", ".join(f'"{name}": {odd}' for name in names) + "}", "utf-8")
    with open_house(settings_in_force(["sound.volume=0"]), safe=True) as house:
        assert wished(house.rooms.preferences, "language") in ("de", "en")
        assert house.rooms.doctor.examine(wished(house.rooms.preferences, "language"))
        house.rooms.preferences.put("hand", "left")
