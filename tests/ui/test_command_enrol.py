"""`companion enrol` and `companion decks`: a deck is learned, listed, read, and refused kindly."""

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from tests.tables import cases
from ui.command import main
from vision.lab.printed import faces

NAMES = ("c8", "m5", "m8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Flat pictures of three cards."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    place = tmp_path / "faces"
    place.mkdir()
    for name in NAMES:
        cv2.imwrite(str(place / f"{name}.png"), faces("wobble")[name])
    return place


def test_a_deck_is_learned_listed_and_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "ours", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["faces"] == sorted(NAMES)
    assert told["s"] < 30

    assert main(["decks", "--json"]) == 0
    decks = {deck["name"]: deck for deck in map(json.loads, capsys.readouterr().out.splitlines())}
    assert decks["ours"] == {"name": "ours", "kind": "deck", "faces": sorted(NAMES), "taught": True}
    assert not decks["french"]["taught"]

    room = cv2.copyMakeBorder(
        faces("wobble")["c8"], 80, 80, 150, 150, cv2.BORDER_CONSTANT, value=(60, 100, 40)
    )
    cv2.imwrite(str(folder.parent / "table.png"), room)
    picture = str(folder.parent / "table.png")
    assert main(["read", picture, "--json", "--want", "cards", "--deck", "ours"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert [card["name"] for card in line["cards"]] in (["c8"], [])
    assert line["cards"] or line["unsure"]


@cases(
    "words, told",
    {
        "no folder": (["enrol", "ours", "/nowhere/at/all"], "There is no folder"),
        "bad name": (["enrol", "../ours", "."], "cannot be the name"),
        "unknown deck": (["read", "a.png", "--deck", "frensh"], "Meintest du french?"),
    },
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    words: Sequence[str], told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(words)) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "Traceback" not in said


def test_a_folder_of_other_files_teaches_nothing(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "notes.txt").write_text("none")
    assert main(["enrol", "ours", str(empty)]) == 2
    assert "holds no pictures" in capsys.readouterr().err
