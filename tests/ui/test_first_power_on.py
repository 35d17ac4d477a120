"""The first power-on through the assembled house, by finger alone: a drawn mat before a real driver."""

import time
from random import Random

import cv2
import pytest
from msgspec.structs import replace
from screen_audit import complaints
from screen_shots import kept

from tests.at_first import quick
from ui.house import open_house
from ui.prints.order import Order
from ui.screen.pages.setup import steps_passed
from ui.settings import settings_in_force
from ui.twin.drawn_table import DrawnTable
from vision.drawn import draw

pytestmark = pytest.mark.screens
PATIENCE_S = 60.0


@pytest.fixture
def table_pictures(tmp_path):
    """What a camera sees: the mat with two dice in its tray."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    stage = DrawnTable(("1", "2", "3", "4"), Random(1))
    list(stage.roll({"pips": ["3", "5"]}))
    for number in range(3):
        cv2.imwrite(str(folder / f"{number:04}.png"), draw(replace(stage.scene, seed=number)))
    for number in range(3, 4000):  # some minutes of it
        (folder / f"{number:04}.png").symlink_to(folder / f"{number % 3:04}.png")
    return folder


def turn(finger, until) -> None:
    over = time.monotonic() + PATIENCE_S
    while not until():
        finger.step()
        time.sleep(0.005)
        assert time.monotonic() < over, "what was waited for did not come"


def prints(finger, home, system, shot) -> None:
    """Into a file without a printer, then on one; what it does not take is told with the next step."""
    tools, paper = home / "tools", home / "paper"
    tools.mkdir()
    system.setattr("pathlib.Path.home", lambda: home)
    system.setenv("PATH", str(tools))

    def prints_with(**scripts):
        for name, script in scripts.items():
            (tools / name).write_text(f"#!/bin/sh\n{script}\n")
            (tools / name).chmod(0o755)
        finger.app.go("printing", back="setup", thing="dice", order=order)

    def told(words):
        turn(finger, lambda: any(words in text for text in finger.texts()))

    order = Order("dice", languages=("en",))
    finger.tap("Print")
    told("No printer is known")
    for thing in ("Cards", "Score sheet", "Mat for the pyramid", "Labels", "Stickers for dice"):
        finger.tap(thing)
        shot(f"print_{thing.partition(' ')[0]}")
    (home / "Downloads").mkdir()
    finger.tap("Save as a file")
    told("Pages: 1. Saved here")
    shot("print_saved")
    file = home / "Downloads" / "dice.pdf"
    assert file.read_bytes().startswith(b"%PDF")
    lpstat = 'test "$1" = -e && echo Den && echo Attic || echo system default destination: Attic'
    prints_with(lpstat=lpstat, lp=f'echo "$@" > {paper}')
    turn(finger, lambda: any(thing.called == "Print on Attic" for thing in finger.seen()))
    finger.tap("Print on Attic")
    told("on their way to Attic")
    assert paper.read_text() == f"-d Attic -o media=A4 -o print-scaling=none {file}\n"
    prints_with(lp="echo lp: no toner >&2; exit 1")
    turn(finger, lambda: any(thing.called == "Print on Attic" for thing in finger.seen()))
    finger.tap("Print on Attic")
    told("did not take it (lp: no toner). The file is here, print it elsewhere: ~/Downloads/dice.pdf")
    shot("print_refused")
    file.unlink()
    file.mkdir()  # nobody can write there
    finger.tap("Save as a file")
    told("cannot be written")
    finger.app.go("setup")
    finger.step(4)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "size", quick([pytest.param((720, 1280), id="tall"), pytest.param((800, 480), id="wide")], 0, 1)
)
def test_every_step_is_done_by_finger_and_can_be_left(screen, home, table_pictures, size, monkeypatch):
    chosen = ["camera.kind=folder", f"camera.source={table_pictures}", "sound.volume=0", "table.language=en"]
    with open_house(settings_in_force(chosen)) as house:
        finger = screen.in_rooms(house.rooms, size)

        def passed(step):
            return step in steps_passed(house.rooms.preferences)

        def shot(name):
            finger.step(8)
            kept(finger.picture(), f"power_on_{name}_{size[0]}")
            assert complaints(finger.page) == []

        finger.tap("English")
        shot("0_first")
        with monkeypatch.context() as system:
            prints(finger, home, system, shot)
        assert passed("printing")
        finger.tap("Camera")
        turn(finger, lambda: passed("camera"))
        finger.step(8)
        shot("1_camera")
        finger.tap("Sound")
        shot("2_sound")
        finger.tap("Teach in the buttons")
        shot("3_wiring")
        finger.tap("Back")
        assert finger.app.page_name == "setup"
        finger.tap("A practice roll")
        turn(finger, lambda: finger.page.read)
        assert sorted(finger.page.read) == ["3", "5"]
        shot("4_practice")
        finger.tap("How it stands")
        turn(finger, lambda: finger.page.found is not None)
        shot("5_result")
        assert any("Done: Language, Print, Camera. Open: Sound" in words for words in finger.texts())
        screen.close()

    with open_house(settings_in_force(chosen)) as house:
        finger = screen.in_rooms(house.rooms, size)
        assert finger.app.page_name == "home", "only the first power-on begins with it"
        finger.app.go("setup")
        assert passed("camera") and not passed("practice")


def test_nothing_is_right_before_it_is_read(screen, home, tmp_path):
    (tmp_path / "empty").mkdir()
    chosen = ["camera.kind=folder", f"camera.source={tmp_path / 'empty'}", "table.language=en"]
    with open_house(settings_in_force(chosen)) as house:
        finger = screen.in_rooms(house.rooms)
        finger.app.go("practice", back="setup")
        finger.step(4)
        assert "Right" not in [thing.called for thing in finger.seen()]
        screen.close()
