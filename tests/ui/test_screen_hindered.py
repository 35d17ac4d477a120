"""What keeps the eyes from reading, on the table page: all of it can be read, in each language and size."""

import evenings
import pytest
import screen_shots
from screen_audit import complaints

from companion.asks import Say
from companion.words import languages
from tests.at_first import quick
from ui.screen.ports import Trouble
from vision.report.hindered import PATIENCE

pytestmark = pytest.mark.screens

DICE = {
    "n": 2,
    "wanted": [Say("die.pips", {"n": 2}), Say("die.colour", {"n": 1}), Say("die.piggy", {"n": 1})],
}


@pytest.mark.parametrize("language", quick(languages()))
@pytest.mark.parametrize(
    "size", quick([pytest.param((800, 480)), pytest.param((720, 1280))]), ids=["landscape", "portrait"]
)
def test_what_hinders_the_eyes_is_written_in_full(screen, size, language):
    finger = screen(games=evenings.abspecken(), size=size, language=language)
    finger.app.stage.sit(evenings.rolled(finger.app.rooms))
    finger.app.go("table")
    for key in PATIENCE:
        says = Say(key, DICE if key == "amiss.dice_count" else {})
        finger.page.troubled(Trouble("on the table", says))
        finger.step()
        written = finger.page.say.game(finger.page.game, says)
        screen_shots.kept(finger.picture(), f"{key} {language} {size[0]}")
        assert written in finger.texts()
        assert complaints(finger.page) == []

    finger.page.troubled(Trouble("on the table"))
    finger.step()
    assert written not in finger.texts()
