"""What must be at hand and calm: a misread die in two taps, nothing moves by itself, cards can be read."""

from typing import Any

import evenings
import pytest
from kivy.clock import Clock
from screen_finger import Opened, furnished

from companion.games import all_games
from tests.at_first import quick
from ui.screen import theme
from ui.screen.parts.layout import Scroll, Stack, Still, Text
from ui.screen.theme import Sizes, contrast, ink_on

pytestmark = pytest.mark.screens


@pytest.mark.parametrize(("language", "size"), [("de", (800, 480)), ("en", (720, 1280))])
def test_a_child_corrects_a_misread_die_in_two_taps(
    screen: Opened, language: str, size: tuple[int, int]
) -> None:
    """First the die, then what it really shows; then that stands in the journal."""
    rooms = furnished(evenings.abspecken())
    rooms.preferences.put("language", language)
    finger = screen.in_rooms(rooms, size)
    sitting = evenings.seen(rooms)
    finger.app.stage.game = sitting.game
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    assert [die.value for die in sitting.table.view.dice][:2] == ["3", "5"]
    finger.tap(finger.app.stage.say("table.die", number=2))
    finger.tap("pips:6")
    assert [die.value for die in sitting.table.view.dice][:2] == ["3", "6"]
    assert not finger.page.covered
    assert rooms.journal.entries(sitting.table.game_id)[-1].kind == "correction"


def moving(scroll: Any) -> bool:
    """Whether what a finger has flung goes on after the finger has left."""
    effect = scroll.effect_y
    effect.min, effect.max, effect.value = 0, 1000, 500
    effect.velocity = 900.0
    effect.update_velocity(1 / 60)
    return bool(effect.velocity)


def test_with_reduced_motion_nothing_goes_on_by_itself(kivy_window: None) -> None:
    sizes = Sizes(800, 480)
    long = [Text(str(n), sizes, grow=True) for n in range(80)]
    usual = Scroll(sizes, Stack(sizes, *long[:40]))
    calm = Scroll(Sizes(800, 480, calm=True), Stack(sizes, *long[40:]))
    assert calm.effect_cls is Still
    assert moving(usual)
    assert not moving(calm)


@pytest.mark.parametrize("motion", quick(["calm", "normal"]))
def test_reduced_motion_is_a_wish_that_reaches_every_page(screen: Opened, motion: str) -> None:
    rooms = furnished(all_games())
    rooms.preferences.put("motion", motion)
    finger = screen.in_rooms(rooms)
    scrolls = []
    for name in ("settings", "choose", "rules", "teach"):
        finger.app.go(name)
        finger.step(2)
        scrolls += [w for w in finger.page.walk(restrict=True) if isinstance(w, Scroll)]
    assert len(scrolls) > 1
    assert all((one.effect_cls is Still) == (motion == "calm") for one in scrolls)


def test_a_page_at_rest_draws_nothing_by_itself(screen: Opened) -> None:
    """No animation runs: once a page has come to rest nothing is left to do, whatever was wished."""
    rooms = furnished(evenings.abspecken())
    finger = screen.in_rooms(rooms)
    sitting = evenings.rolled(rooms)
    finger.app.stage.game = sitting.game
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    finger.step(6)
    repeated = [event for event in Clock.get_events() if event.loop and event.is_triggered]
    assert [event.timeout for event in repeated if event.timeout < 0.1] == []


@pytest.mark.parametrize("colour", sorted(theme.THING_COLOURS))
def test_what_is_written_on_a_card_has_the_contrast_of_all_words(colour: str) -> None:
    ground = theme.THING_COLOURS[colour]
    assert contrast(ink_on(ground), ground) >= 4.5
