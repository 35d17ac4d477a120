"""`companion doctor` as a family calls it: what it says, and what it ends with."""

import json
import re
import sqlite3
import zipfile

import cv2
import numpy as np
import pytest
from command_line import said

from companion.clock import SystemClock
from companion.config import Loaded, Problem
from companion.journal import Journal
from hardware.findings import Level, wire_words
from tests.at_first import more
from tests.tables import cases
from ui.check_up import games_findings, journal_findings, settings_findings
from ui.eyes_set_up import AS_BUILT, EyesSetUp, calibration_for, mat_shift_mm, where_it_lies
from ui.settings import Settings
from vision.drawn import draw
from vision.drawn.scene import TableScene
from vision.kit.camera import Camera
from vision.mat import table_mat

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def no_patience(monkeypatch):
    monkeypatch.setattr("ui.command.doctor_command.PATIENCE_S", 0.0)


def test_doctor_says_how_everything_is_and_what_is_only_simulated(capsys, no_patience):
    code, out, _ = said(capsys, "doctor", "--json", "--lang", "en", "--set", "camera.kind=simulated")
    told = json.loads(out)
    found = {finding["key"]: finding for finding in told["findings"]}

    assert code == (told["level"] == "broken")
    assert "simulated" in found["table_simulated"]["says"] and found["table_simulated"]["next"]
    assert {"settings_ok", "journal_empty", "games_ok"} <= found.keys()
    assert all(f["next"] for f in told["findings"] if f["level"] != "ok")


@pytest.mark.parametrize(("language", "word"), [("en", "note"), ("de", "Hinweis")])
def test_doctor_for_people_has_one_next_step_for_whatever_is_not_well(capsys, no_patience, language, word):
    _, out, _ = said(capsys, "doctor", "--lang", language)

    lines = out.splitlines()
    assert sum(line[0] in "·!X" for line in lines if line) == sum("→" in line for line in lines)
    assert word in out


def of_the_mat(at: int, seed: int = 1):
    """A picture of the mat that was pushed by *at* millimetres since the camera was set up."""
    return draw(TableScene(mat=table_mat(4), camera=Camera(x=300.0 + at), seed=seed))


@pytest.mark.parametrize("moved", [0, 3, 12])
def test_one_look_tells_by_how_much_the_mat_has_moved_since_it_was_calibrated(moved):
    found = calibration_for(of_the_mat(0), 4, AS_BUILT)
    set_up = EyesSetUp(mat_lay=where_it_lies(found))

    assert mat_shift_mm(of_the_mat(moved, seed=2), set_up) == pytest.approx(moved, abs=0.5)
    assert mat_shift_mm(of_the_mat(moved), AS_BUILT) is None, "nobody has calibrated"
    assert mat_shift_mm(np.full((720, 1280, 3), 90, np.uint8), set_up) is None, "no mat to be seen"
    assert mat_shift_mm(of_the_mat(moved)[::2, ::2], set_up) is None, "pictures of another size"


@more
def test_doctor_looks_whether_the_mat_is_where_it_was_calibrated(capsys, home):
    pictures = home / "pictures"
    pictures.mkdir()
    camera = ("--set", "camera.kind=folder", "--set", f"camera.source={pictures}")

    def told(command: str, at: int) -> str:
        for number in range(6):
            cv2.imwrite(str(pictures / f"{number}.png"), of_the_mat(at, number))
        return said(capsys, *command.split(), *camera)[1]

    told("calibrate --no-lens", 0)
    found = json.loads(told("doctor --json", 12))["findings"]

    assert [finding["key"] for finding in found if finding["about"] == "mat"] == ["mat_moved"]


def test_calibrate_names_places_as_the_mat_does(capsys, home, monkeypatch):
    """In the picture that is drawn too, in the letters that there are for drawing."""
    written = []
    monkeypatch.setattr(cv2, "putText", lambda _canvas, words, *_: written.append(words))
    cv2.imwrite(str(picture := home / "mat.png"), of_the_mat(0))
    drawn = ("--overlay", str(home / "drawn.png"))
    code, out, _ = said(capsys, "calibrate", "--dry-run", "--no-lens", "--pictures", str(picture), *drawn)

    assert code == 0 and "Plätze: Würfel · Karten hier hinlegen oder zeigen · Platz 1 · " in out
    assert written[::2][:3] == ["Wuerfel", "Karten hier hinlegen oder zeigen", "Platz 1"]


def test_doctor_ends_with_1_when_something_is_broken(capsys, no_patience):
    code, out, _ = said(capsys, "doctor", "--lang", "en", "--set", "wiring.buttons=[5,5]")

    assert code == 1 and "broken" in out and "both on GPIO 5" in out


def test_a_setting_that_cannot_be_used_is_told_with_its_mend():
    problem = Problem("flags", "there is no setting sound.volum", "Did you mean 'volume'?")
    found = list(settings_findings(Loaded(Settings(), {}, (problem,))))

    assert [f.level for f in found] == [Level.WARNING]
    assert "Did you mean 'volume'?" in found[0].sentence("en")


def test_a_journal_with_an_old_entry_that_was_changed_by_hand_is_broken(home, monkeypatch):
    monkeypatch.setattr("companion.journal.examine.TAIL", 1)  # only the newest is examined on opening
    place = home / "journal.sqlite"
    with Journal.open(place, SystemClock()) as journal:
        journal.append(0, [("start", {"game": "sums"}), ("end", {})])
    assert [f.says.key for f in journal_findings(place, SystemClock(), "en")] == ["journal_ok"]

    file = sqlite3.connect(place)
    with file:
        guards = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            file.execute(f"DROP TRIGGER {name}")
        file.execute('UPDATE entries SET body = \'{"game":"other"}\' WHERE id = 1')
        for _, guard in guards:
            file.execute(guard)
    file.close()
    found = list(journal_findings(place, SystemClock(), "en"))

    assert [(f.says.key, f.level) for f in found] == [("journal_damaged", Level.BROKEN)]


def test_a_journal_that_is_no_journal_is_rescued_and_told(home):
    place = home / "journal.sqlite"
    place.write_bytes(b"this is no database" * 100)

    found = list(journal_findings(place, SystemClock(), "de"))

    assert found[0].says.key == "journal_trouble" and found[0].level in (Level.WARNING, Level.BROKEN)


def test_a_game_that_cannot_be_loaded_is_named_and_the_others_go_on():
    found = list(games_findings(9, {"chess": "ImportError: no board"}))

    assert [f.level for f in found] == [Level.WARNING]
    assert "chess" in found[0].sentence("en") and "no board" in found[0].sentence("en")


def test_the_bundle_has_neither_names_nor_pictures_unless_asked(capsys, no_patience, home):
    (home / "data").mkdir()
    with Journal.open(home / "data" / "journal.sqlite", SystemClock()) as journal:
        journal.append(0, [("start", {"game": "sums", "seats": [{"name": "Wilhelmine"}]})])
    file = home / "for-help.zip"
    said(capsys, "doctor", "--bundle", str(file), "--set", "camera.source=/pictures/Wilhelmine")

    with zipfile.ZipFile(file) as bundle:
        texts = b"".join(bundle.read(name) for name in bundle.namelist())
        assert "findings.json" in bundle.namelist()
        assert not any("pictures/" in name for name in bundle.namelist())
    assert b"Wilhelmine" not in texts
    said(
        capsys, "doctor", "--bundle", str(file), "--with-names", "--set", "camera.source=/pictures/Wilhelmine"
    )
    with zipfile.ZipFile(file) as bundle:
        assert b"Wilhelmine" in bundle.read("settings.txt")


@cases(
    "words",
    {
        "names without a bundle": ("doctor", "--with-names"),
        "a folder that is not there": ("doctor", "--bundle", "/no/such/folder/b.zip"),
        "a drawing without a folder": ("wiring", "--drawing", "/no/such/folder/w.svg"),
        "too many buttons": ("wiring", "--buttons", "99"),
        "no pairs": ("bench", "calls", "--pairs", "0"),
        "no pictures": ("bench", "vision", "--pictures", "/no/such/folder"),
        "a game misspelt": ("bench", "rules", "--game", "absecken"),
        "a seed below zero": ("bench", "calls", "--seed", "-1"),
    },
)
def test_what_cannot_be_done_is_one_line_with_a_next_step(capsys, no_patience, words):
    code, _, err = said(capsys, *words)

    lines = [line for line in err.splitlines() if "wrong of" not in line]
    assert code in (1, 2) and len(lines) == 1 and len(re.findall(r"[.?](?= |$)", lines[0])) >= 2


def test_every_level_has_its_word():
    for level in Level:
        assert f"level_{level.value}" in wire_words()


def test_t13_a_journal_that_takes_no_entry_is_not_called_whole(home, monkeypatch):
    """T13: the doctor writes one more entry beside the app that has it open, and takes it back."""
    monkeypatch.setattr("companion.journal.connect.WAIT_S", 0.01)
    place = home / "journal.sqlite"
    with Journal.open(place, SystemClock()) as journal:
        journal.append(0, [("start", {"game": "sums"})])
        before = journal.entries()
        assert [f.says.key for f in journal_findings(place, SystemClock(), "en")] == ["journal_ok"]
        other = sqlite3.connect(place, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        found = list(journal_findings(place, SystemClock(), "en"))
        other.execute("ROLLBACK")
        other.close()

        assert [(f.says.key, f.level) for f in found] == [("journal_damaged", Level.BROKEN)]
        assert "locked" in found[0].sentence("en")
        assert journal.entries() == before
