"""`companion wiring` as a family calls it: the tables, the drawing, and teaching in."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from command_line import said
from gpiozero import Factory
from gpiozero.pins.mock import MockFactory, MockPin

from companion.asks import MS
from companion.clock import HandClock
from hardware.findings import ok
from hardware.pins import EdgeTicks, Pins
from hardware.teach_in import LISTEN_FIRST, TeachBoard
from hardware.wiring import Wiring
from ui.command import wiring_command
from ui.command.own_file import write_settings
from ui.command.speech import CommandError
from ui.fitting import settings_of
from ui.settings import settings_in_force

pytestmark = pytest.mark.usefixtures("home")

ROOT = Path(__file__).parents[2]


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
