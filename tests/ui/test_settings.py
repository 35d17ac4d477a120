"""The settings know every figure of fairness, and take their values from flags, environment and file."""

import msgspec
import pytest

from companion.calls.buttons import Fairness
from companion.config import load
from companion.words import catalogue, languages
from ui.settings import CallSettings, Settings, journal_file, settings_in_force, user_file


def test_every_figure_of_fairness_can_be_set():
    assert set(CallSettings.__struct_fields__) == set(Fairness.__struct_fields__)


def test_the_built_in_figures_are_the_published_ones():
    assert CallSettings().fairness() == Fairness()


@pytest.mark.parametrize("language", languages())
def test_every_setting_says_what_it_is_for_in_every_language(language):
    keys = {f"setting.{setting.name}" for setting in load(Settings, ()).listed()}
    assert {key for key in catalogue("companion", language).sentences if key.startswith("setting.")} == keys


def test_flags_win_over_environment_and_file(tmp_path):
    config = tmp_path / "config.toml"
    config.write_text('[table]\nlanguage = "en"\n[calls]\ngrace_ms = 60\n', "utf-8")
    environment = {"COMPANION_CONFIG": str(config), "COMPANION_CALLS_GRACE_MS": "70"}
    assert user_file(environment) == config
    loaded = settings_in_force(["calls.button_ms=2"], environment)
    assert loaded.problems == ()
    assert loaded.settings.table.language == "en"
    assert loaded.settings.calls.fairness() == msgspec.structs.replace(Fairness(), grace_ms=70, button_ms=2)


def test_the_data_lies_where_the_environment_says(tmp_path):
    assert journal_file({"COMPANION_DATA": str(tmp_path)}) == tmp_path / "journal.sqlite"


@pytest.mark.parametrize(
    ("told", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_US:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "nl_NL:fr_FR:de"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "COMPANION_TABLE_LANGUAGE": "en"}, "en"),
    ],
)
def test_the_language_is_at_first_that_of_the_system(told, language, tmp_path):
    environment = {**told, "COMPANION_CONFIG": str(tmp_path / "none.toml")}
    assert settings_in_force(environment=environment).settings.table.language == language
