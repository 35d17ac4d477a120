"""Games of other packages: a broken one is named in one sentence, and the others go on."""

import json
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest

from companion import games
from companion.conformance import main as conformance
from companion.games import all_games, broken_games
from companion.lab.conformance import Effort, examine
from tests.companion.eleventh.pig import GAME as PIG
from tests.tables import cases
from ui.command import main as command


@pytest.fixture
def plugged(monkeypatch):
    """Registers entry points, as an installed package would."""

    def plug(**points):
        found = [EntryPoint(name, value, "companion.games") for name, value in points.items()]
        monkeypatch.setattr(games, "entry_points", lambda group: found)
        games.load_again()

    yield plug
    games.load_again()


PIG_AT = "tests.companion.eleventh.pig"


def test_a_game_of_another_package_plays_with_the_others(plugged):
    plugged(pig=f"{PIG_AT}:GAME")

    assert all_games()["pig"] is PIG and not broken_games()


@cases(
    "name, value, says",
    {
        "the class, not an instance": ("pig", f"{PIG_AT}.rules:Pig", "got the class Pig"),
        "something else": ("pig", "json:__name__", "got 'json'"),
        "no such package": ("pig", "no_such_package:GAME", "ModuleNotFoundError"),
        "another name": ("hog", f"{PIG_AT}:GAME", "its about.name is 'pig'"),
        "a name twice": ("sums", "companion.games.sums:GAME", "another game is called so"),
    },
)
def test_a_broken_plug_in_is_named_in_one_sentence_and_the_others_go_on(plugged, caplog, name, value, says):
    before = len(all_games())
    plugged(**{name: value})

    assert len(all_games()) == before and list(broken_games()) == [name]
    assert says in broken_games()[name] and "\n" not in broken_games()[name]
    assert [record.message.count("\n") for record in caplog.records] == [0]


def test_recording_writes_the_golden_game_and_never_over_another(plugged, monkeypatch, tmp_path, capsys):
    plugged(pig=f"{PIG_AT}:GAME")
    there = SimpleNamespace(files=lambda _package: tmp_path)
    monkeypatch.setattr("companion.lab.conformance.__main__.resources", there)
    monkeypatch.setattr(sys, "argv", ["conformance", "record", "pig", "--seed", "3"])
    first, again = conformance(), conformance()

    (file,) = (tmp_path / "golden").iterdir()
    assert (first, again) == (0, 1) and str(file) in capsys.readouterr().out
    assert json.loads(file.read_text("utf-8").splitlines()[-1])["winners"]


def test_a_new_game_plays_at_once(plugged, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = ["new-game", "my_hog", "--package", "own_games"]
    first, again = command(words), command(words)
    plugged(my_hog="own_games.my_hog:GAME")

    assert (first, again) == (0, 2) and 'my_hog = "own_games.my_hog:GAME"' in capsys.readouterr().out
    assert all_games()["my_hog"].about.title == "My Hog"
    monkeypatch.setattr(sys, "argv", ["conformance", "record", "my_hog"])
    assert conformance() == 0
    assert [str(finding) for finding in examine(all_games()["my_hog"], Effort(games=2))] == []


@pytest.mark.parametrize("name", ["Hog", "9", "sums", "a-b"])
def test_a_name_that_cannot_be_is_a_usage_error(name, capsys):
    assert command(["new-game", name]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
