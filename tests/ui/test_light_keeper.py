"""The camera settles anew when the light is another one: between two moves, never during a roll."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from companion.asks import MS
from companion.clock import SystemClock
from hardware.board import Board
from hardware.camera.driver import Report
from hardware.camera.eye import Camera
from ui.gaze import Gaze
from ui.table_board import LightKeeper, TableBoard
from vision.scene.change import Part

MARKERS: tuple[Part, ...] = ((0.1, 0.1, 0.2, 0.2),)


class Eyes:
    markers: Sequence[Part] = ()
    quiet = True

    def rests(self, now: int) -> bool:
        return self.quiet


class Eye:
    light_changed = False
    report = Report()

    def __init__(self) -> None:
        self.settled: list[tuple[Part, ...]] = []

    def settle(self, sharp: tuple[Part, ...]) -> bool:
        self.settled.append(sharp)
        self.light_changed = False
        return True


def kept() -> tuple[LightKeeper, Any, Eyes]:
    camera, eyes = Eye(), Eyes()
    return LightKeeper(camera, eyes), camera, eyes  # type: ignore[arg-type]


def test_nothing_settles_while_somebody_rolls_and_at_once_after_it():
    keeper, camera, eyes = kept()
    camera.light_changed, eyes.quiet = True, False
    for second in range(10):
        keeper.tick(second * 1000 * MS)
    assert camera.settled == []

    eyes.quiet = True
    keeper.tick(10_000 * MS)
    assert len(camera.settled) == 1


def test_a_light_that_itself_looks_like_something_moving_is_settled_for_in_the_end():
    keeper, camera, eyes = kept()
    camera.light_changed, eyes.quiet = True, False
    for second in range(30):
        keeper.tick(second * 1000 * MS)

    assert len(camera.settled) == 1


def test_a_lens_looks_once_at_the_markers_as_soon_as_they_are_known():
    keeper, camera, eyes = kept()
    camera.report = Report(focus="not found")
    keeper.tick(0)
    assert camera.settled == []

    eyes.markers = MARKERS
    for second in range(1, 60):
        keeper.tick(second * 1000 * MS)
    assert camera.settled == [MARKERS]


@pytest.mark.parametrize("focus", ["fixed", ""])
def test_a_lens_that_does_not_search_is_left_alone(focus):
    keeper, camera, eyes = kept()
    camera.report, eyes.markers = Report(focus=focus), MARKERS
    keeper.tick(0)

    assert camera.settled == []


def test_without_a_camera_there_is_nothing_to_do():
    LightKeeper(None, Eyes()).tick(0)


def test_the_board_asks_its_camera_again_and_again(home, monkeypatch):
    settled = threading.Event()
    monkeypatch.setattr(Camera, "light_changed", True)
    monkeypatch.setattr(Camera, "settle", lambda camera, sharp: settled.set() or True)
    monkeypatch.setattr(Gaze, "rests", lambda eyes, now: True)
    board = TableBoard(Board.pretend(SystemClock(), draw=lambda: None), lambda: "en")
    board.start(lambda thing: None)
    try:
        assert settled.wait(20)
    finally:
        board.stop()
