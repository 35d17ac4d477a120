"""The machine around the app: switched off only where it is the table's own; its panel is dimmed."""

import pytest

from ui.machine import backlight_here, power_off, power_off_here


def program(folder, code, says=""):
    file = folder / "systemctl"
    file.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit {code}\n", "utf-8")
    file.chmod(0o755)
    return str(file)


def test_a_guest_does_not_switch_the_host_off():
    assert power_off_here({}) is None
    assert power_off_here({"NOTIFY_SOCKET": "/run/x"}) is power_off


def test_switching_off_says_what_went_wrong(tmp_path):
    assert power_off(program(tmp_path, 0)) == ""
    assert power_off(program(tmp_path, 1, "Access denied")) == "Access denied"
    assert "nowhere" in power_off(str(tmp_path / "nowhere"))


@pytest.mark.parametrize(("share", "level"), [(0, "0"), (0.5, "16"), (1, "31"), (7, "31"), (-1, "0")])
def test_the_panel_is_set_between_dark_and_bright(share, level, tmp_path):
    panel = tmp_path / "10-0045"
    panel.mkdir()
    (panel / "max_brightness").write_text("31\n", "ascii")
    (panel / "brightness").write_text("31\n", "ascii")

    backlight_here(tmp_path)(share)

    assert (panel / "brightness").read_text("ascii") == level


def test_without_a_panel_there_is_no_light_to_set(tmp_path):
    assert backlight_here(tmp_path) is None
