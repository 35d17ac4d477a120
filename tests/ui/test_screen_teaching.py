"""Showing the eyes something new with a finger: real eyes look at drawn tables, and learn what lies there."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from screen_audit import complaints
from screen_finger import Finger, furnished

from companion.games import all_games
from companion.sightings import Frame
from tests.at_first import more, quick
from ui.eyes_set_up import AS_BUILT, EyesSetUp, calibration_for, kept_set_up
from ui.gaze import Gaze
from ui.screen.ports import CannotLearn
from ui.teaching import EyesTeacher
from vision.calibration import calibrate_by_corners
from vision.drawn import DieLook, DieOnTable, TableScene, draw
from vision.drawn.scene import CardOnTable, Surface
from vision.kit.camera import Camera
from vision.mat import PYRAMID, TRAY, table_mat
from vision.teaching import newly_laid

pytestmark = pytest.mark.screens

MAT = table_mat(4)
BARE = replace(MAT, markers=())
CAMERA = Camera(x=300, y=167, distance=420)
FAR = Camera(x=300, y=167, distance=620)
TABLE = TableScene(mat=MAT, camera=CAMERA)
STEP_NS = 400_000_000  # between two frames
DIE = DieLook("piggy")
FACES = {
    "+-1": "die ±1",
    "+-2": "die ±2",
    "+-3": "die ±3",
    "smile": "das lachende Schwein",
    "grim": "das grimmige Schwein",
}


class AtTheTable:
    """A finger, and the real eyes that look at whatever is laid."""

    def __init__(self, screen: Any, folder: Path, size: tuple[int, int] = (800, 480)) -> None:
        self.set_ups: list[EyesSetUp] = []
        self.folder = folder
        self.teacher = EyesTeacher(folder, self.set_ups.append)
        rooms = replace(furnished(all_games()), teacher=self.teacher)
        self.finger: Finger = screen.in_rooms(rooms, size)
        self._gaze = Gaze(self.finger.app.deliver, AS_BUILT)
        self._frames = 0

    def lay(self, scene: TableScene, looks: int = 2) -> None:
        """This lies on the table now, and lies still."""
        for _ in range(looks):
            self._frames += 1
            picture = draw(replace(scene, seed=self._frames))
            self._gaze.look(Frame(picture, self._frames * STEP_NS, self._frames))
            self.finger.step(2)
            self.finger.wait(lambda: not self.busy, turns=200_000)
            self.finger.step(2)

    @property
    def busy(self) -> bool:
        course = getattr(self.finger.page, "course", None)
        return course is not None and course.busy

    def open(self, what: str) -> None:
        self.finger.app.go("settings")
        self.finger.tap("Den Augen etwas zeigen")
        self.finger.tap(what)

    @property
    def said(self) -> str:
        return " ".join(self.finger.texts())


@pytest.fixture
def at_table(screen: Any, tmp_path: Path) -> AtTheTable:
    return AtTheTable(screen, tmp_path)


def die(value: str, turn: float = 20.0) -> TableScene:
    return replace(TABLE, dice=(DieOnTable(DIE, value, 300 + 3 * len(value), 150, turn),))


def card(name: str, angle: float = 5.0) -> TableScene:
    return replace(TABLE, cards=(CardOnTable(name, 300, 160, angle, deck="abi94"),))


# --- a die ---


@more
def test_a_die_is_taught_face_by_face_and_then_tried_out(at_table: AtTheTable, shots_folder: Path) -> None:
    at_table.open("Ein Schweinchenwürfel")
    finger = at_table.finger
    at_table.lay(TABLE)
    finger.tap("Er ist leer")
    for value, named in FACES.items():
        assert f"dass {named} oben liegt" in at_table.said
        at_table.lay(die(value))
        finger.shot(shots_folder / "teach-die.png") if value == "+-2" else None
        assert complaints(finger.page) == []
        finger.tap("So liegt er")
    finger.wait(lambda: not at_table.busy, turns=200_000)
    finger.step(3)
    assert at_table.teacher.known() == (("piggy-die", "Unser Schweinchenwürfel"),)
    finger.shot(shots_folder / "teach-die-try.png")
    asked = []
    while finger.page.course.trying.face:
        asked.append(finger.page.course.trying.face)
        assert f"Zeig mir {FACES[asked[-1]]}" in at_table.said
        at_table.lay(die(asked[-1], turn=55.0), looks=3)
        if finger.page.course.seen is not None:  # not sure, or wrong: the person says so
            finger.tap(f"Es ist doch {FACES[asked[-1]]}")
    assert sorted(asked) == sorted(FACES)
    trying = finger.page.course.trying
    assert trying.right >= 4, trying.slips
    assert all(slip.shown in slip.seen for slip in trying.slips), "nothing was read wrongly without asking"
    finger.shot(shots_folder / "teach-die-over.png")
    assert complaints(finger.page) == []
    finger.tap("Fertig")
    assert "Unser Schweinchenwürfel" in at_table.said


@more
def test_another_face_than_was_asked_for_is_not_taken(at_table: AtTheTable) -> None:
    teach_quickly(at_table)
    finger = at_table.finger
    trying = finger.page.course.trying
    other = "+-1" if trying.face != "+-1" else "+-3"
    at_table.lay(die(other), looks=3)
    assert trying.right == 0 and finger.page.course.seen is not None
    assert "Gefragt war" in at_table.said
    finger.tap("Ich zeige es noch mal")
    assert f"Zeig mir {FACES[trying.face]}" in at_table.said


def test_what_the_eyes_have_wrong_is_learnt_as_well(at_table: AtTheTable) -> None:
    teach_quickly(at_table)
    finger = at_table.finger
    trying = finger.page.course.trying
    asked = trying.face
    other = "+-1" if asked != "+-1" else "+-3"
    at_table.lay(die(other), looks=3)
    finger.tap(f"Es ist doch {FACES[asked]}")
    assert trying.slips[0].shown == asked
    assert len(finger.page.course.shown[asked]) == 2


def teach_quickly(at_table: AtTheTable) -> None:
    """A die was taught from pictures, and it is tried out now."""
    at_table.open("Ein Schweinchenwürfel")
    at_table.lay(TABLE)
    at_table.finger.tap("Er ist leer")
    empty = Frame(draw(TABLE), 0)
    for value in FACES:
        frame = Frame(draw(die(value)), 0)
        box = at_table.teacher.thing_on(empty, frame)
        assert box is not None
        at_table.finger.page.course.shown[value] = [at_table.teacher.cut_out("piggy-die", frame, box)]
    at_table.finger.page.learn()
    at_table.finger.wait(lambda: not at_table.busy, turns=200_000)
    at_table.finger.step(3)


def test_pictures_of_nothing_teach_nothing(at_table: AtTheTable) -> None:
    with pytest.raises(CannotLearn):
        at_table.teacher.learn("piggy-die", "leer", {"1": [np.full((200, 200, 3), 90, np.uint8)]})
    assert at_table.teacher.known() == ()


# --- a deck ---


@more
def test_a_deck_is_taught_card_by_card(at_table: AtTheTable, shots_folder: Path) -> None:
    at_table.open("Ein Kartenspiel")
    finger = at_table.finger
    for letter in "HEXEN":
        finger.tap(letter)
    finger.tap("OK")
    at_table.lay(TABLE)
    finger.tap("Er ist leer")
    faces = {"A": "+5", "B": "-3", "C": "MA"}
    for letter, name in faces.items():
        at_table.lay(card(name))
        finger.tap("Benennen")
        finger.tap(letter)
        finger.shot(shots_folder / "teach-card-name.png")
        finger.tap("OK")
    assert "3 Karten gezeigt" in at_table.said
    finger.shot(shots_folder / "teach-deck.png")
    assert complaints(finger.page) == []
    finger.tap("Alle gezeigt")
    finger.wait(lambda: not at_table.busy, turns=200_000)
    finger.step(3)
    assert at_table.teacher.known() == (("deck", "Hexen"),)
    while finger.page.course.trying.face:
        face = finger.page.course.trying.face
        at_table.lay(card(faces[face], angle=-12.0), looks=3)
        assert finger.page.course.seen is None, f"{face} was seen as {finger.page.course.seen}"
    assert finger.page.course.trying.right == len(faces)


def test_what_was_taught_can_be_forgotten(at_table: AtTheTable) -> None:
    teach_quickly(at_table)
    at_table.finger.app.go("teach")
    at_table.finger.tap("Unser Schweinchenwürfel vergessen")
    at_table.finger.tap("Vergessen")
    assert at_table.teacher.known() == ()


def test_without_a_camera_the_page_says_what_it_takes(screen: Any) -> None:
    finger = screen({})
    finger.app.go("teach")
    assert any("Kamera" in text for text in finger.texts())


# --- what lies there ---


def test_a_hand_is_nothing_that_was_laid() -> None:
    empty = np.full((360, 640, 3), 90, np.uint8)
    arm = empty.copy()
    arm[200:, 280:340] = 180
    thing = empty.copy()
    thing[150:180, 300:330] = 180
    assert newly_laid(empty, arm) is None
    assert newly_laid(empty, empty) is None
    x, y, width, height = newly_laid(empty, thing)
    assert (round(x), round(y)) == pytest.approx((300, 150), abs=4)
    assert (width, height) == pytest.approx((30, 30), abs=6)


def test_a_light_that_changes_is_nothing_that_was_laid() -> None:
    empty = draw(replace(TABLE, seed=1))
    brighter = np.clip(draw(replace(TABLE, seed=2)).astype(int) + 12, 0, 255).astype(np.uint8)
    assert newly_laid(empty, brighter) is None


# --- corners ---


def tap_at(finger: Finger, at: tuple[float, float]) -> None:
    """Touch the place of the camera's picture."""
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415

    view = finger.page.view
    left, top, scale = view._placed()
    x, y = view.to_window(left + at[0] * scale, top - at[1] * scale)
    finger.app.stage.seen_at = 0.0  # people look before they tap
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    finger.step(1)
    touch.touch_up()
    finger.step(2)


def seen_corners(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    """Where a part of the table, in millimetres, is in the picture."""
    calibration = calibration_for(draw(replace(TABLE, camera=FAR)), 4, AS_BUILT)
    assert calibration is not None
    ground = [(x, y, 0), (x + width, y, 0), (x + width, y + height, 0), (x, y + height, 0)]
    return [tuple(point) for point in calibration.project(np.array(ground, float))]


@pytest.mark.parametrize("size", quick([pytest.param((800, 480)), pytest.param((720, 1280))], more=0))
def test_a_table_without_the_mat_is_set_up_with_a_finger(
    screen: Any, tmp_path: Path, shots_folder: Path, size: tuple[int, int]
) -> None:
    at_table = AtTheTable(screen, tmp_path, size)
    bare = TableScene(mat=BARE, camera=FAR, tray=Surface("felt", (70, 90, 40)))
    at_table.open("Ein Tisch ohne die Matte")
    finger = at_table.finger
    at_table.lay(bare)
    tray = MAT.zone(TRAY)
    corners = seen_corners(tray.x, tray.y, tray.width, tray.height)
    for corner in corners:
        tap_at(finger, corner)
    finger.tap("Pyramide")
    place = seen_corners(140, 80, 60, 60)
    for corner in place:
        tap_at(finger, corner)
    finger.tap("Würfelschale")
    finger.shot(shots_folder / f"corners-{size[0]}.png")
    assert complaints(finger.page) == []
    wanted = (max(tray.width, tray.height), min(tray.width, tray.height))
    for side, name in enumerate(("Lange Seite", "Kurze Seite")):
        steps = round((wanted[side] - finger.page.drawn.size_mm[side]) / 10)
        for _ in range(abs(steps)):
            finger.tap(f"{name} länger" if steps > 0 else f"{name} kürzer")
    finger.tap("Merken")
    assert "Gemerkt" in at_table.said
    kept = kept_set_up(tmp_path)
    assert at_table.set_ups == [kept]
    calibration = calibration_for(draw(bare), 4, kept)
    assert calibration is not None
    assert {zone.name for zone in calibration.mat.zones} == {TRAY, PYRAMID}
    zone = calibration.mat.zone(PYRAMID)
    assert (zone.width, zone.height) == pytest.approx((60, 60), abs=8), "measured by the tray"
    finger.tap("Wir haben die Matte")
    assert kept_set_up(tmp_path).corners is None


def test_a_corner_is_drawn_along_and_impossible_ones_are_told(at_table: AtTheTable) -> None:
    at_table.open("Ein Tisch ohne die Matte")
    finger = at_table.finger
    at_table.lay(TABLE)
    for corner in ((200, 200), (1000, 200), (1000, 600), (250, 600)):
        tap_at(finger, corner)
    tap_at(finger, (270, 590))
    assert finger.page.drawn.corners["tray"][3] == pytest.approx((270, 590), abs=4)
    tap_at(finger, (700, 400))
    assert len(finger.page.drawn.corners["tray"]) == 4, "a fifth corner is none"
    finger.tap("Löschen")
    for corner in ((200, 200), (600, 210), (1000, 205), (640, 240)):
        tap_at(finger, corner)
    finger.tap("Merken")
    assert "passen nicht zusammen" in at_table.said
    assert kept_set_up(at_table.folder).corners is None


@pytest.mark.parametrize("left", [386.2, 400.0])
def test_a_table_seen_exactly_square_on_is_understood(left: float) -> None:
    corners = [(left, 60.6), (left + 520, 60.6), (left + 520, 460.6), (left, 460.6)]
    found = calibrate_by_corners(corners, (1280, 720), (260.0, 200.0))
    there = found.on_table(np.array(corners))
    assert there == pytest.approx(np.array([(0, 0), (260, 0), (260, 200), (0, 200)]), abs=2.5)


def test_a_size_that_does_not_fit_to_the_corners_is_none() -> None:
    corners = [(100.0, 60.0), (900.0, 60.0), (900.0, 460.0), (100.0, 460.0)]
    with pytest.raises(ValueError, match="how large"):
        calibrate_by_corners(corners, (1280, 720), (260.0, 200.0))
