"""The first power-on through the assembled house, by finger alone: a drawn mat before a real driver."""

import time
from random import Random

import cv2
import pytest
from msgspec.structs import replace

from ui.house import open_house
from ui.screen.pages.setup import STEPS, steps_passed
from ui.settings import settings_in_force
from ui.twin.stage import Stage
from vision.drawn import draw

pytestmark = pytest.mark.screens
PATIENCE_S = 60.0


@pytest.fixture
def table_pictures(tmp_path):
    """What a camera sees: the bare mat, and two dice in its tray."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    stage = Stage(("1", "2", "3", "4"), Random(1))
    list(stage.roll({"pips": ["3", "5"]}))
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), draw(replace(stage.scene, seed=number)))
    return folder


def turn(finger, until) -> None:
    over = time.monotonic() + PATIENCE_S
    while not until():
        finger.step()
        assert time.monotonic() < over, "what was waited for did not come"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["wide", "tall"])
def test_every_step_is_done_by_finger_and_can_be_left(screen, home, table_pictures, size, shots_folder):
    chosen = ["camera.kind=folder", f"camera.source={table_pictures}", "sound.volume=0", "table.language=en"]

    def shot(finger, name):
        finger.step(8)
        finger.shot(shots_folder / f"power_on_{name}_{size[0]}.png")

    with open_house(settings_in_force(chosen)) as house:
        finger = screen.in_rooms(house.rooms, size)
        shot(finger, "0_first")
        names = [t.called for t in finger.seen()]
        print(names)
        for step in STEPS[1:]:
            finger.app.go(step, back="setup")
            for _ in range(40):
                finger.step()
                time.sleep(0.05)
            shot(finger, f"{STEPS.index(step)}_{step}")
            print(step, [t.called for t in finger.seen()], finger.texts())
        finger.app.go("setup_result")
        turn(finger, lambda: finger.page.found is not None)
        shot(finger, "5_result")
        print(finger.texts(), steps_passed(house.rooms.preferences))
        screen.close()
