"""`companion soak`, `torture` and the newer benches as people call them: figures, exit codes, next steps."""

import json
from random import Random
from xml.etree import ElementTree

import pytest

from ui.command import main
from ui.lab.bench.engines import bench_engines, engines_table
from ui.lab.bench.engines_playing import moves_per_second
from ui.lab.bench.picture import picture_of
from ui.lab.bench.profile import ProfileResult, bench_profile, profile_table

MACHINE = {"name": "a machine", "cores": 2, "load": 0.5, "python": "3.11"}


def said(capsys, *words):
    code = main([*words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_short_soak_tells_what_went_wrong_on_purpose_and_that_it_was_borne(capsys):
    code, out, _ = said(capsys, "soak", "--hours", "0.02", "--game", "abi94")

    assert code == 0
    assert "hours of virtual time" in out and "The companion bore it all." in out
    assert "too few games to say whether memory grows" in out


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


def test_the_bench_of_questions_and_of_the_journal_as_json_and_as_a_picture(capsys, tmp_path):
    file = tmp_path / "bench.svg"
    code, out, _ = said(capsys, "bench", "asks", "--game", "abstrac", "--json", "--picture", str(file))
    (row,) = json.loads(out)["asks"]["games"]
    assert code == 0 and row["silently_wrong"] == 0 and row["questions"] <= row["doubtful"]
    assert ElementTree.parse(file).getroot().tag.endswith("svg")

    code, out, _ = said(capsys, "bench", "journal", "--seconds", "0.05", "--json")
    told = json.loads(out)["journal"]
    assert code == 0 and 0 < told["commit_ms"] <= told["commit_ms_p99"]


def test_a_picture_that_cannot_be_written_is_told(capsys, tmp_path):
    words = ("bench", "asks", "--game", "abi94", "--picture", str(tmp_path / "no" / "such.svg"))

    assert said(capsys, *words)[0] == 2


NEVER_WRONG = {"silently_wrong": 0, "never_ask_wrong": 2}
START = {"start_s": 2.5, "start_cpu_s": 1.1}
RESUMED = {"resume_ms": 26, "entries": 61}
PLACE = {"where": "warpAffine", "calls": 9, "percent": 12.9}


def test_the_picture_shows_every_bench_that_was_run():
    told = {
        "machine": MACHINE,
        "rules": {
            "one_core": [{"game": "sums <&>", "moves_per_second": 1500.0, "listed_per_second": 700.0}],
            "engines": {"other": 300.0},
        },
        "calls": {
            "wrong_outside": 0,
            "pairs": 5500,
            "gaps": [{"gap_ms": 1.0, "rivals_wrong": {"callbacks": 40.9}}],
        },
        "asks": {"games": [{"game": "abi94", "questions": 3, "doubtful": 7, **NEVER_WRONG}]},
        "journal": {"rulings_per_second": 120, "commit_ms": 8, "commit_ms_p99": 16, **RESUMED},
        "app": {**START, "memory_mb": 200, "idle_cpu_percent": 4, "redraw_ms": 9, "page_ms": 2},
        "profile": {"slowest": [{"what": "a look", "ms": 91, "places": [PLACE]}]},
    }
    words = " ".join(ElementTree.fromstring(picture_of(told)).itertext())

    assert all(
        part in words
        for part in (
            *("a machine", "sums <&>", "1,500 moves/s", "other", "40.9 %", "2.5 s"),
            *("3 asked of 7 doubts", "0; 2 if nobody", "120 a second", "a game of 61 entries", "9 and 2 ms"),
            *("a look", "91 ms", "warpAffine", "12.9 %"),
        )
    )


def test_where_the_time_goes_is_told_for_three_things(monkeypatch):
    monkeypatch.setattr("ui.lab.bench.profile.LOOKS", 1)
    monkeypatch.setattr("ui.lab.bench.profile.HAPPENINGS", 10)
    monkeypatch.setattr("gc.unfreeze", lambda: None)  # what was set aside before the tests stays so
    results = bench_profile(1)

    assert len(results) == 3 and all(
        isinstance(result, ProfileResult) and result.ms > 0 for result in results
    )
    assert all(0 <= place.percent <= 100 for result in results for place in result.places)
    assert "with the profiler" in profile_table(results)


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
