"""Choices outlive the program, and a broken file outlives nobody's patience."""

from pathlib import Path

import pytest

from ui.preferences import KeptPreferences


def test_a_choice_is_there_after_a_restart(tmp_path: Path):
    KeptPreferences(tmp_path / "kept" / "preferences.json").put("language", "de")

    assert KeptPreferences(tmp_path / "kept" / "preferences.json").get("language") == "de"


def test_nobody_has_chosen_yet(tmp_path: Path):
    assert KeptPreferences(tmp_path / "preferences.json").get("language") is None


@pytest.mark.parametrize("broken", [b"{", b"[1]", b"\xff\xfe", b"", b"[" * 100_000])
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

    assert KeptPreferences(tmp_path / "preferences.json").get("size") == 2
