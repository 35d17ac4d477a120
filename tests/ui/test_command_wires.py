"""`companion doctor`, `wiring` and `bench` as a family calls them: what they say, write and end with."""

import json
import re
import sqlite3
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero import Factory
from gpiozero.pins.mock import MockFactory, MockPin

from companion.clock import HandClock, SystemClock
from companion.config import Loaded, Problem
from companion.facts import MS
from companion.journal import Journal
from hardware.findings import Level, ok, wire_words
from hardware.pins import EdgeTicks, Pins
from hardware.teach_board import TeachBoard
from hardware.teach_in import LISTEN_FIRST
from hardware.wiring import Wiring
from ui.button_teaching import settings_of
from ui.command import main, wiring_command
from ui.command.bench_scoring import Score, score
from ui.command.errors import CommandError
from ui.command.own_file import write_settings
from ui.eyes_set_up import AS_BUILT, EyesSetUp, calibration_for, mat_shift_mm, where_it_lies
from ui.house_check import games_findings, journal_findings, settings_findings
from ui.settings import Settings, settings_in_force
from vision.drawn import Camera, draw
from vision.drawn.scene import TableScene
from vision.mat import table_mat

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    """A family of its own for every test."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path


def said(capsys, *words: str) -> tuple[int, str, str]:
    """What a command ends with, and what it says on stdout and stderr."""
    code = main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err


# --- doctor ---


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


def test_doctor_ends_with_1_when_something_is_broken(capsys, no_patience):
    code, out, _ = said(capsys, "doctor", "--lang", "en", "--set", "wiring.buttons=[5,5]")

    assert code == 1 and "broken" in out and "both on GPIO 5" in out


def test_a_setting_that_cannot_be_used_is_told_with_its_mend():
    problem = Problem("flags", "there is no setting sound.volum", "Did you mean 'volume'?")
    found = list(settings_findings(Loaded(Settings(), {}, (problem,))))

    assert [f.level for f in found] == [Level.WARNING]
    assert "Did you mean 'volume'?" in found[0].sentence("en")


def test_a_journal_with_an_entry_that_was_changed_by_hand_is_broken(home):
    place = home / "journal.sqlite"
    with Journal.open(place, SystemClock()) as journal:
        journal.append(0, [("start", {"game": "sums"}), ("end", {})])
    assert [f.says.key for f in journal_findings(place, SystemClock(), "en")] == ["journal_ok"]

    file = sqlite3.connect(place)
    with file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        file.execute('UPDATE entries SET body = \'{"game":"other"}\' WHERE id = 1')
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


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("doctor", "--with-names"), id="names without a bundle"),
        pytest.param(("doctor", "--bundle", "/no/such/folder/b.zip"), id="a folder that is not there"),
        pytest.param(("wiring", "--drawing", "/no/such/folder/w.svg"), id="a drawing without a folder"),
        pytest.param(("wiring", "--buttons", "99"), id="too many buttons"),
        pytest.param(("bench", "calls", "--pairs", "0"), id="no pairs"),
        pytest.param(("bench", "vision", "--pictures", "/no/such/folder"), id="no pictures"),
        pytest.param(("bench", "rules", "--game", "absecken"), id="a game misspelt"),
        pytest.param(("bench", "calls", "--seed", "-1"), id="a seed below zero"),
    ],
)
def test_what_cannot_be_done_is_one_line_with_a_next_step(capsys, no_patience, words):
    code, _, err = said(capsys, *words)

    lines = [line for line in err.splitlines() if "wrong of" not in line]
    assert code in (1, 2) and len(lines) == 1 and len(re.findall(r"[.?](?= |$)", lines[0])) >= 2


# --- wiring ---


def test_without_gpio_wiring_says_so_and_what_to_do(capsys, monkeypatch, home):
    monkeypatch.setattr("ui.command.wiring_command.choose_pins", lambda _chip: _no_pins())
    code, _, err = said(capsys, "wiring", "--lang", "en")

    assert code == 1 and "no GPIO pins" in err and "Raspberry Pi" in err
    assert not (home / "config.toml").exists()


def _no_pins() -> Pins:
    from hardware.pins import choose_pins  # noqa: PLC0415

    def fails(*_: object) -> None:
        raise FileNotFoundError("no chip")

    return choose_pins("", fails)


def test_the_tables_and_the_drawing_are_of_the_configured_pins(capsys, home):
    file = home / "wiring.svg"
    code, out, _ = said(
        capsys, "wiring", "--pins", "--parts", "--drawing", str(file), "--lang", "en",
        "--set", "wiring.buttons=[13]", "--set", "wiring.lamps=[22]",
    )  # fmt: skip

    assert code == 0
    assert "GPIO 13 | 33" in out and "GPIO 22 | 15" in out and "GPIO 5 " not in out
    assert "GPIO 13" in file.read_text("utf-8") and file.stat().st_size < 50_000


def test_a_pin_used_twice_is_told_and_the_drawing_is_made_all_the_same(capsys):
    code, out, err = said(capsys, "wiring", "--pins", "--lang", "en", "--set", "wiring.buttons=[5,5]")

    assert code == 1 and "GPIO 5 | 29" in out and "both on GPIO 5" in err


class _RunningPin(MockPin):
    """A mock pin whose edges have the time of a clock that is moved by hand."""

    def _call_when_changed(self) -> None:
        self._when_changed()(EdgeTicks(self.factory.clock.now(), sequence=1), self._state)


class _Somebody:
    """Sits in front of the buttons: presses what is asked for; a button without a pin is passed over."""

    def __init__(self, monkeypatch, pins: dict[int, int]) -> None:
        self.clock, self._pins = HandClock(1_000 * MS), pins
        self.factory = MockFactory(pin_class=_RunningPin)
        self.factory.clock = self.clock
        chosen = Pins(self.factory, "mock", 0, True, ok("pins", "pins_ok", factory="mock", off="0"))
        monkeypatch.setattr(wiring_command, "choose_pins", lambda _chip: chosen)
        monkeypatch.setattr(wiring_command, "SystemClock", lambda: self.clock)
        monkeypatch.setattr(wiring_command, "TeachBoard", self._sit_down)
        monkeypatch.setattr(wiring_command, "_skips", self)

    def _sit_down(self, *words) -> TeachBoard:
        self._board = TeachBoard(*words)
        return self._board

    def __call__(self, _seconds: float) -> bool:
        step = self._board.step
        if step.kind == "listen":
            self.clock.advance(LISTEN_FIRST)
        elif step.number not in self._pins:
            return True
        else:
            pin = self.factory.pin(self._pins[step.number])
            pin.drive_low()
            self._wait(80 * MS)
            pin.drive_high()
            self._wait(100 * MS)
        return False

    def _wait(self, ns: int) -> None:
        self.clock.advance(ns)
        self._board.tick()


OWN = """# ours
[wiring]
lamps = [17]
chip = ""  # found by itself

[sound]
volume = 40  # not too loud
"""


def test_each_button_is_asked_for_and_what_was_taught_is_kept_with_the_comments(capsys, monkeypatch, home):
    own = home / "config.toml"
    own.write_text(OWN)
    _Somebody(monkeypatch, {1: 13, 2: 26})
    code, out, _ = said(capsys, "wiring", "--buttons", "2", "--lang", "en")

    assert code == 0
    assert [out.count(f"press button {n}.") for n in (1, 2)] == [1, 1]
    text = own.read_text("utf-8")
    assert "# ours" in text and "# not too loud" in text and tomllib.loads(text)["sound"]["volume"] == 40
    loaded = settings_in_force(())
    assert (loaded.settings.wiring.buttons, loaded.settings.wiring.lamps) == ((13, 26), (17,))
    assert loaded.origins["wiring.buttons"] == str(own)


def test_a_button_that_does_not_answer_is_named_and_the_others_are_kept(capsys, monkeypatch):
    _Somebody(monkeypatch, {1: 13, 3: 26})
    code, out, _ = said(capsys, "wiring", "--buttons", "3", "--lang", "en", "--set", "wiring.lamps=[]")

    assert code == 1 and "utton 2" in out
    assert settings_in_force(()).settings.wiring.buttons == (13, 0, 26)


def test_if_no_button_answers_nothing_is_written(capsys, monkeypatch, home):
    _Somebody(monkeypatch, {})
    code, _, err = said(capsys, "wiring", "--buttons", "2", "--lang", "en")

    assert code == 1 and "No button has answered" in err and not (home / "config.toml").exists()


def test_a_file_that_is_no_toml_is_not_overwritten(capsys, home):
    own = home / "config.toml"
    own.write_text("[wiring\n")

    with pytest.raises(CommandError, match="Nothing was changed"):
        write_settings(settings_of(Wiring()))
    assert own.read_text() == "[wiring\n"


def test_other_gpiozero_programs_find_our_pins():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["gpiozero_pin_factories"]["companion"].partition(":")

    assert issubclass(getattr(import_module(module), name), Factory)


def test_every_level_has_its_word():
    for level in Level:
        assert wire_words().languages(f"level_{level.value}") == ("en", "de")


# --- bench ---


def test_bench_calls_says_that_it_is_a_model_and_holds(capsys):
    code, out, err = said(capsys, "bench", "calls", "--pairs", "220", "--lang", "en")

    assert code == 0
    assert "a model and not a measurement" in out and "Everything that is promised held." in out
    assert "gap 50 ms" in err


def test_bench_calls_speaks_the_language_of_the_settings(capsys):
    code, out, err = said(capsys, "bench", "calls", "--pairs", "22", "--set", "table.language=de")

    assert code == 0
    assert "ein Modell und keine Messung" in out and "Alles Versprochene wurde eingehalten." in out
    assert "Abstand 50 ms" in err


def test_bench_calls_ends_with_1_if_it_does_not_hold(capsys, monkeypatch):
    monkeypatch.setattr("hardware.bench_calls.report.permutation_faults", lambda _count, _seed: 1)
    code, out, _ = said(capsys, "bench", "calls", "--pairs", "22", "--json")

    assert code == 1 and json.loads(out)["calls"]["held"] is False


def test_bench_rules_counts_moves_and_names_the_machine(capsys):
    code, out, _ = said(capsys, "bench", "rules", "--game", "abstrac", "--seconds", "0.05", "--json")
    told = json.loads(out)

    assert code == 0 and told["machine"]["name"] and told["machine"]["python"].startswith("3.")
    (row,) = told["rules"]["one_core"]
    assert row["game"] == "abstrac" and row["moves_per_second"] > 0


def test_bench_vision_times_each_stage_and_scores_labelled_sets(capsys, home):
    from vision.drawn import any_scene, write_labelled  # noqa: PLC0415

    folder = home / "sets" / "two_dice"
    assert len(list(write_labelled(folder, [any_scene(7, {"pips": 2})]))) == 1
    code, out, _ = said(
        capsys, "bench", "vision", "--frames", "1", "--pictures", str(home / "sets"), "--json"
    )
    told = json.loads(out)["vision"]

    assert code == 0 and {"find the mat (once)", "a look", "a look: dice"} <= told["ms"].keys()
    assert told["drawn_dice"]["objects"] == 3 and told["sets"]["two_dice (dice)"]["objects"] == 2


DIE = {"type": "pips", "value": 4, "box": [10, 10, 20, 20]}


@pytest.mark.parametrize(
    ("label", "answer", "expected"),
    [
        pytest.param({"dice": [DIE]}, {"dice": [DIE]}, Score(1, 1, right=1), id="right"),
        pytest.param({"dice": [DIE]}, {"dice": [{**DIE, "value": 5}]}, Score(1, 1, wrong=1), id="wrong"),
        pytest.param(
            {"dice": [DIE]},
            {"unsure": [{"what": "die", "box": DIE["box"]}]},
            Score(1, 1, asked=1),
            id="asked",
        ),
        pytest.param({"dice": [DIE]}, {"dice": []}, Score(1, 1, missed=1), id="missed"),
        pytest.param({"dice": []}, {"dice": [DIE]}, Score(1, 0, wrong=1), id="nothing was there"),
        pytest.param(
            {"dice": [DIE]},
            {"dice": [{**DIE, "box": [200, 10, 20, 20]}]},
            Score(1, 1, wrong=1, missed=1),
            id="elsewhere",
        ),
        pytest.param(
            {"dice": [{**DIE, "value": None, "cocked": True}]},
            {"dice": [DIE]},
            Score(1, 0, wrong=1),
            id="askew",
        ),
        pytest.param({"dice": [{**DIE, "ignore": True}]}, {"dice": [DIE]}, Score(1, 0), id="left open"),
        pytest.param({"dice": [], "complete": False}, {"dice": [DIE]}, Score(1, 0), id="not all labelled"),
    ],
)
def test_a_reading_is_compared_with_its_label(label, answer, expected):
    assert score(label, answer, "dice") == expected


@pytest.mark.screens
def test_bench_app_starts_the_app_and_watches_it(capsys, monkeypatch):
    monkeypatch.setattr("ui.command.bench_app.RUNS", 1)
    monkeypatch.setattr("ui.command.bench_app.SETTLE_S", 0.1)
    code, out, _ = said(capsys, "bench", "app", "--seconds", "0.2", "--json")
    told = json.loads(out)["app"]

    assert code == 0 and 0 < told["start_s"] < 60 and told["memory_mb"] > 30 and told["redraw_ms"] > 0
