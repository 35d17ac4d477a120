"""Each game is judged twice: by the companion, and by a second referee written from the rulebook alone."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import all_games
from tests.at_first import more, quick
from tests.second_referees.driving import Referee, verify, verify_games
from ui.command import main

FOLDER = Path(__file__).parent / "second_referees"
GAMES = sorted(all_games().keys() & {file.stem for file in FOLDER.glob("*.py")})


def _game(name):
    return importlib.import_module(f"tests.second_referees.{name}").Game


def _agreed(name, verdicts, seed=1):
    count = verify_games(name, _game(name), seed, lambda c: c.passed >= verdicts or c.failed > 0)

    assert count.first is None, str(count.first)
    assert count.passed >= verdicts and count.passed / 20 < count.refused < count.passed * 0.95


@pytest.mark.timeout(600)
@pytest.mark.parametrize("verdicts", quick([30, 2_000]))
@pytest.mark.parametrize("name", GAMES)
def test_two_referees_agree(name, verdicts):
    _agreed(name, verdicts)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", GAMES)
def test_two_referees_agree_on_a_hundred_thousand_verdicts(name):
    _agreed(name, 100_000, seed=1_000)


def test_every_game_has_a_second_referee():
    assert set(GAMES) == all_games().keys()


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_second_referees_share_no_code_with_the_first(file):
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        for name in (
            [a.name for a in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", "")]
        )
        if isinstance(node, ast.Import | ast.ImportFrom) and name
    }

    assert not imported & {"companion", "vision", "hardware", "ui"}


class Strict(_game("abstrac")):
    """A second referee that is wrong: nobody may take three cards."""

    def refused_by(self, move):
        return super().refused_by(move) or ("AS5" if move.get("count") == 3 else "")


class Forgetful(_game("abstrac")):
    """A second referee that never counts points."""

    def _score(self):
        super()._score()
        self._totals = dict.fromkeys(self.seats, 0)


@pytest.mark.parametrize(("wrong", "told"), quick([(Strict, "accepted"), (Forgetful, "the points are")]))
def test_a_difference_is_found_and_told(wrong, told):
    with Referee("abstrac") as referee:
        found = [verify(wrong, referee, seed).mismatch for seed in range(3)]

    assert all(mismatch is not None and told in mismatch.what for mismatch in found)
    assert "options" in str(found[0]) and '"move"' in str(found[0])


def test_the_installed_command_tells_how_many_passed_wherever_it_is_called(tmp_path):
    command = [Path(sys.executable).with_name("companion"), "verify", "abstrac", "--games", "1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "verdicts compared in 1 games" in lines[0] and lines[0].endswith(" positions")
    assert lines[-1].endswith(" passed, 0 failed") and not lines[-1].startswith("0 ")


@more
def test_the_command_tells_the_first_mismatch(capsys, monkeypatch):
    monkeypatch.setattr("tests.second_referees.abstrac.Game", Strict)

    assert main(["verify", "abstrac", "--games", "1"]) == 1
    told = capsys.readouterr().out
    assert "first mismatch: game 1" in told and told.endswith("1 failed\n")


def test_no_games_are_no_proof(capsys):
    assert main(["verify", "abstrac", "--games", "0"]) == 2
    assert "Choose 1 or more" in capsys.readouterr().err
