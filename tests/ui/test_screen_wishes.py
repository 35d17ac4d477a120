"""What the family wishes is kept and in force at once; the big board; troubles of the start."""

import evenings
import pytest
from evenings import choose
from msgspec.structs import replace
from test_screen_pages import TestBoard

from companion.asks import Kind, Say
from companion.calls.buttons import Edge
from ui.screen import theme
from ui.screen.pages.big import CAPITAL
from ui.screen.parts.layout import Text
from ui.screen.parts.touch import Badge
from ui.settings import Forgetful

pytestmark = pytest.mark.screens


def test_every_wish_is_kept_and_in_force_at_once(rooms, open_in):
    finger = open_in(rooms)
    finger.app.go("settings")
    finger.tap("starker Kontrast")
    assert theme.rgb(theme.GROUND) == (0, 0, 0)
    finger.tap("linke Hand")
    assert finger.app.stage.sizes.left_handed
    finger.tap("English")
    assert finger.find("Child lock")
    kept = {name: rooms.preferences.get(name) for name in ("contrast", "hand", "language")}
    assert kept == {"contrast": "high", "hand": "left", "language": "en"}
    finger.tap("usual")
    assert theme.rgb(theme.GROUND) != (0, 0, 0)


def test_what_is_touched_lies_on_the_side_of_the_hand(rooms, open_in):
    def left_edge(hand: str) -> float:
        rooms.preferences.put("hand", hand)
        finger = open_in(rooms)
        finger.step(3)
        return float(finger.find("Spielen").x)

    assert left_edge("left") < 100 < left_edge("right")


def test_a_kept_wish_that_nobody_knows_is_the_usual_one():
    from ui.screen.wishes import WISHES, sizes_for, wished  # noqa: PLC0415

    odd = Forgetful(
        **{wish.name: value for wish, value in zip(WISHES, ["x", 7, None, [], {}] * 2, strict=False)}
    )
    assert all(wished(odd, wish.name) == wish.otherwise for wish in WISHES)
    assert sizes_for(odd, 800, 480).text_scale == 1.0


def test_the_big_board_is_read_from_two_metres(rooms, open_in):
    finger = open_in(rooms)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("big")
    finger.step(4)
    sizes = finger.page.sizes
    figures = [w for w in finger.page.walk() if isinstance(w, Text) and w.text.strip().lstrip("-").isdigit()]
    assert len(figures) == 3
    assert all(0.71 * figure.font_size / sizes.unit >= CAPITAL for figure in figures)
    assert all(min(w.size) / sizes.unit >= 15 for w in finger.page.walk() if isinstance(w, Badge))


def test_the_big_board_comes_by_itself_if_wished_and_goes_when_something_must_be_answered(rooms, open_in):
    finger = open_in(rooms)
    finger.app.stage.sit(evenings.rolled(rooms))
    finger.app.go("table")
    finger.app._nobody_taps()
    assert finger.page.name == "table"
    rooms.preferences.put("big", "on")
    finger.app._nobody_taps()
    assert finger.page.name == "big"
    evenings.touch(finger.app.stage.sitting, Kind.CARD, {"place": "discard:Ben", "cards": ["6", "6"]}, "Ben")
    finger.step(4)
    assert finger.page.name == "table"


def test_what_was_wrong_at_the_start_is_told_on_the_first_page(rooms, screen):
    told = replace(rooms, troubles=(Say("window.settings", {"what": "sound.volume = 700"}),))
    finger = screen.in_rooms(told)
    finger.app.on_start()
    finger.step(2)
    assert any("sound.volume = 700" in text for text in finger.texts())
    finger.tap("Alles klar")
    assert not finger.page.covered


def test_edges_of_a_lock_still_reach_the_pages(rooms, screen):
    board = TestBoard()
    finger = screen.in_rooms(replace(rooms, board=board))
    choose(finger)
    finger.app.lock()
    board.deliver(Edge("2", finger.clock.now(), True))
    finger.step()
    assert [guest.button for guest in finger.app.stage.guests] == ["2"]
