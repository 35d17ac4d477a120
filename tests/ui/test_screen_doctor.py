"""The doctor as a page, and the page that shows who was first: what stands there, and what fits where."""

from pathlib import Path

import evenings
import numpy as np
import pytest
from msgspec.structs import replace
from screen_audit import complaints
from screen_finger import furnished

from companion.asks import MS
from companion.games import find_game
from companion.sightings import Frame
from ui.screen.ports import CallPictures, Health

FOUND = (
    Health("button 2", "broken", "Button 2 is stuck.", "Look whether something lies on it."),
    Health("light", "warning", "The light flickers.", "Switch another lamp on."),
    Health(
        "table", "note", "The camera only looks at a drawn table.", "Connect a camera to play with real dice."
    ),
    *(Health(f"thing {n}", "ok", f"Thing {n} is well.") for n in range(9)),
)
SIZES = [(800, 480), (720, 1280)]


class Found:
    """A doctor who always finds the same."""

    def __init__(self, found=FOUND, fails=False):
        self.found, self.asked, self.packed, self._fails = found, [], [], fails

    def examine(self, language):
        self.asked.append(language)
        return self.found

    def bundle(self, *, picture=False):
        if self._fails:
            raise OSError(28, "no room")
        self.packed.append(picture)
        return Path("/somewhere/support.zip")


@pytest.fixture
def doctored(screen):
    def open_page(doctor, size=(800, 480)):
        finger = screen.in_rooms(replace(furnished(evenings.abspecken()), doctor=doctor), size)
        finger.app.go("doctor")
        finger.wait(lambda: finger.page.found is not None)
        finger.step(4)
        return finger

    return open_page


@pytest.mark.parametrize("size", SIZES)
def test_everything_that_was_found_stands_there_with_its_next_step(doctored, size, shots_folder):
    finger = doctored(Found(), size)
    texts = finger.texts()

    assert all(health.says in texts for health in FOUND)
    assert all(health.next_step in texts for health in FOUND[:3])
    finger.shot(shots_folder / f"doctor-{size[0]}.png")
    assert complaints(finger.page) == []


def test_looking_again_asks_again(doctored):
    doctor = Found()
    finger = doctored(doctor)
    finger.tap("Noch einmal nachsehen")
    finger.wait(lambda: len(doctor.asked) == 2)

    assert doctor.asked == ["de", "de"]


@pytest.mark.parametrize(
    ("choice", "picture"), [("Ohne Bild", False), ("Mit dem letzten Bild vom Tisch", True)]
)
def test_a_file_for_a_helper_has_a_picture_only_if_somebody_asks(doctored, choice, picture):
    doctor = Found()
    finger = doctored(doctor)
    finger.tap("Datei zum Helfen")
    finger.tap(choice)
    finger.wait(lambda: any("/somewhere/support.zip" in text for text in finger.texts()))

    assert doctor.packed == [picture]


def test_a_file_that_cannot_be_written_is_told(doctored):
    finger = doctored(Found(fails=True))
    finger.tap("Datei zum Helfen", "Ohne Bild")

    finger.wait(lambda: any("no room" in text for text in finger.texts()))


def test_where_nobody_can_tell_the_page_says_so(doctored):
    assert "Hier gibt es nichts zu untersuchen." in doctored(None).texts()


# --- who was first ---


def pictures(press_ms, finish="press"):
    def frame(ms, value):
        picture = np.full((360, 640, 3), 90, np.uint8)
        picture[150:210, 250:310] = value
        return Frame(picture, (press_ms + ms) * MS, ms)

    return CallPictures("Ben", press_ms * MS, finish, 41.0, frame(-20, 220), frame(40, 90))


@pytest.mark.parametrize("size", SIZES)
def test_the_calls_and_what_the_camera_saw_stand_on_one_page(screen, size, shots_folder):
    finger = screen.in_rooms(furnished(evenings.abspecken()), size)
    sitting = evenings.called(finger.app.rooms)
    finger.app.stage.sit(sitting)
    sitting.pictured(pictures(1000))
    finger.app.go("first")
    finger.step(4)
    texts = " | ".join(finger.texts())

    assert "372 ms später" in texts and "1 ms" in texts
    assert "20 ms vor dem Druck" in texts and "40 ms nach dem Druck" in texts
    finger.shot(shots_folder / f"first-{size[0]}.png")
    assert complaints(finger.page) == []


def test_a_photo_finish_that_is_too_close_is_told_as_such(screen):
    finger = screen.in_rooms(furnished(evenings.abspecken()))
    sitting = evenings.rolled(finger.app.rooms)
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    finger.app.deliver(pictures(1000, "close"))
    finger.step()
    finger.tap(finger.seen()[0])  # the menu
    finger.tap("Wer war zuerst?")

    assert any("Zu knapp" in text for text in finger.texts())


@pytest.mark.parametrize(("finish", "answer"), [("press", "Ja"), ("change", "Nein"), ("close", "Zu knapp")])
def test_whether_the_die_was_still_in_the_pyramid_takes_the_place_of_a_mere_change(
    screen, finish, answer, shots_folder
):
    finger = screen.in_rooms(furnished({"sums": find_game("sums")}))
    sitting = evenings.sit(finger.app.rooms, 3, "sums")
    finger.app.stage.sit(sitting)
    sitting.pictured(pictures(1000))
    part = (0.38, 0.4, 0.5, 0.6)
    sitting.pictured(replace(pictures(1000, finish), die="3,3,1", colour="m", part=part))
    finger.app.go("first")
    finger.step(4)

    told = [text for text in finger.texts() if "Pyramide" in text or "Würfel" in text]
    assert len(told) == 1 == len(sitting.pictures) and told[0].startswith(answer)
    finger.shot(shots_folder / f"first-die-{finish}.png")
    assert complaints(finger.page) == []
