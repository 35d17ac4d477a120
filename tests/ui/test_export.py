"""`companion export` as tables, and where files are put so that they can be taken along."""

import csv
import io
import json

import pytest

from ui.command import main
from ui.exporting import NotExported, Place, name_for, place_for, write_export


@pytest.fixture
def evening(tmp_path, monkeypatch, capsys):
    """The place of a journal with one game in it."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    place = str(tmp_path / "journal.sqlite")
    main(["demo", "dice_march", "--headless", "--no-frames", "--quiet", "--journal", place])
    capsys.readouterr()
    return place


def told(capsys, *words):
    code = main(["export", *words])
    return code, capsys.readouterr()


def test_the_sheet_of_a_game_for_a_spreadsheet(evening, capsys):
    code, said = told(capsys, "--as", "csv")
    rows = list(csv.reader(io.StringIO(said.out)))
    assert code == 0
    assert len(rows) > 2 and len({len(row) for row in rows}) == 1


def test_all_games_for_a_spreadsheet(evening, capsys):
    _, said = told(capsys, "--as", "csv", "--all")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert {row["game"] for row in rows} == {"dice_march"}
    assert sum(int(row["won"]) for row in rows) >= 1


def test_everything_as_json(evening, capsys, tmp_path):
    code, said = told(capsys, "--as", "json", "--all", "-o", str(tmp_path / "all.json"))
    data = json.loads((tmp_path / "all.json").read_text("utf-8"))
    assert code == 0 and "Geschrieben nach" in said.out
    assert data["games"][0]["game"] == "dice_march"
    assert data["games"][0]["rounds"]
    assert len(data["persons"]) == 3


def test_all_games_make_no_record(evening, capsys):
    code, said = told(capsys, "--all")
    assert code == 2 and "--as csv" in said.err


def test_a_place_that_cannot_be_written_is_a_usage_error(evening, capsys, tmp_path):
    code, said = told(capsys, "--as", "csv", "-o", str(tmp_path / "no folder" / "x.csv"))
    assert code == 2 and "Wähle eine andere Datei" in said.err and "Traceback" not in said.err


def test_a_spreadsheet_knows_the_letters(tmp_path):
    file = write_export(Place(tmp_path), "x.csv", "Zoë\r\n")
    assert file.read_bytes() == b"\xef\xbb\xbfZo\xc3\xab\r\n"


def test_half_a_file_is_never_left(tmp_path):
    (tmp_path / "x.json").mkdir()
    with pytest.raises(NotExported):
        write_export(Place(tmp_path), "x.json", "{}")
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


def test_without_a_stick_the_houses_own_folder_is_taken(tmp_path):
    place = place_for(tmp_path / "exports", [tmp_path / "media"])
    assert (place.folder, place.on_stick) == (tmp_path / "exports", False)
    assert place.folder.is_dir()


def test_a_stick_is_taken_first(tmp_path, monkeypatch):
    stick = tmp_path / "media" / "anna" / "STICK"
    stick.mkdir(parents=True)
    monkeypatch.setattr("pathlib.Path.is_mount", lambda path: path == stick)
    assert place_for(tmp_path / "exports", [tmp_path / "media"]) == Place(stick, on_stick=True)


@pytest.mark.parametrize(
    ("what", "start"), [("Abi '94", "abi-94_"), ("Cui bono?", "cui-bono_"), ("…", "game_")]
)
def test_a_name_is_good_for_every_system(what, start):
    assert name_for(what, 10**18, "png").startswith(start)
