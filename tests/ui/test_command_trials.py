"""`companion soak`, `torture` and the newer benches as people call them: figures, exit codes, next steps."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import kivy.logger  # noqa: F401  # takes over the error stream when it is first loaded, not during a test
import pytest

from tests.at_first import more
from ui.command import main
from ui.lab.bench.engines import bench_engines, engines_table
from ui.lab.bench.engines_playing import moves_per_second

COMPANION = Path(sys.executable).parent / "companion"


def said(capsys, *words):
    code = main([*words])
    told = capsys.readouterr()
    return code, told.out, told.err


@more
def test_a_short_soak_reports_what_went_wrong_on_purpose_and_that_it_was_borne():
    # In a process of its own: it measures its work, and this one has ten thousand tests to tidy away.
    words = ["soak", "--hours", "0.01", "--game", "abi94"]
    done = subprocess.run([COMPANION, *words], capture_output=True, text=True, timeout=100, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "hours of virtual time" in done.stdout and "The companion withstood it all." in done.stdout
    assert "too few games to say whether memory grows" in done.stdout


def test_a_short_torture_tells_what_was_cut_and_goes_on_in_its_folder(capsys, tmp_path):
    first = said(capsys, "torture", "--cuts", "10", "--folder", str(tmp_path))
    again = said(capsys, "torture", "--cuts", "10", "--folder", str(tmp_path), "--json")

    assert first[0] == again[0] == 0
    assert "Nothing that was told was lost" in first[1]
    assert json.loads(again[1])["done"] == 10


@pytest.mark.parametrize("words", [("soak", "--hours", "0"), ("torture", "--cuts", "0")], ids=lambda w: w[0])
def test_nothing_to_try_is_a_usage_error(capsys, words):
    code, _, err = said(capsys, *words)

    assert code == 2 and "number" in err


def test_a_folder_with_something_else_in_it_is_told(capsys, tmp_path):
    (tmp_path / "torture.json").write_text("[1, 2]")
    code, _, err = said(capsys, "torture", "--cuts", "10", "--folder", str(tmp_path))

    assert code == 2 and "Name another folder." in err


def test_the_bench_of_questions_and_of_the_journal_as_json(capsys):
    code, out, _ = said(capsys, "bench", "asks", "--game", "abstrac", "--json")
    (row,) = json.loads(out)["asks"]["games"]
    assert code == 0 and row["silently_wrong"] == 0 and row["questions"] <= row["doubtful"]

    code, out, _ = said(capsys, "bench", "journal", "--seconds", "0.05", "--json")
    told = json.loads(out)["journal"]
    assert code == 0 and 0 < told["commit_ms"] <= told["commit_ms_p99"]


def test_other_engines_are_measured_where_they_are_and_missed_in_words_where_not(tmp_path, monkeypatch):
    pretended = tmp_path / "python"
    pretended.write_text("#!/bin/sh\necho '{\"other engine\": 500.0}'\n")
    pretended.chmod(0o755)
    monkeypatch.setenv("COMPANION_PEERS", str(pretended))
    assert bench_engines(0.1) == {"other engine": 500.0}
    assert "4.00x" in engines_table(
        {"other engine": 500.0}, {"a": 1000.0, "b": 2000.0, "c": 3000.0}, {"a": 500.0}
    )

    monkeypatch.setenv("COMPANION_PEERS", str(tmp_path / "nothing"))
    assert bench_engines(0.1) == {}
    assert "COMPANION_PEERS" in engines_table({}, {"a": 1.0}, {"a": 1.0})


def test_random_games_are_counted_by_their_moves():
    played = []
    rate = moves_per_second(lambda chance: played.append(chance.random()) or 3, seed=1, seconds=0.02)

    assert 0 < rate <= 3 * len(played) / 0.02
    assert played[0] == Random(1).random() and len(set(played[:5])) == 5
