"""The child lock, the dark screen and switching off."""

from typing import Any

import pytest
from kivy.clock import Clock
from msgspec.structs import replace
from screen_finger import Finger
from test_screen_pages import TestBoard, at_a_roll, press

from ui.screen.child_lock import HOLD

pytestmark = pytest.mark.screens


def test_under_the_lock_fingers_do_nothing_and_buttons_play_on(rooms, screen):
    rooms, board, finger = at_a_roll(rooms, screen)
    menu = finger.find("Menü")
    finger.app.lock()
    finger.tap(menu)
    assert not finger.page.covered
    start = len(rooms.journal.entries())
    press(finger, board, "1")
    finger.pass_ms(400)
    assert len(rooms.journal.entries()) > start


def hold(finger: Finger, button: Any) -> None:
    touch = finger.press(button)
    button.wait(HOLD)
    touch.touch_up()
    finger.step()


def test_a_grown_up_opens_the_lock_by_holding_and_reading(rooms, open_in):
    finger = open_in(rooms)
    finger.app.lock()
    shield = finger.app.shield
    finger.tap(shield.open_button)
    assert shield.question is None, "a short tap is not enough"
    hold(finger, shield.open_button)
    wrong = (shield.numbers[0] + 1) % 10
    shield.tapped(wrong)
    assert shield.question is None and finger.app.shield is shield, "a slip closes the question"
    hold(finger, shield.open_button)
    for number in shield.numbers:
        shield.tapped(number)
    assert finger.app.shield is None
    assert rooms.preferences.get("locked") is False


def test_a_parent_can_always_switch_off_even_under_the_lock(rooms, open_in):
    asked: list[str] = []
    finger = open_in(replace(rooms, power_off=lambda: asked.append("off") or ""))
    finger.app.lock()
    hold(finger, finger.app.shield.off_button)
    assert finger.page.name == "off"
    finger.wait(lambda: asked)
    assert asked == ["off"]


def test_the_lock_is_still_there_after_a_restart(rooms, open_in):
    open_in(rooms).app.lock()
    assert open_in(rooms).app.shield is not None


def test_a_machine_that_does_not_switch_off_says_why(rooms, open_in):
    finger = open_in(replace(rooms, power_off=lambda: "not allowed"))
    finger.tap("Ausschalten", "Ausschalten")
    finger.wait(lambda: any("not allowed" in text and "Stecker" in text for text in finger.texts()))


def test_where_the_machine_is_not_ours_only_the_app_is_closed(rooms, open_in):
    finger = open_in(rooms)
    stopped: list[str] = []
    finger.app.stop = lambda: stopped.append("stopped")
    finger.tap("Beenden", "Beenden")
    assert stopped


def test_the_first_touch_on_a_dark_screen_only_lights_it(rooms, open_in):
    light: list[float] = []
    finger = open_in(replace(rooms, backlight=light.append))
    play = finger.find("Spielen")
    finger.app.dimmer.dim()
    finger.tap(play)
    assert finger.page.name == "home"
    assert light == [0.1, 1.0]
    finger.tap(play)
    assert finger.page.name == "choose"


def test_an_app_that_is_opened_long_after_another_one_is_not_dark(rooms, open_in):
    open_in(rooms)
    Clock._last_tick -= 24 * 60 * 60
    assert not open_in(rooms).app.dimmer.dark


def test_a_button_lights_the_screen(rooms, screen):
    board = TestBoard()
    finger = screen.in_rooms(replace(rooms, board=board))
    finger.app.dimmer.dim()
    press(finger, board, "1")
    assert not finger.app.dimmer.dark


def test_a_lamp_that_cannot_be_set_disturbs_nobody(rooms, open_in):
    def broken(_share: float) -> None:
        raise OSError("no right to")

    finger = open_in(replace(rooms, backlight=broken))
    finger.app.dimmer.dim()
    assert finger.app.dimmer.dark
